extension Mask {
  /// The coverage of a small path, filled by the non-zero rule.
  ///
  /// - Parameter transform: from the path's coordinates to pixels.
  /// - Complexity: O(pixels of the path's bounds). What lies further than 16,384 pixels from the
  ///   origin is left out.
  package init(filling path: Path, transform: Transform2D) {
    self = PathRasterizer().mask(
      path, transform: transform, rule: .nonZero,
      clip: PixelRect(minX: -0x4000, minY: -0x4000, maxX: 0x4000, maxY: 0x4000))
  }
}

extension DrawingContext {
  /// Draws ``fillColor``, times ``alpha``, through a mask whose pixels are moved by whole device
  /// pixels, `x` to the right and `y` down. The ``transform`` is left aside.
  package func fill(_ mask: borrowing Mask, x: Int, y: Int) {
    let pixel = color(state.fillColor)
    let bounds = mask.bounds
    let box = PixelRect(
      minX: bounds.minX + x, minY: bounds.minY + y, maxX: bounds.maxX + x, maxY: bounds.maxY + y
    ).intersection(state.clip)
    guard !box.isEmpty, pixel >> 24 > 0 else { return }
    prepareToDraw()
    mask.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      for row in box.minY..<box.maxY {
        let coverage =
          base + (row - y - bounds.minY) * mask.stride + (box.minX - x - bounds.minX)
        composite(
          row, box.minX, UnsafeBufferPointer(start: coverage, count: box.width), pixel,
          clearing: false)
      }
    }
  }
}
