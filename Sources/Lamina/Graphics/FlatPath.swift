import Foundation

/// Polygons and polylines in device pixels: what curves and strokes become before coverage is
/// computed.
struct FlatPath: Sendable, Equatable {
  /// One run of points.
  struct Subpath: Sendable, Equatable {
    /// Index of its first point.
    var start: Int
    /// One past the index of its last point.
    var end: Int
    /// Whether a line leads from the last point back to the first.
    var isClosed: Bool
  }

  /// How much of a pixel's coverage a curve may gain or lose at most where lines stand for it.
  static let tolerance = 0.018
  /// Every picture lies inside ±`reach` device pixels; curves outside it become single lines.
  static let reach = 262_144.0
  /// How often a curve is halved at most, when what lies outside the picture is left alone.
  private static let maximumDepth = 16
  /// The same for strokes too wide to leave anything alone: at most 4,096 lines for a curve.
  private static let maximumDepthEverywhere = 8

  private(set) var points: [SIMD2<Double>] = []
  private(set) var subpaths: [Subpath] = []

  /// Flattens `path` after `transform`. Curves further than `margin` pixels outside ±``reach``
  /// are not subdivided.
  ///
  /// - Parameters:
  ///   - sight: leaves out what it does not show.
  ///   - keepsLengths: whether subpaths that are seen have to be as long as they are.
  init(
    _ path: Path, transform: Transform2D, margin: Double = 0, sight: Sight? = nil,
    keepsLengths: Bool = false
  ) {
    let limit = Self.reach + margin
    var start = SIMD2<Double>(0, 0)
    var current = SIMD2<Double>(0, 0)
    let elements = path.elements
    points.reserveCapacity(elements.count + 1)
    var thinning = keepsLengths ? nil : sight
    var index = 0
    while index < elements.count {
      let first = points.count
      switch elements[index] {
      case .move(let point):
        finish(closed: false, &thinning)
        if let sight {
          var end = index
          let extent = Self.extent(of: elements, from: index, transform, end: &end)
          if !sight.sees(extent.low, extent.high) {
            index = end
            continue
          }
        }
        start = Self.map(point, transform)
        current = start
        points.append(current)
      case .line(let point):
        current = Self.map(point, transform)
        points.append(current)
      case .quadCurve(let point, let control):
        let end = Self.map(point, transform)
        let middle = Self.map(control, transform)
        let control1 = current + (middle - current) * (2 / 3)
        let control2 = end + (middle - end) * (2 / 3)
        addCubic(current, control1, control2, end, limit, thinning)
        current = end
      case .curve(let point, let control1, let control2):
        let end = Self.map(point, transform)
        addCubic(
          current, Self.map(control1, transform), Self.map(control2, transform), end, limit,
          thinning)
        current = end
      case .closeSubpath:
        finish(closed: true, &thinning)
        current = start
      }
      if thinning != nil { thinning!.add(&points, from: min(first, points.count)) }
      index += 1
    }
    finish(closed: false, &thinning)
  }

  /// Makes a path of nothing.
  init() {}

  /// Makes an open line through points.
  ///
  /// - Parameter sight: leaves out what it does not show.
  init(line: [CGPoint], transform: Transform2D, sight: Sight? = nil) {
    points.reserveCapacity(line.count)
    guard var sight else {
      for point in line { points.append(Self.map(point, transform)) }
      finish(closed: false)
      return
    }
    sight.begin(points)
    for point in line {
      points.append(Self.map(point, transform))
      sight.add(&points, from: points.count - 1)
    }
    var thinning: Sight? = sight
    finish(closed: false, &thinning)
  }

  /// Makes room for `count` more points, and at least twice as many as there are.
  mutating func reserve(_ count: Int) {
    let needed = points.count + count
    if needed > points.capacity { points.reserveCapacity(max(needed, 2 * points.capacity)) }
  }

  /// Adds a point of the polygon under way.
  @inline(__always)
  mutating func append(point: SIMD2<Double>) { points.append(point) }

  /// Ends the polygon that was added point by point.
  mutating func finishPolygon(movedBy transform: Transform2D?) {
    if let transform {
      for index in (subpaths.last?.end ?? 0)..<points.count {
        points[index] = Self.map(CGPoint(x: points[index].x, y: points[index].y), transform)
      }
    }
    finish(closed: true)
  }

  /// Ends the run of points that was added point by point.
  mutating func finishPart(closed: Bool) { finish(closed: closed) }

  mutating func move(by offset: SIMD2<Double>) {
    for index in points.indices { points[index] += offset }
  }

  /// A point in device pixels; what overflows is cut off far outside every picture.
  @inline(__always)
  static func map(_ point: CGPoint, _ transform: Transform2D) -> SIMD2<Double> {
    SIMD2(
      bounded(point.x * transform.a + point.y * transform.c + transform.tx),
      bounded(point.x * transform.b + point.y * transform.d + transform.ty))
  }

