import Foundation

/// A value and the name of what it is a value of.
public struct PlottableValue<Value: Plottable> {
  /// The name, which titles an axis or a legend.
  public let label: String
  /// The value; nil for a missing one.
  public let value: Value?
  /// The calendar unit that the value stands for; nil for a moment or a number.
  let unit: Calendar.Component?
  /// The end of an interval that begins at the value; nil for a single value.
  let end: Value?

  /// Creates a value with its name.
  ///
  /// - Parameters:
  ///   - label: the name of the quantity, the same for all marks of a chart.
  ///   - value: the value. Nil, NaN and the infinities make a gap.
  public static func value(_ label: String, _ value: Value?) -> Self {
    Self(label: label, value: value, unit: nil, end: nil)
  }

  /// Creates an interval, for example the bin of a histogram: a bar is as wide as it.
  public static func value(_ label: String, _ range: Range<Value>) -> Self
  where Value: Comparable {
    Self(label: label, value: range.lowerBound, unit: nil, end: range.upperBound)
  }

  var plotted: PlottedValue { value?.primitivePlottable.plottedValue ?? .missing }
}

extension PlottableValue where Value == Date {
  /// Creates a date that stands for the whole of a calendar unit, for example a day.
  ///
  /// A bar is as wide as the unit; a point, or a vertex of a line, is in the middle of it. The time
  /// zone is that of the chart's scale.
  public static func value(_ label: String, _ value: Date?, unit: Calendar.Component) -> Self {
    Self(label: label, value: value, unit: unit, end: nil)
  }
}

extension PlottableValue: Sendable where Value: Sendable {}
