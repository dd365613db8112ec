/// A property change that starts an implicit animation.
///
/// It stands in for the animation until that is asked for, which is rare, and takes a third of its
/// memory.
final class ImplicitChange {
  /// The property. Its name is both the key path and the key of the animation.
  let key: LayerKey
  /// The value before the change.
  private let from: AnimatableValue
  private let duration: Double
  private let function: TimingFunction

  /// Creates a change of a property.
  ///
  /// - Parameters:
  ///   - from: not `none`.
  ///   - duration: in seconds.
  init(of key: LayerKey, from: AnimatableValue, duration: Double, function: TimingFunction) {
    self.key = key
    self.from = from
    self.duration = duration
    self.function = function
  }

  /// Creates the animation.
  func makeAnimation() -> BasicAnimation {
    .implicit(of: key.rawValue, from: from, duration: duration, function: function)
  }

  /// Creates the records of the animation, with times that count from 0, without creating it.
  func makeRecords() -> [CommittedAnimation] {
    [
      CommittedAnimation(
        timing: .implicit(duration: duration), function: function, groups: [],
        keyPath: AnimationKeyPath(key.rawValue), isAdditive: false, isCumulative: false,
        source: .basic(BasicSource(ends: .fromValue(from))))
    ]
  }
}
