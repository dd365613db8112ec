import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaRecording
import LaminaScenes

/// `lamina replay`: the frames of a recording, drawn again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Draws the frames of a recording again.",
    discussion: """
      FILE is a recording, which the programs of scenes make with --record. Without --output and \
      --check, what it holds is printed: its frames, its times, and the transactions with labels.

      Examples:

        Orbit --record orbit.lamina
        lamina replay orbit.lamina --check
        lamina replay orbit.lamina -o orbit.apng
        lamina replay orbit.lamina --time 2.5 -o moment.png
      """)

  @Argument(help: "The name of the recording.")
  var file: String

  @Flag(help: "Compare each frame with the recorded one, and end with status 1 if one differs.")
  var check = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw only the frame that was shown at this time.", valueName: "seconds"))
  var time: Double?

  @OptionGroup(title: "Output")
  var outputOptions: OutputOptions

  @Flag(name: .shortAndLong, help: "Print nothing but errors to standard error.")
  var quiet = false

  /// The output, if there is one.
  private var output: Output? {
    outputOptions.path == nil ? nil : outputOptions.output(default: "")
  }

  func validate() throws {
    try FrameChecks.checkInput(file)
    if let time, !time.isFinite { throw ValidationError("--time \(time): it must be a number") }
    guard let output else {
      if let (name, _) = outputOptions.given.first(where: \.value) {
        throw ValidationError("\(name) needs --output")
      }
      return
    }
    try output.validate()
    try outputOptions.checkEffect(on: output, hasFrames: time == nil && !output.isOnePicture)
  }

  func run() throws {
    let recording = try Recording(contentsOf: file)
    guard !recording.frames.isEmpty else { throw ReplayError.noFrames(file) }
    let indices =
      time.map { time in
        let index = recording.index(atTime: time)
        return index..<index + 1
      }
      ?? (output?.isOnePicture == true && !check ? 0..<1 : recording.frames.indices)
    guard let output else {
      if !check { return try StandardStreams.print(Self.summary(of: recording)) }
      for index in indices { try replay(recording, index) }
      return sayChecked(indices.count)
    }
    try output.refuseTerminal()
    let interruption = output.catchSignals(speaks: !quiet)
    let progress = ProgressCounter(
      isShown: !quiet && isatty(STDERR_FILENO) != 0, unit: "frames", total: indices.count)
    try output.writeFrames(into: output.makeSink(), progress) { sink in
      for (count, index) in indices.enumerated() where !interruption.isRequested {
        try sink.write(try replay(recording, index))
        progress.advance(to: count + 1)
        try interruption.check()
      }
    }
    if !interruption.isRequested { sayChecked(indices.count) }
  }

  /// Says that all frames are equal, if they were compared.
  private func sayChecked(_ count: Int) {
    guard check, !quiet else { return }
    StandardStreams.say(
      count == 1 ? "the frame is as recorded" : "all \(count) frames are as recorded")
  }

  /// Draws a frame again, and compares it if asked to.
  @discardableResult
  private func replay(_ recording: Recording, _ index: Int) throws -> Frame {
    let frame = try recording.frame(at: index)
    if check, try !recording.matches(frame, at: index) {
      let recorded = recording.frames[index]
      throw ReplayError.differs(file: file, number: recorded.number, time: recorded.time)
    }
    return frame
  }

  /// Returns what a recording holds, in lines.
  static func summary(of recording: Recording) -> String {
    guard let first = recording.frames.first, let last = recording.frames.last else { return "" }
    let times = recording.frames.map(\.time)
    var lines = [
      "frames        \(first.number)...\(last.number)",
      "times         \(times.min()!) s to \(times.max()!) s",
      "transactions  \(recording.marks.count)",
    ]
    for mark in recording.marks.suffix(20) {
      if let label = mark.transaction.label { lines.append("\(mark.time) s  \(label.escaped)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Failures of replaying a recording.
enum ReplayError: LocalizedError, CustomStringConvertible {
  case noFrames(String)
  case differs(file: String, number: Int, time: Double)

  var description: String {
    switch self {
    case .noFrames(let file): "\(file.escaped): the recording has no frames"
    case .differs(let file, let number, let time):
      "\(file.escaped): frame \(number) at \(time) s differs from the recorded one"
    }
  }

  var errorDescription: String? { description }
}
