/// Several animations of one layer that run in the group's time.
///
/// The animations are clipped to the group's duration, not scaled to it. Their begin times count
/// from the group's start, and one without a duration takes the group's. Only the group's
/// delegate and ``Animation/isRemovedOnCompletion`` count. Repetition, speed, reversal and the
/// timing function of the group act on all of them.
open class AnimationGroup: Animation {
  /// Creates a group of no animations.
  public required init() {}

  /// The animations, in the order in which they are applied; nil by default.
  ///
  /// They are not copied when they are set, and all of them are when the group is copied.
  public var animations: [Animation]? {
    willSet { willChange() }
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? AnimationGroup else { return }
    animations = other.animations?.map { $0.copy() }
  }

  override func freeze() {
    super.freeze()
    animations?.forEach { $0.freeze() }
  }

  override func makeCommittedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] {
    let groups = groups + [CommittedAnimation.TimingLevel(timing: timing, function: timingFunction)]
    return (animations ?? []).flatMap { child in
      var inner = child.timing
      if !(inner.duration > 0) { inner.duration = timing.duration }
      return child.makeCommittedAnimations(timing: inner, within: groups)
    }
  }
}
