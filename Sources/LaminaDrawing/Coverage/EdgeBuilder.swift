import Foundation

/// An edge builder that cuts polygons at the boundaries of pixel rows.
///
/// A part through whole rows becomes a ``Line``. A part that has corners in a row, or leaves it on
/// the side on which it entered, becomes a ``EdgeRun``. Everything outside the clip's rows, or
/// right of the clip, is omitted.
///
/// Positions are in steps of 1/256 pixel from the clip's upper left corner.
struct EdgeBuilder: ~Copyable {
  /// A line through whole rows of pixels.
  struct Edge {
    /// The x coordinate at the top of the next row to process, and its change per row: steps in the
    /// upper half, their fraction in the lower.
    var x: Int64
    var change: Int64
    /// The first row and one past the last.
    var first: Int32
    var end: Int32
    /// +1 if the path goes down here, -1 if up.
    var direction: Int32
  }

  /// A corner of a polygon, with the change in x per step down along the line that ends there.
  struct Corner {
    var x: Int32
    var y: Int32
    var slope: Double
  }

  /// The corners of the current polygon. Slopes are divided ahead of time, so that a mispredicted
  /// branch does not wait for them.
  private var corners = ScratchArray<Corner>()
  private(set) var lines = ScratchArray<Edge>()
  private(set) var edgeRuns = EdgeTable()
  private var originX: Int32 = 0
  private var originY: Int32 = 0
  private var width: Int32 = 0
  private var height: Int32 = 0

  /// The last point.
  private var x: Int32 = 0
  private var y: Int32 = 0
  /// The state of the current edge run.
  private var isInRun = false
  private var row: Int32 = 0
  /// The y coordinate of that row's upper edge.
  private var top: Int32 = 0
  /// The distance of the edge run's first point below that.
  private var start: Int32 = 0
  private var low: Int32 = 0
  private var high: Int32 = 0
  private var runsDown: Int32 = 0
  private var runsUp: Int32 = 0
  private var lastDirection: Int32 = 0
  /// Negative once the edge run has gone right; ``leftwards``, once it has gone left.
  private var rightwards: Int32 = 0
  private var leftwards: Int32 = 0
  /// True if the next edge run to finish began at the polygon's first point, in the middle of a
  /// row: it is the end of the polygon's last edge run.
  private var isHead = false
  /// True while only the polygon's last edge run remains to be finished; ``hasEnded``, once it is.
  private var isEnding = false
  private var hasEnded = false

  /// Discards all lines and edge runs and starts with a new clip.
  private mutating func begin(_ clip: PixelRect) {
    originX = Int32(clip.minX << 8)
    originY = Int32(clip.minY << 8)
    width = Int32(clip.width)
    height = Int32(clip.height)
    lines.count = 0
    edgeRuns.begin(rows: clip.height)
  }

  /// Replaces all lines and edge runs by those of polygons between two corners, cut at the rows of
  /// a clip.
  mutating func build(
    _ flat: FlattenedPath, _ low: SIMD2<Double>, _ high: SIMD2<Double>, _ clip: PixelRect
  ) {
    let reach = FlattenedPath.reach
    begin(clip)
    flat.forEachPolygon(
      isWithinReach: min(low.x, low.y) >= -reach && max(high.x, high.y) <= reach
    ) { addPolygon($0) }
  }

