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
    func childTime(at time: Double) -> Double? {
      guard let sample = timing.sample(at: time) else { return nil }
      let fraction = function?.value(at: sample.fraction) ?? sample.fraction
      return fraction * timing.duration
    }
  }

  /// Where values come from. The payloads are objects, so that copying a record copies one
  /// reference.
  enum Source: Sendable {
    /// Nothing is changed.
    case nothing
    case basic(BasicSource)
  }

  private let storage: Storage

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
    keyPath: AnimationKeyPath, isAdditive: Bool, isCumulative: Bool, source: Source
  ) {
    storage = Storage(
      timing: timing, function: function, groups: groups, keyPath: keyPath,
      isAdditive: isAdditive, isCumulative: isCumulative, source: source)
  }

  /// The property that changes, such as `transform` for `transform.rotation.z`; empty where
  /// nothing does.
  var property: String { storage.keyPath.property }

  /// The part of the property that changes, or nil for all of it.
  var component: KeyPathComponent? { storage.keyPath.component }

  /// Where its values come from.
  var source: Source { storage.source }

  /// The timing of the animation, or of the outermost group around it.
  var timing: TimingParameters { storage.groups.first?.timing ?? storage.timing }

  /// When the animation, or the outermost group around it, begins, in local seconds.
  var beginTime: Double { timing.beginTime }

  /// When it ends, in local seconds; infinity for never. The end itself still belongs to it.
  var end: Double { storage.end }

  /// Whether it has begun and not ended at a local time.
  func isRunning(at time: Double) -> Bool { time >= beginTime && time <= end }

  /// When the effect next changes, in local seconds: `time` itself while it is changing, a later
  /// time where it begins or ends then, and infinity where it stays as it is.
  func nextChange(after time: Double) -> Double { timing.nextChange(after: time) }

  /// The property's value at a local time, where `underlying` is its value without this
  /// animation; nil where the animation has no effect.
  func value(at time: Double, over underlying: AnimatableValue) -> AnimatableValue? {
    storage.value(at: time, over: underlying)
  }
}

extension AnimationRecord {
  /// What a record holds, once, however often the record is copied.
  private final class Storage: Sendable {
    let timing: TimingParameters
    let function: TimingFunction?
    let groups: [Level]
    let keyPath: AnimationKeyPath
    let isAdditive: Bool
    let isCumulative: Bool
    let source: Source
    /// When the outermost timing ends.
    let end: Double
    /// Whether the run is one plain cycle in no group, so that a subtraction and a division give
    /// the fraction.
    let isPlain: Bool

    init(
      timing: TimingParameters, function: TimingFunction?, groups: [Level],
      keyPath: AnimationKeyPath, isAdditive: Bool, isCumulative: Bool, source: Source
    ) {
      self.timing = timing
      // The straight line needs no evaluation.
      self.function = function === TimingFunction.linear ? nil : function
      self.groups = groups
      self.keyPath = keyPath
      self.isAdditive = isAdditive
      self.isCumulative = isCumulative
      self.source = source
      end = (groups.first?.timing ?? timing).endTime
      isPlain =
        groups.isEmpty && timing.duration > 0 && timing.duration < .infinity
        && timing.speed == 1 && timing.timeOffset == 0 && timing.repeatDuration <= 0
        && (timing.repeatCount <= 0 || timing.repeatCount == 1) && !timing.autoreverses
    }

    func value(at time: Double, over underlying: AnimatableValue) -> AnimatableValue? {
      if isPlain, time >= timing.beginTime, time < end {
        let fraction = (time - timing.beginTime) / timing.duration
        return value(
          TimingSample(cycle: 0, fraction: fraction, phase: .active), over: underlying)
      }
      var time = time
      for group in groups {
        guard let inner = group.childTime(at: time) else { return nil }
        time = inner
      }
      guard let sample = timing.sample(at: time) else { return nil }
      return value(sample, over: underlying)
    }

    private func value(
      _ sample: TimingSample, over underlying: AnimatableValue
    ) -> AnimatableValue? {
      let fraction = function?.value(at: sample.fraction) ?? sample.fraction
      guard let component = keyPath.component else {
        return combined(fraction, cycle: sample.cycle, over: underlying)?.matching(underlying)
      }
      guard let part = component.read(from: underlying),
        let value = combined(fraction, cycle: sample.cycle, over: part)
      else { return nil }
      return component.write(value, into: underlying)
    }

    /// The value with repetitions and what is underneath added, where that is wanted.
    private func combined(
      _ fraction: Double, cycle: Double, over current: AnimatableValue
    ) -> AnimatableValue? {
      guard var value = source.value(fraction, current: current) else { return nil }
      if isCumulative, cycle > 0,
        let end = source.value(timing.autoreverses ? 0 : 1, current: current)
      {
        guard let sum = value.added(to: end.scaled(by: cycle)) else { return nil }
        value = sum
      }
      return isAdditive ? value.added(to: current) : value
    }
  }
}

extension AnimationRecord.Source {
  /// The value at a part of the leg, where `current` is underneath; nil for no effect.
  @inline(__always)
  func value(_ fraction: Double, current: AnimatableValue) -> AnimatableValue? {
    switch self {
    case .nothing: nil
    case .basic(let source): source.ends.value(fraction, current: current)
    }
  }
}

/// The values of a basic animation.
final class BasicSource: Sendable {
  let ends: AnimationEnds

  init(ends: AnimationEnds) { self.ends = ends }
}
