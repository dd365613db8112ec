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
  private static func mark(_ left: Int, _ right: Int, _ touched: UnsafeMutablePointer<UInt64>) {
    let word = left &>> 6
    let last = right &>> 6
    if word == last {
      let count = UInt64(truncatingIfNeeded: right &- left)
      touched[word] |= ((2 &<< count) &- 1) &<< UInt64(truncatingIfNeeded: left)
      return
    }
    touched[word] |= .max &<< UInt64(truncatingIfNeeded: left)
    for between in word &+ 1..<last { touched[between] = .max }
    touched[last] |= (2 &<< UInt64(truncatingIfNeeded: right)) &- 1
  }

  /// Step 1 for the lines that go through the whole row; moves them to the next row.
  ///
  /// - Parameter areas: whether areas are summed at once, needed or not.
  func addLines(areas: Bool) {
    if areas { addLines(summing: true) } else { addLines(summing: false) }
  }

  @inline(__always)
  private func addLines(summing: Bool) {
    let width = clip.width
    let edge = Int32(truncatingIfNeeded: width << 8)
    let (touched, lines) = (touched.base, active.base)
    let (areas, lows, highs, behinds) = (areas.base, lows.base, highs.base, behinds.base)
    var crowd = crowd
    crowd.beginNotes(width, lines: active.count)
    for index in 0..<active.count {
      let x = lines[index].x
      let next = x &+ lines[index].change
      lines[index].x = next
      let x0 = Int32(truncatingIfNeeded: x >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let low = min(x0, x1)
      let high = max(x0, x1)
      if low >= edge { continue }
      // A line down lets the winding rise: at first its upper bound, behind it the lower one.
      let direction = lines[index].direction
      let first = direction > 0 ? highs : lows
      let second = direction > 0 ? lows : highs
      let column = low >> 8
      let side = (column &+ 1) << 8
      // How far it goes into the next column.
      let over = max(0, high &- side)
      if !summing || over > 256 || low < 0 || high &+ 256 == side {
        let (left, right) = Self.columns(x0, x1, width)
        Self.mark(left, right, touched)
        first[left] &+= direction
        second[right] &+= direction
        behinds[right] &+= direction
        if summing, left < right {
          Self.addWhole(x0, x1, left, right, direction, areas)
          crowd.note(index, left, right)
        }
        continue
      }
      let scale = 256 / Double(high &- low)
      let crossing = PathRasterizer.nearest(Double(side &- low) * scale)
      let y = over > 0 ? crossing : 256
      let behind = y &* (low &+ min(high, side) &- column << 9)
      let lastBehind = (256 &- y) &* over
      let left = Int(column)
      let right = left &+ (over > 0 ? 2 : 1)
      crowd.note(index, left, over > 0)
      Self.mark(left, min(width, right), touched)
      first[left] &+= direction
      second[right] &+= direction
      behinds[right] &+= direction
      areas[left] &+= direction &* (y << 9 &- behind)
      areas[left &+ 1] &+= direction &* (behind &+ (256 &- y) << 9 &- lastBehind)
      areas[left &+ 2] &+= direction &* lastBehind
      // Behind the last column the area counts in the winding.
      areas[right] &-= direction &* Self.full
    }
    self.crowd = crowd
  }

  /// Adds the area right of a line through the whole row, in the columns it goes through.
  @inline(__always)
  private static func addWhole(
    _ x0: Int32, _ x1: Int32, _ left: Int, _ right: Int, _ direction: Int32,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    let low = min(x0, x1)
    let high = max(x0, x1)
    let scale = 256 / Double(high &- low)
    // What is left of the clip counts as a whole.
    var x = max(0, low)
    var y = low < 0 ? PathRasterizer.nearest(Double(0 &- low) * scale) : 0
    areas[left] &+= (y << 9) &* direction
    for column in left..<right {
      let place = Int32(truncatingIfNeeded: column)
      let next = min((place &+ 1) << 8, high)
      let nextY =
        next == high ? 256 : PathRasterizer.nearest(Double(next &- low) * scale)
      let behind = (nextY &- y) &* (x &+ next &- place << 9) &* direction
      areas[column] &+= ((nextY &- y) << 9) &* direction &- behind
      areas[column &+ 1] &+= behind
      x = next
      y = nextY
    }
    areas[right] &-= full &* direction
  }

  /// Step 1 for chains.
  func addChains(_ row: Int, areas summing: Bool) {
    let (areas, lows, highs, behinds) = (areas.base, lows.base, highs.base, behinds.base)
    let touched = touched.base
    let width = Int32(truncatingIfNeeded: clip.width)
    outlines.chains.forEach(row) { chain, corners in
      let (fall, rise) = (Int32(chain.fall), Int32(chain.rise))
      let (left, right) = (Int(chain.left), Int(chain.right))
      Self.mark(left, right, touched)
      lows[left] &-= fall
      highs[left] &+= rise
      lows[right] &+= chain.net &+ fall
      highs[right] &+= chain.net &- rise
      behinds[right] &+= chain.net
      if summing, left < right { Self.addArea(chain, corners, width, areas) }
    }
  }

  /// Adds what lies right of a chain, in the columns it goes through.
  @inline(__always)
  private static func addArea(
    _ chain: Chain, _ corners: UnsafePointer<ChainStore.Corner>, _ width: Int32,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    var from = corners[0]
    // Pieces in one column are summed before they are added.
    var column = Int32(chain.left)
    var inside: Int32 = 0
    var behind: Int32 = 0
    for index in 0..<Int(chain.count) {
      let to = corners[index &+ 1]
      let height = to.y &- from.y
      if height != 0 {
        let low = min(from.x, to.x) >> 8
        if low < 0 || low >= width || (max(from.x, to.x) &- 1) >> 8 > low {
          let isDown = height > 0
          addAcross(isDown ? from : to, isDown ? to : from, isDown ? 1 : -1, width, areas)
        } else {
          if low != column {
            areas[Int(column)] &+= inside
            areas[Int(column) &+ 1] &+= behind
            column = low
            inside = 0
            behind = 0
          }
          let part = height &* (from.x &+ to.x &- low << 9)
          inside &+= height << 9 &- part
          behind &+= part
        }
      }
      from = to
    }
    areas[Int(column)] &+= inside
    areas[Int(column) &+ 1] &+= behind
    areas[Int(chain.right)] &-= chain.net &* full
  }

  /// Adds `sign` times what lies right of a line down, within a row but through several columns
  /// or outside the clip.
  @inline(never)
  private static func addAcross(
    _ upper: ChainStore.Corner, _ lower: ChainStore.Corner, _ sign: Int32, _ width: Int32,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    let slope = Double(lower.y &- upper.y) / Double(lower.x &- upper.x)
    let forwards = lower.x > upper.x
    var (x, y) = (upper.x, upper.y)
    repeat {
      // The part left of the clip counts as a whole; the part right of it not at all.
      let column = forwards ? x >> 8 : (x &- 1) >> 8
      var next = forwards ? (column &+ 1) << 8 : column << 8
      if column < 0 {
        next = forwards ? min(0, lower.x) : lower.x
      } else if column >= width {
        next = forwards ? lower.x : max(width << 8, lower.x)
      } else {
        next = forwards ? min(next, lower.x) : max(next, lower.x)
      }
      let nextY =
        next == lower.x
        ? lower.y : upper.y &+ PathRasterizer.nearest(Double(next &- upper.x) * slope)
      let height = (nextY &- y) &* sign
      if column < 0 {
        areas[0] &+= height << 9
      } else if column < width {
        let behind = height &* (x &+ next &- column << 9)
        areas[Int(column)] &+= height << 9 &- behind
        areas[Int(column) &+ 1] &+= behind
      }
      x = next
      y = nextY
    } while x != lower.x
  }

  /// Adds the areas of all that goes through columns that need them. Lines are past the row.
  func addNeededAreas(_ row: Int) {
    let width = clip.width
    let (lines, needed, areas) = (active.base, needed.base, areas.base)
    for index in 0..<active.count {
      let next = lines[index].x
      let x0 = Int32(truncatingIfNeeded: (next &- lines[index].change) >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left < right, Self.isAny(needed, left, right) {
        Self.addWhole(x0, x1, left, right, lines[index].direction, areas)
        crowd.note(index, left, right)
      }
    }
    outlines.chains.forEach(row) { chain, corners in
      let (left, right) = (Int(chain.left), Int(chain.right))
      if left < right, Self.isAny(needed, left, right) {
        Self.addArea(chain, corners, Int32(truncatingIfNeeded: width), areas)
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
    crowd.addLines(active.base)
    outlines.chains.forEach(row) { chain, corners in
      if crowd.isAny(Int(chain.left), Int(chain.right)) { crowd.add(chain, corners) }
    }
    self.crowd = crowd
  }
}
