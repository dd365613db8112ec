import LaminaBase

/// The pixels of a row in which several edges meet, each measured on its own.
///
/// If two lines run through a pixel and do not cross in the row, the areas to the right of them
/// determine the coverage. All other pixels are measured along 16 horizontal sub-scanlines, exactly
/// in x; if more than ``limit`` edges meet, at 16 sample points on each, 1/16 pixel apart and
/// shifted by a different one of 16 fractions of that on each sub-scanline.
struct SubsampledCells: ~Copyable {
  /// A straight piece of an outline from (`x0`, `y0`) down to (`x1`, `y1`), in units of 1/256 pixel
  /// from the row's and the clip's upper left corner.
  struct CellEdge {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
    /// +1 if the path goes down here, -1 if up.
    var direction: Int32
    /// The run of the edge. Edges of the same run are at different heights.
    var run: Int32
    /// The index of the next edge in the pixel; -1 after the last.
    var next: Int32 = -1
  }

  struct Pixel {
    var column: Int32
    /// The winding number behind everything that ends to the left of the pixel.
    var winding: Int32
    /// The sum of the areas to the right of its edges, each times its direction.
    var area: Int32
    /// The maximum variation of the winding number within the pixel: 1 for each line.
    var spread: Int32
    /// The index of its last note.
    var notes: Int32
    /// The index of the edge added last; once there are too many, of their first winding change in
    /// ``points``.
    var edges: Int32 = -1
    /// The number of edges, including the lines in its notes if they may be too many.
    var count: Int32 = 0
  }

  /// A record of a line or a short edge run that passes through a column.
  struct Note {
    /// The index of a line among those of the row; for an edge run, the complement of the index of
    /// its first corner.
    var span: Int32
    /// The index of the column's next note; -1 after the last.
    var next: Int32
  }

  /// The maximum number of edges for which a pixel is measured along sub-scanlines.
  static let limit: Int32 = 32
  /// The number of winding changes per sub-scanline: one before each point and one behind the last.
  static let pointCount = 17

  /// The index of each column's pixel; -1 if there is none.
  private var indices = ScratchArray<Int32>()
  var notes = ScratchArray<Note>()
  var lastNotes = ScratchArray<Int32>()
  /// The lines of the row, already advanced past it, and the corners of edge runs.
  var lines: UnsafePointer<EdgeBuilder.Edge>?
  var corners: UnsafePointer<EdgeTable.Vertex>?
  /// True if the row has edge runs too long for notes.
  var hasLongRuns = false
  /// A bit set of the columns that have a pixel, with 64 spare bits at the end.
  private var marks = ScratchArray<UInt64>()
  var pixels = ScratchArray<Pixel>()
  var edges = ScratchArray<CellEdge>()
  private var run: Int32 = 0
  /// Four vectors for each pixel: the change of the winding number on each sub-scanline before it,
  /// caused by continuing edge runs with parts to the left of it. Finally accumulated over all
  /// pixels up to it.
  private var carries = ScratchArray<SIMD4<Int32>>()
  private var isCarrying = false
  var points = ScratchArray<Int32>()
  /// The shares of edges, sorted on each sub-scanline.
  private let sorted = ScratchArray<SubScanlineCoverage>(capacity: Int(limit))

  var count: Int { pixels.count }

  /// Makes room for rows of `width` columns.
  mutating func reserve(_ width: Int) {
    indices.reserve(width + 1, repeating: -1)
    lastNotes.reserve(width + 8, repeating: -1)
    marks.reserve(width / 64 + 2, repeating: 0)
  }

  /// Begins a row.
  mutating func begin() {
    pixels.count = 0
    edges.count = 0
    points.count = 0
    run = 0
    isCarrying = false
  }

  mutating func addPixel(_ column: Int, winding: Int32, area: Int32, spread: Int32) {
    indices[column] = Int32(truncatingIfNeeded: pixels.count)
    marks[column &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: column)
    pixels.append(
      Pixel(
        column: Int32(truncatingIfNeeded: column), winding: winding, area: area, spread: spread,
        notes: lastNotes[column]))
  }

  /// Returns true if any of the columns `left..<right` has a pixel here.
  func isAny(_ left: Int, _ right: Int) -> Bool {
    let shift = UInt64(truncatingIfNeeded: left)
    let word = left &>> 6
    // The bits of 64 columns.
    let near = (marks[word] &>> shift) | ((marks[word &+ 1] &<< 1) &<< ~shift)
    let count = right &- left
    if count < 64 { return near & ((1 &<< UInt64(truncatingIfNeeded: count)) &- 1) != 0 }
    return near != 0 || firstIndex(left &+ 64, right) >= 0
  }

