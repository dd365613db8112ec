import Foundation

/// A path as a sequence of segments for an animation to follow.
///
/// Moves are jumps that take no time; closing a subpath adds a line unless the subpath is closed
/// already.
struct MotionPath: Sendable {
  /// The lines and curves of the path, in order.
  let segments: [MotionSegment]

  init(_ path: Path) {
    var segments: [MotionSegment] = []
    var current = CGPoint.zero
    var start = CGPoint.zero
    for element in path.elements {
      switch element {
      case .move(let point):
        start = point
        current = point
      case .line(let point):
        segments.append(MotionSegment(line: current, to: point))
        current = point
      case .quadCurve(let point, let control):
        segments.append(MotionSegment(from: current, control: control, to: point))
        current = point
      case .curve(let point, let control1, let control2):
        segments.append(
          MotionSegment(from: current, control1: control1, control2: control2, to: point))
        current = point
      case .closeSubpath:
        if current != start { segments.append(MotionSegment(line: current, to: start)) }
        current = start
      }
    }
    self.segments = segments
  }
}

/// A line or a Bézier curve, as polynomials of its own parameter from 0 to 1.
struct MotionSegment: Sendable {
  let start: CGPoint
  let end: CGPoint
  // p(u) = start + ((a u + b) u + c) u
  private let a: SIMD2<Double>
  private let b: SIMD2<Double>
  private let c: SIMD2<Double>
  /// The arc lengths at the parameters 0/32, 1/32 ... 1; nil for a line.
  private let lengths: KeyframeTimes?
  /// The arc length in points.
  let length: Double

  private static let steps = 32

  init(line start: CGPoint, to end: CGPoint) {
    self.init(start, end, a: .zero, b: .zero, c: Self.vector(start, end), isLine: true)
  }

  init(from start: CGPoint, control: CGPoint, to end: CGPoint) {
    let c = 2 * Self.vector(start, control)
    self.init(start, end, a: .zero, b: Self.vector(start, end) - c, c: c, isLine: false)
  }

  init(from start: CGPoint, control1: CGPoint, control2: CGPoint, to end: CGPoint) {
    let c = 3 * Self.vector(start, control1)
    let b = 3 * Self.vector(control1, control2) - c
    self.init(
      start, end, a: Self.vector(start, end) - b - c, b: b, c: c, isLine: false)
  }

  private init(
    _ start: CGPoint, _ end: CGPoint, a: SIMD2<Double>, b: SIMD2<Double>, c: SIMD2<Double>,
    isLine: Bool
  ) {
    self.start = start
    self.end = end
    self.a = a
    self.b = b
    self.c = c
    if isLine {
      lengths = nil
      length = hypot(c.x, c.y)
    } else {
      let step = 1 / Double(Self.steps)
      let parts = (0..<Self.steps).map { index in
        Self.length(a, b, c, from: Double(index) * step, width: step)
      }
      length = parts.reduce(0, +)
      lengths = KeyframeTimes(lengths: parts)
    }
  }

  private static func vector(_ from: CGPoint, _ to: CGPoint) -> SIMD2<Double> {
    SIMD2(to.x - from.x, to.y - from.y)
  }

  /// Returns the magnitude of the derivative at a parameter, in points per unit of the parameter.
  private static func speed(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, at u: Double
  ) -> Double {
    let v = (3 * u * a + 2 * b) * u + c
    return hypot(v.x, v.y)
  }

  /// Returns the arc length of a part of the curve, by three-point Gauss-Legendre quadrature.
  private static func length(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, from: Double, width: Double
  ) -> Double {
    func speed(_ u: Double) -> Double { Self.speed(a, b, c, at: u) }
    let middle = from + width / 2
    let offset = width / 2 * (0.6).squareRoot()
    return width / 18
      * (5 * speed(middle - offset) + 8 * speed(middle) + 5 * speed(middle + offset))
  }

  /// Returns the point at a parameter.
  func point(at u: Double) -> CGPoint {
    if u == 1 { return end }
    let v = ((u * a + b) * u + c) * u
    return CGPoint(x: start.x + v.x, y: start.y + v.y)
  }

