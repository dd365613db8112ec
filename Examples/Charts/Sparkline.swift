import Foundation
import LaminaCharts

/// A line without axes, for a table or a text: 60 values of a signal.
var sparkline: Chart {
  Chart(0..<60) { minute in
    let time = Double(minute)
    LineMark(x: .value("Minute", time), y: .value("Value", sin(time / 6) + sin(time / 2.3) / 3))
  }
  .chartXAxis(.hidden)
  .chartYAxis(.hidden)
}