  /// Adds a closed polygon.
  ///
  /// - Parameter points: the corners in device pixels, within ±`FlattenedPath.reach`.
  private mutating func addPolygon(_ points: UnsafeBufferPointer<SIMD2<Double>>) {
    guard points.count > 1 else { return }
    setCorners(points)
    x = corners[0].x
    y = corners[0].y
    isInRun = false
    isEnding = false
    hasEnded = false
    isHead = y & 255 != 0
    for index in 1..<corners.count { addLine(corners[index]) }
    addLine(corners[0])
    guard isInRun else { return }
    if isHead {
      // The whole polygon lies in one row.
      isHead = false
      finishRun()
      return
    }
    // The edge run continues where the polygon began.
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
    // The sum's last bits are the nearest integer.
    let shift = SIMD2(repeating: NearestInteger.shift)
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
      if isInRun {
        edgeRuns.append(SIMD2(next.x, y &- top))
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
    if !isInRun { beginRun(firstRow) }
    addPiece(next.x, next.y)
    if next.y & 255 == 0 { finishRun() }
  }

  /// Adds a line that crosses the boundary of a row.
  private mutating func addLongLine(
    _ next: Corner, _ firstRow: Int32, _ lastRow: Int32, _ isDown: Bool
  ) {
    let upper = isDown ? (x: x, y: y) : (x: next.x, y: next.y)
    let slope = next.slope
    // The boundaries between which the line goes through whole rows.
    var from = y
    if y & 255 != 0 {
      from = isDown ? (firstRow &+ 1) << 8 : firstRow << 8
      if !isInRun { beginRun(firstRow) }
      addPiece(upper.x &+ NearestInteger.int32(Double(from &- upper.y) * slope), from)
      finishRun()
      if hasEnded { return }
    }
    let to = isDown ? next.y & ~255 : (next.y &+ 255) & ~255
    if from != to { addRows(min(from, to) >> 8, max(from, to) >> 8, upper, slope, isDown) }
    if to != next.y {
      x = upper.x &+ NearestInteger.int32(Double(to &- upper.y) * slope)
      y = to
      beginRun(lastRow)
      addPiece(next.x, next.y)
    }
    x = next.x
    y = next.y
  }

  /// Adds the whole rows `top..<bottom` of a line that begins at `upper`.
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
      Edge(x: start, change: change, first: first, end: end, direction: isDown ? 1 : -1))
  }

  @inline(__always)
  private mutating func beginRun(_ row: Int32) {
    isInRun = true
    self.row = row
    top = row << 8
    start = y &- top
    edgeRuns.beginRun(row: row)
    edgeRuns.append(SIMD2(x, start))
    low = x
    high = x
    runsDown = 0
    runsUp = 0
    lastDirection = 0
    rightwards = 0
    leftwards = 0
  }

  private mutating func widen(_ nextX: Int32) {
    rightwards |= x &- nextX
    leftwards |= nextX &- x
    low = nextX < low ? nextX : low
    high = nextX > high ? nextX : high
  }

  /// Adds a line within the edge run's row.
  @inline(__always)
  private mutating func addPiece(_ nextX: Int32, _ nextY: Int32) {
    edgeRuns.append(SIMD2(nextX, nextY &- top))
    widen(nextX)
    let direction: Int32 = nextY > y ? 1 : -1
    if direction != lastDirection {
      if direction > 0 { runsDown &+= 1 } else { runsUp &+= 1 }
      lastDirection = direction
    }
    x = nextX
    y = nextY
  }

  /// Ends the edge run, and keeps it if it can be visible.
  @inline(__always)
  private mutating func finishRun() {
    isInRun = false
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
    var edgeRun = EdgeRun(
      left: UInt16(truncatingIfNeeded: left), right: UInt16(truncatingIfNeeded: right),
      fall: UInt16(truncatingIfNeeded: fall), rise: UInt16(truncatingIfNeeded: rise),
      count: Int32(truncatingIfNeeded: edgeRuns.cornerCount &- 1), net: net)
    if max(fall, rise) <= 65_535 {
      edgeRuns.finish(edgeRun)
      return
    }
    let (restFall, restRise) = (fall % 65_535, rise % 65_535)
    (edgeRun.fall, edgeRun.rise) = (UInt16(restFall), UInt16(restRise))
    edgeRuns.finish(edgeRun)
    // The excess is carried by edge runs without pieces.
    for index in 0..<max(fall, rise) / 65_535 {
      edgeRun.count = 0
      edgeRun.net = 0
      edgeRun.fall = index < fall / 65_535 ? 65_535 : 0
      edgeRun.rise = index < rise / 65_535 ? 65_535 : 0
      edgeRuns.beginRun(row: row)
      edgeRuns.append(.zero)
      edgeRuns.finish(edgeRun)
    }
  }

  /// Returns the direction of the leftmost piece of an edge run whose pieces, from left to right,
  /// alternate between down and up at every y, or `nil` if that is unknown.
  private func orderedSign() -> Int32? {
    let corners = edgeRuns.corners
    var last = edgeRuns.cornerCount &- 1
    // The closing line of a polygon may be horizontal.
    if corners[last].y == corners[last &- 1].y { last &-= 1 }
    let (a, b) = (corners[0], corners[1])
    let (c, d) = (corners[last &- 1], corners[last])
    if leftwards >= 0 { return b.y > a.y ? 1 : -1 }
    if rightwards >= 0 { return d.y > c.y ? 1 : -1 }
    // Two pieces of the same height, possibly with a horizontal line between them: their ends
    // decide.
    guard last <= 3, a.y == d.y, b.y == c.y else { return nil }
    if a.x <= d.x, b.x <= c.x { return b.y > a.y ? 1 : -1 }
    if a.x >= d.x, b.x >= c.x { return d.y > c.y ? 1 : -1 }
    return nil
  }
}
