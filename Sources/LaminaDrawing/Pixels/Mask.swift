/// An alpha mask with the coverage of each pixel of a rectangle: 0 is uncovered, 255 fully covered.
package struct Mask {
  /// The pixels with a stored value; all others are 0.
  package private(set) var bounds: PixelRect
  /// The number of bytes from one row to the next.
  package private(set) var stride: Int
  /// The coverage, row by row from the top left pixel of ``bounds``.
  var bytes: [UInt8]

  /// Creates a mask of zeros.
  init(bounds: PixelRect) {
    self.bounds = bounds.isEmpty ? .empty : bounds
    stride = (self.bounds.width + 3) & ~3
    bytes = [UInt8](repeating: 0, count: stride * self.bounds.height)
  }

  /// Returns the coverage of the pixel in column `x` and row `y`; 0 outside ``bounds``.
  subscript(x: Int, y: Int) -> UInt8 {
    bounds.contains(x: x, y: y) ? bytes[(y - bounds.minY) * stride + x - bounds.minX] : 0
  }
}

extension Mask {
  /// Multiplies the coverage of each pixel by that of `other`.
  mutating func multiply(by other: Mask) {
    for y in bounds.minY..<bounds.maxY {
      let row = (y - bounds.minY) * stride - bounds.minX
      for x in bounds.minX..<bounds.maxX where bytes[row + x] > 0 {
        bytes[row + x] = Pixel.multiply(bytes[row + x], other[x, y])
      }
    }
  }
}
