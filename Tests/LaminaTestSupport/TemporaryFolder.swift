import Foundation

/// A new empty folder, which goes away with the value.
package final class TemporaryFolder {
  /// The folder's path, without a slash at its end.
  package let path: String

  /// Makes a folder with a name that no other has.
  package init() {
    let folder = FileManager.default.temporaryDirectory
    var template = Array((folder.path + "/lamina-test-XXXXXX").utf8CString)
    guard let name = mkdtemp(&template) else {
      fatalError("no folder can be made in \(folder.path): \(String(cString: strerror(errno)))")
    }
    path = String(cString: name)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path inside the folder.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The names of all that is in the folder, hidden files too, sorted.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// A file's bytes; nil if there is none.
  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map(Array.init)
  }

  /// Writes a file, and returns its path.
  package func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }
}

/// Does something with a new folder, which goes away afterwards.
package func withTemporaryFolder<Result>(
  _ body: (TemporaryFolder) throws -> Result
) rethrows -> Result {
  let folder = TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder) }
}
