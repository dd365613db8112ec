import Foundation

/// Cuts polylines into dashes.
struct Dasher {
  /// How many dashes are cut off a subpath at most; the rest of it is solid.
  static let maximumCount = 1 << 17
  /// How many corners the caps of a subpath's dashes have at most.
  static let maximumCapCorners = 1 << 19
  /// How far from the origin something may be seen in a picture, in pixels: an outline may be moved
  /// by a picture's side before it is drawn.
  static let pictureReach = Double(2 * (Bitmap.maximumSideLength + 1))
  /// A pattern shorter than this, in device pixels, is drawn as a solid line.
  private static let shortestPattern = 1.0 / 16

  private let lengths: [Double]
  private let total: Double
  /// Where in the pattern a subpath begins.
  private let start: Place
  private let transform: Transform2D?
  /// How far from the origin there are dashes, in device pixels. Further out a line is passed over.
  private let reach: Double
  /// How many dashes may be cut off a subpath.
  private let mostCuts: Int

  /// How many more dashes may be cut off the line under way.
  private var cutsLeft = 0
  /// Where the line under way is in the pattern.
  private var place: Place
  /// The corners of the dash under way; none in a gap.
  private var current: [SIMD2<Double>] = []
  /// The dash that a closed line begins with, which belongs to the one that it ends with.
  private var opening: [SIMD2<Double>] = []
  private var isInOpening = false
  /// The line under way, from its beginning to its end, and the one that `opening` begins with.
  private var way = SIMD2<Double>.zero
  private var openingWay = SIMD2<Double>.zero
  /// How long the subpath is up to the place under way.
  private var travelled = 0.0

  /// One of the lengths of a pattern, and how much of it is left.
  private struct Place {
    var index: Int
    var rest: Double

    /// Whether it is in a dash, and not in a gap.
    var isDrawn: Bool { index % 2 == 0 }
  }

  /// What is done with a dash: its points, in the pen's space, whether it is a closed line, and which
  /// way the path goes there: a dash of length 0 does not tell.
  typealias Body = (UnsafeBufferPointer<SIMD2<Double>>, Bool, SIMD2<Double>) -> Void

  /// `nil` if the line is solid.
  ///
  /// - Parameter reach: how far from the origin something may be seen, in device pixels.
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
    self.reach = reach + min(pen.margin, FlatPath.reach)
    let arc = StrokeArc(radius: style.width / 2, scale: scale)
    let capCorners = style.cap == .round ? arc.largestCornerCount : 2
    mostCuts = min(Self.maximumCount, Self.maximumCapCorners / (2 * capCorners))
    start = Self.place(style.dashPhase, after: Place(index: 0, rest: lengths[0]), lengths, total)
    place = start
  }

  /// Where in a pattern a line is that goes on by a length, or back if that is negative.
  private static func place(
    _ length: Double, after place: Place, _ lengths: [Double], _ total: Double
  ) -> Place {
    var rest = length.truncatingRemainder(dividingBy: total)
    if rest < 0 { rest += total }
    var place = place
    // Once through the pattern, whatever sums of lengths are rounded to. Where nothing is left to go,
    // a dash of length 0 is still to come.
    for _ in 0...lengths.count {
      if rest < place.rest || rest == 0 {
        return Place(index: place.index, rest: place.rest - rest)
      }
      rest -= place.rest
      place.index = (place.index + 1) % lengths.count
      place.rest = lengths[place.index]
    }
    return place
  }

  /// Gives `body` the dashes of a polyline, in order along it; a dash across the point where the
  /// line was closed is the last.
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

  /// Whether a gap ends here, up to what lengths are rounded to, and a dash of length 0 comes next.
  private var endsAtDot: Bool {
    !place.isDrawn && lengths[(place.index + 1) % lengths.count] == 0
      && place.rest <= travelled * 1e-9
  }

  private func emit(_ dash: [SIMD2<Double>], _ body: Body) {
    dash.withUnsafeBufferPointer { body($0, false, way) }
  }

  /// Goes on along a line; what is out of reach is passed over.
  private mutating func go(from a: SIMD2<Double>, to b: SIMD2<Double>, _ body: Body) {
    let (start, end) = (seen(a), seen(b))
    guard let near = FlatPath.part(of: (start, end), within: reach) else {
      pass(from: a, to: b, body)
      return
    }
    let from = near.0 == start ? a : unseen(near.0)
    let to = near.1 == end ? b : unseen(near.1)
    if from != a { pass(from: a, to: from, body) }
    cut(from: from, to: to, body)
    if to != b { pass(from: to, to: b, body) }
  }

  /// From the pen's space to device pixels.
  private func seen(_ point: SIMD2<Double>) -> SIMD2<Double> {
    transform.map { FlatPath.map(CGPoint(x: point.x, y: point.y), $0) } ?? point
  }

  /// From device pixels to the pen's space.
  private func unseen(_ point: SIMD2<Double>) -> SIMD2<Double> {
    transform.map { FlatPath.map(CGPoint(x: point.x, y: point.y), $0.inverted()) } ?? point
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

  /// Goes along a line that is not seen, without dashes on it but for the rest of the one before and
  /// the beginning of the one after.
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
      // The gap ends here; whether a dash begins is up to whether the line goes on.
      place = Place(index: (place.index + lengths.count - 1) % lengths.count, rest: 0)
    }
  }

  /// Whether a dash may begin, or the one under way may end.
  private var mayTurn: Bool { !place.isDrawn || cutsLeft > 0 }

  /// Ends the dash under way, or begins one.
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
