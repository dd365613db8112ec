#if arch(x86_64)
  import CSSE2
#endif

/// A rectangle to be found among the items of a chunk, in units of 16 pixels.
///
/// Where all items of a chunk are small, it is enough to look at where they begin: an item that
/// meets the rectangle begins inside it, or before it by no more than the largest item's size.
/// That halves what a search has to read. Other chunks are looked at edge by edge.
struct CoarseQuery {
  private let minX: UInt8
  private let minY: UInt8
  private let maxX: UInt8
  private let maxY: UInt8
  /// Where an item of the chunk must begin, if ``looksAtBeginnings``.
  private let firstX: UInt8
  private let firstY: UInt8
  private let looksAtBeginnings: Bool

  /// The most units that an item of a chunk of small items has on a side, less one.
  private static let smallExtent: UInt8 = 8

  init(_ rect: PixelRect, in items: DisplayItems) {
    minX = DisplayItems.coarse(rect.minX)
    minY = DisplayItems.coarse(rect.minY)
    maxX = DisplayItems.coarse(rect.maxX - 1)
    maxY = DisplayItems.coarse(rect.maxY - 1)
    looksAtBeginnings =
      items.coarseWidth <= Self.smallExtent && items.coarseHeight <= Self.smallExtent
    firstX = minX - min(minX, items.coarseWidth)
    firstY = minY - min(minY, items.coarseHeight)
  }

  /// Which of the 16 items from `block` on may touch the rectangle: bit *i* for item *i*.
  @inline(__always)
  func matches(_ items: DisplayItems, _ block: Int) -> UInt32 {
    #if arch(x86_64)
      // a <= b where min(a, b) == a.
      let left = Self.load(items.coarseMinX + block)
      let top = Self.load(items.coarseMinY + block)
      if looksAtBeginnings {
        let x = _mm_sub_epi8(left, Self.splat(firstX))
        let y = _mm_sub_epi8(top, Self.splat(firstY))
        let meetsX = _mm_cmpeq_epi8(_mm_min_epu8(x, Self.splat(maxX - firstX)), x)
        let meetsY = _mm_cmpeq_epi8(_mm_min_epu8(y, Self.splat(maxY - firstY)), y)
        return UInt32(truncatingIfNeeded: _mm_movemask_epi8(_mm_and_si128(meetsX, meetsY)))
      }
      let right = Self.load(items.coarseMaxX + block)
      let bottom = Self.load(items.coarseMaxY + block)
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
          items.coarseMinX[item] <= maxX && items.coarseMaxX[item] >= minX
          && items.coarseMinY[item] <= maxY && items.coarseMaxY[item] >= minY
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
