import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import LaminaText

/// Charts of every kind, from random numbers.
enum RandomCharts {
  static func chart(_ numbers: inout SeededGenerator) -> Chart {
    let magnitude = pow(10, numbers.number(in: -9...9))
    let count = numbers.pick([1, 2, 3, 12, 60])
    let names = [
      "a", "Berlin", "Frankfurt am Main", "東京", "A rather long name of a category", "שלום", "x y",
    ]
    var random = numbers
    func value() -> Double { random.number(in: -1...1) * magnitude }
    let start = random.number(in: -2e9...2e9)
    let span = pow(10, random.number(in: 0...9))
    func category(_ index: Int) -> String {
      index < names.count ? names[index] : "Category \(index)"
    }
    var chart: Chart
    switch random.below(11) {
    case 0:
      chart = Chart(0..<count) { _ in
        PointMark(x: .value("Size", value()), y: .value("Weight", value()))
          .annotation { "note" }
      }
    case 1:
      chart = Chart(0..<count) { index in
        LineMark(
          x: .value("Time", Date(timeIntervalSince1970: start + Double(index) * span)),
          y: .value("Value", value())
        )
        .foregroundStyle(by: .value("Series", category(index % 3)))
      }
    case 2:
      chart = Chart(0..<count) { index in
        BarMark(x: .value("Name", category(index)), y: .value("Value", value()))
          .foregroundStyle(by: .value("Kind", category(index % 9)))
          .annotation { "\(index)" }
      }
    case 3:
      let aligns = random.chance(50)
      chart = Chart(0..<count) { index in
        BarMark(x: .value("Value", value()), y: .value("Name", category(index)))
          .foregroundStyle(
            .linearGradient(colors: [.red, .blue], startPoint: .leading, endPoint: .bottom)
          )
          .alignsMarkStylesWithPlotArea(aligns)
          .annotation { "\(index)" }
      }
    case 4:
      chart = Chart(0..<count) { index in
        RectangleMark(
          x: .value("Column", category(index % 12)), y: .value("Row", category(index / 12))
        )
        .foregroundStyle(by: .value("Heat", value()))
      }
    case 5:
      chart = Chart(0..<count) { index in
        SectorMark(angle: .value("Share", abs(value())))
          .foregroundStyle(by: .value("Name", category(index)))
          .annotation(position: .overlay) { category(index) }
      }
    case 6:
      chart = Chart(0..<count) { index in
        BoxPlotMark(
          x: .value("Name", category(index)), y: .values("Value", (0..<9).map { _ in value() }))
        ErrorBarMark(
          x: .value("Name", category(index)), yStart: .value("Value", value()),
          yEnd: .value("Value", value())
        )
        .annotation { "error" }
      }
    case 7:
      chart = Chart(0..<count) { index in
        LineMark(x: .value("X", index), y: .value("Y", value()))
        PointMark(x: .value("X", index), y: .value("Other", 1e5 * value())).yAxis(.secondary)
      }
      .chartSecondaryYAxisLabel("The other axis", unit: "km")
      .chartYAxis(AxisMarks(position: random.pick([.leading, .trailing])))
    case 8:
      chart = Chart(0..<count) { index in
        PointMark(x: .value("X", value()), y: .value("Y", value()))
          .facet(by: .value("Name", category(index % 9)))
          .annotation { "note" }
      }
    case 9:
      let (method, isArea) = (random.pick(MarkStackingMethod.allCases), random.chance(50))
      let step = random.pick([0, 1])
      chart = Chart(0..<3) { series in
        let x = PlottableColumn.value("X", (0..<count).map { Double($0 * (1 + step * series)) })
        let y = PlottableColumn.value(
          "Y", (0..<count).map { _ in random.chance(10) ? .nan : value() })
        if isArea {
          AreaPlot(x: x, y: y, stacking: method)
            .foregroundStyle(by: .value("Series", category(series)))
        } else {
          BarPlot(x: x, y: y, stacking: method)
            .foregroundStyle(by: .value("Series", category(series)))
        }
      }
    default:
      chart = Chart(0..<count) { index in
        AreaMark(x: .value("X", index), y: .value("Y", value()))
          .foregroundStyle(by: .value("Series", category(index % 4)))
        LineMark(x: .value("X", index), y: .value("Y", value()))
          .foregroundStyle(Color.mint.gradient)
          .zIndex(index.isMultiple(of: 2) ? -1 : 0)
        RuleMark(y: .value("Limit", value())).annotation(alignment: .leading) { "limit" }
      }
    }
    if random.chance(50) { chart = chart.chartTitle("A title that is long enough to be wrapped") }
    if random.chance(40) { chart = chart.chartSubtitle("A subtitle") }
    if random.chance(30) { chart = chart.chartFootnote("Source: random numbers") }
    if random.chance(40) { chart = chart.chartXAxisLabel("Horizontal", unit: "m") }
    if random.chance(40) { chart = chart.chartYAxisLabel("Vertical axis with a long title") }
    if random.chance(40) {
      chart = chart.chartLegend(position: random.pick([.top, .bottom, .leading, .trailing]))
    }
    if random.chance(30) { chart = chart.chartXAxis { axisMarks(&random) } }
    if random.chance(30) { chart = chart.chartYAxis { axisMarks(&random) } }
    var theme = random.pick([ChartTheme.light, .dark, .print])
    theme.labelSize = random.number(in: 4...24)
    theme.titleSize = random.number(in: 6...30)
    theme.font = random.pick([.sansSerif, .monospace, .serif])
    numbers = random
    return chart.chartTheme(theme)
  }

  static func size(_ numbers: inout SeededGenerator) -> CGSize {
    func length() -> Double { pow(10, numbers.number(in: 0...3)).rounded() }
    return CGSize(width: length(), height: length())
  }

  /// Marks of an axis that a closure describes.
  private static func axisMarks(_ random: inout SeededGenerator) -> AxisMarks {
    let text = random.pick(["", "x", "a long text"])
    let (every, isCentered) = (1 + random.below(3), random.pick([nil, true, false]))
    let length: CGFloat? = random.pick([nil, 0, 4, 30])
    let stroke = random.pick([nil, StrokeStyle(lineWidth: 0.5, dash: [3, 2])])
    return AxisMarks(values: .automatic(desiredCount: 1 + random.below(20))) { value in
      AxisGridLine(centered: isCentered, stroke: stroke)
      AxisTick(length: length).foregroundStyle(.red)
      if value.index.isMultiple(of: every) {
        if text.isEmpty {
          AxisValueLabel(centered: isCentered)
        } else {
          AxisValueLabel(centered: isCentered) {
            "\(text) \(value.index)"
            if value.index == 0 { "of \(value.count)" }
          }
        }
      }
    }
  }
}
