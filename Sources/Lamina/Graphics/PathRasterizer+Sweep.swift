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
    let (touched, needed) = (touched.base, needed.base)
    let (lows, highs) = (lows.base, highs.base)
    let isNonZero = rule == .nonZero
    var low = Four.zero
    var high = Four.zero
    var all: UInt64 = 0
    for word in 0...clip.width >> 6 {
      var bits = touched[word]
      var wanted: UInt64 = 0
      while bits != 0 {
        let block = bits.trailingZeroBitCount & ~3
        bits &= ~(15 &<< UInt64(truncatingIfNeeded: block))
        let column = word &<< 6 &+ block
        low = Self.sums(Self.load(lows, column), low)
        high = Self.sums(Self.load(highs, column), high)
        var idle = Self.isNegative(high &- low &- 1)
        if isNonZero { idle |= Self.isNegative(0 &- low) | Self.isNegative(high) }
        wanted |= UInt64(Self.bits(~idle)) &<< UInt64(truncatingIfNeeded: block)
      }
      needed[word] = wanted
      all |= wanted
    }
    return all != 0
  }

  /// Step 2: makes stretches and coverage of the columns' sums, and clears them. Columns with
  /// several edges are given to ``crowd``.
  func sweep() {
    if rule == .nonZero { sweep(isNonZero: true) } else { sweep(isNonZero: false) }
  }

  @inline(__always)
  private func sweep(isNonZero: Bool) {
    let (touched, bytes) = (touched.base, bytes.base)
    let (areas, lows, highs, behinds) = (areas.base, lows.base, highs.base, behinds.base)
    let width = clip.width
    var stretches = stretches
    stretches.count = 0
    var crowd = crowd
    crowd.begin(width)
    var (area, low, high, behind) = (Four.zero, Four.zero, Four.zero, Four.zero)
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
    var hidden = Four.zero
    var blocks = 0
    for word in 0...width >> 6 {
      var bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      repeat {
        let block = bits.trailingZeroBitCount & ~3
        bits &= ~(15 &<< UInt64(truncatingIfNeeded: block))
        let column = word &<< 6 &+ block
        if column >= width { break }
        if column > done { pass(column) }
        done = column &+ 4
        area = Self.sums(Self.take(areas, column), area)
        low = Self.sums(Self.take(lows, column), low)
        high = Self.sums(Self.take(highs, column), high)
        behind = Self.sums(Self.take(behinds, column), behind)
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
        hidden &-= isHidden
        blocks &+= 1
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
      } while bits != 0
    }
    clearEnd()
    crowd.forgetNotes(width)
    if done < width { pass(width) }
    if open < width { give(open, width, isSolid: false) }
    self.stretches = stretches
    self.crowd = crowd
    hiddenCount = Int(hidden[0] &+ hidden[1] &+ hidden[2] &+ hidden[3])
    measuredCount = 4 &* blocks &- hiddenCount
  }

  /// Clears what lies behind the clip.
  private func clearEnd() {
    for column in clip.width..<clip.width + 4 {
      areas[column] = 0
      lows[column] = 0
      highs[column] = 0
      behinds[column] = 0
    }
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

  @inline(__always)
  private static func load(_ numbers: UnsafeMutablePointer<Int32>, _ column: Int) -> Four {
    UnsafeRawPointer(numbers + column).loadUnaligned(as: Four.self)
  }

  /// Loads four numbers and clears them.
  @inline(__always)
  private static func take(_ numbers: UnsafeMutablePointer<Int32>, _ column: Int) -> Four {
    let place = UnsafeMutableRawPointer(numbers + column)
    let four = place.loadUnaligned(as: Four.self)
    place.storeBytes(of: .zero, as: Four.self)
    return four
  }

  /// The sums of changes up to each, from the last of those before on.
  @inline(__always)
  private static func sums(_ changes: Four, _ before: Four) -> Four {
    let pairs = changes &+ Four(0, changes[0], changes[1], changes[2])
    return pairs &+ Four(0, 0, pairs[0], pairs[1]) &+ Four(repeating: before[3])
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
