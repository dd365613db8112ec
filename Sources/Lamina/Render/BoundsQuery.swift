#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// A bounds query of the items of a chunk for a rectangle: a broad phase that tests 16 items at
/// once, and may report false positives but never misses an item.
///
/// If all items of a chunk are small, it is enough to test their left and top edges, in units of 8
/// pixels: an item that intersects the rectangle begins inside it, or before it by less than the
/// largest item's size. The units are counted modulo 256, so items 2,048 pixels away are reported
/// too. Chunks with larger items are tested by all four edges, in units of 16 pixels.
struct BoundsQuery {
  private let looksAtBeginnings: Bool
  /// The first unit on each axis, and the number of units that follow it.
  private let firstX: UInt8
  private let firstY: UInt8
  private let spanX: UInt8
  private let spanY: UInt8
  private let minX: UInt8
  private let minY: UInt8
  private let maxX: UInt8
  private let maxY: UInt8

  /// The largest side, in pixels, of the items of a chunk of small items.
  private static let smallSide = 256

  private let width: Int
  private let height: Int

  /// Creates a query for a rectangle among items of at most `width` x `height` pixels.
  init(_ rect: PixelRect, width: Int, height: Int) {
    self.width = width
    self.height = height
    let left = (rect.minX - width + 1) >> DisplayItems.beginningShift
    let top = (rect.minY - height + 1) >> DisplayItems.beginningShift
    let columns = (rect.maxX - 1) >> DisplayItems.beginningShift - left
    let rows = (rect.maxY - 1) >> DisplayItems.beginningShift - top
    looksAtBeginnings =
      width <= Self.smallSide && height <= Self.smallSide && columns < 256 && rows < 256
    firstX = UInt8(truncatingIfNeeded: left)
    firstY = UInt8(truncatingIfNeeded: top)
    spanX = UInt8(truncatingIfNeeded: columns)
    spanY = UInt8(truncatingIfNeeded: rows)
    let coarse = PixelEdges(rect).coarse
    minX = UInt8(truncatingIfNeeded: coarse)
    minY = UInt8(truncatingIfNeeded: coarse >> 8)
    maxX = UInt8(truncatingIfNeeded: coarse >> 16)
    maxY = UInt8(truncatingIfNeeded: coarse >> 24)
  }

  /// Returns true if the query was created for items of this maximum size.
  @inline(__always)
  func suits(_ width: Int, _ height: Int) -> Bool {
    self.width == width && self.height == height
  }

  /// Calls `body` with the index of every item that may intersect the rectangle, in order.
  @inline(__always)
  func forEachMatch(_ items: DisplayItems, _ body: (Int) -> Void) {
    var block = 0
    while block < items.count {
      var mask =
        looksAtBeginnings ? beginnings(items, block) : edges(items, block)
      let rest = items.count - block
      if rest < 16 { mask &= (1 << UInt32(rest)) - 1 }
      while mask != 0 {
        body(block + mask.trailingZeroBitCount)
        mask &= mask - 1
      }
      block += 16
    }
  }

  #if arch(x86_64) && !LAMINA_PORTABLE
    // For unsigned bytes, a <= b if min(a, b) == a.

    @inline(__always)
    private func beginnings(_ items: DisplayItems, _ block: Int) -> UInt32 {
      let x = _mm_sub_epi8(Self.load(items.beginningX + block), Self.splat(firstX))
      let y = _mm_sub_epi8(Self.load(items.beginningY + block), Self.splat(firstY))
      let meetsX = _mm_cmpeq_epi8(_mm_min_epu8(x, Self.splat(spanX)), x)
      let meetsY = _mm_cmpeq_epi8(_mm_min_epu8(y, Self.splat(spanY)), y)
      return UInt32(truncatingIfNeeded: _mm_movemask_epi8(_mm_and_si128(meetsX, meetsY)))
    }

    @inline(__always)
    private func edges(_ items: DisplayItems, _ block: Int) -> UInt32 {
      let left = Self.load(items.coarseMinX + block)
      let top = Self.load(items.coarseMinY + block)
      let right = Self.load(items.coarseMaxX + block)
      let bottom = Self.load(items.coarseMaxY + block)
      let endsAfterX = _mm_cmpeq_epi8(_mm_max_epu8(right, Self.splat(minX)), right)
      let endsAfterY = _mm_cmpeq_epi8(_mm_max_epu8(bottom, Self.splat(minY)), bottom)
      let startsBeforeX = _mm_cmpeq_epi8(_mm_min_epu8(left, Self.splat(maxX)), left)
      let startsBeforeY = _mm_cmpeq_epi8(_mm_min_epu8(top, Self.splat(maxY)), top)
      let both = _mm_and_si128(
        _mm_and_si128(endsAfterX, endsAfterY), _mm_and_si128(startsBeforeX, startsBeforeY))
      return UInt32(truncatingIfNeeded: _mm_movemask_epi8(both))
    }

    @inline(__always)
    private static func load(_ pointer: UnsafeMutablePointer<UInt8>) -> __m128i {
      UnsafeRawPointer(pointer).loadUnaligned(as: __m128i.self)
    }

    @inline(__always)
    private static func splat(_ value: UInt8) -> __m128i {
      _mm_set1_epi8(CChar(bitPattern: value))
    }
  #else
    private func beginnings(_ items: DisplayItems, _ block: Int) -> UInt32 {
      Self.mask { offset in
        items.beginningX[block + offset] &- firstX <= spanX
          && items.beginningY[block + offset] &- firstY <= spanY
      }
    }

    private func edges(_ items: DisplayItems, _ block: Int) -> UInt32 {
      Self.mask { offset in
        let item = block + offset
        return items.coarseMinX[item] <= maxX && items.coarseMaxX[item] >= minX
          && items.coarseMinY[item] <= maxY && items.coarseMaxY[item] >= minY
      }
    }

    private static func mask(_ meets: (Int) -> Bool) -> UInt32 {
      (0..<16).reduce(0) { meets($1) ? $0 | 1 << UInt32($1) : $0 }
    }
  #endif
}
