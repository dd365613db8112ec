import ArgumentParser
import Foundation
import LaminaCharts
import LaminaTables
import Testing

@testable import LaminaTool

@Suite("Durations in lamina chart")
struct ChartDurationTests {
  private let runs = """
    date,duration,km
    2024-05-01,0:31:10,5.1
    2024-05-02,0:30:05,5.0
    2024-05-04,1:02:00,10.2

    """

  private func plan(_ text: String, _ arguments: String...) throws -> ChartPlan {
    try ChartPlan(ofFile: text, arguments)
  }

  /// The labels of an axis.
  private func labels(
    _ plan: ChartPlan, _ role: PlacedText.Role = .yLabel
  ) throws -> [String] {
    try ChartLayout(plan.chart, size: CGSize(width: 500, height: 300)).texts
      .filter { $0.role == role }.map(\.string)
  }

  @Test("are values if there are no others, on an axis as clocks divide it")
  func onlyValues() throws {
    let two = runs.split(separator: "\n").map {
      $0.split(separator: ",").prefix(2).joined(separator: ",")
    }
    .joined(separator: "\n")
    let plan = try plan(two)
    #expect(plan.summary == "line of duration along date; duration in hours, minutes and seconds")
    #expect(plan.numbers(plan.y[0]) == [1870, 1805, 3720])
    #expect(try labels(plan).contains("0:40:00") && labels(plan).contains("1:00:00"))
    #expect(
      try self.plan("task,took\nbuild,12:31\ntest,4:05\nlint,0:59\n").summary
        == "bar of took along task; took in hours and minutes")
    #expect(
      try self.plan("t\n1:10:00\n0:50:00\n", "--kind", "histogram").summary
        == "histogram of t; t in hours, minutes and seconds")
  }

  @Test("are values if -y or --y2 names them, beside other numbers too")
  func named() throws {
    #expect(
      try plan(runs, "-x", "date", "-y", "duration").summary
        == "line of duration along date; duration in hours, minutes and seconds")
    #expect(
      try plan(runs, "-x", "date", "-y", "km", "--y2", "duration").summary
        == "line of km along date; line of duration on the second y axis; "
        + "duration in hours, minutes and seconds")
    #expect(
      try plan(runs, "-y", "2").summary
        == "line of duration along date; duration in hours, minutes and seconds")
    #expect(try plan(runs, "-y", "km").summary == "line of km along date duration")
    #expect(throws: ValidationError.self) { try plan(runs, "-y", "date") }
  }

  @Test("are those of laps if the numbers beside them rise and they do not")
  func laps() throws {
    #expect(
      try plan("lap,time\n1,1:29.2\n2,1:30.7\n3,1:28.9\n").summary
        == "line of time along lap; time in minutes and seconds")
    // Times of day rise, and are places.
    #expect(try plan("time,n\n9:00,1\n9:10,2\n9:20,3\n").summary == "line of n along time")
    #expect(try plan("n,time\n4,9:00\n2,9:10\n3,9:20\n").summary == "line of n along time")
    #expect(
      try plan("n,time\n1,9:20\n2,9:00\n3,9:10\n", "-x", "time").summary == "line of n along time")
  }

  @Test("have histograms with bins as wide as clocks divide them")
  func bins() throws {
    let times = (0..<300).map { String(format: "0:%02d:%02d\n", $0 / 7, $0 * 7 % 60) }.joined()
    let plan = try plan("t\n" + times, "--kind", "histogram")
    let edges = Set(plan.chart.records.flatMap { [$0.x.start?.scalar, $0.x.end?.scalar] })
      .compactMap { $0 }.sorted()
    #expect(edges == [0, 600, 1200, 1800, 2400, 3000])
    #expect(try labels(plan, .xLabel).contains("10 min"))
  }

  @Test("of which most can be read have an error that names the first one that cannot, or gaps")
  func unread() throws {
    let text = "task,took\na,1:00:00\nb,26:00:00\nc,soon\nd,\n"
    for arguments in [[], ["-y", "took"]] {
      let error = #expect(throws: ChartPlan.BadDuration.self) {
        try ChartPlan(ofFile: text, arguments)
      }
      #expect(error?.description == "data.csv, row 3 (took): 'soon' is not a duration")
      let plan = try ChartPlan(ofFile: text, arguments + ["--skip-bad"])
      #expect(plan.warnings == ["1 of the values are no durations, and are not drawn"])
      #expect(plan.numbers(plan.y[0]).prefix(2) == [3600, 93_600])
      #expect(plan.showing(try table(text)).warnings == plan.warnings)
    }
    // Of other texts, one that is a duration is a name.
    #expect(throws: ChartPlan.UnsuitableTable.self) {
      try plan("task,took\na,soon\nb,1:00:00\nc,2:00:00\n")
    }
  }

  private func table(_ text: String) throws -> Table {
    try Table(bytes: [UInt8](text.utf8), name: "data.csv")
  }

  @Test("have an error where a chart grows")
  func growing() throws {
    let command = try ChartCommand.parse(["-y", "took", "data.csv"])
    let chart = GrowingChart(command)
    try chart.append(.bytes([UInt8]("task,took\na,26:00:00\nb,0:50:00\n".utf8)))
    #expect(chart.summary?.hasPrefix("bar of took along task") == true)
    #expect(throws: ChartPlan.BadDuration.self) {
      try chart.append(.bytes([UInt8]("c,later\n".utf8)))
    }
  }

  @Test("are seconds where the axis is not one of durations")
  func seconds() throws {
    let laps = "lap,time\n1,1:29.2\n2,1:30.7\n3,1:28.9\n"
    #expect(try plan(laps, "--log", "y").chart.options.y.title == "time (s)")
    #expect(try plan(laps).chart.options.y.title == "time")
  }
}
