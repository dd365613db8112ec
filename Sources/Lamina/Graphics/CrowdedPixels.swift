/// The pixels of a row in which several edges meet, each measured by itself.
///
/// Where two lines run through a pixel and do not cross in the row, the areas right of them say
/// what is covered. All others are measured along 16 level lines, exactly in x; where more than
/// ``limit`` edges meet, at 16 points of each, 1/16 pixel apart and shifted by another of 16
/// fractions of that on each line.
struct CrowdedPixels {
  /// A straight part of an outline that goes down from (`x0`, `y0`) to (`x1`, `y1`), in steps
  /// from the row's and the clip's upper left corner.
  struct Edge {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
    /// +1 if the path goes down here, -1 if up.
    var direction: Int32
    /// Edges of the same run are at different heights.
    var run: Int32
    /// The next edge in the pixel; -1 after the last.
    var next: Int32 = -1
  }

  struct Pixel {
    var column: Int32
    /// The winding behind all that ends left of the pixel.
    var winding: Int32
    /// The sum of the areas right of its edges, each times its direction.
    var area: Int32
    /// The last of its notes.
    var notes: Int32
    /// The last of its edges to be added, and how many there are. Where there are too many, their
    /// changes at the points.
    var edges: Int32 = -1
    var count: Int32 = 0
  }

  /// A line that goes through a column.
  private struct Note {
    /// Its index among those of the row.
    var line: Int32
    /// The column's next note; -1 after the last.
    var next: Int32
  }

  /// With more edges than this a pixel is measured at points.
  private static let limit: Int32 = 32
  /// Numbers for each line of points: a change before each and one behind them.
  private static let pointCount = 17

  /// The index of each column's pixel; -1 where there is none.
  private var indices = Growable<Int32>()
  private var notes = Growable<Note>()
  private var lastNotes = Growable<Int32>()
  private var lineCount = 0
  private var pixels = Growable<Pixel>()
  private var edges = Growable<Edge>()
  private var run: Int32 = 0
  /// Four vectors for each pixel: by how much the winding on each line changes before it, where
  /// parts of chains that go on lie left of it. In the end, all of that up to the pixel.
  private var carries = Growable<SIMD4<Int32>>()
  private var isCarrying = false
  private var points = Growable<Int32>()
  /// The shares of edges, sorted in each line.
  private let sorted: UnsafeMutablePointer<LineShares>

  init() { sorted = .allocate(capacity: Int(Self.limit)) }

  func deallocate() {
    indices.deallocate()
    notes.deallocate()
    lastNotes.deallocate()
    pixels.deallocate()
    edges.deallocate()
    carries.deallocate()
    points.deallocate()
    sorted.deallocate()
  }

  var count: Int { pixels.count }

  /// Makes ready for a row of `width` columns.
  mutating func begin(_ width: Int) {
    indices.reserve(width + 1, repeating: -1)
    pixels.count = 0
    edges.count = 0
    points.count = 0
    run = 0
    isCarrying = false
  }

  @inline(__always)
  mutating func addPixel(_ column: Int, winding: Int32, area: Int32) {
    indices[column] = Int32(truncatingIfNeeded: pixels.count)
    pixels.append(
      Pixel(
        column: Int32(truncatingIfNeeded: column), winding: winding, area: area,
        notes: lastNotes[column]))
  }

  /// Forgets which lines go through four columns.
  @inline(__always)
  func forgetNotes(_ column: Int) {
    UnsafeMutableRawPointer(lastNotes.base + column)
      .storeBytes(of: SIMD4(repeating: -1), as: SIMD4<Int32>.self)
  }

  /// Whether one of columns `left..<right` has a pixel here.
  @inline(__always)
  func isAny(_ left: Int, _ right: Int) -> Bool { firstIndex(left, right) >= 0 }

  /// The index of the first pixel in `left..<right`; -1 if there is none.
  @inline(__always)
  private func firstIndex(_ left: Int, _ right: Int) -> Int32 {
    var column = left
    while column < right {
      if indices[column] >= 0 { return indices[column] }
      column &+= 1
    }
    return -1
  }

  // MARK: - Lines

  /// Makes room for notes of which lines go through which columns.
  mutating func beginNotes(_ width: Int, lines: Int) {
    lastNotes.reserve(width + 4, repeating: -1)
    notes.count = 0
    lineCount = lines
    notes.reserve(2 * lines + 64)
  }

