/// Builds PNG files from their parts, independently of the encoder that is tested: checksums
/// bit by bit, data in stored blocks.
struct PNGBuilder {
  var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A whole file: header, other chunks, the rows (each with its filter's number), end.
  static func file(
    width: Int, height: Int, depth: UInt8, type: UInt8, interlace: UInt8 = 0,
    chunks: [(String, [UInt8])] = [], rows: [UInt8]
  ) -> [UInt8] {
    var builder = PNGBuilder()
    builder.addHeader(width, height, [depth, type, 0, 0, interlace])
    for chunk in chunks { builder.add(chunk.0, chunk.1) }
    builder.add("IDAT", stored(rows))
    builder.add("IEND", [])
    return builder.bytes
  }

  mutating func addHeader(_ width: Int, _ height: Int, _ rest: [UInt8]) {
    add("IHDR", Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height)) + rest)
  }

  mutating func add(_ type: String, _ content: [UInt8]) {
    let checked = Array(type.utf8) + content
    bytes += Self.bigEndian(UInt32(content.count)) + checked
    bytes += Self.bigEndian(Self.checksum(checked))
  }

  /// A zlib stream that stores `content` in blocks of at most 65,535 bytes.
  static func stored(_ content: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = content[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      stream.append(rest.isEmpty ? 1 : 0)
      for number in [count, ~count] {
        stream += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
      }
      stream += block
    } while !rest.isEmpty
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in content {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bigEndian(b << 16 | a)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 {
        register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1
      }
    }
    return ~register
  }
}
