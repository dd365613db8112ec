import ArgumentParser
import Foundation
import Lamina
import LaminaImages

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

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  func validate() throws {
    let size = options.size ?? Content.scene.size
    try FrameChecks.checkSize(
      width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)),
      scale: options.scale)
    try output.validate()
    try outputOptions.checkEffect(on: output, hasFrames: times.count > 1)
  }

  private var output: Output {
    outputOptions.output(default: String(describing: Content.self) + ".png")
  }

  /// The numbers of the frames, and the time of each; one where the output is one picture.
  var times: (numbers: Range<Int>, time: (Int) -> TimeInterval, count: Int) {
    let rate = output.rate
    if let time = options.time { return (0..<1, { _ in time }, 1) }
    // Those before the end, which a rounding error does not make one more.
    let all = Content.scene.duration.map {
      max(1, Int(($0 / rate.time(ofFrame: 1) - 1e-6).rounded(.up)))
    }
    let first = options.frames?.first ?? 0
    let end =
      options.frames.map { $0.end ?? max(all ?? 0, first + 1) }
      ?? (output.isOnePicture ? 1 : all ?? 1)
    return (first..<end, { rate.time(ofFrame: $0) }, end - first)
  }

  func run() throws {
    try output.refuseTerminal()
    let interruption = output.catchSignals(speaks: !quiet)
    let player = try ScenePlayer(
      scene, size: options.size, scale: options.scale, seed: options.seed)
    let sink = try output.makeSink()
    let (numbers, time, count) = times
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: count)
    for number in numbers where !interruption.isRequested {
      try sink.write(player.render(at: time(number)))
      progress.advance(to: number - numbers.lowerBound + 1)
      try interruption.check()
    }
    try sink.finish()
    progress.finish()
  }
}

extension Scene {
  /// Runs the program that a scene is.
  public static func main() {
    CommandRunner.run(SceneCommand<Self>.self)
  }
}
