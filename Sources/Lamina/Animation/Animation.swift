/// What is told when an animation starts and stops.
public protocol AnimationDelegate: AnyObject {
  /// The animation has begun: called once, after the commit that begins it, with the layer's
  /// copy of the animation.
  func animationDidStart(_ animation: Animation)

  /// The animation has ended, or was removed before its end: called once, with the layer's copy
  /// of the animation.
  ///
  /// - Parameter finished: Whether it ran to its end.
  func animationDidStop(_ animation: Animation, finished: Bool)
}

extension AnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ animation: Animation) {}
  /// Does nothing.
  public func animationDidStop(_ animation: Animation, finished: Bool) {}
}

/// The base of all animations: timing, a timing function and a delegate.
///
/// An animation is a description. Adding it to a layer copies it; the copy begins at the next
/// commit and cannot be changed any more, while the original can be changed and added again.
/// An animation of this class itself changes nothing; it only takes its time.
///
/// A subclass outside this module keeps its own properties when it is copied by overriding
/// ``copyProperties(from:)``.
open class Animation: MediaTiming {
  /// The timing as one value.
  private(set) var timing = TimingParameters()

  /// Whether a layer holds this copy, so that it cannot be changed.
  private(set) var isFrozen = false

  /// Whether the engine made it for a change of a property, and nobody has touched it since: its
  /// values fit the property.
  private(set) var isImplicit = false

  /// What was kept under keys of the user's own.
  final var userValues: [String: Any]?

  /// Creates an animation that lasts as long as its transaction says.
  public required init() {}

  /// When the animation begins, in seconds of the layer's local time, or of the group's.
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
  /// 0, the default, or less means the transaction's duration, or the group's. An infinite one
  /// holds the first value for ever; a ``SpringAnimation`` moves all the same.
  ///
  /// - Precondition: Not NaN.
  public var duration: Double {
    get { timing.duration }
    set { setNumber(\.duration, newValue) }
  }

  /// How fast the animation runs: 1 by default, 2 in half the time, below 0 backwards. At 0
  /// it stays at ``timeOffset``.
  ///
  /// - Precondition: Finite.
  public var speed: Float {
    get { timing.speed }
    set { setFinite(\.speed, newValue) }
  }

  /// By how many seconds the phase of the animation is ahead at its start. 0 by default.
  ///
  /// - Precondition: Finite.
  public var timeOffset: Double {
    get { timing.timeOffset }
    set { setFinite(\.timeOffset, newValue) }
  }

  /// How often the cycle runs, parts and infinity allowed. 0, the default, or less means once.
  ///
  /// - Precondition: Not NaN.
  public var repeatCount: Float {
    get { timing.repeatCount }
    set { setNumber(\.repeatCount, newValue) }
  }

  /// For how many seconds the cycle repeats, infinity allowed. Where it is more than 0 it replaces
  /// ``repeatCount``. 0 by default.
  ///
  /// - Precondition: Not NaN.
  public var repeatDuration: Double {
    get { timing.repeatDuration }
    set { setNumber(\.repeatDuration, newValue) }
  }

  /// Whether each cycle runs forwards and then back. False by default.
  public var autoreverses: Bool {
    get { timing.autoreverses }
    set {
      willChange()
      timing.autoreverses = newValue
    }
  }

  /// What the animation shows before it begins and after its end. Nothing by default.
  public var fillMode: FillMode {
    get { timing.fillMode }
    set {
      willChange()
      timing.fillMode = newValue
    }
  }

  /// The curve that shapes each leg of a cycle; nil, the default, is an even pace.
  public var timingFunction: TimingFunction? {
    willSet { willChange() }
  }

  /// What is told about the start and the end. Held strongly, as in Core Animation: it lives
  /// as long as the animation does.
  public var delegate: (any AnimationDelegate)? {
    willSet { willChange() }
  }

  /// Whether the layer drops the animation at the first commit past its end. True by default.
  public var isRemovedOnCompletion = true {
    willSet { willChange() }
  }

  /// An independent copy of the same class, which can be changed.
  ///
  /// The animations of a group are copied, too; the delegate is shared.
  public final func copy() -> Self {
    let copy = type(of: self).init()
    copy.copyProperties(from: self)
    copy.isImplicit = isImplicit
    return copy
  }

  /// Takes over the properties of another animation of the same class.
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

  /// The default of a property, by its name, for those for which Core Animation answers; nil for every
  /// other key, a property that is 0 or nil at first among them.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": Float(1)
    case "fillMode": FillMode.removed
    case "removedOnCompletion": true
    default: nil
    }
  }

  /// Traps if this is a layer's copy. Called before every change of a property, with its name.
  final func willChange(_ property: String = #function) {
    isImplicit = false
    require(
      !isFrozen,
      "\(property) of \(diagnosticName) that was added to a layer cannot be changed; change a copy "
        + "and add that")
  }

  private func setNumber<Number: FloatingPoint>(
    _ path: WritableKeyPath<TimingParameters, Number>, _ value: Number,
    named name: String = #function
  ) {
    require(!value.isNaN, "\(name) of \(diagnosticName) must be a number, and it is NaN")
    willChange(name)
    timing[keyPath: path] = value
  }

  private func setFinite<Number: FloatingPoint>(
    _ path: WritableKeyPath<TimingParameters, Number>, _ value: Number,
    named name: String = #function
  ) {
    require(value.isFinite, "\(name) of \(diagnosticName) must be finite, and it is \(value)")
    willChange(name)
    timing[keyPath: path] = value
  }

  /// The name of the animation in a sentence about a mistake.
  var diagnosticName: String { "a \(Swift.type(of: self))" }

  /// The only key that an animation of this class may have on a layer; nil for any.
  var fixedKey: String? { nil }

  /// Makes this the animation of a change that the engine has seen.
  final func makeImplicit(duration: Double, function: TimingFunction) {
    timing.duration = duration
    timing.fillMode = .backwards
    timingFunction = function
    isImplicit = true
  }

  /// Makes this copy unchangeable.
  func freeze() { isFrozen = true }

  /// Gives an animation without a duration the transaction's, also when it is frozen.
  func resolveDuration(_ duration: Double) {
    if !(timing.duration > 0) { timing.duration = duration }
  }

  /// Gives an animation without a begin time the layer's time at the commit, also when it is
  /// frozen.
  func resolveBeginTime(_ time: Double) {
    if timing.beginTime == 0 { timing.beginTime = time }
  }

  /// The values a commit keeps of this animation: one for each property it changes, or one that
  /// changes nothing; never empty. All end at the same time.
  ///
  /// - Parameters:
  ///   - beginTime: The layer's local time at the commit, taken where the animation has no
  ///     begin time.
  ///   - defaultDuration: The transaction's duration, taken where the animation has none.
  final func makeRecords(beginTime: Double, defaultDuration: Double) -> [AnimationRecord] {
    var timing = timing
    if timing.beginTime == 0 { timing.beginTime = beginTime }
    if !(timing.duration > 0) { timing.duration = defaultDuration }
    let records = makeRecords(timing: timing, within: [])
    return records.isEmpty ? [AnimationRecord(timing: timing, function: timingFunction)] : records
  }

  /// The records of this animation, for a timing that is complete, inside of groups from the
  /// outermost to the innermost.
  func makeRecords(
    timing: TimingParameters, within groups: [AnimationRecord.Level]
  ) -> [AnimationRecord] { [] }
}
