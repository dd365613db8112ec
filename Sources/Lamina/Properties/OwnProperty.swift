import Foundation

/// A class of another module of this package that declares the properties it adds.
///
/// Their values are stored under their keys. Declaring an ``OwnProperty`` gives access by name, a
/// default, redrawing, actions, animations, presentation, copies and descriptions.
package protocol OwnPropertyLayer: Layer {
  /// The declarations by key, which ``KeyedProperty/table(_:)`` makes.
  static var ownProperties: [String: KeyedProperty] { get }
}

extension Layer {
  /// Returns the declaration of a property that a class of another module adds.
  final class func ownProperty(_ key: String) -> KeyedProperty? {
    // The search for a conformance takes longer than the comparison.
    self == Layer.self ? nil : (self as? any OwnPropertyLayer.Type)?.ownProperties[key]
  }

  /// The value of a property: the stored one, or else that of the ``style``, or else the default of
  /// the class. A change is stored; an equal value is not.
  ///
  /// Inlinable: without being specialized, `text` takes half as many instructions more.
  @inlinable
  package final subscript<Root, Value>(property: OwnProperty<Root, Value>) -> Value {
    get {
      guard let stored = storedValue(forKey: property.key, of: Root.self) else {
        return property.defaultValue
      }
      return stored as? Value ?? property.converted(stored) ?? property.defaultValue
    }
    set {
      if newValue != self[property] { store(property.stored(newValue), forKey: property.key) }
    }
  }

  /// Returns what is stored for a property that a class declares, or what stands for it.
  @usableFromInline
  package final func storedValue(forKey key: String, of declaringClass: Layer.Type) -> Any? {
    let settings = storage.sideTable?.settings
    return settings?.keyedValues[key] ?? Self.value(in: settings?.style, forKey: key)
      // A subclass may have other defaults.
      ?? (type(of: self) == declaringClass ? nil : type(of: self).defaultValue(forKey: key))
  }
}

/// A declaration with any class and type of values.
package protocol AnyOwnProperty: Sendable {
  var key: String { get }
  var keyed: KeyedProperty { get }
}

/// The declaration of a property that a class of another module stores under its key.
@usableFromInline
package struct OwnProperty<Root: Layer, Value: Equatable & Sendable>: AnyOwnProperty {
  /// The public property of the class.
  let property: ReferenceWritableKeyPath<Root, Value> & Sendable
  @usableFromInline package let key: String
  @usableFromInline package let defaultValue: Value
  let isOptional: Bool
  /// True if a change animates from the value before it.
  let isAnimatable: Bool
  /// Returns a value as one of the property's type, or nil if it is of another type.
  let value: @Sendable (PropertyValue) -> Value?
  let propertyValue: @Sendable (Value) -> PropertyValue
}

extension OwnProperty {
  package var keyed: KeyedProperty { KeyedProperty(self) }

  package typealias Path = ReferenceWritableKeyPath<Root, Value> & Sendable

  private init(
    _ property: Path, _ key: String, _ defaultValue: Value, isOptional: Bool = false,
    isAnimatable: Bool = false,
    value: @escaping @Sendable (PropertyValue) -> Value?,
    propertyValue: @escaping @Sendable (Value) -> PropertyValue
  ) {
    self.property = property
    self.key = key
    self.defaultValue = defaultValue
    self.isOptional = isOptional
    self.isAnimatable = isAnimatable
    self.value = value
    self.propertyValue = propertyValue
  }

  /// Declares an enumerated property; an unknown name is the default.
  package init(_ property: Path, _ key: String, name defaultValue: Value)
  where Value: RawRepresentable<String> & SendableMetatype {
    self.init(
      property, key, defaultValue,
      value: {
        if case .word(let name) = $0 { Value(rawValue: name) ?? defaultValue } else { nil }
      },
      propertyValue: { .word($0.rawValue) })
  }

  /// Declares a property whose values neither animate nor have components.
  package init(_ property: Path, _ key: String, object defaultValue: Value)
  where Value: SendableMetatype {
    self.init(
      property, key, defaultValue,
      value: { if case .object(let object) = $0 { object as? Value } else { nil } },
      propertyValue: { .object($0) })
  }

  /// Declares such a property that is nil by default.
  package init<Object: SendableMetatype>(optional property: Path, _ key: String)
  where Value == Object? {
    self.init(
      property, key, nil, isOptional: true,
      value: { value in
        switch value {
        case .object(nil): .some(nil)
        case .object(let object?): (object as? Object).map { .some($0) }
        default: nil
        }
      },
      propertyValue: { .object($0) })
  }

  /// Returns a value of a style or of a subclass as one of the property's type.
  @usableFromInline
  package func converted(_ stored: Any) -> Value? {
    propertyValue(defaultValue).replaced(by: stored, isOptional: isOptional).flatMap(value)
  }

  /// Returns the form in which a value is stored; nil if the absence of a value stands for it.
  @usableFromInline
  package func stored(_ value: Value) -> Any? {
    switch propertyValue(value) {
    case .word, .value(.scalar): value
    case let converted: converted.userValue ?? (userValue(defaultValue) == nil ? nil : NSNull())
    }
  }

  /// Returns a value in its public form.
  func userValue(_ value: Value) -> Any? {
    let propertyValue = propertyValue(value)
    if case .value(.scalar) = propertyValue { return value }
    return propertyValue.userValue
  }
}

extension OwnProperty where Value: PropertyType {
  fileprivate init(
    _ property: Path, _ key: String, value defaultValue: Value, isAnimatable: Bool
  ) {
    self.init(
      property, key, defaultValue, isOptional: Value.isOptional, isAnimatable: isAnimatable,
      value: { Value.from($0) }, propertyValue: { $0.propertyValue })
  }
}

extension OwnProperty {
  /// Declares a number.
  package init(
    _ property: Path, _ key: String, number: CGFloat, isAnimatable: Bool = false
  ) where Value == CGFloat {
    self.init(property, key, value: number, isAnimatable: isAnimatable)
  }

  /// Declares a Boolean.
  package init(_ property: Path, _ key: String, flag: Bool) where Value == Bool {
    self.init(property, key, value: flag, isAnimatable: false)
  }

  /// Declares a colour or nil.
  package init(
    _ property: Path, _ key: String, color: Color?, isAnimatable: Bool = false
  ) where Value == Color? {
    self.init(property, key, value: color, isAnimatable: isAnimatable)
  }
}
