import ArgumentParser
import Foundation
import Lamina
import LaminaImages
import LaminaScenes

/// The files of a film in parts: numbered pictures, or pieces of a Y4M video, which are named by their
/// first frames.
struct FilmFiles {
  let names: FrameNames
  let isPieces: Bool

  /// - Throws: `OutputError` if the pattern is none, or names neither pictures nor Y4M.
  init(_ pattern: String) throws(OutputError) {
    names = try FrameNames(pattern)
    let kind = try FrameFormat(path: pattern)
    isPieces = kind == .y4m
    if !isPieces, kind.encoder == nil {
      throw .unsuitableFormat(
        path: pattern, reason: "the parts of a film are pictures or Y4M; assemble those afterwards")
    }
  }

  /// Returns the path of a picture, or of the piece that begins with a frame.
  func path(_ number: Int) -> String { names.folder + names.name(number) }
}

/// The options that name a film in parts.
struct FilmOptions: ParsableArguments {
  @Argument(help: "The pattern of the pictures or pieces: frames/%05d.png.")
  var pattern: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The frames of the film. (default: those of the plan)", valueName: "range"),
    transform: FrameNumbers.init(parsing:))
  var frames: FrameNumbers?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The folder of the job, with the plan.", valueName: "folder"),
    completion: .directory)
  var folder = "farm"

  func validate() throws {
    let files: FilmFiles
    do throws(OutputError) {
      files = try FilmFiles(pattern)
    } catch {
      throw ValidationError(error.description)
    }
    if frames != nil, files.isPieces {
      throw ValidationError("--frames has no effect on pieces: the plan says what each has")
    }
    if let frames, frames.end == nil {
      throw ValidationError("--frames \(frames.first)...: the film needs an end")
    }
  }

  /// The ranges of the frames.
  ///
  /// - Throws: `PictureReadError` if there is no plan, ``FarmError`` if there is no range in it.
  var plan: FarmPlan {
    get throws {
      if let frames, let end = frames.end { return FarmPlan(ranges: [frames.first..<end]) }
      let path = "\(folder)/plan"
      let bytes = try readFile(path, limit: 1 << 30)
      return try FarmPlan(text: String(decoding: bytes, as: UTF8.self), path: path)
    }
  }
}

/// A piece of a Y4M video.
struct VideoPiece {
  let path: String
  /// The first line.
  let header: [UInt8]
  let frameCount: Int

  /// Reads the header of a piece; nil if there is no file.
  ///
  /// - Throws: `PictureReadError` if it cannot be read, ``FarmError`` if it is no whole Y4M video.
  init?(path: String) throws {
    self.path = path
    guard let file = FileHandle(forReadingAtPath: path) else {
      if errno == ENOENT { return nil }
      throw PictureReadError.system(path: path, code: errno)
    }
    defer { try? file.close() }
    let start = Array(try file.read(upToCount: 1 << 10) ?? Data())
    let size = Int(try file.seekToEnd())
    let line = start.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
    header = Array(line)
    guard let frameSize = Self.frameSize(header), size > header.count,
      start.dropFirst(header.count).starts(with: "FRAME\n".utf8),
      (size - header.count) % frameSize == 0
    else { throw FarmError.incomplete(path, reason: "is no whole Y4M video of Lamina") }
    frameCount = (size - header.count) / frameSize
  }

  /// Returns the number of bytes of a frame; nil for what Lamina does not write.
  private static func frameSize(_ header: [UInt8]) -> Int? {
    let words = String(decoding: header.dropLast(), as: UTF8.self).split(separator: " ")
    func value(_ letter: Character) -> Substring? {
      words.dropFirst().first { $0.first == letter }?.dropFirst()
    }
    guard words.first == "YUV4MPEG2", let width = value("W").flatMap({ Int($0) }),
      let height = value("H").flatMap({ Int($0) }),
      (1...Bitmap.maximumSideLength).contains(width),
      (1...Bitmap.maximumSideLength).contains(height)
    else { return nil }
    let chroma: Int
    switch value("C") {
    case "420mpeg2": chroma = ((width + 1) / 2) * ((height + 1) / 2)
    case "444": chroma = width * height
    default: return nil
    }
    return "FRAME\n".utf8.count + width * height + 2 * chroma
  }

  /// Appends the frames to a file, and before them the header if that is asked for.
  ///
  /// - Throws: `PictureReadError` and `OutputError`.
  func append(to output: OutputFile, withHeader: Bool, _ isStopped: () throws -> Void) throws {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw PictureReadError.system(path: path, code: errno)
    }
    defer { try? file.close() }
    if withHeader { try output.write(header) }
    try file.seek(toOffset: UInt64(header.count))
    while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
      try isStopped()
      try output.write(Array(part))
    }
  }
}
