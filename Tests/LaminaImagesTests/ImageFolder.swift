import Foundation
import Testing

/// A new empty folder, which goes away with the value.
final class ImageFolder {
  let path: String

  init() {
    let folder = FileManager.default.temporaryDirectory
    var template = Array((folder.path + "/lamina-test-XXXXXX").utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// The names of all files in the folder, hidden ones too, sorted.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(#require(FileManager.default.contents(atPath: self(name))))
  }
}
