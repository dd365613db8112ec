import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaRecording
import LaminaScenes

/// `lamina shrink`: the shortest recording that shows a defect in a frame.
struct ShrinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shrink",
    abstract: "Reduces a recording to the fewest changes that show a defect in a frame.",
    discussion: """
      FILE is a recording, which the programs of scenes make with --record. Frames, commits, layers, \
      changes and digits of numbers are left out as long as the frame still meets all expectations:

        partial-redraw             it differs from the same frame drawn in full
        omission                   it leaves out layers because of their numbers
        hash = HASH                it has the hash of a recorded frame; != for any other
        pixel X,Y = #RRGGBB        a pixel has a colour, with #RRGGBBAA a translucent one; or !=

      A command of --expect-command gets the name of a PNG file with the frame. It exits with status 0 if \
      the picture shows the defect, and with 1 to 125 if not.

      The result is written as a recording or, into a file with the extension swift, as a test of \
      Swift Testing that fails as long as the frame is wrong. Without --output, the test is printed.

      Examples:

        lamina shrink orbit.lamina --expect 'pixel 10,20 = #ff0000' -o OrbitTests.swift
        lamina shrink orbit.lamina --expect partial-redraw -o short.lamina -o ShortTests.swift
        lamina shrink orbit.lamina --time 2.5 --expect-command ./looks-wrong
      """)

  @Argument(help: "The name of the recording.")
  var file: String

  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp(
      "A condition that the frame meets; may be repeated.", valueName: "expectation"),
    transform: { try FrameExpectation($0) })
  var expectations: [FrameExpectation] = []

  @Option(
    name: .customLong("expect-command"),
    help: ArgumentHelp(
      "A command that exits with 0 if the picture shows the defect.", valueName: "command"))
  var commands: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The frame that was shown at this time. (default: the first that meets the expectations)",
      valueName: "seconds"))
  var time: Double?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A recording or a Swift file to write; may be repeated.", valueName: "file"),
    completion: .file())
  var output: [String] = []

  @Option(help: ArgumentHelp("The maximum number of attempts.", valueName: "tries"))
  var limit = 5_000

  @Flag(name: .shortAndLong, help: "Print nothing but errors to standard error.")
  var quiet = false

  func validate() throws {
    try FrameChecks.checkInput(file)
    if expectations.isEmpty, commands.isEmpty {
      throw ValidationError("give --expect or --expect-command: what is wrong in the frame")
    }
    if let time, !time.isFinite { throw ValidationError("--time \(time): it must be a number") }
    if limit < 1 { throw ValidationError("--limit \(limit): it must be 1 or more") }
    if output.contains("") { throw ValidationError("the output's name is empty") }
  }

  func run() throws {
    let recording = try Recording(contentsOf: file)
    guard !recording.frames.isEmpty else { throw ReplayError.noFrames(file) }
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "lamina-shrink-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let expectations =
      expectations + commands.map { Self.expectation($0, picture: folder + "/frame.png") }
    let short = try recording.shrunk(
      at: index(in: recording, expectations), showing: expectations, limit: limit)
    for path in output { try write(short, to: path) }
    if output.isEmpty {
      let test = try short.swiftTest(named: "ShrunkTests")
      for file in test.files {
        StandardStreams.warn("the test needs the file \(file.name), which --output writes")
      }
      try StandardStreams.print(test.source)
    }
    if quiet { return }
    StandardStreams.say(
      "left \(short.editCount) of \(short.originalEditCount) changes, in "
        + "\(short.frameCount == 1 ? "1 frame" : "\(short.frameCount) frames"), "
        + "after \(short.tries) tries")
    if !short.isMinimal { StandardStreams.warn("--limit \(limit) ended the search") }
  }

  private func index(
    in recording: Recording, _ expectations: [FrameExpectation]
  ) throws -> Int {
    if let time { return recording.index(atTime: time) }
    guard let first = try recording.firstFrame(showing: expectations) else {
      throw ShrinkError.noFrame(file, expectations.map(\.description))
    }
    return first
  }

  private func write(_ short: ShrunkRecording, to path: String) throws {
    func write(_ bytes: [UInt8], to path: String) throws {
      let file = try OutputFile(.file(path: path))
      try file.write(bytes)
      try file.finish()
    }
    let url = URL(filePath: path)
    guard url.pathExtension == "swift" else { return try write(Array(short.text.utf8), to: path) }
    let name = url.deletingPathExtension().lastPathComponent
    let test = try short.swiftTest(named: Self.typeName(name))
    for file in test.files {
      try write(
        file.bytes, to: url.deletingLastPathComponent().appending(component: file.name).path)
    }
    try write(Array(test.source.utf8), to: path)
  }

  /// Returns a name of a type that is like the name of a file.
  static func typeName(_ name: String) -> String {
    let words = name.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let text = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return text.first?.isLetter == true ? text : "Shrunk\(text)"
  }

  // MARK: - Commands

  /// Returns the expectation that a command exits with status 0 for a picture.
  private static func expectation(_ command: String, picture: String) -> FrameExpectation {
    FrameExpectation(command) { frame in
      let file = try OutputFile(.file(path: picture), createsFolder: true)
      try file.write(frame.bitmap.pngData(compressionLevel: 1))
      try file.finish()
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", command + " \"$@\"", "sh", picture]
      // The test that is printed is alone on standard output.
      shell.standardOutput = FileHandle.standardError
      try shell.run()
      shell.waitUntilExit()
      let status = shell.terminationStatus
      guard shell.terminationReason == .exit, status < 126 else {
        throw ShrinkError.command(command, status)
      }
      return status == 0
    }
  }
}

/// Failures of shrinking a recording.
enum ShrinkError: LocalizedError, CustomStringConvertible {
  case noFrame(String, [String])
  case command(String, Int32)

  var description: String {
    switch self {
    case .noFrame(let file, let expectations):
      "\(file.escaped): no frame shows: \(expectations.joined(separator: ", ").escaped)"
    case .command(let command, let status):
      "the command '\(command.escaped)' ended with status or signal \(status)"
    }
  }

  var errorDescription: String? { description }
}
