import Foundation

/// Cuts polygons at the edges of the rows of pixels.
///
/// What goes through whole rows becomes a ``Line``. What has corners in a row, or leaves it where
/// it came in, becomes a ``Chain``. All that lies outside the clip's rows, or right of
/// it, is left out.
///
/// Places are in steps of 1/256 pixel from the clip's upper left corner.
struct Outliner {
  /// A line through whole rows of pixels.
  struct Line {
    /// Where it is at the top of the next row to be done, and how far it moves in a row: steps
    /// in the upper half, their fraction in the lower.
    var x: Int64
    var change: Int64
    /// The first row and one past the last.
    var first: Int32
    var end: Int32
    /// +1 if the path goes down here, -1 if up.
    var direction: Int32
  }

  /// A corner of a polygon, and by how much the line to it moves right for each step down.
  private struct Corner {
    var x: Int32
    var y: Int32
    var slope: Double
  }

  /// Those of the polygon under way: quotients take long, and are not waited for where a processor
  /// went the wrong way.
  private var corners = Growable<Corner>()
  private(set) var lines = Growable<Line>()
  private(set) var chains = ChainStore()
  private var originX: Int32 = 0
  private var originY: Int32 = 0
  private var width: Int32 = 0
  private var height: Int32 = 0

  /// The last point.
  private var x: Int32 = 0
  private var y: Int32 = 0
  /// What is known of the chain under way.
  private var isInChain = false
  private var row: Int32 = 0
  /// The y of that row's upper edge.
  private var top: Int32 = 0
  /// How far below that the chain begins.
  private var start: Int32 = 0
  private var low: Int32 = 0
  private var high: Int32 = 0
  private var runsDown: Int32 = 0
  private var runsUp: Int32 = 0
  private var lastDirection: Int32 = 0
  /// Below 0 once it goes right, once it goes left.
  private var rightwards: Int32 = 0
  private var leftwards: Int32 = 0
  /// Whether the next chain to be finished began where the polygon did, in the middle of a row:
  /// it is the end of the polygon's last chain.
  private var isHead = false
  /// Whether only the polygon's last chain is still to be finished, and whether it was.
  private var isEnding = false
  private var hasEnded = false

  func deallocate() {
    corners.deallocate()
    lines.deallocate()
    chains.deallocate()
  }

  /// Forgets everything and begins with a new clip.
  mutating func begin(_ clip: PixelRect) {
    originX = Int32(clip.minX << 8)
    originY = Int32(clip.minY << 8)
    width = Int32(clip.width)
    height = Int32(clip.height)
    lines.count = 0
    chains.begin(rows: clip.height)
  }

  /// Adds a closed polygon.
  ///
  /// - Parameter points: in device pixels, within ±`FlatPath.reach`.
  mutating func addPolygon(_ points: UnsafeBufferPointer<SIMD2<Double>>) {
    guard points.count > 1 else { return }
    setCorners(points)
    x = corners[0].x
    y = corners[0].y
    isInChain = false
    isEnding = false
    hasEnded = false
    isHead = y & 255 != 0
    for index in 1..<corners.count { addLine(corners[index]) }
    addLine(corners[0])
    guard isInChain else { return }
    if isHead {
      // The whole polygon lies in one row.
      isHead = false
      finishChain()
      return
    }
    // The chain goes on where the polygon began.
    isEnding = true
    for index in 1..<corners.count {
      addLine(corners[index])
      if hasEnded { return }
    }
    addLine(corners[0])
  }

  /// Rounds the points of a polygon to steps.
  @inline(__always)
  private mutating func setCorners(_ points: UnsafeBufferPointer<SIMD2<Double>>) {
    corners.reserve(points.count)
    corners.count = points.count
    // The sum's last bits are the nearest whole number.
    let shift = SIMD2(repeating: PathRasterizer.wholeShift)
    var last = points[points.count - 1] * 256 + shift
    for index in 0..<points.count {
      let sum = points[index] * 256 + shift
      let way = sum - last
      last = sum
      corners[index] = Corner(
        x: Int32(truncatingIfNeeded: sum.x.bitPattern) &- originX,
        y: Int32(truncatingIfNeeded: sum.y.bitPattern) &- originY, slope: way.x / way.y)
    }
  }

  /// Adds a line from the last point, cut at the rows' edges.
  @inline(__always)
  private mutating func addLine(_ next: Corner) {
    if next.y == y {
      if isInChain {
        chains.append(SIMD2(next.x, y &- top))
        widen(next.x)
      }
      x = next.x
      return
    }
    let isDown = next.y > y
    let firstRow = isDown ? y >> 8 : (y &- 1) >> 8
    let lastRow = isDown ? (next.y &- 1) >> 8 : next.y >> 8
    if firstRow != lastRow {
      addLongLine(next, firstRow, lastRow, isDown)
      return
    }
    if !isInChain { beginChain(firstRow) }
    addPiece(next.x, next.y)
    if next.y & 255 == 0 { finishChain() }
  }

