import Foundation
import Lamina
import LaminaCharts

/// The load of a machine in the course of a day, with a limit.
var load: Chart {
  Chart {
    for hour in stride(from: 0, to: 24, by: 1.0 / 12) {
      let day = 50 * exp(-pow((hour - 13.5) / 4.5, 2))
      let peak = 32 * exp(-pow((hour - 15.2) / 0.45, 2))
      let time = PlottableValue.value(
        "Time", Date(timeIntervalSince1970: 1_764_028_800 + hour * 3600))
      let load = PlottableValue.value("Load", 12 + day + peak + 4 * sin(hour * 9) * cos(hour * 5))
      AreaMark(x: time, y: load).opacity(0.2)
      LineMark(x: time, y: load)
    }
    RuleMark(y: .value("Limit", 80))
      .foregroundStyle(Color(rgb: 0xC8102E))
      .lineStyle(.init(width: 1, dashPattern: [5, 4]))
      .annotation(alignment: .leading) { "Alert at 80 %" }
  }
  .chartTitle("Load of the build server")
  .chartSubtitle("Tuesday, in percent of all cores, every five minutes")
  .chartYScale(domain: [0, 100]).chartYAxisLabel("")
}
