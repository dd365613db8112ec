import Foundation

/// Copies what a pipe or a device gives to a temporary file without a name.
///
/// - Returns: a descriptor of that file, at its beginning.
func copyOfPipe(
  _ source: Int32, _ name: String, limit: Int64, _ isCancelled: () -> Bool
) throws(AudioFileError) -> Int32 {
  // Its name is removed before the function returns; the file is gone with its last descriptor.
  guard let stream = tmpfile() else { throw .system(path: name, code: errno) }
  defer { fclose(stream) }
  let target = fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0)
  guard target >= 0 else { throw .system(path: name, code: errno) }
  do throws(AudioFileError) {
    try copy(source, to: target, name, limit: limit, isCancelled)
    guard lseek(target, 0, SEEK_SET) == 0 else { throw .system(path: name, code: errno) }
  } catch {
    close(target)
    throw error
  }
  return target
}

private func copy(
  _ source: Int32, to target: Int32, _ name: String, limit: Int64, _ isCancelled: () -> Bool
) throws(AudioFileError) {
  let size = 1 << 16
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  defer { buffer.deallocate() }
  var total: Int64 = 0
  while true {
    if isCancelled() { throw .cancelled(path: name, frames: 0) }
    let count = read(source, buffer, size)
    if count < 0 {
      if errno == EINTR { continue }
      throw .system(path: name, code: errno)
    }
    if count == 0 { return }
    total += Int64(count)
    guard total <= limit else { throw .tooLong(path: name, limit: limit) }
    var written = 0
    while written < count {
      let new = write(target, buffer + written, count - written)
      if new < 0 {
        if errno == EINTR { continue }
        throw .system(path: name, code: errno)
      }
      written += new
    }
  }
}
