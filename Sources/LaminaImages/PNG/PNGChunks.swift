import Lamina
import CDeflate

/// Constants of the PNG file structure.
enum PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The size of a chunk's length, type and checksum, in bytes.
  static let frame = 12
  /// The maximum size of one chunk of pixels, in bytes. A chunk's length field has 31 bits.
  static let longestData = 1 << 30
}

/// A writer that appends PNG chunks to a byte array.
struct PNGChunkWriter {
  /// The bytes written so far.
  private(set) var bytes: [UInt8] = []

  /// Creates a writer with `count` bytes reserved, so that the bytes need not be moved.
  init(reserving count: Int = 0) {
    bytes.reserveCapacity(count)
  }

  mutating func writeSignature() {
    bytes += PNGChunk.signature
  }

  mutating func writeHeader(width: Int, height: Int, hasAlpha: Bool) {
    writeChunk("IHDR", Self.number(width) + Self.number(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0])
  }

  mutating func writeChunk(_ type: String, _ content: [UInt8]) {
    content.withUnsafeBytes { writeChunk(type, [], $0) }
  }

  /// Writes a compressed picture as `IDAT` chunks of at most `longestData` bytes.
  mutating func writeData(
    _ data: UnsafeRawBufferPointer, longestData: Int = PNGChunk.longestData
  ) {
    forEachPart(of: data, longestData) { writer, part in writer.writeChunk("IDAT", [], part) }
  }

  /// Writes a compressed picture as `fdAT` chunks, each with a sequence number, and advances
  /// `sequence`.
  mutating func writeFrameData(
    _ data: UnsafeRawBufferPointer, sequence: inout Int, longestData: Int = PNGChunk.longestData
  ) {
    forEachPart(of: data, longestData) { writer, part in
      writer.writeChunk("fdAT", Self.number(sequence), part)
      sequence += 1
    }
  }

  private mutating func forEachPart(
    of data: UnsafeRawBufferPointer, _ longest: Int,
    _ body: (inout Self, UnsafeRawBufferPointer) -> Void
  ) {
    var rest = data[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(longest))
      rest = rest.dropFirst(part.count)
      body(&self, part)
    }
  }

  private mutating func writeChunk(
    _ type: String, _ prefix: [UInt8], _ content: UnsafeRawBufferPointer
  ) {
    bytes += Self.number(prefix.count + content.count)
    let start = bytes.count
    bytes += type.utf8
    bytes += prefix
    bytes.append(contentsOf: content)
    let checksum = bytes.withUnsafeBytes {
      libdeflate_crc32(0, $0.baseAddress! + start, $0.count - start)
    }
    bytes += Self.number(Int(checksum))
  }

  /// Returns the big-endian bytes of a 32-bit number.
  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
