import Foundation

// Properties of animations by name, as key-value coding has them in Core Animation.

extension Animation {
  /// Returns a property by name, or a value stored under a custom key.
  ///
  /// Numbers come as `Double`, modes and types by their names.
  public func value(forKey key: String) -> Any? {
    property(named: key)?.read(self) ?? userValues?[key]
  }

  /// Sets a property by name, or stores a value under a custom key, which copies keep; nil removes
  /// it.
  ///
  /// Numeric strings are converted; nil, or `NSNull`, is 0 for a number and false for a Boolean. An
  /// unknown name of a mode becomes the default. A layer's copy takes custom keys only.
  ///
  /// - Precondition: a property's value is of its type, and one that its setter takes.
  public func setValue(_ value: Any?, forKey key: String) {
    if let property = property(named: key) {
      property.write(self, value is NSNull ? nil : value)
    } else if let value {
      userValues = userValues ?? [:]
      userValues?[key] = value
    } else {
      userValues?[key] = nil
    }
  }

  /// Returns the declaration of the property of a name, if the animation has it.
  private func property(named key: String) -> AnimationProperty? {
    AnimationProperty.table[key].flatMap { $0.belongs(Swift.type(of: self)) ? $0 : nil }
  }
}

/// The declaration of a property of one class of animations.
package struct AnimationProperty: Sendable {
  /// The type of a property's values.
  package enum ValueType: Sendable {
    /// A text, or the name of a mode.
    case text
    /// A number of which a closure says whether the property can have it.
    case number(isValid: @Sendable (Double) -> Bool)
    case flag, numbers, animatableValue, animatableValues, path
    case timingFunction, timingFunctions, valueFunction, animations
  }

  package let key: String
  /// The type of the values; nil if recordings leave the property out.
  package let valueType: ValueType?
  fileprivate let accessor: any AnimationPropertyAccessor

  /// Returns true for the class that has the property, and its subclasses.
  func belongs(_ type: Animation.Type) -> Bool { accessor.belongs(to: type) }

  /// Returns the value; nil for an animation of another class.
  package func read(_ animation: Animation) -> Any? { accessor.value(of: animation) }

  /// Sets the value, and traps if it is not one that the property can have.
  func write(_ animation: Animation, _ value: Any?) {
    if !accessor.set(value, of: animation) {
      refuse("\(type(of: animation)): \(key) cannot be \(value ?? "nil")")
    }
  }

  /// Returns the default, unless it is 0 or nil.
  func defaultValue() -> Any? { accessor.defaultValue }

  /// Returns the property's part of a description, unless the value is the default.
  func trait(_ animation: Animation) -> String? { accessor.trait(of: animation) }

  /// Returns the properties that an animation has and that can be recorded.
  package static func recorded(of animation: Animation) -> [AnimationProperty] {
    let type = Swift.type(of: animation)
    return all.filter { $0.valueType != nil && $0.belongs(type) }
  }

  /// The properties of all classes by name, which no two classes share.
  static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

  /// The properties in the order of descriptions.
  package static let all: [AnimationProperty] = [
    object("keyPath", \PropertyAnimation.keyPath, .text, trait: headline),
    object("fromValue", \BasicAnimation.fromValue, .animatableValue, trait: headline),
    object("toValue", \BasicAnimation.toValue, .animatableValue, trait: headline),
    object("byValue", \BasicAnimation.byValue, .animatableValue, trait: headline),
    object("values", \KeyframeAnimation.values, .animatableValues, trait: headline),
    object("path", \KeyframeAnimation.path, .path, trait: headline),
    object("animations", \AnimationGroup.animations, .animations, trait: headline),
    name("type", \Transition.type, trait: headline),
    name("subtype", \Transition.subtype, trait: headline),
    number("duration", \Animation.duration, where: isNumber, trait: headline),
    name("calculationMode", \KeyframeAnimation.calculationMode) { $0.rawValue },
    numbers("keyTimes", \KeyframeAnimation.keyTimes),
    object("timingFunctions", \KeyframeAnimation.timingFunctions, .timingFunctions) {
      $0.map { "timingFunctions [\($0.map(Readable.curve).joined(separator: ", "))]" }
    },
    numbers("tensionValues", \KeyframeAnimation.tensionValues),
    numbers("continuityValues", \KeyframeAnimation.continuityValues),
    numbers("biasValues", \KeyframeAnimation.biasValues),
    name("rotationMode", \KeyframeAnimation.rotationMode),
    number("mass", \SpringAnimation.mass, isAlwaysDescribed: true),
    number("stiffness", \SpringAnimation.stiffness, isAlwaysDescribed: true),
    number("damping", \SpringAnimation.damping, where: isNumber, isAlwaysDescribed: true),
    number("initialVelocity", \SpringAnimation.initialVelocity),
    flag("allowsOverdamping", \SpringAnimation.allowsOverdamping),
    computed("settlingDuration", \SpringAnimation.settlingDuration),
    computed("perceptualDuration", \SpringAnimation.perceptualDuration),
    computed("bounce", \SpringAnimation.bounce),
    number("startProgress", \Transition.startProgress),
    number("endProgress", \Transition.endProgress),
    object(
      "timingFunction", \Animation.timingFunction, .timingFunction, isAlwaysDescribed: true
    ) { Readable.curve($0) },
    flag("additive", \PropertyAnimation.isAdditive),
    flag("cumulative", \PropertyAnimation.isCumulative),
    object("valueFunction", \PropertyAnimation.valueFunction, .valueFunction) {
      $0.map { "by \($0.name.rawValue)" }
    },
    number("beginTime", \Animation.beginTime),
    number("speed", \Animation.speed),
    number("timeOffset", \Animation.timeOffset),
    number("repeatCount", \Animation.repeatCount, where: isNumber),
    number("repeatDuration", \Animation.repeatDuration, where: isNumber),
    flag("autoreverses", \Animation.autoreverses, hasKeyedDefault: false),
    name("fillMode", \Animation.fillMode),
    flag("removedOnCompletion", \Animation.isRemovedOnCompletion) { $0 ? nil : "stays" },
    object("delegate", \Animation.delegate, nil) {
      $0.map { "delegate \(type(of: $0 as Any))" }
    },
  ]
}

