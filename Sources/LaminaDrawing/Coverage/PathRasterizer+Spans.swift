extension PathRasterizer {
  /// Sorts lines by the first row of the clip that they cross.
  func sortLines() {
    let height = clip.height
    let (lines, count) = (outlines.lines.base, outlines.lines.count)
    lineStarts.reserve(height + 2)
    lineOrder.reserve(count)
    lineStarts.base.update(repeating: 0, count: height + 2)
    // Counted one place further on, the starts are right once all lines are placed.
    for index in 0..<count { lineStarts[Int(lines[index].first) + 2] += 1 }
    for row in 2..<height + 2 { lineStarts[row] += lineStarts[row - 1] }
    for index in 0..<count {
      let row = Int(lines[index].first) + 1
      lineOrder[Int(lineStarts[row])] = Int32(truncatingIfNeeded: index)
      lineStarts[row] += 1
    }
  }

  /// Continues the lines that remain from the preceding row, and activates those that begin in
  /// `row`.
  func activateLines(_ row: Int) {
    swap(&active, &remaining)
    remaining.count = 0
    let (begin, end) = (Int(lineStarts[row]), Int(lineStarts[row + 1]))
    active.reserve(active.count + end - begin)
    for index in begin..<end { active.append(outlines.lines[Int(lineOrder[index])]) }
  }

  /// Returns the columns of the clip that a line crosses in the row, from its step on the row's
  /// upper edge to that on the lower edge. The range is empty for lines left or right of the clip.
  static func columns(_ x0: Int32, _ x1: Int32, _ width: Int) -> (left: Int, right: Int) {
    let left = max(0, Int(min(x0, x1) >> 8))
    let right = max(0, min(width, Int((max(x0, x1) &+ 255) >> 8)))
    return (left, right)
  }

  /// Marks columns as touched, including the last.
  private static func mark(_ left: Int, _ right: Int, _ touched: UnsafeMutablePointer<UInt8>) {
    let first = left &>> 2
    let last = right &>> 2
    touched[first] = 1
    touched[last] = 1
    if last &- first > 1 {
      (touched + first + 1).update(repeating: 1, count: last &- first &- 1)
    }
  }

  /// Returns the changes at the start of a line: a line down raises the upper bound, a line up
  /// lowers the lower one.
  private static func start(_ direction: Int32) -> Cell {
    Cell(direction >> 31, 1 &+ direction >> 31, 0, 0)
  }

  /// Returns the changes behind a line: the other bound, and the winding.
  private static func end(_ direction: Int32) -> Cell {
    Cell(1 &+ direction >> 31, direction >> 31, direction, 0)
  }

  /// Performs step 1 for the lines through the whole row, and advances them to the next row.
  ///
  /// - Parameter summing: whether areas are summed immediately, needed or not.
  func addLines(_ row: Int, areas summing: Bool) {
    let width = clip.width
    let edge = Int32(truncatingIfNeeded: width << 8)
    let next = Int32(truncatingIfNeeded: row &+ 1)
    self.remaining.reserve(active.count)
    let remaining = remaining.base
    let (touched, lines, cells, areas) = (touched.base, active.base, cells.base, areas.base)
    subsampledCells.beginNotes()
    let takesNotes = takesNotes
    var count = 0
    for place in 0..<active.count {
      var line = lines[place]
      let x0 = Int32(truncatingIfNeeded: line.x >> 32)
      line.x &+= line.change
      let x1 = Int32(truncatingIfNeeded: line.x >> 32)
      lines[place] = line
      remaining[count] = line
      count &+= line.end > next ? 1 : 0
      let (low, high) = (min(x0, x1), max(x0, x1))
      if low >= edge { continue }
      let direction = line.direction
      let (left, right) = Self.columns(x0, x1, width)
      Self.mark(left, right, touched)
      cells[left] &+= Self.start(direction)
      cells[right] &+= Self.end(direction)
      if summing, left < right {
        Self.addAcross(low, high, 256, direction, left, right, areas)
        if takesNotes { subsampledCells.note(place, left, right) }
      }
    }
    self.remaining.count = count
  }

  /// Performs step 1 for edge runs.
  func addEdgeRuns(_ row: Int, areas summing: Bool) {
    let (touched, cells, all) = (touched.base, cells.base, outlines.edgeRuns.allCorners)
    let takesNotes = takesNotes
    for (edgeRun, corners) in outlines.edgeRuns.row(row) {
      let (fall, rise, net) = (Int32(edgeRun.fall), Int32(edgeRun.rise), edgeRun.net)
      let (left, right) = (Int(edgeRun.left), Int(edgeRun.right))
      Self.mark(left, right, touched)
      cells[left] &+= Cell(0 &- fall, rise, 0, 0)
      cells[right] &+= Cell(net &+ fall, net &- rise, net, 0)
      if summing, left < right {
        addAreas(of: edgeRun, corners)
        if takesNotes { subsampledCells.note(edgeRun, corners - all) }
      }
    }
  }

  /// Adds the areas of all spans through columns that need them. Lines have already advanced past
  /// the row.
  func addNeededAreas(_ row: Int) {
    findNeeded()
    cleared.count = 0
    let width = clip.width
    let (lines, needed, areas) = (active.base, needed.base, areas.base)
    let all = outlines.edgeRuns.allCorners
    for index in 0..<active.count {
      let next = lines[index].x
      let x0 = Int32(truncatingIfNeeded: (next &- lines[index].change) >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left < right, Self.isAny(needed, left, right) {
        let (low, high) = (min(x0, x1), max(x0, x1))
        Self.addAcross(low, high, 256, lines[index].direction, left, right, areas)
        subsampledCells.note(index, left, right)
        noteAreas(left, right)
      }
    }
    for (edgeRun, corners) in outlines.edgeRuns.row(row) {
      let (left, right) = (Int(edgeRun.left), Int(edgeRun.right))
      if left < right, Self.isAny(needed, left, right) {
        addAreas(of: edgeRun, corners)
        subsampledCells.note(edgeRun, corners - all)
        noteAreas(left, right)
      }
    }
  }

  /// Records that areas were added to columns.
  private func noteAreas(_ left: Int, _ right: Int) {
    cleared.append(
      SIMD2(Int32(truncatingIfNeeded: left), Int32(truncatingIfNeeded: right)))
  }

  /// Clears the areas that ``addNeededAreas(_:)`` added, including those of full columns.
  func clearNeededAreas() {
    for index in 0..<cleared.count {
      clearAreas(Int(cleared[index].x)..<Int(cleared[index].y))
    }
  }

  /// Returns true if a bit of columns `left..<right` is set.
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

  /// Performs step 3: collects the edges of the columns in which several meet.
  func gatherEdges(_ row: Int) {
    subsampledCells.beginEdges(active.base, outlines.edgeRuns.allCorners)
    if subsampledCells.hasLongRuns {
      for (edgeRun, corners) in outlines.edgeRuns.row(row) {
        if edgeRun.isLong, subsampledCells.isAny(Int(edgeRun.left), Int(edgeRun.right)) {
          subsampledCells.add(edgeRun, corners)
        }
      }
    }
  }
}
