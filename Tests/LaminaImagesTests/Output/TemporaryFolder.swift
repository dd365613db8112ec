import Foundation

/// A new empty folder, which goes away with the value.
final class TemporaryFolder {
  let path: String

  init() {
    let folder = FileManager.default.temporaryDirectory
    var template = Array((folder.path + "/lamina-test-XXXXXX").utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A path inside the folder.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The names of all files in the folder, hidden ones too, sorted.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// A file's bytes; nil if there is none.
  func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: self(name)).map(Array.init)
  }
}
