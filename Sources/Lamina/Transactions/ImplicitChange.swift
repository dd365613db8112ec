/// A property change that starts an implicit animation.
///
/// It stands in for the animation until that is asked for, which is rare, and takes a third of its
/// memory.
final class ImplicitChange {
  /// The kind of implicit animation.
  enum Effect {
    /// An animation of a property from its value before the change, which is not `none`.
    case animation(of: LayerKey, from: AnimatableValue)
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

  /// The key under which the layer lists the animation: the property's name, or "transition".
  var animationKey: String {
    switch effect {
    case .animation(let property, _): property.rawValue
    case .transition: Transition.key
    }
  }

  /// Creates the animation.
  func makeAnimation() -> Animation {
    switch effect {
    case .animation(let property, let value):
      return BasicAnimation.implicit(
        of: property.rawValue, from: value, duration: duration, function: function)
    case .transition:
      let transition = Transition()
      transition.makeImplicit(duration: duration, function: function)
      return transition
    }
  }

  /// Creates the records of the animation, with times that count from 0, without creating it.
  func makeRecords() -> [CommittedAnimation] {
    let source: CommittedAnimation.ValueSource =
      switch effect {
      case .animation(_, let value): .basic(BasicSource(ends: .fromValue(value)))
      case .transition: .transition(.fade)
      }
    return [
      CommittedAnimation(
        timing: .implicit(duration: duration), function: function, groups: [],
        keyPath: AnimationKeyPath(animationKey), isAdditive: false, isCumulative: false,
        source: source)
    ]
  }
}
