/// A solid span filler: draws many opaque rectangles row by row, each pixel once, however narrow
/// the rectangles are.
///
/// Drawn one by one, the columns of a waveform traverse the picture from top to bottom thousands of
/// times, one pixel per row. Here one row of pixels is kept as it is after all rectangles. It
/// changes only in rows in which a rectangle begins or ends, and its covered spans are copied to
/// the picture.
///
/// Rectangles that are side by side share a *rank*; each column has a bit set of the ranks that
/// cover it, and shows the colour of the highest. The result is the same as painting back to front.
struct SolidSpanFiller: ~Copyable {
  /// A rectangle to draw.
  struct SolidBox {
    var edges: PixelBox
    var pixel: UInt32
    var rank: Int32
  }

  /// The number of ranks, each of which has one bit.
  private static let rankLimit: Int32 = 32
  /// The number of rectangles below which drawing them one by one is faster.
  static let fewest = 24

  private var boxes = ScratchArray<SolidBox>()
  private var rank: Int32 = 0
  /// The right edge of the last rectangle.
  private var end: Int16 = 0
  private var hull = BoxHull()
  /// The sum of the rectangles' heights.
  private var segments = 0
  private(set) var area = 0

  /// The begin and end events, sorted by row: the indices of rectangles that begin, and the
  /// complements of those that end.
  private var events = ScratchArray<Int32>()
  private var eventStarts = ScratchArray<Int32>()
  /// The bit set of ranks that cover each column, and the column's pixel.
  private var ranks = ScratchArray<UInt32>()
  private var row = ScratchArray<UInt32>()
  /// The pixels of each rank, by column.
  private var colors = ScratchArray<UInt32>()
  /// One bit per column, set if it is covered.
  private var covered = ScratchArray<UInt64>()
  /// The spans of covered columns, each with its start and end.
  private var stretches = ScratchArray<SIMD2<Int32>>()

  var count: Int { boxes.count }

  mutating func begin() {
    boxes.count = 0
    rank = 0
    end = .min
    hull = BoxHull()
    segments = 0
    area = 0
  }

  /// Adds a rectangle, which must not be empty, in front of the previous ones. Returns false if
  /// there are too many ranks.
  @inline(__always)
  mutating func add(_ box: PixelBox, _ pixel: UInt32) -> Bool {
    if box.minX < end {
      if rank == Self.rankLimit &- 1 { return false }
      rank &+= 1
    }
    end = box.maxX
    boxes.append(SolidBox(edges: box, pixel: pixel, rank: rank))
    hull.add(box)
    segments &+= box.height
    area &+= box.width &* box.height
    return true
  }

  /// True if drawing row by row is probably faster than rectangle by rectangle.
  var isWorthwhile: Bool {
    let union = hull.rect
    return count >= Self.fewest
      && segments > union.height &* (16 &+ union.width &>> 4) &+ 8 &* count
  }

  /// Calls `body` for each rectangle, back to front.
  func forEach(_ body: (PixelRect, UInt32) -> Void) {
    for index in 0..<boxes.count {
      body(boxes[index].edges.rect, boxes[index].pixel)
    }
  }

  /// Draws the rectangles.
  mutating func draw(on target: Surface) {
    let union = hull.rect
    let width = union.width
    sortEvents(union)
    ranks.reserve(width)
    ranks.base.update(repeating: 0, count: width)
    row.reserve(width)
    colors.reserve(width &* Int(rank &+ 1))
    covered.reserve(width &>> 6 &+ 1)
    covered.base.update(repeating: 0, count: width &>> 6 &+ 1)
    stretches.count = 0
    for y in 0..<union.height {
      let (first, last) = (Int(eventStarts[y]), Int(eventStarts[y &+ 1]))
      if first < last {
        var isCoverageChanged = false
        for index in first..<last {
          if apply(events[index], union.minX, width) { isCoverageChanged = true }
        }
        if isCoverageChanged { findStretches(width) }
      }
      let pixels = target.row(union.minY &+ y, union.minX)
      for index in 0..<stretches.count {
        let stretch = stretches[index]
        let start = Int(stretch.x)
        (pixels + start).update(from: row.base + start, count: Int(stretch.y) &- start)
      }
    }
  }

  /// Sorts the begin and end events by row.
  private mutating func sortEvents(_ union: PixelRect) {
    let height = union.height
    let top = union.minY
    eventStarts.reserve(height &+ 3)
    let starts = eventStarts.base
    starts.update(repeating: 0, count: height &+ 3)
    for index in 0..<boxes.count {
      starts[Int(boxes[index].edges.minY) &- top &+ 2] &+= 1
      starts[Int(boxes[index].edges.maxY) &- top &+ 2] &+= 1
    }
    for row in 2..<height &+ 3 { starts[row] &+= starts[row &- 1] }
    events.reserve(2 &* boxes.count)
    for index in 0..<boxes.count {
      let name = Int32(truncatingIfNeeded: index)
      let begin = Int(boxes[index].edges.minY) &- top &+ 1
      events[Int(starts[begin])] = name
      starts[begin] &+= 1
      let end = Int(boxes[index].edges.maxY) &- top &+ 1
      events[Int(starts[end])] = ~name
      starts[end] &+= 1
    }
  }

  /// Applies the begin or end of a rectangle; returns true if the covered columns changed.
  private mutating func apply(_ event: Int32, _ origin: Int, _ width: Int) -> Bool {
    let isBegin = event >= 0
    let box = boxes[Int(isBegin ? event : ~event)]
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: box.rank)
    let (ranks, row, covered) = (ranks.base, row.base, covered.base)
    let colors = colors.base
    let own = colors + Int(box.rank) &* width
    var isChanged = false
    for column in Int(box.edges.minX) &- origin..<Int(box.edges.maxX) &- origin {
      let before = ranks[column]
      let after = before ^ bit
      ranks[column] = after
      own[column] = box.pixel
      if after == 0 || before == 0 {
        covered[column &>> 6] ^= 1 &<< UInt64(truncatingIfNeeded: column)
        isChanged = true
        if after == 0 { continue }
      }
      row[column] = colors[(31 &- after.leadingZeroBitCount) &* width &+ column]
    }
    return isChanged
  }

  private mutating func findStretches(_ width: Int) {
    stretches.count = 0
    var column = 0
    while column < width {
      let start = next(column, isCovered: true, width)
      if start == width { return }
      column = next(start, isCovered: false, width)
      stretches.append(
        SIMD2(Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: column)))
    }
  }

  /// Returns the first column from `column` on that is covered, or uncovered; `width` if there is
  /// none.
  private func next(_ column: Int, isCovered: Bool, _ width: Int) -> Int {
    let flip: UInt64 = isCovered ? 0 : .max
    var word = column &>> 6
    var bits = (covered[word] ^ flip) & (.max &<< UInt64(truncatingIfNeeded: column))
    while bits == 0 {
      word &+= 1
      if word &<< 6 >= width { return width }
      bits = covered[word] ^ flip
    }
    return min(width, word &<< 6 &+ bits.trailingZeroBitCount)
  }
}
