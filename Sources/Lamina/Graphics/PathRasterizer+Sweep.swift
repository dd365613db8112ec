#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

extension PathRasterizer {
  /// Empty and solid stretches shorter than this are given as coverage.
  private static let shortest = 12

  /// Four columns next to each other.
  private typealias Four = SIMD4<Int32>

  /// Notes which columns need areas; returns whether any do.
  func findNeeded() -> Bool {
    let (touched, needed, cells) = (touched.base, needed.base, cells.base)
    let isNonZero = rule == .nonZero
    var last = Cell.zero
    var any = false
    needed.update(repeating: 0, count: clip.width >> 6 + 1)
    for eight in 0...clip.width >> 5 {
      var flags = Self.flags(touched, eight)
      while flags != 0 {
        let block = eight &<< 3 &+ flags.trailingZeroBitCount >> 3
        flags &= flags &- 1
        let column = block &<< 2
        let sums = Self.sums(cells + column, last)
        last = sums.3
        let (_, low, high, _) = Self.transposed(sums)
        var idle = Self.isNegative(high &- low &- 1)
        if isNonZero { idle |= Self.isNegative(0 &- low) | Self.isNegative(high) }
        let wanted = Self.bits(~idle)
        if wanted != 0 {
          any = true
          needed[column &>> 6] |= UInt64(wanted) &<< UInt64(truncatingIfNeeded: column)
        }
      }
    }
    return any
  }

  /// Step 2: makes stretches and coverage of the columns' sums, and clears them. Columns with
  /// several edges are given to ``crowd``.
  func sweep() {
    if rule == .nonZero { sweep(isNonZero: true) } else { sweep(isNonZero: false) }
  }

  @inline(__always)
  private func sweep(isNonZero: Bool) {
    let (touched, bytes, cells) = (touched.base, bytes.base, cells.base)
    let width = clip.width
    var stretches = stretches
    stretches.count = 0
    var crowd = crowd
    crowd.begin(width)
    var last = Cell.zero
    // All before it is done; from here to the next touched column it is as `isFull` says.
    var done = 0
    var isFull = false
    // Where coverage begins that was not given yet; `done` if there is none.
    var open = 0
    func give(_ start: Int, _ end: Int, isSolid: Bool) {
      stretches.append(
        Stretch(
          start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
          isSolid: isSolid))
    }
    func pass(_ column: Int) {
      if column &- done < Self.shortest {
        Self.fill(bytes + done, isFull ? 255 : 0, column &- done)
      } else {
        if open < done { give(open, done, isSolid: false) }
        if isFull { give(done, column, isSolid: true) }
        open = column
      }
    }
    for eight in 0...width >> 5 {
      var flags = Self.flags(touched, eight)
      if flags == 0 { continue }
      Self.clearFlags(touched, eight)
      repeat {
        let block = eight &<< 3 &+ flags.trailingZeroBitCount >> 3
        flags &= flags &- 1
        let column = block &<< 2
        if column >= width { break }
        if column > done { pass(column) }
        done = column &+ 4
        let sums = Self.sums(cells + column, last)
        Self.clear(cells + column)
        last = sums.3
        let (area, low, high, behind) = Self.transposed(sums)
        let size = Self.select(area, 0 &- area, Self.isNegative(area))
        let inside: Four
        var isHidden = Four.zero
        if isNonZero {
          inside = Self.isNegative(behind | (0 &- behind))
          isHidden = Self.isNegative(0 &- low) | Self.isNegative(high)
        } else {
          inside = 0 &- (behind & 1)
        }
        var share = Self.select(size, Four(repeating: Self.full) &- size, inside)
        share = Self.select(share, Four(repeating: Self.full), isHidden)
        // In 131,072ths, rounded to the nearest of 0...255.
        let coverage = ((share &<< 8) &- share &+ 65_536) &>> 17
        Self.store(coverage, bytes + column)
        isFull = inside[3] != 0
        let isCrowded = Self.isNegative(1 &- high &+ low) & ~isHidden
        var lanes = Self.bits(isCrowded)
        while lanes != 0 {
          let lane = lanes.trailingZeroBitCount
          lanes &= lanes &- 1
          if column &+ lane < width {
            crowd.addPixel(column &+ lane, winding: behind[lane], area: area[lane])
          }
        }
        crowd.forgetNotes(column)
      } while flags != 0
    }
    clearEnd()
    crowd.forgetNotes(width)
    if done < width { pass(width) }
    if open < width { give(open, width, isSolid: false) }
    self.stretches = stretches
    self.crowd = crowd
  }

  /// Clears what lies behind the clip.
  private func clearEnd() {
    Self.clear(cells.base + clip.width)
    touched[(clip.width &>> 2) &+ 1] = 0
  }

