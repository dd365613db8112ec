/// One straight part of a graph's line, as wide as the pen, with a half disc at the ends where
/// the line goes on. It is convex, so that a sample row meets it in one interval.
struct GraphSegment {
  /// What a line is drawn with.
  struct Pen {
    /// Half the width, in device pixels down.
    let radius: Double
    /// Device pixels down for each across: where that is not 1, x is measured in pixels of the
    /// height of a pixel, so that the pen is round.
    let stretch: Double
    /// The left edge of the clip, in device pixels: where intervals are measured from.
    let left: Int
  }

  /// The heights between which it lies, in device pixels.
  let top: Double
  let bottom: Double
  /// The whole device pixel from which x is measured, in 1/256 pixel from the clip.
  private let base: Int
  /// 256, or what it is in stretched pixels.
  private let steps: Double
  /// 1, or -1 for a line that rises: it is looked at upside down.
  private let sign: Double
  private let radiusSquared: Double
  private let start: SIMD2<Double>
  private let end: SIMD2<Double>
  /// How far it goes across for each pixel down; and down across for the ends.
  private let slope: Double
  private let endSlope: Double
  /// Half its width along a sample row, and how far its corners are above and below the ends.
  private let offset: Double
  private let edge: Double
  /// Its left and right end.
  private let low: Double
  private let high: Double
  private let isRoundAtStart: Bool
  private let isRoundAtEnd: Bool

  /// - Parameters:
  ///   - from: the left end, in device pixels.
  ///   - to: the right end.
  init(
    from: SIMD2<Double>, to: SIMD2<Double>, _ pen: Pen, isRoundAtStart: Bool, isRoundAtEnd: Bool
  ) {
    let floor = from.x.rounded(.down)
    base = (Int(floor) - pen.left) << 8
    steps = 256 / pen.stretch
    sign = to.y < from.y ? -1 : 1
    start = SIMD2((from.x - floor) * pen.stretch, from.y * sign)
    end = SIMD2((to.x - floor) * pen.stretch, to.y * sign)
    let across = end.x - start.x
    let down = end.y - start.y
    let length = (across * across + down * down).squareRoot()
    let radius = pen.radius
    radiusSquared = radius * radius
    slope = down > 0 ? across / down : 0
    endSlope = across > 0 ? down / across : 0
    offset = down > 0 ? radius * length / down : 0
    edge = length > 0 ? radius * across / length : 0
    self.isRoundAtStart = isRoundAtStart
    self.isRoundAtEnd = isRoundAtEnd
    low = start.x - radius
    high = end.x + radius
    let first = start.y - (isRoundAtStart ? radius : edge)
    let last = end.y + (isRoundAtEnd ? radius : edge)
    top = sign > 0 ? first : -last
    bottom = sign > 0 ? last : -first
  }

  /// The part of a sample row that it covers, in 1/256 device pixel from the clip; empty where
  /// it does not reach.
  @inline(__always)
  func interval(at y: Double) -> (start: Int, end: Int) {
    if y <= top || y >= bottom { return (0, 0) }
    let y = y * sign
    let fromStart = y - start.y
    let fromEnd = y - end.y
    var left: Double
    if fromStart < edge {
      left =
        isRoundAtStart
        ? start.x - Self.half(radiusSquared, fromStart) : start.x - fromStart * endSlope
    } else if fromEnd <= edge {
      left = start.x + fromStart * slope - offset
    } else {
      left = end.x - Self.half(radiusSquared, fromEnd)
    }
    var right: Double
    if fromEnd > -edge {
      right =
        isRoundAtEnd ? end.x + Self.half(radiusSquared, fromEnd) : end.x - fromEnd * endSlope
    } else if fromStart >= -edge {
      right = start.x + fromStart * slope + offset
    } else {
      right = start.x + Self.half(radiusSquared, fromStart)
    }
    // Also where the slope of a line that is almost level overflows.
    left = max(low, min(high, left))
    right = max(low, min(high, right))
    return (base + Self.step(left * steps), base + Self.step(right * steps))
  }

  /// Half of what a row at a distance from a disc's middle has in the disc.
  @inline(__always)
  private static func half(_ radiusSquared: Double, _ distance: Double) -> Double {
    max(0, radiusSquared - distance * distance).squareRoot()
  }

  /// The nearest whole number, for numbers of less than 2^50.
  @inline(__always)
  static func step(_ x: Double) -> Int {
    // Added to this, a number has its whole part in the low bits.
    let shift = 6_755_399_441_055_744.0
    return Int(bitPattern: UInt(truncatingIfNeeded: (x + shift).bitPattern))
      &- Int(bitPattern: UInt(truncatingIfNeeded: shift.bitPattern))
  }
}

/// The piece that fills the outer side of a corner that is not round: a triangle, with a tip on
/// it for a miter.
struct GraphCorner {
  let top: Double
  let bottom: Double
  private let base: Int
  private let steps: Double
  /// Three or four corners around, the last one repeated for a triangle.
  private var points: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  /// - Parameter miterLimit: the longest miter, in line widths; 0 gives a bevel.
  init(
    _ before: SIMD2<Double>, _ corner: SIMD2<Double>, _ after: SIMD2<Double>,
    _ pen: GraphSegment.Pen, miterLimit: Double
  ) {
    let floor = corner.x.rounded(.down)
    base = (Int(floor) - pen.left) << 8
    steps = 256 / pen.stretch
    let scale = SIMD2(pen.stretch, 1)
    let incoming = Self.direction((corner - before) * scale)
    let outgoing = Self.direction((after - corner) * scale)
    let middle = SIMD2((corner.x - floor) * pen.stretch, corner.y)
    // The outer side is above where the line turns down.
    let turn: Double = incoming.x * outgoing.y - incoming.y * outgoing.x > 0 ? 1 : -1
    let a = middle + SIMD2(incoming.y, -incoming.x) * (pen.radius * turn)
    let b = middle + SIMD2(outgoing.y, -outgoing.x) * (pen.radius * turn)
    // The miter's length squared is 2 / (1 + the cosine of the turn).
    let along = 1 + incoming.x * outgoing.x + incoming.y * outgoing.y
    let hasTip = miterLimit >= 1 && miterLimit * miterLimit * along >= 2
    let tip = hasTip ? middle + (a - middle + b - middle) / along : b
    points = (middle, a, tip, b)
    top = min(min(middle.y, a.y), min(tip.y, b.y))
    bottom = max(max(middle.y, a.y), max(tip.y, b.y))
  }

  /// The part of a sample row that it covers, in 1/256 device pixel from the clip; empty where
  /// it does not reach.
  func interval(at y: Double) -> (start: Int, end: Int) {
    var left = Double.infinity
    var right = -Double.infinity
    func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
      guard (a.y <= y) != (b.y <= y) else { return }
      let x = a.x + (y - a.y) * ((b.x - a.x) / (b.y - a.y))
      left = min(left, x)
      right = max(right, x)
    }
    cross(points.0, points.1)
    cross(points.1, points.2)
    cross(points.2, points.3)
    cross(points.3, points.0)
    guard left < right else { return (0, 0) }
    func step(_ x: Double) -> Int {
      GraphSegment.step(max(-1e12, min(1e12, x * steps)))
    }
    return (base + step(left), base + step(right))
  }

  private static func direction(_ v: SIMD2<Double>) -> SIMD2<Double> {
    let length = (v.x * v.x + v.y * v.y).squareRoot()
    return length > 0 ? v / length : SIMD2(1, 0)
  }
}
