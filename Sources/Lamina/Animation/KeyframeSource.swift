/// The values of a keyframe animation.
final class KeyframeSource: Sendable {
  private let values: [AnimatableValue]
  private let times: KeyframeTimes
  private let functions: [TimingFunction?]
  /// True if each value is held until the next one's time.
  private let isDiscrete: Bool
  /// The spline through the values, or nil for linear interpolation.
  private let spline: Spline?
  /// The times at which the steps of a spline at constant speed begin; nil in other modes.
  private let steps: KeyframeTimes?

  /// The number of steps a segment is split into to even out the speed along a curve; large enough
  /// that a turn within a step shortens the arc by less than one part in 10,000.
  private static let stepsPerSegment = 256

  /// The times at which each value begins to be held; nil if values change continuously.
  var heldTimes: KeyframeTimes? { isDiscrete ? times : nil }

  /// The first value.
  var first: AnimatableValue { values[0] }

  /// Creates the values that ``KeyframeAnimation`` describes; nil if they change nothing.
  init?(
    values: [AnimatableValue], keyTimes: [Double]?, functions: [TimingFunction],
    mode: KeyframeAnimation.CalculationMode, shape: (Int) -> SplineShape
  ) {
    guard values.count > 1 else { return nil }
    let isPaced = mode == .paced || mode == .cubicPaced
    isDiscrete = mode == .discrete
    var values = values
    let spare = isDiscrete ? 1 : 0
    if let keyTimes, !keyTimes.isEmpty, !isPaced {
      let count = min(values.count, keyTimes.count - spare)
      guard count + spare > 1 else { return nil }
      values = Array(values.prefix(count))
      times = KeyframeTimes(keyTimes.prefix(count + spare))
    } else if mode == .paced {
      times = KeyframeTimes(
        lengths: zip(values, values.dropFirst()).map { $0.distance(to: $1) })
    } else {
      times = KeyframeTimes(even: values.count - 1 + spare)
    }
    self.values = values
    self.functions =
      isPaced || isDiscrete
      ? [] : functions.map { $0 === TimingFunction.linear ? nil : $0 }
    let spline =
      mode == .cubic || mode == .cubicPaced
      ? Spline(values: values, times: times, shape: shape) : nil
    self.spline = spline
    if mode == .cubicPaced, let spline {
      steps = Self.steps(along: spline, count: values.count - 1)
    } else {
      steps = nil
    }
  }

  /// Returns the value at a fraction of the leg, for a property that holds `current`; nil if the
  /// values are of different kinds.
  func value(_ fraction: Double, current: AnimatableValue) -> AnimatableValue? {
    if let steps, let spline {
      let (step, part) = steps.locate(min(max(fraction, 0), 1))
      let index = step / Self.stepsPerSegment
      let inner =
        (Double(step % Self.stepsPerSegment) + part) / Double(Self.stepsPerSegment)
      return spline.value(index, inner)
    }
    var (index, part) = times.locate(fraction)
    if isDiscrete { return values[index] }
    if index < functions.count, part > 0, part < 1, let function = functions[index] {
      part = function.value(at: part)
    }
    if case .bool = current {
      // Numbers may stand for Booleans, which switch and have no curve.
      guard let a = values[index].matching(current), let b = values[index + 1].matching(current)
      else { return nil }
      return a.interpolated(to: b, part)
    }
    if let spline { return spline.value(index, part) }
    return values[index].interpolated(to: values[index + 1], part)
  }

  private static func steps(along spline: Spline, count: Int) -> KeyframeTimes {
    var lengths: [Double] = []
    for index in 0..<count {
      var last = spline.value(index, 0)
      for step in 1...stepsPerSegment {
        let next = spline.value(index, Double(step) / Double(stepsPerSegment))
        lengths.append(last.distance(to: next))
        last = next
      }
    }
    return KeyframeTimes(lengths: lengths)
  }
}

/// The shape of a Kochanek-Bartels spline at a value; all 0 makes a Catmull-Rom spline.
struct SplineShape: Sendable, Equatable {
  var tension = 0.0
  var continuity = 0.0
  var bias = 0.0
}

/// A Kochanek-Bartels spline through values.
///
/// The missing neighbours of the first and the last value are mirrored. Between segments of
/// different length each tangent is scaled by `2 d / (d + d')`: *d* is the length of the segment
/// that is drawn, *d'* that of its neighbour at the value. This reproduces measured cubic keyframes
/// of Core Animation.
struct Spline: Sendable {
  /// The start, start tangent, end and end tangent of each segment.
  private let segments: [(AnimatableValue, AnimatableValue, AnimatableValue, AnimatableValue)]

  /// Creates a spline, or nil if the values have no numbers to calculate with.
  init?(values: [AnimatableValue], times: KeyframeTimes, shape: (Int) -> SplineShape) {
    func neighbour(_ index: Int) -> AnimatableValue? {
      if values.indices.contains(index) { return values[index] }
      let (edge, inner) =
        index < 0 ? (values[0], values[1]) : (values[index - 1], values[index - 2])
      return .weighted((edge, 2), (inner, -1), (edge, 0), (edge, 0))
    }
    func scale(_ this: Int, _ other: Int) -> Double {
      guard other >= 0, other < times.count else { return 1 }
      let sum = times.length(this) + times.length(other)
      return sum > 0 ? 2 * times.length(this) / sum : 0
    }
    func slope(
      at index: Int, before: Double, after: Double, times scale: Double
    ) -> AnimatableValue? {
      guard let previous = neighbour(index - 1), let next = neighbour(index + 1) else {
        return nil
      }
      return .weighted(
        (previous, -before * scale), (values[index], (before - after) * scale),
        (next, after * scale), (next, 0))
    }
    var segments: [(AnimatableValue, AnimatableValue, AnimatableValue, AnimatableValue)] = []
    for index in 0..<values.count - 1 {
      let a = shape(index)
      let b = shape(index + 1)
      guard
        let leaving = slope(
          at: index,
          before: (1 - a.tension) * (1 + a.continuity) * (1 + a.bias) / 2,
          after: (1 - a.tension) * (1 - a.continuity) * (1 - a.bias) / 2,
          times: scale(index, index - 1)),
        let arriving = slope(
          at: index + 1,
          before: (1 - b.tension) * (1 - b.continuity) * (1 + b.bias) / 2,
          after: (1 - b.tension) * (1 + b.continuity) * (1 - b.bias) / 2,
          times: scale(index, index + 1))
      else { return nil }
      segments.append((values[index], leaving, values[index + 1], arriving))
    }
    self.segments = segments
  }

  /// Returns the value at parameter `u` of a segment.
  func value(_ index: Int, _ u: Double) -> AnimatableValue {
    let (start, leaving, end, arriving) = segments[index]
    if u == 0 { return start }
    if u == 1 { return end }
    let u2 = u * u
    let u3 = u2 * u
    return .weighted(
      (start, 2 * u3 - 3 * u2 + 1), (leaving, u3 - 2 * u2 + u), (end, 3 * u2 - 2 * u3),
      (arriving, u3 - u2)) ?? start
  }
}
