import Foundation
import Lamina

/// Reads a whole file, or what a pipe delivers until its end.
///
/// - Throws: ``PictureReadError/system(path:code:)``, or
///   ``PictureReadError/overBudget(_:actual:limit:)`` for more bytes than `limit`.
package func readFile(_ path: String, limit: Int) throws(PictureReadError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .system(path: path, code: errno) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .system(path: path, code: errno) }
  let size = Int(status.st_size)
  guard size <= limit else { throw .overBudget(.bytes, actual: size, limit: limit) }

  var bytes: [UInt8] = []
  bytes.reserveCapacity(size + 1)
  var part = [UInt8](repeating: 0, count: min(max(size + 1, 1 << 16), 1 << 24))
  while true {
    let count = read(descriptor, &part, part.count)
    if count == 0 { return bytes }
    if count < 0 {
      let code = errno
      if code == EINTR { continue }
      throw .system(path: path, code: code)
    }
    guard bytes.count + count <= limit else {
      throw .overBudget(.bytes, actual: bytes.count + count, limit: limit)
    }
    bytes.append(contentsOf: part[..<count])
  }
}
