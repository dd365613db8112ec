/// A property change that starts an implicit animation.
///
/// It stands in for the animation until that is asked for, which is rare, and takes a third of its
/// memory.
final class ImplicitChange {
  /// The kind of implicit animation.
  enum Effect {
    /// An animation of a key path from its value before the change.
    case animation(of: String, from: AnimatableValue)
    /// A fade of the whole layer.
    case transition
  }

  private let effect: Effect
  private let duration: Double
  private let function: TimingFunction

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - duration: in seconds.
  init(_ effect: Effect, duration: Double, function: TimingFunction) {
    self.effect = effect
    self.duration = duration
    self.function = function
  }

  /// The key under which the layer lists the animation: the key path, or "transition".
  var animationKey: String {
    switch effect {
    case .animation(let keyPath, _): keyPath
    case .transition: Transition.key
    }
  }

  /// Creates the animation.
  func makeAnimation() -> Animation {
    let animation: Animation =
      switch effect {
      case .animation(let keyPath, let value): BasicAnimation(keyPath: keyPath, from: value)
      case .transition: Transition()
      }
    animation.makeImplicit(duration: duration, function: function)
    return animation
  }

  /// Creates the records of the animation, with times that count from 0, without creating it.
  func makeRecords() -> [CommittedAnimation] {
    let (keyPath, source): (AnimationKeyPath, CommittedAnimation.ValueSource) =
      switch effect {
      case .animation(let keyPath, let value):
        (AnimationKeyPath(keyPath), .basic(BasicSource(ends: .fromValue(value))))
      case .transition: (.transition, .transition(.fade))
      }
    return [
      CommittedAnimation(
        timing: .implicit(duration: duration), function: function, groups: [], keyPath: keyPath,
        isAdditive: false, isCumulative: false, source: source)
    ]
  }
}
