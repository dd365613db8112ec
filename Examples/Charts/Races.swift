import LaminaCharts

/// Durations: the winning times of a marathon.
var races: Chart {
  let seconds = [
    8870, 8801, 8422, 8475, 8190, 8228, 8105, 7903, 7980, 7931, 7756, 7780, 7693, 7712, 7589, 7594,
  ]
  return Chart {
    for (number, time) in seconds.enumerated() {
      LineMark(x: .value("Year", 1965 + 4 * number), y: .value("Time", time)).symbol(.circle)
    }
  }
  .chartTitle("Winning times of a marathon")
  .chartXAxisLabel("")
  .chartXAxis(AxisMarks(format: .format(.number.grouping(.never).locale(.init(identifier: "en")))))
  .chartYScale(type: .duration)
}
