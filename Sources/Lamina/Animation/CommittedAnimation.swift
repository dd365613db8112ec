/// A committed animation: an immutable value that maps any time to the value of one property.
///
/// Times are in seconds of the layer's local time. Evaluation is a pure function of the time and of
/// the underlying value, so times may be evaluated in any order. A group becomes one of these for
/// each property of each of its animations; all of them begin and end with the group.
struct CommittedAnimation: Sendable {
  /// The timing and the timing function of a group around an animation.
  struct TimingLevel: Sendable {
    let timing: TimingParameters
    let function: TimingFunction?

    /// Returns the local time inside the group, or nil if the group has no effect.
    func childTime(at time: Double) -> Double? { childTime(at: time, in: timing) }

    /// Returns the local time inside the group for a begin time other than that of ``timing``.
    fileprivate func childTime(at time: Double, in timing: TimingParameters) -> Double? {
      guard let sample = timing.sample(at: time) else { return nil }
      // An endless group has one leg, which no function can shape.
      guard timing.duration < .infinity else { return timing.localTime(fromParent: time) }
      guard let function else { return sample.time }
      return function.value(at: sample.fraction) * timing.duration
    }
  }

  /// The source of the animation's values. The payloads are objects, so that copying an animation
  /// copies one reference.
  enum ValueSource: Sendable {
    /// Changes nothing.
    case nothing
    /// A change between two ends.
    case basic(BasicSource)
    /// A change between two ends in the motion of a spring.
    case spring(SpringSource)
    /// A change through several values.
    case keyframes(KeyframeSource)
    /// A point moving along a path.
    case path(PathSource)
    /// A rotation to the direction of a path, plus an offset in radians.
    case pathRotation(PathSource, offset: Double)
    /// A transition of the layer's whole contents.
    case transition(TransitionSource)

    /// The times at which held values are replaced, as fractions of a leg; nil if values change
    /// continuously.
    var heldTimes: KeyframeTimes? {
      switch self {
      case .keyframes(let source): source.heldTimes
      case .path(let source), .pathRotation(let source, _): source.heldTimes
      case .nothing, .basic, .spring, .transition: nil
      }
    }
  }

  private let storage: Payload

  /// The begin time of the animation, or of the outermost group around it, in local seconds.
  private(set) var beginTime: Double

  /// The end time, in local seconds, inclusive; infinity if it never ends.
  private(set) var end: Double

  /// Creates an animation that changes nothing and only takes its time.
  init(timing: TimingParameters, function: TimingFunction?) {
    self.init(
      timing: timing, function: function, groups: [], keyPath: AnimationKeyPath(""),
      isAdditive: false, isCumulative: false, source: .nothing)
  }

  /// Creates an animation that changes a property.
  ///
  /// - Parameters:
  ///   - timing: the timing, with its begin time and duration resolved.
  ///   - groups: the groups around the animation, outermost first.
  init(
    timing: TimingParameters, function: TimingFunction?, groups: [TimingLevel],
    keyPath: AnimationKeyPath, isAdditive: Bool, isCumulative: Bool,
    valueFunction: ValueFunction? = nil, source: ValueSource
  ) {
    storage = Payload(
      timing: timing, function: function, groups: groups, keyPath: keyPath,
      isAdditive: isAdditive, isCumulative: isCumulative, valueFunction: valueFunction,
      source: source)
    let outermost = groups.first?.timing ?? timing
    beginTime = outermost.beginTime
    end = outermost.endTime
  }

  /// Sets the begin time of the animation, or of the outermost group around it.
  mutating func begin(at time: Double) {
    beginTime = time
    end = timing.endTime
  }

  /// True if its values can be evaluated as vectors of up to four numbers.
  var isVector: Bool { storage.vector != nil }

  /// The slot of the animated property, if the engine knows it by more than its name.
  var slot: AnimatedSlot { storage.slot }

  /// The name of the animated property, such as `transform` for `transform.rotation.z`; empty if
  /// none is animated.
  var property: String { storage.keyPath.property }

  /// The animated component of the property, or nil for all of it.
  var component: KeyPathComponent? { storage.keyPath.component }

