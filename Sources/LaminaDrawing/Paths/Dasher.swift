import Foundation

/// A cutter of polylines into dashes.
package struct Dasher {
  /// The maximum number of dashes in a subpath; the rest of it is solid.
  static let maximumCount = 1 << 17
  /// The maximum number of cap corners in a subpath's dashes.
  static let maximumCapCorners = 1 << 19
  /// The distance from the origin within which a picture can show anything, in pixels: an outline
  /// may be moved by a picture's side before it is drawn.
  static let pictureReach = Double(2 * (Bitmap.maximumSideLength + 1))
  /// The length, in device pixels, below which a pattern is drawn as a solid line.
  package static let shortestPattern = 1.0 / 16

  private let lengths: [Double]
  private let total: Double
  /// The position in the pattern at which a subpath begins.
  private let start: DashCursor
  private let transform: Transform2D?
  /// The distance from the origin up to which dashes are produced, in device pixels. Lines farther
  /// out are skipped.
  private let reach: Double
  /// The maximum number of dashes cut from a subpath.
  private let mostCuts: Int

  /// The number of dashes that may still be cut from the current line.
  private var cutsLeft = 0
  /// The current position in the pattern.
  private var place: DashCursor
  /// The corners of the current dash; empty in a gap.
  private var current: [SIMD2<Double>] = []
  /// The first dash of a closed line, which is joined to its last one.
  private var opening: [SIMD2<Double>] = []
  private var isInOpening = false
  /// The vector of the current segment, and that of the segment in which `opening` ended.
  private var way = SIMD2<Double>.zero
  private var openingWay = SIMD2<Double>.zero
  /// The length of the subpath up to the current position.
  private var travelled = 0.0

  /// A position in a pattern: one of its lengths, and the remaining part of that.
  private struct DashCursor {
    var index: Int
    var rest: Double

    /// True if the position is in a dash rather than in a gap.
    var isDrawn: Bool { index % 2 == 0 }
  }

  /// A closure that receives a dash: its points, in the pen's space, whether it is a closed line,
  /// and the direction of the path there, which a dash of length 0 does not convey.
  typealias Body = (UnsafeBufferPointer<SIMD2<Double>>, Bool, SIMD2<Double>) -> Void

  /// Creates a dasher for a pen, or returns `nil` if the line is solid.
  ///
  /// - Parameter reach: the distance from the origin within which anything can be visible, in
  ///   device pixels.
  init?(_ pen: Stroker.Pen, reach: Double) {
    let (style, scale) = (pen.style, pen.scale)
    if style.dashPattern.isEmpty { return nil }
    var lengths = style.dashPattern.map(Double.init)
    if lengths.count % 2 == 1 { lengths += lengths }
    let total = lengths.reduce(0, +)
    guard total.isFinite, total * scale >= Self.shortestPattern else { return nil }
    self.lengths = lengths
    self.total = total
    transform = pen.transform
    self.reach = reach + min(pen.margin, FlattenedPath.reach)
    let arc = ArcApproximation(radius: style.width / 2, scale: scale)
    let capCorners = style.cap == .round ? arc.largestCornerCount : 2
    mostCuts = min(Self.maximumCount, Self.maximumCapCorners / (2 * capCorners))
    start = Self.place(
      style.dashPhase, after: DashCursor(index: 0, rest: lengths[0]), lengths, total)
    place = start
  }

  /// Returns the position in a pattern after advancing by a length, or going back if it is
  /// negative.
  private static func place(
    _ length: Double, after place: DashCursor, _ lengths: [Double], _ total: Double
  ) -> DashCursor {
    var rest = length.truncatingRemainder(dividingBy: total)
    if rest < 0 { rest += total }
    var place = place
    // Once through the pattern, however sums of lengths are rounded. If no length is left to
    // advance, a dash of length 0 is still to come.
    for _ in 0...lengths.count {
      if rest < place.rest || rest == 0 {
        return DashCursor(index: place.index, rest: place.rest - rest)
      }
      rest -= place.rest
      place.index = (place.index + 1) % lengths.count
      place.rest = lengths[place.index]
    }
    return place
  }

  /// Passes the dashes of a polyline to `body`, in order along it; a dash across the point at which
  /// the line was closed comes last.
  mutating func forEachDash(
    of line: UnsafeBufferPointer<SIMD2<Double>>, isClosed: Bool, _ body: Body
  ) {
    guard var last = line.first else { return }
    place = start
    cutsLeft = mostCuts
    current.removeAll(keepingCapacity: true)
    opening.removeAll(keepingCapacity: true)
    isInOpening = isClosed && place.isDrawn
    (way, openingWay) = (.zero, .zero)
    travelled = 0
    if place.isDrawn { current.append(last) }
    for point in line.dropFirst() {
      go(from: last, to: point, body)
      last = point
    }
    if isClosed { go(from: last, to: line[0], body) }
    if isInOpening {
      body(line, true, way)
      return
    }
    if endsAtDot, opening.isEmpty {
      let end = isClosed ? line[0] : last
      current = [end, end]
    }
    if current.isEmpty { way = openingWay }
    if !current.isEmpty, !opening.isEmpty { current.removeLast() }
    current += opening
    if !current.isEmpty { emit(current, body) }
  }

  /// True if a gap ends here, within rounding of lengths, and a dash of length 0 follows.
  private var endsAtDot: Bool {
    !place.isDrawn && lengths[(place.index + 1) % lengths.count] == 0
      && place.rest <= travelled * 1e-9
  }

  private func emit(_ dash: [SIMD2<Double>], _ body: Body) {
    dash.withUnsafeBufferPointer { body($0, false, way) }
  }

  /// Advances along a line; parts out of reach get no dashes.
  private mutating func go(from a: SIMD2<Double>, to b: SIMD2<Double>, _ body: Body) {
    let (start, end) = (seen(a), seen(b))
    guard let near = FlattenedPath.part(of: (start, end), within: reach) else {
      pass(from: a, to: b, body)
      return
    }
    let from = near.0 == start ? a : unseen(near.0)
    let to = near.1 == end ? b : unseen(near.1)
    if from != a { pass(from: a, to: from, body) }
    cut(from: from, to: to, body)
    if to != b { pass(from: to, to: b, body) }
  }

  /// Maps a point from the pen's space to device pixels.
  private func seen(_ point: SIMD2<Double>) -> SIMD2<Double> {
    transform.map { FlattenedPath.map(CGPoint(x: point.x, y: point.y), $0) } ?? point
  }

  /// Maps a point from device pixels to the pen's space.
  private func unseen(_ point: SIMD2<Double>) -> SIMD2<Double> {
    transform.map { FlattenedPath.map(CGPoint(x: point.x, y: point.y), $0.inverted()) } ?? point
  }

  /// Cuts a line into dashes.
  private mutating func cut(from a: SIMD2<Double>, to b: SIMD2<Double>, _ body: Body) {
    let length = Stroker.length(b - a)
    guard length > 0 else { return }
    way = b - a
    travelled += length
    var position = 0.0
    while length - position > place.rest, mayTurn {
      position += place.rest
      turn(at: a + (b - a) * (position / length), body)
      place.index = (place.index + 1) % lengths.count
      place.rest = lengths[place.index]
    }
    place.rest -= length - position
    if place.isDrawn { current.append(b) }
  }

  /// Advances along an invisible line without cutting dashes from it, except for the rest of the
  /// preceding dash and the beginning of the following one.
  private mutating func pass(from a: SIMD2<Double>, to b: SIMD2<Double>, _ body: Body) {
    let length = Stroker.length(b - a)
    if length > 0 { way = b - a }
    travelled += length
    guard length > place.rest, mayTurn else {
      place.rest -= length
      if place.isDrawn { current.append(b) }
      return
    }
    if place.isDrawn { turn(at: a + (b - a) * (place.rest / length), body) }
    place = Self.place(length, after: place, lengths, total)
    guard place.isDrawn else { return }
    let begun = lengths[place.index] - place.rest
    if begun > 0 {
      turn(at: b + (a - b) * (begun / length), body)
      current.append(b)
    } else {
      // The gap ends here; a dash begins only if the line continues.
      place = DashCursor(index: (place.index + lengths.count - 1) % lengths.count, rest: 0)
    }
  }

  /// True if a dash may begin, or the current one may end.
  private var mayTurn: Bool { !place.isDrawn || cutsLeft > 0 }

  /// Ends the current dash, or begins a new one.
  private mutating func turn(at point: SIMD2<Double>, _ body: Body) {
    if current.isEmpty {
      current.append(point)
      return
    }
    current.append(point)
    cutsLeft -= 1
    if isInOpening {
      swap(&opening, &current)
      openingWay = way
      isInOpening = false
    } else {
      emit(current, body)
    }
    current.removeAll(keepingCapacity: true)
  }
}
