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
