import CDeflate

/// The framing of PNG files.
enum PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Length, type and checksum.
  static let frame = 12
  /// A chunk's length has 31 bits; this is the most that one chunk of pixels is given.
  static let longestData = 1 << 30
}

/// Writes PNG chunks one after the other.
struct PNGChunkWriter {
  /// What was written so far.
  private(set) var bytes: [UInt8] = []

  /// Makes room for what will be written, so that the bytes need not move.
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

  /// Writes a compressed picture as `fdAT` chunks, each behind its number, and counts that on.
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

  /// A number of 32 bits, high byte first.
  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
