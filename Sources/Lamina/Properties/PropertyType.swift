import Foundation

/// A type of the values that a property can have.
protocol PropertyType: SendableMetatype {
  /// True if there may be no value.
  static var isOptional: Bool { get }

  /// The value of an optional property that has none.
  static var nilValue: PropertyValue { get }

  /// The words that the value can be; empty if it is none.
  static var words: [String] { get }

  /// Returns the value as one of this type, or nil if it is of another type or out of range.
  static func from(_ value: PropertyValue) -> Self?

  var propertyValue: PropertyValue { get }

  /// True if every number in the value is finite.
  var isFinite: Bool { get }

  /// The value itself, or the one in an optional; nil if there is none.
  var unwrapped: Any? { get }
}

extension PropertyType {
  static var isOptional: Bool { false }
  static var nilValue: PropertyValue { .value(AnimatableValue.none) }
  static var words: [String] { [] }
  var isFinite: Bool { true }
  var unwrapped: Any? { self }
}

extension Optional: PropertyType where Wrapped: PropertyType {
  static var isOptional: Bool { true }
  static var words: [String] { Wrapped.words.isEmpty ? [] : [""] + Wrapped.words }

  static func from(_ value: PropertyValue) -> Wrapped?? {
    switch value {
    case .value(.none), .object(nil): .some(nil)
    // A word that names nothing stands for nil.
    case .word: .some(Wrapped.from(value))
    default: Wrapped.from(value).map { .some($0) }
    }
  }

  var propertyValue: PropertyValue { self?.propertyValue ?? Wrapped.nilValue }
  var isFinite: Bool { self?.isFinite ?? true }
  var unwrapped: Any? { self?.unwrapped }
}

// MARK: - Values that animate

extension CGFloat: PropertyType {
  static func from(_ value: PropertyValue) -> CGFloat? {
    if case .value(.scalar(let number)) = value { CGFloat(number) } else { nil }
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(self))) }
}

extension Double: PropertyType {
  static func from(_ value: PropertyValue) -> Double? {
    if case .value(.scalar(let number)) = value { number } else { nil }
  }
  var propertyValue: PropertyValue { .value(.scalar(self)) }
}

extension Float: PropertyType {
  static func from(_ value: PropertyValue) -> Float? {
    if case .value(.scalar(let number)) = value, Float(number).isFinite == number.isFinite {
      Float(number)
    } else {
      nil
    }
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(self))) }
}

extension Int: PropertyType {
  /// Rounds, and clamps to the integers that a `Double` represents exactly.
  static func from(_ value: PropertyValue) -> Int? {
    guard case .value(.scalar(let number)) = value, !number.isNaN else { return nil }
    return Int(Swift.max(-0x1p53, Swift.min(0x1p53, number.rounded())))
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(self))) }
}

extension UInt32: PropertyType {
  /// Truncates, and clamps to the range of the type.
  static func from(_ value: PropertyValue) -> UInt32? {
    guard case .value(.scalar(let number)) = value, !number.isNaN else { return nil }
    return UInt32(Swift.max(0, Swift.min(Double(UInt32.max), number)))
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(self))) }
}

extension Bool: PropertyType {
  static func from(_ value: PropertyValue) -> Bool? {
    if case .value(.bool(let flag)) = value { flag } else { nil }
  }
  var propertyValue: PropertyValue { .value(.bool(self)) }
}

extension CGPoint: PropertyType {
  static func from(_ value: PropertyValue) -> CGPoint? {
    if case .value(.point(let point)) = value { point } else { nil }
  }
  var propertyValue: PropertyValue { .value(.point(self)) }
  var isFinite: Bool { x.isFinite && y.isFinite }
}

extension CGSize: PropertyType {
  static func from(_ value: PropertyValue) -> CGSize? {
    if case .value(.size(let size)) = value { size } else { nil }
  }
  var propertyValue: PropertyValue { .value(.size(self)) }
  var isFinite: Bool { width.isFinite && height.isFinite }
}

extension CGRect: PropertyType {
  static func from(_ value: PropertyValue) -> CGRect? {
    if case .value(.rect(let rect)) = value { rect } else { nil }
  }
  var propertyValue: PropertyValue { .value(.rect(self)) }
  var isFinite: Bool { origin.isFinite && size.isFinite }
}

extension Transform3D: PropertyType {
  static func from(_ value: PropertyValue) -> Transform3D? {
    if case .value(.transform(let transform)) = value { transform } else { nil }
  }
  var propertyValue: PropertyValue { .value(.transform(self)) }
}

extension Color: PropertyType {
  static func from(_ value: PropertyValue) -> Color? {
    if case .value(.color(let color)) = value { color } else { nil }
  }
  var propertyValue: PropertyValue { .value(.color(self)) }
}

extension Bitmap: PropertyType {
  static func from(_ value: PropertyValue) -> Bitmap? {
    if case .value(let value) = value { value.bitmap } else { nil }
  }
  var propertyValue: PropertyValue { .value(.bitmap(self)) }
}

extension Path: PropertyType {
  static func from(_ value: PropertyValue) -> Path? {
    if case .value(.path(let path)) = value { path } else { nil }
  }
  var propertyValue: PropertyValue { .value(.path(self)) }
}

extension Array: PropertyType where Element: PropertyElement {
  static var nilValue: PropertyValue { Element.nilArray }
  static func from(_ value: PropertyValue) -> [Element]? { Element.array(value) }
  var propertyValue: PropertyValue { Element.value(self) }
  var isFinite: Bool { allSatisfy { $0.isFinite } }
}

