import Foundation
import LaminaTables

/// Opens the inputs of a table.
enum TableFile {
  /// The largest number of bytes that are taken from what is not a plain file, which may not end.
  private static let limit = 1 << 32

  /// Opens a file, or standard input for `-`. A plain file is mapped into memory, and anything else is
  /// read up to its end.
  ///
  /// - Throws: ``SampleInputError/notReadable(name:reason:)``, or `TableError.outOfMemory`.
  static func open(_ path: String) throws -> TableInput {
    let name = path == "-" ? "standard input" : path
    let descriptor =
      path == "-" ? dup(STDIN_FILENO) : Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(name) }
    defer { close(descriptor) }
    var status = stat()
    if path != "-", fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    {
      return TableInput(name: name, data: data)
    }
    return TableInput(name: name, data: try read(descriptor, name))
  }

  private static func read(_ descriptor: Int32, _ name: String) throws -> Data {
    var memory: UnsafeMutableRawPointer?
    var (count, capacity) = (0, 0)
    do {
      while true {
        if count == capacity {
          guard count < limit else {
            throw SampleInputError.notReadable(
              name: name, reason: "it did not end after \(limit) bytes")
          }
          let larger = max(1 << 16, 2 * capacity)
          guard let moved = realloc(memory, larger) else {
            throw TableError.outOfMemory(name: name, byteCount: larger)
          }
          (memory, capacity) = (moved, larger)
        }
        var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&file, 1, -1)
        let got = Foundation.read(descriptor, memory! + count, capacity - count)
        if got == 0 { break }
        if got > 0 {
          count += got
        } else if errno != EINTR, errno != EAGAIN {
          throw failure(name)
        }
      }
    } catch {
      free(memory)
      throw error
    }
    return Data(bytesNoCopy: memory!, count: count, deallocator: .free)
  }

  private static func failure(_ name: String) -> SampleInputError {
    .notReadable(name: name, reason: String(cString: strerror(errno)))
  }
}
