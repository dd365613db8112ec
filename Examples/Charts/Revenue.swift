import LaminaCharts

/// Grouped bars: three products in four quarters.
var revenue: Chart {
  let quarters = ["Q1", "Q2", "Q3", "Q4"]
  let products: [(name: String, values: [Double])] = [
    ("Books", [4.2, 4.8, 4.4, 7.9]), ("Music", [2.6, 2.9, 3.4, 4.1]),
    ("Games", [3.1, 2.4, 3.8, 6.3]),
  ]
  return Chart(products, id: \.name) { product in
    for (quarter, value) in zip(quarters, product.values) {
      BarMark(x: .value("Quarter", quarter), y: .value("Revenue", value))
        .foregroundStyle(by: .value("Product", product.name))
        .position(by: .value("Product", product.name))
        .cornerRadius(2)
        .annotation { "\(value)" }
    }
  }
  .chartTitle("Revenue by product")
  .chartYAxisLabel("Revenue", unit: "million €")
}
