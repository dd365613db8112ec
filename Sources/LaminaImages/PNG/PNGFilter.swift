import Lamina

/// Premultiplied pixels in memory that are to become a PNG picture of 8 bits a channel: RGB, or
/// RGBA with colours not premultiplied.
struct PNGRows {
  let first: UnsafePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int
  let width: Int
  let height: Int
  /// Without it every pixel is to be opaque.
  var hasAlpha: Bool

  /// The bytes from one pixel to the next.
  var step: Int { hasAlpha ? 4 : 3 }
  /// The bytes of a row behind its filter's number.
  var rowBytes: Int { width * step }
}

/// The bytes of a picture's rows as PNG wants them before compression: with the filter *Up*, each
/// row is the difference from the row above, byte by byte.
enum PNGFilter {
  /// The filter's number, which stands before each row.
  static let number: UInt8 = 2

  /// Calls `body` with the difference of each row from the one above, `0xAARRGGBB`, until it
  /// returns false. Of RGB, alpha is 0 as long as every pixel is opaque.
  static func forEachRow(of rows: PNGRows, _ body: (RowDifference) -> Bool) {
    let width = rows.width
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * width)
    defer { memory.deallocate() }
    // What is above the first row counts as zeros, but opaque, so that RGB has no alpha to leave
    // out.
    memory.initialize(repeating: rows.hasAlpha ? 0 : 0xFF00_0000, count: 2 * width)
    var above = UnsafePointer(memory + width)
    for y in 0..<rows.height {
      var current = rows.first + y * rows.stride
      if rows.hasAlpha {
        let divided = memory + (y & 1) * width
        unpremultiply(current, count: width, to: divided)
        current = UnsafePointer(divided)
      }
      guard body(RowDifference(current, from: above)) else { return }
      above = current
    }
  }

  /// Writes a difference as bytes behind the filter's number.
  ///
  /// `output` has room for that.
  static func pack(
    _ difference: UnsafePointer<UInt32>, of rows: PNGRows, to output: UnsafeMutableRawPointer
  ) {
    output.storeBytes(of: number, as: UInt8.self)
    if !rows.hasAlpha {
      PixelBytes.writeRGB(
        UnsafeBufferPointer(start: difference, count: rows.width), to: output + 1)
      return
    }
    for x in 0..<rows.width {
      let pixel = difference[x]
      // 0xAARRGGBB as the bytes R, G, B, A.
      let rgba = pixel << 8 | pixel >> 24
      (output + 1).storeBytes(of: rgba.bigEndian, toByteOffset: 4 * x, as: UInt32.self)
    }
  }

  /// Divides colours by alpha, rounded to the nearest, halves upwards.
  static func unpremultiply(
    _ row: UnsafePointer<UInt32>, count: Int, to output: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<count {
      let pixel = row[x]
      let alpha = pixel >> 24
      if alpha == 255 {
        output[x] = pixel
      } else if alpha == 0 {
        output[x] = 0
      } else {
        let reciprocal = reciprocals[Int(alpha)]
        func channel(_ shift: UInt32) -> UInt32 {
          // floor(n / alpha) = (n * (floor(2^32 / alpha) + 1)) >> 32 for every n below 2^16.
          let n = UInt64((pixel >> shift & 255) * 255 + alpha / 2)
          return min(255, UInt32(truncatingIfNeeded: (n &* reciprocal) >> 32)) << shift
        }
        output[x] = alpha << 24 | channel(16) | channel(8) | channel(0)
      }
    }
  }

  private static let reciprocals: [UInt64] = (0...255).map { $0 == 0 ? 0 : (1 << 32) / $0 + 1 }
}
