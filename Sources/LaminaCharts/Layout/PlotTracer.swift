import Foundation
import Lamina

/// The points of a plot in place, on the scales of a chart.
struct PlotTracer {
  /// A scale; a linear one as factor and offset.
  private struct Axis {
    let scale: AxisScale
    var line: (origin: Double, start: Double, factor: Double)?

    init(_ scale: AxisScale) {
      self.scale = scale
      var ends: (Double, Double)?
      switch scale {
      case .continuous(let scale):
        if scale.type == .linear || scale.type == .duration, !scale.isClamped {
          ends = scale.domain
        }
      case .date(let scale):
        ends = (
          scale.domain.lowerBound.timeIntervalSinceReferenceDate,
          scale.domain.upperBound.timeIntervalSinceReferenceDate
        )
      case .none, .band: break
      }
      guard let ends, let start = scale.position(of: ends.0), let end = scale.position(of: ends.1)
      else { return }
      let factor = (end - start) / (ends.1 - ends.0)
      if factor.isFinite { line = (ends.0, start, factor) }
    }

    @inline(__always)
    func position(of value: Double) -> Double? {
      guard let line else { return scale.position(of: value) }
      let position = line.start + (value - line.origin) * line.factor
      return max(-AxisScale.limit, min(position, AxisScale.limit))
    }

    /// Returns a value whose position is as good as equal to one; nil if the scale is not linear.
    func value(at position: Double) -> Double? {
      line.map { $0.origin + (position - $0.start) / $0.factor }
    }
  }

  let columns: PlotColumns
  private let x: Axis
  private let y: Axis
  private let places: PlaceReader
  private let values: ValueReader
  /// -1 if x values grow to the left.
  private let sign: Double
  /// Device pixels per point.
  private let scale: Double
  /// The indices of the points in the plot, and of two beside it at each end.
  let visible: Range<Int>

  /// Calls `body` with a tracer, if the x values rise and all values have places on the scales.
  ///
  /// - Parameters:
  ///   - frame: the plot in points.
  ///   - margin: how far the mark of a point reaches, in points.
  ///   - scale: device pixels per point.
  /// - Returns: false if there is no tracer.
  static func trace(
    _ columns: PlotColumns, x: AxisScale, y: AxisScale, frame: CGRect, margin: Double,
    scale: Double, _ body: (PlotTracer) -> Void
  ) -> Bool {
    let (places, values) = (columns.x, columns.y)
    let (axisX, axisY) = (Axis(x), Axis(y))
    guard places.isRising, values.low <= values.high,
      let start = axisX.position(of: places.low), let end = axisX.position(of: places.high),
      axisY.position(of: values.low) != nil, axisY.position(of: values.high) != nil
    else { return false }
    let unit = axisY.line.map { abs(1 / ($0.factor * scale)) }
    let sign: Double = start <= end ? 1 : -1
    places.withReader { placeReader in
      values.withReader(usesPyramid: values.isExact(to: unit)) { valueReader in
        body(
          PlotTracer(
            columns, axisX, axisY, placeReader, valueReader, sign: sign, scale: scale,
            frame: frame, margin: margin))
      }
    }
    return true
  }

