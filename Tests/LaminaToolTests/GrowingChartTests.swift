import Foundation
import LaminaTables
import LaminaTestSupport
import Testing

@testable import LaminaTool

@Suite("A chart whose rows arrive one after the other")
struct GrowingChartTests {
  /// Returns what is shown after each of some parts of a file.
  private func summaries(_ parts: [String], _ arguments: [String] = []) throws -> [String?] {
    let chart = GrowingChart(try ChartCommand.parse(["data.csv"] + arguments))
    return try parts.map {
      try chart.append($0.isEmpty ? .end : .bytes([UInt8]($0.utf8)))
      return chart.summary
    }
  }

  /// Returns what is shown of a file that is read at once.
  private func summary(_ text: String) throws -> String {
    try ChartPlan(
      table: Table(bytes: [UInt8](text.utf8), name: "data.csv"),
      command: ChartCommand.parse(["data.csv"])
    ).summary
  }

  @Test("chooses its columns again by the rows that have come since")
  func choice() throws {
    let along = "line of y along x"
    #expect(
      try summaries(["x,y\n", "1,5\n", "2,6\n", "1,7\n", ""])
        == [nil, along, along, "line of x, y along the rows", "line of x, y along the rows"])
    let lines = "line of loss along step, a colour for each model"
    #expect(
      try summaries(["model,step,loss\na,1,9\n", "a,2,8\nb,1,7\n", "b,2,6\n", ""])
        == [
          "bar of step, loss along model", "bar of step, loss along model", lines, lines,
        ])
  }

  @Test("shows at the end what it shows of a file that is read at once")
  func end() throws {
    // The numbers fall in the last row, after the choices at 257 and 514 rows.
    var parts = ["x,y\n"] + (1...600).map { "\($0),\($0 % 7)\n" }
    #expect(try summaries(parts + [""]).last == "line of y along x")
    parts += ["5,5\n", ""]
    let shown = try summaries(parts)
    #expect(shown.dropLast().last == "line of y along x")
    #expect(shown.last == "line of x, y along the rows")
    #expect(shown.last == (try summary(parts.joined())))
  }

  @Test("keeps its columns where the rows that come allow no others")
  func keptChoice() throws {
    #expect(
      try summaries(["x,y\n1,5\n", "2,6\n", "1,7\n"], ["--kind", "heatmap"])
        == Array(repeating: "heatmap of y along x", count: 3))
  }

  @Test("is along numbers that rise, whatever gaps are among them, and along a single one")
  func risingNumbers() throws {
    #expect(try summary("x,y\n1,1\n,2\n3,3\n4,4\n") == "line of y along x")
    #expect(try summary("x,y\n,1\n,2\n") == "line of x, y along the rows")
    #expect(try summary("x,y\n1,5\n") == "line of y along x")
    #expect(try summary("x,y\n,5\n1,5\n") == "line of y along x")
  }
}
