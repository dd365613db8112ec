import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaViews

/// The command that draws a scene: its own options, and those for the frames and the output.
struct SceneCommand<Content: Scene>: ParsableCommand {
  static var configuration: CommandConfiguration {
    let name = String(describing: Content.self)
    return CommandConfiguration(
      commandName: name,
      abstract: "Draws the scene \(name).",
      discussion: OutputOptions.help(named: name))
  }

  @OptionGroup(title: "Scene")
  var scene: Content

  @OptionGroup(title: "Frames")
  var options: SceneOptions

  @OptionGroup(title: "Output")
  var outputOptions: OutputOptions

  @OptionGroup(title: "Live")
  var display: DisplayOptions

  @Flag(help: "Draw each frame anew, too, and end with status 1 if it differs.")
  var check = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Say on standard output what each frame costs and changes: json, an object per line.",
      valueName: "kind"))
  var report: ReportKind?

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    let size = options.size ?? Content.scene.size
    try FrameChecks.checkSize(
      width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)),
      scale: options.scale)
    let last = times.time(times.numbers.upperBound - 1)
    guard Content.scene.reaches(last) else {
      throw ValidationError("the scene cannot reach the time \(last): it has too many time steps")
    }
    try display.validate(scale: options.scale)
    try display.checkOutput(outputOptions)
    if display.isChosen {
      if check { throw ValidationError("--check needs an output, not a display") }
      if report != nil {
        throw ValidationError("--report needs an output, not a display")
      }
      return
    }
    try output.validate()
    try outputOptions.checkEffect(on: output, hasFrames: times.numbers.count > 1)
    if report != nil, output.isStandardOutput {
      throw ValidationError("--report and --output - cannot both have standard output")
    }
  }

  private var output: Output {
    outputOptions.output(default: String(describing: Content.self) + ".png")
  }

  /// The numbers of the frames, and the time of each; one where the output is one picture.
  private var times: (numbers: Range<Int>, time: (Int) -> TimeInterval) {
    let rate = output.rate
    if let time = options.time { return (0..<1, { _ in time }) }
    // Those before the end, which a rounding error does not make one more.
    let all = Content.scene.duration.map { duration -> Int in
      let count = (duration / rate.time(ofFrame: 1) - 1e-6).rounded(.up)
      return Int(max(1, min(count, Double(FrameNumbers.largest))))
    }
    let first = options.frames?.first ?? 0
    let end =
      options.frames.map { $0.end ?? max(all ?? 0, first + 1) }
      ?? (output.isOnePicture ? 1 : all ?? 1)
    return (first..<end, { rate.time(ofFrame: $0) })
  }

  func run() throws { try display.isChosen ? show() : write() }

  private func write() throws {
    try output.refuseTerminal()
    let interruption = output.catchSignals(speaks: !quiet)
    let player = try ScenePlayer(
      scene, size: options.size, scale: options.scale, seed: options.seed)
    let (numbers, time) = times
    let sink = ConcurrentSink(try output.makeSink(firstNumber: numbers.lowerBound))
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames",
      total: numbers.count)
    for number in numbers where !interruption.isRequested {
      try player.advance(to: time(number)) { try interruption.check() }
      let frame = try player.render(at: time(number))
      if check { try player.check(frame) }
      try sink.write(frame)
      if report != nil { try StandardStreams.print(FrameRecord(frame, number: number).line) }
      progress.advance(to: number - numbers.lowerBound + 1)
      try interruption.check()
    }
    try sink.finish()
    progress.finish()
  }

  /// Shows the scene from the first frame on, in the time of the display, up to its end, where it stays.
  private func show() throws {
    let size = options.size ?? Content.scene.size
    let scale = CGFloat(options.scale)
    let tree = try SceneTree(scene, size: size, scale: scale, seed: options.seed)
    let view = View()
    view.layer.addSublayer(tree.root)
    let frames = options.frames
    let start = options.time ?? frames.map { FrameRate(60).time(ofFrame: $0.first) } ?? 0
    var clock = SceneClock(start: start, end: Content.scene.duration)
    let interruption = Interruption.catchSignals(
      patience: display.terminal ? 8 : 2, speaks: false)
    try LiveView(
      view: FittedView(content: view, size: size, background: .black),
      title: String(describing: Content.self), size: size, scale: display.terminal ? nil : scale
    ).show(
      on: display, frameLimit: frames.flatMap { frames in frames.end.map { $0 - frames.first } },
      interruption: interruption
    ) { window in
      window.update = { now in
        try tree.advance(to: clock.sceneTime(at: now))
        return clock.time(of: tree.nextStep)
      }
    }
  }
}

/// The time of a scene that is shown live, which begins when it is asked for first.
struct SceneClock {
  /// The scene's time at the beginning, in seconds.
  let start: TimeInterval
  /// The scene's time at which it stays; nil for none.
  let end: TimeInterval?
  /// The display's time at the beginning.
  private var origin: TimeInterval?

  init(start: TimeInterval, end: TimeInterval?) { (self.start, self.end) = (start, end) }

  /// Returns the scene's time at a time of the display.
  mutating func sceneTime(at now: TimeInterval) -> TimeInterval {
    let begin = origin ?? now
    origin = begin
    return min(start + max(0, now - begin), end ?? .infinity)
  }

  /// Returns the time of the display at a time of the scene; nil if that never comes.
  func time(of sceneTime: TimeInterval) -> TimeInterval? {
    if let end, sceneTime > end { return nil }
    return origin.map { $0 + sceneTime - start }
  }
}

/// The forms of a report of frames.
enum ReportKind: String, ExpressibleByArgument, CaseIterable {
  case json
}

/// The cost and the damage of a frame, as an object of JSON. Times are in seconds, rectangles are
/// [x, y, width, height] in pixels.
struct FrameRecord: Encodable {
  let frame: Int
  let time: Double
  let damage: [[Int]]
  let operations: Int
  let pixelsWritten: Int
  let layersVisited: Int
  let layersCulled: Int
  let layersOmitted: Int

  init(_ frame: Frame, number: Int) {
    self.frame = number
    time = frame.time
    damage = frame.damage.rects.map { [$0.minX, $0.minY, $0.width, $0.height] }
    operations = frame.report.operations.total
    pixelsWritten = frame.report.operations.pixels
    layersVisited = frame.report.layersVisited
    layersCulled = frame.report.layersCulled
    layersOmitted = frame.report.omissions.count
  }

  /// The object and a line break.
  var line: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}

extension Scene {
  /// Runs the program that a scene is.
  public static func main() {
    CommandRunner.run(SceneCommand<Self>.self)
  }
}