  /// Returns the parameter at a fraction of the arc length.
  func parameter(atLength part: Double) -> Double {
    guard let lengths else { return part }
    let (step, inner) = lengths.locate(part)
    let size = 1 / Double(Self.steps)
    let from = Double(step) * size
    let wanted = inner * lengths.length(step) * length
    // The speed is nearly constant within a step; two Newton iterations make it exact.
    var width = inner * size
    for _ in 0..<2 {
      let speed = Self.speed(a, b, c, at: from + width)
      guard speed > 0 else { break }
      let next = width - (Self.length(a, b, c, from: from, width: width) - wanted) / speed
      width = min(max(next, 0), size)
    }
    return from + width
  }

  /// Returns the direction of the curve at a parameter, in radians from the x axis towards the y
  /// axis.
  func angle(at u: Double) -> Double {
    var v = (3 * u * a + 2 * b) * u + c
    if v == .zero {
      // At a cusp, use the direction to a nearby point.
      let near = u < 0.5 ? (u, u + 1e-3) : (u - 1e-3, u)
      v = Self.vector(point(at: near.0), point(at: near.1))
    }
    return atan2(v.y, v.x)
  }
}

/// The motion of a keyframe animation along a path.
final class PathSource: Sendable {
  private let segments: [MotionSegment]
  private let times: KeyframeTimes
  private let functions: [TimingFunction]
  private let isDiscrete: Bool
  private let isPaced: Bool
  /// The component of the property that moves, or nil for all of it.
  private let component: KeyPathComponent?

  /// Creates a motion as ``KeyframeAnimation`` describes it, or nil for a path without segments.
  ///
  /// The ends of the segments are the keyframes: *n* segments have *n + 1* key times.
  init?(
    path: Path, keyTimes: [Double]?, functions: [TimingFunction],
    mode: KeyframeAnimation.CalculationMode, component: KeyPathComponent? = nil
  ) {
    self.component = component
    var segments = MotionPath(path).segments
    guard !segments.isEmpty else { return nil }
    isDiscrete = mode == .discrete
    isPaced = mode == .paced || mode == .cubicPaced
    if isPaced {
      times = KeyframeTimes(lengths: segments.map(\.length))
    } else if let keyTimes, !keyTimes.isEmpty {
      segments = Array(segments.prefix(keyTimes.count - 1))
      guard !segments.isEmpty else { return nil }
      times = KeyframeTimes(keyTimes.prefix(segments.count + 1))
    } else {
      times = KeyframeTimes(even: segments.count)
    }
    self.segments = segments
    self.functions = isPaced || isDiscrete ? [] : functions
  }

  /// The times at which the start of each segment begins to be held; nil if the point moves
  /// continuously.
  var heldTimes: KeyframeTimes? { isDiscrete ? times : nil }

  /// Returns the segment at a fraction of the leg, and the parameter in it.
  private func locate(_ fraction: Double) -> (MotionSegment, Double) {
    var (index, part) = times.locate(fraction)
    let segment = segments[index]
    if isDiscrete { return (segment, 0) }
    if index < functions.count, part > 0, part < 1 {
      part = functions[index].value(at: part)
    }
    return (segment, isPaced ? segment.parameter(atLength: part) : part)
  }

  /// Returns the point at a fraction of the leg, as the kind of value that the moving part reads
  /// as.
  func value(_ fraction: Double) -> AnimatableValue {
    let value = AnimatableValue.point(point(fraction))
    return component?.normalized(value) ?? value
  }

  /// Returns the point at a fraction of the leg.
  func point(_ fraction: Double) -> CGPoint {
    let (segment, u) = locate(fraction)
    return segment.point(at: u)
  }

  /// Returns the direction of the path at a fraction of the leg, in radians.
  func angle(_ fraction: Double) -> Double {
    let (segment, u) = locate(fraction)
    return segment.angle(at: u)
  }
}
