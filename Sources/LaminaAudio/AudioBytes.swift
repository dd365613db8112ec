import CSndFile
import Foundation

/// The bytes of a file from some place on, as libsndfile wants to read them.
///
/// The position is kept here, so that of a descriptor that is shared stays where it is. libsndfile
/// never gets the descriptor itself: version 1.2.0 closes one in some cases that it was told to
/// leave open.
final class AudioBytes {
  let count: Int64
  private let descriptor: Int32
  private let start: Int64
  private var offset: Int64 = 0
  /// Bytes that libsndfile is to read in the place of those of the file.
  var replacement: (offset: Int64, bytes: [UInt8])?

  /// Takes a descriptor of a regular file, and closes it with the object.
  ///
  /// - Throws: ``AudioFileError/system(path:code:)``; the descriptor is closed.
  init(owning descriptor: Int32, from start: Int64, _ name: String) throws(AudioFileError) {
    self.descriptor = descriptor
    self.start = start
    var status = stat()
    let result = fstat(descriptor, &status)
    count = max(Int64(status.st_size) - start, 0)
    // From here on deinit closes it.
    guard result == 0 else { throw .system(path: name, code: errno) }
  }

  deinit { close(descriptor) }

  /// Bytes at a place, nil if there are not as many.
  func bytes(at offset: Int64, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard offset >= 0, offset <= self.count - Int64(count) else { return nil }
    return pread(descriptor, &bytes, count, off_t(start + offset)) == count ? bytes : nil
  }

  private func read(_ target: UnsafeMutableRawPointer, _ wanted: Int64) -> Int64 {
    var done: Int64 = 0
    let first = offset
    while done < wanted {
      let new = pread(descriptor, target + Int(done), Int(wanted - done), off_t(start + offset))
      if new < 0 && errno == EINTR { continue }
      guard new > 0 else { break }
      done += Int64(new)
      offset += Int64(new)
    }
    if let replacement {
      for (index, byte) in replacement.bytes.enumerated() {
        let place = replacement.offset + Int64(index) - first
        if (0..<done).contains(place) {
          target.storeBytes(of: byte, toByteOffset: Int(place), as: UInt8.self)
        }
      }
    }
    return done
  }

  private func seek(_ distance: Int64, _ origin: Int32) -> Int64 {
    let base =
      switch origin {
      case SEEK_CUR: offset
      case SEEK_END: count
      default: Int64(0)
      }
    let (target, overflows) = base.addingReportingOverflow(distance)
    guard !overflows, target >= 0 else { return -1 }
    offset = target
    return target
  }

  /// Opens the bytes as a sound file, which must not outlive the object.
  func open(_ info: inout SF_INFO) -> OpaquePointer? {
    var calls = SF_VIRTUAL_IO()
    calls.get_filelen = { AudioBytes.of($0).count }
    calls.seek = { AudioBytes.of($2).seek($0, $1) }
    calls.read = { target, count, user in
      target.map { AudioBytes.of(user).read($0, count) } ?? 0
    }
    calls.write = { _, _, _ in 0 }
    calls.tell = { AudioBytes.of($0).offset }
    return sf_open_virtual(
      &calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> AudioBytes {
    Unmanaged<AudioBytes>.fromOpaque(user!).takeUnretainedValue()
  }
}
