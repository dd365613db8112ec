extension PathRasterizer {
  /// Sorts lines and chains by the first row of the clip they are in.
  func sortByRow() {
    let height = clip.height
    let lines = outlines.lines
    let chains = outlines.chains
    lineStarts.reserve(height + 2)
    chainStarts.reserve(height + 2)
    lineOrder.reserve(lines.count)
    chainOrder.reserve(chains.count)
    lineStarts.base.update(repeating: 0, count: height + 2)
    chainStarts.base.update(repeating: 0, count: height + 2)
    // Counted one place further on, the starts are where they belong when all are placed.
    for index in 0..<lines.count { lineStarts[Int(lines[index].first) + 2] += 1 }
    for index in 0..<chains.count { chainStarts[Int(chains[index].row) + 2] += 1 }
    for row in 2..<height + 2 {
      lineStarts[row] += lineStarts[row - 1]
      chainStarts[row] += chainStarts[row - 1]
    }
    for index in 0..<lines.count {
      let row = Int(lines[index].first) + 1
      lineOrder[Int(lineStarts[row])] = Int32(truncatingIfNeeded: index)
      lineStarts[row] += 1
    }
    for index in 0..<chains.count {
      let row = Int(chains[index].row) + 1
      chainOrder[Int(chainStarts[row])] = Int32(truncatingIfNeeded: index)
      chainStarts[row] += 1
    }
  }

  /// Leaves out lines that have ended and takes in those that begin in `row`.
  func activateLines(_ row: Int) {
    let end = Int32(truncatingIfNeeded: row)
    let active = active.base
    var kept = 0
    for index in 0..<self.active.count where active[index].end > end {
      if kept != index { active[kept] = active[index] }
      kept &+= 1
    }
    self.active.count = kept
    let (begin, last) = (Int(lineStarts[row]), Int(lineStarts[row + 1]))
    self.active.reserve(kept + last - begin)
    for index in begin..<last { self.active.append(outlines.lines[Int(lineOrder[index])]) }
  }

  /// Changes of the lowest and the highest winding as one number.
  @inline(__always)
  static func change(_ low: Int32, _ high: Int32) -> Int64 {
    Int64(low) &+ Int64(high) << 32
  }

  /// The columns of the clip that a line goes through in the row, from the step it is at on the
  /// row's upper edge to the one on its lower edge. None are left of it or right of it.
  @inline(__always)
  static func columns(_ x0: Int32, _ x1: Int32, _ width: Int32) -> (left: Int32, right: Int32) {
    let left = max(0, min(x0, x1) >> 8)
    let right = max(0, min(width, (max(x0, x1) &+ 255) >> 8))
    return (left, right)
  }

  /// Step 1: at which columns the bounds of the winding change.
  func countSpans(_ row: Int) {
    let width = Int32(truncatingIfNeeded: clip.width)
    let changes = changes.base
    let active = active.base
    for index in 0..<self.active.count {
      let x0 = Int32(truncatingIfNeeded: active[index].x >> 32)
      let x1 = Int32(truncatingIfNeeded: (active[index].x &+ active[index].change) >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left >= width { continue }
      // A line down lets the winding rise: at first its upper bound, behind it the lower one.
      let down = active[index].direction > 0
      changes[Int(left)] &+= down ? Self.change(0, 1) : Self.change(-1, 0)
      changes[Int(right)] &+= down ? Self.change(1, 0) : Self.change(0, -1)
    }
    for index in Int(chainStarts[row])..<Int(chainStarts[row + 1]) {
      let chain = outlines.chains[Int(chainOrder[index])]
      changes[Int(chain.left)] &+= Self.change(0 &- chain.fall, chain.rise)
      changes[Int(chain.right)] &+= Self.change(
        chain.net &+ chain.fall, chain.net &- chain.rise)
    }
  }

  /// Step 2: makes runs of columns with the same bounds, and clears the changes. Returns
  /// whether any column needs more than its bounds.
  func makeRuns() -> Bool {
    let width = clip.width
    let changes = changes.base
    let work = work.base
    runs.count = 0
    isSampled = false
    isDeep = false
    var needsWork = false
    var total: Int64 = 0
    var low: Int32 = 0
    var high: Int32 = 0
    var start = 0
    var kind = Work.none
    var column = 0

    @inline(__always) func close(_ end: Int) {
      if end == start { return }
      runs.append(Run(start: Int32(truncatingIfNeeded: start), low: low, high: high))
      if low == high { return }
      kind = workFor(low, high)
      if kind == Work.none {
        (work + start).update(repeating: kind, count: end - start)
        return
      }
      needsWork = true
      (work + start).update(repeating: kind, count: end - start)
      if kind == Work.samples {
        isSampled = true
        if high &- low > 255 { isDeep = true }
      }
    }
    while column < width {
      let group = UnsafeRawPointer(changes + column).loadUnaligned(as: SIMD8<Int64>.self)
      if group == SIMD8<Int64>.zero {
        column &+= 8
        continue
      }
      let end = min(column &+ 8, width)
      while column < end {
        let change = changes[column]
        if change != 0 {
          changes[column] = 0
          close(column)
          total &+= change
          low = Int32(truncatingIfNeeded: total)
          high = Int32(truncatingIfNeeded: (total &- Int64(low)) >> 32)
          start = column
        }
        column &+= 1
      }
    }
    close(width)
    changes[width] = 0
    if isSampled { if isDeep { deepSamples.begin(width) } else { samples.begin(width) } }
    return needsWork
  }

  /// What has to be done where the winding is between two bounds.
  @inline(__always)
  private func workFor(_ low: Int32, _ high: Int32) -> UInt8 {
    if rule == .nonZero {
      if low > 0 || high < 0 { return Work.none }
      return high &- low == 1 ? Work.area : Work.samples
    }
    return high &- low == 1 ? Work.area : Work.samples
  }

  /// Whether any of some columns needs `wanted`; `Work.none` stands for either.
  @inline(__always)
  private func needs(_ left: Int, _ right: Int, _ wanted: UInt8) -> Bool {
    let work = work.base
    for column in left..<right {
      if wanted == Work.none ? work[column] != 0 : work[column] == wanted { return true }
    }
    return false
  }

  func moveLines() {
    let active = active.base
    for index in 0..<self.active.count { active[index].x &+= active[index].change }
  }

  /// Step 3: sums areas and draws into samples, for what goes through columns that need it.
  func measureSpans(_ row: Int) {
    if isDeep {
      var local = deepSamples
      measureSpans(row, &local)
      deepSamples = local
    } else {
      var local = samples
      measureSpans(row, &local)
      samples = local
    }
  }

  @inline(__always)
  private func measureSpans<Counter>(_ row: Int, _ samples: inout PixelSamples<Counter>) {
    let width = Int32(truncatingIfNeeded: clip.width)
    let active = active.base
    let work = work.base
    let areas = areas.base
    let isSampled = isSampled
    for index in 0..<self.active.count {
      let x = active[index].x
      let next = x &+ active[index].change
      active[index].x = next
      let x0 = Int32(truncatingIfNeeded: x >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left >= right { continue }
      let direction = active[index].direction
      if right &- left == 1 {
        let kind = work[Int(left)]
        if kind == Work.none { continue }
        if kind == Work.area {
          addWhole(x0, x1, left, right, direction, areas)
          continue
        }
      } else if !needs(Int(left), Int(right), Work.none) {
        continue
      }
      if needs(Int(left), Int(right), Work.area) {
        addWhole(x0, x1, left, right, direction, areas)
      }
      if isSampled {
        let piece = Outliner.Piece(x0: x0, y0: 0, x1: x1, y1: 256)
        for column in Int(left)..<Int(right) where work[column] == Work.samples {
          samples.add(piece, direction, column, countsLeft: direction < 0)
        }
      }
    }
    let pieces = outlines.pieces.base
    for index in Int(chainStarts[row])..<Int(chainStarts[row + 1]) {
      let chain = outlines.chains[Int(chainOrder[index])]
      let (left, right) = (Int(chain.left), Int(chain.right))
      if left >= right || !needs(left, right, Work.none) { continue }
      if needs(left, right, Work.area) { measure(chain, pieces, areas) }
      if isSampled, needs(left, right, Work.samples) { sample(chain, pieces, &samples) }
    }
  }

  /// Adds the area right of a line through the whole row, up to the columns it leaves.
  @inline(__always)
  private func addWhole(
    _ x0: Int32, _ x1: Int32, _ left: Int32, _ right: Int32, _ direction: Int32,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    if direction > 0 {
      addArea(Int(x0), 0, Int(x1), 256, 1, areas)
      areas[Int(right)] &-= Self.full
    } else {
      // What is left of a line up.
      areas[Int(left)] &+= Self.full
      addArea(Int(x0), 0, Int(x1), 256, -1, areas)
    }
  }

  @inline(__always)
  private func measure(
    _ chain: Outliner.Chain, _ pieces: UnsafePointer<Outliner.Piece>,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    areas[Int(chain.left)] &+= chain.fall &* Self.full
    for index in Int(chain.first)..<Int(chain.first &+ chain.count) {
      let piece = pieces[index]
      if piece.y0 < piece.y1 {
        addArea(Int(piece.x0), Int(piece.y0), Int(piece.x1), Int(piece.y1), 1, areas)
      } else {
        addArea(Int(piece.x1), Int(piece.y1), Int(piece.x0), Int(piece.y0), -1, areas)
      }
    }
    areas[Int(chain.right)] &-= (chain.net &+ chain.fall) &* Self.full
  }

  @inline(__always)
  private func sample<Counter>(
    _ chain: Outliner.Chain, _ pieces: UnsafePointer<Outliner.Piece>,
    _ samples: inout PixelSamples<Counter>
  ) {
    let (left, right) = (Int(chain.left), Int(chain.right))
    samples.carry(left, Counter(truncatingIfNeeded: chain.fall))
    samples.carry(right, Counter(truncatingIfNeeded: 0 &- chain.net &- chain.fall))
    let work = work.base
    for index in Int(chain.first)..<Int(chain.first &+ chain.count) {
      var piece = pieces[index]
      let direction: Int32 = piece.y0 < piece.y1 ? 1 : -1
      if direction < 0 {
        piece = Outliner.Piece(x0: piece.x1, y0: piece.y1, x1: piece.x0, y1: piece.y0)
      }
      let first = max(0, Int(min(piece.x0, piece.x1)) >> 8)
      let end = max(0, min(right, (Int(max(piece.x0, piece.x1)) + 255) >> 8))
      if first < end {
        for column in first..<end where work[column] == Work.samples {
          samples.add(piece, direction, column, countsLeft: false)
        }
      }
      samples.carry(end, piece, direction)
    }
  }

  /// Adds `sign` times what lies right of a line down from (`x0`, `y0`) to (`x1`, `y1`), in
  /// steps, y from the row's top.
  @inline(__always)
  private func addArea(
    _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ sign: Int,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    let column = x0 >> 8
    if column == x1 >> 8 {
      addCell(column, x0 &+ x1 &- column << 9, (y1 &- y0) &* sign, areas)
    } else {
      addAcross(x0, y0, x1, y1, sign, areas)
    }
  }

  /// As ``addArea(_:_:_:_:_:)``, through several columns.
  @inline(never)
  private func addAcross(
    _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ sign: Int,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    let slope = Double(y1 - y0) / Double(x1 - x0)
    let width = clip.width
    var x = x0
    var y = y0
    // The part left of the clip counts as a whole; the part right of it not at all.
    let forwards = x1 > x0
    while x != x1 {
      let column = forwards ? x >> 8 : (x &- 1) >> 8
      var next = forwards ? (column &+ 1) << 8 : column << 8
      if column < 0 {
        next = forwards ? min(0, x1) : x1
      } else if column >= width {
        next = forwards ? x1 : max(width << 8, x1)
      } else {
        next = forwards ? min(next, x1) : max(next, x1)
      }
      let nextY = next == x1 ? y1 : y0 &+ Int(PathRasterizer.nearest(Double(next &- x0) * slope))
      if column < width {
        addCell(column, x &+ next &- column << 9, (nextY &- y) &* sign, areas)
      }
      x = next
      y = nextY
    }
  }

  /// Adds a line within one column: `sides` is the sum of its ends' distances from the column's
  /// left edge.
  @inline(__always)
  private func addCell(
    _ column: Int, _ sides: Int, _ height: Int, _ areas: UnsafeMutablePointer<Int32>
  ) {
    if column >= clip.width { return }
    if column < 0 {
      areas[0] &+= Int32(truncatingIfNeeded: height << 9)
      return
    }
    let behind = Int32(truncatingIfNeeded: height &* sides)
    areas[column] &+= Int32(truncatingIfNeeded: height << 9) &- behind
    areas[column &+ 1] &+= behind
  }
}
