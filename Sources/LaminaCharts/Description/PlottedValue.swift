import Foundation

/// A value of a mark as a chart stores it.
public enum PlottedValue: Sendable, Hashable {
  /// A finite number.
  case number(Double)
  /// A point in time.
  case date(Date)
  /// One of several categories, which are told apart by their names.
  case category(String)
  /// No value: a gap in a line, a bar that is not there.
  case missing
}

extension PlottedValue {
  /// The number, or the seconds since the reference date; nil for a category and for no value.
  package var scalar: Double? {
    switch self {
    case .number(let number): number
    case .date(let date): date.timeIntervalSinceReferenceDate
    case .category, .missing: nil
    }
  }

  /// The name of the category; nil for any other value.
  package var category: String? {
    if case .category(let name) = self { name } else { nil }
  }

  /// Returns the value as one of a type; nil if it is none: a number as a date, a fraction as an integer.
  package func `as`<Value: Plottable>(_ type: Value.Type) -> Value? {
    if Value.PrimitivePlottable.self is any BinaryInteger.Type, case .number(let number) = self,
      number != number.rounded()
    {
      return nil
    }
    return nearest(type)
  }

  /// Returns the value, or the nearest one, of a type; nil if it is of another.
  package func nearest<Value: Plottable>(_ type: Value.Type) -> Value? {
    Value.PrimitivePlottable(plottedValue: self).flatMap(Value.init(primitivePlottable:))
  }
}
