import Foundation
import Lamina

extension OutputFile {
  /// Removes what killed processes have left under temporary names in the folder of a file.
  ///
  /// A temporary file is removed if it was made on this host by a process that is gone and nobody
  /// has it open for writing. One that is being written is left alone.
  ///
  /// - Returns: the paths of those that stay because it cannot be told whether they are wanted:
  ///   they come from another host, from a former version, or a process has their maker's number.
  /// - Complexity: O(number of files in the folder). Call it once for a folder, not for each file.
  package static func removeLeftovers(besides path: String) -> [String] {
    let target = resolved(path)
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(directory) }
    var unclear: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) {
          String(cString: $0)
        }
      }
      guard let maker = TemporaryName(name) else { continue }
      if !remove(folder + name, of: maker) { unclear.append(folder + name) }
    }
    return unclear.sorted()
  }

  /// - Returns: false if it stays, and nobody is writing it.
  private static func remove(_ path: String, of maker: TemporaryName) -> Bool {
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return true }
    // Who writes a temporary file has it locked.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    guard maker.host == TemporaryName.hostName else { return false }
    let isGone = maker.process == getpid() || (kill(maker.process, 0) != 0 && errno == ESRCH)
    return isGone && unlink(path) == 0
  }
}

/// The name of a temporary file, `.lamina-HOST-PROCESS-NUMBER.tmp`.
struct TemporaryName {
  let host: String
  let process: pid_t
  let number: Int

  init(number: Int) {
    (host, process, self.number) = (Self.hostName, getpid(), number)
  }

  /// Reads a name; nil if it is none of a temporary file. Former versions did not name the host.
  init?(_ text: String) {
    guard text.hasPrefix(".lamina-"), text.hasSuffix(".tmp") else { return nil }
    let parts = text.dropFirst(8).dropLast(4).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 2, let number = Int(parts[parts.count - 1]),
      let process = pid_t(parts[parts.count - 2]), process > 0
    else { return nil }
    self.number = number
    self.process = process
    host = parts.dropLast(2).joined(separator: "-")
  }

  var text: String { ".lamina-\(host)-\(process)-\(number).tmp" }

  /// The name of this host, with underscores for what a file's name had better not have.
  static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return "unknown" }
    let bytes = name.prefix(64).prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self).map { character in
      character.isASCII && (character.isLetter || character.isNumber || "-.".contains(character))
        ? character : "_"
    }
    return text.isEmpty ? "unknown" : String(text)
  }()
}
