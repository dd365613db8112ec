import Lamina

/// The destination of output.
@nonexhaustive
public enum OutputDestination: Sendable, Hashable {
  /// A file.
  ///
  /// The bytes go to a temporary file in the same folder, which is renamed to the final name when
  /// it is complete, so that a partial file is never visible under that name; see ``OutputFile``. A
  /// path to something that exists and is not a plain file (a device, a named pipe) is written to
  /// directly.
  case file(path: String)
  /// The standard output of the process, which is left open.
  case standardOutput
  /// An open file descriptor, which is left open and remains the caller's.
  ///
  /// `name` names it in errors.
  case fileDescriptor(Int32, name: String)

  /// The file's path, `standard output`, or the descriptor's name.
  public var name: String {
    switch self {
    case .file(let path): path
    case .standardOutput: "standard output"
    case .fileDescriptor(_, let name): name
    }
  }
}