/// A type of the elements of an array that is a property's value.
protocol PropertyElement: SendableMetatype {
  static var nilArray: PropertyValue { get }
  static func array(_ value: PropertyValue) -> [Self]?
  static func value(_ array: [Self]) -> PropertyValue
  var isFinite: Bool { get }
}

extension PropertyElement {
  static var nilArray: PropertyValue { .value(AnimatableValue.none) }
}

extension Double: PropertyElement {
  static func array(_ value: PropertyValue) -> [Double]? {
    if case .value(.numbers(let numbers)) = value { numbers } else { nil }
  }
  static func value(_ array: [Double]) -> PropertyValue { .value(.numbers(array)) }
}

extension CGFloat: PropertyElement {
  static func array(_ value: PropertyValue) -> [CGFloat]? {
    [Double].from(value)?.map { CGFloat($0) }
  }
  static func value(_ array: [CGFloat]) -> PropertyValue { Double.value(array.map(Double.init)) }
}

extension Color: PropertyElement {
  static func array(_ value: PropertyValue) -> [Color]? {
    switch value {
    case .value(.colors(let colors)): colors
    case .value(.numbers([])): []
    default: nil
    }
  }
  static func value(_ array: [Color]) -> PropertyValue { .value(.colors(array)) }
}

// MARK: - Objects

/// A property type whose values neither animate nor have components.
protocol ObjectPropertyType: PropertyType {}

extension ObjectPropertyType {
  static var nilValue: PropertyValue { .object(nil) }
  static func from(_ value: PropertyValue) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
  var propertyValue: PropertyValue { .object(self) }
}

extension String: ObjectPropertyType {}
extension Layer: ObjectPropertyType {}

extension Filter: PropertyElement {
  static func array(_ value: PropertyValue) -> [Filter]? {
    switch value {
    case .object(nil): []
    case .object(let filters): filters as? [Filter]
    default: nil
    }
  }
  static func value(_ array: [Filter]) -> PropertyValue { .object(array.isEmpty ? nil : array) }
}

extension EmitterCellValues: PropertyElement {
  static var nilArray: PropertyValue { .object(nil) }
  static func array(_ value: PropertyValue) -> [EmitterCellValues]? {
    guard case .object(let cells) = value else { return nil }
    return (cells as? [EmitterCell])?.map(\.values) ?? cells as? [EmitterCellValues]
  }
  static func value(_ array: [EmitterCellValues]) -> PropertyValue { .object(array) }
  /// True, as cells refuse all other numbers.
  var isFinite: Bool { true }
}

// MARK: - Option sets and names

extension CornerMask: PropertyType {
  static func from(_ value: PropertyValue) -> CornerMask? {
    UInt32.from(value).map { CornerMask(rawValue: UInt(min($0, 15))) }
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(rawValue))) }
}

extension EdgeAntialiasingMask: PropertyType {
  static func from(_ value: PropertyValue) -> EdgeAntialiasingMask? {
    UInt32.from(value).map { EdgeAntialiasingMask(rawValue: min($0, 15)) }
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(rawValue))) }
}

extension AutoresizingMask: PropertyType {
  static func from(_ value: PropertyValue) -> AutoresizingMask? {
    UInt32.from(value).map { AutoresizingMask(rawValue: $0) }
  }
  var propertyValue: PropertyValue { .value(.scalar(Double(rawValue))) }
}

/// A property type whose values are names.
protocol NamedPropertyType: PropertyType, CaseIterable, RawRepresentable<String> {
  /// The value that an unknown name stands for.
  static var unknown: Self { get }
}

extension NamedPropertyType {
  static var words: [String] { allCases.map(\.rawValue) }
  static func from(_ value: PropertyValue) -> Self? {
    if case .word(let name) = value { Self(rawValue: name) ?? unknown } else { nil }
  }
  var propertyValue: PropertyValue { .word(rawValue) }
}

extension BlendMode: PropertyType {
  static var words: [String] { allCases.map(\.rawValue) }
  static var nilValue: PropertyValue { .word("") }
  static func from(_ value: PropertyValue) -> BlendMode? {
    if case .word(let name) = value { BlendMode(name: name) } else { nil }
  }
  var propertyValue: PropertyValue { .word(rawValue) }
}

extension ContentsGravity: NamedPropertyType { static var unknown: Self { .center } }
extension ContentsFilter: NamedPropertyType { static var unknown: Self { .linear } }
extension CornerCurve: NamedPropertyType { static var unknown: Self { .circular } }
extension FillRule: NamedPropertyType { static var unknown: Self { .nonZero } }
extension LineCap: NamedPropertyType { static var unknown: Self { .butt } }
extension LineJoin: NamedPropertyType { static var unknown: Self { .miter } }
extension GradientLayer.Kind: NamedPropertyType { static var unknown: Self { .axial } }
extension EmitterLayer.Shape: NamedPropertyType { static var unknown: Self { .point } }
extension EmitterLayer.Mode: NamedPropertyType { static var unknown: Self { .volume } }
extension EmitterLayer.RenderMode: NamedPropertyType { static var unknown: Self { .unordered } }
extension FillMode: NamedPropertyType { static var unknown: Self { .removed } }
extension ScrollLayer.Mode: NamedPropertyType { static var unknown: Self { .both } }
