/// A change of a property that the engine animates by itself.
///
/// It stands for the animation until somebody asks for that: few do, and it takes a third of the
/// memory.
final class ImplicitChange {
  /// The property, whose name is the key path and the key of the animation.
  let key: LayerKey
  /// The value before the change.
  private let from: AnimatableValue
  private let duration: Double
  private let function: TimingFunction

  /// - Parameters:
  ///   - from: not `none`.
  ///   - duration: in seconds.
  init(of key: LayerKey, from: AnimatableValue, duration: Double, function: TimingFunction) {
    self.key = key
    self.from = from
    self.duration = duration
    self.function = function
  }

  /// A new object that describes the animation.
  func makeAnimation() -> BasicAnimation {
    .implicit(of: key.rawValue, from: from, duration: duration, function: function)
  }
}
