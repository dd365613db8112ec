import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaTables
import LaminaTestSupport
import Testing

@testable import LaminaScenes
@testable import LaminaTool

@Suite("lamina chart")
struct ChartCommandTests {
  static let load = """
    time,cpu,memory
    2026-11-25T10:00:00Z,10,100
    2026-11-25T10:01:00Z,,110
    2026-11-25T10:02:00Z,30,120
    """
  static let long = """
    time,host,cpu
    2026-11-25T10:00:00Z,a,10
    2026-11-25T10:00:00Z,b,20
    2026-11-25T10:01:00Z,a,30
    2026-11-25T10:01:00Z,b,40
    """

  /// Returns the plan for a file of some text.
  private func plan(_ text: String, _ arguments: [String] = []) throws -> ChartPlan {
    try ChartPlan(ofFile: text, arguments)
  }

  /// Runs the command in a folder with a file of some text, and returns the picture.
  private func run(_ text: String, _ arguments: [String], output: String = "c.png") throws -> Data {
    var picture = Data()
    try withFolder { folder in
      let input = folder + "/data.csv"
      try text.write(toFile: input, atomically: false, encoding: .utf8)
      let command = try ChartCommand.parse(
        [input, "-o", folder + "/" + output, "--quiet"] + arguments)
      try command.run()
      picture = try data(folder + "/" + output)
      #expect(try names(in: folder) == [output, "data.csv"].sorted())
    }
    return picture
  }

  @Test("makes a plot of each column, with gaps")
  func marks() throws {
    let lines = try plan(Self.load).chart.records
    #expect(lines.map { $0.columns?.count } == [3, 3])
    let bars = try plan("ms\n1\n2\n4\n9\n", ["--kind", "histogram"]).chart.records
    #expect(!bars.isEmpty)
    let limits = try plan(Self.load, ["--threshold", "80=red:limit", "--threshold", "9"]).chart
    #expect(limits.records.count == 4)
  }

