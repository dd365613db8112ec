import Foundation
import Lamina
import LaminaText

/// A ruler of time above a waveform: marks on whole device pixels, and timestamps at some of them.
///
/// Major ticks are 2 points wide and as high as the layer, one per second. Minor ticks have
/// the size 1 x 15 points and stand on the lower edge, one per tenth of a second. Ticks that would
/// be too dense are hidden:
///
/// - Timestamps stand to the right of ticks, in the upper half. Their spacing is the smallest one
///   with room for the widest timestamp, from a fixed list of steps: 1, 2, 5 times each power of
///   ten up to a second, then 1, 2, 5, 10, 15, 30 s, the same in minutes, 1, 2, 6, 12 h, and days.
/// - If the spacing is more than a second, major ticks stand only at the timestamps, so that none
///   crosses a text; minor ticks then stand at the finest step of the list that divides the
///   spacing.
/// - Minor ticks closer together than 4 points are left out.
/// - If timestamps are less than a tenth of a second apart, each has a minor tick.
///
/// Timestamps never overlap. A timestamp that would extend beyond the end of the content, where no
/// scrolling reveals the rest of it, is left out.
///
/// As with the lines of a ``WaveformLayer``, sublayers are created once, never removed, and hidden
/// while they are unused. Only visible marks cost anything. A timestamp that stays visible keeps
/// its layer: scrolling moves its text without redrawing it.
public final class RulerLayer: Layer {
  /// The width of a major tick, in points.
  static let majorWidth: CGFloat = 2
  /// The size of a minor tick, in points.
  static let minorSize = CGSize(width: 1, height: 15)
  /// The minimum distance between the left edges of ticks, in points.
  static let minimumSpacing: CGFloat = 4
  /// The distance of a timestamp from its tick, and its minimum distance from the next one, in
  /// points.
  static let timestampMargin: CGFloat = 3

  /// The colour of the ticks.
  public var color = Color(rgb: 0x8E8E93) {
    didSet { if color != oldValue { applyColors() } }
  }
  /// The colour of the timestamps.
  public var textColor = Color(rgb: 0x8E8E93) {
    didSet { if textColor != oldValue { applyColors() } }
  }
  /// The font of the timestamps. The next update shows it.
  public var font = Font.sansSerif { didSet { if font != oldValue { textMeasure.clear() } } }
  /// The font size of the timestamps, in points. 10 by default. The next update shows it.
  ///
  /// 0 hides the timestamps: seconds and tenths are then shown for as long as they are
  /// 4 points apart, and nothing finer.
  ///
  /// - Precondition: finite and not negative.
  public var fontSize: CGFloat = 10 {
    willSet {
      require(
        newValue.isFinite && newValue >= 0,
        "the font size of a ruler must be finite and 0 or more, not \(newValue)")
    }
    didSet { if fontSize != oldValue { textMeasure.clear() } }
  }

  private var majorTicks: [Layer] = []
  private var minorTicks: [Layer] = []
  private var timestamps: [Timestamp] = []
  private let textMeasure = TimestampMeasure()
  private let noActions = NoActions()
  private var lastMarks: (key: MarksKey, marks: Marks?)?

  /// A layer with the text of a mark.
  private struct Timestamp {
    let layer: TextLayer
    /// The mark whose text the layer shows; nil if there is none.
    var step: RulerStep?
    var index: Int64 = 0
    var showsHours = false
    var generation = 0
  }

  public override init() {
    super.init()
    masksToBounds = true
  }

