import Foundation

/// The text at one place of an axis.
struct AxisLabel: Equatable {
  /// The place, in points of the chart.
  var position: Double
  var text: String
  /// The value at the place: a number, a date or a category.
  var value: PlottedValue
  /// The larger unit of a date, on a line of its own.
  var larger: String?
}
