/// The base of animations that change a property of a layer.
///
/// An animation of this class itself changes nothing; use ``BasicAnimation`` and its relatives.
open class PropertyAnimation: Animation {
  /// Creates an animation of no property.
  public required init() { super.init() }

  /// Creates an animation of a property, such as `"opacity"`, or of a part of one, such as
  /// `"position.x"` or `"transform.rotation.z"`.
  public init(keyPath: String?) {
    self.keyPath = keyPath
    super.init()
  }

  /// What is animated: a property's name, or a part of it such as `"bounds.size.width"`.
  ///
  /// A part is animated as a number, not as the whole value: `"transform.rotation.z"` from 0 to
  /// 2π really turns once.
  public var keyPath: String? {
    willSet { willChange() }
  }

  /// Whether the value is added to the one underneath instead of replacing it. Transforms are
  /// concatenated: the animation's comes first, in the space that the other makes.
  public var isAdditive = false {
    willSet { willChange() }
  }

  /// Whether each repetition starts from the value at which the one before ended.
  public var isCumulative = false {
    willSet { willChange() }
  }

  /// How interpolated numbers become a transform; nil, the default, for values that are used as
  /// they are. The transform replaces the whole property.
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

  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "additive", "cumulative": false
    default: super.defaultValue(forKey: key)
    }
  }

  /// Traps where a value cannot be animated, or holds a number that is not finite, with a
  /// sentence that names the property.
  final func animatable(_ value: Any?, named name: String) -> AnimatableValue {
    do {
      var result = try AnimatableValue(value)
      if let component = keyPath.flatMap({ AnimationKeyPath($0).component }) {
        result = component.normalized(result)
      }
      require(
        result.isFinite, "\(name) of \(diagnosticName) must be finite, and it is \(value ?? "nil")")
      return result
    } catch {
      refuse("\(name) of \(diagnosticName): \(error)")
    }
  }

  final override var diagnosticName: String {
    "a \(Swift.type(of: self)) of \(keyPath.map { "\"\($0)\"" } ?? "no key path")"
  }

  /// The only record of an animation that changes one property through `source`.
  final func records(
    timing: TimingParameters, within groups: [AnimationRecord.Level],
    source: AnimationRecord.Source
  ) -> [AnimationRecord] {
    guard let keyPath else { return [] }
    return [
      AnimationRecord(
        timing: timing, function: timingFunction, groups: groups,
        keyPath: AnimationKeyPath(keyPath), isAdditive: isAdditive, isCumulative: isCumulative,
        valueFunction: valueFunction, source: source)
    ]
  }
}
