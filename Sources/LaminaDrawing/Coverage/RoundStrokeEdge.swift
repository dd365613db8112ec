/// The upper edge of a stroke with round joins along a line that never turns back in x, or its lower
/// edge upside down.
///
/// A disc that rolls over the line from the left to the right touches points and segments in their
/// order. Its centre runs along the edge: in arcs around points, and in straight lines beside
/// segments. The arcs, most of which others cover, are a ``DiscEnvelope``. The lines that are above the
/// places where two of these arcs meet are added in the same way, with a stack.
struct RoundStrokeEdge: ~Copyable {
  /// A part of the edge: an arc or a line.
  struct Piece {
    /// The centre of the arc, or the left end of the line.
    var origin: SIMD2<Double>
    /// The slope of the line; NaN for an arc.
    var slope: Double
    /// The x coordinates of its ends.
    var start: Double
    var end: Double
    /// The place from which the piece is above those before it.
    var from: Double
    /// The index of the point, or of the left one.
    var index: Int

    var isArc: Bool { slope.isNaN }
  }

  /// Half the circumference consists of 64 lines, or of half or a quarter of these.
  private static let finestArc = 64
  private static let (smallRadius, largeRadius) = (1.25, 6.0)
  /// The directions in which the corners of the finest arc lie, from the left over the top to the right.
  private static let directions: [SIMD2<Double>] = {
    var directions = [SIMD2<Double>(-1, 0), SIMD2(0, 1), SIMD2(1, 0)]
    while directions.count <= finestArc {
      var finer = [directions[0]]
      for (a, b) in zip(directions, directions.dropFirst()) {
        finer += [Stroker.direction(a + b), b]
      }
      directions = finer
    }
    return directions
  }()

  private var radius = 0.0
  private var square = 0.0
  /// The factors by which points are put into the edge.
  private var mirror = SIMD2(1.0, 1.0)
  private var arcs = DiscEnvelope()
  var pieces = ScratchArray<Piece>()
  /// The corners of the edge from left to right, in 1/65,536 pixel from the block and 1/256 pixel.
  var corners = ScratchArray<SIMD2<Int32>>()
  /// The index of the first corner whose line may be in the next column.
  private var next = 0

  /// Traces the edge within a block.
  ///
  /// - Parameters:
  ///   - points: the points of the line that reach the block, at least one.
  ///   - block: the x coordinate of the block.
  ///   - ends: the x coordinates between which it is traced.
  ///   - isUpper: false for the lower edge.
  mutating func trace(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, radius: Double, block: Double,
    between ends: (left: Double, right: Double), isUpper: Bool
  ) {
    self.radius = radius
    square = radius * radius
    mirror.y = isUpper ? 1 : -1
    let origin = SIMD2(block, 0)
    let mirror = mirror
    arcs.find(count: points.count, radius: radius) { (points[$0] - origin) * mirror }
    findPieces(points, origin)
    addCorners(from: ends.left - block, to: ends.right - block)
  }

  // MARK: - Pieces

  /// Joins the arcs with the lines that are above the places where they meet.
  private mutating func findPieces(
    _ points: UnsafeBufferPointer<SIMD2<Double>>, _ origin: SIMD2<Double>
  ) {
    pieces.count = 0
    let (arcs, arcCount) = (arcs.discs.base, arcs.discs.count)
    pieces.append(piece(arcs[0]))
    for number in 1..<max(1, arcCount) {
      let (last, arc) = (arcs[number - 1], arcs[number])
      // A line has to be above the lower one: at the end of an arc, the edge jumps.
      let level = max(height(last, arc.from), height(arc, arc.from))
      var hasLine = false
      var start = last.center
      for index in last.index..<arc.index {
        let end = (points[index + 1] - origin) * mirror
        if min(start.y, end.y) < level + radius,
          let line = line(index, start, end, above: SIMD2(arc.from, level))
        {
          add(line)
          hasLine = true
        }
        start = end
      }
      if !hasLine, arc.from > pieces[pieces.count - 1].from {
        pieces.append(piece(arc))
      } else {
        add(piece(arc))
      }
    }
  }

  private func piece(_ arc: DiscEnvelope.Disc) -> Piece {
    Piece(
      origin: arc.center, slope: .nan, start: arc.center.x - radius, end: arc.center.x + radius,
      from: arc.from, index: arc.index)
  }

  /// Returns the height of an arc at a place; infinity beside it.
  private func height(_ arc: DiscEnvelope.Disc, _ x: Double) -> Double {
    let side = x - arc.center.x
    let rest = square - side * side
    return rest >= 0 ? arc.center.y - rest.squareRoot() : .infinity
  }

  private func height(_ piece: Piece, _ x: Double) -> Double {
    let side = x - piece.origin.x
    return piece.isArc
      ? piece.origin.y - max(0, square - side * side).squareRoot()
      : piece.origin.y + side * piece.slope
  }