extension AnimationProperty {
  /// Declares a property.
  ///
  /// - Parameters:
  ///   - read: returns the value as ``Animation/value(forKey:)`` does.
  ///   - convert: returns a value that the user gives in the property's type; nil if it has none.
  ///   - keyedDefault: returns the answer of ``Animation/defaultValue(forKey:)`` for the default.
  ///   - isAlwaysDescribed: true if descriptions tell the default, too.
  ///   - trait: returns the part of a description for a value; the name and the value by default.
  private init<Root: Animation, Value>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, Value> & Sendable,
    _ valueType: ValueType?,
    read: @escaping @Sendable (Value) -> Any?,
    convert: @escaping @Sendable (Any?) -> Value?,
    keyedDefault: @escaping @Sendable (Value) -> Any? = { _ in nil },
    isAlwaysDescribed: Bool = false, trait: Trait<Value>?
  ) {
    self.init(
      key: key, valueType: valueType,
      accessor: StoredAnimationProperty(
        property: property, read: read, convert: convert, keyedDefault: keyedDefault,
        isAlwaysDescribed: isAlwaysDescribed,
        trait: trait ?? { Self.standardTrait(key, read($0)) }))
  }

  /// Returns the part of a description for a value.
  private typealias Trait<Value> = @Sendable (Value) -> String?

  /// The trait of a property that a description names before all others.
  @Sendable private static func headline<Value>(_ value: Value) -> String? { nil }

  @Sendable private static func isNumber<Number: BinaryFloatingPoint>(_ number: Number) -> Bool {
    !number.isNaN
  }

  private static func standardTrait(_ key: String, _ value: Any?) -> String {
    if let flag = value as? Bool { return flag ? key : "not \(key)" }
    return "\(key) \(Readable.value(value))"
  }

  /// Declares a property that follows from others.
  private static func computed<Root: Animation, Number: BinaryFloatingPoint & Sendable>(
    _ key: String, _ property: KeyPath<Root, Number> & Sendable
  ) -> AnimationProperty {
    AnimationProperty(
      key: key, valueType: nil,
      accessor: ComputedAnimationProperty<Root>(key: key) { Double($0[keyPath: property]) })
  }

  private static func number<Root: Animation, Number: BinaryFloatingPoint & Sendable>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, Number> & Sendable,
    where isValid: @escaping @Sendable (Number) -> Bool = { $0.isFinite },
    isAlwaysDescribed: Bool = false, trait: Trait<Number>? = nil
  ) -> AnimationProperty {
    AnimationProperty(
      key, property, .number { isValid(Number($0)) }, read: { Double($0) },
      convert: { number($0).map { Number($0) } },
      keyedDefault: { $0 == 0 ? nil : $0 }, isAlwaysDescribed: isAlwaysDescribed, trait: trait)
  }

  private static func flag<Root: Animation>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, Bool> & Sendable,
    hasKeyedDefault: Bool = true, trait: Trait<Bool>? = nil
  ) -> AnimationProperty {
    AnimationProperty(
      key, property, .flag, read: { $0 }, convert: { number($0).map { $0 != 0 } },
      keyedDefault: { hasKeyedDefault ? $0 : nil }, trait: trait)
  }

  /// Declares a mode; an unknown name is the default.
  private static func name<Root: Animation, Name: RawRepresentable<String> & Sendable>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, Name> & Sendable,
    trait: Trait<Name>? = nil
  ) -> AnimationProperty {
    AnimationProperty(
      key, property, .text, read: { $0.rawValue },
      convert: { named($0) ?? Root()[keyPath: property] }, keyedDefault: { $0 }, trait: trait)
  }

  /// Declares a mode or nil; an unknown name is nil.
  private static func name<Root: Animation, Name: RawRepresentable<String> & Sendable>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, Name?> & Sendable,
    trait: Trait<Name?>? = nil
  ) -> AnimationProperty {
    AnimationProperty(
      key, property, .text, read: { $0?.rawValue }, convert: { .some(named($0)) }, trait: trait)
  }

  private static func numbers<Root: Animation>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, [Double]?> & Sendable
  ) -> AnimationProperty {
    AnimationProperty(
      key, property, .numbers, read: { $0 },
      convert: { given in
        guard let given else { return .some(nil) }
        guard let values = given as? [Any] else { return nil }
        let numbers = values.compactMap(number)
        return numbers.count == values.count ? numbers : nil
      }, trait: nil)
  }

  private static func object<Root: Animation, Object>(
    _ key: String, _ property: ReferenceWritableKeyPath<Root, Object?> & Sendable,
    _ valueType: ValueType?, isAlwaysDescribed: Bool = false, trait: @escaping Trait<Object?>
  ) -> AnimationProperty {
    AnimationProperty(
      key, property, valueType, read: { $0 },
      convert: { given in
        guard let given else { return .some(nil) }
        return (given as? Object).map { .some($0) }
      }, isAlwaysDescribed: isAlwaysDescribed, trait: trait)
  }

  private static func number(_ value: Any?) -> Double? {
    guard let value else { return 0 }
    if let text = value as? String, let number = Double(text) { return number }
    return switch try? AnimatableValue(value) {
    case .scalar(let number): number
    case .bool(let flag): flag ? 1 : 0
    default: nil
    }
  }

  private static func named<Name: RawRepresentable<String>>(_ value: Any?) -> Name? {
    value as? Name ?? (value as? String).flatMap(Name.init(rawValue:))
  }
}