  public required init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? RulerLayer else { return }
    color = other.color
    textColor = other.textColor
    font = other.font
    fontSize = other.fontSize
  }

  // MARK: - Updating

  /// Shows the marks in the visible part of the content.
  ///
  /// The layer's left edge must be that of the view. Call this method in a transaction with actions
  /// disabled.
  ///
  /// - Parameters:
  ///   - viewPort: the visible part of the content.
  ///   - duration: the duration of the whole content, in seconds. If it is not a finite number
  ///     above 0, nothing is shown.
  /// - Complexity: O(visible marks).
  public func update(_ viewPort: ViewPort, duration: TimeInterval) {
    var used = (major: 0, minor: 0)
    var shown = 0..<0 as Range<Int64>
    if let marks = marks(viewPort, duration) {
      used = updateTicks(viewPort, duration, marks)
      shown = updateTimestamps(viewPort, duration, marks)
    }
    for index in used.major..<majorTicks.count { majorTicks[index].isHidden = true }
    for index in used.minor..<minorTicks.count { minorTicks[index].isHidden = true }
    for timestamp in timestamps
    where timestamp.step == nil || !shown.contains(timestamp.index) {
      timestamp.layer.isHidden = true
    }
  }

  /// The steps of the marks, and the form of their text.
  private struct Marks {
    let major: RulerStep
    let minor: RulerStep?
    let text: RulerStep
    let showsHours: Bool
    /// An upper bound of the width of a timestamp, in points.
    let textWidth: CGFloat
  }

  /// The inputs that determine the marks.
  private struct MarksKey: Equatable {
    let pointsPerSecond: Double
    let duration: TimeInterval
    let textGeneration: Int
  }

  /// Returns the marks for a view port; nil if there can be none.
  private func marks(_ viewPort: ViewPort, _ duration: TimeInterval) -> Marks? {
    guard duration > 0, duration.isFinite, viewPort.columnCount > 0 else { return nil }
    let pointsPerSecond = Double(viewPort.contentWidth) / duration
    guard pointsPerSecond > 0, pointsPerSecond.isFinite else { return nil }
    textMeasure.setUp(font: font, size: fontSize, scale: viewPort.scale)
    let key = MarksKey(
      pointsPerSecond: pointsPerSecond, duration: duration, textGeneration: textMeasure.generation)
    if let last = lastMarks, last.key == key { return last.marks }
    let marks = chooseMarks(pointsPerSecond, duration)
    lastMarks = (key, marks)
    return marks
  }

  private func chooseMarks(_ pointsPerSecond: Double, _ duration: TimeInterval) -> Marks? {
    let showsHours = duration >= 3600
    let showsText = fontSize > 0
    let rest = Double(
      showsText ? Self.majorWidth + 2 * Self.timestampMargin : Self.minimumSpacing)
    for step in RulerStep.all where showsText || step.seconds >= 1 {
      let points = step.seconds * pointsPerSecond
      guard points >= rest else { continue }
      let last = (duration / step.seconds).rounded(.down)
      guard last < 1e18 else { continue }
      let text = step.text(Int64(last), showsHours: showsHours)
      let width = showsText ? textMeasure.width(of: text) : 0
      guard points >= rest + Double(width) else { continue }
      let major = step.seconds > 1 ? step : .second
      return Marks(
        major: major, minor: minorStep(major: major, text: step, pointsPerSecond), text: step,
        showsHours: showsHours, textWidth: width)
    }
    return nil
  }

  private func minorStep(
    major: RulerStep, text: RulerStep, _ pointsPerSecond: Double
  ) -> RulerStep? {
    if text.seconds < RulerStep.tenth.seconds { return text }
    let candidates = major == .second ? [.tenth] : RulerStep.all.filter { $0.seconds >= 1 }
    return candidates.first {
      $0.seconds < major.seconds && $0.divides(major)
        && $0.seconds * pointsPerSecond >= Double(Self.minimumSpacing)
    }
  }

  /// Returns the marks of a step whose left edges are between `left` and the right edge of the
  /// view.
  private func visible(
    _ step: RulerStep, from left: CGFloat, _ viewPort: ViewPort, _ duration: TimeInterval
  ) -> ClosedRange<Int64>? {
    let pixel = 1 / viewPort.scale
    let begin = viewPort.time(atX: left - pixel, duration: duration)
    let end = viewPort.time(atX: viewPort.visibleWidth + pixel, duration: duration)
    let first = max(0, (begin / step.seconds).rounded(.up))
    let last = min(duration / step.seconds, end / step.seconds).rounded(.down)
    return first <= last ? Int64(first)...Int64(last) : nil
  }

  /// Returns the maximum number of marks of a step that are visible at once, however the view is
  /// scrolled.
  private func capacity(
    _ step: RulerStep, from left: CGFloat, _ viewPort: ViewPort, _ duration: TimeInterval
  ) -> Int {
    let distance = step.seconds * Double(viewPort.contentWidth) / duration
    let inView = (Double(viewPort.visibleWidth - left) / distance).rounded(.up) + 1
    return Int(min(inView, (duration / step.seconds).rounded(.down) + 1))
  }

  // MARK: - Ticks

  private func updateTicks(
    _ viewPort: ViewPort, _ duration: TimeInterval, _ marks: Marks
  ) -> (major: Int, minor: Int) {
    let bounds = self.bounds
    let scale = viewPort.scale
    /// Returns a length in whole pixels, at least one.
    func pixels(_ length: CGFloat) -> CGFloat { max(1, (length * scale).rounded()) / scale }
    let majorSize = CGSize(width: pixels(Self.majorWidth), height: bounds.height)
    let minorHeight = min(pixels(Self.minorSize.height), bounds.height)
    let minorSize = CGSize(width: pixels(Self.minorSize.width), height: minorHeight)

    var used = (major: 0, minor: 0)
    addTicks(&majorTicks, capacity(marks.major, from: -majorSize.width, viewPort, duration))
    if let range = visible(marks.major, from: -majorSize.width, viewPort, duration) {
      for index in range {
        let x = viewPort.x(of: marks.major.time(index), duration: duration)
        guard x + majorSize.width > 0, x < viewPort.visibleWidth else { continue }
        let tick = majorTicks[used.major]
        tick.isHidden = false
        tick.frame = CGRect(
          origin: CGPoint(x: bounds.minX + x, y: bounds.minY), size: majorSize)
        used.major += 1
      }
    }
    guard let minor = marks.minor else { return used }
    addTicks(&minorTicks, capacity(minor, from: -minorSize.width, viewPort, duration))
    if let range = visible(minor, from: -minorSize.width, viewPort, duration) {
      let y = bounds.maxY - minorHeight
      // At every multiple of the period there is already a major tick.
      let period = Int64((marks.major.seconds / minor.seconds).rounded())
      for index in range where index % period != 0 {
        let x = viewPort.x(of: minor.time(index), duration: duration)
        guard x + minorSize.width > 0, x < viewPort.visibleWidth else { continue }
        let tick = minorTicks[used.minor]
        tick.isHidden = false
        tick.frame = CGRect(
          origin: CGPoint(x: bounds.minX + x, y: y), size: minorSize)
        used.minor += 1
      }
    }
    return used
  }

  private func addTicks(_ ticks: inout [Layer], _ count: Int) {
    while ticks.count < count {
      let tick = Layer()
      tick.delegate = noActions
      tick.backgroundColor = color
      tick.isHidden = true
      addSublayer(tick)
      ticks.append(tick)
    }
  }

  // MARK: - Timestamps

  /// Updates the timestamps, and returns the indices of those that are shown.
  private func updateTimestamps(
    _ viewPort: ViewPort, _ duration: TimeInterval, _ marks: Marks
  ) -> Range<Int64> {
    let scale = viewPort.scale
    let offset = ((Self.majorWidth + Self.timestampMargin) * scale).rounded() / scale
    guard fontSize > 0 else { return 0..<0 }
    let left = -offset - marks.textWidth
    addTimestamps(capacity(marks.text, from: left, viewPort, duration))
    guard let near = visible(marks.text, from: left, viewPort, duration) else { return 0..<0 }
    // Neither those to the right of the view, nor those that do not fit before the content's end.
    let end = viewPort.x(of: duration, duration: duration)
    var last = near.upperBound
    while last >= near.lowerBound,
      offset + marks.textWidth > end - x(last) || offset + x(last) >= viewPort.visibleWidth
    {
      last -= 1
    }
    guard last >= near.lowerBound else { return 0..<0 }
    let shown = near.lowerBound..<last + 1
    for index in shown {
      let slot = Int(index % Int64(timestamps.count))
      setText(of: slot, index, marks, scale)
      let layer = timestamps[slot].layer
      let size = layer.bounds.size
      let y = ((bounds.height / 2 - size.height) / 2 * scale).rounded() / scale
      layer.isHidden = false
      layer.frame = CGRect(
        origin: CGPoint(x: bounds.minX + x(index) + offset, y: bounds.minY + y), size: size)
    }
    return shown

    func x(_ index: Int64) -> CGFloat {
      viewPort.x(of: marks.text.time(index), duration: duration)
    }
  }

  /// Ensures that there are `count` layers. The layer of a mark is found at the mark's index modulo
  /// their number.
  private func addTimestamps(_ count: Int) {
    guard timestamps.count < count else { return }
    let old = timestamps
    var slots = [Timestamp?](repeating: nil, count: count)
    var others: [TextLayer] = []
    for timestamp in old {
      let slot = Int(timestamp.index % Int64(count))
      if timestamp.step != nil, slots[slot] == nil {
        slots[slot] = timestamp
      } else {
        others.append(timestamp.layer)
      }
    }
    timestamps = slots.map { slot in
      slot ?? Timestamp(layer: others.popLast() ?? makeTimestamp())
    }
  }

  private func makeTimestamp() -> TextLayer {
    let layer = TextLayer()
    layer.delegate = noActions
    layer.foregroundColor = textColor
    layer.isHidden = true
    addSublayer(layer)
    return layer
  }

  /// Sets the text of a layer, unless it has it already.
  private func setText(of slot: Int, _ index: Int64, _ marks: Marks, _ scale: CGFloat) {
    let timestamp = timestamps[slot]
    if timestamp.index == index, timestamp.step == marks.text,
      timestamp.showsHours == marks.showsHours, timestamp.generation == textMeasure.generation
    {
      return
    }
    timestamps[slot] = Timestamp(
      layer: timestamp.layer, step: marks.text, index: index, showsHours: marks.showsHours,
      generation: textMeasure.generation)
    let layer = timestamp.layer
    layer.contentsScale = scale
    layer.font = font
    layer.fontSize = fontSize
    layer.string = marks.text.text(index, showsHours: marks.showsHours)
    layer.bounds.size = layer.preferredFrameSize()
  }

  private func applyColors() {
    for tick in majorTicks { tick.backgroundColor = color }
    for tick in minorTicks { tick.backgroundColor = color }
    for timestamp in timestamps { timestamp.layer.foregroundColor = textColor }
  }
}
