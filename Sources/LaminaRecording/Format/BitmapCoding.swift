import CDeflate
import Foundation
import Lamina

extension Bitmap {
  /// The hash of the size and the pixels by which recordings name bitmaps and frames, as sixteen
  /// hexadecimal digits.
  ///
  /// It begins with the width + the height x 2^32. For each row, two pixels at a time, the first in
  /// the low half (the last of an odd width alone), it is xored with them, multiplied by
  /// 0x9E3779B97F4A7C15, and xored with itself shifted right by 32 bits.
  ///
  /// - Complexity: O(pixels).
  public var recordedHash: String {
    var hash = UInt64(width) | UInt64(height) << 32
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    for row in 0..<height {
      withRow(row) { pixels in
        var index = 0
        while index + 1 < pixels.count {
          mix(UInt64(pixels[index]) | UInt64(pixels[index + 1]) << 32)
          index += 2
        }
        if index < pixels.count { mix(UInt64(pixels[index])) }
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Writes bitmaps as JSON, and reads them: the pixels, 0xAARRGGBB in little-endian order, compressed
/// by zlib, in base 64.
enum BitmapCoding {
  static func json(_ bitmap: Bitmap, hash: String) throws -> JSONValue {
    guard let compressor = libdeflate_alloc_compressor(1) else { throw RecordingError.outOfMemory }
    defer { libdeflate_free_compressor(compressor) }
    let pixels = bitmap.pixels.map(\.littleEndian)
    let data = pixels.withUnsafeBytes { input in
      let bound = libdeflate_zlib_compress_bound(compressor, input.count)
      return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        count = libdeflate_zlib_compress(
          compressor, input.baseAddress, input.count, output.baseAddress, bound)
      }
    }
    return .object([
      "bitmap": .text(hash), "size": .list([.integer(bitmap.width), .integer(bitmap.height)]),
      "data": .text(Data(data).base64EncodedString()),
    ])
  }

  /// Returns the bitmap that JSON describes.
  ///
  /// Memory for the pixels is allocated only if the data can hold as many: deflate makes at most
  /// 1,032 bytes of one.
  static func bitmap(_ json: JSONValue) throws -> Bitmap {
    guard let size = json["size"]?.counts, size.count == 2, let text = json["data"]?.text,
      let data = Data(base64Encoded: text)
    else { throw UnusableRecord("a bitmap needs a size and data") }
    guard (1...Bitmap.maximumSideLength).contains(size[0]),
      (1...Bitmap.maximumSideLength).contains(size[1]),
      size[0] * size[1] * 4 <= data.count * 1_032 + 64
    else { throw UnusableRecord("the size of a bitmap is not that of its data") }
    guard let decompressor = libdeflate_alloc_decompressor() else {
      throw RecordingError.outOfMemory
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var isWhole = false
    let pixels = [UInt32](unsafeUninitializedCapacity: size[0] * size[1]) { output, count in
      let capacity = size[0] * size[1] * 4
      var length = 0
      let result = data.withUnsafeBytes {
        libdeflate_zlib_decompress(
          decompressor, $0.baseAddress, $0.count, output.baseAddress, capacity, &length)
      }
      isWhole = result == LIBDEFLATE_SUCCESS && length == capacity
      count = isWhole ? size[0] * size[1] : 0
    }
    guard isWhole else { throw UnusableRecord("the data of a bitmap are damaged") }
    return try Bitmap(
      width: size[0], height: size[1], pixels: pixels.map { UInt32(littleEndian: $0) })
  }
}
