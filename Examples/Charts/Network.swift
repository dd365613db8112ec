import Foundation
import LaminaCharts

/// Lines on a dark background, with numbers of bytes.
var network: Chart {
  let hosts: [(name: String, level: Double, phase: Double)] = [
    ("alpha", 9e6, 0), ("beta", 6e6, 1.3), ("gamma", 4e6, 2.9), ("delta", 2e6, 4.4),
  ]
  return Chart(hosts, id: \.name) { host in
    for minute in 0..<120 {
      let (n, phase) = (Double(minute) / 10, host.phase)
      let wave = sin(n * 0.9 + phase) + 0.4 * sin(n * 3.1 + 2 * phase) + 0.2 * cos(n * 7 + phase)
      LineMark(
        x: .value("Time", Date(timeIntervalSince1970: 1_764_072_000 + Double(minute) * 60)),
        y: .value("Received", host.level * (1.6 + 0.7 * wave))
      )
      .foregroundStyle(by: .value("Host", host.name))
    }
  }
  .chartTitle("Received each second")
  .chartYAxis(AxisMarks(format: .bytes))
  .chartYAxisLabel("")
  .chartTheme(.dark)
}
