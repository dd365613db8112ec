import Foundation
import Lamina
import LaminaImages

/// Where recorded pictures and texts are, where failures go, and whether to record.
///
/// Expectations use the folder `Snapshots` next to the file of the test, and in it a folder with
/// that file's name. What is written on a failure goes to the folder that the environment variable
/// `LAMINA_FAILURES` names, else to `LaminaTesting` in the system's temporary folder.
///
/// `LAMINA_RECORD` makes a run record: `missing` writes what is not there, `all` replaces what
/// differs too. A run that records fails, so that it cannot be mistaken for one that passed. Where
/// `CI` is set, and not to `0` or `false`, nothing is ever recorded.
public struct SnapshotFolder: Sendable {
  /// What a run writes into the folder of references.
  public enum Recording: Sendable, Equatable {
    /// Nothing.
    case nothing
    /// References that are not there.
    case missing
    /// Those, and those that differ.
    case all
  }

  /// The folder of recorded pictures and texts.
  public let references: String
  /// The folder for what differs.
  public let failures: String
  /// What is recorded.
  public let recording: Recording
  /// What is wrong with the environment variables; nil if nothing is.
  let problem: String?

  /// Creates a folder for one test or more.
  ///
  /// - Parameters:
  ///   - references: a path. The folder is made when something is recorded.
  ///   - failures: a path; nil takes it from the environment.
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
      problem = isCI ? "LAMINA_RECORD is set, and so is CI: nothing is recorded there" : nil
    default:
      recording = .nothing
      problem = "LAMINA_RECORD is \(wish.debugDescription): it can be \"missing\" or \"all\""
    }
  }

  /// The folder that belongs to a test's file.
  init(testFile: StaticString) {
    let path = "\(testFile)" as NSString
    let name = (path.lastPathComponent as NSString).deletingPathExtension
    self.init(references: path.deletingLastPathComponent + "/Snapshots/" + name)
  }

  /// The path of a file of the references.
  func reference(_ name: String, _ suffix: String) -> String { "\(references)/\(name).\(suffix)" }

  /// Refuses names that are no plain file names.
  func check(name: String) throws(TestFailure) {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_. ".unicodeScalars.contains($0))
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100 else {
      throw TestFailure(
        "a snapshot named \(name.debugDescription): use up to 100 letters, digits, spaces, "
          + "dots, dashes and underlines, not starting with a dot")
    }
  }

  /// The bytes of a reference; nil where there is none.
  func read(_ path: String) throws(TestFailure) -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw TestFailure("\(path) cannot be read")
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

  /// Writes files side by side into the folder of failures, and names them for a message.
  ///
  /// - Returns: a line for each, and for each that could not be written why.
  func keep(_ files: [(name: String, bytes: [UInt8])]) -> String {
    files.map { name, bytes in
      let path = "\(failures)/\(name)"
      do {
        try write(bytes, to: path)
        return "\n  \(path)"
      } catch {
        return "\n  \(name) was not written: \(error)"
      }
    }.joined()
  }
}
