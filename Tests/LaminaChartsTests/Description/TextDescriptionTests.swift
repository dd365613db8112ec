import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaTestSupport
import Testing

@Suite("The text description of a chart") struct TextDescriptionTests {
  @Test("tells the title, the axes, and the ends, extremes and trend of each series")
  func lines() {
    let start = Date(timeIntervalSince1970: 1_764_028_800)
    let chart = Chart(["up", "down", "wave"], id: \.self) { name in
      for hour in 0..<5 {
        let value = ["up": hour, "down": -hour, "wave": hour % 2][name] ?? 0
        LineMark(
          x: .value("Time", start + Double(hour) * 3600), y: .value("Load", Double(value) * 1.5)
        )
        .foregroundStyle(by: .value("Name", name))
      }
      RuleMark(y: .value("Limit", 5)).annotation { "too much" }
    }
    .chartTitle("Load")
    .chartFootnote("Invented")
    let expected = """
      Load. Line chart.
      X axis: Time, from 25 Nov 2025 to 04:00 25 Nov 2025.
      Y axis: Load, from -6 to 6.
      up: 5 values, from 0 at 25 Nov 2025 to 6 at 04:00 25 Nov 2025, lowest 0 at 25 Nov 2025, highest \
      6 at 04:00 25 Nov 2025, rising.
      down: 5 values, from 0 at 25 Nov 2025 to -6 at 04:00 25 Nov 2025, lowest -6 at 04:00 25 Nov \
      2025, highest 0 at 25 Nov 2025, falling.
      wave: 5 values, from 0 at 25 Nov 2025 to 0 at 04:00 25 Nov 2025, lowest 0 at 25 Nov 2025, \
      highest 1.5 at 01:00 25 Nov 2025, without a steady trend.
      Limit at 5 (too much).
      Invented.
      """
    #expect(chart.textDescription == expected)
  }

  @Test("has numbers in the formats of the axes")
  func formats() {
    let chart = Chart([0.25, 0.5], id: \.self) {
      LineMark(x: .value("Year", 2000 + $0 * 4), y: .value("Share", $0))
      RuleMark(x: .value("End", 2003))
    }
    .chartXAxis(AxisMarks(format: .format(.number.grouping(.never))))
    .chartYAxis(AxisMarks(format: .percent))
    #expect(chart.textDescription.contains("X axis: Year, from 2001 to 2003."))
    #expect(chart.textDescription.contains("End at 2003."))
    #expect(chart.textDescription.contains("2 values, from 25% at 2001 to 50% at 2002"))
    let laps = Chart([88.07, 92.5, 90], id: \.self) {
      LineMark(x: .value("Lap", $0), y: .value("Took", $0))
    }
    .chartYScale(type: .duration)
    #expect(laps.textDescription.contains("Y axis: Took, from 1:28.07 to 1:32.5."))
  }

  @Test("of bars, boxes, shares and cells tells what they show")
  func kinds() {
    let bars = Chart(["a", "b"], id: \.self) {
      BarMark(x: .value("Name", $0), y: .value("Count", $0 == "a" ? 3 : 8))
    }
    #expect(
      bars.textDescription == """
        Bar chart.
        X axis: Name, 2 categories: a, b.
        Y axis: Count, from 0 to 8.
        2 values, lowest 3 at a, highest 8 at b.
        """)
    let box = Chart {
      BoxPlotMark(x: .value("Name", "a"), y: .values("Size", [1, 2, 3, 4, 100]))
    }
    #expect(
      box.textDescription.hasSuffix(
        "a: median 3, quartiles 2 to 4, whiskers 1 to 4, outliers: 1."))
    let pie = Chart([("x", 1.0), ("y", 3.0)], id: \.0) {
      SectorMark(angle: .value("Share", $0.1)).foregroundStyle(by: .value("Name", $0.0))
    }
    #expect(pie.textDescription == "Pie chart.\nShares: x 25%, y 75%.")
    let heat = Chart([1, 2], id: \.self) {
      RectangleMark(x: .value("X", "c\($0)"), y: .value("Y", "r"))
        .foregroundStyle(by: .value("Heat", $0))
    }
    #expect(
      heat.textDescription.hasSuffix("Heat: 2 values, lowest 1 at c1, r, highest 2 at c2, r."))
    #expect(Chart {}.textDescription == "Empty chart.")
    #expect(
      Chart(grid: [bars, pie], columns: 2).textDescription.hasPrefix("A grid of 2 charts.\n\nBar"))
  }

  @Test("of any chart is short, and has no number that is not one", arguments: 1...4)
  func random(_ seed: Int) {
    var numbers = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<60 {
      let text = RandomCharts.chart(&numbers).textDescription
      #expect(!text.isEmpty && text.utf8.count < 40_000)
      #expect(!text.contains("nan") && !text.contains("NaN") && !text.contains("∞"))
    }
  }

  @Test("is in PNG files, in any script")
  func files() throws {
    let folder = TemporaryFolder()
    let path = folder("a.png")
    for (title, type) in [("Température", "tEXt"), ("気温", "iTXt")] {
      let chart = Chart { BarMark(x: .value("X", "a"), y: .value("Y", 1)) }.chartTitle(title)
      try chart.write(to: path, size: CGSize(width: 60, height: 40))
      let data = try Data(contentsOf: URL(filePath: path))
      #expect(data.range(of: Data("\(type)Description\0".utf8)) != nil)
      let text = type == "iTXt" ? Data(title.utf8) : try #require(title.data(using: .isoLatin1))
      #expect(data.range(of: text) != nil)
      #expect(try Bitmap(encoded: [UInt8](data)).width == 60)
    }
  }
}
