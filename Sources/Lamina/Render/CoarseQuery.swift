#if arch(x86_64)
  import CSSE2
#endif

/// A rectangle to be found in a chunk, in units of 16 pixels.
struct CoarseQuery {
  private let minX: UInt8
  private let minY: UInt8
  private let maxX: UInt8
  private let maxY: UInt8

  init(_ rect: PixelRect) {
    minX = DisplayItems.coarse(rect.minX)
    minY = DisplayItems.coarse(rect.minY)
    maxX = DisplayItems.coarse(rect.maxX - 1)
    maxY = DisplayItems.coarse(rect.maxY - 1)
  }

  /// Which of the 16 items from `block` on may touch the rectangle: bit *i* for item *i*.
  @inline(__always)
  func matches(_ chunk: DisplayItems, _ block: Int) -> UInt32 {
    #if arch(x86_64)
      // a <= b where min(a, b) == a.
      let left = Self.load(chunk.coarseMinX + block)
      let top = Self.load(chunk.coarseMinY + block)
      let right = Self.load(chunk.coarseMaxX + block)
      let bottom = Self.load(chunk.coarseMaxY + block)
      let endsAfterX = _mm_cmpeq_epi8(_mm_max_epu8(right, Self.splat(minX)), right)
      let endsAfterY = _mm_cmpeq_epi8(_mm_max_epu8(bottom, Self.splat(minY)), bottom)
      let startsBeforeX = _mm_cmpeq_epi8(_mm_min_epu8(left, Self.splat(maxX)), left)
      let startsBeforeY = _mm_cmpeq_epi8(_mm_min_epu8(top, Self.splat(maxY)), top)
      let both = _mm_and_si128(
        _mm_and_si128(endsAfterX, endsAfterY), _mm_and_si128(startsBeforeX, startsBeforeY))
      return UInt32(truncatingIfNeeded: _mm_movemask_epi8(both))
    #else
      var mask: UInt32 = 0
      for offset in 0..<16 {
        let item = block + offset
        let meets =
          chunk.coarseMinX[item] <= maxX && chunk.coarseMaxX[item] >= minX
          && chunk.coarseMinY[item] <= maxY && chunk.coarseMaxY[item] >= minY
        if meets { mask |= 1 << UInt32(offset) }
      }
      return mask
    #endif
  }

  #if arch(x86_64)
    @inline(__always)
    private static func load(_ pointer: UnsafeMutablePointer<UInt8>) -> __m128i {
      UnsafeRawPointer(pointer).loadUnaligned(as: __m128i.self)
    }

    @inline(__always)
    private static func splat(_ value: UInt8) -> __m128i {
      _mm_set1_epi8(CChar(bitPattern: value))
    }
  #endif
}
