import Foundation
import Lamina

/// A sink that writes a compressed film by means of the program `ffmpeg`, which it looks for in the
/// folders of `PATH`.
///
/// Films of the formats MP4, MOV and MKV are H.264, films of the format WebM are VP9; both at a quality
/// whose losses are hard to see, in 4:2:0 with the colours of BT.709, as browsers and phones play
/// them. Frames with an odd width or height get another column or row like their last, as
/// 4:2:0 needs an even size. MP4 and MOV have their index in front, so that they play while they are
/// loaded.
///
/// `ffmpeg` writes to a temporary file beside the film, which gets the film's name by ``finish()`` if
/// `ffmpeg` ended well. It has a process group of its own: what interrupts this process at a
/// terminal lets it finish.
public final class FFmpegSink: FrameSink {
  /// The format of the film.
  public let format: FrameFormat
  /// The frame rate of the film.
  public let frameRate: FrameRate
  private let matte: Color
  private let file: OutputFile
  /// The path of `ffmpeg`.
  private let path: String
  private var running: (program: PipedProgram, frames: Y4MSink)?
  private var failure: OutputError?

  /// Finds `ffmpeg`, and opens a temporary file. `ffmpeg` is started with the first frame.
  ///
  /// - Parameters:
  ///   - path: the path of the film.
  ///   - format: `mp4`, `mov`, `mkv` or `webm`.
  ///   - frameRate: the rate of the film.
  ///   - matte: the colour behind translucent pixels.
  ///   - createsFolder: true to create missing parent folders.
  /// - Throws: ``OutputError``, such as ``OutputError/programFailed(path:program:reason:)`` if there is
  ///   no `ffmpeg`, or ``OutputError/unsuitableFormat(path:reason:)`` if the path names no plain file or
  ///   the format is none of those.
  public convenience init(
    toFile path: String, format: FrameFormat, frameRate: FrameRate, matte: Color = .black,
    createsFolder: Bool = false
  ) throws(OutputError) {
    try self.init(
      toFile: path, format: format, frameRate: frameRate, matte: matte,
      createsFolder: createsFolder, program: PipedProgram.find("ffmpeg"))
  }

  /// - Parameter program: the path of `ffmpeg`; nil if there is none.
  init(
    toFile path: String, format: FrameFormat, frameRate: FrameRate, matte: Color = .black,
    createsFolder: Bool = false, program: String?
  ) throws(OutputError) {
    guard format.film != nil else {
      throw .unsuitableFormat(path: path, reason: "ffmpeg is not used for the format \(format)")
    }
    guard let program else {
      throw .programFailed(
        path: path, program: "ffmpeg",
        reason: "is not in PATH; Debian has it in the package ffmpeg")
    }
    file = try OutputFile(.file(path: path), createsFolder: createsFolder)
    guard file.temporaryPath != nil else {
      throw file.fail(
        .unsuitableFormat(path: path, reason: "a film in the format \(format) must be a plain file")
      )
    }
    (self.path, self.format, self.frameRate, self.matte) = (program, format, frameRate, matte)
  }

  /// Ends `ffmpeg` before the temporary file is removed, which it could make anew.
  deinit { running?.program.kill() }

  /// Appends a frame.
  ///
  /// - Throws: ``OutputError``, such as ``OutputError/programFailed(path:program:reason:)`` with what
  ///   `ffmpeg` said if it has ended, and
  ///   ``OutputError/sizeChanged(path:width:height:expectedWidth:expectedHeight:)``.
  public func write(_ bitmap: Bitmap, at time: Double) throws(OutputError) {
    try write(bitmap) { try $0.write(bitmap, at: time) }
  }

  /// Appends a frame of a renderer.
  ///
  /// - Throws: as ``write(_:at:)`` does.
  public func write(_ frame: Frame) throws { try write(frame.bitmap) { try $0.write(frame) } }

  private func write(
    _ bitmap: Bitmap, _ body: (Y4MSink) throws -> Void
  ) throws(OutputError) {
    if let failure { throw failure }
    do {
      if running == nil { try start(width: bitmap.width, height: bitmap.height) }
      guard let (program, frames) = running else { return }
      try program.withoutBrokenPipeSignal { try body(frames) }
    } catch {
      let error =
        error as? OutputError ?? .encodingFailed(path: file.name, reason: "\(error)")
      guard case .system(.write, _, EPIPE) = error, let end = running?.program.finish() else {
        throw fail(error)
      }
      throw fail(reason: "\(end.end) before the last frame", end.lastWords)
    }
  }

