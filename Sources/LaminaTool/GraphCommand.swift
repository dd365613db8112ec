import ArgumentParser
import Foundation
import Lamina
import LaminaGraphs
import LaminaImages

/// `lamina graph`: a live graph of numbers.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws a live graph of numbers, sample by sample.",
    discussion: """
      INPUT has one number on each line; '-' is standard input. Blank lines and lines that \
      begin with '#' are skipped; 'nan' leaves a gap in the line. Without INPUT the load of this \
      machine's processors is measured, in percent, for as long as --duration says.

      Frames are drawn as samples come in, where --range says their range; without it, all are \
      read first.

      The name of the output decides what is written: one picture of the end ('graph.png'), a \
      picture of every frame ('frames/g-%05d.png'), a video ('graph.y4m'), or a stream of frames \
      to standard output ('-', with --format):

        lamina graph --replay --output - --format y4m | ffmpeg -i - graph.mp4
      """)

  @Argument(help: ArgumentHelp("A file with one number on each line, or '-'.", valueName: "input"))
  var input: String?

  @Flag(help: "Draw a series that was measured on a real machine, instead of an input.")
  var replay = false

  @Option(name: .shortAndLong, help: "What to write: a file, a pattern for files, or '-'.")
  var output = "graph.png"

  @Option(help: "The format, where the output's name does not say it: png, ppm or y4m.")
  var format: FrameFormat?

  @Option(help: "The width of the graph in points.")
  var width = 768

  @Option(help: "The height of the graph in points.")
  var height = 240

  @Option(help: "Pixels per point.")
  var scale = 1.0

  @Option(help: "Frames per second: 60, 29.97 or 30000/1001.")
  var fps = FrameRate(60)

  @Option(
    help: ArgumentHelp(
      "How many samples arrive in a second. (default: one a frame; 10 where they are measured)",
      valueName: "number"))
  var samplesPerSecond: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The values at the lower and the upper edge. (default: what the samples need)",
      valueName: "lo..hi"))
  var range: ValueRange?

  @Option(help: "How it looks: classic (white on orange), dark or light.")
  var style = StyleChoice.dark

  @Option(help: "For how many seconds to measure, where there is no input.")
  var duration = 10.0

  @Flag(name: .shortAndLong, help: "Say nothing about the progress.")
  var quiet = false

  /// The most pixels that a frame may have on a side.
  private static let maximumSide = Double(Bitmap.maximumSideLength)

  func validate() throws {
    if replay, input != nil {
      throw ValidationError("--replay draws a series of its own: leave out '\(input!)'")
    }
    guard scale.isFinite, scale > 0 else {
      throw ValidationError("--scale must be a number greater than 0")
    }
    for (name, points) in [("--width", width), ("--height", height)] {
      let pixels = (Double(points) * scale).rounded(.up)
      guard points >= 1, pixels >= 1, pixels <= Self.maximumSide else {
        throw ValidationError(
          "\(name) \(points) at \(scale) pixels per point: the frame's sides must be from 1 to "
            + "\(Bitmap.maximumSideLength) pixels")
      }
    }
    if let samplesPerSecond, !(samplesPerSecond > 0 && samplesPerSecond <= 1e6) {
      throw ValidationError("--samples-per-second must be more than 0 and at most 1000000")
    }
    guard duration > 0, duration <= 86_400 else {
      throw ValidationError("--duration must be more than 0 and at most 86400 seconds")
    }
    if output == "-", format == nil {
      throw ValidationError("--output - needs --format: png, ppm or y4m")
    }
  }

  func run() throws {
    ignoreBrokenPipeSignal()
    let progress = Progress(isShown: !quiet && isatty(STDERR_FILENO) != 0)
    if input == nil, !replay {
      try drawLoad(progress)
    } else {
      try drawSeries(progress)
    }
    progress.finish()
    if !quiet, output != "-" { progress.say("\(progress.frames) frames drawn: \(output)") }
  }

  /// Draws numbers at the rate that was asked for, as fast as they come.
  private func drawSeries(_ progress: Progress) throws {
    let lines = try SampleInput(path: replay ? SampleInput.replayPath() : input!)
    let rate = samplesPerSecond ?? fps.framesPerSecond
    if let range {
      try drawFrames(of: lines.next, named: lines.name, range, rate, progress)
    } else {
      // What range the samples need is known when all are there.
      var samples = try lines.readAll()[...]
      progress.total = Int(Double(samples.count) / rate * fps.framesPerSecond)
      let range = ValueRange(around: Array(samples))
      try drawFrames(of: { samples.popFirst() }, named: lines.name, range, rate, progress)
    }
  }

  /// Draws a frame whenever the samples that are due by its time have come, and one more for
  /// what is left over at the end.
  private func drawFrames(
    of next: () throws -> Double?, named name: String, _ range: ValueRange, _ rate: Double,
    _ progress: Progress
  ) throws {
    let graph = try GraphScene(self, range: range)
    // One picture of the end needs no frames before it: they would all be overwritten.
    let keepsAll = !isOnePicture
    let encoder = ConcurrentSink(try makeSink())
    var taken = 0
    var drawn = 0
    var frame = 0
    var hasEnded = false
    while !hasEnded {
      while taken < Self.samplesDue(frame, fps, rate) {
        guard let sample = try next() else {
          hasEnded = true
          break
        }
        graph.append(sample)
        taken += 1
      }
      if hasEnded, taken == drawn { break }
      if keepsAll { try encoder.write(graph.render(at: fps.time(ofFrame: frame))) }
      drawn = taken
      frame += 1
      progress.advance(by: 1)
    }
    guard frame > 0 else { throw SampleInputError.empty(name: name) }
    if !keepsAll { try encoder.write(graph.render(at: fps.time(ofFrame: frame - 1))) }
    try encoder.finish()
  }

  private func makeSink() throws -> sending any FrameSink {
    try makeFrameSink(output: output, format: format, frameRate: fps, createsFolder: true)
  }

  /// How many samples have arrived when a frame is drawn: the first is there from the start.
  static func samplesDue(_ frame: Int, _ fps: FrameRate, _ samplesPerSecond: Double) -> Int {
    let arrived = (fps.time(ofFrame: frame) * samplesPerSecond + 1e-9).rounded(.down)
    return arrived < 1e15 ? Int(arrived) + 1 : .max
  }

  /// Whether nothing but the last frame is kept.
  private var isOnePicture: Bool {
    let kind = format ?? (try? FrameFormat(path: output))
    return output != "-" && kind != .y4m && !FileNamePattern.isPattern(output)
  }

  /// Measures the processors' load and draws it as it comes.
  private func drawLoad(_ progress: Progress) throws {
    let sink = try makeSink()
    var meter = try ProcessorLoad()
    let graph = try GraphScene(self, range: range ?? ValueRange(lower: 0, upper: 100))
    let rate = samplesPerSecond ?? 10
    let frameCount = max(1, Int((duration * fps.framesPerSecond).rounded(.up)))
    progress.total = frameCount
    let start = ContinuousClock.now
    var taken = 0
    for frame in 0..<frameCount {
      let time = fps.time(ofFrame: frame)
      Pause.sleep(until: start + .seconds(time))
      while taken < Self.samplesDue(frame, fps, rate) {
        graph.append(try meter.measure())
        taken += 1
      }
      try sink.write(graph.render(at: time))
      progress.advance(by: 1)
    }
    try sink.finish()
  }
}

extension FrameFormat: ExpressibleByArgument {}

extension FrameRate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }

  /// Frames in a second, as near as a `Double` comes.
  var framesPerSecond: Double { Double(numerator) / Double(denominator) }
}