  private init(
    _ columns: PlotColumns, _ x: Axis, _ y: Axis, _ places: PlaceReader, _ values: ValueReader,
    sign: Double, scale: Double, frame: CGRect, margin: Double
  ) {
    self.columns = columns
    (self.x, self.y) = (x, y)
    (self.places, self.values) = (places, values)
    self.sign = sign
    self.scale = scale
    let ends = (sign * frame.minX, sign * frame.maxX)
    func key(_ index: Int) -> Double { sign * (x.position(of: places[index]) ?? 0) }
    func first(from start: Int, _ isBeyond: (Double) -> Bool) -> Int {
      var (low, high) = (start, columns.count)
      while low < high {
        let middle = (low + high) / 2
        if isBeyond(key(middle)) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = first(from: 0) { $0 >= min(ends.0, ends.1) - margin }
    let end = first(from: start) { $0 > max(ends.0, ends.1) + margin }
    visible = max(0, start - 2)..<min(columns.count, end + 2)
  }

  /// The distance of a point along the x axis, in the direction in which x values grow.
  @inline(__always)
  private func key(_ index: Int) -> Double { sign * (x.position(of: places[index]) ?? 0) }

  subscript(index: Int) -> (x: Double, y: Double) { (places[index], values.numbers[index]) }

  /// Returns the place of a point that is no gap.
  func point(_ index: Int) -> CGPoint {
    CGPoint(
      x: x.position(of: places[index]) ?? 0, y: y.position(of: values.numbers[index]) ?? 0)
  }

  /// Calls `body` with the visible points between gaps, run by run.
  func forEachRun(_ body: (Range<Int>) -> Void) { columns.y.forEachRun(in: visible, body) }

  /// Returns the first point of a run that is at a place along the x axis, or beyond it in the direction
  /// in which x values grow.
  ///
  /// - Parameter place: in points.
  func firstIndex(in run: Range<Int>, atOrBeyond place: Double) -> Int {
    var (low, high) = (run.lowerBound, run.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if key(middle) >= sign * place { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The points of a run in a quarter of a pixel.
  private struct Part {
    var column: Double
    var points: Range<Int>
    var lowest: Int
    var highest: Int
  }

  /// Returns the vertices that draw a run: all points, or the lowest and the highest in each quarter
  /// of a pixel, if these are fewer, between the points that make what leads to them and away from
  /// them as steep as it is: the point next to them, or the end of the part, unless it is near. Those
  /// that the line through the parts on both sides covers are left out.
  ///
  /// - Parameter penRadius: the radius of the round pen that strokes the line, in points; 0 if there is
  ///   none.
  func vertices(of run: Range<Int>, width: Double, penRadius: Double) -> [CGPoint] {
    let columnCount = min(width * 4 * scale, 1e6) + 4
    if Double(run.count) <= 4 * columnCount { return run.map(point) }
    let density = 4 * scale
    let depth = depth(coveredBy: penRadius)
    var result: [CGPoint] = []
    result.reserveCapacity(min(run.count, 2 * Int(columnCount)))
    var last = run.lowerBound
    func add(_ index: Int) {
      if index > last || result.isEmpty { result.append(point(index)) }
      last = max(last, index)
    }
    /// Adds the point that leads to an extreme from an end of its part, or away from it.
    func addSide(of extreme: Int, toward end: Int) {
      let next = neighbor(of: extreme, toward: end)
      add(next == extreme && isApart(end, extreme) ? end : next)
    }
    func add(_ part: Part, after before: Part?, before after: Part?) {
      let (first, end) = (part.points.lowerBound, part.points.upperBound - 1)
      let left = before.flatMap { $0.column + 1 == part.column ? $0 : nil }
      let right = after.flatMap { $0.column - 1 == part.column ? $0 : nil }
      if left == nil {
        // A line across a wider gap ends here, and begins at the end of the part before.
        if first > run.lowerBound { add(first - 1) }
        add(first)
      }
      let low = values.numbers[part.lowest] - depth
      let high = values.numbers[part.highest] + depth
      func coversLowest(_ part: Part) -> Bool { values.numbers[part.lowest] < low }
      func coversHighest(_ part: Part) -> Bool { values.numbers[part.highest] > high }
      var early = (
        index: part.lowest, left: left.map(coversLowest) ?? false,
        right: right.map(coversLowest) ?? false
      )
      var late = (
        index: part.highest, left: left.map(coversHighest) ?? false,
        right: right.map(coversHighest) ?? false
      )
      if late.index < early.index { swap(&early, &late) }
      let keepsEarly = !(early.left && early.right)
      let keepsLate = !(late.left && late.right)
      if keepsEarly {
        if !early.left { addSide(of: early.index, toward: first) }
        add(early.index)
        if !keepsLate, !early.right { addSide(of: early.index, toward: end) }
      }
      if keepsLate {
        if !keepsEarly, !late.left { addSide(of: late.index, toward: first) }
        add(late.index)
        if !late.right { addSide(of: late.index, toward: end) }
      }
    }
    var (before, part): (Part?, Part?)
    var first = run.lowerBound
    var guess = 1
    while first < run.upperBound {
      let column = (key(first) * density).rounded(.down)
      let end = firstIndex(
        after: first, before: run.upperBound, atOrBeyond: (column + 1) / density, guess: guess)
      let (lowest, highest) = values.extremes(in: first..<end)
      let next = Part(column: column, points: first..<end, lowest: lowest, highest: highest)
      if let part { add(part, after: before, before: next) }
      (before, part) = (part, next)
      guess = end - first
      first = end
    }
    if let part { add(part, after: before, before: nil) }
    add(run.upperBound - 1)
    return result
  }

  /// Returns the distance in y values behind extremes half a pixel apart that discs of a radius around
  /// both cover between them; infinity if the discs are small, or the distance is not the same
  /// everywhere.
  private func depth(coveredBy radius: Double) -> Double {
    let radius = radius * scale
    guard radius >= 0.75, let line = y.line else { return .infinity }
    return (radius - (radius * radius - 0.25).squareRoot()) / abs(line.factor * scale)
  }

  /// Returns the point next to one, in the direction of another, if their values are apart; else the
  /// point itself.
  private func neighbor(of index: Int, toward other: Int) -> Int {
    let next = index + (other - index).signum()
    return isApart(next, index) ? next : index
  }

  /// True if the values of two points are more than a quarter of a pixel apart.
  private func isApart(_ a: Int, _ b: Int) -> Bool {
    let (from, to) = (values.numbers[a], values.numbers[b])
    if let line = y.line { return abs((from - to) * line.factor) * scale > 0.25 }
    if from == to { return false }
    return abs((y.position(of: from) ?? 0) - (y.position(of: to) ?? 0)) * scale > 0.25
  }

  /// Calls `body` with the middle of each half pixel with points, and the smallest and the largest
  /// of their values.
  func forEachColumn(in run: Range<Int>, _ body: (Int, Double, Double) -> Void) {
    let density = 2 * scale
    var first = run.lowerBound
    var guess = 1
    while first < run.upperBound {
      let column = (key(first) * density).rounded(.down)
      let end = firstIndex(
        after: first, before: run.upperBound, atOrBeyond: (column + 1) / density, guess: guess)
      let (lowest, highest) = values.extremes(in: first..<end)
      body(
        Int((point(first).x * density).rounded(.down)), values.numbers[lowest],
        values.numbers[highest])
      guess = end - first
      first = end
    }
  }

  /// The number of points in a column up to which they are looked at one by one.
  private static let fewPoints = 16

  /// Returns the first point after one that is at or beyond a border, searched around a guess.
  private func firstIndex(
    after first: Int, before upper: Int, atOrBeyond border: Double, guess: Int
  ) -> Int {
    var (low, high) = (first, upper)
    var distance = 1
    var guess = guess
    if guess <= Self.fewPoints {
      var index = first + 1
      let end = min(upper, first + 2 * Self.fewPoints)
      if let numbers = places.numbers, let value = x.value(at: sign * border) {
        // Most of them are told by their values, and those near the border by their places.
        while index < end, numbers[index] < value { index += 1 }
        while index > first + 1, key(index - 1) >= border { index -= 1 }
      }
      while index < end, key(index) < border { index += 1 }
      if index < end || index == upper { return index }
      guess = index - 1 - first
    }
    if first + guess < upper, key(first + guess) < border {
      low = first + guess
      while low + distance < upper, key(low + distance) < border {
        low += distance
        distance *= 2
      }
      high = min(upper, low + distance)
    } else {
      high = min(upper, first + guess)
      while high - distance > low, key(high - distance) >= border {
        high -= distance
        distance *= 2
      }
      low = max(low, high - distance)
    }
    while high - low > 1 {
      let middle = (low + high) / 2
      if key(middle) < border { low = middle } else { high = middle }
    }
    return high
  }
}