  private func start(width: Int, height: Int) throws(OutputError) {
    let arguments = Self.arguments(
      format.film!, width: width, height: height, path: file.temporaryPath!)
    let program: PipedProgram
    do {
      program = try PipedProgram(path: path, arguments: arguments)
    } catch {
      let reason = String(cString: strerror(error.code.rawValue))
      throw .programFailed(
        path: file.name, program: path, reason: "cannot be started: \(reason)")
    }
    let frames = try Y4MSink(
      to: .fileDescriptor(program.input, name: file.name), frameRate: frameRate,
      chroma: Self.isPadded(width: width, height: height) ? .yuv444 : .yuv420, matte: matte)
    running = (program, frames)
  }

  /// Waits for `ffmpeg`, and gives the film its name.
  ///
  /// - Throws: ``OutputError``, such as ``OutputError/programFailed(path:program:reason:)`` with what
  ///   `ffmpeg` said, or ``OutputError/noFrames(path:)`` if there was no frame.
  public func finish() throws(OutputError) {
    if let failure { throw failure }
    guard let running else { throw fail(.noFrames(path: file.name)) }
    // Its descriptor is closed with the program, and may soon be another file's.
    try running.frames.finish()
    guard let (end, lastWords) = running.program.finish() else { return }
    guard end == .exited(0) else { throw fail(reason: "\(end)", lastWords) }
    var status = stat()
    guard stat(file.temporaryPath!, &status) == 0, status.st_size > 0 else {
      throw fail(reason: "has written nothing", lastWords)
    }
    do {
      try file.finish()
    } catch {
      throw fail(error)
    }
  }

  private func fail(reason: String, _ lastWords: String) -> OutputError {
    fail(
      .programFailed(
        path: file.name, program: "ffmpeg",
        reason: lastWords.isEmpty ? reason : "\(reason): \(lastWords)"))
  }

  /// Ends `ffmpeg` and abandons the file with an error, which every later call throws.
  private func fail(_ error: OutputError) -> OutputError {
    running?.program.kill()
    let error = file.fail(error)
    failure = error
    return error
  }

  /// Returns true if 4:2:0 of a size in pixels needs another column or row.
  private static func isPadded(width: Int, height: Int) -> Bool { width % 2 + height % 2 > 0 }

  /// Returns the arguments for a film of frames of a size in pixels: 4:4:4 if they are padded,
  /// else 4:2:0.
  static func arguments(
    _ film: FrameFormat.Film, width: Int, height: Int, path: String
  ) -> [String] {
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    let colors = words("-colorspace bt709 -color_primaries bt709 -color_trc bt709")
    var arguments = words("-nostdin -hide_banner -loglevel error -xerror -y") + colors
    arguments += words("-f yuv4mpegpipe -i pipe:0")
    if isPadded(width: width, height: height) {
      let (right, bottom) = (width % 2, height % 2)
      arguments += [
        "-vf",
        "pad=\(width + right):\(height + bottom),"
          + "fillborders=right=\(right):bottom=\(bottom):mode=smear,"
          + "scale=flags=accurate_rnd+full_chroma_inp+bicubic,format=yuv420p",
      ]
    }
    return arguments + words("\(film.encoder) -color_range tv") + colors
      + words("-f \(film.container)") + ["file:\(path)"]
  }
}

extension FFmpegSink: VideoSink {
  package static var summary: String { "a film, which the program ffmpeg encodes" }
  package static var isStream: Bool { false }
  package static func check(_ frameRate: FrameRate, path: String) {}

  package static func makeSink(
    to destination: OutputDestination, options: VideoOptions
  ) throws(OutputError) -> sending any FrameSink {
    guard case .file(let path) = destination else {
      throw .unsuitableFormat(
        path: destination.name, reason: "the format \(options.format) must be a file")
    }
    return try FFmpegSink(
      toFile: path, format: options.format, frameRate: options.frameRate, matte: options.matte,
      createsFolder: options.createsFolder)
  }
}

extension FrameFormat {
  /// The words of `ffmpeg` for a kind of film.
  struct Film {
    /// The name of the container.
    let container: String
    /// The encoder and its options.
    let encoder: String
  }

  /// The film that `ffmpeg` writes in the format; nil if it is not asked.
  var film: Film? {
    let h264 = "-c:v libx264 -preset medium -crf 18"
    return switch self {
    case .mp4: Film(container: "mp4", encoder: "\(h264) -movflags +faststart")
    case .mov: Film(container: "mov", encoder: "\(h264) -movflags +faststart")
    case .mkv: Film(container: "matroska", encoder: h264)
    case .webm:
      Film(
        container: "webm",
        encoder: "-c:v libvpx-vp9 -crf 24 -b:v 0 -deadline good -cpu-used 3 -row-mt 1")
    default: nil
    }
  }
}
