import Foundation
import Lamina

/// The label at one place of an axis, and the lines that are shown with it.
struct AxisLabel {
  /// The place, in points of the chart.
  var position: Double
  /// The text; empty for none.
  var text: String
  /// The value at the place: a number, a date or a category.
  var value: PlottedValue
  /// The larger unit of a date, or the second line of a text, on a line of its own.
  var larger: String?
  /// The colour of the text; nil for that of the axis.
  var color: Color?
  var gridLine: AxisLine?
  var tick: AxisLine?

  var hasText: Bool { !text.isEmpty || larger != nil }

  mutating func shift(by distance: Double) {
    position += distance
    gridLine?.position += distance
    tick?.position += distance
  }
}

/// A grid line or a tick at a place of an axis.
struct AxisLine {
  /// The place, in points of the chart.
  var position: Double
  /// The style; nil for that of the theme.
  var style: AxisLineStyle?
}

/// The style of grid lines and ticks. What is nil is as the theme says.
///
/// A class, as its references are copied with labels and lines.
package final class AxisLineStyle: Sendable, Equatable {
  package let stroke: StrokeStyle?
  package let color: Color?
  /// The length of a tick in points.
  package let length: Double?

  init(stroke: StrokeStyle?, color: Color? = nil, length: Double? = nil) {
    (self.stroke, self.color, self.length) = (stroke, color, length)
  }

  package static func == (left: AxisLineStyle, right: AxisLineStyle) -> Bool {
    left === right
      || (left.stroke == right.stroke && left.color == right.color && left.length == right.length)
  }
}
