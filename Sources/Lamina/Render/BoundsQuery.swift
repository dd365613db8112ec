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
    let coarse = PixelBox(rect).coarse
    minX = UInt8(truncatingIfNeeded: coarse)
    minY = UInt8(truncatingIfNeeded: coarse >> 8)
    maxX = UInt8(truncatingIfNeeded: coarse >> 16)
    maxY = UInt8(truncatingIfNeeded: coarse >> 24)
  }

  /// Returns true if the query was created for items of this maximum size.
  func suits(_ width: Int, _ height: Int) -> Bool {
    self.width == width && self.height == height
  }

  /// Calls `body` with the index of every item that may intersect the rectangle, in order.
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

  @inline(__always)
  private func beginnings(_ items: DisplayItems, _ block: Int) -> UInt32 {
    let x = Self.load(items.beginningX + block) &- SIMD16(repeating: firstX)
    let y = Self.load(items.beginningY + block) &- SIMD16(repeating: firstY)
    return (x.isAtMost(SIMD16(repeating: spanX)) & y.isAtMost(SIMD16(repeating: spanY))).signBits
  }

  @inline(__always)
  private func edges(_ items: DisplayItems, _ block: Int) -> UInt32 {
    let left = Self.load(items.coarseMinX + block).isAtMost(SIMD16(repeating: maxX))
    let top = Self.load(items.coarseMinY + block).isAtMost(SIMD16(repeating: maxY))
    let right = SIMD16(repeating: minX).isAtMost(Self.load(items.coarseMaxX + block))
    let bottom = SIMD16(repeating: minY).isAtMost(Self.load(items.coarseMaxY + block))
    return (right & bottom & (left & top)).signBits
  }

  private static func load(_ pointer: UnsafeMutablePointer<UInt8>) -> SIMD16<UInt8> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }
}
