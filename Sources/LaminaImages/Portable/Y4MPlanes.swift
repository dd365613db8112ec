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

  /// Creates planes with undefined contents.
  init(width: Int, height: Int, chroma: ChromaSubsampling, matte: Color) {
    (self.width, self.height) = (width, height)
    self.chroma = chroma
    self.matte = matte.withAlpha(1).premultipliedPixel
    memory = .allocate(
      byteCount: Self.byteCount(width: width, height: height, chroma: chroma), alignment: 16)
    memory.copyBytes(from: Self.header)
  }

  deinit { memory.deallocate() }

  /// The frame with its header: the planes of luma, blue and red chroma. It is valid until the next
  /// conversion.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(memory) }

  /// Returns true if the pixels that move in a change can be moved in the planes, too: by whole pixels
  /// of the chroma.
  func canMake(_ change: FrameChange) -> Bool {
    guard let copy = change.copy, chroma == .yuv420 else { return true }
    return copy.dx % 2 == 0 && copy.dy % 2 == 0
  }

  /// Turns the planes into those of a later picture.
  ///
  /// - Parameters:
  ///   - bitmap: the later picture, of the same size.
  ///   - change: the difference from the picture that the planes show, which ``canMake(_:)`` accepts.
  func update(to bitmap: Bitmap, _ change: FrameChange) {
    if let copy = change.copy {
      let moved = move(copy)
      for rect in copy.destination.subtracting(moved) { convert(rect, of: bitmap) }
    }
    for rect in change.region.rects { convert(rect, of: bitmap) }
  }

  /// Moves the pixels of a copy whose chroma depends on no others, and returns them.
  private func move(_ copy: PixelCopy) -> PixelRect {
    let size = Self.chromaSize(width: width, height: height, chroma)
    var rect = copy.destination
    var colors = PixelCopy(destination: rect, dx: copy.dx, dy: copy.dy)
    if chroma == .yuv420 {
      // The chroma of a column is that of the pixel to the left of it, too.
      let inner = PixelRect(
        minX: (rect.minX + 2) / 2, minY: (rect.minY + 1) / 2, maxX: rect.maxX / 2,
        maxY: rect.maxY / 2)
      if inner.isEmpty { return .empty }
      colors = PixelCopy(destination: inner, dx: copy.dx / 2, dy: copy.dy / 2)
      rect = PixelRect(
        minX: 2 * inner.minX, minY: 2 * inner.minY, maxX: 2 * inner.maxX, maxY: 2 * inner.maxY)
    }
    let blue = planes + width * height
    Self.move(PixelCopy(destination: rect, dx: copy.dx, dy: copy.dy), in: planes, stride: width)
    Self.move(colors, in: blue, stride: size.width)
    Self.move(colors, in: blue + size.width * size.height, stride: size.width)
    return rect
  }

  private static func move(_ copy: PixelCopy, in plane: UnsafeMutablePointer<UInt8>, stride: Int) {
    let rect = copy.destination
    for row in 0..<rect.height {
      // No row is written before it is read.
      let y = copy.dy > 0 ? rect.maxY - 1 - row : rect.minY + row
      (plane + y * stride + rect.minX).update(
        from: plane + (y - copy.dy) * stride + rect.minX - copy.dx, count: rect.width)
    }
  }

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
