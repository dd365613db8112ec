import Foundation
import LaminaBase

/// An error that is thrown when a sound file cannot be read.
///
/// `file` is the name under which the file was opened: its path, or the caller's name for a file
/// descriptor.
@nonexhaustive
public enum AudioFileError: Error, Equatable {
  /// The unit of the counts in ``truncated(path:found:promised:unit:)``.
  @nonexhaustive
  public enum Unit: String, Sendable {
    case bytes
    case frames
  }

  /// The file is not in a format that libsndfile knows.
  case notAudio(path: String)
  /// The file has no bytes, or no samples; `byteCount` tells which.
  case empty(path: String, byteCount: Int64)
  /// The file contains less than its header declares. Bytes are those of the samples, without the
  /// header.
  case truncated(path: String, found: Int64, promised: Int64, unit: Unit)
  /// The file violates its format; the reason is libsndfile's. The frame is the one that could not
  /// be read, or nil if the file could not be opened.
  case damaged(path: String, reason: String, frame: Int64?)
  /// The format is known, but not its encoding of samples.
  case unsupportedEncoding(path: String, reason: String)
  /// A pipe or a device delivered more than `limit` bytes.
  case tooLong(path: String, limit: Int64)
  /// The caller cancelled the reading after `frames` frames.
  case cancelled(path: String, frames: Int64)
  /// The operating system reported an error; `code` is its `errno`.
  case system(path: String, code: Int32)
}

extension AudioFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAudio(let file):
      "\(Self.escaped(file)) is not a sound file of a known format: "
        + "WAV, AIFF, FLAC, Ogg, Opus, MP3 and others"
    case .empty(let file, let byteCount):
      byteCount == 0
        ? "\(Self.escaped(file)) is empty"
        : "\(Self.escaped(file)) has no samples in its \(byteCount) bytes"
    case .truncated(let file, let found, let promised, let unit):
      "\(Self.escaped(file)) is cut off: its header promises \(promised) \(unit.rawValue) of "
        + "sound, but there are \(found)"
    case .damaged(let file, let reason, let frame):
      "\(Self.escaped(file)) is damaged" + (frame.map { " at frame \($0)" } ?? "")
        + ": \(Self.escaped(reason))"
    case .unsupportedEncoding(let file, let reason):
      "\(Self.escaped(file)) stores samples in an unsupported way: \(Self.escaped(reason))"
    case .tooLong(let file, let limit):
      "\(Self.escaped(file)) did not end after \(limit) bytes"
    case .cancelled(let file, let frames):
      "reading \(Self.escaped(file)) was cancelled after \(frames) frames"
    case .system(let file, let code):
      "cannot read \(Self.escaped(file)): \(String(cString: strerror(code))) (errno \(code))"
    }
  }

  private static func escaped(_ text: String) -> String { text.isEmpty ? "''" : text.escaped }
}

extension AudioFileError: LocalizedError {
  public var errorDescription: String? { description }
}
