import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaTables
import LaminaTestSupport
import Testing

@testable import LaminaScenes
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
  private func summary(_ text: String) throws -> String { try ChartPlan(ofFile: text).summary }

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

  @Test("leaves out keys that were not in its first rows, with a warning")
  func newKeys() throws {
    let chart = GrowingChart(try ChartCommand.parse(["data.json"]))
    try chart.append(.bytes([UInt8]("{\"a\":1}\n{\"a\":2}\n".utf8)))
    #expect(chart.keyWarning == nil)
    try chart.append(.bytes([UInt8]("{\"a\":3,\"b\":1}\n".utf8)))
    #expect(chart.keyWarning == "data.json: 'b' is not in the first rows, and left out")
    try chart.append(.bytes([UInt8]("{\"a\":3,\"c\":1}\n".utf8)))
    #expect(
      chart.keyWarning == "data.json: 'b' and other keys are not in the first rows, and left out")
    #expect(chart.rowCount == 4 && chart.summary == "line of a along the rows")
  }

  @Test("refuses options that do not suit as a picture of a whole file does")
  func refusals() throws {
    try withFolder { folder in
      let input = folder + "/data.csv"
      try "x,y\n1,5\n2,6\n".write(toFile: input, atomically: false, encoding: .utf8)
      for output in ["c.png", "c.apng", "c-%d.png"] {
        #expect(throws: ValidationError.self) {
          try ChartCommand.parse([input, "-y", "nope", "--quiet", "-o", folder + "/" + output])
            .run()
        }
      }
      #expect(try names(in: folder) == ["data.csv"])
    }
  }

  @Test("keeps its columns where the rows that come allow no others")
  func keptChoice() throws {
    #expect(
      try summaries(["x,y\n1,5\n", "2,6\n", "1,7\n"], ["--kind", "heatmap"])
        == Array(repeating: "heatmap of y along x", count: 3))
  }

  /// Returns the number of frames of rows that come in parts, and of the rows that they show.
  ///
  /// - Parameter requests: the requests to end the command that come before the last part.
  private func drawn(
    _ rows: [Int], rowsPerFrame: Int, requests: Int, in folder: String
  ) throws -> [Int] {
    let chart = GrowingChart(try ChartCommand.parse(["data.csv"]))
    let interruption = Interruption()
    let sink = ConcurrentSink(
      try Y4MSink(to: .file(path: folder + "/x.y4m"), frameRate: FrameRate(60)))
    let frames = try ChartFrames(
      size: CGSize(width: 30, height: 20), scale: 1, rate: FrameRate(60), sink: sink,
      progress: ProgressCounter(isShown: false, unit: "frames", total: nil))
    try chart.append(.bytes([UInt8]("n,v\n".utf8)))
    for (index, count) in rows.enumerated() {
      let isAtEnd = index == rows.count - 1
      if isAtEnd { for _ in 0..<requests { interruption.request(SIGTERM) } }
      let text = (0..<count).map { "\(chart.rowCount + $0),1\n" }.joined()
      try chart.append(.bytes([UInt8](text.utf8)))
      try frames.draw(
        chart, rowsPerFrame: rowsPerFrame, isAtEnd: isAtEnd, interruption: interruption)
    }
    try sink.finish()
    return [frames.count, frames.shownCount]
  }

  @Test(
    "has no more frames after a request to end, but the first and that of the last few rows",
    arguments: [
      ([4, 5], 0, [5, 9]), ([4, 5], 1, [2, 4]), ([5, 0], 1, [3, 5]), ([0, 5], 1, [1, 2]),
    ])
  func interruptedFrames(rows: [Int], requests: Int, result: [Int]) throws {
    try withFolder { folder in
      let counts = try drawn(rows, rowsPerFrame: 2, requests: requests, in: folder)
      #expect(counts == result)
    }
  }

  @Test("has no frames after a second request to end")
  func abortedFrames() throws {
    try withFolder { folder in
      #expect(throws: Interruption.Stop.aborted(signal: SIGTERM)) {
        try drawn([4, 5], rowsPerFrame: 2, requests: 2, in: folder)
      }
    }
  }

  @Test("is along numbers that rise, whatever gaps are among them, and along a single one")
  func risingNumbers() throws {
    #expect(try summary("x,y\n1,1\n,2\n3,3\n4,4\n") == "line of y along x")
    #expect(try summary("x,y\n,1\n,2\n") == "line of y along the rows")
    #expect(try summary("x,y\n1,5\n") == "line of y along x")
    #expect(try summary("x,y\n,5\n1,5\n") == "line of y along x")
  }
}