  /// Returns the index of the first pixel in `left..<right`; -1 if there is none.
  private func firstIndex(_ left: Int, _ right: Int) -> Int32 {
    var column = left
    while column < right {
      if indices[column] >= 0 { return indices[column] }
      column &+= 1
    }
    return -1
  }

  // MARK: - Chains

  private mutating func add(_ edge: CellEdge, _ index: Int) {
    let pixel = pixels.base + index
    if pixel.pointee.count >= Self.limit {
      if pixel.pointee.count == Self.limit { changeToPoints(index) }
      change(edge, index)
    } else {
      var edge = edge
      edge.next = pixel.pointee.edges
      pixel.pointee.edges = Int32(truncatingIfNeeded: edges.count)
      edges.append(edge)
    }
    pixel.pointee.count &+= 1
  }

  /// Adds the edges of an edge run.
  mutating func add(_ edgeRun: EdgeRun, _ corners: UnsafePointer<EdgeTable.Vertex>) {
    let right = Int(edgeRun.right)
    var lastDirection: Int32 = 0
    for place in 0..<Int(edgeRun.count) {
      var (a, b) = (corners[place], corners[place &+ 1])
      if a.y == b.y { continue }
      let direction: Int32 = a.y < b.y ? 1 : -1
      if direction < 0 { (a, b) = (b, a) }
      if direction != lastDirection { run &+= 1 }
      lastDirection = direction
      let first = max(0, Int(min(a.x, b.x)) >> 8)
      let end = max(0, min(right, (Int(max(a.x, b.x)) &+ 255) >> 8))
      let edge = CellEdge(x0: a.x, y0: a.y, x1: b.x, y1: b.y, direction: direction, run: run)
      var column = first
      while column < end {
        let index = indices[column]
        if index >= 0 { add(edge, Int(index)) }
        column &+= 1
      }
      if end < right {
        let behind = firstIndex(end, right)
        if behind >= 0 { carry(a.y, b.y, direction, Int(behind), right) }
      }
    }
  }

  /// Returns the index of the first sub-scanline at or below `y`, in units of 1/256 pixel.
  static func line(_ y: Int32) -> Int { Int((y &+ 7) >> 4) }

  /// Carries the winding of a piece of an edge run to the pixels behind it, up to the end of the
  /// edge run.
  private mutating func carry(
    _ y0: Int32, _ y1: Int32, _ direction: Int32, _ index: Int, _ right: Int
  ) {
    let (first, end) = (Self.line(y0), Self.line(y1))
    if first >= end { return }
    if !isCarrying {
      isCarrying = true
      carries.reserve(pixels.count * 4 + 4)
      carries.base.update(repeating: .zero, count: pixels.count * 4 + 4)
    }
    let places = SIMD4<Int32>(0, 1, 2, 3)
    let change = SIMD4(repeating: direction)
    let low = places &- SIMD4(repeating: Int32(truncatingIfNeeded: first))
    let high = places &- SIMD4(repeating: Int32(truncatingIfNeeded: end))
    // The first pixel behind the edge run.
    let behind = (index + 1..<pixels.count).partitioningIndex { Int(pixels[$0].column) >= right }
    for group in 0..<4 {
      let line = SIMD4(repeating: Int32(truncatingIfNeeded: group &* 4))
      let change = change & ((high &+ line) &>> 31) & ~((low &+ line) &>> 31)
      carries[index &* 4 &+ group] &+= change
      carries[behind &* 4 &+ group] &-= change
    }
  }

