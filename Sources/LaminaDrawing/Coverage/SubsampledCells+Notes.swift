extension SubsampledCells {
  /// Prepares for recording which lines pass through which columns.
  mutating func beginNotes() {
    notes.count = 0
    hasLongRuns = false
  }

  /// Records that a line passes through the columns `left..<right`.
  mutating func note(_ line: Int, _ left: Int, _ right: Int) {
    note(span: Int32(truncatingIfNeeded: line), left, right)
  }

  /// Records that an edge run passes through columns if it is short; the lines of a long one are
  /// gathered later.
  ///
  /// - Parameter place: the index of its first corner.
  mutating func note(_ edgeRun: EdgeRun, _ place: Int) {
    if edgeRun.isLong {
      hasLongRuns = true
    } else {
      let span = ~Int32(truncatingIfNeeded: place)
      note(span: span, Int(edgeRun.left), Int(edgeRun.right))
    }
  }

  private mutating func note(span: Int32, _ left: Int, _ right: Int) {
    for column in left..<right {
      notes.append(Note(span: span, next: lastNotes[column]))
      lastNotes[column] = Int32(truncatingIfNeeded: notes.count &- 1)
    }
  }

  /// Prepares the measurement of the pixels; the edges of long edge runs are still to be added.
  ///
  /// - Parameters:
  ///   - lines: the lines of the row, already advanced past it.
  ///   - corners: the corners of all edge runs.
  mutating func beginEdges(
    _ lines: UnsafePointer<EdgeBuilder.Edge>, _ corners: UnsafePointer<EdgeTable.Vertex>
  ) {
    self.lines = lines
    self.corners = corners
    for index in 0..<pixels.count
    where hasLongRuns || pixels[index].spread > Self.limit / EdgeRun.longestShort {
      let count = countEdges(pixels[index])
      pixels.base[index].count = count
      if count > Self.limit { changeToPoints(index) }
    }
  }

  /// Returns the number of lines recorded in a pixel's notes.
  private func countEdges(_ pixel: Pixel) -> Int32 {
    var count: Int32 = 0
    var next = pixel.notes
    while next >= 0 {
      let note = notes[Int(next)]
      count &+= note.span >= 0 ? 1 : EdgeTable.edgeRun(before: corners! + Int(~note.span)).count
      next = note.next
    }
    return count
  }

  func line(_ index: Int32) -> CellEdge {
    let line = lines! + Int(index)
    let x1 = line.pointee.x
    let x0 = x1 &- line.pointee.change
    return CellEdge(
      x0: Int32(truncatingIfNeeded: x0 >> 32), y0: 0, x1: Int32(truncatingIfNeeded: x1 >> 32),
      y1: 256, direction: line.pointee.direction, run: 0)
  }

  /// Calls `body` for each line of an edge run that is not horizontal, except for those to the
  /// right of a column. Runs are numbered from 1.
  func forEachEdge(_ span: Int32, _ column: Int32, _ body: (CellEdge) -> Void) {
    let corners = corners! + Int(~span)
    let right = (column &+ 1) << 8
    var (run, lastDirection) = (Int32(0), Int32(0))
    for index in 0..<Int(EdgeTable.edgeRun(before: corners).count) {
      let (a, b) = (corners[index], corners[index &+ 1])
      if a.y == b.y { continue }
      let direction: Int32 = a.y < b.y ? 1 : -1
      // A line to the right of the column may connect one run to the next.
      if direction != lastDirection { run &+= 1 }
      lastDirection = direction
      if min(a.x, b.x) >= right { continue }
      let (upper, lower) = direction > 0 ? (a, b) : (b, a)
      body(
        CellEdge(
          x0: upper.x, y0: upper.y, x1: lower.x, y1: lower.y, direction: direction, run: run))
    }
  }

  // MARK: - Points

  /// The horizontal offset of the sample points on each sub-scanline, in 1/2048 pixel.
  private static var shifts: SIMD16<Int16> {
    [0, 64, 32, 96, 16, 80, 48, 112, 8, 72, 40, 104, 24, 88, 56, 120]
  }

  /// Converts the edges of a pixel into winding changes at its sample points.
  @inline(never)
  mutating func changeToPoints(_ index: Int) {
    let start = points.count
    points.reserve(start + 16 * Self.pointCount)
    (points.base + start).update(repeating: 0, count: 16 * Self.pointCount)
    points.count = start + 16 * Self.pointCount
    var next = pixels[index].edges
    pixels.base[index].edges = Int32(truncatingIfNeeded: start)
    while next >= 0 {
      change(edges[Int(next)], index)
      next = edges[Int(next)].next
    }
    next = pixels[index].notes
    while next >= 0 {
      let note = notes[Int(next)]
      if note.span >= 0 {
        change(line(note.span), index)
      } else {
        forEachEdge(note.span, pixels[index].column) { change($0, index) }
      }
      next = note.next
    }
  }

  /// Adds an edge's direction to the sample points to its right.
  func change(_ edge: CellEdge, _ index: Int) {
    let shares = SubScanlineCoverage(edge, pixels[index].column)
    let points = points.base + Int(pixels[index].edges)
    let shifts = Self.shifts
    for line in Self.line(edge.y0)..<Self.line(edge.y1) {
      let behind = (shares[line] &+ 124 &- shifts[line]) >> 7
      points[line &* Self.pointCount &+ 16 &- Int(behind)] &+= edge.direction
    }
  }

  @inline(never)
  func atPoints(
    _ pixel: Pixel, _ carried: UnsafePointer<SIMD4<Int32>>?, _ rule: FillRule
  ) -> UInt8 {
    let points = points.base + Int(pixel.edges)
    var inside = 0
    for line in 0..<16 {
      var winding = pixel.winding &+ (carried?[line >> 2][line & 3] ?? 0)
      for point in 0..<16 {
        winding &+= points[line &* Self.pointCount &+ point]
        if Self.isInside(winding, rule) { inside &+= 1 }
      }
    }
    return UInt8(truncatingIfNeeded: (inside &* 255 &+ 128) >> 8)
  }
}
