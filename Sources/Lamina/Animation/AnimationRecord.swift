/// What a commit keeps of an animation: an immutable value that says what the animation makes of
/// one property at any time.
///
/// Times are in seconds of the layer's local time. Evaluation is a pure function of the time and
/// of the value underneath; it can be asked for any time in any order. A group becomes one record
/// for each property of each of its animations; all of them begin and end with the group.
struct AnimationRecord: Sendable {
  /// A group around an animation: its timing, and its timing function.
  struct Level: Sendable {
    let timing: TimingParameters
    let function: TimingFunction?

    /// The local time inside the group, or nil where the group has no effect.
    func childTime(at time: Double) -> Double? { childTime(at: time, in: timing) }

    /// The same for a begin time other than that of ``timing``.
    fileprivate func childTime(at time: Double, in timing: TimingParameters) -> Double? {
      guard let sample = timing.sample(at: time) else { return nil }
      // An endless group has one leg, which no function can shape.
      guard timing.duration < .infinity else { return timing.localTime(fromParent: time) }
      guard let function else { return sample.time }
      return function.value(at: sample.fraction) * timing.duration
    }
  }

  /// Where values come from. The payloads are objects, so that copying a record copies one
  /// reference.
  enum Source: Sendable {
    /// Nothing is changed.
    case nothing
    /// A change between two ends.
    case basic(BasicSource)
    /// A change between two ends in the motion of a spring.
    case spring(SpringSource)
    /// A change through several values.
    case keyframes(KeyframeSource)
    /// A point on its way along a path.
    case path(PathSource)
    /// A turn to the direction of a path, and by an offset in radians.
    case pathRotation(PathSource, offset: Double)
    /// A change of the whole picture.
    case transition(TransitionSource)

    /// When values that are held give way to others, as parts of a leg; nil where values change
    /// all the time.
    var heldTimes: KeyframeTimes? {
      switch self {
      case .keyframes(let source): source.heldTimes
      case .path(let source), .pathRotation(let source, _): source.heldTimes
      case .nothing, .basic, .spring, .transition: nil
      }
    }
  }

  private let storage: Storage

  /// When the animation, or the outermost group around it, begins, in local seconds.
  private(set) var beginTime: Double

  /// When it ends, in local seconds; infinity for never. The end itself still belongs to it.
  private(set) var end: Double

  /// A record that changes nothing and takes its time.
  init(timing: TimingParameters, function: TimingFunction?) {
    self.init(
      timing: timing, function: function, groups: [], keyPath: AnimationKeyPath(""),
      isAdditive: false, isCumulative: false, source: .nothing)
  }

  /// A record that changes a property.
  ///
  /// - Parameters:
  ///   - timing: Begin time and duration are final.
  ///   - groups: The groups around the animation, the outermost first.
  init(
    timing: TimingParameters, function: TimingFunction?, groups: [Level],
    keyPath: AnimationKeyPath, isAdditive: Bool, isCumulative: Bool,
    valueFunction: ValueFunction? = nil, source: Source
  ) {
    storage = Storage(
      timing: timing, function: function, groups: groups, keyPath: keyPath,
      isAdditive: isAdditive, isCumulative: isCumulative, valueFunction: valueFunction,
      source: source)
    let outermost = groups.first?.timing ?? timing
    beginTime = outermost.beginTime
    end = outermost.endTime
  }

  /// Gives the animation, or the outermost group around it, another begin time.
  mutating func begin(at time: Double) {
    beginTime = time
    end = timing.endTime
  }

  /// Whether its values are found as up to four numbers.
  var isVector: Bool { storage.vector != nil }

  /// What changes, where the engine knows it by more than its name.
  var slot: AnimatedSlot { storage.slot }

  /// The property that changes, such as `transform` for `transform.rotation.z`; empty where
  /// nothing does.
  var property: String { storage.keyPath.property }

  /// The part of the property that changes, or nil for all of it.
  var component: KeyPathComponent? { storage.keyPath.component }

