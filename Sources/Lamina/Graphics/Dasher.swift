import Foundation

/// Cuts polylines into dashes.
struct Dasher {
  /// A dash, in the pen's space.
  struct Dash {
    var points: [SIMD2<Double>]
    var isClosed = false
  }

  /// Past this many dashes a subpath goes on as a solid line.
  private static let maximumCount = 1 << 15
  /// A pattern shorter than this, in device pixels, is drawn as a solid line.
  private static let shortestPattern = 1.0 / 16

  private let lengths: [Double]
  private let total: Double
  private let firstIndex: Int
  private let firstRest: Double
  private let transform: Transform2D?
  /// How far from the origin a dash can be and still be seen, in device pixels.
  private let reach: Double

  /// `nil` if the line is solid.
  init?(_ pen: Stroker.Pen) {
    let (style, scale) = (pen.style, pen.scale)
    if style.dashPattern.isEmpty { return nil }
    var lengths = style.dashPattern.map(Double.init)
    if lengths.count % 2 == 1 { lengths += lengths }
    let total = lengths.reduce(0, +)
    guard total.isFinite, total * scale >= Self.shortestPattern else { return nil }
    self.lengths = lengths
    self.total = total
    transform = pen.transform
    // An outline may be moved by this many pixels before it is drawn.
    let slack = Double(Bitmap.maximumSideLength) + 1
    reach = Double(Bitmap.maximumSideLength) + slack + min(pen.margin, FlatPath.reach)
    var offset = style.dashPhase.truncatingRemainder(dividingBy: total)
    if offset < 0 { offset += total }
    (firstIndex, firstRest) = Self.place(offset, lengths)
  }

  /// The index of the length that holds `offset`, and how much of it is left.
  private static func place(_ offset: Double, _ lengths: [Double]) -> (Int, Double) {
    var rest = offset
    for (index, length) in lengths.enumerated() {
      if rest < length { return (index, length - rest) }
      rest -= length
    }
    return (0, lengths[0])
  }

  /// The dashes of a polyline, in order along it.
  func dashes(of line: [SIMD2<Double>], isClosed: Bool) -> [Dash] {
    guard let first = line.first else { return [] }
    var points = line
    if isClosed { points.append(first) }
    var (index, rest) = (firstIndex, firstRest)
    let beginsDrawn = index % 2 == 0
    var dashes: [Dash] = []
    var current: [SIMD2<Double>] = beginsDrawn ? [first] : []
    var wasCut = !beginsDrawn
    for corner in 1..<max(1, points.count) {
      let (a, b) = (points[corner - 1], points[corner])
      let length = Stroker.length(b - a)
      guard length > 0 else { continue }
      let visible = visiblePart(a, b)
      var position = 0.0
      while dashes.count < Self.maximumCount, length - position > rest {
        position += rest
        // Whole patterns out of sight are passed over.
        let hidden = (position < visible.lowerBound * length ? visible.lowerBound * length : length)
        if position < visible.lowerBound * length || position > visible.upperBound * length {
          let patterns = ((hidden - position) / total - 1).rounded(.down)
          if patterns > 0 { position += patterns * total }
        }
        let point = a + (b - a) * (position / length)
        if index % 2 == 0 {
          current.append(point)
          dashes.append(Dash(points: current))
          current = []
        } else {
          current = [point]
        }
        wasCut = true
        index = (index + 1) % lengths.count
        rest = lengths[index]
      }
      rest -= length - position
      if index % 2 == 0 { current.append(b) }
    }
    if !current.isEmpty {
      if isClosed, beginsDrawn, !wasCut { return [Dash(points: line, isClosed: true)] }
      if isClosed, beginsDrawn, !dashes.isEmpty {
        dashes[0].points.insert(contentsOf: current.dropLast(), at: 0)
      } else {
        dashes.append(Dash(points: current))
      }
    }
    return dashes
  }

  /// Which part of a line, from 0 to 1, can be in a picture; all of a short line.
  private func visiblePart(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> ClosedRange<Double> {
    var (from, to) = (a, b)
    if let transform {
      from = FlatPath.map(CGPoint(x: a.x, y: a.y), transform)
      to = FlatPath.map(CGPoint(x: b.x, y: b.y), transform)
    }
    var (low, high) = (0.0, 1.0)
    for axis in 0..<2 {
      let change = to[axis] - from[axis]
      guard abs(change) > reach else { continue }
      let (p, q) = ((-reach - from[axis]) / change, (reach - from[axis]) / change)
      low = max(low, min(p, q))
      high = min(high, max(p, q))
    }
    return low <= high ? low...high : 1...1
  }
}
