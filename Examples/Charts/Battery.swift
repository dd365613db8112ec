import Foundation
import Lamina
import LaminaCharts

/// Bars of half hours with the colours of their levels, and axes that closures describe: longer ticks, and
/// dashed lines, some without labels.
var battery: Chart {
  let midnight = Date(timeIntervalSince1970: 1_764_201_600)
  let levels = Gradient(stops: [
    .init(color: Color(rgb: 0x009E73), location: 0.5),
    .init(color: Color(rgb: 0xE69F00), location: 0.8),
    .init(color: Color(rgb: 0xD55E00), location: 1),
  ])
  return Chart(0..<48) { half in
    let level = half < 38 ? 0.96 - 0.02 * Double(half) : 0.2 + 0.08 * Double(half - 38)
    BarMark(x: .value("Time", midnight + Double(half) * 1800), y: .value("Level", level))
      .foregroundStyle(levels)
      .alignsMarkStylesWithPlotArea()
  }
  .chartTitle("Battery")
  .chartXAxis {
    AxisMarks(values: .stride(by: .hour, count: 3)) { value in
      AxisTick(length: 9)
      if value.index.isMultiple(of: 4) { AxisGridLine() }
      AxisValueLabel(format: .dateTime.hour())
    }
  }
  .chartYAxis {
    AxisMarks(values: [0, 0.5, 1]) { AxisValueLabel(format: .percent) }
    AxisMarks(values: [0.25, 0.5, 0.75, 1]) { AxisGridLine(stroke: StrokeStyle(dash: [3])) }
  }
  .chartYAxisLabel("")
}
