import Lamina
import LaminaCharts

/// A symmetric logarithmic axis: gains and losses of very different size.
var balances: Chart {
  let years = [
    2, -3, 14, -40, 180, 900, -2200, 5200, -310, 16_000, -7800, 41_000, 120_000, -26_000,
  ]
  return Chart {
    for (number, balance) in years.enumerated() {
      BarMark(x: .value("Year", "\(2012 + number)"), y: .value("Result", balance))
        .foregroundStyle(balance < 0 ? Color(rgb: 0xD9590C) : Color(rgb: 0x1564A6))
    }
  }
  .chartTitle("Result by year")
  .chartYScale(type: .symmetricLog)
  .chartYAxisLabel("Result", unit: "thousand €")
}
