import Foundation

/// Open lines that never turn back in x, one beside the other, such as a graph with gaps, and the
/// pen that strokes them, in device pixels.
package struct MonotonePolyline: Sendable, Equatable {
  /// One of the lines.
  struct Run: Sendable, Equatable {
    /// The indices of its points, from left to right. A single point is a dot.
    var points: Range<Int>
    /// The x coordinates at which the stroke begins and ends.
    var leftEnd = 0.0
    var rightEnd = 0.0
    /// The range in which round joins reach nowhere past a straight end.
    var ends = -Double.infinity...Double.infinity
  }

  /// The distance from the origin, in pixels, beyond which points are left to ``PathRasterizer``.
  static let limit = 30_000.0
  /// The minimum radius; thinner lines could slip between samples.
  package static let smallestRadius = 0.25

  /// The points of all lines, without consecutive duplicates.
  private(set) var points: [SIMD2<Double>] = []
  private(set) var runs: [Run] = []
  private(set) var style = StrokeStyle()
  private var rises = true
  private var falls = true
  private var lastX = Double.nan

  var radius: Double { style.width / 2 }

  /// The distance in x that a join or a cap may reach from its point: √2 radii at most.
  var reach: Double { radius * 1.5 }

  /// Creates no lines.
  init() {}

  /// Creates the lines of a path in device pixels. Returns nil if it closes one, if they turn back in
  /// x, overlap in x or extend too far, or if the pen is too thin or too wide.
  package init?(_ path: FlattenedPath, _ style: StrokeStyle) {
    guard begin(style) else { return nil }
    points.reserveCapacity(path.points.count)
    for subpath in path.subpaths {
      guard !subpath.isClosed, add(path.points[subpath.start..<subpath.end], { $0 }) else {
        return nil
      }
    }
    guard finish() else { return nil }
  }

  /// Replaces the lines by one through points, as ``init(_:_:)`` creates it.
  ///
  /// - Parameters:
  ///   - transform: the transform from the points to device pixels, without stretching.
  ///   - style: the pen, in device pixels.
  /// - Returns: false if that cannot be done; there are no usable lines then.
  mutating func set(
    _ line: UnsafeBufferPointer<CGPoint>, _ transform: Transform2D, _ style: StrokeStyle
  ) -> Bool {
    let (a, b, c, d) = (transform.a, transform.b, transform.c, transform.d)
    let (tx, ty) = (transform.tx, transform.ty)
    return begin(style)
      && add(line) { SIMD2($0.x * a + $0.y * c + tx, $0.x * b + $0.y * d + ty) }
      && finish()
  }

  private mutating func begin(_ style: StrokeStyle) -> Bool {
    points.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    self.style = style
    (rises, falls, lastX) = (true, true, .nan)
    return radius >= Self.smallestRadius && radius < Self.limit
  }

  private mutating func add<Points: Collection>(
    _ line: Points, _ place: (Points.Element) -> SIMD2<Double>
  ) -> Bool {
    let start = points.count
    var last = SIMD2(lastX, .nan)
    for point in line {
      let p = place(point)
      guard abs(p.x) < Self.limit, abs(p.y) < Self.limit else { return false }
      if p == last { continue }
      if p.x < last.x { rises = false }
      if p.x > last.x { falls = false }
      points.append(p)
      last = p
    }
    if points.count > start { runs.append(Run(points: start..<points.count)) }
    lastX = last.x
    return true
  }

  private mutating func finish() -> Bool {
    guard rises || falls, runs.contains(where: { $0.points.count > 1 }),
      style.cap == .round || runs.allSatisfy({ $0.points.count > 1 })
    else { return false }
    if !rises {
      points.reverse()
      runs.reverse()
      for index in runs.indices {
        let old = runs[index].points
        runs[index].points = points.count - old.upperBound..<points.count - old.lowerBound
      }
    }
    for index in runs.indices { setEnds(&runs[index]) }
    return true
  }

  private func setEnds(_ run: inout Run) {
    let (first, last) = (run.points.lowerBound, run.points.upperBound - 1)
    if first == last {
      (run.leftEnd, run.rightEnd) = (points[first].x - radius, points[first].x + radius)
      return
    }
    run.leftEnd = points[first].x - capReach(points[first + 1] - points[first])
    run.rightEnd = points[last].x + capReach(points[last] - points[last - 1])
    let reach = style.cap == .round ? -1 : radius
    let inner = (points[first].x + reach, points[last].x - reach)
    run.ends = inner.0 <= inner.1 ? inner.0...inner.1 : .infinity ... .infinity
  }

  /// Returns the distance in x that the cap of a line extends beyond its end.
  private func capReach(_ line: SIMD2<Double>) -> Double {
    let direction = Stroker.direction(line)
    switch style.cap {
    case .butt: return abs(direction.y) * radius
    case .round: return radius
    case .square: return (abs(direction.x) + abs(direction.y)) * radius
    }
  }

  /// The columns that the stroke may touch.
  var columns: Range<Int> {
    guard let first = points.first, let last = points.last else { return 0..<0 }
    let reach = style.join == .miter || style.cap == .square ? reach : radius
    return Int((first.x - reach).rounded(.down))..<Int((last.x + reach).rounded(.up))
  }

  /// Returns a column before which the stroke covers what another covers, since both lines begin with
  /// the same points: a multiple of ``stripWidth``; nil if there is none.
  package func firstColumnUnlike(_ other: MonotonePolyline) -> Int? {
    guard style == other.style else { return nil }
    let count = min(points.count, other.points.count)
    var shared = (0..<count).first { points[$0] != other.points[$0] } ?? count
    for (run, otherRun) in zip(runs, other.runs) where run.points != otherRun.points {
      if run.points.lowerBound != otherRun.points.lowerBound {
        shared = min(shared, run.points.lowerBound, otherRun.points.lowerBound)
      }
      break
    }
    guard shared > 0 else { return nil }
    // A block of columns is drawn from the points that reach it and the next one. That must not be one
    // that is near a straight end of either line.
    let limit = points[shared - 1].x - radius
    guard let next = points[..<shared].last(where: { $0.x <= limit }) else { return nil }
    return Int(next.x - reach) & ~(Self.stripWidth - 1)
  }

  /// The pixels that the stroke may touch, in strips of ``stripWidth`` columns from left to right.
  package func strips() -> [PixelRect] {
    let columns = columns
    if columns.isEmpty { return [] }
    let shift = Self.stripWidth.trailingZeroBitCount
    let first = columns.lowerBound >> shift
    let origin = Double(first << shift)
    var rows = [SIMD2<Double>](
      repeating: SIMD2(.infinity, -.infinity),
      count: (columns.upperBound - 1) >> shift - first + 1)
    let reach = reach
    for run in runs {
      var last = points[run.points.lowerBound]
      // The strip in which the line was last, if it was in one alone, and its edges.
      var (strip, left, right) = (0, Double.infinity, -Double.infinity)
      for point in points[run.points] {
        if last.x >= left, point.x < right {
          rows[strip] = SIMD2(min(rows[strip].x, point.y), max(rows[strip].y, point.y))
          last = point
          continue
        }
        let start = Int(max(0, last.x - reach - origin)) >> shift
        let end = min(rows.count - 1, Int(max(0, point.x + reach - origin)) >> shift)
        let (low, high) = (min(last.y, point.y), max(last.y, point.y))
        for strip in start..<max(start, end + 1) {
          rows[strip] = SIMD2(min(rows[strip].x, low), max(rows[strip].y, high))
        }
        if start == end {
          strip = start
          left = origin + Double(strip << shift) + reach
          right = left + Double(Self.stripWidth) - 2 * reach
        }
        last = point
      }
    }
    // Miters reach further.
    let margin = min(
      Self.limit, style.join == .miter ? radius * max(1.5, abs(style.miterLimit)) : reach)
    return rows.enumerated().compactMap { index, row in
      guard row.x <= row.y else { return nil }
      let left = (first + index) << shift
      return PixelRect(
        minX: max(left, columns.lowerBound), minY: Int((row.x - margin).rounded(.down)),
        maxX: min(left + Self.stripWidth, columns.upperBound),
        maxY: Int((row.y + margin).rounded(.up)))
    }
  }

  /// The width of the strips, a power of two.
  static let stripWidth = 32
}

extension FlattenedPath {
  /// The number of points from which a graph may be dense.
  private static let fewestGraphPoints = 256

  /// True for a graph, with or without gaps, that has more points than pixels across: open lines that
  /// never turn back in x.
  package var isDenseGraph: Bool {
    guard points.count >= Self.fewestGraphPoints, let first = points.first, let last = points.last,
      Double(points.count) > abs(last.x - first.x),
      subpaths.allSatisfy({ !$0.isClosed })
    else { return false }
    let sign: Double = first.x <= last.x ? 1 : -1
    var x = first.x * sign
    for point in points {
      if point.x * sign < x { return false }
      x = point.x * sign
    }
    return true
  }
}
