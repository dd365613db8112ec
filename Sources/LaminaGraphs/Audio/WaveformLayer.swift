import Foundation
import Lamina
import LaminaViews

/// A layer that draws a waveform with one sublayer for each column of pixels.
///
/// The sublayers are created once, hidden at the start of each pass, and shown again as they are
/// used. A column extends from the largest of its samples to the smallest or, for a mean, equally
/// far up and down; it is at least one pixel high. Where there is less than one sample per pixel, a
/// line runs through the samples, with a point at each as soon as there is room.
///
/// Several lanes are stacked vertically, each with a midline that is one pixel high.
public final class WaveformLayer: Layer {
  /// The diameter of a sample's point, in points.
  static let pointSize: CGFloat = 5
  /// The distance between samples, in points, from which each is drawn with a point.
  static let pointDistance: CGFloat = 8

  /// The colour of the columns, the line and the points.
  public var color = Color(rgb: 0x0A84FF) {
    didSet { if color != oldValue { applyColors() } }
  }
  /// The colour of the midlines.
  public var midlineColor = Color(rgb: 0x8E8E93) {
    didSet { if midlineColor != oldValue { applyColors() } }
  }
  /// The mapping from amplitudes to heights. Linear by default.
  public var amplitudeScale = AmplitudeScale.linear
  /// The amplitude that fills a lane's height; larger amplitudes are clipped. Nil, the default,
  /// stands for the largest magnitude of the samples.
  ///
  /// - Precondition: finite and above 0.
  public var fullAmplitude: Float? {
    didSet {
      require(
        fullAmplitude.map { $0 > 0 && $0.isFinite } ?? true,
        "a full amplitude of \(fullAmplitude ?? 0): it must be finite and above 0")
    }
  }

  private var lanes: [Lane] = []

  /// The layers of one lane.
  private struct Lane {
    let midline = Layer()
    let line = ShapeLayer()
    var columns = LayerPool()
    var points = LayerPool()
  }

  /// The vertical placement of a lane, in whole pixels except for ``scale``.
  struct Space {
    /// The first row of pixels below the middle, and the number of rows above and below the middle.
    let middle: Double
    let half: Double
    let scale: Double
    /// The size of one pixel, in points.
    let pixel: Double

    /// - Parameter bounds: the lane's part of the layer, in points.
    init(_ bounds: CGRect, scale: CGFloat) {
      self.scale = Double(scale)
      pixel = 1 / Double(scale)
      let top = (Double(bounds.minY) * self.scale).rounded()
      let bottom = (Double(bounds.maxY) * self.scale).rounded()
      half = max(0, ((bottom - top) / 2).rounded(.down))
      middle = top + half
    }
  }

  public override init() { super.init() }

