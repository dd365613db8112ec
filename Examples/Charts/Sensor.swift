import Foundation
import LaminaCharts

/// A step line with gaps: the position of a valve, where some readings are missing.
var sensor: Chart {
  let readings: [Double?] = [
    0, 0, 20, 20, 45, 60, 60, nil, nil, 80, 80, 100, 100, 70, 70, 40, nil, 40, 25, 25, 0, 0, 0,
  ]
  return Chart {
    for (number, reading) in readings.enumerated() {
      LineMark(
        x: .value("Time", Date(timeIntervalSince1970: 1_764_072_000 + Double(number) * 300)),
        y: .value("Valve", reading)
      )
      .interpolationMethod(.stepEnd)
    }
  }
  .chartTitle("Position of the inlet valve")
  .chartYAxis(AxisMarks(values: .stride(by: 25)))
  .chartYAxisLabel("Open", unit: "%")
}
