/// An object that is notified when an animation starts and stops.
public protocol AnimationDelegate: AnyObject {
  /// Tells the delegate that the animation has begun. Called once, after the commit that begins it,
  /// with the layer's copy of the animation.
  func animationDidStart(_ animation: Animation)

  /// Tells the delegate that the animation has ended, or was removed before its end. Called once,
  /// with the layer's copy of the animation.
  ///
  /// - Parameters:
  ///   - animation: the layer's copy of the animation.
  ///   - finished: true if the animation ran to its end.
  func animationDidStop(_ animation: Animation, finished: Bool)
}

extension AnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ animation: Animation) {}
  /// Does nothing.
  public func animationDidStop(_ animation: Animation, finished: Bool) {}
}

/// The base class of all animations: timing, a timing function and a delegate.
///
/// An animation is a description. Adding it to a layer copies it; the copy begins at the next
/// commit and is immutable, while the original can be changed and added again. An instance of this
/// class itself changes no property; it only takes time.
///
/// A subclass outside this module that has properties of its own overrides
/// ``copyProperties(from:)`` to copy them.
open class Animation: MediaTiming {
  /// The timing parameters as one value.
  private(set) var timing = TimingParameters()

  /// True if a layer holds this copy, which makes it immutable.
  private(set) var isFrozen = false

  /// True if the engine created the animation for a property change and nobody has modified it
  /// since, so that its values are known to fit the property.
  private(set) var isImplicit = false

  /// The values stored under the user's own keys.
  final var userValues: [String: Any]?

  /// Creates an animation that takes its duration from its transaction.
  public required init() {}

  /// The time at which the animation begins, in seconds of the layer's local time, or of the
  /// group's.
  ///
  /// 0, the default, means the commit after it is added, or the group's start.
  ///
  /// - Precondition: Finite.
  public var beginTime: Double {
    get { timing.beginTime }
    set { setFinite(\.beginTime, newValue) }
  }

  /// The length of one cycle in seconds.
  ///
  /// If it is 0, the default, or less, the animation takes the transaction's duration, or the
  /// group's. An infinite duration holds the first value forever, except in a ``SpringAnimation``,
  /// whose motion is not scaled to it.
  ///
  /// - Precondition: Not NaN.
  public var duration: Double {
    get { timing.duration }
    set { setNumber(\.duration, newValue) }
  }

  /// The rate at which the animation runs: 1 by default; 2 takes half the time, and a negative
  /// speed runs backwards. At 0 it stays at ``timeOffset``.
  ///
  /// - Precondition: Finite.
  public var speed: Float {
    get { timing.speed }
    set { setFinite(\.speed, newValue) }
  }

  /// The offset of the animation's phase at its start, in seconds. 0 by default.
  ///
  /// - Precondition: Finite.
  public var timeOffset: Double {
    get { timing.timeOffset }
    set { setFinite(\.timeOffset, newValue) }
  }

  /// The number of times the cycle runs; may be fractional or infinite. 0, the default, or less
  /// means once.
  ///
  /// - Precondition: Not NaN.
  public var repeatCount: Float {
    get { timing.repeatCount }
    set { setNumber(\.repeatCount, newValue) }
  }

  /// The time for which the cycle repeats, in seconds; may be infinite. If greater than 0, it
  /// replaces ``repeatCount``. 0 by default.
  ///
  /// - Precondition: Not NaN.
  public var repeatDuration: Double {
    get { timing.repeatDuration }
    set { setNumber(\.repeatDuration, newValue) }
  }