  /// True if it changes the z-order among siblings.
  var movesInDepth: Bool { storage.movesInDepth }

  /// Returns true if the animation is in its active time at a local time. The end is excluded: a
  /// value that is filled forwards from there on is at rest.
  func isActive(at time: Double) -> Bool {
    guard time >= beginTime, time < end else { return false }
    return storage.groups.isEmpty || sample(at: time)?.phase == .active
  }

  /// The function that converts its numbers into a transform, or nil if they are used as they are.
  var valueFunction: ValueFunction? { storage.valueFunction }

  /// The source of its values.
  var source: ValueSource { storage.source }

  /// The timing of the animation, or of the outermost group around it.
  var timing: TimingParameters {
    var timing = storage.groups.first?.timing ?? storage.timing
    timing.beginTime = beginTime
    return timing
  }

  /// Returns true if it has begun and not ended at a local time. The end is included.
  func isRunning(at time: Double) -> Bool { time >= beginTime && time <= end }

  /// Returns the time of the next change, in local seconds: `time` itself while the value is
  /// changing, the time at which the animation will begin or end, or infinity if nothing changes
  /// any more.
  func nextChange(after time: Double) -> Double {
    let change = timing.nextChange(after: time)
    guard change == time, time < end else { return change }
    return storage.nextStep(after: time, from: beginTime) ?? time
  }

  /// Returns the property's value at a local time, given its value without this animation as
  /// `underlying`; nil if the animation has no effect.
  func value(at time: Double, over underlying: AnimatableValue) -> AnimatableValue? {
    sample(at: time).flatMap { storage.fastValue($0, over: underlying) }
  }

  /// Returns the same as ``value(at:over:)`` without the fast path; tests compare the two.
  func generalValue(at time: Double, over underlying: AnimatableValue) -> AnimatableValue? {
    sample(at: time).flatMap { storage.value($0, over: underlying) }
  }

  /// Returns the position in the animation's own cycles at a time of the layer.
  private func sample(at time: Double) -> TimingSample? {
    if storage.isPlain, time >= beginTime, time < end {
      let elapsed = time - beginTime
      return TimingSample(
        cycle: 0, fraction: elapsed / storage.timing.duration, time: elapsed, phase: .active)
    }
    return storage.sample(at: time, from: beginTime)
  }

  /// Returns the value of a transform property at a local time; nil if the animation has no effect
  /// on it.
  func transform(at time: Double, over underlying: Transform3D) -> Transform3D? {
    sample(at: time).flatMap { storage.transform($0, over: underlying) }
  }

  /// Returns the property's numbers at a local time, if they can be evaluated as a vector.
  @inline(__always)
  func vector(
    at time: Double, over underlying: SIMD4<Double>, _ kind: VectorTrack.VectorKind
  ) -> VectorResult {
    guard let track = storage.vector, track.kind == kind else { return .general }
    guard let sample = sample(at: time) else { return .noEffect }
    return storage.value(track, sample, over: underlying).map { .value($0) } ?? .general
  }

  /// Returns the state of a transition at a local time; nil if it has no effect, and for animations of
  /// other animations.
  func transition(at time: Double) -> TransitionState? {
    guard case .transition(let source) = storage.source, let sample = sample(at: time)
    else { return nil }
    return source.state(storage.shaped(sample.fraction))
  }
}

extension CommittedAnimation {
  /// The contents of an animation, shared by all its copies.
  private final class Payload: Sendable {
    let timing: TimingParameters
    let function: TimingFunction?
    let groups: [TimingLevel]
    let keyPath: AnimationKeyPath
    let slot: AnimatedSlot
    let isAdditive: Bool
    let isCumulative: Bool
    let valueFunction: ValueFunction?
    let source: ValueSource
    /// The fast path to the values, or nil if there is none.
    let vector: VectorTrack?
    /// True if the animation runs for one plain cycle outside any group, so that the fraction takes
    /// only a subtraction and a division.
    let isPlain: Bool
    let movesInDepth: Bool

