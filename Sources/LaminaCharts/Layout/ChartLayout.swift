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
  /// The plots with their scales: one, or one for each facet.
  package var panels: [PlacedPanel] = []
  /// True if the plots are those of the charts of a grid.
  package var isGrid = false
  package var texts: [PlacedText] = []
  package var gridLines: [PlacedLine] = []
  /// Ticks, and the line at which bars stand.
  package var axisLines: [PlacedLine] = []
  /// The symbols of the legend.
  package var legend: [PlacedShape] = []
  package var legendEntries: [PlacedLegendEntry] = []
  /// The bars of colours of the legends for numbers, from left to right.
  package var colorBars: [(frame: CGRect, colors: [Color])] = []
  /// The marks, in drawing order.
  package var shapes: [PlacedShape] = []
  /// The places of the single marks that are drawn.
  package var marks: [PlacedMark] = []
  /// The plots of columns that are drawn.
  var columns: [PlacedColumns] = []

  /// Lays out a chart.
  ///
  /// - Parameters:
  ///   - described: the chart.
  ///   - size: the size in points.
  ///   - scale: device pixels per point.
  /// - Throws: ``ChartError``.
  package init(_ described: Chart, size: CGSize, scale: Double = 1) throws(ChartError) {
    try self.init(described, size: size, scale: scale, measurer: TextMeasurer())
  }

  /// Lays out a chart.
  ///
  /// - Parameter measurer: the one of earlier layouts of such a chart, which knows most texts.
  init(
    _ described: Chart, size: CGSize, scale: Double, measurer: TextMeasurer
  ) throws(ChartError) {
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0,
      size.width <= 1e6, size.height <= 1e6
    else { throw .invalidSize(width: size.width, height: size.height) }
    let chart = try PreparedChart(described.cells.isEmpty ? described : described.frame)
    let scale = scale.isFinite && scale > 0 ? scale : 1
    measurer.beginLayout(scale: scale)
    var frames = FramePlanner(chart, size: size, scale: scale, measurer: measurer)
    try frames.place()
    self.init(frames, chart, described.cells.isEmpty ? described.records : [])
    if described.cells.isEmpty { return }
    let area = plot
    isGrid = true
    panels = []
    try placeCells(described, in: area, measurer)
  }

  /// Places the marks of a chart whose frame is placed.
  init(_ frames: FramePlanner, _ chart: PreparedChart, _ records: [MarkRecord]) {
    size = frames.size
    scale = frames.scale
    theme = chart.options.theme
    colors = chart.colors
    panels = frames.panels
    texts = frames.texts
    gridLines = frames.gridLines
    axisLines = frames.axisLines
    legend = frames.legendShapes
    legendEntries = frames.legendEntries
    if let bar = frames.colorBar { colorBars = [bar] }
    var planner = MarkPlanner(chart, records: records, frames: frames)
    planner.place()
    shapes = planner.shapes
    marks = planner.marks
    columns = planner.placedColumns
    texts += planner.annotations
  }

  /// The area between the axes of the first plot, on whole pixels.
  package var plot: CGRect { panels[0].frame }
  package var x: AxisScale { panels[0].x }
  package var y: AxisScale { panels[0].y }
}
