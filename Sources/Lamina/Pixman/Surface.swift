/// A rectangle of device pixels that the executor draws into, with their memory, which it does not
/// own.
struct Surface {
  /// The valid pixels.
  let rect: PixelRect
  /// The address of pixel (0, 0); only pixels in ``rect`` may be accessed.
  private let origin: UnsafeMutablePointer<UInt32>
  /// The number of pixels from one row to the next.
  let stride: Int

  /// Creates a surface whose first pixel, (`rect.minX`, `rect.minY`), is at `pixels`.
  init(pixels: UnsafeMutablePointer<UInt32>, rect: PixelRect, stride: Int) {
    self.rect = rect
    self.stride = stride
    origin = pixels - rect.minY * stride - rect.minX
  }

  /// Returns the part in a rectangle inside the surface.
  func cut(to rect: PixelRect) -> Surface {
    Surface(pixels: row(rect.minY, rect.minX), rect: rect, stride: stride)
  }

  func row(_ y: Int, _ x: Int) -> UnsafeMutablePointer<UInt32> { origin + y * stride + x }

  /// Returns the bytes of a row from a pixel on.
  func bytes(_ y: Int, _ x: Int) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(row(y, x)).assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the bounding box of the pixels in a part that are not 0.
  ///
  /// - Complexity: O(pixels around it that are 0 + its sides).
  func contentBounds(in part: PixelRect) -> PixelRect {
    /// Returns the number of leading zero pixels of a row, up to a count.
    func leading(_ y: Int, _ count: Int) -> Int {
      let row = row(y, part.minX)
      var index = 0
      while index < count, row[index] == 0 { index += 1 }
      return index
    }
    var (minY, maxY) = (part.minY, part.maxY)
    while minY < maxY, leading(minY, part.width) == part.width { minY += 1 }
    while maxY > minY, leading(maxY - 1, part.width) == part.width { maxY -= 1 }
    if minY >= maxY { return .empty }
    var (start, end) = (part.width, 0)
    for y in minY..<maxY {
      start = leading(y, start)
      let row = row(y, part.minX)
      var last = part.width
      while last > end, row[last - 1] == 0 { last -= 1 }
      end = last
    }
    return PixelRect(
      minX: part.minX + start, minY: minY, maxX: part.minX + end, maxY: maxY)
  }
}
