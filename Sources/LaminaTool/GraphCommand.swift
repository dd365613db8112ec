import ArgumentParser
import Foundation
import Lamina
import LaminaGraphs
import LaminaImages
import LaminaScenes
import LaminaTables

/// The command `lamina graph`, which draws a live graph of numbers.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws a graph of numbers: one picture of all, or frames in which it grows.",
    discussion: """
      INPUT is one column of a file that `lamina chart` reads: a number per line, CSV, TSV, columns \
      between spaces, JSON or JSON lines, plain or compressed by gzip; '-' is standard input. \
      Without --column, it is the first that has numbers. Without INPUT, the load of this machine's \
      processors is measured, in percent, for the time given by --duration.

      \(RowOptions.discussion) An error ends the input, and the output is finished with what came \
      before it. In a single column, an empty line is a gap, except at the end of the input.

      One picture shows all samples, or with --last the newest, between axes: of values, and of \
      samples or, if --samples-per-second is given or the load is measured, of time. Frames show \
      the newest samples as they come, without axes. With --range, they are drawn as samples \
      arrive; without it, all samples are read first.

      \(OutputOptions.help(named: "graph"))

      With --window or --terminal, nothing is written: the graph is shown while it grows. Standard \
      input and measured samples are shown as they arrive, files at --samples-per-second.

      Control-C ends the input, and the output is finished with what was drawn until then; a \
      second control-C aborts. A file gets its name only when it is complete.

      Examples:

        lamina graph load.csv --column cpu --samples-per-second 1 --output load.png
        my-program | lamina graph - --range 0..100 --output frames/g-%05d.png
        lamina graph --replay --output graph.mp4
        lamina graph load.txt --fps 25 --output load.apng --loops 1
        lamina graph --window
        vmstat -n 1 | lamina graph - --column us --range 0..100 --terminal

      The exit status is 0 if everything was written, even after one control-C; 64 if the command \
      line is wrong; 130 (143 after SIGTERM) if nothing was written because of control-C; and 1 \
      for any other error, one in the input among them. SIGHUP, SIGQUIT and SIGXFSZ act like SIGTERM.
      """)

  @Argument(help: ArgumentHelp("A file with numbers, or '-'.", valueName: "input"))
  var input: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The column to draw, by its name or its number from 1. (default: the first that has numbers)",
      valueName: "column"))
  var column: String?

  @OptionGroup
  var rows: RowOptions

  @Flag(help: "Draw a series recorded on a real machine, instead of an input.")
  var replay = false

  @OptionGroup
  var outputOptions: OutputOptions

  /// The output, or `graph.png`.
  var output: Output { outputOptions.output(default: "graph.png") }

  @Option(
    parsing: .unconditional, help: "The width of the graph in points.",
    transform: Int.init(parsing:))
  var width = 768

  @Option(
    parsing: .unconditional, help: "The height of the graph in points.",
    transform: Int.init(parsing:))
  var height = 240

  @Option(
    parsing: .unconditional, help: "Pixels per point. (default: 1; live, that of the display)")
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Samples per second, which give one picture an axis of time. (default: one per frame; 10 if \
      the load is measured)
      """,
      valueName: "rate"), transform: FrameRate.init(parsing:))
  var samplesPerSecond: FrameRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The distance between samples, in points: 0.01 to 1000. One picture is then drawn as with \
      --bare. (default: 1)
      """, valueName: "points"))
  var pointsPerSample: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of newest samples in one picture. (default: all)", valueName: "count"),
    transform: Int.init(parsing:))
  var last: Int?

  @Flag(
    help: """
      Draw one picture like the last of the frames: the newest samples, without axes. With --last, \
      those samples fill the width.
      """)
  var bare = false

  @Flag(
    inversion: .prefixedNo,
    help: """
      Slide the graph evenly from one sample to the next, or move it at once. (default: slide if \
      there are more frames than samples)
      """)
  var slide: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The values at the lower and the upper edge. (default: those that fit the samples)",
      valueName: "lo..hi"),
    transform: ValueRange.init(parsing:))
  var range: ValueRange?

  @Option(parsing: .unconditional, help: "The style: classic (white on orange), dark or light.")
  var style = StyleChoice.dark

  @Option(
    parsing: .unconditional, help: "How many seconds to measure for, if there is no input.")
  var duration = 10.0

  @OptionGroup(title: "Live")
  var live: LiveOptions

  @Flag(name: .shortAndLong, help: "Do not report progress.")
  var quiet = false

  func validate() throws {
    if replay, let input {
      throw ValidationError("--replay draws a series of its own: leave out '\(input)'")
    }
    if let input { try FrameChecks.checkInput(input) }
    try FrameChecks.checkNotNegative([
      "--width": Double(width), "--height": Double(height), "--scale": scale,
      "--points-per-sample": pointsPerSample, "--duration": duration,
      "--last": last.map { Double($0) },
    ])
    let scale = scale ?? 1
    try FrameChecks.checkScale(scale)
    try live.display.validate(scale: scale)
    try FrameChecks.checkSize(width: width, height: height, scale: scale)
    if let pointsPerSample, !(0.01...1000).contains(pointsPerSample) {
      throw ValidationError("--points-per-sample \(pointsPerSample): it must be from 0.01 to 1000")
    }
    if last == 0 { throw ValidationError("--last 0: it must be 1 or more") }
    if column != nil, input == nil { throw ValidationError("--column needs an input") }
    guard duration > 0, duration <= 86_400 else {
      throw ValidationError("--duration \(duration): it must be more than 0 and at most 86400")
    }
    try live.display.checkOutput(outputOptions, usesRate: true)
    if !live.display.isChosen {
      try output.validate()
      try outputOptions.checkEffect(on: output, hasFrames: !isFitted)
    }
    if bare || last != nil, live.display.isChosen || !output.isOnePicture {
      throw ValidationError("--bare and --last are for one picture: frames show the newest samples")
    }
    if last != nil, pointsPerSample != nil {
      throw ValidationError("--last and --points-per-sample cannot be combined")
    }
  }

  func run() throws {
    if live.display.isChosen {
      try show()
      return
    }
    try output.refuseTerminal()
    let interruption = output.catchSignals(speaks: !quiet)
    Leftovers.remove(besides: output.path)
    let (result, source) = try draw(interruption)
    warn(of: source.badRows)
    if let warning = result.warning { StandardStreams.warn(warning) }
    if !quiet {
      StandardStreams.say(summary(of: result, source, wasInterrupted: interruption.isRequested))
    }
    if let failure = source.failure { throw failure }
  }

  private func summary(
    of result: GraphDrawing.Outcome, _ source: EndingSource, wasInterrupted: Bool
  ) -> String {
    let end = wasInterrupted ? "interrupted; " : source.failure != nil ? "ended by an error; " : ""
    var samples = result.samples == 1 ? "1 sample" : "\(result.samples) samples"
    let room = Int((Double(width) / (pointsPerSample ?? 1)).rounded(.up))
    let shown = isFitted ? result.shownSamples : isOnePicture && result.samples > room ? room : nil
    if let shown { samples = "the last \(shown) of " + samples }
    return end + "wrote \(output.name): " + (isOnePicture ? "" : "\(result.frames) frames of ")
      + samples
      + (source.column.map { " of \($0.escaped)" } ?? "")
  }

  /// Warns of the rows that became gaps.
  private func warn(of badRows: BadRows?) {
    if let badRows, !badRows.isEmpty { StandardStreams.warn("\(badRows)") }
  }

  /// Opens the source, and draws and writes its samples, up to the end or an error.
  ///
  /// - Throws: what keeps the output from being written.
  func draw(_ interruption: Interruption) throws -> (GraphDrawing.Outcome, EndingSource) {
    // The frame, the graph's tiles, of which two may be as large, and the bytes of a file.
    try FrameChecks.checkMemory(
      width: width, height: height, scale: scale ?? 1, bytesPerPixel: 18)
    let size = CGSize(width: width, height: height)
    var (opened, range) = try openSource(interruption)
    if !isFitted, range == nil { (opened, range) = try readAll(opened) }
    let source = EndingSource(opened)
    let design = design(range: range)
    let (pace, slides) = (design.pace, design.slides)
    let total = source.count.map {
      isOnePicture ? $0 : pace.frameCount(samples: $0, slides: slides)
    }
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: isOnePicture ? "samples" : "frames",
      total: total)
    if isOnePicture { try checkThatItCanBeWritten() }
    let result = try output.writeFrames(into: output.makeSink(), progress) { sink in
      if isFitted {
        let picture = GraphPicture(
          size: size, scale: scale ?? 1, style: style, range: range, rate: knownRate,
          hasAxes: !bare)
        return try picture.draw(
          source, last: last, into: sink, interruption: interruption, progress: progress)
      }
      let scene = try GraphScene(size: size, scale: scale ?? 1, design: design)
      let drawing = GraphDrawing(
        scene: scene, source: source, pace: pace, slides: slides, interruption: interruption)
      // A single picture of the end needs no earlier frames: they would all be overwritten.
      return isOnePicture
        ? try drawing.drawLastFrame(into: sink, progress)
        : try drawing.drawFrames(into: sink, progress)
    }
    return (result, source)
  }

  /// Returns the appearance of frames. A fitted picture, which alone may have no range yet, uses
  /// its pace only.
  private func design(range: ValueRange?) -> GraphDesign {
    let pace = Pace(frames: output.rate, samples: rate)
    return GraphDesign(
      range: range ?? ValueRange(lower: 0, upper: 1), style: style, pace: pace,
      pointsPerSample: pointsPerSample ?? 1,
      slides: slide ?? pace.hasFramesBetweenSamples)
  }

  /// Shows the graph in a window or in the terminal as its samples arrive.
  private func show() throws {
    let interruption = live.display.catchSignals()
    var (source, range) = try openSource(interruption)
    if range == nil { (source, range) = try readAll(source) }
    let design = design(range: range)
    let view = LiveGraphView(design: design)
    // Samples that arrive in real time have a pace of their own.
    let comes = input == "-" ? samplesPerSecond == nil : input == nil && !replay
    let feed = LiveFeed(view: view, pace: comes ? nil : design.pace)
    let size = CGSize(width: width, height: height)
    try LiveView(
      view: view, title: "lamina graph: \(source.name)", size: size,
      scale: scale.map { CGFloat($0) },
      blockScale: 1
    ).show(
      on: live.display, frameLimit: live.frames, interruption: interruption
    ) { window in feed.start(source, for: window) }
    warn(of: feed.badRows)
  }

  /// Checks that the output file can be created, before anything is measured for it.
  private func checkThatItCanBeWritten() throws {
    var status = stat()
    let isPlainFile = stat(output.path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    if isPlainFile { try OutputFile(.file(path: output.path), createsFolder: true).abandon() }
  }

  /// Opens the source that the command line specifies.
  ///
  /// - Returns: the source, and the range of its values; nil if that is known only at its end.
  private func openSource(
    _ interruption: Interruption
  ) throws -> (any SampleSource, ValueRange?) {
    if replay { return (try ReplayedSeries.read(), range) }
    if let input {
      let source = try SampleInput(
        path: input, column: column, rows: rows.tableOptions, interruption: interruption)
      return (source, range)
    }
    let perSecond = Double(rate.numerator) / Double(rate.denominator)
    let count = live.display.isChosen ? .max : max(1, Int((duration * perSecond).rounded()))
    let load = try ProcessorLoad(rate: rate, count: count, interruption: interruption)
    return (load, range ?? ValueRange(lower: 0, upper: 100))
  }

  /// Reads all samples of a source, which tell their range.
  private func readAll(_ source: any SampleSource) throws -> (any SampleSource, ValueRange?) {
    let stored = try StoredSamples(reading: source)
    return (stored, ValueRange(around: Array(stored.samples)))
  }

  /// The rate of the samples in time; nil if there is none but that of the frames.
  private var knownRate: FrameRate? {
    samplesPerSecond ?? (replay ? ReplayedSeries.rate : input == nil ? rate : nil)
  }

  private var rate: FrameRate {
    samplesPerSecond ?? (input == nil && !replay ? FrameRate(10) : output.rate)
  }

  /// True if one picture shows all that is asked for, whatever its width.
  private var isFitted: Bool {
    isOnePicture && pointsPerSample == nil && (!bare || last != nil)
  }

  /// True if only the last frame is kept.
  private var isOnePicture: Bool { output.isOnePicture }
}
