import Foundation
import LaminaCharts

/// A range area: a forecast, and how far off it may be.
var forecast: Chart {
  Chart(0..<25) { hour in
    let time = PlottableValue.value(
      "Time", Date(timeIntervalSince1970: 1_764_028_800 + Double(hour) * 3600))
    let demand = 48 - 14 * cos(Double(hour - 4) / 24 * 2 * .pi) + 3 * sin(Double(hour))
    let error = 0.6 * Double(max(0, hour - 8))
    if hour >= 8 {
      AreaMark(
        x: time, yStart: .value("Demand", demand - error), yEnd: .value("Demand", demand + error))
    }
    if hour <= 8 { LineMark(x: time, y: .value("Demand", demand), series: .value("", "past")) }
    if hour >= 8 {
      LineMark(x: time, y: .value("Demand", demand), series: .value("", "future"))
        .lineStyle(.init(width: 2, dashPattern: [5, 4]))
    }
  }
  .chartTitle("Demand for electricity, measured and forecast")
  .chartYAxisLabel("Demand", unit: "GW")
}
