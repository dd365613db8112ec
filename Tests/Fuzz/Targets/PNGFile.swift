/// The bytes of a PNG, put together by the rules of its specification and by nothing of Lamina.
struct PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private(set) var bytes = signature

  mutating func add(_ type: String, _ content: [UInt8]) {
    let checked = Array(type.utf8) + content
    bytes += UInt32(content.count).bigEndianBytes + checked + Self.crc(checked[...]).bigEndianBytes
  }

  /// The checksum of a chunk's type and content (PNG specification, section 5.5).
  static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xedb8_8320 : 0) }
    }
    return ~crc
  }

  /// A zlib stream of one block that is not compressed (RFC 1950 and RFC 1951, section 3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let content = bytes.prefix(0xffff)
    let count = UInt16(content.count)
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in content {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return [0x78, 0x01, 0x01, UInt8(count & 255), UInt8(count >> 8), ~UInt8(count & 255)]
      + [~UInt8(count >> 8)] + content + (high << 16 | low).bigEndianBytes
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
