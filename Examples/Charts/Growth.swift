import LaminaCharts

/// Bars with error bars: how much plants grow, and how sure that is.
var growth: Chart {
  let doses: [(name: String, light: String, mean: Double, error: Double)] = [
    ("none", "Shade", 3.1, 0.5), ("none", "Sun", 4.6, 0.6), ("low", "Shade", 4.4, 0.4),
    ("low", "Sun", 7.2, 0.7), ("high", "Shade", 4.9, 0.8), ("high", "Sun", 9.8, 1.1),
  ]
  return Chart(doses, id: \.mean) { dose in
    let light = PlottableValue.value("Light", dose.light)
    BarMark(x: .value("Fertilizer", dose.name), y: .value("Growth", dose.mean))
      .foregroundStyle(by: light)
      .position(by: light)
    ErrorBarMark(
      x: .value("Fertilizer", dose.name), yStart: .value("Growth", dose.mean - dose.error),
      yEnd: .value("Growth", dose.mean + dose.error)
    )
    .position(by: light)
  }
  .chartTitle("Growth in four weeks")
  .chartXAxisLabel("Fertilizer")
  .chartYAxisLabel("Growth", unit: "cm")
}
