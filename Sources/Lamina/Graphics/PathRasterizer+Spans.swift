extension PathRasterizer {
  /// Sorts lines by the first row of the clip they are in.
  func sortLines() {
    let height = clip.height
    let lines = outlines.lines
    lineStarts.reserve(height + 2)
    lineOrder.reserve(lines.count)
    lineStarts.base.update(repeating: 0, count: height + 2)
    // Counted one place further on, the starts are where they belong when all are placed.
    for index in 0..<lines.count { lineStarts[Int(lines[index].first) + 2] += 1 }
    for row in 2..<height + 2 { lineStarts[row] += lineStarts[row - 1] }
    for index in 0..<lines.count {
      let row = Int(lines[index].first) + 1
      lineOrder[Int(lineStarts[row])] = Int32(truncatingIfNeeded: index)
      lineStarts[row] += 1
    }
  }

  /// Takes in the lines that begin in `row`.
  func activateLines(_ row: Int) {
    let (begin, end) = (Int(lineStarts[row]), Int(lineStarts[row + 1]))
    active.reserve(active.count + end - begin)
    for index in begin..<end { active.append(outlines.lines[Int(lineOrder[index])]) }
  }

  /// The columns of the clip that a line goes through in the row, from the step it is at on the
  /// row's upper edge to the one on its lower edge. None are left of it or right of it.
  @inline(__always)
  static func columns(_ x0: Int32, _ x1: Int32, _ width: Int) -> (left: Int, right: Int) {
    let left = max(0, Int(min(x0, x1) >> 8))
    let right = max(0, min(width, Int((max(x0, x1) &+ 255) >> 8)))
    return (left, right)
  }

  /// Notes that something changes at columns, the last included.
  @inline(__always)
  private static func mark(_ left: Int, _ right: Int, _ touched: UnsafeMutablePointer<UInt8>) {
    let first = left &>> 2
    let last = right &>> 2
    touched[first] = 1
    touched[last] = 1
    if last &- first > 1 {
      (touched + first + 1).update(repeating: 1, count: last &- first &- 1)
    }
  }

  /// What changes where a line begins: a line down lets the upper bound rise, one up lets the
  /// lower one fall.
  @inline(__always)
  private static func start(_ direction: Int32) -> Cell {
    Cell(0, direction >> 31, 1 &+ direction >> 31, 0)
  }

  /// What changes behind a line: the other bound, and the winding.
  @inline(__always)
  private static func end(_ direction: Int32) -> Cell {
    Cell(0, 1 &+ direction >> 31, direction >> 31, direction)
  }

  /// Step 1 for the lines that go through the whole row; moves them to the next row. Those that
  /// have ended are left out.
  ///
  /// - Parameter areas: whether areas are summed at once, needed or not.
  func addLines(_ row: Int, areas: Bool) {
    let width = clip.width
    let edge = Int32(truncatingIfNeeded: width << 8)
    let top = Int32(truncatingIfNeeded: row)
    let (touched, lines, cells) = (touched.base, active.base, cells.base)
    var crowd = crowd
    crowd.beginNotes(width, lines: active.count)
    var count = 0
    for place in 0..<active.count {
      var line = lines[place]
      if line.end <= top { continue }
      let x0 = Int32(truncatingIfNeeded: line.x >> 32)
      line.x &+= line.change
      let x1 = Int32(truncatingIfNeeded: line.x >> 32)
      let index = count
      lines[index] = line
      count &+= 1
      let low = min(x0, x1)
      if low >= edge { continue }
      if areas, low >= 0, addNarrow(low, max(x0, x1), line.direction, &crowd, index) { continue }
      let (left, right) = Self.columns(x0, x1, width)
      Self.mark(left, right, touched)
      cells[left] &+= Self.start(line.direction)
      cells[right] &+= Self.end(line.direction)
      if areas, left < right {
        Self.addWhole(x0, x1, right, line.direction, width, cells)
        crowd.note(index, left, right, remaining: active.count &- place)
      }
    }
    active.count = count
    self.crowd = crowd
  }

  /// Does step 1 for a line through the whole row if it is within three columns, and sums its
  /// areas. What lies behind the clip does no harm.
  @inline(__always)
  private func addNarrow(
    _ low: Int32, _ high: Int32, _ direction: Int32, _ crowd: inout CrowdedPixels, _ index: Int
  ) -> Bool {
    let column = low >> 8
    let first = (column &+ 1) << 8
    let second = first &+ 256
    if high &- second > 256 { return false }
    // Where it crosses the sides of columns, if it does.
    let slope = 256 / Double(max(1, high &- low))
    let y1 = min(256, Self.height(first &- low, slope))
    let y2 = min(256, Self.height(second &- low, slope))
    let (x1, x2) = (min(first, high), min(second, high))
    // The areas left of it.
    let a = y1 &* (low &+ x1 &- column << 9)
    let b = (y2 &- y1) &* (x1 &+ x2 &- first &- first)
    let c = (256 &- y2) &* (x2 &+ high &- second &- second)
    let (left, right) = (Int(column), Int((high &+ 255) >> 8))
    let (cells, touched) = (cells.base, touched.base)
    crowd.note(index, left, columns: right &- left)
    touched[left &>> 2] = 1
    touched[right &>> 2] = 1
    cells[left] &+= Self.start(direction) &+ Self.area(direction &* (y1 << 9 &- a))
    cells[left &+ 1] &+= Self.area(direction &* ((y2 &- y1) << 9 &+ a &- b))
    cells[left &+ 2] &+= Self.area(direction &* ((256 &- y2) << 9 &+ b &- c))
    cells[left &+ 3] &+= Self.area(direction &* c)
    // Behind the last column the area counts in the winding.
    cells[right] &+= Self.end(direction) &+ Self.area(0 &- direction &* Self.full)
    return true
  }

  /// Added to heights before these are rounded: whatever way they are worked out, half a step is
  /// rounded up.
  static let halfUp = 0x1p-12

  /// How high an edge is after some steps to the right, to the nearest step.
  @inline(__always)
  static func height(_ steps: Int32, _ slope: Double) -> Int32 {
    nearest(Double(steps) * slope + halfUp)
  }

  @inline(__always)
  static func area(_ area: Int32) -> Cell { Cell(area, 0, 0, 0) }

  /// Adds `sign` times what lies right of an edge, in the columns it goes through and as a whole
  /// behind them.
  ///
  /// - Parameter size: how high it is, in steps.
  private static func addAcross(
    _ low: Int32, _ high: Int32, _ size: Int32, _ sign: Int32, _ width: Int,
    _ cells: UnsafeMutablePointer<Cell>
  ) {
    let (left, right) = columns(low, high, width)
    if left > right { return }
    let slope = Double(size) / Double(max(1, high &- low))
    // What is left of the clip, or runs along the side of a column, counts as a whole.
    var x = max(0, low)
    var y = left == right ? size : low < 0 ? height(0 &- low, slope) : 0
    // What lies in a column behind the one before.
    var behind = y << 9
    for column in left..<right {
      let place = Int32(truncatingIfNeeded: column)
      let next = min((place &+ 1) << 8, high)
      let nextY = next == high ? size : height(next &- low, slope)
      let part = (nextY &- y) &* (x &+ next &- place << 9)
      cells[column] &+= area((behind &+ (nextY &- y) << 9 &- part) &* sign)
      behind = part
      x = next
      y = nextY
    }
    cells[right] &+= area(behind &* sign)
  }

  /// Adds the area right of a line through the whole row, in the columns it goes through.
  @inline(__always)
  private static func addWhole(
    _ x0: Int32, _ x1: Int32, _ right: Int, _ direction: Int32, _ width: Int,
    _ cells: UnsafeMutablePointer<Cell>
  ) {
    addAcross(min(x0, x1), max(x0, x1), 256, direction, width, cells)
    cells[right] &+= area(0 &- direction &* full)
  }

  /// Step 1 for chains.
  func addChains(_ row: Int, areas summing: Bool) {
    let (touched, cells, all) = (touched.base, cells.base, outlines.chains.corners)
    let width = clip.width
    var crowd = crowd
    for (chain, corners) in outlines.chains.row(row) {
      let (fall, rise, net) = (Int32(chain.fall), Int32(chain.rise), chain.net)
      let (left, right) = (Int(chain.left), Int(chain.right))
      Self.mark(left, right, touched)
      cells[left] &+= Cell(0, 0 &- fall, rise, 0)
      cells[right] &+= Cell(0, net &+ fall, net &- rise, net)
      if summing, left < right {
        Self.addArea(chain, corners, width, cells)
        crowd.note(chain, corners - all)
      }
    }
    self.crowd = crowd
  }

  /// Adds what lies right of a chain, in the columns it goes through. Behind these the area
  /// counts in the winding.
  @inline(__always)
  private static func addArea(
    _ chain: Chain, _ corners: UnsafePointer<ChainStore.Corner>, _ width: Int,
    _ cells: UnsafeMutablePointer<Cell>
  ) {
    let (left, right) = (Int(chain.left), Int(chain.right))
    // In the first and the last column of the clip a chain may lie outside it, too.
    if right &- left <= 3, left > 0, right < width {
      let side = Int32(chain.left) << 8
      var areas = NarrowAreas(x: corners[0].x &- side, y: corners[0].y)
      for index in 0..<Int(chain.count) {
        let end = corners[index &+ 1]
        areas.addPiece(x: end.x &- side, y: end.y)
      }
      let sums = areas.sums
      cells[left] &+= area(sums[0])
      cells[left &+ 1] &+= area(sums[1])
      cells[left &+ 2] &+= area(sums[2])
      cells[left &+ 3] &+= area(sums[3])
    } else {
      for index in 0..<Int(chain.count) {
        let (from, to) = (corners[index], corners[index &+ 1])
        let height = to.y &- from.y
        if height == 0 { continue }
        addAcross(
          min(from.x, to.x), max(from.x, to.x), abs(height), height.signum(), width, cells)
      }
    }
    cells[right] &+= area(0 &- chain.net &* full)
  }

  /// Adds the areas of all that goes through columns that need them. Lines are past the row.
  func addNeededAreas(_ row: Int) {
    let width = clip.width
    let (lines, needed, cells) = (active.base, needed.base, cells.base)
    let all = outlines.chains.corners
    for index in 0..<active.count {
      let next = lines[index].x
      let x0 = Int32(truncatingIfNeeded: (next &- lines[index].change) >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left < right, Self.isAny(needed, left, right) {
        Self.addWhole(x0, x1, right, lines[index].direction, width, cells)
        crowd.note(index, left, right, remaining: 0)
      }
    }
    for (chain, corners) in outlines.chains.row(row) {
      let (left, right) = (Int(chain.left), Int(chain.right))
      if left < right, Self.isAny(needed, left, right) {
        Self.addArea(chain, corners, width, cells)
        crowd.note(chain, corners - all)
      }
    }
  }

  /// Whether a bit of columns `left..<right` is set.
  @inline(__always)
  private static func isAny(_ marks: UnsafePointer<UInt64>, _ left: Int, _ right: Int) -> Bool {
    let word = left &>> 6
    let last = (right &- 1) &>> 6
    let first = marks[word] &>> UInt64(truncatingIfNeeded: left)
    if word == last {
      return first & ((2 &<< UInt64(truncatingIfNeeded: right &- 1 &- left)) &- 1) != 0
    }
    if first != 0 { return true }
    for between in word &+ 1..<last where marks[between] != 0 { return true }
    return marks[last] & ((2 &<< UInt64(truncatingIfNeeded: right &- 1)) &- 1) != 0
  }

  /// Step 3: gives the edges in columns where several meet to these.
  func gatherEdges(_ row: Int) {
    var crowd = crowd
    crowd.beginEdges(active.base, outlines.chains.corners)
    if crowd.hasLongChains {
      for (chain, corners) in outlines.chains.row(row) {
        if chain.isLong, crowd.isAny(Int(chain.left), Int(chain.right)) {
          crowd.add(chain, corners)
        }
      }
    }
    self.crowd = crowd
  }
}