  /// Whether it changes the order among siblings.
  var movesInDepth: Bool { storage.movesInDepth }

  /// Tells if it is in its active time at a local time. The end does not count: what is filled
  /// forwards from there on is at rest.
  func isActive(at time: Double) -> Bool {
    guard time >= beginTime, time < end else { return false }
    return storage.groups.isEmpty || sample(at: time)?.phase == .active
  }

  /// How its numbers become a transform, or nil where they are used as they are.
  var valueFunction: ValueFunction? { storage.valueFunction }

  /// Where its values come from.
  var source: Source { storage.source }

  /// The timing of the animation, or of the outermost group around it.
  var timing: TimingParameters {
    var timing = storage.groups.first?.timing ?? storage.timing
    timing.beginTime = beginTime
    return timing
  }

  /// Whether it has begun and not ended at a local time.
  func isRunning(at time: Double) -> Bool { time >= beginTime && time <= end }

  /// When the effect next changes, in local seconds: `time` itself while it is changing, a later
  /// time where it begins or ends then, and infinity where it stays as it is.
  func nextChange(after time: Double) -> Double {
    let change = timing.nextChange(after: time)
    guard change == time, time < end else { return change }
    return storage.nextStep(after: time, from: beginTime) ?? time
  }

  /// The property's value at a local time, where `underlying` is its value without this
  /// animation; nil where the animation has no effect.
  func value(at time: Double, over underlying: AnimatableValue) -> AnimatableValue? {
    sample(at: time).flatMap { storage.fastValue($0, over: underlying) }
  }

  /// What ``value(at:over:)`` gives, found without the fast way: tests hold both against each
  /// other.
  func generalValue(at time: Double, over underlying: AnimatableValue) -> AnimatableValue? {
    sample(at: time).flatMap { storage.value($0, over: underlying) }
  }

  /// The position in the animation's own cycles at a time of the layer.
  @inline(__always)
  private func sample(at time: Double) -> TimingSample? {
    if storage.isPlain, time >= beginTime, time < end {
      let elapsed = time - beginTime
      return TimingSample(
        cycle: 0, fraction: elapsed / storage.timing.duration, time: elapsed, phase: .active)
    }
    return storage.sample(at: time, from: beginTime)
  }

  /// A property that is a transform, at a local time; nil where the animation has no effect on
  /// it.
  func transform(at time: Double, over underlying: Transform3D) -> Transform3D? {
    sample(at: time).flatMap { storage.transform($0, over: underlying) }
  }

  /// The numbers of a property at a local time, where that can be had without looking at values
  /// one by one.
  @inline(__always)
  func vector(
    at time: Double, over underlying: SIMD4<Double>, _ kind: VectorTrack.Kind
  ) -> VectorResult {
    guard let track = storage.vector, track.kind == kind else { return .general }
    guard let sample = sample(at: time) else { return .noEffect }
    return storage.value(track, sample, over: underlying).map { .value($0) } ?? .general
  }

  /// How far a transition is at a local time; nil where it has no effect, and for records of
  /// other animations.
  func transition(at time: Double) -> TransitionState? {
    guard case .transition(let source) = storage.source, let sample = sample(at: time)
    else { return nil }
    return source.state(storage.shaped(sample.fraction))
  }
}

extension AnimationRecord {
  /// What a record holds, once, however often the record is copied.
  private final class Storage: Sendable {
    let timing: TimingParameters
    let function: TimingFunction?
    let groups: [Level]
    let keyPath: AnimationKeyPath
    let slot: AnimatedSlot
    let isAdditive: Bool
    let isCumulative: Bool
    let valueFunction: ValueFunction?
    let source: Source
    /// The fast way to the values, or nil where there is none.
    let vector: VectorTrack?
    /// Whether the run is one plain cycle in no group, so that a subtraction and a division give
    /// the fraction.
    let isPlain: Bool
    let movesInDepth: Bool

