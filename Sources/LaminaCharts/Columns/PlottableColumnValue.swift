import Foundation

/// A type of numbers or dates that a column of a plot can have.
///
/// `Double`, `Float`, `Int` and `Date` conform.
public protocol PlottableColumnValue: Plottable, Sendable {
  /// Returns the numbers, or the seconds since the reference date. An array of `Double` is returned
  /// as it is, without a copy.
  static func columnNumbers(_ values: [Self]) -> [Double]
  /// Returns what a chart stores for a number of a column; ``PlottedValue/missing`` for NaN and the
  /// infinities.
  static func plottedValue(columnNumber number: Double) -> PlottedValue
}

/// A type of numbers that the y column of a plot can have.
public protocol PlottableColumnNumber: PlottableColumnValue {}

extension PlottableColumnNumber {
  /// Returns the number; ``PlottedValue/missing`` for NaN and the infinities.
  public static func plottedValue(columnNumber number: Double) -> PlottedValue {
    number.plottedValue
  }
}

extension Double: PlottableColumnNumber {
  /// Returns the array as it is.
  public static func columnNumbers(_ values: [Double]) -> [Double] { values }
}

extension Float: PlottableColumnNumber {
  /// Returns the numbers, which are exact.
  public static func columnNumbers(_ values: [Float]) -> [Double] { values.map(Double.init) }
}

extension Int: PlottableColumnNumber {
  /// Returns the numbers; those beyond 2^53 are rounded.
  public static func columnNumbers(_ values: [Int]) -> [Double] { values.map(Double.init) }
}

extension Date: PlottableColumnValue {
  /// Returns the seconds since the reference date.
  public static func columnNumbers(_ values: [Date]) -> [Double] {
    values.map(\.timeIntervalSinceReferenceDate)
  }

  /// Returns the date of a number of seconds since the reference date.
  public static func plottedValue(columnNumber number: Double) -> PlottedValue {
    Date(timeIntervalSinceReferenceDate: number).plottedValue
  }
}
