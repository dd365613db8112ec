/// How much of each pixel of a rectangle is covered: 0 is not at all, 255 wholly.
package struct Mask {
  /// The pixels it has a value for; all others are 0.
  package private(set) var bounds: PixelRect
  /// Bytes from one row to the next.
  package private(set) var stride: Int
  /// The coverage, row by row from the top left pixel of ``bounds``.
  var bytes: [UInt8]

  /// A mask of zeros.
  init(bounds: PixelRect) {
    self.bounds = bounds.isEmpty ? .empty : bounds
    stride = (self.bounds.width + 3) & ~3
    bytes = [UInt8](repeating: 0, count: stride * self.bounds.height)
  }

  /// The coverage of the pixel in column `x` and row `y`; 0 outside ``bounds``.
  subscript(x: Int, y: Int) -> UInt8 {
    bounds.contains(x: x, y: y) ? bytes[(y - bounds.minY) * stride + x - bounds.minX] : 0
  }
}

extension Mask {
  /// Takes away what `other` does not cover.
  mutating func multiply(by other: Mask) {
    for y in bounds.minY..<bounds.maxY {
      let row = (y - bounds.minY) * stride - bounds.minX
      for x in bounds.minX..<bounds.maxX where bytes[row + x] > 0 {
        bytes[row + x] = Pixel.multiply(bytes[row + x], other[x, y])
      }
    }
  }
}
