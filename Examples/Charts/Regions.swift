import Foundation
import LaminaCharts

/// Small multiples: one plot for each region, with the same scales.
var regions: Chart {
  let regions: [(name: String, level: Double, rise: Double, season: Double)] = [
    ("North", 40, 1.2, 6), ("East", 55, -0.6, 9), ("South", 30, 2.1, 12),
    ("West", 62, 0.4, 5), ("Centre", 48, 0.9, 3), ("Abroad", 18, 2.8, 8),
  ]
  return Chart(regions, id: \.name) { region in
    for month in 0..<24 {
      let season = region.season * sin(Double(month) / 12 * 2 * .pi)
      AreaMark(
        x: .value("Month", Date(timeIntervalSince1970: 1_704_067_200 + Double(month) * 2_629_800)),
        y: .value("Sales", region.level + region.rise * Double(month) / 2 + season)
      )
      .facet(by: .value("Region", region.name))
    }
    RuleMark(y: .value("Goal", 60)).foregroundStyle(.black).lineStyle(.init(dashPattern: [4, 3]))
  }
  .chartTitle("Sales by region, and the goal of 60")
  .chartFacets(columns: 3)
  .chartYAxisLabel("Sales", unit: "million €")
}
