import Foundation
import Lamina
import LaminaText

/// Named parts of a sound: each a translucent band with a line at its beginning and a label.
///
/// The label is at the top left of the region's visible part: it stays in view while the region
/// scrolls out to the left, and is cut off at the region's end. A mark, a region of zero length, is
/// a line with its label beside it, up to the start of the next region. Overlapping regions are
/// drawn over each other in the order of their starts, with the labels in front of all bands.
///
/// Layers are created for visible regions, never removed, and hidden while they are unused. A
/// region that stays in view keeps its layers, so its name is not drawn again.
public final class RegionsLayer: Layer {
  /// The opacity of a band.
  static let bandOpacity = 0.2
  /// The width of the line at the start, in points.
  static let lineWidth: CGFloat = 1
  /// The font size of the labels, in points.
  static let fontSize: CGFloat = 10
  /// The distance of a name from the edges of its label, in points.
  static let labelMargin: CGFloat = 4
  /// The minimum room for a label, in points: the visible width of a region, or the distance from a
  /// mark to the next region or the edge of the view.
  static let minimumLabelWidth: CGFloat = 12

  /// The regions, in any order. None by default.
  ///
  /// Call ``update(_:duration:)`` to show them.
  /// - Complexity: O(n log n) to set.
  public var regions: [AudioRegion] = [] {
    didSet {
      guard regions != oldValue else { return }
      index = RegionIndex(regions)
      for entry in entries.values { retire(entry) }
      entries.removeAll()
    }
  }
  /// The font of the labels. The next update shows it.
  public var font = Font.sansSerif {
    didSet { if font != oldValue { for entry in entries.values { entry.hasText = false } } }
  }

  private var index = RegionIndex([])
  /// The layers of the visible regions, by their places in ``regions``.
  private var entries: [Int: RegionEntry] = [:]
  private var spare: [RegionEntry] = []
  private let noActions = NoActions()

  public override init() {
    super.init()
    masksToBounds = true
  }

  public required init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? RegionsLayer else { return }
    regions = other.regions
    index = other.index
    font = other.font
  }

  /// The layers of a region.
  private final class RegionEntry {
    let band = Layer()
    let line = Layer()
    let label = Layer()
    let text = TextLayer()
    /// True if the text shows the region's name.
    var hasText = false
    var pass = 0

    init(_ delegate: NoActions) {
      for layer in [band, line, label, text] {
        layer.delegate = delegate
        if layer !== text { layer.isHidden = true }
      }
      label.masksToBounds = true
      label.addSublayer(text)
    }
  }

  private var pass = 0

  /// Shows the visible part of the regions, on whole device pixels. Parts outside the content are
  /// cut off.
  ///
  /// - Parameters:
  ///   - viewPort: the visible part of the content.
  ///   - duration: the duration of the whole content, in seconds.
  /// - Complexity: O(log n + visible regions).
  public func update(_ viewPort: ViewPort, duration: TimeInterval) {
    pass += 1
    if !regions.isEmpty, duration > 0, duration.isFinite, viewPort.columnCount > 0 {
      show(viewPort, duration)
    }
    for (region, entry) in entries where entry.pass != pass {
      entries[region] = nil
      retire(entry)
    }
  }

  private func show(_ viewPort: ViewPort, _ duration: TimeInterval) {
    let begin = viewPort.time(atX: -1 / viewPort.scale, duration: duration)
    let end = viewPort.time(atX: viewPort.visibleWidth, duration: duration)
    let candidates = index.candidates(from: begin, to: end)
    for (place, region) in zip(candidates.indices, candidates) {
      let range = regions[region].range
      if let span = viewPort.span(of: range, duration: duration) {
        // The right limit of a mark's label.
        var end = viewPort.visibleWidth
        if range.isEmpty, place + 1 < candidates.endIndex {
          let next = regions[candidates[place + 1]].range.lowerBound
          end = min(end, viewPort.x(of: min(next, duration), duration: duration))
        }
        show(region, place, span, range.isEmpty ? end - span.x : span.width, viewPort)
      }
    }
  }

  private func show(
    _ region: Int, _ place: Int, _ span: ViewSpan, _ labelRoom: CGFloat, _ viewPort: ViewPort
  ) {
    let entry = entry(of: region)
    entry.pass = pass
    let bounds = self.bounds
    let isMark = regions[region].range.isEmpty
    // Bands in their order, and all labels in front of them.
    entry.band.zPosition = CGFloat(place)
    entry.line.zPosition = CGFloat(place)
    entry.label.zPosition = CGFloat(regions.count + place)
    let x = bounds.minX + span.x
    entry.band.isHidden = isMark
    entry.band.frame = CGRect(x: x, y: bounds.minY, width: span.width, height: bounds.height)
    entry.line.isHidden = !span.showsStart
    entry.line.frame = CGRect(
      x: x, y: bounds.minY, width: viewPort.wholePixels(Self.lineWidth), height: bounds.height)

    let name = regions[region].name
    let isLabelled = !name.isEmpty && labelRoom >= Self.minimumLabelWidth
    entry.label.isHidden = !isLabelled
    guard isLabelled else { return }
    setText(of: entry, name, viewPort.scale)
    let size = entry.text.bounds.size
    let margin = viewPort.wholePixels(Self.labelMargin)
    entry.label.frame = CGRect(
      x: x, y: bounds.minY, width: min(size.width + 2 * margin, labelRoom), height: size.height)
    entry.text.frame.origin = CGPoint(x: margin, y: 0)
  }

  private func setText(of entry: RegionEntry, _ name: String, _ scale: CGFloat) {
    if entry.hasText, entry.text.contentsScale == scale { return }
    entry.hasText = true
    entry.text.contentsScale = scale
    entry.text.font = font
    entry.text.fontSize = Self.fontSize
    entry.text.string = name
    entry.text.bounds.size = entry.text.preferredFrameSize()
  }

  private func entry(of region: Int) -> RegionEntry {
    if let entry = entries[region] { return entry }
    let entry = spare.popLast() ?? makeEntry()
    entries[region] = entry
    entry.hasText = false
    let color = regions[region].color
    entry.band.backgroundColor = color.withAlpha(color.alpha * Self.bandOpacity)
    entry.line.backgroundColor = color
    entry.label.backgroundColor = color
    entry.text.foregroundColor = color.isBright ? .black : .white
    return entry
  }

  private func makeEntry() -> RegionEntry {
    let entry = RegionEntry(noActions)
    for layer in [entry.band, entry.line, entry.label] { addSublayer(layer) }
    return entry
  }

  private func retire(_ entry: RegionEntry) {
    for layer in [entry.band, entry.line, entry.label] { layer.isHidden = true }
    spare.append(entry)
  }
}

extension Color {
  /// True if black is easier to read on the colour than white.
  fileprivate var isBright: Bool { 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 }
}
