extension PathRasterizer {
  /// Four columns next to each other.
  private typealias Four = SIMD4<Int32>

  /// Four columns, some of which may be covered in part.
  struct Block {
    /// The winding behind all spans that end before a column, by how much it can differ in the
    /// column, and all ones where whatever it is the column is full.
    var behind: SIMD4<Int32>
    var spread: SIMD4<Int32>
    var isHidden: SIMD4<Int32>
    /// The first of them.
    var column: Int
  }

  /// Step 2: makes coverage of the columns' sums, clears these and hands it out. Columns with
  /// several edges are given to ``subsampledCells``, and columns whose areas are not known yet put
  /// into ``blocks``.
  @inline(__always)
  func sweep(_ painter: some SpanBlender) {
    if rule == .nonZero {
      sweep(painter, isNonZero: true)
    } else {
      sweep(painter, isNonZero: false)
    }
  }

  @inline(__always)
  private func sweep(_ painter: some SpanBlender, isNonZero: Bool) {
    let (touched, cells, areas, lastNotes) = (
      touched.base, cells.base, areas.base, subsampledCells.lastNotes.base
    )
    let width = clip.width
    let addsAreasFirst = addsAreasFirst
    let blocks = blocks.base
    var (count, hiddenCount) = (0, 0)
    subsampledCells.begin()
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
        let column = (group &<< 6 &+ flags.trailingZeroBitCount) &<< 2
        flags &= flags &- 1
        if column >= width { break }
        let sums = Self.sums(cells + column, last)
        Self.clear(cells + column)
        last = sums.3
        let (low, high, behind) = Four.transposed(sums)
        var isHidden = Four.zero
        if isNonZero {
          isHidden = Self.isNegative(0 &- low) | Self.isNegative(high)
          if isHidden.signBits == 15 {
            // Edges inside: it is filled with what is next to it.
            if !isFull { done = column }
            isFull = true
            hiddenCount &+= 1
            Self.clear(areas, column)
            Self.forgetNotes(lastNotes, column)
            continue
          }
        }
        if isFull, column > done { painter.fill(done, count: column &- done) }
        done = column &+ 4
        isFull = isInside(behind[3])
        let block = Block(
          behind: behind, spread: high &- low, isHidden: isHidden, column: column)
        if addsAreasFirst {
          paint(block, isNonZero: isNonZero, painter)
        } else {
          blocks[count] = block
        }
        count &+= 1
      } while flags != 0
    }
    self.blocks.count = addsAreasFirst ? 0 : count
    // The next row will be much the same.
    self.addsAreasFirst = hiddenCount <= count
    Self.clear(cells + width)
    touched[(width &>> 2) &+ 1] = 0
    if isFull, done < width { painter.fill(done, count: width &- done) }
  }

  /// Notes which columns of ``blocks`` need areas.
  func findNeeded() {
    needed.base.update(repeating: 0, count: clip.width >> 6 + 1)
    for index in 0..<blocks.count {
      let block = blocks[index]
      let wanted = (~(Self.isNegative(block.spread &- 1) | block.isHidden)).signBits
      needed[block.column &>> 6] |=
        UInt64(wanted) &<< UInt64(truncatingIfNeeded: block.column)
    }
  }

  /// Hands out the coverage of ``blocks``.
  func paintBlocks(_ painter: some SpanBlender) {
    let isNonZero = rule == .nonZero
    for index in 0..<blocks.count {
      paint(blocks[index], isNonZero: isNonZero, painter)
    }
  }

  /// Makes coverage of what is known of columns next to edges, and hands it out. Columns with
  /// several edges are given to ``subsampledCells``.
  @inline(__always)
  private func paint(
    _ block: Block, isNonZero: Bool, _ painter: some SpanBlender
  ) {
    let column = block.column
    let area = Self.four(areas.base, column)
    Self.clear(areas.base, column)
    let inside =
      isNonZero ? Self.isNegative(block.behind | (0 &- block.behind)) : 0 &- (block.behind & 1)
    let size = Self.select(area, 0 &- area, Self.isNegative(area))
    var share = Self.select(size, Four(repeating: Self.full) &- size, inside)
    share = Self.select(share, Four(repeating: Self.full), block.isHidden)
    // In 131,072ths, rounded to the nearest of 0...255.
    let lowBytes = (((share &<< 8) &- share &+ 65_536) &>> 17) & Four(repeating: 255)
    let coverage = lowBytes.clampedWords(followedBy: lowBytes).lowHalf.clampedBytes
    var lanes = (Self.isNegative(largestKnownSpread &- block.spread) & ~block.isHidden).signBits
    if lanes == 0 {
      paint(coverage, column, painter)
    } else {
      crowded.append(Int32(truncatingIfNeeded: column))
      UnsafeMutableRawPointer(bytes.base + column).storeBytes(
        of: coverage.littleEndian, as: UInt32.self)
      repeat {
        let lane = lanes.trailingZeroBitCount
        lanes &= lanes &- 1
        if column &+ lane < clip.width {
          subsampledCells.addPixel(
            column &+ lane, winding: block.behind[lane], area: area[lane],
            spread: block.spread[lane])
        }
      } while lanes != 0
    }
    Self.forgetNotes(subsampledCells.lastNotes.base, column)
  }

  /// Clears the areas of columns and forgets which lines go through them.
  func clearAreas(_ columns: Range<Int>) {
    for column in stride(from: columns.lowerBound, to: columns.upperBound, by: 4) {
      Self.clear(areas.base, column)
      Self.forgetNotes(subsampledCells.lastNotes.base, column)
    }
  }

  /// The end of step 3: hands out the columns next to which several edges meet.
  func paintCrowded(_ painter: some SpanBlender) {
    for index in 0..<crowded.count {
      let column = Int(crowded[index])
      let coverage = UnsafeRawPointer(bytes.base + column).loadUnaligned(as: UInt32.self)
      paint(UInt32(littleEndian: coverage), column, painter)
    }
  }

  /// Hands out four columns, without those behind the clip.
  @inline(__always)
  private func paint(_ coverage: UInt32, _ column: Int, _ painter: some SpanBlender) {
    if column &+ 4 <= clip.width {
      painter.blend(coverage, at: column)
    } else {
      painter.blend(coverage, at: column, count: clip.width &- column)
    }
  }

  // MARK: - Four columns

  /// 64 bytes of ``touched``, each as a bit.
  @inline(__always)
  private static func flags(_ touched: UnsafeMutablePointer<UInt8>, _ group: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(touched + group &* 64)
    var flags: UInt64 = 0
    for part in 0..<4 {
      let sixteen = bytes.loadUnaligned(fromByteOffset: part &* 16, as: SIMD8<UInt16>.self)
      // The lowest bit of each byte, moved to its highest.
      let bits = (sixteen &<< SIMD8(repeating: 7)).pixels.bytes.signBits
      flags |= UInt64(bits) &<< UInt64(truncatingIfNeeded: part &* 16)
    }
    return flags
  }

  private static func clearFlags(_ touched: UnsafeMutablePointer<UInt8>, _ group: Int) {
    (touched + group &* 64).update(repeating: 0, count: 64)
  }

  /// The sums of changes up to each of four columns.
  private static func sums(
    _ cells: UnsafeMutablePointer<Cell>, _ before: Cell
  ) -> (Cell, Cell, Cell, Cell) {
    let first = before &+ cells[0]
    let second = first &+ cells[1]
    let third = second &+ cells[2]
    return (first, second, third, third &+ cells[3])
  }

  /// Clears four columns.
  private static func clear(_ cells: UnsafeMutablePointer<Cell>) {
    cells[0] = .zero
    cells[1] = .zero
    cells[2] = .zero
    cells[3] = .zero
  }

  private static func four(_ areas: UnsafeMutablePointer<Int32>, _ column: Int) -> Four {
    UnsafeRawPointer(areas + column).loadUnaligned(as: Four.self)
  }

  private static func clear(_ areas: UnsafeMutablePointer<Int32>, _ column: Int) {
    UnsafeMutableRawPointer(areas + column).storeBytes(of: .zero, as: Four.self)
  }

  /// Forgets which lines go through four columns.
  private static func forgetNotes(_ lastNotes: UnsafeMutablePointer<Int32>, _ column: Int) {
    UnsafeMutableRawPointer(lastNotes + column)
      .storeBytes(of: Four(repeating: -1), as: Four.self)
  }

  /// All ones where a number is below 0.
  @inline(__always)
  private static func isNegative(_ four: Four) -> Four { four &>> 31 }

  /// `b` where `mask` is all ones, else `a`.
  @inline(__always)
  private static func select(_ a: Four, _ b: Four, _ mask: Four) -> Four {
    a ^ ((a ^ b) & mask)
  }
}