  public required init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? WaveformLayer else { return }
    color = other.color
    midlineColor = other.midlineColor
    amplitudeScale = other.amplitudeScale
    fullAmplitude = other.fullAmplitude
  }

  /// Updates the sublayers to show the samples that the view port covers.
  ///
  /// - Parameters:
  ///   - viewPort: the width of the picture, and its first column.
  ///   - dataProvider: the samples. Where columns are shown, their values come from its
  ///     ``DataProvider/summary``; columns that are not in it stay empty.
  /// - Complexity: O(columns of pixels in the view).
  public func update(_ viewPort: ViewPort, _ dataProvider: DataProvider) {
    let summary = dataProvider.summary
    update(
      viewPort, summary: summary ?? Summary(), provider: dataProvider,
      largest: fullAmplitude ?? dataProvider.largestMagnitude)
  }

  func update(
    _ viewPort: ViewPort, summary: Summary, provider: DataProvider, largest: Float
  ) {
    let count = provider.laneCount
    prepare(count)
    let height = bounds.height / CGFloat(count)
    let samplesPerUnit = Double(provider.frameCount) / viewPort.columnCount
    for index in 0..<count {
      let part = CGRect(
        x: bounds.minX, y: bounds.minY + CGFloat(index) * height, width: bounds.width,
        height: height)
      let space = Space(part, scale: viewPort.scale)
      updateMidline(index, space)
      if samplesPerUnit < 1, samplesPerUnit > 0, provider.pyramid.keepsSamples {
        hideColumns(index)
        updateLine(index, space, viewPort, provider, samplesPerUnit, largest)
      } else {
        hideLine(index)
        updateColumns(index, space, viewPort, summary, largest)
      }
    }
  }

  private func prepare(_ count: Int) {
    while lanes.count < count {
      let lane = Lane()
      lane.line.fillColor = nil
      lane.line.lineWidth = 1
      lane.line.lineJoin = .round
      lane.line.lineCap = .round
      lane.line.isHidden = true
      addSublayer(lane.midline)
      addSublayer(lane.line)
      lanes.append(lane)
      applyColors()
    }
    // Sublayers are never removed: those of lanes that no longer exist stay hidden.
    for index in lanes.indices {
      lanes[index].midline.isHidden = index >= count
      if index < count { continue }
      hideColumns(index)
      hideLine(index)
    }
  }

  private func applyColors() {
    for lane in lanes {
      lane.midline.backgroundColor = midlineColor
      lane.line.strokeColor = color
      lane.columns.forEach { $0.backgroundColor = color }
      lane.points.forEach { $0.backgroundColor = color }
    }
  }

  private func updateMidline(_ lane: Int, _ space: Space) {
    lanes[lane].midline.frame = CGRect(
      x: bounds.minX, y: space.middle * space.pixel, width: bounds.width, height: space.pixel)
  }

  // MARK: - Columns

  private func hideColumns(_ lane: Int) { lanes[lane].columns.begin(0, in: self) { Layer() } }

  private func updateColumns(
    _ lane: Int, _ space: Space, _ viewPort: ViewPort, _ summary: Summary, _ largest: Float
  ) {
    let color = color
    let count = viewPort.visibleColumnCount
    lanes[lane].columns.begin(count, in: self) {
      let layer = Layer()
      layer.backgroundColor = color
      return layer
    }
    let first = viewPort.firstColumn
    let visible = (first..<first + Int64(count)).clamped(to: summary.columns)
    guard !visible.isEmpty, lane < summary.laneCount else { return }
    let left = Double(bounds.minX)
    let linear = amplitudeScale == .linear && largest > 0 ? space.half / Double(largest) : nil
    let scale = amplitudeScale
    /// Returns the height of an amplitude, in whole pixels.
    func height(_ amplitude: Float) -> Double {
      guard let linear else {
        return (scale.height(amplitude, largest: largest) * space.half).rounded()
      }
      let height = Double(amplitude) * linear
      let bounded = min(height > -space.half ? height : -space.half, space.half)
      return bounded.nearestWhole
    }
    let offset = summary.columns.lowerBound
    lanes[lane].columns.use { show in
      summary.withValues(lane: lane) { minima, maxima in
        for column in visible {
          let index = Int(column - offset)
          let (low, high) = (minima[index], maxima[index])
          // A gap has a minimum above its maximum.
          guard low <= high else { continue }
          let top = space.middle - height(high)
          var bottom = space.middle - height(low)
          if bottom - top < 1 { bottom = top + 1 }
          show(
            CGRect(
              x: left + Double(column - first) * space.pixel, y: top * space.pixel,
              width: space.pixel, height: (bottom - top) * space.pixel))
        }
      }
    }
  }

  // MARK: - Single samples

  private func hideLine(_ lane: Int) {
    lanes[lane].points.begin(0, in: self) { Layer() }
    if !lanes[lane].line.isHidden {
      lanes[lane].line.isHidden = true
      lanes[lane].line.path = nil
    }
  }

  private func updateLine(
    _ lane: Int, _ space: Space, _ viewPort: ViewPort, _ provider: DataProvider,
    _ samplesPerUnit: Double, _ largest: Float
  ) {
    let units = 1 / samplesPerUnit
    let origin = Double(viewPort.firstColumn)
    let count = Double(viewPort.visibleColumnCount)
    // One more sample on either side, so that the line continues to the edges.
    let first = max(0, Int64((origin * samplesPerUnit).rounded(.down)) - 1)
    let last = min(
      provider.frameCount, Int64(((origin + count) * samplesPerUnit).rounded(.up)) + 1)
    let samples = first < last ? provider.samples(first..<last, lane: lane) ?? [] : []
    let places = samples.enumerated().map { index, sample -> CGPoint? in
      if sample.isNaN { return nil }
      // A sample is centred in its columns.
      let x = (Double(first + Int64(index)) + 0.5) * units - origin
      let y = space.middle - amplitudeScale.height(sample, largest: largest) * space.half
      return CGPoint(x: Double(bounds.minX) + x * space.pixel, y: (y + 0.5) * space.pixel)
    }
    let showsPoints = units * space.pixel >= Double(Self.pointDistance)
    let color = color
    lanes[lane].points.begin(showsPoints ? places.count : 0, in: self) {
      let layer = Layer()
      layer.backgroundColor = color
      layer.cornerRadius = Self.pointSize / 2
      return layer
    }
    var path = Path()
    var isDrawing = false
    for (index, place) in places.enumerated() {
      guard let place else {
        isDrawing = false
        continue
      }
      if isDrawing {
        path.addLine(to: place)
      } else {
        path.move(to: place)
        // A sample between two gaps is a line of zero length, of which only the round caps show.
        let isAlone = index + 1 == places.count || places[index + 1] == nil
        if isAlone { path.addLine(to: place) }
      }
      isDrawing = true
    }
    if showsPoints {
      let size = Self.pointSize
      lanes[lane].points.use { show in
        for case let place? in places {
          show(CGRect(x: place.x - size / 2, y: place.y - size / 2, width: size, height: size))
        }
      }
    }
    let line = lanes[lane].line
    line.isHidden = false
    line.frame = bounds
    line.path = path
  }
}

extension Double {
  /// The value of ``rounded()``, without its call into the C library.
  var nearestWhole: Double {
    // From 2^52 on every number is whole, and some do not fit into the conversion below.
    guard magnitude < 0x1p52 else { return self }
    let justBelowHalf = 0.5.nextDown
    return Double(Int(self + (self < 0 ? -justBelowHalf : justBelowHalf)))
  }
}
