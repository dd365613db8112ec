#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// Blending one colour through a row of coverage, rounded as ``Pixel`` rounds.
enum SpanKernels {
  /// From how many pixels on a look for empty and full groups pays.
  private static let longest = 64

  /// Blends `pixel` times `coverage` over `row`.
  @inline(__always)
  static func blend(
    _ pixel: UInt32, _ coverage: UnsafePointer<UInt8>, _ row: UnsafeMutablePointer<UInt32>,
    _ count: Int
  ) {
    var index = 0
    // Long parts where nothing or everything may be covered.
    if count >= longest {
      let isOpaque = pixel >> 24 == 255
      while index &+ 8 <= count {
        let eight = UInt64(
          littleEndian: UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt64.self))
        if eight == UInt64.max, isOpaque {
          (row + index).update(repeating: pixel, count: 8)
        } else if eight != 0 {
          blendFour(pixel, UInt32(truncatingIfNeeded: eight), row + index)
          blendFour(pixel, UInt32(truncatingIfNeeded: eight >> 32), row + index + 4)
        }
        index &+= 8
      }
    }
    while index &+ 4 <= count {
      blendFour(
        pixel,
        UInt32(
          littleEndian: UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt32.self)),
        row + index)
      index &+= 4
    }
    while index < count {
      blendOne(pixel, coverage[index], row + index)
      index &+= 1
    }
  }

  /// Sets `count` pixels.
  @inline(__always)
  static func fill(_ pixel: UInt32, _ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if count < 8 {
      for place in 0..<count { row[place] = pixel }
      return
    }
    let eight = SIMD8(repeating: pixel)
    let row = UnsafeMutableRawPointer(row)
    let end = count &* 4
    var offset = 0
    while offset &+ 32 < end {
      row.storeBytes(of: eight, toByteOffset: offset, as: SIMD8<UInt32>.self)
      offset &+= 32
    }
    // The last ones may have been set already.
    row.storeBytes(of: eight, toByteOffset: end &- 32, as: SIMD8<UInt32>.self)
  }

  @inline(__always)
  static func blendOne(
    _ pixel: UInt32, _ coverage: UInt8, _ place: UnsafeMutablePointer<UInt32>
  ) {
    if coverage > 0 {
      place.pointee = Pixel.over(Pixel.multiply(pixel, coverage), place.pointee)
    }
  }

  /// Blends four pixels; their coverage is in `coverage`, the first in the lowest byte.
  @inline(__always)
  static func blendFour(
    _ pixel: UInt32, _ coverage: UInt32, _ row: UnsafeMutablePointer<UInt32>
  ) {
    #if arch(x86_64) && !LAMINA_PORTABLE
      let zero = _mm_setzero_si128()
      // Each coverage four times, for the components of its pixel.
      let bytes = _mm_cvtsi32_si128(Int32(bitPattern: coverage))
      let pairs = _mm_unpacklo_epi8(bytes, bytes)
      let all = _mm_unpacklo_epi16(pairs, pairs)
      let color = _mm_unpacklo_epi8(_mm_set1_epi32(Int32(bitPattern: pixel)), zero)
      let alpha = pixel >> 24 == 255 ? nil : _mm_set1_epi16(Int16(truncatingIfNeeded: pixel >> 24))
      let place = UnsafeMutableRawPointer(row).assumingMemoryBound(to: __m128i.self)
      let below = _mm_loadu_si128(place)
      let low = blendTwo(
        color, alpha, _mm_unpacklo_epi8(all, zero), _mm_unpacklo_epi8(below, zero))
      let high = blendTwo(
        color, alpha, _mm_unpackhi_epi8(all, zero), _mm_unpackhi_epi8(below, zero))
      let source = _mm_packus_epi16(low.source, high.source)
      _mm_storeu_si128(
        place, _mm_adds_epu8(source, _mm_packus_epi16(low.below, high.below)))
    #else
      for index in 0..<4 {
        blendOne(pixel, UInt8(truncatingIfNeeded: coverage >> (8 * index)), row + index)
      }
    #endif
  }

  #if arch(x86_64) && !LAMINA_PORTABLE
    /// The two terms of source-over for two pixels of 16-bit components.
    ///
    /// - Parameter alpha: the colour's; `nil` if it is opaque.
    @inline(__always)
    private static func blendTwo(
      _ color: __m128i, _ alpha: __m128i?, _ coverage: __m128i, _ below: __m128i
    ) -> (source: __m128i, below: __m128i) {
      let covered = alpha.map { multiply($0, coverage) } ?? coverage
      let inverse = _mm_sub_epi16(_mm_set1_epi16(255), covered)
      return (multiply(color, coverage), multiply(below, inverse))
    }

    /// `a * b / 255` for eight components, to the nearest.
    @inline(__always)
    private static func multiply(_ a: __m128i, _ b: __m128i) -> __m128i {
      let product = _mm_add_epi16(_mm_mullo_epi16(a, b), _mm_set1_epi16(128))
      return _mm_srli_epi16(_mm_add_epi16(product, _mm_srli_epi16(product, 8)), 8)
    }
  #endif
}
