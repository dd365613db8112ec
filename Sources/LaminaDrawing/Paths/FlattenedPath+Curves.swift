extension FlattenedPath {
  /// The limits and the tolerance with which curves are flattened for a pen or a fill.
  struct FlatteningLimits {
    /// The maximum number of times a curve is halved if parts outside the picture are not
    /// subdivided.
    private static let maximumDepth = 16
    /// The same for strokes so wide that everything is subdivided: at most 4,096 lines for a curve.
    private static let maximumDepthEverywhere = 8

    /// The distance beyond which curves are not subdivided: those outside ±`limit`.
    let limit: Double
    /// True if the curves are stroked.
    let isStroked: Bool
    /// The distance from the curves within which corners turn with a curve's ends.
    fileprivate let cornerRadius: Double

    /// Creates the limits for a pen.
    ///
    /// - Parameter pen: the pen that strokes the curves; nil for a fill.
    init(_ pen: Stroker.Pen?) {
      limit = FlattenedPath.reach + (pen?.margin ?? 0)
      isStroked = pen != nil
      cornerRadius = pen?.cornerRadius ?? 0
    }

    var depth: Int {
      limit <= 2 * FlattenedPath.reach ? Self.maximumDepth : Self.maximumDepthEverywhere
    }
  }

  /// A cubic Bézier curve by its control points.
  struct Cubic {
    var a: SIMD2<Double>
    var b: SIMD2<Double>
    var c: SIMD2<Double>
    var d: SIMD2<Double>

    init(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) {
      (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// The bounding box of the control points, which contains the curve.
    var extent: PathBounds {
      var extent = PathBounds()
      extent.add(a)
      extent.add(b)
      extent.add(c)
      extent.add(d)
      return extent
    }

    /// Returns true if all control points lie outside ±`limit`, on the same side.
    func isOutside(_ limit: Double) -> Bool {
      let extent = extent
      return extent.low.x > limit || extent.low.y > limit || extent.high.x < -limit
        || extent.high.y < -limit
    }

    /// The direction of the curve at its beginning; 0 for a curve that is a point.
    var tangent: SIMD2<Double> { b != a ? b - a : c != a ? c - a : d - a }

    /// True if two lines of the control polygon are clearly more than a quarter turn apart. If none
    /// are, the curve is nowhere so slow that it turns sharply between two of its points.
    var mayTurnTightly: Bool {
      let (start, middle, end) = (b - a, c - b, d - c)
      return Self.turnsBack(start, middle) || Self.turnsBack(middle, end)
        || Self.turnsBack(start, end)
    }

    /// Returns true if the cosine of the turn is less than -0.1.
    private static func turnsBack(_ v: SIMD2<Double>, _ w: SIMD2<Double>) -> Bool {
      let dot = v.x * w.x + v.y * w.y
      return dot < 0
        && dot * dot > 0.01 * (v.x * v.x + v.y * v.y) * (w.x * w.x + w.y * w.y)
    }

    var reversed: Cubic { Cubic(d, c, b, a) }

    var halves: (first: Cubic, second: Cubic) {
      let ab = (a + b) * 0.5
      let bc = (b + c) * 0.5
      let cd = (c + d) * 0.5
      let abc = (ab + bc) * 0.5
      let bcd = (bc + cd) * 0.5
      let middle = (abc + bcd) * 0.5
      return (Cubic(a, ab, abc, middle), Cubic(middle, bcd, cd, d))
    }
  }

  /// Adds the lines that approximate a curve, without its first point.
  mutating func add(_ curve: Cubic, _ flattening: FlatteningLimits, _ culling: ClipCulling?) {
    let steps = CurveSubdivision(curve, isStroked: flattening.isStroked)
    let first = points.count
    if steps.count <= 1 || culling?.isAboveOrBelow(curve) == true {
      points.append(curve.d)
    } else if steps.count <= 64 {
      add(curve, steps)
    } else {
      subdivide(curve, flattening, depth: flattening.depth)
    }
    if flattening.cornerRadius > 0 {
      if curve.mayTurnTightly { roundTurns(of: curve, from: first, flattening.cornerRadius) }
      turnEnds(of: curve, from: first, flattening.cornerRadius)
    }
  }

  /// Makes sharp corners between the lines of a flattened curve turn in steps too small for a join,
  /// along arcs too small to be visible: inside a curve, a stroke turns with the pen, not with its
  /// joins. A corner is sharp if a join would stand out by ``seenCorner``.
  ///
  /// - Parameter first: the index of the curve's first point.
  private mutating func roundTurns(of curve: Cubic, from first: Int, _ cornerRadius: Double) {
    let sharp = max(0, 1 - 4 * Self.seenCorner / cornerRadius)
    let unseen = Stroker.cosineOfUnseenTurn(cornerRadius)
    var rounded: [SIMD2<Double>] = []
    var (last, before) = (curve.a, SIMD2<Double>.zero)
    for index in first..<points.count {
      let point = points[index]
      if point == last { continue }
      let after = Stroker.direction(point - last)
      if before != .zero, (before * after).sum() < sharp {
        Self.addTurn(from: before, to: after, unseen, depth: 10) {
          last += $0 * Self.turnStep
          rounded.append(last)
        }
      }
      rounded.append(point)
      (last, before) = (point, after)
    }
    if rounded.count > points.count - first { points.replaceSubrange(first..., with: rounded) }
  }

  /// Passes directions between two others to `body`, each less than an invisible turn from the
  /// next.
  private static func addTurn(
    from: SIMD2<Double>, to: SIMD2<Double>, _ unseen: Double, depth: Int,
    _ body: (SIMD2<Double>) -> Void
  ) {
    let sum = from + to
    // Halfway between opposite directions, on either side.
    let isReversal = abs(sum.x) + abs(sum.y) < 1e-9
    let middle = isReversal ? Stroker.left(from) : Stroker.direction(sum)
    if depth == 0 || (from * to).sum() > unseen { return body(middle) }
    addTurn(from: from, to: middle, unseen, depth: depth - 1, body)
    addTurn(from: middle, to: to, unseen, depth: depth - 1, body)
  }

  /// The distance by which a join inside a curve may stand out from the pen's circle, in device
  /// pixels.
  private static let seenCorner = 1.0 / 32
  /// The length of a line that approximates a part of a turn, in device pixels.
  private static let turnStep = 0x1p-16

  /// Makes a flattened curve begin and end in the directions of the curve itself, with a short line
  /// at each end where that moves a corner at the radius from the curve visibly.
  ///
  /// - Parameter first: the index of the curve's first point.
  private mutating func turnEnds(of curve: Cubic, from first: Int, _ cornerRadius: Double) {
    if let point = Self.turned(curve.a, points[first], curve.tangent, cornerRadius) {
      points.insert(point, at: first)
    }
    let last = points.count > first + 1 ? points[points.count - 2] : curve.a
    if let point = Self.turned(curve.d, last, curve.reversed.tangent, cornerRadius) {
      points.insert(point, at: points.count - 1)
    }
  }

  /// Returns a point on the tangent at the end of a curve for its line to pass through on the way
  /// to `next`, or nil if the line is near enough to the tangent.
  private static func turned(
    _ end: SIMD2<Double>, _ next: SIMD2<Double>, _ tangent: SIMD2<Double>, _ cornerRadius: Double
  ) -> SIMD2<Double>? {
    let chord = next - end
    let (length, speed) = (Stroker.length(chord), Stroker.length(tangent))
    let turn = abs(chord.x * tangent.y - chord.y * tangent.x)
    guard length * speed > 0 else { return nil }
    let shift = turn / (length * speed) * cornerRadius
    guard shift > seenShift else { return nil }
    // Long enough that the stroke's inner side is cut off where its two lines meet.
    return end + tangent * (min(length / 4, shift * 4 / 3) / speed)
  }

  /// The maximum error of the position of a corner at a stroke's end, in device pixels.
  private static let seenShift = 1.0 / 32

  /// Halves a long curve until its parts are short or out of reach.
  private mutating func subdivide(_ curve: Cubic, _ flattening: FlatteningLimits, depth: Int) {
    let steps = CurveSubdivision(curve, isStroked: flattening.isStroked)
    if curve.isOutside(flattening.limit) || depth == 0 || steps.count <= 1 {
      points.append(curve.d)
      return
    }
    if steps.count <= 16 {
      add(curve, steps)
      return
    }
    let halves = curve.halves
    subdivide(halves.first, flattening, depth: depth - 1)
    subdivide(halves.second, flattening, depth: depth - 1)
  }

  /// Adds lines between points of a curve that are offset outwards by a twelfth of the second
  /// derivative times the square of a step: the areas on both sides of the curve are equal.
  ///
  /// The curve's ends stay in place, so the first and the last step are 1/√2 as long as those
  /// between: that balances the areas there, too.
  private mutating func add(_ curve: Cubic, _ steps: CurveSubdivision) {
    let (a, b, c, d) = (curve.a, curve.b, curve.c, curve.d)
    let c1 = (b - a) * 3
    let c2 = (a - b - b + c) * 3
    let c3 = d - a + (b - c) * 3
    for corner in 1..<Int(steps.count) {
      let (t, step) = steps.place(corner)
      let out = (c2 * (1.0 / 6) + c3 * (t * 0.5)) * (step * step)
      points.append(a - out + t * (c1 + t * (c2 + t * c3)))
    }
    let extent = curve.extent
    if Self.isFar(extent) {
      for index in points.count - Int(steps.count) + 1..<points.count {
        points[index] = laneMax(
          laneMin(points[index], extent.high), extent.low)
      }
    }
    points.append(d)
  }

  /// Returns true if part of a curve is so far away that rounding, or the offset along an almost
  /// straight curve, may put points beside it.
  private static func isFar(_ extent: PathBounds) -> Bool {
    let far = 16_384 * reach
    return extent.low.x < -far || extent.low.y < -far || extent.high.x > far || extent.high.y > far
  }
}

/// The number of lines that approximate a curve, and the parameters at which they meet.
///
/// A chord of a curve f over a parameter step h deviates from it by up to |f''| h² / 8. If the
/// points are offset outwards by two thirds of that, an area of 0.016 |f' × f''| h³ lies on one
/// side of a line, and as much on the other. The coverage error of a pixel along one of its sides
/// is within the ``tolerance`` if either that area or two thirds of that distance is.
struct CurveSubdivision {
  /// The maximum coverage error of a pixel along a curve.
  static let tolerance = 0.015
  /// The fraction by which a curve's first and last step are shorter than those between.
  static let shortened = 0.2928932188134524

  /// The number of lines, a whole number.
  let count: Double
  private let pace: Parameterization

  /// Creates the steps for a curve.
  ///
  /// - Parameter isStroked: whether lines will be drawn along the curve. Then steps are equal, and
  ///   short where the curve doubles back on itself.
  init(_ curve: FlattenedPath.Cubic, isStroked: Bool) {
    let (start, middle, end) = (curve.b - curve.a, curve.c - curve.b, curve.d - curve.c)
    let first = middle - start
    let last = end - middle
    // The second derivative is 6 times as long.
    let bend = Self.larger(Self.square(first), Self.square(last)).squareRoot()
    var near = (bend * (0.5 / Self.tolerance)).squareRoot()
    var area: Double
    if isStroked {
      pace = Parameterization()
      // The curve is nowhere faster than three times the longest line of its control polygon.
      let longest = Self.larger(
        Self.larger(Self.square(start), Self.square(middle)), Self.square(end))
      area = 18 * bend * longest.squareRoot()
    } else {
      // f' × f'' is a quadratic function of the parameter: its values at the start, in the middle
      // and at the end.
      let from = 18 * Self.cross(start, first)
      let half = 2.25 * Self.cross(start + middle + middle + end, first + last)
      let to = 18 * Self.cross(end, last)
      pace = Parameterization(abs(from), abs(half), abs(to))
      near *= pace.fastest
      let linear = 4 * half - 3 * from - to
      let square = 2 * (from + to) - 4 * half
      area = 0
      for quarter in 0...4 {
        let (t, speed) = pace.place(Double(quarter) * 0.25)
        area = Self.larger(
          area, abs(from + t * (linear + t * square)) * (speed * speed * speed))
      }
    }
    let wide = FlattenedPath.cubeRoot(area * (0.016 / Self.tolerance))
    let least = (wide < near ? wide : near) + 2 * Self.shortened
    let nearest = least + NearestInteger.shift - NearestInteger.shift
    count = nearest < least ? nearest + 1 : nearest
  }

  /// Returns the curve's parameter at a corner, the first of which is 1, and the length of a step
  /// there.
  func place(_ corner: Int) -> (t: Double, step: Double) {
    let scale = 1 / (count - 2 * Self.shortened)
    let (t, speed) = pace.place((Double(corner) - Self.shortened) * scale)
    return (t, speed * scale)
  }

  /// Returns the larger of two numbers without a branch.
  private static func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

  private static func square(_ v: SIMD2<Double>) -> Double { v.x * v.x + v.y * v.y }

  private static func cross(_ v: SIMD2<Double>, _ w: SIMD2<Double>) -> Double {
    v.x * w.y - v.y * w.x
  }

  /// The parameterization of a curve from 0 to 1: slower where the curve bends more.
  private struct Parameterization {
    /// The amount by which the pace is faster at the start than at the end, and at both than in the
    /// middle.
    private let early: Double
    private let outer: Double

    /// Creates a constant pace.
    init() { (early, outer) = (0, 0) }

    /// Creates a pace from a curve's bend.
    ///
    /// - Parameters: the amount of bend at the curve's start, in its middle and at its end.
    init(_ start: Double, _ middle: Double, _ end: Double) {
      let sum = start + 2 * middle + end
      let share = sum > 1e-200 ? 1 / sum : 0
      early = (end - start) * share * 0.5
      outer = (2 * middle - start - end) * share * (1.0 / 3)
    }

    /// An upper bound of the speed.
    var fastest: Double { CurveSubdivision.larger(1 + abs(early) + outer, 1 - 0.5 * outer) }

    func place(_ part: Double) -> (t: Double, speed: Double) {
      let rest = 1 - part
      let both = part * rest
      return (
        part + both * (early + outer * (rest - part)),
        1 + early * (rest - part) + outer * (1 - 6 * both)
      )
    }
  }
}

extension FlattenedPath {
  /// Returns the cube root of a number that is not negative, up to 0.2 % too large; the result is
  /// the same on every processor.
  static func cubeRoot(_ value: Double) -> Double {
    // A third of the exponent, then a step of Newton's method.
    let guess = Double(bitPattern: value.bitPattern / 3 + 0x2A9F_7893_0000_0000)
    return (guess + guess + value / (guess * guess)) / 3
  }
}
