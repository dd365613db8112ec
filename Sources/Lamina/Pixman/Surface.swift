/// Pixels that the executor draws into: a rectangle of device pixels and where they are in
/// memory. It does not own them.
struct Surface {
  /// The pixels there are.
  let rect: PixelRect
  /// Where pixel (0, 0) would be; only pixels of ``rect`` may be touched.
  private let origin: UnsafeMutablePointer<UInt32>
  /// Pixels from one row to the next.
  let stride: Int

  /// A surface whose first pixel, (`rect.minX`, `rect.minY`), is at `pixels`.
  init(pixels: UnsafeMutablePointer<UInt32>, rect: PixelRect, stride: Int) {
    self.rect = rect
    self.stride = stride
    origin = pixels - rect.minY * stride - rect.minX
  }

  @inline(__always)
  func row(_ y: Int, _ x: Int) -> UnsafeMutablePointer<UInt32> { origin + y * stride + x }

  /// The bytes of a row from a pixel on.
  func bytes(_ y: Int, _ x: Int) -> UnsafeMutablePointer<UInt8> {
    UnsafeMutableRawPointer(row(y, x)).assumingMemoryBound(to: UInt8.self)
  }
}