  /// `value` within ±1e150, so that sums and products of a few of them stay finite; NaN is 0.
  @inline(__always)
  static func bounded(_ value: Double) -> Double {
    value == value ? max(-1e150, min(1e150, value)) : 0
  }

  private mutating func finish(closed: Bool) {
    let first = subpaths.last?.end ?? 0
    if first < points.count {
      subpaths.append(Subpath(start: first, end: points.count, isClosed: closed))
    }
  }

  /// Ends a subpath, without what is not seen.
  private mutating func finish(closed: Bool, _ sight: inout Sight?) {
    if sight != nil { _ = sight!.finish(&points, end: points.count) }
    finish(closed: closed)
    sight?.begin(points)
  }

  private mutating func addCubic(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>,
    _ limit: Double, _ sight: Sight?
  ) {
    let steps = Self.steps(a, b, c, d)
    if steps <= 1 || sight?.isAboveOrBelow(a, b, c, d) == true {
      points.append(d)
    } else if steps <= 64 {
      addSteps(Int(steps), a, b, c, d)
    } else {
      let depth =
        limit <= 2 * Self.reach ? Self.maximumDepth : Self.maximumDepthEverywhere
      subdivide(a, b, c, d, limit, depth)
    }
  }

  /// How many lines stand for a curve.
  ///
  /// Between points at n equal steps, chords are up to h = |second derivative| / 8 / n² away
  /// from the curve. ``addSteps(_:_:_:_:_:)`` moves the points out by two thirds of that, so that
  /// as much lies on one side of the curve as on the other: 0.128 h of a chord's length. What a
  /// pixel gains or loses along a side of it is no more than the ``tolerance`` if either two
  /// thirds of h or that area is not.
  @inline(__always)
  private static func steps(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) -> Double {
    let first = a - b - b + c
    let last = b - c - c + d
    // The second derivative is 6 times as long.
    let bend = max(square(first), square(last)).squareRoot()
    // The curve is nowhere faster than three times the longest of its control polygon's lines.
    let speed = 3 * max(max(square(b - a), square(c - b)), square(d - c)).squareRoot()
    let steps = min(
      (bend * (0.5 / tolerance)).squareRoot(),
      cubeRoot(bend * speed * (0.09625 / tolerance)))
    return (steps + 2 * shortened).rounded(.up)
  }

  /// By how much of a step a curve's first and last step are shorter than those between.
  private static let shortened = 0.2928932188134524

  @inline(__always)
  private static func square(_ v: SIMD2<Double>) -> Double { v.x * v.x + v.y * v.y }

  /// The cube root of a number that is not negative, up to 0.2 % too large; the same on every
  /// processor.
  @inline(__always)
  static func cubeRoot(_ value: Double) -> Double {
    // A third of the exponent, then a step of Newton's method.
    let guess = Double(bitPattern: value.bitPattern / 3 + 0x2A9F_7893_0000_0000)
    return (guess + guess + value / (guess * guess)) / 3
  }

  /// `count` lines between points of a curve, moved out by a twelfth of the second derivative and
  /// of the square of a step.
  ///
  /// The curve's ends stay where they are, so the first and the last step are 1/√2 as long as
  /// those between: there, too, as much lies on one side as on the other.
  private mutating func addSteps(
    _ count: Int, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>
  ) {
    let c1 = (b - a) * 3
    let c2 = (a - b - b + c) * 3
    let c3 = d - a + (b - c) * 3
    let scale = 1 / (Double(count) - 2 * Self.shortened)
    let start = a - c2 * (scale * scale / 6)
    let speed = c1 - c3 * (scale * scale / 2)
    for index in 1..<count {
      let t = (Double(index) - Self.shortened) * scale
      points.append(start + t * (speed + t * (c2 + t * c3)))
    }
    points.append(d)
  }

  /// Halves a long curve until its parts are short or out of reach.
  private mutating func subdivide(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>,
    _ limit: Double, _ depth: Int
  ) {
    let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
    let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
    let isOutside = low.x > limit || low.y > limit || high.x < -limit || high.y < -limit
    let steps = Self.steps(a, b, c, d)
    if isOutside || depth == 0 || steps <= 1 {
      points.append(d)
      return
    }
    if steps <= 16 {
      addSteps(Int(steps), a, b, c, d)
      return
    }
    let ab = (a + b) * 0.5
    let bc = (b + c) * 0.5
    let cd = (c + d) * 0.5
    let abc = (ab + bc) * 0.5
    let bcd = (bc + cd) * 0.5
    let middle = (abc + bcd) * 0.5
    subdivide(a, ab, abc, middle, limit, depth - 1)
    subdivide(middle, bcd, cd, d, limit, depth - 1)
  }
}
