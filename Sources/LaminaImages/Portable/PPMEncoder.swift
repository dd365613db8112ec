import Lamina

/// An encoder for the portable pixmap format: binary PPM, `P6`, 8 bits per channel.
///
/// PPM has no alpha. A bitmap that is not opaque is composited over ``matte``; the colours of
/// opaque pixels are written exactly.
public struct PPMEncoder: MeasuredPictureEncoder, Equatable {
  /// The colour over which a translucent picture is composited. Its alpha is taken as 1.
  public var matte: Color

  /// Creates an encoder.
  public init(matte: Color = .black) {
    self.matte = matte
  }

  /// Returns three bytes per pixel.
  package func leastMemory(for bitmap: Bitmap) -> Int { bitmap.width * bitmap.height * 3 }

  /// Returns `P6`, the width and height, and 255 in three lines of text, then three bytes per
  /// pixel.
  ///
  /// - Complexity: O(*width* × *height*).
  public func encode(_ bitmap: Bitmap) -> [UInt8] {
    let header = Array("P6\n\(bitmap.width) \(bitmap.height)\n255\n".utf8)
    let rowBytes = bitmap.width * 3
    let count = header.count + rowBytes * bitmap.height
    let mattePixel = matte.withAlpha(1).premultipliedPixel
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      bytes.copyBytes(from: header)
      let first = bytes.baseAddress! + header.count
      PixelBytes.forEachRow(of: bitmap, over: mattePixel) { y, row in
        PixelBytes.writeRGB(row, to: first + y * rowBytes)
      }
      initialized = count
    }
  }
}

extension Bitmap {
  /// Returns the bitmap as a binary PPM file; see ``PPMEncoder``.
  public func ppmData(matte: Color = .black) -> [UInt8] {
    PPMEncoder(matte: matte).encode(self)
  }

  /// Writes the bitmap as one picture.
  ///
  /// - Parameters:
  ///   - destination: the file or stream to write.
  ///   - encoder: the format of the picture.
  ///   - createsFolder: true to create missing parent folders.
  /// - Throws: ``OutputError`` if the operating system refuses.
  public func write(
    to destination: OutputDestination, encoder: some PictureEncoder, createsFolder: Bool = false
  ) throws(OutputError) {
    let file = try OutputFile(destination, createsFolder: createsFolder)
    try file.write(encoder.encode(self, for: file.name))
    try file.finish()
  }
}
