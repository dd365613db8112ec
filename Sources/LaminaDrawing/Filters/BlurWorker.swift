/// The picture to blur.
package struct BlurSource {
  /// A pointer to the first byte of the first row.
  package let bytes: UnsafePointer<UInt8>
  /// The distance from one row to the next, in bytes.
  package let stride: Int
  /// The bounds of its pixels. Beyond them the picture is transparent, or repeats its edge.
  package let rect: PixelRect
  /// The number of bytes per pixel.
  package let channels: Int
  /// True if the pixels at the edge repeat beyond it.
  package var extendsEdges = false

  package init(
    bytes: UnsafePointer<UInt8>, stride: Int, rect: PixelRect, channels: Int,
    extendsEdges: Bool = false
  ) {
    self.bytes = bytes
    self.stride = stride
    self.rect = rect
    self.channels = channels
    self.extendsEdges = extendsEdges
  }

  func row(_ y: Int, _ x: Int) -> UnsafePointer<UInt8> {
    bytes + (y - rect.minY) * stride + (x - rect.minX) * channels
  }

  /// Returns the bytes of a row inside the needed pixels.
  ///
  /// - Parameters:
  ///   - present: the needed pixels that exist.
  ///   - padding: a buffer for a needed row with 0 on either side, used if fewer pixels exist.
  fileprivate func row(
    _ y: Int, in needed: PixelRect, _ present: PixelRect,
    paddedBy padding: UnsafeMutablePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let first = row(y, present.minX)
    if present.width == needed.width { return first }
    let left = (present.minX - needed.minX) * channels
    let count = present.width * channels
    (padding + left).update(from: first, count: count)
    if extendsEdges {
      for byte in 0..<left { padding[byte] = first[byte % channels] }
      for byte in left + count..<needed.width * channels {
        padding[byte] = first[count - channels + byte % channels]
      }
    }
    return UnsafePointer(padding)
  }
}

/// Blurs pictures of one or four bytes per pixel; keeps its buffers from one to the next.
///
/// All sums are of integers and exact, so their order makes no difference: the vector loops produce
/// the same bytes as the scalar ones, which remain for weights that the former cannot multiply by.
package final class BlurWorker {
  private var sums = ScratchArray<UInt32>()
  /// The rows blurred along x, in 256ths minus 32,768.
  private var middle = ScratchArray<Int16>()
  /// A row of the source extended beyond its edges.
  private var padded = ScratchArray<UInt8>()
  private var sampled = SampledBlur()
  private var vectors = BlurKernels()

  package init() {}

  /// Blurs a picture into a part of the pixels around it.
  ///
  /// - Parameters:
  ///   - result: rows of `rect.width * source.channels` bytes, `resultStride` from one to the next.
  ///   - rect: the pixels of the result.
  /// - Complexity: O(pixels of the source in reach + pixels of the result), each times the reach up
  ///   to ``GaussianBlur/largestExactDeviation``; beyond that the cost does not grow with the width
  ///   of the blur.
  package func apply(
    _ blur: PixelBlur, to source: BlurSource, into result: UnsafeMutablePointer<UInt8>,
    resultStride: Int, _ rect: PixelRect
  ) {
    if blur.isSampled {
      return sampled.apply(blur, to: source, into: result, resultStride: resultStride, rect)
    }
    let needed = blur.grown(rect)
    let bytes = rect.width * source.channels
    // Vectors overrun: they process numbers past the last byte of a row, and rows past the last
    // row.
    let stride = (bytes + 15) & ~15
    sums.reserve(bytes)
    middle.reserve(stride * (needed.height + 3))
    let middle = self.middle.base
    blurRows(blur.x.weights, of: source, needed, into: middle, stride, bytes)
    blurColumns(
      blur.y.weights, from: middle, stride, into: result, resultStride, bytes, rows: rect.height)
  }

  /// Blurs all rows that the result needs along x.
  private func blurRows(
    _ weights: [UInt32], of source: BlurSource, _ needed: PixelRect,
    into middle: UnsafeMutablePointer<Int16>, _ stride: Int, _ bytes: Int
  ) {
    let present = source.rect.intersection(needed)
    if present.isEmpty {
      return middle.update(repeating: -32_768, count: stride * needed.height)
    }
    let usesVectors = vectors.setRowWeights(weights, channels: source.channels, bytes: bytes)
    if present.width < needed.width {
      padded.reserve(needed.width * source.channels)
      padded.base.update(repeating: 0, count: needed.width * source.channels)
    }
    for y in present.minY..<present.maxY {
      let row = source.row(y, in: needed, present, paddedBy: padded.base)
      let out = middle + (y - needed.minY) * stride
      if usesVectors {
        vectors.blurRow(row, into: out)
      } else {
        blurRow(weights, row, source.channels, into: out, bytes)
      }
    }
    // Above and below it is as at the sides: transparent, or the edge repeated.
    func fill(_ rows: Range<Int>, like edge: Int) {
      for y in rows {
        let out = middle + (y - needed.minY) * stride
        if source.extendsEdges {
          out.update(from: middle + (edge - needed.minY) * stride, count: stride)
        } else {
          out.update(repeating: -32_768, count: stride)
        }
      }
    }
    fill(needed.minY..<present.minY, like: present.minY)
    fill(present.maxY..<needed.maxY, like: present.maxY - 1)
  }

  /// Blurs a row along x with scalar operations.
  private func blurRow(
    _ weights: [UInt32], _ source: UnsafePointer<UInt8>, _ channels: Int,
    into out: UnsafeMutablePointer<Int16>, _ bytes: Int
  ) {
    let sums = self.sums.base
    let row = source + (weights.count - 1) * channels
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

  /// Blurs along y.
  private func blurColumns(
    _ weights: [UInt32], from middle: UnsafePointer<Int16>, _ stride: Int,
    into result: UnsafeMutablePointer<UInt8>, _ resultStride: Int, _ bytes: Int, rows: Int
  ) {
    let reach = weights.count - 1
    if vectors.setColumnWeights(weights) {
      return vectors.blurColumns(
        middle, stride: stride, into: result, resultStride, bytes: bytes, rows: rows)
    }
    let sums = self.sums.base
    func whole(_ number: Int16) -> UInt32 { UInt32(Int32(number) &+ 32_768) }
    for y in 0..<rows {
      let row = middle + (y + reach) * stride
      let out = result + y * resultStride
      // No sum exceeds 65,536 * 65,280, which leaves room for the rounding constant.
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
