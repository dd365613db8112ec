import Foundation
import Lamina

/// A shape of one colour: a line, an area, or the bars or points of a series.
package struct PlacedShape: Sendable {
  package var kind: MarkRecord.Kind
  /// The outline, in points of the chart.
  package var path = Path()
  package var fill: Color?
  package var stroke: Color?
  package var strokeStyle = StrokeStyle()
  /// The number of the plot that it is in.
  package var panel = 0
}

/// The place of one mark.
package struct PlacedMark: Sendable, Equatable {
  /// The number of the mark in the chart.
  package var record: Int
  package var kind: MarkRecord.Kind
  /// The bar or rectangle, the box of a symbol, or the vertex of a line, in points of the chart.
  package var frame: CGRect
  /// The start and the end of a sector, clockwise from the top in radians.
  package var angles: (start: Double, end: Double)?
  /// The number of the plot that it is in.
  package var panel = 0

  package static func == (left: Self, right: Self) -> Bool {
    left.record == right.record && left.kind == right.kind && left.frame == right.frame
      && left.panel == right.panel
      && left.angles?.start == right.angles?.start && left.angles?.end == right.angles?.end
  }
}