  /// Returns the line beside a segment if it is above a point.
  private func line(
    _ index: Int, _ start: SIMD2<Double>, _ end: SIMD2<Double>, above point: SIMD2<Double>
  ) -> Piece? {
    let d = end - start
    guard d.x > 0 else { return nil }
    let up = SIMD2(d.y, -d.x) * (radius / (d.x * d.x + d.y * d.y).squareRoot())
    let left = start + up
    guard left.x < point.x, point.x < end.x + up.x else { return nil }
    let line = Piece(
      origin: left, slope: d.y / d.x, start: left.x, end: end.x + up.x, from: 0, index: index)
    return line.slope.isFinite && height(line, point.x) < point.y ? line : nil
  }

  /// Adds a piece, in place of those that it covers.
  private mutating func add(_ piece: Piece) {
    var piece = piece
    piece.from = meeting(pieces[pieces.count - 1], piece)
    while piece.from <= pieces[pieces.count - 1].from {
      pieces.count -= 1
      piece.from = meeting(pieces[pieces.count - 1], piece)
    }
    pieces.append(piece)
  }

  /// Returns the place from which a piece is above one before it.
  private func meeting(_ a: Piece, _ b: Piece) -> Double {
    if a.isArc {
      if b.isArc { return DiscEnvelope.meeting(a.origin, b.origin, radius: radius) }
      // A line continues the arcs at its ends.
      if a.index == b.index { return b.start }
    } else if b.isArc, a.index + 1 == b.index {
      return a.end
    }
    let (left, right) = (max(a.start, b.start), min(a.end, b.end))
    if left >= right || height(a, left) >= height(b, left) { return left }
    if height(a, right) <= height(b, right) { return right }
    let place =
      a.isArc
      ? meeting(b, a.origin, side: 1)
      : b.isArc
        ? meeting(a, b.origin, side: -1)
        : (height(b, 0) - height(a, 0)) / (a.slope - b.slope)
    return max(left, min(place, right))
  }

  /// Returns the place at which a line leaves a disc, or enters it if `side` is -1.
  private func meeting(_ line: Piece, _ center: SIMD2<Double>, side: Double) -> Double {
    let direction = SIMD2(1, line.slope) / (1 + line.slope * line.slope).squareRoot()
    let offset = line.origin - center
    let along = offset.x * direction.x + offset.y * direction.y
    let across = offset.x * direction.y - offset.y * direction.x
    let half = max(0, square - across * across).squareRoot()
    return line.origin.x + (side * half - along) * direction.x
  }

  // MARK: - Corners

  private mutating func addCorners(from left: Double, to right: Double) {
    corners.count = 0
    next = 0
    let step = radius < Self.smallRadius ? 4 : radius < Self.largeRadius ? 2 : 1
    // The corners of an arc lie outside it, so that the areas inside are the same.
    let angle = Double.pi * Double(step) / Double(Self.finestArc)
    let size = radius * (1 + angle * angle / 12)
    corners.reserve(pieces.count * (Self.finestArc / step + 1))
    Self.directions.withUnsafeBufferPointer { directions in
      for index in 0..<pieces.count {
        let piece = pieces[index]
        let isLast = index + 1 == pieces.count
        let start = index == 0 ? left : max(left, max(piece.from, piece.start))
        let end = isLast ? right : min(right, min(pieces[index + 1].from, piece.end))
        if start >= end { continue }
        addCorner(start, height(piece, start))
        if piece.isArc {
          var number = start < piece.origin.x ? step : Self.finestArc / 2
          while number < Self.finestArc {
            let corner = directions[number] * size
            let x = piece.origin.x + corner.x
            if x >= end { break }
            if x > start { addCorner(x, piece.origin.y - corner.y) }
            number += step
          }
        }
        addCorner(end, height(piece, end))
      }
    }
  }

  /// Adds a corner, for which there has to be room.
  private mutating func addCorner(_ x: Double, _ y: Double) {
    corners[corners.count] = SIMD2(
      NearestInteger.int32(x * 65_536), NearestInteger.int32(y * mirror.y * 256))
    corners.count &+= 1
  }

  /// Calls `body` with the y coordinates of both ends and the width of each line of the edge in a column,
  /// in 1/256 and 1/65,536 pixel. Columns have to be asked for from left to right.
  mutating func forEachLine(
    in column: Int, _ body: (_ start: Int32, _ end: Int32, _ width: Int32) -> Void
  ) {
    let left = Int32(truncatingIfNeeded: column) << 16
    let right = left &+ 65_536
    let corners = corners.base
    let last = self.corners.count &- 1
    while next < last, corners[next].x < right {
      let (a, b) = (corners[next], corners[next &+ 1])
      if b.x > left, b.x > a.x {
        func cut(_ x: Int32) -> Int32 {
          let slope = Double(b.y &- a.y) / Double(b.x &- a.x)
          return a.y &+ NearestInteger.int32(Double(x &- a.x) * slope)
        }
        body(
          a.x < left ? cut(left) : a.y, b.x > right ? cut(right) : b.y,
          min(b.x, right) &- max(a.x, left))
      }
      if b.x > right { break }
      next &+= 1
    }
  }
}
