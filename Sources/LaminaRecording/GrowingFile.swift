import Foundation

/// A file that another part of the program may append to, or replace by a new one of the same name.
final class GrowingFile {
  private let path: String
  private let descriptor: Int32
  private let identity: Identity

  private struct Identity: Equatable {
    let device: UInt64
    let file: UInt64

    init(_ status: stat) { (device, file) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
  }

  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    identity = Identity(status)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// True if the file still has the name. The bytes of one that has not stay readable.
  var isCurrent: Bool {
    var status = stat()
    return stat(path, &status) == 0 && Identity(status) == identity
  }

  /// Returns the bytes that the file has now, which are read from it as they are used; of a pipe, all
  /// that come.
  func map() throws -> Data {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path) }
    if status.st_mode & S_IFMT != S_IFREG {
      guard let data = try? FileHandle(fileDescriptor: descriptor).readToEnd() ?? Data() else {
        throw RecordingError.file(path: path, reason: "it cannot be read")
      }
      return data
    }
    let count = Int(status.st_size)
    if count == 0 { return Data() }
    guard let bytes = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), bytes != MAP_FAILED
    else { throw Self.failure(path) }
    return Data(bytesNoCopy: bytes, count: count, deallocator: .unmap)
  }

  private static func failure(_ path: String) -> RecordingError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }
}
