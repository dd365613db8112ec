import Foundation

/// A value of the program that a chart's selection reads and writes: what `Binding` is in SwiftUI.
///
///     view.chartXSelection(value: ChartBinding(model, \.selectedDay))
///
/// It belongs to the isolation of the view that it is given to.
public struct ChartBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// Creates a binding of two closures.
  ///
  /// - Parameters:
  ///   - get: returns the value.
  ///   - set: stores the value. It may change the chart.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding to a property of an object, which it retains.
  public init<Root: AnyObject>(_ object: Root, _ keyPath: ReferenceWritableKeyPath<Root, Value>) {
    self.init(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
  }
}

/// A plottable type whose values can be selected in a chart: numbers, dates and strings, and
/// enumerations with such a raw value.
public protocol SelectablePlottable: Plottable {
  /// Creates the value that a chart has at a place; nil if it is of another type.
  init?(plottedValue: PlottedValue)
}

extension Double: SelectablePlottable {
  /// Creates the number; nil for a date or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue else { return nil }
    self = number
  }
}

extension Float: SelectablePlottable {
  /// Creates the nearest number; nil for a date or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue else { return nil }
    self = Float(number)
  }
}

extension Int: SelectablePlottable {
  /// Creates the nearest whole number; nil for a date or a category, and for a number beyond all
  /// integers.
  public init?(plottedValue: PlottedValue) {
    guard case .number(let number) = plottedValue, let whole = Int(exactly: number.rounded()) else {
      return nil
    }
    self = whole
  }
}

extension Date: SelectablePlottable {
  /// Creates the date; nil for a number or a category.
  public init?(plottedValue: PlottedValue) {
    guard case .date(let date) = plottedValue else { return nil }
    self = date
  }
}

extension String: SelectablePlottable {
  /// Creates the name of the category; nil for a number or a date.
  public init?(plottedValue: PlottedValue) {
    guard let name = plottedValue.category else { return nil }
    self = name
  }
}

extension SelectablePlottable where Self: RawRepresentable, RawValue: SelectablePlottable {
  /// Creates the value that has the place's as its raw value; nil if there is none.
  public init?(plottedValue: PlottedValue) {
    guard let value = RawValue(plottedValue: plottedValue) else { return nil }
    self.init(rawValue: value)
  }
}
