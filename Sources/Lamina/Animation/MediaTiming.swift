/// The values that a timed object shows outside its active time.
///
/// The active time runs from ``MediaTiming/beginTime`` until the active duration has passed;
/// both ends belong to it.
public enum FillMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing is shown before or after.
  case removed
  /// The value at the end is held afterwards.
  case forwards
  /// The value at the start is shown beforehand.
  case backwards
  /// Both ``forwards`` and ``backwards``.
  case both

  /// True if the first value is shown before the active time.
  var fillsBackwards: Bool { self == .backwards || self == .both }
  /// True if the last value is held after the active time.
  var fillsForwards: Bool { self == .forwards || self == .both }
}

/// The timing shared by layers and animations: a mapping from their parent's time to their own.
///
/// The parent of an animation is the layer it is added to, or its group; the parent of a layer
/// is its superlayer; the parent of a tree is the time of the frame. All times are in seconds.
///
/// Local time is `(parent time - beginTime) * speed + timeOffset`.
public protocol MediaTiming: AnyObject {
  /// The time at which the object begins, in seconds of its parent's time.
  ///
  /// For an animation, 0 becomes the layer's local time at the commit that begins it.
  ///
  /// - Precondition: Finite.
  var beginTime: Double { get set }

  /// The length of one cycle, in seconds of local time, before any reversed leg.
  ///
  /// For an animation, 0 or less becomes the transaction's duration when it is added. For a
  /// layer it is infinite by default. A cycle of infinite length never ends.
  ///
  /// - Precondition: Not NaN.
  var duration: Double { get set }

  /// The rate at which local time passes, relative to the parent's; 2 is twice as fast.
  ///
  /// 0 stops local time at ``timeOffset``. A negative speed runs backwards from the end.
  ///
  /// - Precondition: Finite.
  var speed: Float { get set }

  /// The offset added to local time, in seconds.
  ///
  /// For an animation it shifts the phase at which the run starts; the phase wraps at the end of a
  /// cycle, and the length of the run does not change.
  ///
  /// - Precondition: Finite.
  var timeOffset: Double { get set }

  /// The number of times the cycle runs; may be fractional or infinite.
  ///
  /// 0 and negative numbers mean once. Ignored when ``repeatDuration`` is more than 0.
  ///
  /// - Precondition: Not NaN.
  var repeatCount: Float { get set }

  /// The local time for which the cycle repeats, in seconds; may be infinite. If it is 0 or less,
  /// ``repeatCount`` applies.
  ///
  /// - Precondition: Not NaN.
  var repeatDuration: Double { get set }

  /// A Boolean value indicating whether each cycle runs forwards and then back, which doubles its
  /// length.
  var autoreverses: Bool { get set }

  /// The values that are shown before and after the active time.
  var fillMode: FillMode { get set }
}
