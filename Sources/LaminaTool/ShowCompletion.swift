import ExampleScenes
import Foundation

/// The shell's completions for the name argument of `lamina show`.
enum ShowCompletion {
  /// Returns the examples and files whose names begin with a prefix. Folders end in '/'; hidden
  /// files are omitted unless the last component of the prefix begins with a dot.
  static func names(beginningWith prefix: String) -> [String] {
    let examples = Example.all.map(\.name).filter { $0.hasPrefix(prefix) }
    let end = prefix.lastIndex(of: "/").map { prefix.index(after: $0) } ?? prefix.startIndex
    let (folder, beginning) = (String(prefix[..<end]), prefix[end...])
    let path = folder.isEmpty ? "." : (folder as NSString).expandingTildeInPath
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let files = entries.filter { entry in
      entry.hasPrefix(beginning) && (!entry.hasPrefix(".") || beginning.hasPrefix("."))
    }.sorted().map { entry in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: path + "/" + entry, isDirectory: &isFolder)
      return folder + entry + (isFolder.boolValue ? "/" : "")
    }
    return examples + files
  }
}
