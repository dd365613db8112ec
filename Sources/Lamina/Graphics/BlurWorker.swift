/// Blurs pictures of one or four bytes a pixel; keeps memory from one to the next.
///
/// All sums are of whole numbers and exact, so it makes no difference in which order they are made:
/// the loops for vectors give the bytes of those for single numbers.
final class BlurWorker {
  private var sums = Growable<UInt32>()
  /// What is blurred along x, in 256ths, less 32,768.
  private var middle = Growable<Int16>()
  #if arch(x86_64) && !LAMINA_PORTABLE
    private var vectors = BlurVectors()
  #endif

  deinit {
    sums.deallocate()
    middle.deallocate()
    #if arch(x86_64) && !LAMINA_PORTABLE
      vectors.deallocate()
    #endif
  }

  /// Blurs `source` into `result`, which is smaller by the reach on each side.
  ///
  /// - Parameters:
  ///   - source: rows of `(width + 2 * blur.x.reach) * channels` bytes, `height + 2 * blur.y.reach`
  ///     of them, `sourceStride` bytes from one to the next.
  ///   - result: `height` rows of `width * channels` bytes, `resultStride` from one to the next.
  /// - Complexity: O(bytes of the source * reach).
  func apply(
    _ blur: PixelBlur, to source: UnsafePointer<UInt8>, sourceStride: Int,
    result: UnsafeMutablePointer<UInt8>, resultStride: Int, width: Int, height: Int, channels: Int
  ) {
    let bytes = width * channels
    let rows = height + 2 * blur.y.reach
    // Vectors begin more than they end: numbers past the last byte, and rows past the last row.
    let stride = (bytes + 15) & ~15
    sums.reserve(bytes)
    middle.reserve(stride * (rows + 3))
    let middle = self.middle.base
    blurRows(
      blur.x.weights, channels: channels, rows: rows, from: source, sourceStride, into: middle,
      stride, bytes)
    blurColumns(
      blur.y.weights, from: middle, stride, into: result, resultStride, bytes, rows: height)
  }

  /// Blurs along x.
  private func blurRows(
    _ weights: [UInt32], channels: Int, rows: Int, from source: UnsafePointer<UInt8>,
    _ sourceStride: Int, into middle: UnsafeMutablePointer<Int16>, _ stride: Int, _ bytes: Int
  ) {
    let margin = (weights.count - 1) * channels
    #if arch(x86_64) && !LAMINA_PORTABLE
      if vectors.setRowWeights(weights, channels: channels, bytes: bytes) {
        for y in 0..<rows {
          vectors.blurRow(source + y * sourceStride, into: middle + y * stride)
        }
        return
      }
    #endif
    let sums = self.sums.base
    for y in 0..<rows {
      let row = source + y * sourceStride + margin
      let out = middle + y * stride
      for x in 0..<bytes { sums[x] = weights[0] &* UInt32(row[x]) }
      for offset in 1..<max(1, weights.count) {
        let weight = weights[offset]
        let left = row - offset * channels
        let right = row + offset * channels
        for x in 0..<bytes { sums[x] &+= weight &* (UInt32(left[x]) &+ UInt32(right[x])) }
      }
      for x in 0..<bytes {
        out[x] = Int16(truncatingIfNeeded: Int32((sums[x] &+ 128) >> 8) &- 32_768)
      }
    }
  }

  /// Blurs along y.
  private func blurColumns(
    _ weights: [UInt32], from middle: UnsafePointer<Int16>, _ stride: Int,
    into result: UnsafeMutablePointer<UInt8>, _ resultStride: Int, _ bytes: Int, rows: Int
  ) {
    let reach = weights.count - 1
    #if arch(x86_64) && !LAMINA_PORTABLE
      if vectors.setColumnWeights(weights) {
        vectors.blurColumns(
          middle, stride: stride, into: result, resultStride, bytes: bytes, rows: rows)
        return
      }
    #endif
    let sums = self.sums.base
    func whole(_ number: Int16) -> UInt32 { UInt32(Int32(number) &+ 32_768) }
    for y in 0..<rows {
      let row = middle + (y + reach) * stride
      let out = result + y * resultStride
      // No sum exceeds 65,536 * 65,280, and the rounding still fits above it.
      for x in 0..<bytes { sums[x] = weights[0] &* whole(row[x]) }
      for offset in 1..<max(1, weights.count) {
        let weight = weights[offset]
        let above = row - offset * stride
        let below = row + offset * stride
        for x in 0..<bytes { sums[x] &+= weight &* (whole(above[x]) &+ whole(below[x])) }
      }
      for x in 0..<bytes { out[x] = UInt8(truncatingIfNeeded: (sums[x] &+ 8_388_608) >> 24) }
    }
  }
}
