import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaTables
import LaminaTestSupport
import Testing

@testable import LaminaScenes
@testable import LaminaTool

/// A new folder for the files of one test.
func withFolder(_ body: (String) throws -> Void) throws {
  try withTemporaryFolder { try body($0.path) }
}

/// Does what the command does with these arguments, apart from taking signals.
@discardableResult
func draw(
  _ arguments: [String], _ interruption: Interruption = Interruption()
) throws -> GraphDrawing.Outcome {
  try GraphCommand.parse(arguments + ["--quiet"]).draw(interruption).0
}

func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

/// The names of all that is in a folder, hidden files included.
func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

@Suite("lamina graph")
struct GraphCommandTests {
  @Test("draws larger values higher up, from edge to edge of the range")
  func rangeToPoints() {
    let range = ValueRange(lower: -10, upper: 30)
    #expect(range.place(30, height: 100, margin: 5) == 5)
    #expect(range.place(-10, height: 100, margin: 5) == 95)
    #expect(range.place(0, height: 100, margin: 5) == 72.5)
    #expect(range.place(.nan, height: 100, margin: 5).isNaN)
  }

  @Test("reads a range of two ascending numbers and nothing else")
  func ranges() throws {
    #expect(try ValueRange(parsing: "-1.5..2") == ValueRange(lower: -1.5, upper: 2))
    #expect(try ValueRange(parsing: "0..1e3") == ValueRange(lower: 0, upper: 1000))
    for text in [
      "", "..", "1..", "..1", "2..1", "1..1", "a..b", "0..inf", "nan..1", "0-1",
      "-1.7e308..1.7e308",
    ] {
      #expect(throws: ValidationError.self, "\(text)") { try ValueRange(parsing: text) }
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

  @Test("writes one picture that is the last of the sequence, and the same twice")
  func onePictureIsTheLast() throws {
    try withFolder { folder in
      let input = folder + "/numbers.txt"
      let numbers = (0..<70).map { String(50 * sin(Double($0) / 5)) }
      try numbers.joined(separator: "\n").write(toFile: input, atomically: true, encoding: .utf8)
      let shape = ["--width", "61", "--height", "40", "--style", "classic"]
      let (one, two) = (folder + "/one.png", folder + "/two.png")
      let still = ["--points-per-sample", "1"] + shape
      #expect(try draw([input, "-o", one] + still) == .init(samples: 70, frames: 1))
      try draw([input, "-o", two, "--bare"] + shape)
      let frames = try draw([input, "-o", folder + "/frames/g-%03d.png"] + shape)
      #expect(frames == .init(samples: 70, frames: 70))
      #expect(try data(two) == data(one))
      #expect(try data(folder + "/frames/g-069.png") == data(one))
      #expect(try names(in: folder + "/frames").count == 70)
      let range = ["--range", "-50..50"]
      try draw([input, "-o", folder + "/streamed/g-%03d.png"] + range + shape)
      try draw([input, "-o", two] + range + still)
      #expect(try data(folder + "/streamed/g-069.png") == data(two))
      let bitmap = try Bitmap(png: [UInt8](data(one)))
      #expect(bitmap.width == 61 && bitmap.height == 40)
      #expect(bitmap[0, 0] == Color.orange.premultipliedPixel)
    }
  }

  @Test("draws samples as far apart as it is told")
  func pointsPerSample() throws {
    try withFolder { folder in
      try "0\n10\n10\n".write(toFile: folder + "/n.txt", atomically: true, encoding: .utf8)
      try draw([
        folder + "/n.txt", "-o", folder + "/o.ppm", "--width", "40", "--height", "20",
        "--points-per-sample", "12.5", "--style", "classic",
      ])
      // The samples stand at 2.5, 15 and 27.5, and the last two 2 points below the upper edge.
      let bitmap = try Bitmap(ppm: [UInt8](data(folder + "/o.ppm")))
      let line = (0..<40).map { bitmap[$0, 2] != Color.orange.premultipliedPixel }
      #expect(line.firstIndex(of: true) == 13)
      #expect(line.lastIndex(of: true) == 27)
    }
  }

  @Test("an animated PNG has the frames' times and is played as often as is said")
  func animation() throws {
    try withFolder { folder in
      let input = folder + "/n"
      try "1\n5\n5\n2\n".write(toFile: input, atomically: true, encoding: .utf8)
      let shape = ["--width", "40", "--height", "20", "--range", "0..9", "--fps", "25"]
      try draw([input, "-o", folder + "/%d.png"] + shape)
      try draw([input, "-o", folder + "/o.apng", "--loops", "3"] + shape)
      let file = try [UInt8](data(folder + "/o.apng"))
      #expect(
        try Bitmap(contentsOfFile: folder + "/o.apng") == Bitmap(contentsOfFile: folder + "/0.png"))
      // Behind signature and header: length, acTL, four frames, played three times.
      #expect(file[33..<49] == [0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4C, 0, 0, 0, 4, 0, 0, 0, 3])
      // The first frame's rectangle is the picture, and its time 1/25 s.
      #expect(file[65..<73] == [0, 0, 0, 40, 0, 0, 0, 20])
      #expect(file[81..<85] == [0, 1, 0, 25])
    }
  }

  @Test(
    "draws what came before an error in the input, and nothing if nothing did", .slow,
    arguments: ["out.png", "out.y4m", "out.apng", "out-%d.ppm"], [[], ["--range", "0..3"]])
  func badInput(output: String, range: [String]) throws {
    try withFolder { folder in
      let input = folder + "/numbers.txt"
      func write(_ text: String) throws {
        try text.write(toFile: input, atomically: true, encoding: .utf8)
      }
      try write("1\n2\n")
      try draw([input, "-o", folder + "/whole/" + output] + range)
      try write("1\n2\nx\n3\n")
      let (result, source) = try GraphCommand.parse(
        [input, "-o", folder + "/cut/" + output, "--quiet"] + range
      ).draw(Interruption())
      #expect(result.samples == 2)
      let failure = try #require(source.failure)
      #expect(
        "\(failure)".hasSuffix("numbers.txt, line 3, column 1 (column 1): 'x' is not a number"))
      let files = try names(in: folder + "/whole")
      #expect(try names(in: folder + "/cut") == files)
      for file in files {
        #expect(try data(folder + "/cut/" + file) == data(folder + "/whole/" + file))
      }
      #expect(throws: SampleInputError.self) {
        try draw([folder + "/missing.txt", "-o", folder + "/none/" + output] + range)
      }
      for text in ["# nothing\n\n\n", ""] {
        try write(text)
        #expect(throws: TableError.empty(name: input)) {
          try draw([input, "-o", folder + "/none/" + output] + range)
        }
      }
      #expect(try !names(in: folder).contains("none") || names(in: folder + "/none").isEmpty)
    }
  }

  @Test("makes gaps of bad rows if it is asked to, and counts them")
  func skippedRows() throws {
    try withFolder { folder in
      let input = folder + "/n.csv"
      try "t,load\n1,5\n2,x\n3,N/A\n4,none\n5,7\n".write(
        toFile: input, atomically: true, encoding: .utf8)
      let options = ["--column", "load", "--skip-bad", "--missing", "none", "--quiet"]
      let (result, source) = try GraphCommand.parse([input, "-o", folder + "/a.png"] + options)
        .draw(Interruption())
      #expect(result == .init(samples: 5, frames: 1, gaps: 3))
      #expect(source.failure == nil && source.column == "load")
      #expect(source.badRows?.count == 1)
      #expect(source.badRows?.first.first?.line == 3)
      try "5\n\n\n\n7\n".write(toFile: folder + "/n", atomically: true, encoding: .utf8)
      try draw([folder + "/n", "-o", folder + "/b.png", "--bare"])
      try draw([input, "-o", folder + "/a.png", "--bare"] + options.dropLast())
      #expect(try data(folder + "/a.png") == data(folder + "/b.png"))
    }
  }

  @Test("draws the newest samples as they are drawn alone")
  func newest() throws {
    try withFolder { folder in
      let numbers = (0..<500).map { "\($0 * 37 % 101)" }
      func write(_ numbers: some Sequence<String>, _ name: String) throws {
        try numbers.joined(separator: "\n").write(
          toFile: folder + "/" + name, atomically: true, encoding: .utf8)
      }
      try write(numbers, "all")
      try write(numbers.suffix(60), "newest")
      let bare = ["--bare", "--width", "90", "--height", "40"]
      let result = try draw([folder + "/all", "-o", folder + "/a.png", "--last", "60"] + bare)
      #expect(result == .init(samples: 500, frames: 1, shownSamples: 60))
      try draw([folder + "/newest", "-o", folder + "/b.png", "--last", "60"] + bare)
      #expect(try data(folder + "/a.png") == data(folder + "/b.png"))
      let more = try draw(
        [folder + "/all", "-o", folder + "/a.png", "--last", "\(Int.max)"] + bare)
      #expect(more == .init(samples: 500, frames: 1))
      try draw([folder + "/all", "-o", folder + "/b.png", "--last", "500"] + bare)
      #expect(try data(folder + "/a.png") == data(folder + "/b.png"))
    }
  }

  @Test("finds that the output cannot be written before it measures")
  func unwritable() throws {
    try withFolder { folder in
      let output = folder + "/file/x.png"
      try "".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
      #expect(throws: OutputError.system(.createFolder, path: output, code: EEXIST)) {
        try draw(["-o", output, "--duration", "86400"])
      }
    }
  }

  @Test(
    "refuses options that make no sense before it draws", .slow,
    arguments: [
      ["--scale", "0"], ["--scale", "nan"], ["--width", "0"], ["--width", "40000"],
      ["--width", "20000", "--height", "20000"], ["--fps", "0"], ["--fps", "sixty"],
      ["--samples-per-second", "-1"], ["--range", "3..1"], ["--style", "neon"],
      ["--output", "-"], ["--output", "x.gif"], ["--output", "x"], ["--output", "%d-%d.png"],
      ["--output", "%d.y4m"], ["--output", "%s.png"], ["--output", "%d.apng"],
      ["--output", "-", "--format", "apng"], ["--output", "x.apng", "--fps", "60.1234"],
      ["--loops", "-1"], ["--loops", "2147483648"], ["--duration", "0"],
      ["--last", "0"], ["--last", "-1"], ["--last", "5", "--points-per-sample", "1"],
      ["--last", "5", "-o", "a.y4m"], ["--bare", "-o", "%d.png"], ["--bare", "--terminal"],
      ["--column", "a"], ["--replay", "--column", "a"],
      ["--points-per-sample", "0"], ["--points-per-sample", "nan"], ["--replay", "x.txt"],
      ["--fps", "30"], ["--loops", "2"], ["-o", "a.y4m", "--loops", "2"],
      ["--bare", "--loops", "2"], ["--window", "--loops", "2"], ["--window", "--format", "png"],
      ["--chroma", "444"], ["-o", "a.y4m", "--chroma", "422"], ["--window", "--chroma", "420"],
    ])
  func badOptions(_ arguments: [String]) {
    #expect(throws: (any Error).self) { try GraphCommand.parse(arguments) }
  }
}
