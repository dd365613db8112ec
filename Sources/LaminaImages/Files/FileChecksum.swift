import CDeflate
import Foundation
import Lamina

/// The CRC-32 of the bytes of a file, as `crc32`, ZIP and SFV files have it.
package struct FileChecksum: Sendable, Hashable {
  package let value: UInt32

  /// Computes the checksum of bytes.
  package init(_ bytes: [UInt8]) {
    value = bytes.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  /// Computes the checksum of a file; nil if there is no file.
  ///
  /// - Throws: ``PictureReadError/system(path:code:)`` if there is one that cannot be read.
  package init?(ofFile path: String) throws(PictureReadError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw .system(path: path, code: errno) }
    defer { close(descriptor) }
    var value: UInt32 = 0
    var part = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &part, part.count)
      if count == 0 { break }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(path: path, code: errno) }
      value = part.withUnsafeBytes { libdeflate_crc32(value, $0.baseAddress, count) }
    }
    self.value = value
  }

  /// Reads eight hexadecimal digits; nil if the text is anything else.
  package init?(_ text: Substring) {
    guard text.utf8.count == 8, text.allSatisfy(\.isHexDigit), let value = UInt32(text, radix: 16)
    else { return nil }
    self.value = value
  }

  /// Eight hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
