import Foundation
import LaminaCharts

/// Box plots side by side: how long the flippers of penguins are.
var penguins: Chart {
  let kinds: [(name: String, sex: String, middle: Double, spread: Double)] = [
    ("Adélie", "Female", 188, 5.6), ("Adélie", "Male", 192, 6.6),
    ("Chinstrap", "Female", 192, 5.8), ("Chinstrap", "Male", 200, 6),
    ("Gentoo", "Female", 213, 3.9), ("Gentoo", "Male", 222, 5.7),
  ]
  // Quantiles of a logistic distribution, without random numbers.
  let parts = (1..<60).map { Double($0) / 60 }
  return Chart(kinds, id: \.middle) { kind in
    BoxPlotMark(
      x: .value("Species", kind.name),
      y: .values("Flipper", parts.map { kind.middle + kind.spread * 0.55 * log($0 / (1 - $0)) })
    )
    .foregroundStyle(by: .value("Sex", kind.sex))
    .position(by: .value("Sex", kind.sex))
  }
  .chartTitle("Flippers of three penguins")
  .chartYAxisLabel("Length", unit: "mm")
}
