import Foundation
import LaminaCharts
import LaminaTables
import Testing

@testable import LaminaTool

@Suite("Times in lamina chart")
struct ChartTimesTests {
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
