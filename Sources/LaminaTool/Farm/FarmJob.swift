import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaScenes

/// The options of a job, and the files that it consists of.
struct FarmJob: ParsableArguments {
  @Option(parsing: .unconditional, help: "The engine.")
  var engine: FarmEngine

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of tasks.", valueName: "count"), transform: Int.init(parsing:))
  var tasks: Int

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp(
      "A pattern for pictures, frames/%05d.png, or for pieces of a video, pieces/%05d.y4m.",
      valueName: "pattern"))
  var output: String

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The folder of the job.", valueName: "folder"),
    completion: .directory)
  var folder = "farm"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file in place of the engine's template; see 'lamina farm template'.", valueName: "file"),
    completion: .file())
  var template: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How often a task that has failed is run again: slurm and parallel.", valueName: "count"),
    transform: Int.init(parsing:))
  var retries = 3

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The number of tasks at a time, on each machine: parallel, make and xargs. (default: its \
      processors)
      """, valueName: "count"), transform: Int.init(parsing:))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The machines of GNU parallel, as its option of this name has them.", valueName: "list"))
  var sshlogin: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time limit of a task of Slurm: minutes, hours:minutes:seconds or days-hours.",
      valueName: "limit"))
  var time: String?

  @Argument(
    parsing: .postTerminator,
    help: "After '--': the program of a scene, and its options but for --frames and --output.")
  var command: [String] = []

  func validate() throws {
    guard command.first?.isEmpty == false else {
      throw ValidationError("there is nothing to run: put the program of a scene after '--'")
    }
    guard (1...Self.maximumTaskCount).contains(tasks) else {
      throw ValidationError("--tasks \(tasks): it must be from 1 to \(Self.maximumTaskCount)")
    }
    if folder.isEmpty { throw ValidationError("--folder '': the name is empty") }
    if template == "" { throw ValidationError("--template '': the name is empty") }
    try FrameChecks.checkNotNegative(["--retries": Double(retries)])
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): it must be 1 or more") }
    if let time, !Self.isTimeLimit(time) {
      throw ValidationError("--time '\(time)': expected minutes, 1:30:00 or 2-12")
    }
    if let sshlogin, sshlogin.isEmpty || sshlogin.contains("\n") {
      throw ValidationError("--sshlogin: expected machines in one line, separated by commas")
    }
    // Templates of one's own may use any of the values.
    if template == nil {
      let idle: KeyValuePairs = [
        "--jobs": jobs != nil && (engine == .slurm || engine == .openjd),
        "--sshlogin": sshlogin != nil && engine != .parallel,
        "--time": time != nil && engine != .slurm,
      ]
      if let (name, _) = idle.first(where: \.value) {
        throw ValidationError("\(name) has no effect on the engine \(engine)")
      }
    }
    _ = try film
  }

  private static let maximumTaskCount = 1_000_000

  /// Returns true for what Slurm takes as a time limit.
  private static func isTimeLimit(_ text: String) -> Bool {
    text.first?.isNumber == true && text.last?.isNumber == true
      && text.utf8.allSatisfy { "0123456789:-".utf8.contains($0) }
  }

  /// The files of the film.
  private var film: FilmFiles {
    get throws {
      do throws(OutputError) {
        return try FilmFiles(output)
      } catch {
        throw ValidationError(error.description)
      }
    }
  }

  /// The name of the job: that of the program, in letters that no engine takes for anything else.
  private var name: String {
    let file = command[0].split(separator: "/").last ?? "film"
    let name = file.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return String(name.prefix(60))
  }

  /// Asks the program for its plan, and writes the files of the job.
  ///
  /// - Throws: what cannot be read, run or written.
  func write() throws {
    let template = try template.map {
      String(decoding: try readFile($0, limit: 1 << 24), as: UTF8.self)
    }
    let plan = try FarmPlan(text: planText(), path: "\(command[0]) --plan")
    let text = try FarmTemplate(text: template ?? engine.template).filled(with: [
      "name": name, "tasks": "\(plan.ranges.count)", "retries": "\(retries)",
      "tries": "\(retries + 1)", "jobs": jobs.map(String.init), "sshlogin": sshlogin, "time": time,
    ])
    // What an earlier job has done under the same numbers is no longer done.
    if FileManager.default.fileExists(atPath: "\(folder)/task") {
      try? FileManager.default.removeItem(atPath: "\(folder)/state")
    }
    try write(plan.text, to: "plan")
    try write(text, to: engine.file, isProgram: text.hasPrefix("#!"))
    try write(taskText, to: "task", isProgram: true)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/logs", withIntermediateDirectories: true)
  }

  private func write(_ text: String, to name: String, isProgram: Bool = false) throws {
    let path = "\(folder)/\(name)"
    let file = try OutputFile(.file(path: path), createsFolder: true)
    try file.write(Array(text.utf8))
    try file.finish()
    if isProgram {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
  }

  /// The script that runs the program for a line of the plan.
  var taskText: String {
    get throws {
      let directory = FileManager.default.currentDirectoryPath
      let plan = ShellWord.quoted("\(folder)/plan")
      let words = command.map(ShellWord.quoted).joined(separator: " ")
      let output =
        try film.isPieces
        ? #""$(printf \#(ShellWord.quoted(output.replacing(#"\"#, with: #"\\"#))) "${frames%%.*}")""#
        : "\(ShellWord.quoted(output)) --resume"
      return """
        #!/bin/sh
        # Draws the frames in a line of the plan: './task 1' those in the first.
        cd \(ShellWord.quoted(directory)) || exit
        frames=$(sed -n "${1}p" \(plan))
        exec \(words) --frames "$frames" -o \(output)

        """
    }
  }

  /// Returns what the program prints for `--plan`.
  private func planText() throws -> String {
    let (program, output) = (Process(), Pipe())
    program.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    program.arguments = ["--"] + command + ["--plan", "\(tasks)"]
    program.standardOutput = output
    try program.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    program.waitUntilExit()
    guard program.terminationReason == .exit, program.terminationStatus == 0 else {
      throw FarmError.programFailed(command[0], status: program.terminationStatus)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Becomes the engine, in the folder of the job.
  ///
  /// - Throws: ``FarmError`` if there is no such program.
  func start() throws {
    let words = engine.submission
    guard chdir(folder) == 0 else { throw FarmError.system(folder, code: errno) }
    // What this program ignores is none of the engine's business.
    signal(SIGPIPE, SIG_DFL)
    var arguments = words.map { strdup($0) } + [nil]
    execvp(words[0], &arguments)
    throw FarmError.system(words[0], code: errno)
  }
}

/// Failures of working with a film in parts.
enum FarmError: LocalizedError, Equatable, CustomStringConvertible {
  case programFailed(String, status: Int32)
  case system(String, code: Int32)
  case invalidPlan(String, line: Int)
  case emptyPlan(String)
  case incomplete(String, reason: String)

  var description: String {
    switch self {
    case .programFailed(let name, let status):
      "\(name.escaped) --plan ended with status \(status): there is no job"
    case .system(let name, let code): "\(name.escaped): \(String(cString: strerror(code)))"
    case .invalidPlan(let path, let line):
      "line \(line) of \(path.escaped): expected a range of frames, such as 100..<200, after those of "
        + "the line before"
    case .emptyPlan(let path): "\(path.escaped): there are no frames"
    case .incomplete(let path, let reason): "\(path.escaped) \(reason.escaped)"
    }
  }

  var errorDescription: String? { description }
}

/// Ranges of frames in ascending order, one a line, as `--plan` prints them.
struct FarmPlan: Equatable {
  let ranges: [Range<Int>]

  init(ranges: [Range<Int>]) { self.ranges = ranges }

  /// - Parameter path: the name of the text in errors.
  /// - Throws: ``FarmError``.
  init(text: String, path: String) throws(FarmError) {
    var ranges: [Range<Int>] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      guard let numbers = try? FrameNumbers(parsing: String(line)), let end = numbers.end,
        numbers.first >= ranges.last?.upperBound ?? 0
      else {
        throw .invalidPlan(path, line: index + 1)
      }
      ranges.append(numbers.first..<end)
    }
    if ranges.isEmpty { throw .emptyPlan(path) }
    self.ranges = ranges
  }

  /// Merges numbers in ascending order into ranges.
  init(numbers: [Int]) {
    var ranges: [Range<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound == number {
        ranges[ranges.count - 1] = last.lowerBound..<number + 1
      } else {
        ranges.append(number..<number + 1)
      }
    }
    self.ranges = ranges
  }

  /// The ranges, one a line.
  var text: String {
    ranges.map { "\($0.lowerBound)..<\($0.upperBound)\n" }.joined()
  }
}