  /// Writes the coverage of all pixels.
  func measure(_ rule: FillRule, _ bytes: UnsafeMutablePointer<UInt8>) {
    if isCarrying {
      for index in 4..<max(4, pixels.count &* 4) { carries[index] &+= carries[index &- 4] }
    }
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      indices[Int(pixel.column)] = -1
      marks[Int(pixel.column) &>> 6] = 0
      let carried = isCarrying ? carried(index) : nil
      let coverage: UInt8
      if pixel.count > Self.limit {
        coverage = atPoints(pixel, carried, rule)
      } else if pixel.spread == 2, pixel.edges < 0, carried == nil,
        let pair = ofPair(pixel, rule)
      {
        coverage = pair
      } else {
        coverage = alongLines(pixel, carried, rule)
      }
      bytes[Int(pixel.column)] = coverage
    }
  }

  /// Returns the winding changes carried to a pixel; nil if there are none.
  private func carried(_ index: Int) -> UnsafePointer<SIMD4<Int32>>? {
    let lines = carries.base + index &* 4
    return lines[0] | lines[1] | lines[2] | lines[3] == .zero ? nil : UnsafePointer(lines)
  }

  static func isInside(_ winding: Int32, _ rule: FillRule) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// Returns the coverage of a pixel with two lines that do not cross in the row; nil for others.
  private func ofPair(_ pixel: Pixel, _ rule: FillRule) -> UInt8? {
    // A long edge run has no notes.
    guard pixel.notes >= 0 else { return nil }
    let note = notes[Int(pixel.notes)]
    guard note.span >= 0, note.next >= 0 else { return nil }
    let first = line(note.span)
    let second = line(notes[Int(note.next)].span)
    let (change0, change1) = (second.x0 &- first.x0, second.x1 &- first.x1)
    let isOrdered = change0 | change1 >= 0
    guard isOrdered || (0 &- change0) | (0 &- change1) >= 0 else { return nil }
    let left = isOrdered ? first : second
    let right = isOrdered ? second : first
    // The areas to the left of both, between them and to the right of both.
    let full = PathRasterizer.full
    let start = pixel.winding
    let middle = start &+ left.direction
    let end = middle &+ right.direction
    let isSame = left.direction == right.direction
    let behind = Self.share(right, pixel.column)
    let between = isSame ? abs(pixel.area) &- 2 &* behind : abs(pixel.area)
    var area: Int32 = 0
    if Self.isInside(start, rule) { area &+= full &- between &- behind }
    if Self.isInside(middle, rule) { area &+= between }
    if Self.isInside(end, rule) { area &+= behind }
    return PathRasterizer.byte(area)
  }

  /// Returns the area to the right of a line through the whole row, in a column.
  private static func share(_ line: CellEdge, _ column: Int32) -> Int32 {
    let low = min(line.x0, line.x1) &- column << 8
    let high = max(line.x0, line.x1) &- column << 8
    let slope = 256 / Double(max(1, high &- low))
    let from = PathRasterizer.height(max(0, 0 &- low), slope)
    let to = min(256, PathRasterizer.height(256 &- low, slope))
    return from << 9 &+ (to &- from) &* (512 &- max(0, low) &- min(256, high))
  }

  /// Returns the coverage of a pixel measured along its sub-scanlines.
  private func alongLines(
    _ pixel: Pixel, _ carried: UnsafePointer<SIMD4<Int32>>?, _ rule: FillRule
  ) -> UInt8 {
    var count = 0
    var next = pixel.notes
    while next >= 0 {
      let note = notes[Int(next)]
      next = note.next
      if note.span >= 0 {
        let line = line(note.span)
        sort(SubScanlineCoverage(x0: line.x0, x1: line.x1, line.direction, pixel.column), &count)
        continue
      }
      var run: Int32 = 0
      var shares = SubScanlineCoverage.zero
      forEachEdge(note.span, pixel.column) { edge in
        if edge.run != run {
          if run != 0 { sort(shares, &count) }
          run = edge.run
          shares = .zero
        }
        shares.add(SubScanlineCoverage(edge, pixel.column))
      }
      if run != 0 { sort(shares, &count) }
    }
    next = pixel.edges
    while next >= 0 {
      let edge = edges.base + Int(next)
      var shares = SubScanlineCoverage(edge.pointee, pixel.column)
      next = edge.pointee.next
      while next >= 0, edges[Int(next)].run == edge.pointee.run {
        shares.add(SubScanlineCoverage(edges[Int(next)], pixel.column))
        next = edges[Int(next)].next
      }
      sort(shares, &count)
    }
    if let carried {
      return SubScanlineWindings(pixel.winding, carried, rule).coverage(sorted.base, count, rule)
    }
    let winding = rule == .nonZero ? pixel.winding : pixel.winding & 1
    return SubScanlineWindings(winding).coverage(sorted.base, count, rule)
  }

  /// Inserts shares into the first `count` ``sorted`` ones.
  private func sort(_ shares: SubScanlineCoverage, _ count: inout Int) {
    var shares = shares
    for place in 0..<count { sorted.base[place].exchange(&shares) }
    sorted[count] = shares
    count &+= 1
  }
}
