import Foundation
import Lamina
import LaminaBase

/// The points of a plot in place, on the scales of a chart.
struct PlotTracer {
  let columns: PlotColumns
  private let x: PlotAxis
  private let y: PlotAxis
  private let places: PlaceReader
  private let values: ValueReader
  /// -1 if x values grow to the left.
  private let sign: Double
  /// True if y values grow upward.
  private let isUpward: Bool
  /// Device pixels per point.
  let scale: Double
  /// The ends of the plot along the x axis, in the direction in which x values grow.
  private let keys: ClosedRange<Double>
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
    _ columns: PlotColumns, x: PlotAxis, y: PlotAxis, frame: CGRect, margin: Double,
    scale: Double, _ body: (PlotTracer) -> Void
  ) -> Bool {
    let (places, values) = (columns.x, columns.y)
    guard places.isRising, values.low <= values.high,
      let start = x.position(of: places.low), let end = x.position(of: places.high),
      y.position(of: values.low) != nil, y.position(of: values.high) != nil
    else { return false }
    let unit = y.line.map { abs(1 / ($0.factor * scale)) }
    let sign: Double = start <= end ? 1 : -1
    places.withReader { placeReader in
      values.withReader(usesPyramid: values.isExact(to: unit)) { valueReader in
        body(
          PlotTracer(
            columns, x, y, placeReader, valueReader, sign: sign, scale: scale,
            frame: frame, margin: margin))
      }
    }
    return true
  }

  private init(
    _ columns: PlotColumns, _ x: PlotAxis, _ y: PlotAxis, _ places: PlaceReader,
    _ values: ValueReader, sign: Double, scale: Double, frame: CGRect, margin: Double
  ) {
    self.columns = columns
    (self.x, self.y) = (x, y)
    (self.places, self.values) = (places, values)
    self.sign = sign
    isUpward =
      (y.position(of: columns.y.high) ?? 0) <= (y.position(of: columns.y.low) ?? 0)
    self.scale = scale
    let ends = (sign * frame.minX, sign * frame.maxX)
    let keys = min(ends.0, ends.1)...max(ends.0, ends.1)
    self.keys = keys
    func key(_ index: Int) -> Double { sign * (x.position(of: places[index]) ?? 0) }
    let start = (0..<columns.count).partitioningIndex { key($0) >= keys.lowerBound - margin }
    let end = (start..<columns.count).partitioningIndex { key($0) > keys.upperBound + margin }
    visible = max(0, start - 2)..<min(columns.count, end + 2)
  }

  /// The distance of a point along the x axis, in the direction in which x values grow.
  @inline(__always)
  func key(_ index: Int) -> Double { sign * (x.position(of: places[index]) ?? 0) }

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
    firstIndex(in: run, from: sign * place)
  }

  /// Returns the first point of a run that is at a distance along the x axis, or beyond it.
  private func firstIndex(in run: Range<Int>, from distance: Double) -> Int {
    run.partitioningIndex { key($0) >= distance }
  }

  /// Returns the distance of two points along the y axis, in points.
  func distance(_ a: Int, _ b: Int) -> Double {
    y.distance(values.numbers[a], values.numbers[b])
  }

  /// A vertex of a line: a point, or the middle of a bucket of points that are close together.
  struct Vertex {
    /// The index of the point, or of one in the bucket.
    var index: Int
    var place: CGPoint
    var isPoint: Bool
  }

  /// Returns the point of a range that is the highest or the lowest on the picture, or the bucket that has
  /// it.
  ///
  /// - Parameter widest: the width of a bucket, in points, up to which its middle stands for the point.
  func extreme(in range: Range<Int>, isTop: Bool, widest: Double) -> Vertex {
    let isHighest = isTop == isUpward
    var range = range
    if let (bucket, value) = values.extremeBucket(in: range, isHighest: isHighest) {
      let size = PlotValues.bucketSize
      let first = bucket * size
      range = first..<first + size
      let start = x.position(of: places[first]) ?? 0
      // The next bucket begins beyond this one.
      let end = x.position(of: places[min(range.upperBound, columns.count - 1)]) ?? 0
      if abs(end - start) <= widest {
        return Vertex(
          index: first + size / 2,
          place: CGPoint(x: (start + end) / 2, y: y.position(of: value) ?? 0), isPoint: false)
      }
    }
    return vertex(values.extreme(in: range, isHighest: isHighest))
  }

  /// Returns the vertex at a point that is no gap.
  func vertex(_ index: Int) -> Vertex { Vertex(index: index, place: point(index), isPoint: true) }

  /// Returns the places of the highest and the lowest point of a range along the y axis, to a 64th of a
  /// pixel.
  @inline(__always)
  func edges(of range: Range<Int>) -> (top: Double, bottom: Double) {
    let (low, high) = values.peaks(in: range)
    let places = (y.position(of: low) ?? 0, y.position(of: high) ?? 0)
    return isUpward ? (places.1, places.0) : places
  }

  /// The least width of a part of a line of which the vertices are chosen on a thread of its own, in pixels.
  private static let partWidth = 128.0

  /// Returns the vertices that draw a run: all points, or those that a ``LineDecimator`` chooses, if there
  /// are many for each pixel.
  ///
  /// They are chosen in parts of the run, concurrently.
  ///
  /// - Parameter penRadius: the radius of the round pen that strokes the line, in points; 0 if there is
  ///   none.
  func vertices(of run: Range<Int>, width: Double, penRadius: Double) -> [CGPoint] {
    let pixels = min(width * scale, 2.5e5) + 1
    if Double(run.count) <= 16 * pixels { return run.map(point) }
    let (start, end) = (key(run.lowerBound), key(run.upperBound - 1))
    let left = max(start, keys.lowerBound)
    let span = max(0, min(end, keys.upperBound) - left)
    let count = max(1, Int(span * scale / Self.partWidth))
    let borders = (0...count).map { number in
      switch number {
      case 0: run.lowerBound
      case count: run.upperBound
      default: firstIndex(in: run, from: left + span * Double(number) / Double(count))
      }
    }
    // Discs further away touch none of the part.
    let margin = 2 * penRadius + 1 / scale
    nonisolated(unsafe) let tracer = self
    return concurrentMap(count) { number -> [CGPoint] in
      let part = borders[number]..<borders[number + 1]
      if part.isEmpty { return [] }
      let first = tracer.key(part.lowerBound) - margin
      let last = tracer.key(part.upperBound - 1) + margin
      let around =
        tracer.firstIndex(in: run, from: first)..<tracer.firstIndex(in: run, from: last)
      var decimator = LineDecimator(scale: tracer.scale, penRadius: penRadius)
      return decimator.vertices(
        of: part, in: around, tracer, width: span / Double(count) + 2 * margin)
    }.flatMap { $0 }
  }

  /// Calls `body` with the middle of each half pixel with points, and the smallest and the largest
  /// of their values.
  func forEachColumn(in run: Range<Int>, _ body: (Int, Double, Double) -> Void) {
    let density = 2 * scale
    PixelColumns(places, values, x, sign: sign, perPoint: density).forEachColumn(in: run) {
      body(
        Int((point($0.first).x * density).rounded(.down)), $0.low, $0.high)
    }
  }
}
