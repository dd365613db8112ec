import LaminaCharts

/// Stacked areas: what a household's electricity comes from.
var energy: Chart {
  let sources: [(name: String, months: [Double])] = [
    ("Grid", [310, 270, 210, 130, 80, 60, 55, 70, 120, 200, 280, 330]),
    ("Battery", [20, 35, 60, 85, 95, 100, 98, 92, 75, 50, 25, 15]),
    ("Solar", [30, 55, 110, 170, 220, 240, 245, 215, 150, 85, 40, 22]),
  ]
  return Chart {
    for source in sources {
      for (month, value) in source.months.enumerated() {
        AreaMark(x: .value("Month", month + 1), y: .value("Energy", value))
          .foregroundStyle(by: .value("Source", source.name))
          .interpolationMethod(.monotone)
      }
    }
  }
  .chartTitle("Electricity by source")
  .chartXAxisLabel("Month")
  .chartYAxisLabel("Energy", unit: "kWh")
}
