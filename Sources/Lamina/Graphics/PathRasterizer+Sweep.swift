#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

extension PathRasterizer {
  /// Four columns next to each other.
  private typealias Four = SIMD4<Int32>

  /// Notes which columns need areas; returns whether any do.
  func findNeeded() -> Bool {
    let (touched, needed, cells) = (touched.base, needed.base, cells.base)
    let isNonZero = rule == .nonZero
    var last = Cell.zero
    var any = false
    needed.update(repeating: 0, count: clip.width >> 6 + 1)
    for group in 0...clip.width >> 8 {
      var flags = Self.flags(touched, group)
      while flags != 0 {
        let block = group &<< 6 &+ flags.trailingZeroBitCount
        flags &= flags &- 1
        let column = block &<< 2
        let sums = Self.sums(cells + column, last)
        last = sums.3
        let (low, high, _) = Self.transposed(sums)
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

  /// Step 2: makes coverage of the columns' sums, clears these and hands it out. Columns with
  /// several edges are given to ``crowd``.
  @inline(__always)
  func sweep(_ painter: some CoveragePainter) {
    if rule == .nonZero {
      sweep(painter, isNonZero: true)
    } else {
      sweep(painter, isNonZero: false)
    }
  }

  @inline(__always)
  private func sweep(_ painter: some CoveragePainter, isNonZero: Bool) {
    let (touched, bytes, cells, areas) = (touched.base, bytes.base, cells.base, areas.base)
    let width = clip.width
    var crowd = crowd
    crowd.begin(width)
    crowded.count = 0
    var last = Cell.zero
    // All before it is done; from here to the next touched column it is as `isFull` says.
    var done = 0
    var isFull = false
    for group in 0...width >> 8 {
      var flags = Self.flags(touched, group)
      if flags == 0 { continue }
      Self.clearFlags(touched, group)
      repeat {
        let block = group &<< 6 &+ flags.trailingZeroBitCount
        flags &= flags &- 1
        let column = block &<< 2
        if column >= width { break }
        let sums = Self.sums(cells + column, last)
        Self.clear(cells + column)
        last = sums.3
        let (low, high, behind) = Self.transposed(sums)
        let area = Self.four(areas, column)
        Self.clear(areas, column)
        let inside: Four
        var isHidden = Four.zero
        if isNonZero {
          isHidden = Self.isNegative(0 &- low) | Self.isNegative(high)
          if Self.bits(isHidden) == 15 {
            // Edges inside: it is filled with what is next to it.
            if !isFull { done = column }
            isFull = true
            crowd.forgetNotes(column)
            continue
          }
          inside = Self.isNegative(behind | (0 &- behind))
        } else {
          inside = 0 &- (behind & 1)
        }
        let size = Self.select(area, 0 &- area, Self.isNegative(area))
        var share = Self.select(size, Four(repeating: Self.full) &- size, inside)
        share = Self.select(share, Four(repeating: Self.full), isHidden)
        // In 131,072ths, rounded to the nearest of 0...255.
        let coverage = Self.packed(((share &<< 8) &- share &+ 65_536) &>> 17)
        if isFull, column > done { painter.fill(done, count: column &- done) }
        done = column &+ 4
        isFull = inside[3] != 0
        let spread = high &- low
        let isCrowded = Self.isNegative(1 &- spread) & ~isHidden
        var lanes = Self.bits(isCrowded)
        if lanes == 0 {
          paint(coverage, column, painter)
        } else {
          crowded.append(Int32(truncatingIfNeeded: column))
          UnsafeMutableRawPointer(bytes + column).storeBytes(of: coverage, as: UInt32.self)
          repeat {
            let lane = lanes.trailingZeroBitCount
            lanes &= lanes &- 1
            if column &+ lane < width {
              crowd.addPixel(
                column &+ lane, winding: behind[lane], area: area[lane], spread: spread[lane])
            }
          } while lanes != 0
        }
        crowd.forgetNotes(column)
      } while flags != 0
    }
    clearEnd()
    crowd.forgetNotes(width)
    if isFull, done < width { painter.fill(done, count: width &- done) }
    self.crowd = crowd
  }

  /// The end of step 3: hands out the columns next to which several edges meet.
  @inline(__always)
  func paintCrowded(_ painter: some CoveragePainter) {
    for index in 0..<crowded.count {
      let column = Int(crowded[index])
      paint(
        UnsafeRawPointer(bytes.base + column).loadUnaligned(as: UInt32.self), column, painter)
    }
  }

  /// Hands out four columns, without those behind the clip.
  @inline(__always)
  private func paint(_ coverage: UInt32, _ column: Int, _ painter: some CoveragePainter) {
    if column &+ 4 <= clip.width {
      painter.blend(UInt32(littleEndian: coverage), at: column)
    } else {
      painter.blend(UInt32(littleEndian: coverage), at: column, count: clip.width &- column)
    }
  }

  /// Clears what lies behind the clip.
  private func clearEnd() {
    Self.clear(cells.base + clip.width)
    Self.clear(areas.base, clip.width)
    touched[(clip.width &>> 2) &+ 1] = 0
  }

  // MARK: - Four columns

  /// 64 bytes of ``touched``, each as a bit.
  @inline(__always)
  private static func flags(_ touched: UnsafeMutablePointer<UInt8>, _ group: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(touched + group &* 64)
    var flags: UInt64 = 0
    #if arch(x86_64) && !LAMINA_PORTABLE
      for part in 0..<4 {
        let sixteen = bytes.loadUnaligned(fromByteOffset: part &* 16, as: __m128i.self)
        let bits = UInt32(bitPattern: _mm_movemask_epi8(_mm_slli_epi16(sixteen, 7)))
        flags |= UInt64(bits) &<< UInt64(truncatingIfNeeded: part &* 16)
      }
    #else
      for part in 0..<8 {
        let eight = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: part &* 8, as: UInt64.self))
        // The product's highest byte has the lowest bit of each byte.
        let bits = (eight &* 0x0102_0408_1020_4080) &>> 56
        flags |= bits &<< UInt64(truncatingIfNeeded: part &* 8)
      }
    #endif
    return flags
  }

  @inline(__always)
  private static func clearFlags(_ touched: UnsafeMutablePointer<UInt8>, _ group: Int) {
    (touched + group &* 64).update(repeating: 0, count: 64)
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

  @inline(__always)
  private static func four(_ areas: UnsafeMutablePointer<Int32>, _ column: Int) -> Four {
    UnsafeRawPointer(areas + column).loadUnaligned(as: Four.self)
  }

  @inline(__always)
  private static func clear(_ areas: UnsafeMutablePointer<Int32>, _ column: Int) {
    UnsafeMutableRawPointer(areas + column).storeBytes(of: .zero, as: Four.self)
  }

  /// The lower and upper bounds and windings of four columns.
  @inline(__always)
  private static func transposed(
    _ cells: (Cell, Cell, Cell, Cell)
  ) -> (low: Four, high: Four, behind: Four) {
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
        unsafeBitCast(_mm_unpacklo_epi64(abHigh, cdHigh), to: Four.self)
      )
    #else
      let (a, b, c, d) = cells
      return (
        Four(a[0], b[0], c[0], d[0]), Four(a[1], b[1], c[1], d[1]),
        Four(a[2], b[2], c[2], d[2])
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

  /// The lowest bytes, in the order of memory.
  @inline(__always)
  private static func packed(_ four: Four) -> UInt32 {
    #if arch(x86_64) && !LAMINA_PORTABLE
      let low = _mm_and_si128(unsafeBitCast(four, to: __m128i.self), _mm_set1_epi32(255))
      let words = _mm_packs_epi32(low, low)
      return UInt32(bitPattern: _mm_cvtsi128_si32(_mm_packus_epi16(words, words)))
    #else
      return unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: four), to: UInt32.self)
    #endif
  }
}
