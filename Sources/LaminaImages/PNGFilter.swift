import Lamina

/// The bytes of a picture's rows as PNG wants them before compression.
enum PNGFilter {
  /// Writes all rows with the filter *Up*, each behind its filter's number: RGB if the bitmap
  /// is opaque, else RGBA with colours not premultiplied.
  ///
  /// `output` has room for exactly that.
  static func up(_ bitmap: Bitmap, to output: UnsafeMutableRawBufferPointer) {
    let channels = bitmap.isOpaque ? 3 : 4
    let rowBytes = 1 + bitmap.width * channels
    let first = output.baseAddress!
    let width = bitmap.width
    // Rows as PNG sees them: `above`, then `current`. The difference is taken byte by byte in
    // whole pixels, before alpha is dropped.
    let rows = UnsafeMutablePointer<UInt32>.allocate(capacity: 3 * width)
    defer { rows.deallocate() }
    rows.initialize(repeating: 0, count: 3 * width)
    var above = rows
    var current = rows + width
    let difference = rows + 2 * width
    for y in 0..<bitmap.height {
      let out = first + y * rowBytes
      out.storeBytes(of: 2, as: UInt8.self)
      bitmap.withRow(y) { row in
        if channels == 3 {
          current.update(from: row.baseAddress!, count: width)
        } else {
          unpremultiply(row, to: current)
        }
      }
      subtract(above, from: current, count: width, to: difference)
      if channels == 3 {
        PixelBytes.writeRGB(UnsafeBufferPointer(start: difference, count: width), to: out + 1)
      } else {
        for x in 0..<width {
          let pixel = difference[x]
          // 0xAARRGGBB as the bytes R, G, B, A.
          let rgba = pixel << 8 | pixel >> 24
          (out + 1).storeBytes(of: rgba.bigEndian, toByteOffset: 4 * x, as: UInt32.self)
        }
      }
      swap(&above, &current)
    }
  }

  /// Subtracts byte by byte, each modulo 256.
  private static func subtract(
    _ above: UnsafePointer<UInt32>, from current: UnsafePointer<UInt32>, count: Int,
    to output: UnsafeMutablePointer<UInt32>
  ) {
    let a = UnsafeRawPointer(above)
    let b = UnsafeRawPointer(current)
    let out = UnsafeMutableRawPointer(output)
    let end = count * 4
    var offset = 0
    while offset + 16 <= end {
      let x = b.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      let y = a.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      out.storeBytes(of: x &- y, toByteOffset: offset, as: SIMD16<UInt8>.self)
      offset += 16
    }
    while offset < end {
      let x = b.load(fromByteOffset: offset, as: UInt8.self)
      let y = a.load(fromByteOffset: offset, as: UInt8.self)
      out.storeBytes(of: x &- y, toByteOffset: offset, as: UInt8.self)
      offset += 1
    }
  }

  /// Divides colours by alpha, rounded to the nearest, halves upwards.
  private static func unpremultiply(
    _ row: UnsafeBufferPointer<UInt32>, to output: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<row.count {
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
