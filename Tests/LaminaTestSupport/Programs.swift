import Foundation

/// Returns the path of a program in one of the folders of `PATH`; nil if it is not installed.
package func executablePath(_ name: String) -> String? {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  return folders.map { "\($0)/\(name)" }.first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// Writes a script for Bash that can be executed.
///
/// A shell writes it. A program that another test starts meanwhile inherits the files that this process
/// has open for writing, and the system executes none of those.
package func writeScript(_ text: String, to path: String) throws {
  let shell = Process()
  shell.executableURL = URL(filePath: "/bin/sh")
  shell.arguments = [
    "-c", #"printf '#!/bin/bash\n%s\n' "$1" >"$2" && chmod 755 "$2""#, "sh", text, path,
  ]
  try shell.run()
  shell.waitUntilExit()
  if shell.terminationStatus != 0 { throw CocoaError(.fileWriteUnknown) }
}
