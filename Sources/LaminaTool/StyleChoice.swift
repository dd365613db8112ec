import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaGraphs

/// The looks that the command offers by name.
enum StyleChoice: String, CaseIterable, ExpressibleByArgument {
  /// White on orange, as the document that describes the graph has it.
  case classic
  case dark
  case light

  /// The style, with lines across at some heights, in points from the top, and a line down every
  /// so many samples.
  func style(levels: [Double], samplesPerLine: Int) -> GraphStyle {
    func grid(_ color: Color) -> GraphGrid {
      GraphGrid(color: color, levels: levels.map { CGFloat($0) }, samplesPerLine: samplesPerLine)
    }
    switch self {
    case .classic:
      return GraphStyle()
    case .dark:
      return GraphStyle(
        backgroundColor: Color(rgb: 0x10151C), lineColor: Color(rgb: 0x54D6A4), lineWidth: 1.5,
        fill: GraphFill(topColor: Color(rgb: 0x1F5A55), bottomColor: Color(rgb: 0x12201F)),
        grid: grid(Color(white: 1, alpha: 0.08)))
    case .light:
      return GraphStyle(
        backgroundColor: Color(rgb: 0xFBFAF7), lineColor: Color(rgb: 0x2463A8), lineWidth: 1.5,
        fill: GraphFill(topColor: Color(rgb: 0xBCD4EC), bottomColor: Color(rgb: 0xF3F6F8)),
        grid: grid(Color(white: 0, alpha: 0.08)))
    }
  }

  /// The style of a graph between axes, through which their grid is seen.
  var styleOnAxes: GraphStyle {
    var style = style(levels: [], samplesPerLine: 0)
    style.backgroundColor = .clear
    style.grid = nil
    return style
  }

  /// The theme of these axes.
  var chartTheme: ChartTheme {
    let style = style(levels: [], samplesPerLine: 0)
    var theme = self == .dark ? ChartTheme.dark : .light
    theme.backgroundColor = style.backgroundColor
    if let grid = style.grid { theme.gridColor = grid.color }
    if self == .classic {
      theme.labelColor = style.lineColor
      theme.axisColor = style.lineColor
      theme.gridColor = style.lineColor.withAlpha(0.25)
    }
    return theme
  }
}
