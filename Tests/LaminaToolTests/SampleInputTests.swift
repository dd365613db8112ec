import Foundation
import Lamina
import Testing

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
      ("\u{FEFF}# load\n1.5\n  -2e3 \t\n+.5\n0x10\n", "1.5 -2000.0 0.5 16.0"),
      ("", ""),
      ("\n\n", ""),
    ])
  func lines(text: String, expected: String) throws {
    #expect(try Self.samples(text) == expected)
  }

  @Test("are named by their line where they are none")
  func badNumbers() throws {
    #expect(throws: SampleInputError.notANumber(name: "x", line: 3, text: "four")) {
      try Self.read("1\n\nfour\n")
    }
    #expect(throws: SampleInputError.notANumber(name: "x", line: 2, text: "1 2")) {
      try Self.read("# two\n 1 2 \n")
    }
    #expect(throws: SampleInputError.tooLarge(name: "x", line: 2, text: "-1e999")) {
      try Self.read("1\n-1e999")
    }
    let long = String(repeating: "9", count: SampleInput.longestLine + 1)
    #expect(throws: SampleInputError.lineTooLong(name: "x", line: 2)) {
      try Self.read("1\n\(long)\n1\n")
    }
    #expect(
      SampleInputError.notANumber(name: "x", line: 3, text: "four").description
        == "x, line 3: 'four' is not a number")
  }

  @Test("come from a file, however its lines fall into the portions that are read")
  func file() throws {
    try withFolder { folder in
      let path = folder + "/numbers"
      let numbers = (0..<30_000).map { $0 % 1000 == 7 ? Double.nan : Double($0) / 8 }
      let text = numbers.map { $0.isNaN ? "" : "\($0)" }.joined(separator: "\n")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let read = try SampleInput(path: path).readAll()
      #expect(read.map(\.description) == numbers.map(\.description))
      try (text + String(repeating: "9", count: 100_000))
        .write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: SampleInputError.lineTooLong(name: path, line: 30_000)) {
        try SampleInput(path: path).readAll()
      }
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
    for number in numbers { #expect(series.next() == number) }
    #expect(series.next() == nil)
  }
}
