import Foundation
import Lamina
import LaminaCharts

/// A line without axes above an area that fades out, for a table or a text: 60 values of a signal.
var sparkline: Chart {
  let color = ChartTheme.light.palette[0]
  return Chart(0..<60) { minute in
    let time = Double(minute)
    let value = sin(time / 6) + sin(time / 2.3) / 3
    AreaMark(
      x: .value("Minute", time), yStart: .value("Bottom", -1.5), yEnd: .value("Value", value)
    )
    .foregroundStyle(
      .linearGradient(
        colors: [color.opacity(0.5), color.opacity(0)], startPoint: .top, endPoint: .bottom))
    LineMark(x: .value("Minute", time), y: .value("Value", value))
  }
  .chartXAxis(.hidden)
  .chartYAxis(.hidden)
}
