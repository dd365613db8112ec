import Foundation
import Lamina
import LaminaText

/// The place of everything in a chart of a size.
///
/// Coordinates are points from the chart's upper left corner; y grows downwards.
package struct ChartLayout: Sendable {
  package let size: CGSize
  /// Device pixels per point, on whole ones of which grid lines and texts are.
  package let scale: Double
  package let theme: ChartTheme
  package let colors: ColorEncoding
  /// The area between the axes, on whole pixels.
  package var plot = CGRect.zero
  package var x = AxisScale.none(start: 0, end: 0)
  package var y = AxisScale.none(start: 0, end: 0)
  package var texts: [PlacedText] = []
  package var gridLines: [PlacedLine] = []
  /// Ticks, and the line at which bars stand.
  package var axisLines: [PlacedLine] = []
  /// The symbols of the legend.
  package var legend: [PlacedShape] = []
  package var legendEntries: [PlacedLegendEntry] = []
  /// The bar of colours of the legend for numbers, from left to right.
  package var colorBar: (frame: CGRect, colors: [Color])?
  /// The marks, in drawing order.
  package var shapes: [PlacedShape] = []
  /// The places of the single marks that are drawn.
  package var marks: [PlacedMark] = []
  /// True if marks may be outside the plot, so that they are clipped.
  package var clipsMarks = false

  /// Lays out a chart.
  ///
  /// - Parameters:
  ///   - described: the chart.
  ///   - size: the size in points.
  ///   - scale: device pixels per point.
  /// - Throws: ``ChartError``.
  package init(_ described: Chart, size: CGSize, scale: Double = 1) throws(ChartError) {
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0,
      size.width <= 1e6, size.height <= 1e6
    else { throw .invalidSize(width: size.width, height: size.height) }
    let chart = try PreparedChart(described)
    self.size = size
    self.scale = scale.isFinite && scale > 0 ? scale : 1
    theme = chart.options.theme
    colors = chart.colors
    var frames = FramePlanner(chart, size: size, scale: self.scale)
    try frames.place()
    plot = frames.plot
    x = frames.x
    y = frames.y
    texts = frames.texts
    gridLines = frames.gridLines
    axisLines = frames.axisLines
    legend = frames.legendShapes
    legendEntries = frames.legendEntries
    colorBar = frames.colorBar
    var planner = MarkPlanner(chart, records: described.records, frames: frames)
    planner.place()
    shapes = planner.shapes
    marks = planner.marks
    texts += planner.annotations
    clipsMarks = chart.x.fixed != nil || chart.y.fixed != nil
  }
}
