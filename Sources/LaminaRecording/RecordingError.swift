import Foundation

/// The reasons why something cannot be recorded, or a recording cannot be read or replayed.
@nonexhaustive
public enum RecordingError: LocalizedError, Equatable, CustomStringConvertible {
  /// The file cannot be read, created or written.
  case file(path: String, reason: String)
  /// The file is not a recording.
  case notARecording(path: String)
  /// The recording has a version that this one of Lamina cannot read.
  case unknownVersion(path: String, version: String)
  /// A line of the file, counted from 1, cannot be replayed.
  case invalidLine(path: String, line: Int, reason: String)
  /// Something in the tree cannot be recorded.
  case unrecordable(String)
  /// A checkpoint of the layers takes more bytes than the recording may have.
  case budgetExceeded(checkpoint: Int, budget: Int)
  /// The recording has no frame at that place or time.
  case noFrame(String)
  /// The text is not an expectation of a frame.
  case unknownExpectation(String)
  /// The frame does not show what it is expected to.
  case notShown(String)
  /// The system has no memory for a frame.
  case outOfMemory

  public var description: String {
    switch self {
    case .file(let path, let reason): "\(path): \(reason)"
    case .notARecording(let path): "\(path): not a Lamina recording"
    case .unknownVersion(let path, let version):
      "\(path): a recording of version \(version), and this version of Lamina reads version "
        + "\(Recorder.version)"
    case .invalidLine(let path, let line, let reason): "\(path), line \(line): \(reason)"
    case .unrecordable(let reason): "cannot record \(reason)"
    case .budgetExceeded(let checkpoint, let budget):
      "cannot record the layers in \(budget) bytes, as a checkpoint of them takes \(checkpoint)"
    case .noFrame(let reason): reason
    case .unknownExpectation(let text):
      "\(text.escaped) is not a valid expectation: it must be partial-redraw, omission, 'hash = HASH', "
        + "'hash != HASH', 'pixel X,Y = #RRGGBB' or 'pixel X,Y != #RRGGBB'"
    case .notShown(let reason): reason
    case .outOfMemory: "the system has no memory for a frame"
    }
  }

  public var errorDescription: String? { description }
}
