#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// The four edges of a box on whole pixels, processed together.
struct PixelEdges {
  /// The minimum x and y, then the maximum ones.
  private var lanes: SIMD4<Int32>

  @inline(__always) var minX: Int32 { lanes.x }
  @inline(__always) var minY: Int32 { lanes.y }
  @inline(__always) var maxX: Int32 { lanes.z }
  @inline(__always) var maxY: Int32 { lanes.w }

  @inline(__always)
  init(_ rect: PixelRect) {
    lanes = SIMD4(
      Int32(clamping: rect.minX), Int32(clamping: rect.minY), Int32(clamping: rect.maxX),
      Int32(clamping: rect.maxY))
  }

  /// Creates edges by snapping each one as ``PixelSnapping/edge(_:)`` does.
  @inline(__always)
  init(snapping low: SIMD2<Double>, _ high: SIMD2<Double>) {
    #if arch(x86_64) && !LAMINA_PORTABLE
      let (first, firstExcess) = Self.cut(low)
      let (last, lastExcess) = Self.cut(high)
      lanes =
        SIMD4(lowHalf: first, highHalf: last)
        &+ SIMD4(lowHalf: firstExcess, highHalf: lastExcess)
    #else
      lanes = SIMD4(
        Int32(PixelSnapping.edge(low.x)), Int32(PixelSnapping.edge(low.y)),
        Int32(PixelSnapping.edge(high.x)), Int32(PixelSnapping.edge(high.y)))
    #endif
  }

  #if arch(x86_64) && !LAMINA_PORTABLE
    /// Returns the numbers plus the rounding offset, truncated towards zero, and -1 for each that
    /// was truncated upwards, else 0.
    @inline(__always)
    private static func cut(_ values: SIMD2<Double>) -> (SIMD2<Int32>, SIMD2<Int32>) {
      let limit = Double(PixelSnapping.limit)
      // If a comparison fails, these return their second operand, so a NaN becomes a limit.
      let low = _mm_max_pd(
        values + PixelSnapping.roundingOffset, _mm_set1_pd(-limit))
      let bounded = _mm_min_pd(low, _mm_set1_pd(limit))
      let cut = _mm_cvttpd_epi32(bounded)
      let excess = _mm_cmpgt_pd(_mm_cvtepi32_pd(cut), bounded)
      return (
        unsafeBitCast(cut, to: SIMD4<Int32>.self).lowHalf,
        unsafeBitCast(excess, to: SIMD4<Int32>.self).evenHalf
      )
    }
  #endif

  /// Returns the intersection with another box, which ``isEmpty`` if they do not overlap.
  @inline(__always)
  func clipped(to clip: PixelEdges) -> PixelEdges {
    var result = self
    result.lanes.lowHalf = pointwiseMax(lanes.lowHalf, clip.lanes.lowHalf)
    result.lanes.highHalf = pointwiseMin(lanes.highHalf, clip.lanes.highHalf)
    return result
  }

  @inline(__always) var isEmpty: Bool { minX >= maxX || minY >= maxY }
  /// True if a minimum edge lies beyond the opposite one.
  @inline(__always) var isInverted: Bool { minX > maxX || minY > maxY }

  @inline(__always) var rect: PixelRect {
    PixelRect(minX: Int(minX), minY: Int(minY), maxX: Int(maxX), maxY: Int(maxY))
  }

  /// The edges clamped to 16 bits.
  @inline(__always) var narrowed: PixelBox {
    #if arch(x86_64) && !LAMINA_PORTABLE
      let edges = unsafeBitCast(lanes, to: __m128i.self)
      return PixelBox(
        lanes: unsafeBitCast(_mm_packs_epi32(edges, edges), to: SIMD8<Int16>.self).lowHalf)
    #else
      return PixelBox(
        minX: Int16(clamping: minX), minY: Int16(clamping: minY), maxX: Int16(clamping: maxX),
        maxY: Int16(clamping: maxY))
    #endif
  }

  /// The first and the last column and row in units of 16 pixels, clamped to one byte each; minX is
  /// in the lowest byte.
  @inline(__always) var coarse: UInt32 {
    // Taken from the last pixel, so that a box that ends on a border does not extend beyond it.
    let pixels = lanes &- SIMD4(0, 0, 1, 1)
    #if arch(x86_64) && !LAMINA_PORTABLE
      let units = _mm_srai_epi32(unsafeBitCast(pixels, to: __m128i.self), 4)
      let words = _mm_packs_epi32(units, units)
      return UInt32(bitPattern: _mm_cvtsi128_si32(_mm_packus_epi16(words, words)))
    #else
      let units = (pixels &>> 4).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
      let bits = SIMD4<UInt32>(truncatingIfNeeded: units) &<< SIMD4(0, 8, 16, 24)
      return bits.x | bits.y | bits.z | bits.w
    #endif
  }
}
