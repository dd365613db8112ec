import LaminaCharts

/// Lines with symbols: mean temperatures of four cities.
var climate: Chart {
  let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  let cities: [(name: String, values: [Double])] = [
    ("Cairo", [14, 15, 18, 21, 25, 27, 28, 28, 27, 24, 19, 15]),
    ("Berlin", [1, 2, 5, 10, 15, 18, 20, 19, 15, 10, 5, 2]),
    ("Oslo", [-4, -3, 0, 5, 11, 15, 18, 16, 12, 6, 1, -3]),
    ("Sydney", [23, 23, 22, 19, 16, 13, 13, 14, 17, 19, 20, 22]),
  ]
  return Chart(cities, id: \.name) { city in
    for (month, value) in zip(months, city.values) {
      LineMark(x: .value("Month", month), y: .value("Temperature", value))
        .foregroundStyle(by: .value("City", city.name))
        .symbol(by: .value("City", city.name))
        .interpolationMethod(.monotone)
    }
  }
  .chartTitle("Mean temperature by month")
  .chartYAxisLabel("Temperature", unit: "°C")
}