    init(
      timing: TimingParameters, function: TimingFunction?, groups: [TimingLevel],
      keyPath: AnimationKeyPath, isAdditive: Bool, isCumulative: Bool,
      valueFunction: ValueFunction?, source: ValueSource
    ) {
      self.timing = timing
      // The straight line needs no evaluation.
      self.function = function === TimingFunction.linear ? nil : function
      self.groups = groups
      self.keyPath = keyPath
      slot = AnimatedSlot(keyPath.property)
      self.isAdditive = isAdditive
      self.isCumulative = isCumulative
      self.valueFunction = valueFunction
      self.source = source
      vector = valueFunction == nil ? source.vectorTrack(of: keyPath.component) : nil
      movesInDepth = keyPath.property == "zPosition"
      isPlain =
        groups.isEmpty && timing.duration > 0 && timing.duration < .infinity
        && timing.speed == 1 && timing.timeOffset == 0 && timing.repeatDuration <= 0
        && (timing.repeatCount <= 0 || timing.repeatCount == 1) && !timing.autoreverses
    }

    /// Returns the position in the animation's own cycles at a time of the layer; the animation, or
    /// the outermost group around it, begins at `begin`.
    func sample(at time: Double, from begin: Double) -> TimingSample? {
      guard let outermost = groups.first else {
        var timing = timing
        timing.beginTime = begin
        return timing.sample(at: time)
      }
      var timing = outermost.timing
      timing.beginTime = begin
      guard var time = outermost.childTime(at: time, in: timing) else { return nil }
      for group in groups.dropFirst() {
        guard let inner = group.childTime(at: time) else { return nil }
        time = inner
      }
      return self.timing.sample(at: time)
    }

    /// Returns the time at which the value held at a time of the layer is replaced; infinity for
    /// never, and nil if values change continuously. In groups, with a timing function and with
    /// autoreverse they count as doing so.
    func nextStep(after time: Double, from begin: Double) -> Double? {
      guard function == nil, groups.isEmpty, timing.speed > 0, !timing.autoreverses,
        let held = source.heldTimes, let now = sample(at: time, from: begin)
      else { return nil }
      let next = held.boundary(after: now.fraction) ?? 1
      var step = time + (next - now.fraction) * timing.duration / Double(timing.speed)
      // Rounding is compensated for: at the returned time the value really has changed.
      var margin = step.ulp
      while step.isFinite, let then = sample(at: step, from: begin) {
        let isReached = then.fraction >= next || then.fraction < now.fraction
        if isReached || then.cycle != now.cycle { return step }
        step += margin
        margin *= 2
      }
      return .infinity
    }

    /// Returns the fraction of the leg that is done, shaped by the timing function.
    func shaped(_ fraction: Double) -> Double { function?.value(at: fraction) ?? fraction }

    /// Returns the value, taking the fast path if there is one.
    func fastValue(
      _ sample: TimingSample, over underlying: AnimatableValue
    ) -> AnimatableValue? {
      if let vector, let (numbers, kind) = underlying.vector, kind == vector.kind,
        let result = value(vector, sample, over: numbers)
      {
        return AnimatableValue(result, kind)
      }
      return value(sample, over: underlying)
    }

    /// Returns the value by the general path, which is correct for all animations.
    func value(_ sample: TimingSample, over underlying: AnimatableValue) -> AnimatableValue? {
      let fraction = shaped(sample.fraction)
      if let valueFunction {
        return value(fraction, sample.cycle, through: valueFunction, over: underlying)
      }
      guard let component = keyPath.component else {
        guard let value = cumulated(fraction, cycle: sample.cycle, over: underlying) else {
          return nil
        }
        return (isAdditive ? value.added(to: underlying) : value)?.matching(underlying)
      }
      guard let part = current(component, of: underlying),
        let value = cumulated(fraction, cycle: sample.cycle, over: part),
        let sum = isAdditive ? value.added(to: part) : value
      else { return nil }
      return component.write(sum, into: underlying)
    }

