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
    if record(.draw(bitmap, rect)) { return }
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
  package func drawWhole(_ bitmap: Bitmap, _ left: Int, _ top: Int, _ amount: UInt8) {
    if record(.drawWhole(bitmap, left: left, top: top, amount: amount)) { return }
    let box = PixelRect(x: left, y: top, width: bitmap.width, height: bitmap.height)
      .intersection(state.clip)
    guard !box.isEmpty else { return }
    let source = bitmap.storage
    source.finishDrawing()
    prepareToDraw()
    let copies = bitmap.isOpaque && amount == 255 && state.clipMask == nil
    for y in box.minY..<box.maxY {
      let row = storage.pixels + y * storage.stride
      let from = source.pixels + (y - top) * source.stride - left
      if copies {
        (row + box.minX).update(from: from + box.minX, count: box.width)
        continue
      }
      if amount == 255, state.clipMask == nil {
        RowKernels.over(row + box.minX, from + box.minX, box.width)
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
    bitmap.storage.finishDrawing()
    prepareToDraw()
    let back = placed.inverted()
    let sampler = Sampler(bitmap.storage, filter: .linear)
    for y in bounds.minY..<bounds.maxY {
      let row = storage.pixels + y * storage.stride
      for x in bounds.minX..<bounds.maxX {
        let part = Pixel.multiply(mask[x, y], amount)
        if part == 0 { continue }
        let at = FlattenedPath.map(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5), back)
        let pixel = sampler.pixel(sampler.tapX(at.x), sampler.tapY(at.y))
        row[x] = Pixel.over(Pixel.multiply(pixel, part), row[x])
      }
    }
  }
}
