import CDeflate
import LaminaBase

/// Decompresses gzip files.
enum Gzip {
  /// Returns true if some bytes begin as a gzip file does.
  static func isGzip(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Decompresses all members of a gzip file.
  ///
  /// Memory is allocated for what the file says that it holds, at first at most 32 bytes for each of
  /// its own, and twice as much as long as that is too little. Deflate makes at most 1,032 bytes of
  /// one.
  ///
  /// - Throws: ``TableError/damagedGzip(name:)``, ``TableError/tooLarge(name:limit:)`` or
  ///   ``TableError/outOfMemory(name:byteCount:)``.
  static func decompress(
    _ bytes: Span<UInt8>, name: String, limit: Int
  ) throws(TableError) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor() else {
      refuse("no memory to decompress a table")
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var output: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      let rest = bytes.extracting(offset..<bytes.count)
      let most = min(limit - output.count, rest.count.multipliedClamping(by: 1_032) + 64)
      // The last four bytes of a file with one member are its length, modulo 2^32.
      var length = 0
      for place in 1...4 where rest.count >= 18 {
        length = length << 8 | Int(rest[rest.count - place])
      }
      var capacity = min(max(length, 1 << 12), rest.count.multipliedClamping(by: 32), most)
      var consumed: Int?
      while consumed == nil {
        var result = LIBDEFLATE_SUCCESS
        var inputCount = 0
        try TableError.checkMemory(output.count + capacity, for: name)
        let part = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
          rest.bytes.withUnsafeBytes { input in
            result = libdeflate_gzip_decompress_ex(
              decompressor, input.baseAddress, input.count, buffer.baseAddress, buffer.count,
              &inputCount, &count)
          }
          if result != LIBDEFLATE_SUCCESS { count = 0 }
        }
        if result == LIBDEFLATE_SUCCESS, inputCount > 0 {
          if output.isEmpty { output = part } else { output += part }
          consumed = inputCount
        } else if result == LIBDEFLATE_INSUFFICIENT_SPACE {
          guard capacity < most else { throw .tooLarge(name: name, limit: limit) }
          capacity = min(capacity.multipliedClamping(by: 2), most)
        } else {
          throw .damagedGzip(name: name)
        }
      }
      offset += consumed ?? 0
      // Some programs fill the last block with zeros.
      if offset < bytes.count, bytes[offset] == 0 { break }
    }
    return output
  }
}

extension Int {
  fileprivate func multipliedClamping(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
