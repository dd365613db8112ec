import Foundation

/// A type whose values have a place in a chart.
///
/// Numbers, dates and strings are plottable. An enumeration with a raw value of one of these types
/// needs only to state the conformance:
///
///     enum City: String, Plottable { case berlin, oslo }
public protocol Plottable {
  /// A type with a representation of its own.
  associatedtype PrimitivePlottable: PrimitivePlottableProtocol
  /// The value that a chart reads in place of this one.
  var primitivePlottable: PrimitivePlottable { get }
  /// Creates the value that a chart reads as another; nil if there is none.
  init?(primitivePlottable: PrimitivePlottable)
}

/// A type that charts read directly: a number, a date or a string.
public protocol PrimitivePlottableProtocol: Plottable {
  /// The value as a chart stores it.
  var plottedValue: PlottedValue { get }
  /// Creates the value, or the nearest one, that a chart stores; nil if it is of another type.
  init?(plottedValue: PlottedValue)
}

extension PrimitivePlottableProtocol {
  public var primitivePlottable: Self { self }
  public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable where Self: RawRepresentable, RawValue: PrimitivePlottableProtocol {
  public var primitivePlottable: RawValue { rawValue }
  public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

extension PrimitivePlottableProtocol where Self: BinaryInteger {
  /// The number; one beyond 2^53 is rounded.
  public var plottedValue: PlottedValue { .number(Double(self)) }
  /// Creates the nearest integer; nil for a date or a category, and for a number beyond all integers of
  /// the type.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue else { return nil }
    self.init(exactly: number.rounded())
  }
}

extension Int: PrimitivePlottableProtocol {}
extension Int8: PrimitivePlottableProtocol {}
extension Int16: PrimitivePlottableProtocol {}
extension Int32: PrimitivePlottableProtocol {}
extension Int64: PrimitivePlottableProtocol {}
extension UInt: PrimitivePlottableProtocol {}
extension UInt8: PrimitivePlottableProtocol {}
extension UInt16: PrimitivePlottableProtocol {}
extension UInt32: PrimitivePlottableProtocol {}
extension UInt64: PrimitivePlottableProtocol {}

extension Double: PrimitivePlottableProtocol {
  /// The number; ``PlottedValue/missing`` for NaN and the infinities.
  public var plottedValue: PlottedValue { isFinite ? .number(self) : .missing }
  /// Creates the number; nil for a date or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue else { return nil }
    self = number
  }
}

extension Float: PrimitivePlottableProtocol {
  /// The number; ``PlottedValue/missing`` for NaN and the infinities.
  public var plottedValue: PlottedValue { Double(self).plottedValue }
  /// Creates the nearest number; nil for a date or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue else { return nil }
    self = Float(number)
  }
}

extension Decimal: PrimitivePlottableProtocol {
  /// The nearest `Double`; ``PlottedValue/missing`` for NaN.
  public var plottedValue: PlottedValue {
    NSDecimalNumber(decimal: self).doubleValue.plottedValue
  }
  /// Creates the nearest number; nil for a date or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue else { return nil }
    self = Decimal(number)
  }
}

extension Date: PrimitivePlottableProtocol {
  /// The date; ``PlottedValue/missing`` if it is no finite number of seconds.
  public var plottedValue: PlottedValue {
    timeIntervalSinceReferenceDate.isFinite ? .date(self) : .missing
  }
  /// Creates the date; nil for a number or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .date(let date) = plottedValue else { return nil }
    self = date
  }
}

extension String: PrimitivePlottableProtocol {
  /// The string, as a category.
  public var plottedValue: PlottedValue { .category(self) }
  /// Creates the name of the category; nil for a number or a date.
  public init?(plottedValue: PlottedValue) {
    guard let name = plottedValue.category else { return nil }
    self = name
  }
}
