import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("Plots of columns that are stacked") struct PlotStackTests {
  static let size = CGSize(width: 300, height: 160)

  @Test(
    "have the picture of marks", arguments: MarkStackingMethod.allCases, [true, false])
  func marks(_ method: MarkStackingMethod, isShared: Bool) throws {
    let columns: [(name: String, x: [Double], y: [Double])] =
      isShared
      ? [
        ("a", [0, 1, 2, 3, 4], [1, 2, .nan, 3, 1]),
        ("b", [0, 1, 2, 3, 4], [2, 1, 1, .infinity, 2]),
        ("c", [0, 1, 2, 3, 4], [1, 1, 3, 1, 1]),
      ]
      : [
        ("a", [4, 3, 2, 1, 0], [1, 2, 3, 1, 2]), ("b", [1, 2, 3, 4, 5], [-2, -1, 1, 2, 1]),
        ("c", [0, 1, 2, 3, 3], [1, .nan, -3, 2, 1]),
      ]
    for steps in [InterpolationMethod.linear, .stepEnd] {
      let plot = Chart {
        for (name, x, y) in columns {
          AreaPlot(x: .value("X", x), y: .value("Y", y), stacking: method)
            .foregroundStyle(by: .value("Series", name)).interpolationMethod(steps)
        }
      }
      let marks = Chart {
        for (name, x, y) in columns {
          ForEach(Array(zip(x, y))) { x, y in
            AreaMark(x: .value("X", x), y: .value("Y", y), stacking: method)
          }
          .foregroundStyle(by: .value("Series", name)).interpolationMethod(steps)
        }
      }
      let difference = try plot.bitmap(size: Self.size).difference(
        from: marks.bitmap(size: Self.size))
      #expect(difference == nil)
    }
    let bars = Chart {
      for (name, x, y) in columns {
        BarPlot(x: .value("X", x), y: .value("Y", y), stacking: method)
          .foregroundStyle(by: .value("Series", name))
      }
    }
    let marks = Chart {
      for (name, x, y) in columns {
        ForEach(Array(zip(x, y))) { x, y in
          BarMark(x: .value("X", x), y: .value("Y", y), stacking: method)
        }
        .foregroundStyle(by: .value("Series", name))
      }
    }
    let difference = try bars.bitmap(size: Self.size).difference(
      from: marks.bitmap(size: Self.size))
    #expect(difference == nil)
  }

  /// Three series of many values that change slowly, on evenly spaced x values.
  private static let count = 20_000
  private static let values: [[Double]] = (0..<3).map { series in
    (0..<count).map { index -> Double in
      if series == 1, (8000..<9000).contains(index) { return .nan }
      let angle = Double(index)
      return 2 + sin(angle / 3000 + Double(series)) + 0.01 * sin(angle)
    }
  }

  private static func chart(_ method: MarkStackingMethod, isArea: Bool) -> Chart {
    Chart {
      for (series, values) in values.enumerated() {
        if isArea {
          AreaPlot(x: .value("X", from: 0.0, by: 1), y: .value("Y", values), stacking: method)
            .foregroundStyle(by: .value("Series", "\(series)"))
        } else {
          BarPlot(x: .value("X", from: 0.0, by: 1), y: .value("Y", values), stacking: method)
            .foregroundStyle(by: .value("Series", "\(series)"))
        }
      }
    }
  }

  @Test(
    "begin where those before them end, however many points they have", .slow,
    arguments: [MarkStackingMethod.standard, .normalized, .center], [true, false])
  func ends(_ method: MarkStackingMethod, isArea: Bool) throws {
    let chart = Self.chart(method, isArea: isArea)
    for domain in [0.0...20_000, 7000...12_000] {
      let layout = try ChartLayout(
        chart.chartXScale(domain: domain), size: Self.size, scale: 2)
      let shapes = layout.shapes.filter { $0.kind == (isArea ? .area : .bar) }
      #expect(shapes.count == 3)
      for part in stride(from: 0.06, to: 1, by: 0.1) {
        let index = Int(
          domain.lowerBound + (domain.upperBound - domain.lowerBound) * part + 0.5)
        let values = Self.values.map { $0[index] }
        let sum = values.filter(\.isFinite).reduce(0, +)
        var end = method == .center ? -sum / 2 : 0
        for (value, shape) in zip(values, shapes) where value.isFinite {
          let start = end
          end += method == .normalized ? value / sum : value
          let x = try #require(layout.x.position(of: Double(index)))
          let (low, high) = try (
            #require(layout.y.position(of: start)), #require(layout.y.position(of: end))
          )
          for (y, isInside) in [
            (low + 1, false), (low - 1, true), (high + 1, true), (high - 1, false),
          ] {
            #expect(
              shape.path.contains(CGPoint(x: x, y: y)) == isInside,
              "\(index) of \(shape.key), \(y) of \(low) to \(high)")
          }
        }
        for (value, shape) in zip(values, shapes) where value.isNaN {
          let x = try #require(layout.x.position(of: Double(index)))
          #expect(!shape.path.contains(CGPoint(x: x, y: layout.plot.midY)))
        }
      }
    }
  }

  @Test("are read at their ends, with their own values")
  func readings() throws {
    let chart = Chart {
      for (name, values) in [("a", [1.0, 2, 3]), ("b", [4, .nan, 5])] {
        AreaPlot(x: .value("X", [0.0, 1, 2]), y: .value("Y", values))
          .foregroundStyle(by: .value("Series", name))
      }
    }
    let layout = try ChartLayout(chart, size: Self.size)
    let plot = try #require(layout.plots.first)
    let reading = try #require(layout.reading(of: chart, at: .number(2), in: plot))
    #expect(reading.rows.map(\.value) == ["3", "5"])
    for (row, end) in zip(reading.rows, [3.0, 8]) {
      #expect(abs(row.point.y - (try #require(plot.y.position(of: end)))) < 1e-6)
    }
    #expect(try PreparedChart(chart).y.high == 8)
  }

  @Test("are stacked once for all visible intervals, and again for other columns")
  func caching() throws {
    func ends(_ chart: Chart) throws -> [ObjectIdentifier] {
      try PreparedChart(chart).marks.compactMap { $0.span.map { ObjectIdentifier($0.end) } }
    }
    let chart = Self.chart(.standard, isArea: true)
    let first = try ends(chart)
    #expect(first.count == 3)
    #expect(try ends(chart.chartXScale(domain: 10...20)) == first)
    var fewer = chart
    fewer.options.hiddenEntries = ["1"]
    let marks = try PreparedChart(fewer).marks
    #expect(marks.count == 2)
    #expect(marks.last?.span?.start.y.numbers.withNumbers { $0[100] } == Self.values[0][100])
    fewer.options.hiddenEntries = ["1", "2"]
    #expect(try PreparedChart(fewer).marks.map { $0.span == nil } == [true])
  }
}
