import LaminaCharts

/// A donut: shares of a whole.
var browsers: Chart {
  let shares: [(name: String, percent: Double)] = [
    ("Chrome", 65), ("Safari", 18), ("Edge", 6), ("Firefox", 5), ("Other", 6),
  ]
  return Chart(shares, id: \.name) { share in
    SectorMark(angle: .value("Share", share.percent), innerRadius: .ratio(0.58), angularInset: 1)
      .foregroundStyle(by: .value("Browser", share.name))
      .annotation(position: .overlay) { "\(Int(share.percent)) %" }
  }
  .chartTitle("Browsers of our visitors")
}
