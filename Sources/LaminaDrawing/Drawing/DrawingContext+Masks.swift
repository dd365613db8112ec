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
    let skipped = box.minX - x - bounds.minX
    // Rows of a mask end in zeros, up to a multiple of four, which is blended faster.
    let count = skipped == 0 ? min(mask.stride, state.clip.maxX - box.minX) : box.width
    mask.bytes.withUnsafeBufferPointer { bytes in
      guard var coverage = bytes.baseAddress else { return }
      coverage += (box.minY - y - bounds.minY) * mask.stride + skipped
      if state.clipMask == nil {
        var row = storage.pixels + box.minY * storage.stride + box.minX
        for _ in 0..<box.height {
          SpanKernels.blend(pixel, coverage, row, count)
          row += storage.stride
          coverage += mask.stride
        }
        return
      }
      for y in box.minY..<box.maxY {
        composite(
          y, box.minX, UnsafeBufferPointer(start: coverage, count: box.width), pixel,
          clearing: false)
        coverage += mask.stride
      }
    }
  }
}
