import Foundation

/// Returns the path of a program in one of the folders of `PATH`; nil if it is not installed.
package func executablePath(_ name: String) -> String? {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.map { "\($0)/\(name)" }.first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}
