import Foundation

extension DrawingContext {
  /// Draws `bitmap` stretched over `rect`, times ``alpha``.
  ///
  /// On whole device pixels and at its own size the pixels are blended as they are; otherwise
  /// they are interpolated linearly, and the edges of `rect` are antialiased. A rectangle of
  /// negative size is standardised; an empty one draws nothing.
  ///
  /// - Precondition: `rect` is finite.
  public func draw(_ bitmap: Bitmap, in rect: CGRect) {
    let rect = rect.standardized
    guard !rect.isEmpty, !state.clip.isEmpty else { return }
    let amount = UInt8((state.alpha * 255).rounded())
    guard amount > 0 else { return }
    // From the bitmap's pixels to the picture's.
    let placed = Transform2D(
      a: rect.width / CGFloat(bitmap.width), b: 0, c: 0,
      d: rect.height / CGFloat(bitmap.height), tx: rect.minX, ty: rect.minY
    ).concatenating(state.transform)
    guard placed.isFinite, placed.determinant != 0 else { return }
    if placed.a == 1, placed.b == 0, placed.c == 0, placed.d == 1,
      placed.tx == placed.tx.rounded(), placed.ty == placed.ty.rounded()
    {
      drawWhole(bitmap, PixelSnapping.edge(placed.tx), PixelSnapping.edge(placed.ty), amount)
    } else {
      drawStretched(
        bitmap, Path(rect: CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height)),
        placed, amount)
    }
  }

  /// Draws a bitmap pixel for pixel with its first pixel at (`left`, `top`), times
  /// `amount / 255`.
  func drawWhole(_ bitmap: Bitmap, _ left: Int, _ top: Int, _ amount: UInt8) {
    let box = PixelRect(x: left, y: top, width: bitmap.width, height: bitmap.height)
      .intersection(state.clip)
    guard !box.isEmpty else { return }
    let source = bitmap.storage
    prepareToDraw()
    let copies = bitmap.isOpaque && amount == 255 && state.clipMask == nil
    for y in box.minY..<box.maxY {
      let row = storage.pixels + y * storage.stride
      let from = source.pixels + (y - top) * source.stride - left
      if copies {
        (row + box.minX).update(from: from + box.minX, count: box.width)
        continue
      }
      for x in box.minX..<box.maxX {
        var part = amount
        if let mask = state.clipMask { part = Pixel.multiply(part, mask[x, y]) }
        row[x] = Pixel.over(Pixel.multiply(from[x], part), row[x])
      }
    }
  }

  private func drawStretched(
    _ bitmap: Bitmap, _ outline: Path, _ placed: Transform2D, _ amount: UInt8
  ) {
    var mask = rasterizer.mask(outline, transform: placed, rule: .nonZero, clip: state.clip)
    if let clip = state.clipMask { mask.multiply(by: clip) }
    let bounds = mask.bounds
    guard !bounds.isEmpty else { return }
    prepareToDraw()
    let back = placed.inverted()
    for y in bounds.minY..<bounds.maxY {
      let row = storage.pixels + y * storage.stride
      for x in bounds.minX..<bounds.maxX {
        let part = Pixel.multiply(mask[x, y], amount)
        if part == 0 { continue }
        let at = FlatPath.map(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5), back)
        row[x] = Pixel.over(Pixel.multiply(Self.sample(bitmap, at.x, at.y), part), row[x])
      }
    }
  }

  /// The colour at a position in a bitmap, mixed linearly of the nearest four pixels, with
  /// weights of 1/256. Beyond the edge the outermost pixels go on.
  private static func sample(_ bitmap: Bitmap, _ x: Double, _ y: Double) -> UInt32 {
    let u = max(0, min(Double(bitmap.width - 1), x - 0.5))
    let v = max(0, min(Double(bitmap.height - 1), y - 0.5))
    let (x0, y0) = (Int(u), Int(v))
    let (x1, y1) = (min(x0 + 1, bitmap.width - 1), min(y0 + 1, bitmap.height - 1))
    let fx = UInt64((u - Double(x0)) * 256)
    let fy = UInt64((v - Double(y0)) * 256)
    let top = bitmap.storage.pixels + y0 * bitmap.storage.stride
    let bottom = bitmap.storage.pixels + y1 * bitmap.storage.stride
    let sum =
      spread(top[x0]) &* ((256 - fx) * (256 - fy)) + spread(top[x1]) &* (fx * (256 - fy))
      + spread(bottom[x0]) &* ((256 - fx) * fy) + spread(bottom[x1]) &* (fx * fy)
    let high =
      spread(top[x0] >> 8) &* ((256 - fx) * (256 - fy)) + spread(top[x1] >> 8)
      &* (fx * (256 - fy)) + spread(bottom[x0] >> 8) &* ((256 - fx) * fy)
      + spread(bottom[x1] >> 8) &* (fx * fy)
    return gathered(sum) | gathered(high) << 8
  }

  /// Bytes 0 and 2 of a pixel, 32 bits apart, so that sums of 65,536ths fit.
  @inline(__always)
  private static func spread(_ pixel: UInt32) -> UInt64 {
    UInt64(pixel & 0xFF) | UInt64(pixel >> 16 & 0xFF) << 32
  }

  @inline(__always)
  private static func gathered(_ sums: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (sums & 0xFFFF_FFFF) >> 16)
      | UInt32(truncatingIfNeeded: sums >> 48) << 16
  }
}