  /// Adds a line that crosses the edge of a row.
  private mutating func addLongLine(
    _ next: Corner, _ firstRow: Int32, _ lastRow: Int32, _ isDown: Bool
  ) {
    let upper = isDown ? (x: x, y: y) : (x: next.x, y: next.y)
    let slope = next.slope
    // The edges between which it goes through whole rows.
    var from = y
    if y & 255 != 0 {
      from = isDown ? (firstRow &+ 1) << 8 : firstRow << 8
      if !isInChain { beginChain(firstRow) }
      addPiece(upper.x &+ PathRasterizer.nearest(Double(from &- upper.y) * slope), from)
      finishChain()
      if hasEnded { return }
    }
    let to = isDown ? next.y & ~255 : (next.y &+ 255) & ~255
    if from != to { addRows(min(from, to) >> 8, max(from, to) >> 8, upper, slope, isDown) }
    if to != next.y {
      x = upper.x &+ PathRasterizer.nearest(Double(to &- upper.y) * slope)
      y = to
      beginChain(lastRow)
      addPiece(next.x, next.y)
    }
    x = next.x
    y = next.y
  }

  /// Adds the whole rows `top..<bottom` of a line that begins at `upper`.
  @inline(__always)
  private mutating func addRows(
    _ top: Int32, _ bottom: Int32, _ upper: (x: Int32, y: Int32), _ slope: Double, _ isDown: Bool
  ) {
    let first = max(top, 0)
    let end = min(bottom, height)
    if first >= end { return }
    let one = 4_294_967_296.0
    let change = Int64(slope * (256 * one))
    // Half a step more, so that the upper half is the nearest step.
    let start =
      Int64(upper.x) << 32 &+ 2_147_483_648
      &+ Int64(Double(top << 8 &- upper.y) * slope * one) &+ change &* Int64(first &- top)
    let stop = start &+ change &* Int64(end &- first)
    if start >> 40 >= width, stop >> 40 >= width { return }
    lines.append(
      Line(x: start, change: change, first: first, end: end, direction: isDown ? 1 : -1))
  }

  @inline(__always)
  private mutating func beginChain(_ row: Int32) {
    isInChain = true
    self.row = row
    top = row << 8
    start = y &- top
    chains.beginChain(row: row)
    chains.append(SIMD2(x, start))
    low = x
    high = x
    runsDown = 0
    runsUp = 0
    lastDirection = 0
    rightwards = 0
    leftwards = 0
  }

  @inline(__always)
  private mutating func widen(_ nextX: Int32) {
    rightwards |= x &- nextX
    leftwards |= nextX &- x
    low = nextX < low ? nextX : low
    high = nextX > high ? nextX : high
  }

  /// Adds a line within the chain's row.
  @inline(__always)
  private mutating func addPiece(_ nextX: Int32, _ nextY: Int32) {
    chains.append(SIMD2(nextX, nextY &- top))
    widen(nextX)
    let direction: Int32 = nextY > y ? 1 : -1
    if direction != lastDirection {
      if direction > 0 { runsDown &+= 1 } else { runsUp &+= 1 }
      lastDirection = direction
    }
    x = nextX
    y = nextY
  }

  /// Ends the chain, and keeps it if it can be seen.
  @inline(__always)
  private mutating func finishChain() {
    isInChain = false
    if isEnding { hasEnded = true }
    let left = low < 0 ? 0 : low >> 8
    guard !isHead, row >= 0, row < height, left < width else {
      isHead = false
      return
    }
    var right = (high &+ 255) >> 8
    right = right < 0 ? 0 : right > width ? width : right
    var rise = runsDown
    var fall = runsUp
    if fall == 0 {
      rise = 1
    } else if rise == 0 {
      fall = 1
    } else if let sign = orderedSign() {
      rise = sign > 0 ? 1 : 0
      fall = 1 &- rise
    }
    let net: Int32 = (start == 0 ? 1 : 0) &- (y == top ? 1 : 0)
    var chain = Chain(
      left: UInt16(truncatingIfNeeded: left), right: UInt16(truncatingIfNeeded: right),
      fall: UInt16(truncatingIfNeeded: fall), rise: UInt16(truncatingIfNeeded: rise),
      count: Int32(truncatingIfNeeded: chains.cornerCount &- 1), net: net)
    if max(fall, rise) <= 65_535 {
      chains.finish(chain)
      return
    }
    let (restFall, restRise) = (fall % 65_535, rise % 65_535)
    (chain.fall, chain.rise) = (UInt16(restFall), UInt16(restRise))
    chains.finish(chain)
    // What does not fit is told by chains without pieces.
    for index in 0..<max(fall, rise) / 65_535 {
      chain.count = 0
      chain.net = 0
      chain.fall = index < fall / 65_535 ? 65_535 : 0
      chain.rise = index < rise / 65_535 ? 65_535 : 0
      chains.beginChain(row: row)
      chains.append(.zero)
      chains.finish(chain)
    }
  }

  /// The direction of the leftmost piece of a chain whose pieces, from left to right, go down
  /// and up in turn at every y; `nil` where that is not known.
  @inline(__always)
  private func orderedSign() -> Int32? {
    let corners = chains.corners
    var last = chains.cornerCount &- 1
    // What closes a polygon may be level.
    if corners[last].y == corners[last &- 1].y { last &-= 1 }
    let (a, b) = (corners[0], corners[1])
    let (c, d) = (corners[last &- 1], corners[last])
    if leftwards >= 0 { return b.y > a.y ? 1 : -1 }
    if rightwards >= 0 { return d.y > c.y ? 1 : -1 }
    // Two pieces of the same height, and perhaps a level line between them: their ends tell.
    guard last <= 3, a.y == d.y, b.y == c.y else { return nil }
    if a.x <= d.x, b.x <= c.x { return b.y > a.y ? 1 : -1 }
    if a.x >= d.x, b.x >= c.x { return d.y > c.y ? 1 : -1 }
    return nil
  }
}