  @Test("refuses what the table does not have, with the names of what it has", .slow)
  func refusals() throws {
    func message(_ text: String, _ arguments: [String]) -> String? {
      do {
        _ = try plan(text, arguments)
        return nil
      } catch { return "\(error)" }
    }
    #expect(
      message(Self.load, ["-y", "disk"])
        == "-y disk: there is no such column; there are time, cpu, memory")
    #expect(message(Self.load, ["-y", "4"])?.hasPrefix("-y 4: there is no such column") == true)
    #expect(
      message(Self.long, ["-y", "host"]) == "-y host: the column does not have numbers or durations"
    )
    #expect(
      message(Self.load, ["--group", "cpu"]) == "--group cpu: the column does not have categories")
    #expect(
      message(Self.load, ["--range-x", "0..1"])
        == "--range-x: the x axis has times (time), and '0' is none; they are written as in the file, "
        + "or as 2026-11-25T06:00..2026-11-25T12:00")
    #expect(
      message("fruit,count\na,1\nb,2\n", ["--range-x", "0..1"])
        == "--range-x: the x axis does not have numbers or times, but fruit")
    #expect(
      message("v\n1\n2\n", ["--range-x", "2026-11-25..2026-11-26"])
        == "--range-x: the x axis does not have times: expected two numbers, such as 0..100")
    #expect(
      message(Self.load, ["--range-x", "2026-11-26..2026-11-25"])
        == "--range-x: 2026-11-26 is not before 2026-11-25")
    #expect(
      message("name,share\na,45 kg\nb,30 kg\n", [])
        == "there is no column of numbers to show, only share: 2 categories '45 kg', '30 kg'; "
        + "--aggregate count counts the rows")
    #expect(
      message("name\na\nb\n", [])
        == "there is no column of numbers to show; --aggregate count counts the rows")
    #expect(
      message("a b c\n1 2\n3\n4 5 6 7\n", [])?.hasSuffix(
        "the rows are one column, as they do not have equally many words") == true)
    #expect(message(Self.load, ["--kind", "pie"])?.hasPrefix("a pie has one column") == true)
    #expect(
      message(Self.load, ["--stack"]) == "--stack has no effect on a chart of the kind line")
    #expect(message("a,b\nx,1\ny,2\n", ["--smooth"])?.hasPrefix("--smooth has no effect") == true)
    #expect(message(Self.load, ["-x", ""])?.hasPrefix("-x '': there is no such column") == true)
    for arguments in [
      ["--output", "-"], ["--output", "c-%03d.apng"], ["--width", "-3"], ["--loops", "-1"],
      ["--rows-per-frame", "2"], ["--rows-per-frame", "0", "--output", "c.apng"],
      ["--output", "c.png", "--format", "jpg"], ["--window", "--output", "c.png"],
      ["--window-of", "1h", "--range-x", "0..1"], ["--window-of", "5", "--kind", "pie"],
      ["--scale", "0"], ["--kind", "line", "--stack"], ["--kind", "bar", "--smooth"],
      ["--log", "z"], ["--log", "x,"], ["--resample", "0"], ["--resample", "1y"],
      ["--kind", "pie", "--y2", "a"], ["--kind", "box", "--resample", "1h"],
      ["--range-x", "a..b"], ["--range-x", "1.."], ["--range-x", "2..1"], ["--range-x", "7"],
      ["--threshold", "high"], ["--threshold", "8=mauve"], ["--timezone", "Moon"],
      ["--fps", "30"], ["--loops", "2"], ["--output", "c.svg", "--fps", "30"],
      ["--output", "c.y4m", "--loops", "2"], ["--window", "--fps", "30"],
      ["--terminal", "--loops", "2"], ["--window", "--format", "png"],
    ] {
      #expect(throws: (any Error).self, "\(arguments)") {
        try ChartCommand.parse(["data.csv"] + arguments)
      }
    }
    #expect(throws: (any Error).self) { try ChartCommand.parse(["-", "-"]) }
    #expect(throws: (any Error).self) { try ChartCommand.parse(["a", "b", "--follow"]) }
    #expect(throws: (any Error).self) { try ChartCommand.parse([]) }
  }

  @Test("finds columns whose names have spaces around them on the command line")
  func spacedNames() throws {
    #expect(try plan(Self.load, ["-y", "cpu, memory"]).y.map(\.name) == ["cpu", "memory"])
    #expect(
      try plan(Self.load, ["-y", " 3 ,2", "-x", " time"]).y.map(\.name) == ["memory", "cpu"])
    #expect(throws: (any Error).self) { try plan(Self.load, ["-y", "cpu, disk"]) }
    #expect(throws: (any Error).self) { try plan(Self.load, ["-y", "cpu, "]) }
    // A name that is exact wins.
    #expect(try plan("a,\" a\"\n1,2\n2,1\n", ["-y", " a"]).y.map(\.name) == [" a"])
  }

  @Test(
    "takes offsets for time zones",
    arguments: [
      ("+02:00", 7200), ("-0530", -19_800), ("+02", 7200), ("UTC", 0), ("Z", 0), ("GMT", 0),
      ("Asia/Tokyo", 32_400),
    ])
  func zones(text: String, seconds: Int) throws {
    let zone = try ChartCommand.parse(["data.csv", "--timezone", text]).timezone
    #expect(zone.secondsFromGMT(for: Date(timeIntervalSince1970: 1_795_600_800)) == seconds)
    for text in ["+02:60", "+1900", "+02:00x", "02:00", ""] {
      #expect(throws: (any Error).self) { try TimeZone(parsing: text) }
    }
  }

  @Test("reads thresholds with colours and texts")
  func thresholds() throws {
    let threshold = try ChartThreshold(parsing: "-1.5=#102030:too low: act")
    #expect(threshold.value == -1.5 && threshold.label == "too low: act")
    #expect(threshold.color == Color(rgb: 0x102030))
    let command = try ChartCommand.parse(["data.csv", "--threshold", "-5", "--threshold", "7"])
    #expect(command.threshold.map(\.value) == [-5, 7])
    #expect(try ChartThreshold(parsing: "3").label == nil)
    #expect(try ChartThreshold(parsing: "3=:x").label == "x")
  }

  @Test(
    "writes a picture of the asked size, for each kind", .slow,
    arguments: ["line", "area", "bar", "point", "histogram", "pie", "box", "heatmap"])
  func kinds(kind: String) throws {
    let text = "fruit,count\napple,3\npear,4\nplum,\n"
    let picture = try run(
      text, ["--kind", kind, "--width", "300", "--height", "200", "--scale", "2"])
    let bitmap = try Bitmap(encoded: [UInt8](picture))
    #expect(bitmap.width == 600 && bitmap.height == 400)
    #expect(Set(bitmap.pixels).count > 20)
  }

  @Test("shows years without separators")
  func years() throws {
    let chart = try plan("year,sales\n1990,1000\n2005,2500\n2010,2000\n").chart
    let texts = try ChartLayout(chart, size: CGSize(width: 600, height: 300)).texts.map(\.string)
    #expect(texts.contains("2000") && texts.contains("2,000") && !texts.contains("1,990"))
    #expect(chart.textDescription.contains("X axis: year, from 1990 to 2010."))
    #expect(chart.textDescription.contains("3 values, from 1,000 at 1990 to 2,000 at 2010"))
    let others = try plan("weight,sales\n1990.5,1\n2005,2\n2010,3\n").chart
    #expect(others.textDescription.contains("from 1,990 to 2,010"))
  }

  @Test("writes the format of --format, whatever the name", arguments: ["c.png", "c.svg", "c"])
  func format(output: String) throws {
    let picture = try run(Self.load, ["--format", "ppm"], output: output)
    #expect(picture == (try run(Self.load, [], output: "c.ppm")))
    #expect(picture.starts(with: Data("P6\n800 400\n255\n".utf8)))
  }

  @Test("names SVG among the formats that it writes, and writes one picture of it")
  func formatMessages() throws {
    func message(_ arguments: [String]) -> String? {
      let error = #expect(throws: (any Error).self) {
        try ChartCommand.parse(["data.csv"] + arguments)
      }
      return error.map { ChartCommand.message(for: $0) }
    }
    #expect(
      message(["-o", "-"])
        == "--output - needs --format: png, webp, ppm, y4m or svg")
    #expect(
      message(["-o", "c.jpg"])
        == "cannot tell the format of c.jpg from its name: it must end in "
        + ".png or .apng or .webp or .ppm or .y4m or .mp4 or .webm or .mov or .mkv or .svg")
    for arguments in [["-o", "c-%05d.svg"], ["-o", "c-%05d.svg", "--format", "svg"]] {
      #expect(
        message(arguments)
          == "--output c-%05d.svg: SVG is one picture, and this is a pattern for one of each frame")
    }
    #expect(ChartCommand.helpMessage(columns: 500).contains("; for 'lamina chart', also svg."))
  }

  @Test("writes SVG, with the title for those who cannot see it")
  func svg() throws {
    let picture = try run(Self.load, ["--title", "Load & more"], output: "c.svg")
    let text = String(decoding: picture, as: UTF8.self)
    #expect(text.hasPrefix("<?xml"))
    #expect(text.contains("<title>Load &amp; more</title>"))
    #expect(text.contains("<desc>Load &amp; more. Line chart."))
    #expect(try run(Self.load, ["--title", "Load & more", "--format", "svg"]) == picture)
    let command = try ChartCommand.parse(["data.csv", "-o", "-", "--format", "svg"])
    #expect(command.output.isSVG && command.output.isOnePicture)
  }

  @Test("writes nothing if a row cannot be read, and the rest if it is to be skipped")
  func badRows() throws {
    let text = "time,cpu\n2026-11-25,1\n2026-11-26,x\n2026-11-27,3\n"
    try withFolder { folder in
      let input = folder + "/data.csv"
      try text.write(toFile: input, atomically: false, encoding: .utf8)
      let command = try ChartCommand.parse([input, "-o", folder + "/c.png", "--quiet"])
      let error = #expect(throws: TableError.self) { try command.run() }
      #expect("\(try #require(error))".contains("line 3"))
      #expect(try names(in: folder) == ["data.csv"])
    }
    #expect(try !run(text, ["--skip-bad"]).isEmpty)
  }

  @Test("places columns on a second axis")
  func secondAxis() throws {
    let records = try plan(Self.load, ["--y2", "memory"]).chart.records
    #expect(records.map(\.isSecondary) == [false, true])
    #expect(records.last?.y.label == "memory")
    let months = try plan("month,rain,warm\na,3,1\nb,2,4\n", ["--y2", "warm"]).chart.records
    #expect(months.map(\.kind) == [.bar, .bar, .line, .line])
    #expect(throws: (any Error).self) { try plan("a,b\n3,1\n2,4\n", ["--y2", "a,b"]) }
    #expect(throws: (any Error).self) { try plan(Self.load, ["--log", "y2"]) }
    let named = try plan("a,b,c\n1,3,1\n2,2,4\n", ["-y", "b,c", "--y2", "c"])
    #expect(named.y.map(\.name) == ["b", "c"] && named.chart.records.count == 2)
    let both = try plan("a,b,c\n1,3,1\n2,2,4\n", ["-y", "b", "--y2", "c", "--log", "x,y2"])
    #expect(both.chart.options.x.type == .log && both.chart.options.y2.type == .log)
    #expect(both.chart.options.y.type == nil)
  }

  @Test("has a title, ends and thresholds for the second axis, which has to be there")
  func secondAxisOptions() throws {
    let text = "a,b,c\n1,3,10\n2,2,40\n"
    func second(_ arguments: String...) throws -> ChartPlan {
      try plan(text, ["-y", "b", "--y2", "c"] + arguments)
    }
    let chart = try second(
      "--range-y2", "0..50", "--y2-label", "warmth", "--y2-unit", "°C", "--log", "y",
      "--y2-threshold", "30=red:limit", "--threshold", "2.5"
    ).chart
    #expect(chart.options.y2.domain == (0.0...50).domainValue)
    #expect(chart.options.y2.title == "warmth (°C)" && chart.options.y2.type == nil)
    #expect(chart.options.y.type == .log)
    #expect(chart.options.y.domain == .automatic(includesZero: nil, isReversed: false))
    let rules = chart.records.filter { $0.kind == .rule }
    #expect(rules.map(\.isSecondary) == [false, true])
    #expect(
      try second("--range-y2", "50..60", "--y2-threshold", "70").warnings == [
        "no value is within --range-y2", "the threshold 70.0 is outside --range-y2",
      ])
    #expect(
      try second("--log", "y2", "--y2-threshold", "-1").warnings == [
        "the threshold -1.0 has no place on a logarithmic axis"
      ])
    for option in ["--range-y2=0..1", "--y2-threshold=3", "--y2-label=x", "--y2-unit=m"] {
      #expect(throws: (any Error).self) { try ChartCommand.parse(["data.csv", option]) }
    }
  }

  @Test("shows the newest part of the x axis, and the row before it")
  func window() throws {
    func shown(_ text: String, _ arguments: [String]) throws -> ChartPlan {
      try plan(text, arguments).showing(Table(bytes: [UInt8](text.utf8), name: "data.csv"))
    }
    let numbers = "n,v\n0,9\n1,8\n2,7\n3,6\n5,5\n"
    let newest = try shown(numbers, ["--window-of", "2.5"])
    #expect(newest.x?.values.numbers == [2, 3, 5])
    #expect(newest.chart.options.x.domain == .interval(.number(2.5), .number(5)))
    let rows = try shown("v\n9\n8\n7\n6\n", ["--window-of", "1"])
    #expect(rows.y[0].values.numbers == [8, 7, 6])
    #expect(rows.firstRow == 1 && rows.chart.options.x.domain == .interval(.number(3), .number(4)))
    let times = try shown(Self.load, ["--window-of", "90s"])
    #expect(times.rowCount == 3)
    #expect(try shown(Self.load, ["--window-of", "30s"]).rowCount == 2)
    #expect(try shown(numbers, []).rowCount == 5)
    #expect(throws: (any Error).self) { try shown(Self.load, ["--window-of", "90"]) }
    #expect(throws: (any Error).self) { try shown(numbers, ["--window-of", "1m"]) }
    #expect(throws: (any Error).self) { try shown("a,v\nx,1\ny,2\n", ["--window-of", "1"]) }
  }

  @Test("is the same chart after any parts of a file, within a window or not")
  func growing() throws {
    let lines = (0..<4000).map { "\($0),\($0 * 7 % 11)\n" }
    for options in [[], ["--window-of", "300"]] {
      let command = try ChartCommand.parse(["data.csv"] + options)
      let growing = GrowingChart(command)
      #expect(growing.plan(ofRows: 0) == nil)
      var bytes = [UInt8]("n,v\n".utf8)
      for (index, line) in lines.enumerated() {
        bytes += Array(line.utf8)
        guard index % 700 == 350 || index == 3999 else { continue }
        try growing.append(.bytes(bytes))
        bytes = []
        #expect(growing.rowCount == index + 1)
        let grown = try #require(growing.plan(ofRows: index + 1))
        growing.removeUnseen(before: grown)
        let whole = "n,v\n" + lines[...index].joined()
        let table = try Table(bytes: [UInt8](whole.utf8), name: "data.csv")
        #expect(grown.chart == (try ChartPlan(table: table, command: command)).showing(table).chart)
      }
      try growing.append(.end)
      #expect(growing.rowCount == 4000)
    }
  }

  @Test("writes a frame for each row, or for as many as are asked for")
  func frames() throws {
    let text = "n,v\n1,4\n2,2\n3,5\n4,1\n5,3\n"
    try withFolder { folder in
      let input = folder + "/data.csv"
      try text.write(toFile: input, atomically: false, encoding: .utf8)
      try ChartCommand.parse(
        [input, "-o", folder + "/c-%d.png", "--rows-per-frame", "2", "--quiet", "--width", "200"]
      ).run()
      #expect(try names(in: folder) == ["c-0.png", "c-1.png", "c-2.png", "data.csv"])
      // The last is the picture of the file.
      try ChartCommand.parse([input, "-o", folder + "/whole.png", "--quiet", "--width", "200"])
        .run()
      func picture(_ name: String) throws -> Bitmap {
        try Bitmap(encoded: [UInt8](data(folder + "/" + name)))
      }
      #expect(try picture("c-2.png") == picture("whole.png"))
      #expect(try picture("c-1.png") != picture("c-2.png"))
    }
  }

  @Test("keeps the frames before a row that cannot be read")
  func failingFrames() throws {
    try withFolder { folder in
      let input = folder + "/data.csv"
      try "n,v\n1,4\n2,2\n3,x\n".write(toFile: input, atomically: false, encoding: .utf8)
      let command = try ChartCommand.parse([input, "-o", folder + "/c-%d.png", "--quiet"])
      #expect(throws: TableError.self) { try command.run() }
      #expect(try names(in: folder) == ["c-0.png", "c-1.png", "data.csv"])
      // Without a row there is nothing.
      try "n,v\n".write(toFile: input, atomically: false, encoding: .utf8)
      let empty = try ChartCommand.parse([input, "-o", folder + "/d.apng", "--quiet"])
      #expect(throws: TableError.self) { try empty.run() }
      #expect(try names(in: folder) == ["c-0.png", "c-1.png", "data.csv"])
    }
  }

  @Test("follows a pipe and a file until control-C, and writes what has come")
  func following() throws {
    try withFolder { folder in
      let log = folder + "/load.csv"
      try "n,v\n1,4\n2,2\n".write(toFile: log, atomically: false, encoding: .utf8)
      let program = try ChildProgram(["chart", log, "--follow", "-o", folder + "/c.png"])
      program.readErrors(until: "line of v along n\n")
      program.send(SIGINT)
      #expect(program.wait() == .exited(0))
      #expect(try names(in: folder) == ["c.png", "load.csv"])
      // With nothing to draw, nothing is written.
      let other = try ChildProgram(["chart", "-", "--follow", "-o", folder + "/d.png"])
      other.write("n,v\n")
      other.send(SIGINT)
      _ = other.wait()
      #expect(try names(in: folder) == ["c.png", "load.csv"])
      let frames = try ChildProgram(
        ["chart", "-", "--follow", "-o", "-", "--format", "ppm", "--width", "60", "--height", "40"])
      for row in ["n,v\n1,2\n", "2,3\n"] {
        frames.write(row)
        #expect(frames.readOutput(13 + 60 * 40 * 3).count == 13 + 60 * 40 * 3)
      }
      frames.closeInput()
      #expect(frames.readOutput() == [])
      #expect(frames.wait() == .exited(0))
    }
  }
}

extension TableColumn.Values {
  fileprivate var numbers: [Double] {
    switch self {
    case .numbers(let numbers), .times(let numbers): numbers
    case .categories: []
    }
  }
}
