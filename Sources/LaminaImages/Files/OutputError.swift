import Foundation
import Lamina

/// An error that prevents a picture or a stream of frames from being written.
///
/// Every case has the file's name as the caller gave it, so that the description alone is a
/// complete message for the user.
@nonexhaustive
public enum OutputError: Error, Equatable {
  /// The operation that the operating system refused.
  @nonexhaustive
  public enum Operation: String, Sendable {
    case open
    case write
    case close
    case rename
    case createFolder = "create the folder for"
  }

  /// The operating system refused; `code` is its `errno`.
  case system(Operation, path: String, code: Int32)
  /// A pattern for file names does not have exactly one `%d` or `%0Nd`.
  case invalidPattern(String, reason: String)
  /// A file's extension is not that of a supported format.
  case unknownExtension(path: String, supported: [String])
  /// The format, or the lack of one, does not suit the destination.
  case unsuitableFormat(path: String, reason: String)
  /// A frame's size, in device pixels, is not that of the first frame of the stream.
  case sizeChanged(
    path: String, width: Int, height: Int, expectedWidth: Int, expectedHeight: Int)
  /// A frame's time, in seconds, is not finite, precedes that of the frame before it, or is too far
  /// from the first.
  case invalidTime(path: String, time: Double, previous: Double?)
  /// A file that must contain at least one frame was finished without any.
  case noFrames(path: String)
  /// A frame was written after the sink was finished.
  case finished(path: String)
  /// The system has no memory to encode a frame; `byteCount` bytes were requested at once.
  case outOfMemory(path: String, byteCount: Int)
  /// An encoder cannot encode a picture; `reason` is its error.
  case encodingFailed(path: String, reason: String)
  /// A program that encodes frames is missing, was ended or has failed; `reason` says so.
  case programFailed(path: String, program: String, reason: String)
}

extension OutputError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .system(let operation, let path, let code):
      "cannot \(operation.rawValue) \(path.isEmpty ? "''" : path.escaped): "
        + "\(String(cString: strerror(code))) (errno \(code))"
    case .outOfMemory(let path, let byteCount):
      "cannot write \(path.escaped): cannot allocate \(byteCount) bytes of memory for a frame"
    case .encodingFailed(let path, let reason):
      "cannot write \(path.escaped): cannot encode a picture: \(reason.escaped)"
    case .programFailed(let path, let program, let reason):
      "cannot write \(path.escaped): \(program.escaped) \(reason.escaped)"
    case .invalidPattern(let pattern, let reason):
      "the file name pattern '\(pattern.escaped)' \(reason.escaped): it needs one number, such as "
        + "'frames/%05d.png'"
    case .unknownExtension(let path, let supported):
      "cannot tell the format of \(path.escaped) from its name: it must end in "
        + supported.joined(separator: " or ")
    case .unsuitableFormat(let path, let reason):
      "cannot write \(path.escaped): \(reason.escaped)"
    case .sizeChanged(let path, let width, let height, let expectedWidth, let expectedHeight):
      "cannot write a frame of \(width) x \(height) pixels to \(path.escaped), whose frames are "
        + "\(expectedWidth) x \(expectedHeight)"
    case .invalidTime(let path, let time, let previous):
      "cannot write a frame at a time of \(time) s to \(path.escaped): times must be finite, "
        + "not decrease, and lie within 2147483647 s"
        + (previous.map { "; the previous frame is at \($0) s" } ?? "")
    case .noFrames(let path):
      "nothing was written to \(path.escaped): no frame was drawn"
    case .finished(let path):
      "cannot write a frame to \(path.escaped): it is finished"
    }
  }
}

extension OutputError {
  /// Checks that the memory for encoding a frame is available.
  ///
  /// - Throws: ``OutputError/outOfMemory(path:byteCount:)``.
  package static func checkMemory(_ byteCount: Int, for path: String) throws(OutputError) {
    guard Memory.isAvailable(byteCount) else {
      throw .outOfMemory(path: path, byteCount: byteCount)
    }
  }
}

extension OutputError: LocalizedError {
  public var errorDescription: String? { description }
}

/// Makes writing to a pipe without a reader an error instead of the end of the process.
///
/// By default the operating system silently terminates a program that writes to a closed pipe, with
/// the signal `SIGPIPE`. A program that writes frames to a pipe calls this first; the write then
/// throws ``OutputError`` with `EPIPE`. It affects the whole process, so the engine never does it
/// by itself.
public func ignoreBrokenPipeSignal() {
  signal(SIGPIPE, SIG_IGN)
}