    /// Returns the value of a transform property, avoiding the allocation of a boxed transform
    /// where possible.
    func transform(_ sample: TimingSample, over underlying: Transform3D) -> Transform3D? {
      if let component = keyPath.component, component.isNumberOfTransform, valueFunction == nil {
        let fraction = shaped(sample.fraction)
        let needsPart = isAdditive || source.needsCurrent
        guard let part = needsPart ? component.read(from: underlying) : .scalar(0),
          let value = cumulated(fraction, cycle: sample.cycle, over: part),
          let sum = isAdditive ? value.added(to: part) : value
        else { return nil }
        return component.write(sum, into: underlying)
      }
      if keyPath.component == nil, valueFunction == nil, !isAdditive, !isCumulative,
        case .basic(let source) = source, let blend = source.blend
      {
        return blend.value(shaped(sample.fraction))
      }
      guard case .transform(let value)? = value(sample, over: .transform(underlying)) else {
        return nil
      }
      return value
    }

    /// Returns the numbers of a fast track; nil if the general path has to be taken.
    @inline(__always)
    func value(
      _ track: VectorTrack, _ sample: TimingSample, over current: SIMD4<Double>
    ) -> SIMD4<Double>? {
      track.value(
        source.progress(shaped(sample.fraction)), cycle: isCumulative ? sample.cycle : 0,
        isAdditive: isAdditive, endProgress: { source.progress(timing.autoreverses ? 0 : 1) },
        over: current)
    }

    /// Returns the underlying value of a component. Decomposing a transform is slow: 0 stands in
    /// for a component that the result does not depend on.
    private func current(
      _ component: KeyPathComponent, of underlying: AnimatableValue
    ) -> AnimatableValue? {
      if !isAdditive, !source.needsCurrent, component.isNumberOfTransform,
        case .transform = underlying
      {
        return .scalar(0)
      }
      return component.read(from: underlying)
    }

    /// Returns the transform that a value function makes of the numbers.
    private func value(
      _ fraction: Double, _ cycle: Double, through function: ValueFunction,
      over underlying: AnimatableValue
    ) -> AnimatableValue? {
      guard let arguments = function.arguments(of: underlying),
        let numbers = cumulated(fraction, cycle: cycle, over: arguments),
        let transform = function.transform(of: numbers)
      else { return nil }
      let value = AnimatableValue.transform(transform)
      return isAdditive ? value.added(to: underlying) : value
    }

    /// Returns the value, plus the contribution of completed cycles if the animation is cumulative.
    private func cumulated(
      _ fraction: Double, cycle: Double, over current: AnimatableValue
    ) -> AnimatableValue? {
      let value = source.value(fraction, current: current)
      guard isCumulative, cycle > 0, let value,
        let end = source.value(timing.autoreverses ? 0 : 1, current: current)
      else { return value }
      return value.added(to: end.scaled(by: cycle))
    }
  }
}

extension CommittedAnimation.ValueSource {
  /// Returns the fast path to the values, or nil if there is none.
  fileprivate func vectorTrack(of component: KeyPathComponent?) -> VectorTrack? {
    switch self {
    case .basic(let source): VectorTrack(ends: source.ends, component: component)
    case .spring(let source): VectorTrack(ends: source.ends, component: component)
    default: nil
    }
  }

  /// True if values depend on the underlying one.
  fileprivate var needsCurrent: Bool {
    switch self {
    case .basic(let source): source.ends.needsCurrent
    case .spring(let source): source.ends.needsCurrent
    case .pathRotation: true
    case .nothing, .keyframes, .path, .transition: false
    }
  }

  /// Returns the progress of a basic or spring animation between its ends.
  fileprivate func progress(_ fraction: Double) -> Double {
    if case .spring(let source) = self { return source.progress(fraction) }
    return fraction
  }

  /// Returns the value at a fraction of the leg over the underlying value `current`; nil for no
  /// effect.
  func value(_ fraction: Double, current: AnimatableValue) -> AnimatableValue? {
    switch self {
    case .nothing, .transition: nil
    case .basic(let source): source.value(fraction, current: current)
    case .spring(let source): source.value(fraction, current: current)
    case .keyframes(let source): source.value(fraction, current: current)
    case .path(let source): source.value(fraction)
    case .pathRotation(let source, let offset):
      // The layer's own transform is applied first.
      current.added(
        to: .transform(
          Transform3D(rotation: source.angle(fraction) + offset, x: 0, y: 0, z: 1)))
    }
  }
}
