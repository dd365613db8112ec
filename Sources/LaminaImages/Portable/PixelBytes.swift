import Lamina

/// Pixels as the bytes of files.
package enum PixelBytes {
  /// Writes a row as R, G, B bytes, leaving alpha out.
  ///
  /// `output` has room for three bytes for each pixel.
  package static func writeRGB(
    _ row: UnsafeBufferPointer<UInt32>, to output: UnsafeMutableRawPointer
  ) {
    guard let pixels = row.baseAddress else { return }
    var x = 0
    var out = output
    // Four pixels are three words: one store for every four bytes instead of one for each.
    while x + 4 <= row.count {
      let p0 = (pixels[x] << 8).byteSwapped
      let p1 = (pixels[x + 1] << 8).byteSwapped
      let p2 = (pixels[x + 2] << 8).byteSwapped
      let p3 = (pixels[x + 3] << 8).byteSwapped
      out.storeBytes(of: (p0 | p1 << 24).littleEndian, as: UInt32.self)
      out.storeBytes(of: (p1 >> 8 | p2 << 16).littleEndian, toByteOffset: 4, as: UInt32.self)
      out.storeBytes(of: (p2 >> 16 | p3 << 8).littleEndian, toByteOffset: 8, as: UInt32.self)
      out += 12
      x += 4
    }
    while x < row.count {
      out.storeBytes(of: UInt8(truncatingIfNeeded: pixels[x] >> 16), as: UInt8.self)
      out.storeBytes(
        of: UInt8(truncatingIfNeeded: pixels[x] >> 8), toByteOffset: 1, as: UInt8.self)
      out.storeBytes(of: UInt8(truncatingIfNeeded: pixels[x]), toByteOffset: 2, as: UInt8.self)
      out += 3
      x += 1
    }
  }

  /// The pixel of a colour that is not premultiplied, all components from 0 to 255.
  ///
  /// Each product is `round(component * alpha / 255)`.
  package static func premultiplied(
    red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32
  ) -> UInt32 {
    if alpha == 255 { return 0xFF00_0000 | red << 16 | green << 8 | blue }
    func product(_ component: UInt32) -> UInt32 {
      let product = component * alpha + 0x80
      return (product + product >> 8) >> 8
    }
    return alpha << 24 | product(red) << 16 | product(green) << 8 | product(blue)
  }

  /// Calls `body` with every row, top to bottom, composed over an opaque `matte` pixel where
  /// the bitmap is translucent: `colour + round((255 - alpha) * matte / 255)`.
  package static func forEachRow<Failure: Error>(
    of bitmap: Bitmap, over matte: UInt32,
    _ body: (_ y: Int, _ row: UnsafeBufferPointer<UInt32>) throws(Failure) -> Void
  ) throws(Failure) {
    if !needsComposition(bitmap, over: matte) {
      for y in 0..<bitmap.height {
        try bitmap.withRow(y) { row throws(Failure) in try body(y, row) }
      }
      return
    }
    let composed = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: bitmap.width)
    defer { composed.deallocate() }
    for y in 0..<bitmap.height {
      bitmap.withRow(y) { row in
        for x in 0..<row.count { composed[x] = Self.compose(row[x], over: matte) }
      }
      try body(y, UnsafeBufferPointer(composed))
    }
  }

  /// Returns false if the pixels' colours are already those over an opaque `matte` pixel.
  static func needsComposition(_ bitmap: Bitmap, over matte: UInt32) -> Bool {
    // Over black a premultiplied colour is what it is.
    !bitmap.isOpaque && matte & 0xFF_FFFF != 0
  }

  /// One premultiplied pixel over an opaque one.
  static func compose(_ pixel: UInt32, over matte: UInt32) -> UInt32 {
    let rest = 255 - pixel >> 24
    func channel(_ shift: UInt32) -> UInt32 {
      let product = (matte >> shift & 255) * rest + 0x80
      return min(255, (pixel >> shift & 255) + (product + product >> 8) >> 8) << shift
    }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }
}