  /// Notes that a line goes through one column or two; the second may be behind the clip.
  ///
  /// There is room for this once for each line.
  @inline(__always)
  mutating func note(_ line: Int, _ column: Int, _ isTwo: Bool) {
    let count = notes.count
    let index = Int32(truncatingIfNeeded: line)
    notes[count] = Note(line: index, next: lastNotes[column])
    lastNotes[column] = Int32(truncatingIfNeeded: count)
    // Without a second column this is written over by the next one.
    notes[count &+ 1] = Note(line: index, next: lastNotes[column &+ 1])
    if isTwo { lastNotes[column &+ 1] = Int32(truncatingIfNeeded: count &+ 1) }
    notes.count = count &+ (isTwo ? 2 : 1)
  }

  /// Notes that a line goes through columns.
  mutating func note(_ line: Int, _ left: Int, _ right: Int) {
    notes.reserve(notes.count + right - left + 2 * lineCount + 64)
    for column in left..<right {
      notes.append(Note(line: Int32(truncatingIfNeeded: line), next: lastNotes[column]))
      lastNotes[column] = Int32(truncatingIfNeeded: notes.count &- 1)
    }
  }

  /// Adds the lines that were noted to the pixels they go through. They are past the row.
  mutating func addLines(_ lines: UnsafePointer<Outliner.Line>) {
    for index in 0..<pixels.count {
      var next = pixels[index].notes
      while next >= 0 {
        let note = notes[Int(next)]
        let line = lines + Int(note.line)
        let x1 = line.pointee.x
        let x0 = x1 &- line.pointee.change
        run &+= 1
        add(
          Edge(
            x0: Int32(truncatingIfNeeded: x0 >> 32), y0: 0,
            x1: Int32(truncatingIfNeeded: x1 >> 32), y1: 256,
            direction: line.pointee.direction, run: run), index)
        next = note.next
      }
    }
  }

  // MARK: - Chains

  @inline(__always)
  private mutating func add(_ edge: Edge, _ index: Int) {
    let pixel = pixels.base + index
    if pixel.pointee.count >= Self.limit {
      addToPoints(edge, index)
    } else {
      var edge = edge
      edge.next = pixel.pointee.edges
      pixel.pointee.edges = Int32(truncatingIfNeeded: edges.count)
      edges.append(edge)
    }
    pixel.pointee.count &+= 1
  }

  /// Adds the pieces of a chain.
  @inline(__always)
  mutating func add(_ chain: Chain, _ corners: UnsafePointer<ChainStore.Corner>) {
    let right = Int(chain.right)
    var lastDirection: Int32 = 0
    for place in 0..<Int(chain.count) {
      var (a, b) = (corners[place], corners[place &+ 1])
      if a.y == b.y { continue }
      let direction: Int32 = a.y < b.y ? 1 : -1
      if direction < 0 { (a, b) = (b, a) }
      if direction != lastDirection { run &+= 1 }
      lastDirection = direction
      let first = max(0, Int(min(a.x, b.x)) >> 8)
      let end = max(0, min(right, (Int(max(a.x, b.x)) &+ 255) >> 8))
      let edge = Edge(x0: a.x, y0: a.y, x1: b.x, y1: b.y, direction: direction, run: run)
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

  /// The first line at or below `y`, in steps.
  @inline(__always)
  static func line(_ y: Int32) -> Int { Int((y &+ 7) >> 4) }

  /// Lets a piece of a chain count in pixels behind it, as far as the chain goes.
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
    // The first pixel behind the chain.
    var (behind, limit) = (index &+ 1, pixels.count)
    while behind < limit {
      let middle = (behind &+ limit) >> 1
      if Int(pixels[middle].column) < right { behind = middle &+ 1 } else { limit = middle }
    }
    for group in 0..<4 {
      let line = SIMD4(repeating: Int32(truncatingIfNeeded: group &* 4))
      let change = change & ((high &+ line) &>> 31) & ~((low &+ line) &>> 31)
      carries[index &* 4 &+ group] &+= change
      carries[behind &* 4 &+ group] &-= change
    }
  }

  /// Writes the pixels' coverage.
  mutating func measure(_ rule: FillRule, _ bytes: UnsafeMutablePointer<UInt8>) {
    if isCarrying {
      for index in 4..<max(4, pixels.count &* 4) { carries[index] &+= carries[index &- 4] }
    }
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      indices[Int(pixel.column)] = -1
      let carried = isCarrying ? carried(index) : nil
      let coverage: UInt8
      if pixel.count > Self.limit {
        coverage = atPoints(pixel, carried, rule)
      } else if pixel.count == 2, carried == nil, let pair = ofPair(pixel, rule) {
        coverage = pair
      } else {
        coverage = alongLines(pixel, carried, rule)
      }
      bytes[Int(pixel.column)] = coverage
    }
  }

