import LaminaCharts

/// A second y axis: temperature and rain of a city.
var weather: Chart {
  let months: [(name: String, temperature: Double, rain: Double)] = [
    ("Jan", 0.6, 42), ("Feb", 1.5, 33), ("Mar", 4.8, 41), ("Apr", 9.6, 37), ("May", 14.4, 54),
    ("Jun", 17.6, 69), ("Jul", 19.5, 56), ("Aug", 19.1, 58), ("Sep", 14.8, 45), ("Oct", 9.7, 37),
    ("Nov", 4.9, 44), ("Dec", 1.8, 55),
  ]
  return Chart {
    for month in months {
      BarMark(x: .value("Month", month.name), y: .value("Rain", month.rain))
    }
    for month in months {
      LineMark(x: .value("Month", month.name), y: .value("Temperature", month.temperature))
        .symbol(.circle)
        .yAxis(.secondary)
    }
  }
  .chartTitle("Climate of Berlin")
  .chartYAxisLabel("Rain", unit: "mm")
  .chartSecondaryYAxisLabel("Temperature", unit: "°C")
}
