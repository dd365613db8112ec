import Foundation
import Lamina
import LaminaImages

/// A folder of reference snapshots, with a folder for failures and the recording mode.
///
/// Expectations use the folder `Snapshots` next to the test's source file, and in it a subfolder
/// with that file's name. Failed snapshots are written to the folder named by the environment
/// variable `LAMINA_FAILURES`, or to `LaminaTesting` in the system's temporary folder.
///
/// `LAMINA_RECORD` turns recording on: `missing` writes references that do not exist, `all` also
/// replaces those that differ. A run that records fails, so that it cannot be mistaken for one that
/// passed. If `CI` is set, and not to `0` or `false`, nothing is ever recorded.
public struct SnapshotFolder: Sendable {
  /// The references that a run writes.
  public enum Recording: Sendable, Equatable {
    /// No references.
    case nothing
    /// References that do not exist.
    case missing
    /// References that do not exist, and those that differ.
    case all
  }

  /// The path of the folder of references.
  public let references: String
  /// The path of the folder for failures.
  public let failures: String
  /// The references to record.
  public let recording: Recording
  /// An error in the environment variables; nil if there is none.
  let problem: String?

  /// Creates a folder for one or more tests.
  ///
  /// - Parameters:
  ///   - references: the path of the references. The folder is created when something is recorded.
  ///   - failures: the path for failures; nil takes it from the environment.
  ///   - environment: the environment variables; those of the process by default.
  public init(
    references: String, failures: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.references = references
    let named = environment["LAMINA_FAILURES"].flatMap { $0.isEmpty ? nil : $0 }
    self.failures =
      failures ?? (named ?? NSTemporaryDirectory() + "LaminaTesting") + "/"
      + (references as NSString).lastPathComponent
    let wish = environment["LAMINA_RECORD"] ?? ""
    let isCI = !["", "0", "false"].contains(environment["CI"] ?? "")
    switch wish {
    case "": (recording, problem) = (.nothing, nil)
    case "missing", "all":
      recording = isCI ? .nothing : wish == "all" ? .all : .missing
      problem =
        isCI ? "LAMINA_RECORD has no effect where CI is set: nothing is recorded there" : nil
    default:
      recording = .nothing
      problem = "LAMINA_RECORD must be \"missing\" or \"all\", not \(wish.debugDescription)"
    }
  }

  /// Creates the folder that belongs to a test's source file.
  init(testFile: StaticString) {
    let path = "\(testFile)" as NSString
    let name = (path.lastPathComponent as NSString).deletingPathExtension
    self.init(references: path.deletingLastPathComponent + "/Snapshots/" + name)
  }

  /// Returns the path of a reference file.
  func reference(_ name: String, _ suffix: String) -> String { "\(references)/\(name).\(suffix)" }

  /// Checks that a name is a plain file name.
  func check(name: String) throws(TestFailure) {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_. ".unicodeScalars.contains($0))
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100 else {
      throw TestFailure(
        "\(name.debugDescription) cannot name a snapshot: use up to 100 letters, digits, spaces, "
          + "dots, dashes and underscores, not starting with a dot")
    }
  }

  /// Returns the bytes of a reference; nil if it does not exist.
  func read(_ path: String) throws(TestFailure) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TestFailure("cannot read \(path)")
    }
    return [UInt8](data)
  }

  func write(_ bytes: [UInt8], to path: String) throws(TestFailure) {
    do {
      let file = try OutputFile(.file(path: path), createsFolder: true)
      try file.write(bytes)
      try file.finish()
    } catch {
      throw TestFailure("\(error)")
    }
  }

  /// Writes files next to each other into the folder for failures, and lists them for a message.
  ///
  /// - Returns: a line for each file: its path, for a page a link to it, or the error if it could not be
  ///   written.
  func keep(_ files: [(name: String, bytes: [UInt8])]) -> String {
    files.map { name, bytes in
      let path = "\(failures)/\(name)"
      do {
        try write(bytes, to: path)
        return "\n  \(name.hasSuffix(".html") ? URL(filePath: path).absoluteString : path)"
      } catch {
        return "\n  \(name) was not written: \(error)"
      }
    }.joined()
  }
}
