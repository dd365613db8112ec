/// A span sink that receives coverage from ``PathRasterizer``, row by row from top to bottom. In a
/// row each pixel is painted at most once, in unspecified order.
protocol SpanBlender {
  /// Begins a row.
  ///
  /// - Parameters:
  ///   - y: the row.
  ///   - x: the clip's first column; columns passed to the other functions are relative to it.
  mutating func begin(row y: Int, x: Int)

  /// Blends four columns by their coverage, the first in the lowest byte.
  func blend(_ coverage: UInt32, at column: Int)

  /// Blends the first `count` of four columns, less than four, at the clip's right edge.
  func blend(_ coverage: UInt32, at column: Int, count: Int)

  /// Fills `count` fully covered columns, one or more.
  func fill(_ column: Int, count: Int)
}

/// Blends one colour over rows of pixels.
struct ColorSpanBlender: SpanBlender {
  private let pixel: UInt32
  private let pixels: UnsafeMutablePointer<UInt32>
  private let stride: Int
  private var row: UnsafeMutablePointer<UInt32>

  /// Creates a painter of a premultiplied colour.
  ///
  /// - Parameter pixels: the pixel in column 0 of row 0.
  init(_ pixel: UInt32, _ pixels: UnsafeMutablePointer<UInt32>, stride: Int) {
    self.pixel = pixel
    self.pixels = pixels
    self.stride = stride
    row = pixels
  }

  mutating func begin(row y: Int, x: Int) { row = pixels + (y &* stride &+ x) }

  @inline(__always)
  func blend(_ coverage: UInt32, at column: Int) {
    SpanKernels.blendFour(pixel, coverage, row + column)
  }

  func blend(_ coverage: UInt32, at column: Int, count: Int) {
    for place in 0..<count {
      let one = UInt8(truncatingIfNeeded: coverage &>> UInt32(truncatingIfNeeded: 8 &* place))
      SpanKernels.blendOne(pixel, one, row + column + place)
    }
  }

  @inline(__always)
  func fill(_ column: Int, count: Int) {
    if pixel >> 24 == 255 {
      SpanKernels.fill(pixel, row + column, count)
    } else {
      RowKernels.over(row + column, color: pixel, count)
    }
  }
}

/// Writes coverage into rows of zeroed bytes, each of a length that is a multiple of four.
struct MaskSpanBlender: SpanBlender {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let bounds: PixelRect
  private let stride: Int
  private var row: UnsafeMutablePointer<UInt8>

  /// Creates a painter of an alpha mask.
  ///
  /// - Parameter bytes: the byte of the upper left pixel of `bounds`.
  init(_ bytes: UnsafeMutablePointer<UInt8>, _ bounds: PixelRect, stride: Int) {
    self.bytes = bytes
    self.bounds = bounds
    self.stride = stride
    row = bytes
  }

  mutating func begin(row y: Int, x: Int) {
    row = bytes + ((y &- bounds.minY) &* stride &+ x &- bounds.minX)
  }

  func blend(_ coverage: UInt32, at column: Int) {
    UnsafeMutableRawPointer(row + column)
      .storeBytes(of: coverage.littleEndian, as: UInt32.self)
  }

  func blend(_ coverage: UInt32, at column: Int, count: Int) {
    for place in 0..<count {
      row[column &+ place] = UInt8(
        truncatingIfNeeded: coverage &>> UInt32(truncatingIfNeeded: 8 &* place))
    }
  }

  func fill(_ column: Int, count: Int) { (row + column).update(repeating: 255, count: count) }
}
