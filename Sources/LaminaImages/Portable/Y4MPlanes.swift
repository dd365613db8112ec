import Lamina

/// A frame of a Y4M stream, in which each picture is converted where it differs from the one before.
final class Y4MPlanes {
  let width: Int
  let height: Int
  let chroma: ChromaSubsampling
  private let memory: UnsafeMutableRawBufferPointer
  /// An opaque pixel, over which translucent ones are composited.
  private let matte: UInt32

  private static let header = Array("FRAME\n".utf8)

  /// The number of bytes of a frame.
  static func byteCount(width: Int, height: Int, chroma: ChromaSubsampling) -> Int {
    let size = chromaSize(width: width, height: height, chroma)
    return header.count + width * height + 2 * size.width * size.height
  }

  private var planes: UnsafeMutablePointer<UInt8> {
    memory.baseAddress!.assumingMemoryBound(to: UInt8.self) + Self.header.count
  }

  private static func chromaSize(
    width: Int, height: Int, _ chroma: ChromaSubsampling
  ) -> (width: Int, height: Int) {
    switch chroma {
    case .yuv420: ((width + 1) / 2, (height + 1) / 2)
    case .yuv444: (width, height)
    }
  }

  /// Creates the planes of a picture.
  init(_ bitmap: Bitmap, chroma: ChromaSubsampling, matte: Color) {
    (width, height) = (bitmap.width, bitmap.height)
    self.chroma = chroma
    self.matte = matte.withAlpha(1).premultipliedPixel
    memory = .allocate(
      byteCount: Self.byteCount(width: width, height: height, chroma: chroma), alignment: 16)
    memory.copyBytes(from: Self.header)
    convert(PixelRect(x: 0, y: 0, width: width, height: height), of: bitmap)
  }

  deinit { memory.deallocate() }

  /// The frame with its header: the planes of luma, blue and red chroma. It is valid until the next
  /// conversion.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// Converts the pixels of a rectangle, and a few beside it, of a bitmap of the same size.
  func convert(_ rect: PixelRect, of bitmap: Bitmap) {
    // A pixel counts in the chroma of the next column, too.
    let block = VideoRows.blockWidth
    let columns = rect.minX / block * block..<min(width, (rect.maxX / block + 1) * block)
    let isComposed = PixelBytes.needsComposition(bitmap, over: matte)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: isComposed ? 2 * width : 1) { rows in
      bitmap.withPixels { first, stride in
        func row(_ y: Int) -> UnsafePointer<UInt32> {
          let row = first + y * stride
          if !isComposed { return row }
          let composed = rows.baseAddress! + y % 2 * width
          for x in max(0, columns.lowerBound - 1)..<columns.upperBound {
            composed[x] = PixelBytes.compose(row[x], over: matte)
          }
          return UnsafePointer(composed)
        }
        switch chroma {
        case .yuv420:
          for y in rect.minY / 2..<(rect.maxY + 1) / 2 {
            convertRows(2 * y, min(2 * y + 1, height - 1), columns, row)
          }
        case .yuv444:
          for y in rect.minY..<rect.maxY { convertRow(y, columns, row) }
        }
      }
    }
  }

  private func convertRows(
    _ top: Int, _ bottom: Int, _ columns: Range<Int>, _ row: (Int) -> UnsafePointer<UInt32>
  ) {
    let size = Self.chromaSize(width: width, height: height, chroma)
    let planes = planes
    let blue = planes + width * height + top / 2 * size.width
    VideoRows.convertPair(
      row(top), row(bottom), columns: columns, width: width,
      luma: (planes + top * width, planes + bottom * width),
      blue: blue, red: blue + size.width * size.height)
  }

  private func convertRow(
    _ y: Int, _ columns: Range<Int>, _ row: (Int) -> UnsafePointer<UInt32>
  ) {
    let luma = planes + y * width + columns.lowerBound
    VideoRows.convert(
      row(y) + columns.lowerBound, count: columns.count, luma: luma,
      blue: luma + width * height, red: luma + 2 * width * height)
  }
}
