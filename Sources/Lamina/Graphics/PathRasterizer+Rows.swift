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

  /// Step 1: at which columns the bounds of the winding change; moves lines to the next row.
  ///
  /// - Parameter measures: whether areas are summed at once, needed or not.
  func countSpans(_ row: Int, measures: Bool) {
    let width = Int32(truncatingIfNeeded: clip.width)
    let changes = changes.base
    let areas = areas.base
    let touched = touched.base
    let active = active
    for index in 0..<active.count {
      let x = active[index].x
      let next = x &+ active[index].change
      active.base[index].x = next
      let x0 = Int32(truncatingIfNeeded: x >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left >= width { continue }
      // A line down lets the winding rise: at first its upper bound, behind it the lower one.
      let direction = active[index].direction
      changes[Int(left)] &+= direction > 0 ? Self.change(0, 1) : Self.change(-1, 0)
      changes[Int(right)] &+= direction > 0 ? Self.change(1, 0) : Self.change(0, -1)
      Self.mark(left, right, touched)
      if measures, left < right { addWhole(x0, x1, left, right, direction, areas) }
    }
    let corners = outlines.corners.base
    let top = Int32(truncatingIfNeeded: row << 8)
    outlines.chains.forEach(row) { chain in
      let (fall, rise) = (Int32(chain.fall), Int32(chain.rise))
      let (left, right) = (Int32(chain.left), Int32(chain.right))
      let net = Self.net(chain, corners, top)
      changes[Int(left)] &+= Self.change(0 &- fall, rise)
      changes[Int(right)] &+= Self.change(net &+ fall, net &- rise)
      Self.mark(left, right, touched)
      if measures, left < right { measure(chain, corners, top, areas) }
    }
  }

  /// How the winding behind a chain differs from that before it.
  @inline(__always)
  private static func net(
    _ chain: Chain, _ corners: UnsafePointer<SIMD2<Int32>>, _ top: Int32
  ) -> Int32 {
    let first = corners[Int(chain.first)].y
    let last = corners[Int(chain.first &+ chain.count)].y
    return (first == top ? 1 : 0) &- (last == top ? 1 : 0)
  }

  /// Notes that something changes at two columns.
  @inline(__always)
  private static func mark(
    _ left: Int32, _ right: Int32, _ touched: UnsafeMutablePointer<UInt64>
  ) {
    touched[Int(left &>> 6)] |= 1 &<< UInt64(truncatingIfNeeded: left)
    touched[Int(right &>> 6)] |= 1 &<< UInt64(truncatingIfNeeded: right)
  }

  /// Step 2: makes runs of columns with the same bounds, and clears the changes. Returns
  /// whether areas are needed.
  func makeRuns() -> Bool {
    let width = clip.width
    let changes = changes.base
    let work = work.base
    let touched = touched.base
    var runs = runs
    runs.count = 0
    var kinds = Work.none
    var deepest: Int32 = 0
    var total: Int64 = 0
    var low: Int32 = 0
    var high: Int32 = 0
    var start = 0
    let isNonZero = rule == .nonZero
    for word in 0...width >> 6 {
      var bits = touched[word]
      if bits == 0 { continue }
      touched[word] = 0
      repeat {
        let place = word &<< 6 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let change = changes[place]
        changes[place] = 0
        if change == 0 || place >= width { continue }
        if place > start {
          runs.append(Run(start: Int32(truncatingIfNeeded: start), low: low, high: high))
          if low != high {
            let kind = Self.work(low, high, isNonZero)
            kinds |= kind
            deepest = max(deepest, high &- low)
            Self.fill(work + start, kind, place &- start)
          }
        }
        total &+= change
        low = Int32(truncatingIfNeeded: total)
        high = Int32(truncatingIfNeeded: (total &- Int64(low)) >> 32)
        start = place
      } while bits != 0
    }
    if start < width {
      runs.append(Run(start: Int32(truncatingIfNeeded: start), low: low, high: high))
      if low != high {
        let kind = Self.work(low, high, isNonZero)
        kinds |= kind
        deepest = max(deepest, high &- low)
        Self.fill(work + start, kind, width &- start)
      }
    }
    self.runs = runs
    isSampled = kinds & Work.samples != 0
    isDeep = isSampled && deepest > 255
    if isSampled { if isDeep { deepSamples.begin(width) } else { samples.begin(width) } }
    return kinds & Work.area != 0
  }

  /// Writes `count` times `byte`, and up to seven times more.
  @inline(__always)
  static func fill(_ place: UnsafeMutablePointer<UInt8>, _ byte: UInt8, _ count: Int) {
    let eight = UInt64(byte) &* 0x0101_0101_0101_0101
    var done = 0
    repeat {
      UnsafeMutableRawPointer(place + done).storeBytes(of: eight, as: UInt64.self)
      done &+= 8
    } while done < count
  }

  /// What has to be done where the winding is between two bounds.
  @inline(__always)
  private static func work(_ low: Int32, _ high: Int32, _ isNonZero: Bool) -> UInt8 {
    if isNonZero, low > 0 || high < 0 { return Work.none }
    return high &- low == 1 ? Work.area : Work.samples
  }

  /// Whether any of some columns needs some of `wanted`.
  @inline(__always)
  private func needs(_ left: Int, _ right: Int, _ wanted: UInt8) -> Bool {
    let work = work.base
    var all = work[left]
    var column = left &+ 1
    while column < right {
      all |= work[column]
      column &+= 1
    }
    return all & wanted != 0
  }

  /// Step 3: sums areas and draws into samples, for what goes through columns that need it.
  func measureSpans(_ row: Int, areas: Bool) {
    if isDeep {
      var local = deepSamples
      measureSpans(row, areas, &local)
      deepSamples = local
    } else {
      var local = samples
      measureSpans(row, areas, &local)
      samples = local
    }
  }

  @inline(__always)
  private func measureSpans<Counter>(
    _ row: Int, _ measures: Bool, _ samples: inout PixelSamples<Counter>
  ) {
    let width = Int32(truncatingIfNeeded: clip.width)
    let work = work.base
    let areas = areas.base
    let isSampled = isSampled
    let wanted = (measures ? Work.area : 0) | (isSampled ? Work.samples : 0)
    let active = active
    for index in 0..<active.count {
      let next = active[index].x
      let x0 = Int32(truncatingIfNeeded: (next &- active[index].change) >> 32)
      let x1 = Int32(truncatingIfNeeded: next >> 32)
      let (left, right) = Self.columns(x0, x1, width)
      if left >= right || !needs(Int(left), Int(right), wanted) { continue }
      let direction = active[index].direction
      if measures, needs(Int(left), Int(right), Work.area) {
        addWhole(x0, x1, left, right, direction, areas)
      }
      if isSampled {
        let piece = Chain.Piece(x0: x0, y0: 0, x1: x1, y1: 256)
        for column in Int(left)..<Int(right) where work[column] == Work.samples {
          samples.add(piece, direction, column, countsLeft: direction < 0)
        }
      }
    }
    let corners = outlines.corners.base
    let top = Int32(truncatingIfNeeded: row << 8)
    outlines.chains.forEach(row) { chain in
      let (left, right) = (Int(chain.left), Int(chain.right))
      if left >= right || !needs(left, right, wanted) { return }
      if measures, needs(left, right, Work.area) { measure(chain, corners, top, areas) }
      if isSampled, needs(left, right, Work.samples) { sample(chain, corners, top, &samples) }
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
    _ chain: Chain, _ corners: UnsafePointer<SIMD2<Int32>>, _ top: Int32,
    _ areas: UnsafeMutablePointer<Int32>
  ) {
    areas[Int(chain.left)] &+= Int32(chain.fall) &* Self.full
    let first = Int(chain.first)
    var from = corners[first]
    for index in first &+ 1..<first &+ 1 &+ Int(chain.count) {
      let to = corners[index]
      if from.y < to.y {
        addArea(Int(from.x), Int(from.y &- top), Int(to.x), Int(to.y &- top), 1, areas)
      } else if from.y > to.y {
        addArea(Int(to.x), Int(to.y &- top), Int(from.x), Int(from.y &- top), -1, areas)
      }
      from = to
    }
    areas[Int(chain.right)] &-=
      (Self.net(chain, corners, top) &+ Int32(chain.fall)) &* Self.full
  }

  @inline(__always)
  private func sample<Counter>(
    _ chain: Chain, _ corners: UnsafePointer<SIMD2<Int32>>, _ top: Int32,
    _ samples: inout PixelSamples<Counter>
  ) {
    let (left, right) = (Int(chain.left), Int(chain.right))
    let fall = Int32(chain.fall)
    samples.carry(left, Counter(truncatingIfNeeded: fall))
    samples.carry(
      right, Counter(truncatingIfNeeded: 0 &- fall &- Self.net(chain, corners, top)))
    let work = work.base
    let begin = Int(chain.first)
    for index in begin..<begin &+ Int(chain.count) {
      var (a, b) = (corners[index], corners[index &+ 1])
      if a.y == b.y { continue }
      let direction: Int32 = a.y < b.y ? 1 : -1
      if direction < 0 { (a, b) = (b, a) }
      let piece = Chain.Piece(x0: a.x, y0: a.y &- top, x1: b.x, y1: b.y &- top)
      let first = max(0, Int(min(a.x, b.x)) >> 8)
      let end = max(0, min(right, (Int(max(a.x, b.x)) + 255) >> 8))
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
