import Foundation

/// The text at one place of an axis.
struct AxisLabel: Equatable {
  /// The place, in points of the chart.
  var position: Double
  /// The number, or seconds since the reference date; nil for a category.
  var value: Double?
  var text: String
  /// The larger unit of a date, on a line of its own.
  var larger: String?
}