// MARK: - Access

/// The access to a property of one class of animations.
///
/// A protocol, as closures would be compiled anew for each property.
private protocol AnimationPropertyAccessor: Sendable {
  func belongs(to type: Animation.Type) -> Bool
  /// Returns the value as ``Animation/value(forKey:)`` does; nil for an animation of another class.
  func value(of animation: Animation) -> Any?
  /// Sets the value, and returns false if it is not one that the property can have.
  func set(_ value: Any?, of animation: Animation) -> Bool
  var defaultValue: Any? { get }
  func trait(of animation: Animation) -> String?
}

private struct StoredAnimationProperty<Root: Animation, Value>: AnimationPropertyAccessor {
  let property: ReferenceWritableKeyPath<Root, Value> & Sendable
  let read: @Sendable (Value) -> Any?
  let convert: @Sendable (Any?) -> Value?
  let keyedDefault: @Sendable (Value) -> Any?
  let isAlwaysDescribed: Bool
  let trait: @Sendable (Value) -> String?

  func belongs(to type: Animation.Type) -> Bool { type is Root.Type }

  func value(of animation: Animation) -> Any? {
    (animation as? Root).flatMap { read($0[keyPath: property]) }
  }

  func set(_ given: Any?, of animation: Animation) -> Bool {
    guard let animation = animation as? Root else { return true }
    guard let value = convert(given) else { return false }
    animation[keyPath: property] = value
    return true
  }

  var defaultValue: Any? { keyedDefault(Root()[keyPath: property]) }

  func trait(of animation: Animation) -> String? {
    let text = (animation as? Root).flatMap { trait($0[keyPath: property]) }
    return isAlwaysDescribed || text != trait(Root()[keyPath: property]) ? text : nil
  }
}

/// A property that follows from others.
private struct ComputedAnimationProperty<Root: Animation>: AnimationPropertyAccessor {
  let key: String
  let read: @Sendable (Root) -> Double

  func belongs(to type: Animation.Type) -> Bool { type is Root.Type }
  func value(of animation: Animation) -> Any? { (animation as? Root).map(read) }
  func set(_ value: Any?, of animation: Animation) -> Bool {
    refuse("\(type(of: animation)): \(key) cannot be set; it follows from the other values")
  }
  var defaultValue: Any? { nil }
  func trait(of animation: Animation) -> String? { nil }
}
