import Foundation

/// Why a sound file could not be read.
///
/// `file` is what the file was opened as: its path, or what the caller called a file descriptor.
public enum AudioFileError: Error, Equatable {
  /// What is counted by ``truncated(file:found:promised:unit:)``.
  public enum Unit: String, Sendable {
    case bytes
    case frames
  }

  /// The file is not in a format that libsndfile knows.
  case notAudio(file: String)
  /// The file has no bytes, or no samples: `byteCount` says which.
  case empty(file: String, byteCount: Int64)
  /// There is less in the file than its beginning says. The bytes are those of the samples, without
  /// the header.
  case truncated(file: String, found: Int64, promised: Int64, unit: Unit)
  /// The file breaks a rule of its format; the reason is libsndfile's. The frame is the one that
  /// could not be read, nil if the file could not be opened.
  case damaged(file: String, reason: String, frame: Int64?)
  /// The format is known, but not this way of storing samples.
  case unsupportedEncoding(file: String, reason: String)
  /// More than `limit` bytes came from a pipe or a device.
  case tooLong(file: String, limit: Int64)
  /// The caller wanted no more, after so many frames.
  case cancelled(file: String, frames: Int64)
  /// The operating system refused; `code` is its `errno`.
  case system(file: String, code: Int32)
}

extension AudioFileError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAudio(let file):
      "\(Self.escaped(file)) is not a sound file of a known format: WAV, AIFF, FLAC, Ogg, Opus, MP3 and others"
    case .empty(let file, let byteCount):
      byteCount == 0
        ? "\(Self.escaped(file)) is empty"
        : "\(Self.escaped(file)) has no samples in its \(byteCount) bytes"
    case .truncated(let file, let found, let promised, let unit):
      "\(Self.escaped(file)) is cut off: its header promises \(promised) \(unit.rawValue) of sound, "
        + "and there are \(found)"
    case .damaged(let file, let reason, let frame):
      "\(Self.escaped(file)) is damaged" + (frame.map { " at frame \($0)" } ?? "")
        + ": \(Self.escaped(reason))"
    case .unsupportedEncoding(let file, let reason):
      "\(Self.escaped(file)) stores samples in a way that is not read: \(Self.escaped(reason))"
    case .tooLong(let file, let limit):
      "\(Self.escaped(file)) did not end after \(limit) bytes"
    case .cancelled(let file, let frames):
      "reading \(Self.escaped(file)) was cancelled after \(frames) frames"
    case .system(let file, let code):
      "cannot read \(Self.escaped(file)): \(String(cString: strerror(code))) (errno \(code))"
    }
  }

  /// A text from outside with control characters written out: the rule of `String.escaped` in
  /// Lamina, which this module does not know.
  private static func escaped(_ text: String) -> String {
    if text.isEmpty { return "''" }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
      case .format where scalar.value != 0x200C && scalar.value != 0x200D:
        result += scalar.escaped(asASCII: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}

extension AudioFileError: LocalizedError {
  public var errorDescription: String? { description }
}
