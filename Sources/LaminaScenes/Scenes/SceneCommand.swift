import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaRecording
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

  @Flag(help: "Also draw each frame from scratch, and end with status 1 if it differs.")
  var check = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print the cost and damage of each frame to standard output: json, one object per line.",
      valueName: "kind"))
  var report: ReportKind?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Record what happens in the scene, for 'lamina replay'; without --output, all frames are drawn \
      and none is written.
      """, valueName: "file"))
  var record: String?

  @Flag(help: "Print to standard error at the end where the time went.")
  var profile = false

  @Flag(name: .shortAndLong, help: "Print nothing but errors to standard error.")
  var quiet = false

  func validate() throws {
    try FrameChecks.checkSize(
      width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)), scale: scale)
    let (numbers, time) = times
    let last = time(numbers[numbers.count - 1])
    guard Content.scene.reaches(last) else {
      throw ValidationError("the scene cannot reach the time \(last): it has too many time steps")
    }
    if record == "" { throw ValidationError("--record '': the name is empty") }
    try display.validate(scale: scale)
    try display.checkOutput(outputOptions)
    if display.isChosen {
      let idle: KeyValuePairs = [
        "--check": check, "--report": report != nil, "--profile": profile,
        "--contact-sheet": options.contactSheet != nil, "--plan": options.plan != nil,
        "--resume": options.resume,
      ]
      if let (name, _) = idle.first(where: \.value) {
        throw ValidationError("\(name) needs an output, not a display")
      }
      return
    }
    if options.plan != nil { try checkPlan() }
    if recordsAlone {
      if let (name, _) = outputOptions.given.first(where: { $0.value && $0.key != "--fps" }) {
        throw ValidationError("\(name) needs --output")
      }
      return
    }
    try output.validate()
    try outputOptions.checkEffect(on: output, hasFrames: numbers.count > 1)
    if options.contactSheet != nil { try checkSheet(of: numbers.count) }
    if options.resume { try checkResumption() }
    if report != nil, output.isStandardOutput {
      throw ValidationError("--report and --output - cannot both have standard output")
    }
  }

  /// Checks that there are frames to plan, and nothing that only drawing gives.
  private func checkPlan() throws {
    if options.frames?.end == nil, Content.scene.duration == nil {
      throw ValidationError("--plan needs --frames with an end: the scene has none")
    }
    let idle: KeyValuePairs = [
      "--check": check, "--report": report != nil, "--profile": profile, "--record": record != nil,
    ]
    if let (name, _) = idle.first(where: \.value) {
      throw ValidationError("\(name) has no effect with --plan, which draws nothing")
    }
  }

  /// Checks that the output is numbered pictures in one folder.
  private func checkResumption() throws {
    guard FileNamePattern.isPattern(output.path) else {
      throw ValidationError("--resume needs numbered pictures, such as -o 'frames/%05d.png'")
    }
    do throws(OutputError) {
      _ = try FrameNames(output.path)
    } catch {
      throw ValidationError(error.description)
    }
    if record != nil { throw ValidationError("--record needs all frames, without --resume") }
  }

  /// Checks that the output is one picture, which is not too large.
  private func checkSheet(of count: Int) throws {
    if !output.isOnePicture, !output.isStandardOutput || output.kind?.isVideo == true {
      throw ValidationError("--contact-sheet writes one picture, and '\(output.path)' is none")
    }
    if options.frames == nil, Content.scene.duration == nil {
      throw ValidationError("--contact-sheet needs --frames: the scene has no end")
    }
    let sheet = ContactSheet.size(
      of: count, columns: columns(of: count), width: pixels.width, height: pixels.height)
    try FrameChecks.checkSize(width: sheet.width, height: sheet.height, scale: 1)
  }

  /// The size of a frame in points.
  private var size: CGSize { options.size ?? Content.scene.size }

  /// Pixels per point: in a contact sheet, a frame is 320 pixels long if nobody says otherwise.
  private var scale: Double {
    options.scale
      ?? (options.contactSheet == nil ? 1 : min(1, 320 / max(size.width, size.height)))
  }

  /// The size of a frame in pixels.
  private var pixels: (width: Int, height: Int) {
    (Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
  }

  /// The number of columns of a contact sheet of so many frames.
  private func columns(of count: Int) -> Int {
    min(
      count,
      options.columns
        ?? ContactSheet.columns(for: count, width: pixels.width, height: pixels.height))
  }

  /// True if frames are drawn to be recorded, and written nowhere.
  private var recordsAlone: Bool {
    record != nil && outputOptions.path == nil && options.contactSheet == nil
  }

  private var output: Output {
    outputOptions.output(default: String(describing: Content.self) + ".png")
  }

  /// The numbers of the frames, and the time of each; one where the output is one picture.
  private var times: (numbers: FrameNumberList, time: (Int) -> TimeInterval) {
    let rate = output.rate
    if let time = options.time { return (FrameNumberList(0..<1), { _ in time }) }
    // Those before the end, which a rounding error does not make one more.
    let all = Content.scene.duration.map { duration -> Int in
      let count = (duration / rate.time(ofFrame: 1) - 1e-6).rounded(.up)
      return Int(max(1, min(count, Double(FrameNumbers.largest))))
    }
    let first = options.frames?.first ?? 0
    let isOne =
      output.isOnePicture && options.contactSheet == nil && options.plan == nil && !recordsAlone
    let end = options.frames.map { $0.end ?? max(all ?? 0, first + 1) } ?? (isOne ? 1 : all ?? 1)
    let numbers = FrameNumberList(first..<end, count: options.contactSheet)
    return (numbers, { rate.time(ofFrame: $0) })
  }

  func run() throws {
    if display.isChosen {
      try show()
    } else if let count = options.plan {
      try printPlan(of: count)
    } else {
      try write()
    }
  }

  /// Prints ranges of frames, in the form that `--frames` takes.
  private func printPlan(of count: Int) throws {
    let lines = try makePlan(of: count).ranges.map { "\($0.lowerBound)..<\($0.upperBound)\n" }
    try StandardStreams.print(lines.joined())
  }

  /// Divides the frames into ranges, by what drawing each one would cost.
  func makePlan(of count: Int) throws -> ScenePlan {
    let player = try ScenePlayer(scene, size: size, scale: scale, seed: options.seed)
    let (numbers, time) = times
    let estimator = try player.makeEstimator()
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: numbers.count)
    defer { progress.finish() }
    var costs: [Double] = []
    for index in 0..<numbers.count {
      let time = time(numbers[index])
      try player.advance(to: time)
      costs.append(try player.estimate(at: time, with: estimator))
      progress.advance(to: index + 1)
    }
    return ScenePlan(first: numbers[0], costs: costs, count: count)
  }

  private func write() throws {
    try output.refuseTerminal()
    // Other runs write to the folder of numbered pictures that are resumed, which may hold millions.
    if !recordsAlone, !options.resume { Leftovers.remove(besides: output.path) }
    let interruption = output.catchSignals(speaks: !quiet)
    let start = ContinuousClock.now
    let (numbers, time) = times
    let resumption =
      try options.resume ? Resumption(of: numbers.range, output, source: source) : nil
    let player = try ScenePlayer(scene, size: size, scale: scale, seed: options.seed)
    let recorder = try record.map { try Recorder(player.host.renderer, to: $0) }
    let encoding = Locked<[Double]>([])
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: numbers.count)
    var costs = SceneProfile(isEnabled: profile)
    var count = 0
    try output.writeFrames(into: makeSink(numbers, encoding, resumption), progress) { sink in
      while count < numbers.count, !interruption.isRequested {
        let number = numbers[count]
        if resumption?.kept[number] != nil {
          count += 1
          continue
        }
        let time = time(number)
        try costs.measure(.steps) {
          try player.advance(to: time) { try interruption.check() }
        }
        costs.measure(.commit) { player.commit(at: time) }
        let frame = try costs.measure(.drawing) { try player.draw(at: time) }
        try recorder?.record(frame)
        if check { try costs.measure(.checking) { try player.check(frame) } }
        try costs.measure(.waiting) { try sink.write(frame) }
        costs.endFrame(number, at: time)
        if report != nil { try StandardStreams.write(ReportedFrame(frame, number: number).line) }
        count += 1
        progress.advance(to: count)
        try interruption.check()
      }
      if count == 0 { throw Interruption.Stop.beforeFirstSample(signal: interruption.signal) }
      try recorder?.finish()
    }
    if let resumption {
      if count < numbers.count { throw Interruption.Stop.unfinished(signal: interruption.signal) }
      if !quiet { StandardStreams.say(resumption.summary) }
    }
    if profile {
      let total = start.duration(to: .now) / .seconds(1)
      StandardStreams.say(costs.table(total: total, encoding: encoding.withLock { $0 }))
    }
  }

  /// All that determines the pixels of a frame besides its number: the scene with its options, and the
  /// program.
  private var source: String {
    let rate = output.rate
    return "\(scene), \(size.width) x \(size.height) points at scale \(scale), "
      + "\(rate.numerator)/\(rate.denominator) frames a second, seed \(options.seed), "
      + "program \(Resumption.program)"
  }

  /// Creates the sink that writes the frames of some numbers.
  ///
  /// - Parameter costs: what each of them costs the sink is appended to, if that is asked for.
  private func makeSink(
    _ numbers: FrameNumberList, _ costs: Locked<[Double]>, _ resumption: Resumption?
  ) throws -> sending any FrameSink {
    if recordsAlone { return IdleSink() }
    let sink =
      if let resumption { try resumption.makeSink() } else {
        try output.makeSink(firstNumber: numbers[0])
      }
    let sheet: any FrameSink =
      options.contactSheet == nil
      ? sink : ContactSheet(sink, columns: columns(of: numbers.count))
    return profile ? TimedSink(sheet, costs: costs) : sheet
  }

  /// Shows the scene from the first frame on, in the time of the display from when somebody sees it, up to
  /// its end, where it stays.
  private func show() throws {
    let tree = try SceneTree(scene, size: size, scale: scale, seed: options.seed)
    let frames = options.frames
    let start = options.time ?? frames.map { FrameRate(60).time(ofFrame: $0.first) } ?? 0
    var clock = SceneClock(start: start, end: Content.scene.duration)
    let interruption = display.catchSignals()
    try LiveView(
      view: FittedView(content: tree.view, size: size, background: .black),
      title: String(describing: Content.self), size: size, scale: display.terminal ? nil : scale,
      recordingPath: record
    ).show(
      on: display, frameLimit: frames.flatMap { frames in frames.end.map { $0 - frames.first } },
      interruption: interruption
    ) { window in
      // Keys go to the scene before anything is touched.
      window.host.firstResponder = window.host.firstResponder ?? tree.view
      window.update = { [unowned window] now in
        guard let time = clock.sceneTime(at: now, isVisible: window.isVisible) else { return nil }
        try tree.advance(to: time)
        return clock.time(of: tree.nextStep)
      }
    }
  }
}

/// A sink that drops all frames.
private final class IdleSink: FrameSink {
  func write(_ bitmap: Bitmap, at time: Double) {}
  func finish() {}
}

/// The numbers of the frames to draw: a range, or some of it, evenly spread.
struct FrameNumberList {
  let range: Range<Int>
  private let chosen: [Int]?

  /// - Parameter count: the number of frames of the range; nil for all.
  init(_ range: Range<Int>, count: Int? = nil) {
    self.range = range
    chosen = count.map { ContactSheet.numbers($0, of: range) }
  }

  var count: Int { chosen?.count ?? range.count }
  subscript(index: Int) -> Int { chosen?[index] ?? range.lowerBound + index }
}

/// The time of a scene that is shown live, which begins when it is seen first.
struct SceneClock {
  /// The scene's time at the beginning, in seconds.
  let start: TimeInterval
  /// The scene's time at which it stays; nil for none.
  let end: TimeInterval?
  /// The display's time at the beginning.
  private var origin: TimeInterval?

  init(start: TimeInterval, end: TimeInterval?) { (self.start, self.end) = (start, end) }

  /// Returns the scene's time at a time of the display; nil before it is visible for the first time.
  mutating func sceneTime(at now: TimeInterval, isVisible: Bool) -> TimeInterval? {
    guard isVisible || origin != nil else { return nil }
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
struct ReportedFrame: Encodable {
  let frame: Int
  let time: Double
  let damage: [[Int]]
  let operations: Int
  let pixelsWritten: Int
  let scrolledPixels: Int
  let layersVisited: Int
  let layersCulled: Int
  let layersOmitted: Int

  init(_ frame: Frame, number: Int) {
    self.frame = number
    time = frame.time
    damage = frame.damage.rects.map { [$0.minX, $0.minY, $0.width, $0.height] }
    operations = frame.report.operations.total
    pixelsWritten = frame.report.operations.pixels
    scrolledPixels = frame.report.scrolledPixels
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
