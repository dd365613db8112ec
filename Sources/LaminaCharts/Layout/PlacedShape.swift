import Foundation
import Lamina

/// A shape of one colour or gradient: a line, an area, or the bars or points of a series.
package struct PlacedShape: Sendable {
  package var kind: MarkRecord.Kind
  package var key: PlacedKey
  /// The outline, in points of the chart; empty for a box.
  package var path = Path()
  /// The bar or cell that the shape is alone; nil for other shapes.
  package var box: PlacedBox?
  package var fill: Color?
  package var stroke: Color?
  package var strokeStyle = StrokeStyle()
  /// The gradient that paints the fill and the stroke in place of their colours.
  package var gradient: LinearGradient?
  /// True if the gradient extends across the plot; false if it does across the shape.
  package var alignsWithPlot = false
  /// The number of the plot that it is in.
  package var panel = 0
  /// Shapes of larger numbers are drawn over others.
  package var zIndex = 0.0
}

/// A bar or cell: a rectangle on whole pixels, in points of the chart.
package struct PlacedBox: Sendable, Equatable {
  package var frame: CGRect
  package var cornerRadius: CGFloat
  package var corners: Corners
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
  /// The number of the point that it shows of a plot of columns; nil for other marks.
  package var index: Int?

  package static func == (left: Self, right: Self) -> Bool {
    left.record == right.record && left.kind == right.kind && left.frame == right.frame
      && left.panel == right.panel
      && left.angles?.start == right.angles?.start && left.angles?.end == right.angles?.end
  }
}

/// A plot of columns, whose points are found when they are asked for.
package struct PlacedColumns: Sendable {
  /// The number of the plot's record in the chart.
  let record: Int
  let kind: MarkRecord.Kind
  let columns: PlotColumns
  let isSecondary: Bool
  /// The number of the plot, with axes of its own, that it is in.
  let panel: Int
}
