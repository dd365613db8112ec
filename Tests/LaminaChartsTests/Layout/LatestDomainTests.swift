import Foundation
import Lamina
import LaminaCharts
import LaminaTestSupport
import Testing

@Suite("A domain of the latest values") struct LatestDomainTests {
  private static let size = CGSize(width: 400, height: 200)

  private func domain(_ chart: Chart) throws -> (start: Double, end: Double)? {
    try PreparedChart(chart).x.fixed
  }

  @Test("ends at a round number, and moves by whole steps when a value does not fit")
  func steps() throws {
    let series = ChartSeries(from: 0.0, by: 1, y: [0])
    var ends: [Double] = []
    for index in 1..<500 {
      series.append(Double(index % 7))
      let chart = Chart { LinePlot(series, x: "Time", y: "Load") }
        .chartXScale(domain: .latest(100))
      let shown = try #require(try domain(chart))
      #expect(shown.end - shown.start == 100)
      #expect(shown.end >= Double(index) && shown.end < Double(index) + 10)
      if shown.end != ends.last { ends.append(shown.end) }
    }
    #expect(ends == Array(stride(from: 10, through: 500, by: 10)))
  }

  @Test("ends at a tick of the calendar, in the chart's time zone")
  func dates() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Kolkata"))
    let last = Date(timeIntervalSince1970: 1_700_000_123.4)
    let chart = Chart {
      LinePlot(x: .value("Time", [last - 9000, last]), y: .value("Load", [1.0, 2]))
    }.chartXScale(domain: .latest(36_000)).chartTimeZone(zone)
    let shown = try #require(try domain(chart))
    // 22:13:20 UTC and two minutes are 3:45:23 there; steps are whole hours.
    let end = Date(timeIntervalSinceReferenceDate: shown.end)
    #expect(end.timeIntervalSince1970 == 1_700_000_123.4 + 876.6)
    #expect(shown.end - shown.start == 36_000)
  }

  @Test("is that of the values where there are none, and refused for categories and logarithms")
  func limits() throws {
    let empty = Chart { LinePlot(x: .value("X", [Double]()), y: .value("Y", [Double]())) }
    #expect(try domain(empty.chartXScale(domain: .latest(5))) == nil)
    #expect(throws: ChartError.self) {
      try PreparedChart(
        Chart { BarMark(x: .value("X", "a"), y: .value("Y", 2)) }
          .chartXScale(domain: .latest(5)))
    }
    let numbers = Chart { LinePlot(x: .value("X", [1.0, 2]), y: .value("Y", [3.0, 4])) }
    #expect(throws: ChartError.self) {
      try ChartLayout(numbers.chartXScale(domain: .latest(5), type: .log), size: Self.size)
    }
    for length in [1e-300, 1e-9, 1e15, 1e300] {
      for high in [-1e300, -1e15, 0, 1e15, 1e300] {
        let chart = Chart {
          LinePlot(x: .value("X", [high - 1, high]), y: .value("Y", [3.0, 4]))
        }
        let shown = try #require(try domain(chart.chartXScale(domain: .latest(length))))
        #expect(shown.end.isFinite && shown.end >= high)
        let dates = Chart {
          LinePlot(
            x: .value("X", [Date(timeIntervalSinceReferenceDate: high)]), y: .value("Y", [3.0]))
        }
        _ = try? ChartLayout(dates.chartXScale(domain: .latest(length)), size: Self.size)
      }
    }
  }

  @Test("redraws what is appended alone, until it moves", .slow)
  func damage() throws {
    let series = ChartSeries(from: 0.0, by: 1, y: (0..<900).map { sin(Double($0)) })
    let layer = ChartLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 300, height: 100)
    let renderer = try Renderer(size: layer.bounds.size, scale: 1)
    renderer.layer.addSublayer(layer)
    var (small, large) = (0, 0)
    for index in 0..<250 {
      series.append(sin(Double(900 + index)))
      Transaction.run(disableActions: true) {
        layer.chart = Chart { LinePlot(series, x: "Time", y: "Load") }
          .chartXScale(domain: .latest(900)).chartYScale(domain: -1...1)
      }
      let frame = try renderer.render(at: Double(index))
      let pixels = frame.damage.area
      if pixels < 70 * 100 { small += 1 } else { large += 1 }
    }
    // Steps are 100 long.
    #expect(large <= 4 && small >= 246)
  }
}
