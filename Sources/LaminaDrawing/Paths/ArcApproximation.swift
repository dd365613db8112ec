/// An approximation of the arc of a round join or cap by corners.
///
/// The first and the last corner lie on the tangents at the arc's ends. From these, equal steps
/// lead to the middle, where one step may be shorter or two are. The corners lie slightly outside
/// the circle, so that on average as much area is added as is removed.
struct ArcApproximation {
  private let radius: Double
  /// The cosine and the sine of a step between corners.
  private let step: SIMD2<Double>
  /// The cosine of two steps.
  private let twoSteps: Double
  /// The distance from the centre of corners between whole steps, in the pen's space.
  private let outside: Double
  /// The distance from the arc's ends of the corners on the tangents, in the pen's space; the
  /// cosine and the sine of the turn to these.
  private let aside: Double
  private let first: SIMD2<Double>
  /// The cosine of the largest turn for which one corner, on both tangents, is enough.
  let single: Double
  /// The maximum number of corners in half a turn.
  let largestCornerCount: Int
  /// The corners of the second half of the current arc, from its end.
  private var later: [SIMD2<Double>] = []

  /// Creates an arc approximation for a radius.
  ///
  /// - Parameters:
  ///   - radius: the radius in the pen's space.
  ///   - scale: the maximum number of device pixels in a unit of that space.
  init(radius: Double, scale: Double) {
    self.radius = radius
    // For steps of `turn`, corners are turn² / 12 radii outside the circle, and the coverage error
    // of a pixel is at most about 0.03 turn³ square radii. A step is at most about a sixth and at
    // least some 1/3,000 of a full turn.
    let pixels = radius * scale
    let far = (12 * Stroker.tolerance / pixels).squareRoot()
    let near = FlattenedPath.cubeRoot(Stroker.tolerance / (0.03 * pixels * pixels))
    let turn = max(0.002, min(1.05, max(far, near)))
    step = Self.rotation(turn)
    twoSteps = 2 * step.x * step.x - 1
    outside = Self.reach(step.x) * radius
    let tangent = Self.tangent(0.3 * turn)
    aside = tangent * radius
    let cosine = 1 / (1 + tangent * tangent).squareRoot()
    first = SIMD2(cosine, tangent * cosine)
    single = Self.rotation(0.7 * turn).x
    // One on each tangent, one for each step and one where two are left.
    largestCornerCount = Int(3.15 / turn) + 3
  }

  /// Adds the corners between two directions at most half a turn apart, turning from +x towards +y;
  /// the turn is larger than the ``single`` one.
  mutating func add(
    to outline: inout FlattenedPath, _ center: SIMD2<Double>, _ start: SIMD2<Double>,
    _ end: SIMD2<Double>
  ) {
    outline.append(point: center + start * radius - Stroker.left(start) * aside)
    var forth = Self.turned(start, first)
    var back = Self.turnedBack(end, first)
    var cosine = forth.x * back.x + forth.y * back.y
    while cosine < twoSteps {
      forth = Self.turned(forth, step)
      back = Self.turnedBack(back, step)
      outline.append(point: center + forth * outside)
      later.append(center + back * outside)
      cosine = forth.x * back.x + forth.y * back.y
    }
    if cosine < step.x {
      let half = ((1 + cosine) / 2).squareRoot()
      outline.append(point: center + (forth + back) * (Self.reach(half) * radius / (half + half)))
    }
    while let corner = later.popLast() { outline.append(point: corner) }
    outline.append(point: center + end * radius + Stroker.left(end) * aside)
  }

  /// Returns the distance from the centre, in radii, of a corner between two steps: as much area is
  /// added as is missing between them.
  private static func reach(_ cosine: Double) -> Double { 1 + (1 - cosine) / 6 }

  /// Returns the tangent of a turn up to 1/2, to four digits.
  private static func tangent(_ turn: Double) -> Double {
    turn * (1 + turn * turn / 3 * (1 + 0.4 * turn * turn))
  }

  private static func rotation(_ turn: Double) -> SIMD2<Double> {
    let half = tangent(turn / 2)
    return SIMD2(1 - half * half, 2 * half) / (1 + half * half)
  }

  private static func turned(_ v: SIMD2<Double>, _ turn: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(v.x * turn.x - v.y * turn.y, v.x * turn.y + v.y * turn.x)
  }

  private static func turnedBack(_ v: SIMD2<Double>, _ turn: SIMD2<Double>) -> SIMD2<Double> {
    turned(v, SIMD2(turn.x, -turn.y))
  }
}
