/// The base class of animations that change a property of a layer.
///
/// An instance of this class itself changes nothing; use a subclass such as ``BasicAnimation``.
open class PropertyAnimation: Animation {
  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property, such as `"opacity"`, or of a part of one, such as
  /// `"position.x"` or `"transform.rotation.z"`.
  public init(keyPath: String?) {
    self.keyPath = keyPath
    super.init()
  }

  /// The animated property, or a component of it such as `"bounds.size.width"`.
  ///
  /// A component is animated as a number, not as the whole value: `"transform.rotation.z"` from 0
  /// to 2π really makes a full turn.
  public var keyPath: String? {
    willSet { willChange() }
  }

  /// A Boolean value indicating whether the value is added to the underlying one instead of
  /// replacing it. Transforms are concatenated: the animation's is applied first, in the coordinate
  /// space of the underlying one.
  public var isAdditive = false {
    willSet { willChange() }
  }

  /// A Boolean value indicating whether each repetition starts from the value at which the previous
  /// one ended.
  public var isCumulative = false {
    willSet { willChange() }
  }

  /// The function that converts interpolated numbers into a transform; nil, the default, uses
  /// values as they are. The transform replaces the whole property.
  public var valueFunction: ValueFunction? {
    willSet { willChange() }
  }

  open override func copyProperties(from other: Animation) {
    super.copyProperties(from: other)
    guard let other = other as? PropertyAnimation else { return }
    keyPath = other.keyPath
    isAdditive = other.isAdditive
    isCumulative = other.isCumulative
    valueFunction = other.valueFunction
  }

  /// Returns the internal representation of a value. Traps with a message that names the property
  /// if the value cannot be animated or holds a number that is not finite.
  final func animatable(_ value: Any?, named name: String) -> AnimatableValue {
    do {
      var result = try AnimatableValue(value)
      if let component = keyPath.flatMap({ AnimationKeyPath($0).component }) {
        result = component.normalized(result)
      }
      require(
        result.isFinite, "\(name) of \(diagnosticName) must be finite, not \(value ?? "nil")")
      return result
    } catch {
      refuse("\(name) of \(diagnosticName): \(error)")
    }
  }

  final override var diagnosticName: String {
    "\(Swift.type(of: self)) \(keyPath.map { "for \"\($0)\"" } ?? "without a key path")"
  }

  /// Returns what a commit keeps of an animation that changes one property through `source`; empty if
  /// there is no key path.
  final func committedAnimations(
    timing: TimingParameters, within groups: [CommittedAnimation.TimingLevel],
    source: CommittedAnimation.ValueSource
  ) -> [CommittedAnimation] {
    guard let keyPath else { return [] }
    return [
      CommittedAnimation(
        timing: timing, function: timingFunction, groups: groups,
        keyPath: AnimationKeyPath(keyPath), isAdditive: isAdditive, isCumulative: isCumulative,
        valueFunction: valueFunction, source: source)
    ]
  }
}
