import CDeflate

/// The framing of PNG files.
enum PNGChunk {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Length, type and checksum.
  static let frame = 12
  /// A chunk's length has 31 bits; this is the most that one IDAT chunk is given.
  static let longestData = 1 << 30

  /// The size of a file whose compressed data has `count` bytes.
  static func fileSize(data count: Int, longestData: Int = longestData) -> Int {
    signature.count + (frame + 13) + count + frame * (count / longestData + 1) + frame
  }
}

/// Writes PNG chunks one after the other into memory that is large enough.
struct PNGChunkWriter {
  private let bytes: UnsafeMutableRawBufferPointer
  private let longestData: Int
  /// The bytes written so far.
  private(set) var count = 0

  init(_ bytes: UnsafeMutableRawBufferPointer, longestData: Int = PNGChunk.longestData) {
    self.bytes = bytes
    self.longestData = longestData
  }

  /// The file so far.
  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  mutating func writeSignature() {
    write(PNGChunk.signature)
  }

  mutating func writeHeader(width: Int, height: Int, colorType: UInt8) {
    writeChunk("IHDR", bigEndian(width) + bigEndian(height) + [8, colorType, 0, 0, 0])
  }

  mutating func writeChunk(_ type: String, _ content: [UInt8]) {
    write(bigEndian(content.count))
    let start = count
    write(Array(type.utf8))
    write(content)
    writeChecksum(from: start)
  }

  /// Where compressed data of at most `length` bytes belongs, behind the frames of its chunks'
  /// starts.
  func room(forData length: Int) -> UnsafeMutableRawBufferPointer {
    let offset = count + 8 + PNGChunk.frame * (length / longestData)
    return UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
  }

  /// Frames `length` bytes of compressed data, which are in the room that was given for
  /// `bound`, as IDAT chunks.
  mutating func writeData(length: Int, bound: Int) {
    var data = UnsafeRawBufferPointer(room(forData: bound)).prefix(length)[...]
    while !data.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: data.prefix(longestData))
      data = data.dropFirst(part.count)
      write(bigEndian(part.count))
      let start = count
      write(Array("IDAT".utf8))
      // The first chunk's bytes are where they should be already; memmove allows both.
      (bytes.baseAddress! + count).copyMemory(from: part.baseAddress!, byteCount: part.count)
      count += part.count
      writeChecksum(from: start)
    }
  }

  private mutating func write(_ part: [UInt8]) {
    UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyBytes(from: part)
    count += part.count
  }

  private mutating func writeChecksum(from start: Int) {
    let checksum = libdeflate_crc32(0, bytes.baseAddress! + start, count - start)
    write(bigEndian(Int(checksum)))
  }

  private func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
