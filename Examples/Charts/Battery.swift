import Foundation
import Lamina
import LaminaCharts

/// Bars of half hours, with axes that closures describe: longer ticks, and dashed lines, some without labels.
var battery: Chart {
  let midnight = Date(timeIntervalSince1970: 1_764_201_600)
  return Chart(0..<48) { half in
    let level = half < 38 ? 0.96 - 0.02 * Double(half) : 0.2 + 0.08 * Double(half - 38)
    BarMark(x: .value("Time", midnight + Double(half) * 1800), y: .value("Level", level))
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