    init(
      timing: TimingParameters, function: TimingFunction?, groups: [Level],
      keyPath: AnimationKeyPath, isAdditive: Bool, isCumulative: Bool,
      valueFunction: ValueFunction?, source: Source
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

    /// The position in the animation's own cycles at a time of the layer, where the animation,
    /// or the outermost group around it, begins at `begin`.
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

    /// When the next value takes the place of the one that is held at a time of the layer;
    /// infinity for never, and nil where values change all the time. In groups, with a timing
    /// function and on the way back they count as doing so.
    func nextStep(after time: Double, from begin: Double) -> Double? {
      guard function == nil, groups.isEmpty, timing.speed > 0, !timing.autoreverses,
        let held = source.heldTimes, let now = sample(at: time, from: begin)
      else { return nil }
      let next = held.boundary(after: now.fraction) ?? 1
      var step = time + (next - now.fraction) * timing.duration / Double(timing.speed)
      // Rounding is allowed for: at the time given the value really is another.
      var margin = step.ulp
      while step.isFinite, let then = sample(at: step, from: begin) {
        let isReached = then.fraction >= next || then.fraction < now.fraction
        if isReached || then.cycle != now.cycle { return step }
        step += margin
        margin *= 2
      }
      return .infinity
    }

    /// The part of the leg that is done, as the timing function shapes it.
    func shaped(_ fraction: Double) -> Double { function?.value(at: fraction) ?? fraction }

    /// The value, by the fast way where there is one.
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

    /// The value found in the general way, which is right for all animations.
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

    /// The value of a property that is a transform, without one being put behind a reference
    /// where that can be helped.
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

    /// The numbers of a fast track; nil where the general way has to be taken.
    @inline(__always)
    func value(
      _ track: VectorTrack, _ sample: TimingSample, over current: SIMD4<Double>
    ) -> SIMD4<Double>? {
      track.value(
        source.progress(shaped(sample.fraction)), cycle: isCumulative ? sample.cycle : 0,
        isAdditive: isAdditive, endProgress: { source.progress(timing.autoreverses ? 0 : 1) },
        over: current)
    }

    /// The part that is underneath. Taking a transform apart is slow: 0 stands for a number of it
    /// that nothing depends on.
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

    /// The value that the numbers make through a value function.
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

    /// The value with those of whole cycles added, where that is wanted.
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

extension AnimationRecord.Source {
  /// The fast way to the values, or nil where there is none.
  fileprivate func vectorTrack(of component: KeyPathComponent?) -> VectorTrack? {
    switch self {
    case .basic(let source): VectorTrack(ends: source.ends, component: component)
    case .spring(let source): VectorTrack(ends: source.ends, component: component)
    default: nil
    }
  }

  /// Whether values depend on what is underneath.
  fileprivate var needsCurrent: Bool {
    switch self {
    case .basic(let source): source.ends.needsCurrent
    case .spring(let source): source.ends.needsCurrent
    case .pathRotation: true
    case .nothing, .keyframes, .path, .transition: false
    }
  }

  /// How far a basic or spring animation is between its ends.
  @inline(__always)
  fileprivate func progress(_ fraction: Double) -> Double {
    if case .spring(let source) = self { return source.progress(fraction) }
    return fraction
  }

  /// The value at a part of the leg, where `current` is underneath; nil for no effect.
  @inline(__always)
  func value(_ fraction: Double, current: AnimatableValue) -> AnimatableValue? {
    switch self {
    case .nothing, .transition: nil
    case .basic(let source): source.value(fraction, current: current)
    case .spring(let source): source.value(fraction, current: current)
    case .keyframes(let source): source.value(fraction, current: current)
    case .path(let source): source.value(fraction)
    case .pathRotation(let source, let offset):
      // The layer's own transform comes first.
      current.added(
        to: .transform(
          Transform3D(rotation: source.angle(fraction) + offset, x: 0, y: 0, z: 1)))
    }
  }
}
