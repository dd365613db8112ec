import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaSVG
import LaminaTables

/// The command `lamina chart`, which draws a chart of the columns of a file.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draws a chart of a file's columns.",
    discussion: """
      FILES are CSV, TSV, columns between spaces, JSON or JSON lines, plain or compressed by gzip; \
      '-' is standard input. Several files with the same columns are one table. What the columns \
      are is found out, and said on standard error.

      Without -x, the x axis has the first column of times; without one, the first column if it has \
      categories or rising numbers, and otherwise the rows. Without -y, the chart has all columns \
      of numbers. One column of numbers and one of up to \(ChartPlan.maximumGroupCount) categories \
      make a line for each category. Columns are named by the header, or by their numbers from 1.

      A box plot has a box for each category, group or column. A heat map has a column for each value \
      of x, a row for each group or column of numbers, and shows means; of times without groups it \
      has hours and weekdays.

      \(RowOptions.discussion)

      The name of the output determines what is written: .png, .ppm or .svg.

      Examples:

        lamina chart cpu.csv
        lamina chart sales.tsv -x month -y books,music --kind bar --stack -o sales.svg
        lamina chart latency.json -y ms --kind histogram --unit ms
        lamina chart year.csv -y load --resample 1d
        lamina chart visits.csv --kind heatmap
        ps -eo comm,rss | lamina chart - --kind pie
        lamina chart load.csv --threshold 80=red:limit --range-y 0..100 --theme dark

      The exit status is 0 if the chart was written, 64 if the command line is wrong, and 1 for any \
      other error. A signal that comes when the chart is being drawn lets it be finished; an earlier \
      one ends the command.
      """)

  @Argument(help: ArgumentHelp("Files of columns, or '-'.", valueName: "files"))
  var files: [String]

  @Option(name: [.customShort("x")], help: "The column along the x axis.")
  var x: String?

  @Option(
    name: [.customShort("y")],
    help: "The columns to show, separated by commas; may be repeated.")
  var y: [String] = []

  @Option(help: "The kind of chart: \(ChartKind.list). (default: one that suits the columns)")
  var kind: ChartKind?

  @Option(help: "A column that divides the values in groups, each with a colour.")
  var group: String?

  @Flag(help: "Stack bars and areas.")
  var stack = false

  @Flag(help: "Draw smooth lines, which do not go beyond the values.")
  var smooth = false

  @Option(
    name: .customLong("y2"),
    help: ArgumentHelp(
      "Columns to show on a second y axis, over bars as lines, separated by commas; may be repeated.",
      valueName: "columns"))
  var secondary: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Summarize the values in intervals along x, such as 30s, 5m, 1h, 1d, or 2.5 on an axis of \
      numbers: their mean and, for lines, the band from the least to the greatest.
      """,
      valueName: "width"), transform: ChartInterval.init(parsing:))
  var resample: ChartInterval?

  @Option(
    name: .customLong("log"),
    help: ArgumentHelp("Logarithmic axes: x, y, y2, separated by commas.", valueName: "axes"),
    transform: ChartAxisName.list(parsing:))
  var logarithmic: [[ChartAxisName]] = []

  var log: [ChartAxisName] { logarithmic.flatMap { $0 } }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The numbers at the ends of the x axis.", valueName: "lo..hi"),
    transform: ValueRange.init(parsing:))
  var rangeX: ValueRange?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The numbers at the ends of the y axis.", valueName: "lo..hi"),
    transform: ValueRange.init(parsing:))
  var rangeY: ValueRange?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A line at a value, such as 80, 80=red or 80=#c8102e:limit; may be repeated.",
      valueName: "threshold"), transform: ChartThreshold.init(parsing:))
  var threshold: [ChartThreshold] = []

  @Option(help: "The title. (default: the name of the file)")
  var title: String?

  @Option(help: "The title of the x axis.")
  var xLabel: String?

  @Option(help: "The title of the y axis.")
  var yLabel: String?

  @Option(help: "The unit of the values, which follows the title of their axis.")
  var unit: String?

  @Option(help: "The theme: light, dark or print.")
  var theme = ChartThemeName.light

  @Flag(inversion: .prefixedNo, help: "Show the legend. (default: if there are several colours)")
  var legend: Bool?

  @Option(
    help: ArgumentHelp(
      "The time zone of times that name none, and of the axis: Europe/Berlin. (default: UTC)",
      valueName: "zone"), transform: TimeZone.init(parsing:))
  var timezone = TimeZone.gmt

  @Option(
    help: ArgumentHelp("The form of times, as for strptime: '%d.%m.%Y %H:%M'.", valueName: "form"))
  var timeFormat: String?

  @OptionGroup
  var rows: RowOptions

  @Option(name: .shortAndLong, help: "The picture to write.")
  var output = "chart.png"

  @Option(parsing: .unconditional, help: "The width in points.")
  var width = 800

  @Option(parsing: .unconditional, help: "The height in points.")
  var height = 400

  @Option(parsing: .unconditional, help: "Pixels per point.")
  var scale = 1.0

  @Flag(name: .shortAndLong, help: "Do not say what the columns were taken for.")
  var quiet = false

  func validate() throws {
    for file in files { try FrameChecks.checkInput(file) }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read only once: '-' is given twice")
    }
    try FrameChecks.checkNotNegative([
      "--width": Double(width), "--height": Double(height), "--scale": scale,
    ])
    try FrameChecks.checkScale(scale)
    try FrameChecks.checkSize(width: width, height: height, scale: scale)
    if output == "-" || FileNamePattern.isPattern(output) || isVideo {
      throw ValidationError(
        "--output \(output): a chart is one file, whose name ends in .png, .ppm or .svg")
    }
    if !isSVG { try FrameChecks.checkOutput(output, nil, FrameRate(60)) }
    if let kind { try check(kind) }
  }

  /// Checks that the options have an effect on a chart of a kind.
  func check(_ kind: ChartKind) throws {
    let idle: KeyValuePairs = [
      "--stack": stack && kind != .bar && kind != .area,
      "--y2": !secondary.isEmpty && ![.line, .area, .bar, .point].contains(kind),
      "--resample": resample != nil && [.histogram, .pie, .box].contains(kind),
      "--smooth": smooth && kind != .line && kind != .area,
    ]
    if let (name, _) = idle.first(where: \.value) {
      throw ValidationError("\(name) has no effect on a chart of the kind \(kind.rawValue)")
    }
  }

  private var isSVG: Bool { output.lowercased().hasSuffix(".svg") }
  private var isVideo: Bool { !isSVG && (try? FrameFormat(path: output))?.isVideo == true }

  func run() throws {
    if !isSVG {
      // The frame, and the bytes of its file, of which PNG has the most.
      try FrameChecks.checkMemory(width: width, height: height, scale: scale, bytesPerPixel: 10)
    }
    Leftovers.remove(besides: output)
    let table = try readTable()
    let plan = try ChartPlan(table: table, command: self)
    for warning in plan.warnings { StandardStreams.warn(warning) }
    if !quiet {
      StandardStreams.say("\(table)")
      StandardStreams.say(plan.summary)
    }
    // From here on there may be a temporary file, which is finished and gets its name.
    _ = Interruption.catchSignals(patience: 1, speaks: !quiet)
    try write(plan.chart)
    if !quiet { StandardStreams.say("wrote \(output.escaped)") }
  }

  /// Reads the files.
  func readTable() throws -> Table {
    var options = rows.tableOptions
    options.timeZone = timezone
    options.timeFormat = timeFormat
    let table = try Table(inputs: files.map(TableFile.open), options: options)
    if !table.badRows.isEmpty { StandardStreams.warn("\(table.badRows)") }
    return table
  }

  private func write(_ chart: Chart) throws {
    let size = CGSize(width: width, height: height)
    if isSVG {
      let layer = ChartLayer(chart)
      layer.frame = CGRect(origin: .zero, size: size)
      let document = try SVGDocument(
        layer: layer, size: size, title: title ?? chart.title, description: chart.textDescription)
      if let error = layer.error { throw error }
      try document.write(toFile: output)
    } else {
      try chart.write(to: output, size: size, scale: scale)
    }
  }
}

extension TimeZone {
  /// Creates a time zone from its name.
  ///
  /// - Throws: `ValidationError` for one that is not known.
  init(parsing text: String) throws {
    guard let zone = TimeZone(identifier: text) else {
      throw ValidationError("there is no time zone of this name; try Europe/Berlin or UTC")
    }
    self = zone
  }
}
