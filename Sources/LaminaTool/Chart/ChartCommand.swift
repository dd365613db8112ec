import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaImages
import LaminaScenes
import LaminaTables

/// The command `lamina chart`, which draws a chart of the columns of a file.
struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart",
    abstract: "Draws a chart of a file's columns.",
    discussion: """
      FILES are CSV, TSV, columns between spaces, JSON or JSON lines, plain or compressed by gzip; \
      '-' is standard input. Several files with the same columns are read as one table. What the \
      columns contain is detected, and reported on standard error.

      Without -x, the x axis has the first column of times; without one, the first column if it has \
      categories, numbers that rise or, with --kind point, any numbers, and otherwise the rows. If a \
      column of categories divides the numbers, they need to rise in each category. Without -y, the \
      chart has all columns of numbers. One column of numbers and one of up to \
      \(ChartPlan.maximumGroupCount) categories make a line for each category, and so do more \
      if times or numbers begin anew in each, as the years in a table of countries. Columns are named by \
      the header, or by their numbers from 1.

      A box plot has a box for each category, group or column. A heat map has a column for each value \
      of x, a row for each group or column of numbers, and shows means; if x has times and there are \
      no groups, it shows hours and weekdays.

      \(RowOptions.discussion)

      \(OutputOptions.help(named: "chart", drawing: true))

      Each frame shows one more row, or as many as --rows-per-frame says. With --follow, the command \
      waits at the end of a file for rows that are added, even if another file takes its name, as \
      when logs are rotated. With --window or --terminal, nothing is written: the chart is shown, and \
      can be explored with the pointer and the keys. With --follow it grows on the screen.

      Control-C ends an input that is followed, and the output is finished with what was read until \
      then; it ends frames at the one that is drawn. A second control-C aborts. A file gets its name \
      only when it is complete.

      Examples:

        lamina chart cpu.csv
        lamina chart sales.tsv -x month -y books,music --kind bar --stack -o sales.svg
        lamina chart latency.json -y ms --kind histogram --unit ms
        lamina chart year.csv -y load --resample 1d
        lamina chart access.csv --aggregate count -x status --horizontal
        lamina chart visits.csv --kind heatmap
        ps -eo comm,rss | lamina chart - --kind pie
        lamina chart load.csv --threshold 80=red:limit --range-y 0..100 --theme dark
        lamina chart load.csv --follow --window-of 5m --window
        vmstat -n 1 | lamina chart - -y us,sy --follow --terminal
        lamina chart load.csv --rows-per-frame 10 -o load.apng

      The exit status is 0 if the chart was written, 64 if the command line is wrong, 130 (143 after \
      SIGTERM) if nothing was written because of control-C, and 1 for any other error. An error in the \
      rows of frames ends the input, and the output is finished with what came before it. Without \
      --follow, a signal ends a command that still reads for a single picture; one that is being drawn \
      is finished.
      """)

  @Argument(help: ArgumentHelp("Files of columns, or '-'.", valueName: "files"))
  var files: [String]

  @Option(
    name: [.customShort("x")], parsing: .unconditional,
    help: ArgumentHelp(
      "The column along the x axis, or two of dates and times of day: date,time.",
      valueName: "column"))
  var x: String?

  @Option(
    name: [.customShort("y")], parsing: .unconditionalSingleValue,
    help: "The columns of numbers or durations to show, separated by commas; may be repeated.")
  var y: [String] = []

  @Option(
    parsing: .unconditional,
    help: "The kind of chart: \(ChartKind.list). (default: one that suits the columns)")
  var kind: ChartKind?

  @Option(
    parsing: .unconditional,
    help: "A column that divides the values into groups, each with a colour.")
  var group: String?

  @Flag(help: "Stack bars, areas and histograms.")
  var stack = false

  @Flag(help: "Draw bars and boxes from left to right; the x and the y axis change places.")
  var horizontal = false

  @Flag(help: "Draw smooth lines that do not overshoot the values.")
  var smooth = false

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
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What the values of an interval, a category or a cell become: \(Aggregate.list). With count and \
      without -y, the rows are counted. (default: sum for bars and pies of categories, otherwise mean)
      """,
      valueName: "function"))
  var aggregate: Aggregate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      About how many bins a histogram has, or the rule for them: sturges, freedman-diaconis. (default: \
      freedman-diaconis, and a bin for each of a few whole numbers)
      """,
      valueName: "bins"), transform: HistogramBins.init(parsing:))
  var bins: HistogramBins?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the bins of a histogram, which begin at its multiples.", valueName: "width"),
    transform: HistogramBins.init(parsingWidth:))
  var binWidth: HistogramBins?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show the newest part of the x axis: its width, as for --resample; or a number of rows.",
      valueName: "width"), transform: ChartInterval.init(parsing:))
  var windowOf: ChartInterval?

  @Flag(help: "Wait for rows that are added to the file, until control-C.")
  var follow = false

  @Option(
    name: .customLong("log"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Logarithmic axes: x, y, y2, separated by commas.", valueName: "axes"),
    transform: ChartAxisName.list(parsing:))
  var logarithmic: [[ChartAxisName]] = []

  var log: [ChartAxisName] { logarithmic.flatMap { $0 } }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The numbers or times at the ends of the x axis: 0..100, 2026-11-25T06:00..2026-11-25T12:00.",
      valueName: "lo..hi"), transform: ChartRange.init(parsing:))
  var rangeX: ChartRange?

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

  @Option(parsing: .unconditional, help: "The title. (default: the name of the file)")
  var title: String?

  @Option(parsing: .unconditional, help: "The title of the x axis.")
  var xLabel: String?

  @Option(parsing: .unconditional, help: "The title of the y axis.")
  var yLabel: String?

  @Option(
    parsing: .unconditional,
    help: """
      The unit of the values, which follows the title of their axis; by default the percent sign or the \
      currency that all of them have.
      """)
  var unit: String?

  @Option(parsing: .unconditional, help: "The theme: light, dark or print.")
  var theme = ChartThemeName.light

  @Flag(inversion: .prefixedNo, help: "Show the legend. (default: if there are several colours)")
  var legend: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The time zone of times that name none, and of the axis: Europe/Berlin, +02:00, -0530 or Z. \
      (default: UTC)
      """,
      valueName: "zone"), transform: TimeZone.init(parsing:))
  var timezone = TimeZone.gmt

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The format of times, as for strptime: '%d.%m.%Y %H:%M'. (default: detected)",
      valueName: "format"))
  var timeFormat: String?

  @OptionGroup(title: "Second y axis")
  var secondAxis: SecondAxisOptions

  @OptionGroup
  var rows: RowOptions

  @OptionGroup
  var outputOptions: OutputOptions

  /// The output, or `chart.png`.
  var output: Output { outputOptions.output(default: "chart.png") }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The rows that each frame adds. (default: 1)", valueName: "count"),
    transform: Int.init(parsing:))
  var rowsPerFrame: Int?

  @Option(parsing: .unconditional, help: "The width in points.", transform: Int.init(parsing:))
  var width = 800

  @Option(parsing: .unconditional, help: "The height in points.", transform: Int.init(parsing:))
  var height = 400

  @Option(
    parsing: .unconditional, help: "Pixels per point. (default: 1; live, that of the display)")
  var scale: Double?

  @OptionGroup(title: "Live")
  var live: LiveOptions

  @Flag(name: .shortAndLong, help: "Do not report what the columns contain.")
  var quiet = false

  func validate() throws {
    for file in files { try FrameChecks.checkInput(file) }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read only once: '-' is given twice")
    }
    try FrameChecks.checkNotNegative([
      "--width": Double(width), "--height": Double(height), "--scale": scale,
      "--rows-per-frame": rowsPerFrame.map { Double($0) },
    ])
    let scale = scale ?? 1
    try FrameChecks.checkScale(scale)
    try live.display.validate(scale: scale)
    try FrameChecks.checkSize(width: width, height: height, scale: scale)
    try live.display.checkOutput(outputOptions)
    try output.validate(drawing: true)
    if !live.display.isChosen {
      try outputOptions.checkEffect(on: output, hasFrames: !output.isOnePicture)
    }
    if follow, files.count > 1 {
      throw ValidationError("--follow waits for one input, and there are \(files.count)")
    }
    if rowsPerFrame == 0 { throw ValidationError("--rows-per-frame 0: it must be 1 or more") }
    if rowsPerFrame != nil, live.display.isChosen || output.isOnePicture {
      throw ValidationError("--rows-per-frame has no effect: the output does not have frames")
    }
    if windowOf != nil, rangeX != nil {
      throw ValidationError("--window-of and --range-x cannot be combined")
    }
    if bins != nil, binWidth != nil {
      throw ValidationError("--bins and --bin-width cannot be combined")
    }
    if binWidth != nil, log.contains(.x) {
      throw ValidationError("--bin-width has no effect on a logarithmic axis; --bins has")
    }
    if horizontal, !secondAxis.columns.isEmpty {
      throw ValidationError("--horizontal and --y2 cannot be combined")
    }
    if let kind { try check(kind) }
  }

  /// Checks that the options have an effect on a chart of a kind.
  func check(_ kind: ChartKind) throws {
    let idle: KeyValuePairs = [
      "--stack": stack && ![.bar, .area, .histogram].contains(kind),
      "--log": !log.isEmpty && [.pie, .heatmap].contains(kind),
      "--threshold": !threshold.isEmpty && [.histogram, .pie, .heatmap].contains(kind),
      "--y2": !secondAxis.columns.isEmpty && ![.line, .area, .bar, .point].contains(kind),
      "--resample": resample != nil && [.histogram, .pie, .box].contains(kind),
      "--window-of": windowOf != nil && [.pie, .box].contains(kind),
      "--smooth": smooth && kind != .line && kind != .area,
      "--horizontal": horizontal && kind != .bar && kind != .box,
      "--aggregate": aggregate != nil && [.histogram, .box].contains(kind),
      "--bins": bins != nil && kind != .histogram,
      "--bin-width": binWidth != nil && kind != .histogram,
    ]
    if let (name, _) = idle.first(where: \.value) {
      throw ValidationError("\(name) has no effect on a chart of the kind \(kind.rawValue)")
    }
  }

  var size: CGSize { CGSize(width: width, height: height) }

  /// The name of the input in messages.
  var inputName: String { files[0] == "-" ? "standard input" : files[0] }

  /// The options for reading the files.
  var tableOptions: TableOptions {
    var options = rows.tableOptions
    options.timeZone = timezone
    options.timeFormat = timeFormat
    return options
  }
}

extension TimeZone {
  /// Creates a time zone from its name, or from an offset such as `+02:00`, `-0530`, `+02` or `Z`.
  ///
  /// - Throws: `ValidationError` for one that is not known.
  init(parsing text: String) throws {
    let offset = TableTime.zoneOffset(text)
    guard
      let zone = offset.flatMap({ TimeZone(secondsFromGMT: $0) }) ?? TimeZone(identifier: text)
    else {
      throw ValidationError("there is no time zone of this name; try Europe/Berlin, +02:00 or UTC")
    }
    self = zone
  }
}
