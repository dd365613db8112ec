import Foundation

/// A curve that shapes the pace of an animation: a cubic Bézier from (0, 0) to (1, 1).
///
/// The input is the fraction of time that has passed, the output the fraction of the change that is
/// done. There is one shared object for each name, and two functions are equal only if they are the
/// same object, as in Core Animation.
public final class TimingFunction: _NamedTimingFunction, Sendable, Hashable {
  /// The names of the five shared functions.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    /// An even pace: (0, 0), (1, 1).
    case linear
    /// A slow start: (0.42, 0), (1, 1).
    case easeIn
    /// A slow end: (0, 0), (0.58, 1).
    case easeOut
    /// A slow start and a slow end: (0.42, 0), (0.58, 1).
    case easeInEaseOut
    /// The curve of implicit animations: (0.25, 0.1), (0.25, 1).
    case `default`
  }

  /// An even pace.
  public static let linear = TimingFunction(controlPoints: 0, 0, 1, 1)
  /// A slow start.
  public static let easeIn = TimingFunction(controlPoints: 0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = TimingFunction(controlPoints: 0, 0, 0.58, 1)
  /// A slow start and a slow end.
  public static let easeInEaseOut = TimingFunction(controlPoints: 0.42, 0, 0.58, 1)
  /// The curve of implicit animations: fast at first, with a long, slow end.
  public static let `default` = TimingFunction(controlPoints: 0.25, 0.1, 0.25, 1)

  /// Returns the shared function of a name, as `TimingFunction(name:)` does.
  public static func _shared(_ name: Name) -> TimingFunction {
    switch name {
    case .linear: linear
    case .easeIn: easeIn
    case .easeOut: easeOut
    case .easeInEaseOut: easeInEaseOut
    case .default: `default`
    }
  }

  private let curve: UnitBezier

  /// Creates a function from the two inner control points of its curve.
  ///
  /// `c1x` and `c2x` are clamped to 0...1, so that each input has a single output; `c1y` and `c2y`
  /// may lie outside, and then the output may, too.
  ///
  /// - Precondition: all four numbers are finite.
  public init(controlPoints c1x: Double, _ c1y: Double, _ c2x: Double, _ c2y: Double) {
    require(
      c1x.isFinite && c1y.isFinite && c2x.isFinite && c2y.isFinite,
      "the control points of a timing function must be finite, not "
        + "(\(c1x), \(c1y)) and (\(c2x), \(c2y))")
    curve = UnitBezier(
      c1x: min(max(c1x, 0), 1), c1y: c1y, c2x: min(max(c2x, 0), 1), c2y: c2y)
  }

  /// Creates a function from control points of another floating-point type, such as `Float`,
  /// which Core Animation takes.
  ///
  /// - Precondition: all four numbers are finite.
  public convenience init<Number: BinaryFloatingPoint>(
    controlPoints c1x: Number, _ c1y: Number, _ c2x: Number, _ c2y: Number
  ) {
    self.init(controlPoints: Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  /// Returns one of the four control points: (0, 0), the two inner ones, and (1, 1).
  ///
  /// - Precondition: `index` is from 0 to 3.
  public func controlPoint(at index: Int) -> CGPoint {
    require(
      (0...3).contains(index),
      "control point \(index) is out of range: a timing function has control points 0 to 3")
    switch index {
    case 0: return CGPoint(x: 0, y: 0)
    case 1: return CGPoint(x: curve.c1x, y: curve.c1y)
    case 2: return CGPoint(x: curve.c2x, y: curve.c2y)
    default: return CGPoint(x: 1, y: 1)
    }
  }

  /// Returns the output for an input, which is clamped to 0...1; 0 gives 0 and 1 gives 1 exactly.
  ///
  /// Accurate to about 1e-12. NaN gives 0.
  public func value(at input: Double) -> Double { curve.value(at: input) }

  public static func == (a: TimingFunction, b: TimingFunction) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A type with one shared object for each name of a timing function.
///
/// Only ``TimingFunction`` conforms. The protocol exists because an initializer of a class always
/// creates a new object, whereas one in a protocol extension need not.
public protocol _NamedTimingFunction {
  /// Returns the shared object of a name.
  static func _shared(_ name: TimingFunction.Name) -> Self
}

extension _NamedTimingFunction {
  /// Creates a reference to the shared object of a name; every call gives the same object.
  public init(name: TimingFunction.Name) { self = Self._shared(name) }
}

/// A cubic Bézier curve from (0, 0) to (1, 1) with both inner x in 0...1.
private struct UnitBezier: Sendable {
  let c1x: Double, c1y: Double, c2x: Double, c2y: Double
  // x(t) = ((ax t + bx) t + cx) t, and so for y.
  private let ax: Double, bx: Double, cx: Double
  private let ay: Double, by: Double, cy: Double
  private let isLinear: Bool
  /// The parameters at x = 0/16, 1/16 ... 16/16, which bracket the search for others.
  private let starts: [Double]

  private static let steps = 16

  init(c1x: Double, c1y: Double, c2x: Double, c2y: Double) {
    self.c1x = c1x
    self.c1y = c1y
    self.c2x = c2x
    self.c2y = c2y
    cx = 3 * c1x
    bx = 3 * (c2x - c1x) - cx
    ax = 1 - cx - bx
    cy = 3 * c1y
    by = 3 * (c2y - c1y) - cy
    ay = 1 - cy - by
    isLinear = c1x == c1y && c2x == c2y
    var starts = [0.0]
    for step in 1..<Self.steps {
      starts.append(
        Self.parameter(
          x: Double(step) / Double(Self.steps), low: 0, high: 1, guess: 0.5, ax, bx, cx))
    }
    self.starts = starts + [1]
  }

  func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    if isLinear { return x }
    let scaled = x * Double(Self.steps)
    let step = Int(scaled)
    let low = starts[step]
    let high = starts[step + 1]
    let guess = low + (high - low) * (scaled - Double(step))
    let t = Self.parameter(x: x, low: low, high: high, guess: guess, ax, bx, cx)
    return ((ay * t + by) * t + cy) * t
  }

  /// Returns the parameter in `low...high` at which the curve is at `x`, by Newton's method
  /// safeguarded by bisection.
  private static func parameter(
    x: Double, low: Double, high: Double, guess: Double, _ ax: Double, _ bx: Double, _ cx: Double
  ) -> Double {
    var low = low
    var high = high
    var t = guess
    for _ in 0..<64 {
      let error = ((ax * t + bx) * t + cx) * t - x
      if error == 0 { break }
      if error > 0 { high = t } else { low = t }
      let slope = (3 * ax * t + 2 * bx) * t + cx
      var next = t - error / slope
      if !(next > low && next < high) { next = low + (high - low) / 2 }
      let moved = (next - t).magnitude
      t = next
      if moved <= 1e-15 { break }
    }
    return t
  }
}
