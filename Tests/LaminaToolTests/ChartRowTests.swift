import Foundation
import LaminaCharts
import LaminaTables
import Testing

@testable import LaminaTool

@Suite("Times and rows in lamina chart")
struct ChartRowTests {
  @Test("are told by options where the file would be read otherwise")
  func rowOptions() throws {
    func description(_ text: String, _ arguments: String...) throws -> String {
      let command = try ChartCommand.parse(["data.csv"] + arguments)
      return
        "\(try Table(bytes: [UInt8](text.utf8), name: "data.csv", options: command.tableOptions))"
    }
    let pairs = "1,5\n2,6\n"
    #expect(try description(pairs).contains("column 2: numbers 5...6; separator ','"))
    #expect(
      try description(pairs, "--separator", ";", "--decimal-comma")
        .contains("column 1: numbers 1.5...2.6"))
    #expect(try description(pairs, "--header").contains("5: numbers 6; separator ','; header"))
    let names = "a b\n1 2\n"
    #expect(try description(names, "--separator", "space").contains("a: numbers 1; b: numbers 2"))
    #expect(try description(names, "--separator", "none").contains("a b: 1 category '1 2'"))
    #expect(try description("a\tb\n1\t2\n", "--separator", "\\t").contains("separator tab"))
    #expect(try description("x\ny\n", "--no-header").contains("2 categories 'x', 'y'"))
    #expect(throws: (any Error).self) { try description(pairs, "--separator", "x") }
  }

  @Test(
    "along bars are days, months, quarters or years if all of them begin one, and are not far apart",
    arguments: [
      ("2026-01-01", "2026-01-02", Calendar.Component.day), ("2026-01-01", "2026-03-01", .month),
      ("2025-01-01", "2026-01-01", .year), ("2026-01-01", "2026-01-01", .day),
      ("2026-01-01", "2026-04-01", .quarter), ("2026-01-01", "2026-08-01", nil),
      ("2026-01-05", "2026-01-12", nil), ("2020-01-01", "2025-01-01", nil),
      ("2026-01-01", "2026-01-02T12:00:00Z", nil),
    ] as [(String, String, Calendar.Component?)])
  func barUnits(first: String, second: String, unit: Calendar.Component?) throws {
    let table = try Table(bytes: [UInt8]("t,v\n\(first),1\n\(second),2\n".utf8), name: "data.csv")
    func units(_ arguments: String...) throws -> [Calendar.Component?] {
      let command = try ChartCommand.parse(["data.csv", "--kind", "bar"] + arguments)
      return try ChartPlan(table: table, command: command).chart.records.map(\.x.unit)
    }
    #expect(try units() == [unit, unit])
    // Elsewhere it is not midnight.
    #expect(try units("--timezone", "Asia/Tokyo") == [nil, nil])
  }

  @Test("without a date are along an axis without one, in descriptions too")
  func timesOfDay() throws {
    let text = "time,cpu\n09:00:01,10\n10:30:01,30\n11:59:01,20\n"
    let table = try Table(bytes: [UInt8](text.utf8), name: "data.csv")
    #expect(
      "\(table)"
        == "3 rows; time: times of the form '%H:%M:%S' from 09:00:01 to 11:59:01; cpu: numbers 10...30; "
        + "separator ','; header in line 1")
    let plan = try ChartPlan(table: table, command: ChartCommand.parse(["data.csv"]))
    #expect(plan.summary == "line of cpu along time")
    let chart = plan.chart
    #expect(chart.textDescription.contains("09:00:01"))
    #expect(!chart.textDescription.contains("1970"))
    let labels = try ChartLayout(chart, size: .init(width: 600, height: 300)).texts
      .filter { $0.role == .xLabel }.map(\.string)
    #expect(labels == ["09:30", "10:00", "10:30", "11:00", "11:30"])
  }

  private func hours(_ rows: String, _ arguments: String...) throws -> [Double] {
    let plan = try ChartPlan(ofFile: "time,v,host\n" + rows, arguments)
    guard case .times(let times)? = plan.x?.values else { return [] }
    return times.map { ($0 - times[0]) / 3600 }
  }

  @Test("of day go on past midnight, if their rows are in order")
  func midnights() throws {
    let night = "22:00,1,a\n23:30,2,a\n00:30,3,a\n12:00,2,a\n22:00,2,a\n01:00,4,a\n"
    #expect(try hours(night) == [0, 1.5, 2.5, 14, 24, 27])
    #expect(try hours(night, "--kind", "bar") == [0, 1.5, 2.5, 14, 24, 27])
    let plan = try ChartPlan(ofFile: "time,v\n22:00,1\n23:30,2\n00:30,3\n", [])
    #expect(plan.warnings.isEmpty)
    let labels = try ChartLayout(plan.chart, size: .init(width: 400, height: 200)).texts
      .filter { $0.role == .xLabel }.map(\.string)
    #expect(labels.contains("00:00") && !labels.contains { $0.contains("Jan") })
    // Each group has its own midnight.
    let groups = "22:00,1,a\n01:00,2,a\n23:00,1,b\n02:00,2,b\n"
    #expect(try hours(groups, "--group", "host") == [0, 3, 1, 4])
    // Rows in another order, points, and means of each time of day.
    for (rows, arguments) in [
      ("10:00,1,a\n09:00,2,a\n23:00,2,a\n00:30,1,a\n", []), (night, ["--kind", "point"]),
      (night, ["--kind", "bar", "--aggregate", "mean"]), (night, ["--range-x", "00:00..23:00"]),
    ] as [(String, [String])] {
      let plan = try ChartPlan(ofFile: "time,v,host\n" + rows, arguments)
      guard case .times(let times)? = plan.x?.values else {
        Issue.record("the x axis has no times: \(plan.summary)")
        continue
      }
      #expect(times.allSatisfy { (0..<86_400).contains($0) })
    }
  }

  @Test("of day have the newest rows in a window, however many midnights are before it")
  func windowAcrossMidnights() throws {
    let command = try ChartCommand.parse(["data.csv", "--follow", "--window-of", "2h"])
    // Every hour, for two days and a half.
    let rows = (0..<60).map { "\($0 % 24):00,\($0)\n" }.joined()
    let table = try Table(bytes: [UInt8]("time,v\n\(rows)".utf8), name: "data.csv")
    let plan = try ChartPlan(table: table, command: command)
    for count in [5, 24, 25, 26, 49, 60] {
      let shown = plan.showing(table.rows(0..<count))
      let window = try #require(shown.window)
      let places = (0..<shown.rowCount).map(shown.place)
      #expect(window.upperBound - window.lowerBound == 7200)
      #expect(places.suffix(3) == [0, 3600, 7200].map { window.lowerBound + $0 }[...])
      #expect(shown.numbers(shown.y[0]).last == Double(count - 1))
    }
  }

  @Test(
    "are at the ends of the x axis, in each form of ISO 8601 and that of the column",
    arguments: [
      ("2026-11-25T10:30", "2026-11-25T10:00..2026-11-25T12:00:00Z", "UTC", 36_000, 43_200),
      ("2026-11-25T10:30", "2026-11-25 10:00..2026-11-26", "Europe/Berlin", 32_400, 82_800),
      ("2026-11-25T10:30", "2026-11-25T10:00+05:00..2026-11-25T12:00+0500", "UTC", 18_000, 25_200),
      ("1795600800", "2026-11-25..20261125T120000.5", "UTC", 0, 43_200.5),
      ("25.11.2026", "25.11.2026..2026-11-26", "UTC", 0, 86_400),
      ("10:30:00", "09:00..10:45:30", "UTC", -1_795_564_800 + 32_400, -1_795_564_800 + 38_730),
    ] as [(String, String, String, Double, Double)])
  func range(first: String, range: String, zone: String, start: Double, end: Double) throws {
    let command = try ChartCommand.parse(["data.csv", "--range-x", range, "--timezone", zone])
    let text = "time,cpu\n\(first),10\n\(first),20\n"
    let table = try Table(
      bytes: [UInt8](text.utf8), name: "data.csv", options: command.tableOptions)
    let midnight = Date(timeIntervalSince1970: 1_795_564_800)
    #expect(
      try ChartPlan(table: table, command: command).chart.options.x.domain
        == .interval(.date(midnight + start), .date(midnight + end)))
  }

  @Test("without a date have no weekdays in a heat map")
  func heatMap() throws {
    let text = "time,cpu\n09:00:01,10\n10:30:01,30\n11:59:01,20\n"
    let plan = try ChartPlan(
      table: Table(bytes: [UInt8](text.utf8), name: "data.csv"),
      command: ChartCommand.parse(["data.csv", "--kind", "heatmap"]))
    let texts = try ChartLayout(plan.chart, size: .init(width: 600, height: 300)).texts
      .map(\.string)
    #expect(texts.contains("cpu") && texts.contains("10:00"))
    #expect(!texts.contains("Thu") && !texts.contains { $0.contains("1970") })
  }
}