  /// Writes `byte` `count` times, and up to seven times more.
  @inline(__always)
  private static func fill(_ place: UnsafeMutablePointer<UInt8>, _ byte: UInt8, _ count: Int) {
    let eight = UInt64(byte) &* 0x0101_0101_0101_0101
    var index = 0
    while index < count {
      UnsafeMutableRawPointer(place + index).storeBytes(of: eight, as: UInt64.self)
      index &+= 8
    }
  }

  // MARK: - Four columns

  /// Eight bytes of ``touched``.
  @inline(__always)
  private static func flags(_ touched: UnsafeMutablePointer<UInt8>, _ eight: Int) -> UInt64 {
    UInt64(
      littleEndian: UnsafeRawPointer(touched + eight &* 8).loadUnaligned(as: UInt64.self))
  }

  @inline(__always)
  private static func clearFlags(_ touched: UnsafeMutablePointer<UInt8>, _ eight: Int) {
    UnsafeMutableRawPointer(touched + eight &* 8).storeBytes(of: 0, as: UInt64.self)
  }

  /// The sums of changes up to each of four columns.
  @inline(__always)
  private static func sums(
    _ cells: UnsafeMutablePointer<Cell>, _ before: Cell
  ) -> (Cell, Cell, Cell, Cell) {
    let first = before &+ cells[0]
    let second = first &+ cells[1]
    let third = second &+ cells[2]
    return (first, second, third, third &+ cells[3])
  }

  /// Clears four columns.
  @inline(__always)
  private static func clear(_ cells: UnsafeMutablePointer<Cell>) {
    cells[0] = .zero
    cells[1] = .zero
    cells[2] = .zero
    cells[3] = .zero
  }

  /// The areas, lower and upper bounds and windings of four columns.
  @inline(__always)
  private static func transposed(
    _ cells: (Cell, Cell, Cell, Cell)
  ) -> (area: Four, low: Four, high: Four, behind: Four) {
    #if arch(x86_64) && !LAMINA_PORTABLE
      let (a, b) = (
        unsafeBitCast(cells.0, to: __m128i.self), unsafeBitCast(cells.1, to: __m128i.self)
      )
      let (c, d) = (
        unsafeBitCast(cells.2, to: __m128i.self), unsafeBitCast(cells.3, to: __m128i.self)
      )
      let (ab, cd) = (_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d))
      let (abHigh, cdHigh) = (_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d))
      return (
        unsafeBitCast(_mm_unpacklo_epi64(ab, cd), to: Four.self),
        unsafeBitCast(_mm_unpackhi_epi64(ab, cd), to: Four.self),
        unsafeBitCast(_mm_unpacklo_epi64(abHigh, cdHigh), to: Four.self),
        unsafeBitCast(_mm_unpackhi_epi64(abHigh, cdHigh), to: Four.self)
      )
    #else
      let (a, b, c, d) = cells
      return (
        Four(a[0], b[0], c[0], d[0]), Four(a[1], b[1], c[1], d[1]),
        Four(a[2], b[2], c[2], d[2]), Four(a[3], b[3], c[3], d[3])
      )
    #endif
  }

  /// All ones where a number is below 0.
  @inline(__always)
  private static func isNegative(_ four: Four) -> Four { four &>> 31 }

  /// `b` where `mask` is all ones, else `a`.
  @inline(__always)
  private static func select(_ a: Four, _ b: Four, _ mask: Four) -> Four {
    a ^ ((a ^ b) & mask)
  }

  /// A bit for each number below 0.
  @inline(__always)
  private static func bits(_ four: Four) -> Int {
    #if arch(x86_64) && !LAMINA_PORTABLE
      return Int(
        truncatingIfNeeded: _mm_movemask_epi8(
          _mm_packs_epi16(
            _mm_packs_epi32(unsafeBitCast(four, to: __m128i.self), _mm_setzero_si128()),
            _mm_setzero_si128())))
    #else
      let signs = four & Four(1, 2, 4, 8)
      return Int(signs[0] | signs[1] | signs[2] | signs[3])
    #endif
  }

  /// Writes the lowest bytes.
  @inline(__always)
  private static func store(_ four: Four, _ bytes: UnsafeMutablePointer<UInt8>) {
    #if arch(x86_64) && !LAMINA_PORTABLE
      let low = _mm_and_si128(unsafeBitCast(four, to: __m128i.self), _mm_set1_epi32(255))
      let words = _mm_packs_epi32(low, low)
      let all = UInt32(bitPattern: _mm_cvtsi128_si32(_mm_packus_epi16(words, words)))
      UnsafeMutableRawPointer(bytes).storeBytes(of: all, as: UInt32.self)
    #else
      for lane in 0..<4 { bytes[lane] = UInt8(truncatingIfNeeded: four[lane]) }
    #endif
  }
}
