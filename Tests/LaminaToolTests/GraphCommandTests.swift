import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import Testing

@testable import LaminaTool

@Suite("lamina graph")
struct GraphCommandTests {
  private static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lamina-graph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private static func run(_ arguments: [String]) throws {
    try GraphCommand.parse(arguments + ["--quiet"]).run()
  }

  @Test("draws larger values higher up, from edge to edge of the range")
  func rangeToPoints() {
    let range = ValueRange(lower: -10, upper: 30)
    #expect(range.place(30, height: 100, margin: 5) == 5)
    #expect(range.place(-10, height: 100, margin: 5) == 95)
    #expect(range.place(0, height: 100, margin: 5) == 72.5)
    #expect(range.place(.nan, height: 100, margin: 5).isNaN)
  }

  @Test("reads a range of two ascending numbers and nothing else")
  func ranges() {
    #expect(ValueRange(argument: "-1.5..2") == ValueRange(lower: -1.5, upper: 2))
    #expect(ValueRange(argument: "0..1e3") == ValueRange(lower: 0, upper: 1000))
    for text in [
      "", "..", "1..", "..1", "2..1", "1..1", "a..b", "0..inf", "nan..1", "0-1",
      "-1.7e308..1.7e308",
    ] {
      #expect(ValueRange(argument: text) == nil, "\(text)")
    }
  }

  @Test("finds a range for any samples")
  func automaticRange() {
    #expect(ValueRange(around: [3, .nan, -2, .infinity]) == ValueRange(lower: -2, upper: 3))
    #expect(ValueRange(around: [7, 7]) == ValueRange(lower: 6.5, upper: 7.5))
    #expect(ValueRange(around: [.nan]) == ValueRange(lower: -0.5, upper: 0.5))
    let huge = ValueRange(around: [-1.7e308, 1.7e308])
    #expect((huge.upper - huge.lower).isFinite)
    let large = ValueRange(around: [1e300, 1e300])
    #expect(large.lower < large.upper)
  }

  @Test("puts grid lines at round values")
  func levels() {
    #expect(ValueRange(lower: 0, upper: 100).niceLevels(count: 5) == [0, 20, 40, 60, 80, 100])
    #expect(ValueRange(lower: -3, upper: 4).niceLevels(count: 3) == [0])
    #expect(ValueRange(lower: 0, upper: .leastNonzeroMagnitude).niceLevels(count: 5).count <= 64)
  }

  @Test("skips blank lines and comments, takes nan as a gap, and names the line of a bad number")
  func parsing() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("numbers.txt").path
    try "\u{FEFF}# load\n1.5\r\n\n  -2e3 \t\nnan\n7".write(
      toFile: input, atomically: true, encoding: .utf8)
    let samples = try SampleInput(path: input).readAll()
    #expect(samples.count == 4 && samples[2].isNaN)
    #expect(samples[0] == 1.5 && samples[1] == -2000 && samples[3] == 7)
    try "1\n\nfour\n".write(toFile: input, atomically: true, encoding: .utf8)
    #expect(throws: SampleInputError.notANumber(name: input, line: 3, text: "four")) {
      try SampleInput(path: input).readAll()
    }
    try String(repeating: "9", count: 200_000).write(
      toFile: input, atomically: true, encoding: .utf8)
    #expect(throws: SampleInputError.self) { try SampleInput(path: input).readAll() }
    #expect(throws: SampleInputError.notReadable(name: folder.path, reason: "Is a directory")) {
      try SampleInput(path: folder.path).readAll()
    }
  }

  @Test("has every sample in by the last frame, and the first from the start")
  func pace() {
    let fps = FrameRate(30)
    #expect(GraphCommand.samplesDue(0, fps, 30) == 1)
    #expect(GraphCommand.samplesDue(29, fps, 30) == 30)
    #expect(GraphCommand.samplesDue(29, fps, 10) == 10)
    #expect(GraphCommand.samplesDue(3, fps, 1000) == 101)
  }

  @Test("writes one picture that is the last of the sequence, and the same twice")
  func onePictureIsTheLast() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("numbers.txt").path
    let numbers = (0..<70).map { String(50 * sin(Double($0) / 5)) }
    try numbers.joined(separator: "\n").write(toFile: input, atomically: true, encoding: .utf8)
    let shape = ["--width", "61", "--height", "40", "--style", "classic"]
    let one = folder.appendingPathComponent("one.png").path
    let two = folder.appendingPathComponent("two.png").path
    try Self.run([input, "-o", one] + shape)
    try Self.run([input, "-o", two] + shape)
    try Self.run([input, "-o", folder.path + "/frames/g-%03d.png"] + shape)
    let picture = try Data(contentsOf: URL(fileURLWithPath: one))
    #expect(try Data(contentsOf: URL(fileURLWithPath: two)) == picture)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path + "/frames/g-069.png")) == picture)
    let frames = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/frames")
    #expect(frames.count == 70)
    try Self.run(
      [input, "-o", folder.path + "/streamed/g-%03d.png", "--range", "-50..50"] + shape)
    try Self.run([input, "-o", folder.path + "/two.png", "--range", "-50..50"] + shape)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path + "/streamed/g-069.png"))
        == Data(contentsOf: URL(fileURLWithPath: two)))
    let bitmap = try Bitmap(png: [UInt8](picture))
    #expect(bitmap.width == 61 && bitmap.height == 40)
    #expect(bitmap[0, 0] == Color.orange.premultipliedPixel)
  }

  @Test("leaves no file behind where the input is bad")
  func badInputLeavesNothing() throws {
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("numbers.txt").path
    try "1\n2\nx\n".write(toFile: input, atomically: true, encoding: .utf8)
    #expect(throws: SampleInputError.notANumber(name: input, line: 3, text: "x")) {
      try Self.run([input, "-o", folder.path + "/out.png"])
    }
    #expect(throws: SampleInputError.self) {
      try Self.run([folder.path + "/missing.txt", "-o", folder.path + "/out.png"])
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left == ["numbers.txt"])
  }

  @Test(
    "refuses options that make no sense before it draws",
    arguments: [
      ["--scale", "0"], ["--scale", "nan"], ["--width", "0"], ["--width", "40000"],
      ["--fps", "0"], ["--fps", "sixty"], ["--samples-per-second", "-1"], ["--range", "3..1"],
      ["--style", "neon"], ["--output", "-"], ["--duration", "0"], ["--replay", "x.txt"],
    ])
  func badOptions(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try GraphCommand.parse(arguments) }
  }
}
