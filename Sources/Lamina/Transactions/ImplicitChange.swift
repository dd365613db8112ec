/// A property change that starts an implicit animation.
///
/// It stands in for the animation until that is asked for, which is rare.
enum ImplicitChange {
  /// Starts an animation from the value before the change.
  case animation(from: AnimatableValue)
  /// Starts a fade of the whole layer.
  case transition

  /// Creates the animation.
  ///
  /// - Parameters:
  ///   - key: the key path; not used by a transition.
  ///   - settings: the settings of the transaction that made the change.
  func makeAnimation(forKey key: String, _ settings: AnimationSettings) -> Animation {
    let animation: Animation =
      switch self {
      case .animation(let value): BasicAnimation(keyPath: key, from: value)
      case .transition: Transition()
      }
    animation.makeImplicit(
      duration: settings.duration, function: settings.timingFunction ?? .default)
    return animation
  }

  /// Creates what a commit keeps of the animation, with times that count from 0, without creating it.
  ///
  /// - Parameters: as for ``makeAnimation(forKey:_:)``.
  func makeCommittedAnimations(forKey key: String, _ settings: AnimationSettings)
    -> [CommittedAnimation]
  {
    let (keyPath, source): (AnimationKeyPath, CommittedAnimation.ValueSource) =
      switch self {
      case .animation(let value):
        (AnimationKeyPath(key), .basic(BasicSource(ends: .fromValue(value))))
      case .transition: (.transition, .transition(.fade))
      }
    return [
      CommittedAnimation(
        timing: .implicit(duration: settings.duration),
        function: settings.timingFunction ?? .default, groups: [], keyPath: keyPath,
        isAdditive: false, isCumulative: false, source: source)
    ]
  }
}
