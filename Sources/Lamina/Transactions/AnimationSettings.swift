/// The settings of the open transactions that an animation takes on when it is added.
///
/// All animations that are added until a setting changes share one object.
final class AnimationSettings {
  /// The duration, in seconds.
  let duration: Double
  let timingFunction: TimingFunction?
  /// The current completion group of every open transaction: an outer block also waits for
  /// animations that inner transactions add.
  let groups: [CompletionGroup]

  init(duration: Double, timingFunction: TimingFunction?, groups: [CompletionGroup]) {
    self.duration = duration
    self.timingFunction = timingFunction
    self.groups = groups
  }
}