  /// What is carried to a pixel; `nil` if that is nothing.
  @inline(__always)
  private func carried(_ index: Int) -> UnsafePointer<SIMD4<Int32>>? {
    let lines = carries.base + index &* 4
    return lines[0] | lines[1] | lines[2] | lines[3] == .zero ? nil : UnsafePointer(lines)
  }

  @inline(__always)
  private static func isInside(_ winding: Int32, _ rule: FillRule) -> Bool {
    rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// The coverage of a pixel with two lines that do not cross in the row; `nil` for others.
  @inline(__always)
  private func ofPair(_ pixel: Pixel, _ rule: FillRule) -> UInt8? {
    let first = edges[Int(pixel.edges)]
    let second = edges[Int(first.next)]
    guard (first.y1 &- first.y0) & (second.y1 &- second.y0) == 256 else { return nil }
    let isOrdered = first.x0 <= second.x0 && first.x1 <= second.x1
    guard isOrdered || (second.x0 <= first.x0 && second.x1 <= first.x1) else { return nil }
    let left = isOrdered ? first : second
    let right = isOrdered ? second : first
    // What is covered left of both, between them and right of both.
    let full = PathRasterizer.full
    let start = pixel.winding
    let middle = start &+ left.direction
    let end = middle &+ right.direction
    let isSame = left.direction == right.direction
    let behind = isSame || Self.isInside(start, rule) ? Self.share(right, pixel.column) : 0
    let between = isSame ? abs(pixel.area) &- 2 &* behind : abs(pixel.area)
    var area: Int32 = 0
    if Self.isInside(start, rule) { area &+= full &- between &- behind }
    if Self.isInside(middle, rule) { area &+= between }
    if Self.isInside(end, rule) { area &+= behind }
    return PathRasterizer.byte(area)
  }

  /// The area right of a line through the whole row, in a column.
  private static func share(_ line: Edge, _ column: Int32) -> Int32 {
    let low = min(line.x0, line.x1) &- column << 8
    let high = max(line.x0, line.x1) &- column << 8
    if low >= 0, high <= 256 { return PathRasterizer.full &- (low &+ high) << 8 }
    let scale = 256 / Double(high &- low)
    let from = low < 0 ? PathRasterizer.nearest(Double(0 &- low) * scale) : 0
    let to = high > 256 ? PathRasterizer.nearest(Double(256 &- low) * scale) : 256
    return from << 9 &+ (to &- from) &* (512 &- max(0, low) &- min(256, high))
  }

  /// The coverage of a pixel along its lines.
  @inline(__always)
  private func alongLines(
    _ pixel: Pixel, _ carried: UnsafePointer<SIMD4<Int32>>?, _ rule: FillRule
  ) -> UInt8 {
    var count = 0
    var next = pixel.edges
    while next >= 0 {
      let edge = edges.base + Int(next)
      var shares = LineShares(edge.pointee, pixel.column)
      next = edge.pointee.next
      while next >= 0, edges[Int(next)].run == edge.pointee.run {
        shares.add(LineShares(edges[Int(next)], pixel.column))
        next = edges[Int(next)].next
      }
      for place in 0..<count { sorted[place].exchange(&shares) }
      sorted[count] = shares
      count &+= 1
    }
    if let carried {
      return LineWindings(pixel.winding, carried, rule).coverage(sorted, count, rule)
    }
    let winding = rule == .nonZero ? pixel.winding : pixel.winding & 1
    return LineWindings(winding).coverage(sorted, count, rule)
  }

  // MARK: - Points

  /// By how much each line's points are shifted, in 1/2048 pixel.
  private static var shifts: SIMD16<Int16> {
    [0, 64, 32, 96, 16, 80, 48, 112, 8, 72, 40, 104, 24, 88, 56, 120]
  }

  @inline(never)
  private mutating func addToPoints(_ edge: Edge, _ index: Int) {
    if pixels[index].count == Self.limit {
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
    }
    change(edge, index)
  }

  /// Adds an edge's direction to the points right of it.
  private func change(_ edge: Edge, _ index: Int) {
    let shares = LineShares(edge, pixels[index].column)
    let points = points.base + Int(pixels[index].edges)
    let shifts = Self.shifts
    for line in Self.line(edge.y0)..<Self.line(edge.y1) {
      let behind = (shares[line] &+ 124 &- shifts[line]) >> 7
      points[line &* Self.pointCount &+ 16 &- Int(behind)] &+= edge.direction
    }
  }

  @inline(never)
  private func atPoints(
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