  /// A Boolean value indicating whether each cycle runs forwards and then back. False by default.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set {
      willChange()
      timing.autoreverses = newValue
    }
  }

  /// The values that are held before the animation begins and after it ends.
  /// ``FillMode/removed``, which holds none, by default.
  public var fillMode: FillMode {
    get { timing.fillMode }
    set {
      willChange()
      timing.fillMode = newValue
    }
  }

  /// The curve that shapes each leg of a cycle; nil, the default, means an even pace.
  public var timingFunction: TimingFunction? {
    willSet { willChange() }
  }

  /// The object that is notified of the start and the end. Held strongly, as in Core Animation: it
  /// lives as long as the animation does.
  public var delegate: (any AnimationDelegate)? {
    willSet { willChange() }
  }

  /// A Boolean value indicating whether the layer removes the animation at the first commit after
  /// its end. True by default.
  public var isRemovedOnCompletion = true {
    willSet { willChange() }
  }

  /// Returns an independent, mutable copy of the same class.
  ///
  /// The animations of a group are copied, too; the delegate is shared.
  public final func copy() -> Self {
    let copy = type(of: self).init()
    copy.copyProperties(from: self)
    copy.isImplicit = isImplicit
    return copy
  }

  /// Copies the properties of another animation of the same class.
  ///
  /// A subclass with stored properties of its own overrides this, calls `super` and copies
  /// them.
  open func copyProperties(from other: Animation) {
    willChange("properties")
    timing = other.timing
    timingFunction = other.timingFunction
    delegate = other.delegate
    isRemovedOnCompletion = other.isRemovedOnCompletion
    userValues = other.userValues
  }

  /// Returns the default value of a property, for the keys that Core Animation supports; nil for
  /// every other key, including properties that are initially 0 or nil.
  open class func defaultValue(forKey key: String) -> Any? {
    guard let property = AnimationProperty.table[key], property.belongs(self) else { return nil }
    return property.defaultValue()
  }

  /// Traps if this is a layer's copy. Called with the property's name before every change of a
  /// property.
  final func willChange(_ property: String = #function) {
    isImplicit = false
    require(
      !isFrozen,
      "cannot change \(property) of \(diagnosticName) after it is added to a layer; change a copy "
        + "and add that")
  }

  private func setNumber<Number: FloatingPoint>(
    _ path: WritableKeyPath<TimingParameters, Number>, _ value: Number,
    named name: String = #function
  ) {
    require(!value.isNaN, "\(name) of \(diagnosticName) must not be NaN")
    willChange(name)
    timing[keyPath: path] = value
  }

  private func setFinite<Number: FloatingPoint>(
    _ path: WritableKeyPath<TimingParameters, Number>, _ value: Number,
    named name: String = #function
  ) {
    require(value.isFinite, "\(name) of \(diagnosticName) must be finite, not \(value)")
    willChange(name)
    timing[keyPath: path] = value
  }

  /// The name of the animation in diagnostics.
  var diagnosticName: String { "\(Swift.type(of: self))" }

  /// The only key under which an animation of this class is kept on a layer; nil for any.
  var fixedKey: String? { nil }

  /// Makes this the implicit animation of a property change.
  final func makeImplicit(duration: Double, function: TimingFunction) {
    timing = .implicit(duration: duration)
    timingFunction = function
    isImplicit = true
  }

  /// Makes this copy immutable.
  func freeze() { isFrozen = true }

  /// Sets the duration to that of the transaction if the animation has none, even if it is frozen.
  func resolveDuration(_ duration: Double) {
    if !(timing.duration > 0) { timing.duration = duration }
  }

  /// Sets the begin time to the layer's local time at the commit if the animation has none, even if
  /// it is frozen.
  func resolveBeginTime(_ time: Double) {
    if timing.beginTime == 0 { timing.beginTime = time }
  }

  /// Returns what a commit keeps of this animation: one committed animation for each property it
  /// changes, or a single one that changes nothing; never empty. All end at the same time.
  ///
  /// - Parameters:
  ///   - beginTime: The layer's local time at the commit, used if the animation has no begin time.
  ///   - defaultDuration: The transaction's duration, used if the animation has none.
  final func makeCommittedAnimations(beginTime: Double, defaultDuration: Double)
    -> [CommittedAnimation]
  {
    var timing = timing
    if timing.beginTime == 0 { timing.beginTime = beginTime }
    if !(timing.duration > 0) { timing.duration = defaultDuration }
    let committedAnimations = makeCommittedAnimations(timing: timing, within: [])
    return committedAnimations.isEmpty
      ? [CommittedAnimation(timing: timing, function: timingFunction)] : committedAnimations
  }

  /// Returns what a commit keeps of this animation for a complete timing, nested in groups given from the
  /// outermost to the innermost.
  func makeCommittedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel]
  ) -> [CommittedAnimation] { [] }
}
