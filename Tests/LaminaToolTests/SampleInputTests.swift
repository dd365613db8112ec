import Foundation
import Lamina
import LaminaTables
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("The numbers of an input")
struct SampleInputTests {
  private static func read(_ text: String) throws -> [Double] {
    try SampleInput(bytes: Array(text.utf8), name: "x").readAll()
  }

  /// Samples as text, so that gaps can be compared.
  private static func samples(_ text: String) throws -> String {
    try read(text).map { $0.isFinite ? $0.description : "gap" }.joined(separator: " ")
  }

  @Test(
    "are one a line; an empty line is a gap unless it is at the end; comments are nothing",
    arguments: [
      ("1\n2\n3", "1.0 2.0 3.0"),
      ("1\n2\n3\n", "1.0 2.0 3.0"),
      ("1\n\n3\n", "1.0 gap 3.0"),
      ("1\n\n \t\n3\n", "1.0 gap gap 3.0"),
      ("1\n2\n\n\n", "1.0 2.0"),
      ("1\r\n\r\n3\r\n\r\n", "1.0 gap 3.0"),
      ("\n1\n", "gap 1.0"),
      ("1\n# a comment\n2\n#\n", "1.0 2.0"),
      ("1\n# a comment\n\n2\n", "1.0 gap 2.0"),
      ("1\nnan\nNaN\n-inf\n", "1.0 gap gap gap"),
      ("1\n\nnan\n\n", "1.0 gap gap"),
      ("\u{FEFF}# load\n1.5\n  -2e3 \t\n+.5\n", "1.5 -2000.0 0.5"),
      ("load\n\n1\n-\nNA\n\n2\n", "gap 1.0 gap gap gap 2.0"),
      ("NA\nn/a\n1\n", "gap gap 1.0"),
      ("time,load,mem\n2026-11-25,1,3\n2026-11-26,,4\n\n2026-11-27,2,5\n", "1.0 gap 2.0"),
      ("a\t5\nb\t6\n", "5.0 6.0"),
      ("a 5\nb 6\n", "5.0 6.0"),
      ("[1, null, 3]", "1.0 gap 3.0"),
      ("{\"a\": [1, null, 3]}\n", "1.0 gap 3.0"),
      ("{\"a\": \"x\", \"b\": 1}\n{\"a\": \"y\"}\n", "1.0 gap"),
      // Numbers like those of seconds since 1970 are numbers.
      ("1700000000\n1700000001\n", "1700000000.0 1700000001.0"),
    ])
  func lines(text: String, expected: String) throws {
    #expect(try Self.samples(text) == expected)
  }

  @Test("are those of the column that is named, whatever the others have")
  func columns() throws {
    let text = "time,cpu,\"a b\"\n1,2,3\nx,4,5\n"
    for (column, expected) in [
      ("cpu", [2, 4]), ("a b", [3, 5]), ("2", [2, 4]), ("3", [3.0, 5]),
    ] {
      let input = SampleInput(bytes: Array(text.utf8), name: "x", column: column)
      #expect(try input.readAll() == expected)
      #expect(input.column == (column == "2" ? "cpu" : column == "3" ? "a b" : column))
    }
    let bad = SampleInput(bytes: Array(text.utf8), name: "x", column: "1")
    #expect(try bad.next() == 1)
    let error = #expect(throws: TableError.self) { try bad.next() }
    #expect(error?.description == "x, line 3, column 1 (time): 'x' is not a number")
    #expect(
      throws: TableError.unknownColumn("disk", columns: ["time", "cpu", "a b"])
    ) { try SampleInput(bytes: Array(text.utf8), name: "x", column: "disk").readAll() }
    #expect(throws: SampleInputError.noNumbers(name: "x", columns: ["a", "b"])) {
      try Self.read("a,b\nx,y\nz,y\n")
    }
    let chosen = SampleInput(bytes: Array("a 5\nb 6\n".utf8), name: "x")
    #expect(try chosen.readAll() == [5, 6])
    #expect(chosen.column == "column 2")
    let plain = SampleInput(bytes: Array("1\n2\n".utf8), name: "x")
    #expect(try plain.readAll() == [1, 2])
    #expect(plain.column == nil)
  }

  @Test("come up to the first that cannot be read, which is named, each time")
  func badNumbers() throws {
    for (text, count, message) in [
      ("1\n\nfour\n5\n", 1, "x, line 3, column 1 (column 1): 'four' is not a number"),
      ("1\n-1e999", 1, "x, line 2, column 1 (column 1): '-1e999' is too large a number"),
      ("1\n2\n\u{1B}[2J\n", 2, "x, line 3, column 1 (column 1): '\\u{1B}[2J' is not a number"),
      ("1\n2\0\n", 1, "x, line 2: a table cannot contain a NUL byte"),
    ] {
      let input = SampleInput(bytes: Array(text.utf8), name: "x")
      for _ in 0..<count { #expect(try input.next() != nil) }
      for _ in 0..<2 {
        var error: (any Error)?
        do {
          while try input.next()?.isNaN == true {}
        } catch let thrown {
          error = thrown
        }
        #expect(error.map { "\($0)" } == message)
      }
    }
    #expect(throws: TableError.empty(name: "x")) { try Self.read("") }
    #expect(throws: TableError.empty(name: "x")) { try Self.read("\n\n") }
    #expect(throws: TableError.noRows(name: "x")) { try Self.read("load\n") }
  }

  @Test("come from a file, however its lines fall into the portions that are read")
  func file() throws {
    try withFolder { folder in
      let path = folder + "/numbers"
      let numbers = (0..<30_000).map { (row: Int) -> Double in
        row % 1000 == 7 ? .nan : Double(row) / 8
      }
      let text = numbers.map { $0.isNaN ? "" : "\($0)" }.joined(separator: "\n")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let read = try SampleInput(path: path).readAll()
      #expect(read.map(\.description) == numbers.map(\.description))
      #expect(throws: SampleInputError.notReadable(name: folder, reason: "Is a directory")) {
        try SampleInput(path: folder).readAll()
      }
    }
  }

  @Test("of the machine's load are the busy part of the kernel's ticks")
  func load() throws {
    typealias Ticks = ProcessorLoad.Ticks
    let first = try #require(Ticks("cpu  10 0 5 100 20 0 0 5 7 7\ncpu0 1 1 1 1\n"))
    #expect(first.busy == 20)
    #expect(first.idle == 120)
    let second = try #require(Ticks("cpu  40 0 5 105 25 0 0 5 0 0\n"))
    #expect(second.load(since: first) == 75)
    #expect(first.load(since: first).isNaN)
    // Time spent waiting may be taken back.
    let third = try #require(Ticks("cpu  50 0 5 104 25 0 0 5 0 0\n"))
    #expect(third.load(since: second) == 100)
    for text in ["", "intr 1 2 3", "cpu 1 2 3"] { #expect(Ticks(text) == nil) }
  }

  @Test("to replay are those in Examples/Data")
  func replayedSeries() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let example = package.appendingPathComponent("Examples/Data/memory-in-use.txt").path
    let numbers = try SampleInput(path: example).readAll()
    #expect(numbers.count == 1500)
    let series = try ReplayedSeries.read()
    #expect(series.count == 1500)
    for number in numbers { #expect(try series.next() == number) }
    #expect(try series.next() == nil)
  }
}
