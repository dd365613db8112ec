import ArgumentParser
import Foundation
import Lamina
import LaminaImages

/// The options for what is written, shared by the commands that draw.
package struct OutputOptions: ParsableArguments {
  package init() {}

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp(
      "The output: a file, a pattern for files, or '-'.", valueName: "output"),
    completion: .file())
  package var path: String?

  @Option(
    parsing: .unconditional,
    help: """
      The format, whatever the output's name says: \(FrameFormat.list()); for 'lamina chart', also svg.
      """)
  package var format: OutputFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Frames per second: 60, 29.97 or 30000/1001. (default: 60)", valueName: "fps"),
    transform: FrameRate.init(parsing:))
  package var fps: FrameRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many times an animated PNG or WebP plays; 0 is forever. (default: 0)", valueName: "loops"
    ),
    transform: Int.init(parsing:))
  package var loops: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The chroma subsampling of a Y4M video: 420, which every player shows, or 444 for one sample \
      per pixel. (default: 420)
      """, valueName: "420|444"))
  package var chroma: ChromaSubsampling?

  /// The options that are given, by name.
  package var given: KeyValuePairs<String, Bool> {
    [
      "--output": path != nil, "--format": format != nil, "--fps": fps != nil,
      "--loops": loops != nil, "--chroma": chroma != nil,
    ]
  }

  /// Returns the part of the help of a command that lists the outputs.
  ///
  /// - Parameters:
  ///   - name: the name of the command.
  ///   - drawing: true if the command also writes SVG.
  package static func help(named name: String, drawing: Bool = false) -> String {
    func line(_ output: String, _ summary: String) -> String {
      "  " + output.padding(toLength: 20, withPad: " ", startingAt: 0) + summary
    }
    var lines = [line("\(name).png", "one picture; the default")]
    if drawing { lines.append(line("\(name).svg", "one picture, as SVG")) }
    lines.append(line("frames/f-%05d.png", "one picture per frame"))
    for format in FrameFormat.allCases {
      if let sink = format.sink { lines.append(line("\(name).\(format)", sink.summary)) }
    }
    lines.append(line("-", "every frame, to standard output, in the given --format"))
    if drawing { lines.append(line("- --format svg", "one picture, as SVG, to standard output")) }
    return "The name of the output determines what is written, unless --format does:\n\n"
      + lines.joined(separator: "\n")
  }

  package func validate() throws {
    try FrameChecks.checkNotNegative(["--loops": loops.map { Double($0) }])
    if let loops, loops > Int(Int32.max) {
      throw ValidationError("--loops \(loops): it must be from 0 (forever) to 2147483647")
    }
  }

  /// Rejects the options of frames where the output has none, and of animated PNG where it is none.
  ///
  /// - Parameters:
  ///   - output: the output that the options name.
  ///   - hasFrames: true if the output has frames, at a rate.
  package func checkEffect(on output: Output, hasFrames: Bool) throws {
    if fps != nil, !hasFrames {
      throw ValidationError("--fps has no effect: the output does not have frames")
    }
    if loops != nil, output.kind?.sink?.usesLoopCount != true {
      throw ValidationError("--loops has no effect: the output is not an animated PNG or WebP")
    }
    if chroma != nil, output.kind?.sink?.usesChroma != true {
      throw ValidationError("--chroma has no effect: the output is not a Y4M video")
    }
  }

  /// Returns the output that the options name, or one of a default name.
  package func output(default name: String) -> Output {
    Output(
      path: path ?? name, format: format, rate: fps ?? FrameRate(60), loopCount: loops ?? 0,
      chroma: chroma ?? .yuv420)
  }
}

/// The output of a command.
package struct Output {
  /// The name of a file, a pattern for files, or "-".
  package let path: String
  /// The format of frames; nil if the name determines it.
  package let format: FrameFormat?
  /// True for a drawing, as SVG, instead of frames.
  package let isSVG: Bool
  package let rate: FrameRate
  package let loopCount: Int
  /// The resolution of the colours of a Y4M video.
  package let chroma: ChromaSubsampling

  fileprivate init(
    path: String, format: OutputFormat?, rate: FrameRate, loopCount: Int, chroma: ChromaSubsampling
  ) {
    self.path = path
    switch format {
    case nil: (self.format, isSVG) = (nil, path.lowercased().hasSuffix(".svg"))
    case .frames(let format): (self.format, isSVG) = (format, false)
    case .svg: (self.format, isSVG) = (nil, true)
    }
    (self.rate, self.loopCount, self.chroma) = (rate, loopCount, chroma)
  }

  package var isStandardOutput: Bool { path == "-" }

  /// The name in messages.
  package var name: String { isStandardOutput ? "standard output" : path.escaped }

  /// The format, by the options or by the name; nil if neither tells it.
  package var kind: FrameFormat? { format ?? (try? FrameFormat(path: path)) }

  /// True for a single picture file.
  package var isOnePicture: Bool {
    isSVG || !isStandardOutput && kind?.isVideo != true && !FileNamePattern.isPattern(path)
  }

  /// Checks the name, and that the format suits it.
  ///
  /// - Parameter drawing: true if the command also writes SVG.
  /// - Throws: `ValidationError`.
  package func validate(drawing: Bool = false) throws {
    if path.isEmpty { throw ValidationError("--output '': the name is empty") }
    if isSVG {
      guard drawing else {
        throw ValidationError("--output \(name): only 'lamina chart' writes SVG")
      }
      if !isStandardOutput, FileNamePattern.isPattern(path) {
        throw ValidationError(
          "--output \(name): SVG is one picture, and this is a pattern for one of each frame")
      }
      return
    }
    if isStandardOutput {
      guard let format else {
        let streams = FrameFormat.allCases.filter { $0.sink?.isStream != false }
        let names = streams.map(\.rawValue) + (drawing ? ["svg"] : [])
        throw ValidationError("--output - needs --format: \(FrameFormat.list(names))")
      }
      guard format.sink?.isStream != false else {
        throw ValidationError("--output - cannot be in the format \(format), which must be a file")
      }
      return
    }
    do throws(OutputError) {
      let isPattern = FileNamePattern.isPattern(path)
      if isPattern { _ = try FileNamePattern(path) }
      let kind = if let format { format } else { try FrameFormat(path: path) }
      try kind.sink?.check(rate, path: path)
      if kind.encoder == nil, isPattern {
        throw .unsuitableFormat(path: path, reason: "a video is one file, and this is a pattern")
      }
    } catch .unknownExtension(let path, let supported) where drawing {
      let error = OutputError.unknownExtension(path: path, supported: supported + [".svg"])
      throw ValidationError(error.description)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Checks that no pictures go to a terminal.
  ///
  /// - Throws: `ValidationError`.
  package func refuseTerminal() throws {
    if isStandardOutput, isatty(STDOUT_FILENO) != 0 {
      throw ValidationError("--output - would write pictures to the terminal: pipe them elsewhere")
    }
  }

  /// Catches the signals that end the command. Standard output leaves no half-written file behind, so
  /// that it is not awaited as long.
  package func catchSignals(speaks: Bool) -> Interruption {
    Interruption.catchSignals(patience: isStandardOutput ? 1 : 2, speaks: speaks)
  }

  /// Writes frames, and completes the output; what was begun of it is removed where that fails.
  ///
  /// Frames are encoded on a thread of their own.
  ///
  /// - Parameters:
  ///   - sink: the sink that ``makeSink(firstNumber:)`` has made.
  ///   - progress: erased in any case.
  ///   - body: draws the frames, and writes them into the sink that it is given.
  package func writeFrames<Result>(
    into sink: sending any FrameSink, _ progress: ProgressCounter,
    _ body: (ConcurrentSink) throws -> Result
  ) throws -> Result {
    let sink = ConcurrentSink(sink)
    defer { progress.finish() }
    do {
      let result = try body(sink)
      try sink.finish()
      return result
    } catch {
      sink.abandon()
      throw error
    }
  }

  /// Creates the sink that writes the frames.
  ///
  /// - Parameter firstNumber: the number of the first of numbered files.
  /// - Throws: `OutputError`.
  package func makeSink(firstNumber: Int = 0) throws(OutputError) -> sending any FrameSink {
    try makeFrameSink(
      output: path, format: format, firstNumber: firstNumber, frameRate: rate, loopCount: loopCount,
      chroma: chroma, createsFolder: true)
  }
}

extension ChromaSubsampling: ExpressibleByArgument {}

/// A format that the option --format names.
package enum OutputFormat: ExpressibleByArgument {
  case frames(FrameFormat)
  /// That of a drawing, which few commands write.
  case svg

  package init?(argument: String) {
    if argument == "svg" {
      self = .svg
    } else if let format = FrameFormat(rawValue: argument) {
      self = .frames(format)
    } else {
      return nil
    }
  }

  /// The names of the formats that all commands write.
  package static var allValueStrings: [String] { FrameFormat.allCases.map(\.rawValue) }
}

extension FrameFormat {
  /// Returns the names of formats as an enumeration in English: `png, ppm or y4m`.
  package static func list(_ names: [String] = allCases.map(\.rawValue)) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
