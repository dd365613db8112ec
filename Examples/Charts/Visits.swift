import Foundation
import LaminaCharts

/// A heat map: when in the week a web site is visited.
var visits: Chart {
  let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  return Chart {
    for (number, day) in days.enumerated() {
      for hour in 0..<24 {
        let isWeekend = number > 4
        let noon = exp(-pow((Double(hour) - (isWeekend ? 16 : 12)) / 4.5, 2))
        let evening = exp(-pow((Double(hour) - 20.5) / 2, 2))
        let count = (isWeekend ? 70 * noon + 90 * evening : 140 * noon + 60 * evening) + 6
        RectangleMark(x: .value("Hour", "\(hour)"), y: .value("Day", day))
          .foregroundStyle(by: .value("Visits per hour", count.rounded()))
      }
    }
  }
  .chartTitle("Visits by hour and weekday")
}
