import Foundation

/// Turns polylines into polygons whose non-zero union is the stroke.
///
/// A polygon runs along one side of the line and back along the other. At a corner its outer
/// side follows the join and its inner side goes through the corner itself. That makes it the
/// sum of one box for each line and one wedge for each join, all turning the same way: no part
/// of a stroke can take away another.
///
/// Only additions, products, quotients and square roots are used, so that every processor
/// gives the same outline.
struct Stroker {
  /// The largest distance between a round join and its polygon, in device pixels.
  static let tolerance = 0.02

  private let style: StrokeStyle
  private let radius: Double
  /// Device pixels in a unit of the pen's space, at most.
  private let scale: Double
  /// From the pen's space to device pixels; `nil` where they are the same.
  private let transform: Transform2D?
  /// `nil` for solid lines.
  private let dasher: Dasher?
  private var directions: [SIMD2<Double>] = []
  private var polygon: [SIMD2<Double>] = []
  private var outline = FlatPath(points: [], isClosed: true)

  /// The outline of `path`, in device pixels.
  ///
  /// - Parameter transform: from the path's points to device pixels.
  static func outline(_ path: Path, style: StrokeStyle, transform: Transform2D) -> FlatPath {
    guard let pen = Pen(style, transform) else { return FlatPath(points: [], isClosed: true) }
    let flat = FlatPath(path, transform: transform, margin: pen.margin)
    var stroker = Stroker(pen)
    let back = pen.transform?.inverted()
    for subpath in flat.subpaths {
      var points = Array(flat.points[subpath.start..<subpath.end])
      if let back { points = points.map { FlatPath.map(CGPoint(x: $0.x, y: $0.y), back) } }
      stroker.stroke(points, isClosed: subpath.isClosed)
    }
    return stroker.outline
  }

  /// What draws: a round pen, in device pixels where these are not stretched, else in points.
  struct Pen {
    var style: StrokeStyle
    var transform: Transform2D?
    var scale: Double
    /// How far from its path a stroke can reach, in device pixels.
    var margin: Double

    /// `nil` if nothing is drawn.
    init?(_ style: StrokeStyle, _ transform: Transform2D) {
      guard style.width > 0, transform.isFinite, transform.determinant != 0 else { return nil }
      let t = transform
      let isSimilar = (t.a == t.d && t.b == -t.c) || (t.a == -t.d && t.b == t.c)
      let x = (t.a * t.a + t.b * t.b).squareRoot()
      let y = (t.c * t.c + t.d * t.d).squareRoot()
      guard x.isFinite, y.isFinite, x + y > 0 else { return nil }
      let length = isSimilar ? x : x + y
      let sharpest = style.join == .miter ? max(1, abs(style.miterLimit)) : 1
      margin = FlatPath.bounded(style.width * length * sharpest)
      self.style = style
      if isSimilar {
        self.style.width = FlatPath.bounded(style.width * x)
        self.style.dashPattern = style.dashPattern.map { CGFloat(FlatPath.bounded(Double($0 * x))) }
        self.style.dashPhase = FlatPath.bounded(style.dashPhase * x)
        scale = 1
      } else {
        self.transform = transform
        scale = length
      }
    }
  }

  private init(_ pen: Pen) {
    style = pen.style
    radius = pen.style.width / 2
    scale = pen.scale
    transform = pen.transform
    dasher = Dasher(pen)
  }

  private mutating func stroke(_ all: [SIMD2<Double>], isClosed: Bool) {
    guard let dasher else {
      strokeSolid(all, isClosed: isClosed)
      return
    }
    for dash in dasher.dashes(of: all, isClosed: isClosed) {
      strokeSolid(dash.points, isClosed: dash.isClosed)
    }
  }

  private mutating func strokeSolid(_ all: [SIMD2<Double>], isClosed: Bool) {
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(all.count)
    for point in all where points.last != point { points.append(point) }
    if isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count > 1 else {
      if let point = points.first { dot(point) }
      return
    }
    setDirections(points, isClosed: isClosed)
    addSide(points, isClosed: isClosed)
    if isClosed { finish() } else { addCap(points[points.count - 1], directions.last!) }
    points.reverse()
    setDirections(points, isClosed: isClosed)
    addSide(points, isClosed: isClosed)
    if !isClosed { addCap(points[points.count - 1], directions.last!) }
    finish()
  }

  private mutating func setDirections(_ points: [SIMD2<Double>], isClosed: Bool) {
    directions.removeAll(keepingCapacity: true)
    for index in 1..<points.count {
      directions.append(Self.direction(points[index] - points[index - 1]))
    }
    if isClosed { directions.append(Self.direction(points[0] - points[points.count - 1])) }
  }

  /// The left side of a polyline, from its first line to its last, with the joins between.
  private mutating func addSide(_ points: [SIMD2<Double>], isClosed: Bool) {
    for index in directions.indices {
      let side = Self.left(directions[index]) * radius
      let end = points[index + 1 == points.count ? 0 : index + 1]
      polygon.append(points[index] + side)
      polygon.append(end + side)
      let next = index + 1 == directions.count ? 0 : index + 1
      if next > 0 || isClosed { addJoin(end, index, next, points) }
    }
  }

  /// What lies between the left sides of two lines that meet in `corner`.
  private mutating func addJoin(
    _ corner: SIMD2<Double>, _ index: Int, _ next: Int, _ points: [SIMD2<Double>]
  ) {
    let (before, after) = (directions[index], directions[next])
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    if cross < 0 {
      // The inner side. A gap too small to be seen may be crossed directly, if both lines are
      // longer than it.
      let gap = Self.length(before - after) * radius
      let shortest = min(
        Self.length(corner - points[index]),
        Self.length(points[next + 1 == points.count ? 0 : next + 1] - corner))
      if gap * scale > Self.tolerance || gap > shortest { polygon.append(corner) }
      return
    }
    switch style.join {
    case .bevel: break
    case .round:
      if dot < 0 {
        let middle = Self.direction(cross > 0 ? Self.left(before) + Self.left(after) : before)
        addArc(corner, Self.left(before), middle)
        polygon.append(corner + middle * radius)
        addArc(corner, middle, Self.left(after))
      } else {
        addArc(corner, Self.left(before), Self.left(after))
      }
    case .miter:
      // The miter's length is √(2 / (1 + dot)) widths.
      let limit = style.miterLimit
      if limit >= 1, limit * limit * (1 + dot) >= 2 {
        let tip = (Self.left(before) + Self.left(after)) / (1 + dot)
        polygon.append(corner + tip * radius)
      }
    }
  }

  /// The points between two directions at most a quarter turn apart, halved until the chords
  /// are near enough.
  private mutating func addArc(
    _ center: SIMD2<Double>, _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ depth: Int = 10
  ) {
    let sum = from + to
    let length = Self.length(sum)
    if depth == 0 || radius * scale * (1 - length / 2) <= Self.tolerance { return }
    let middle = sum / length
    addArc(center, from, middle, depth - 1)
    polygon.append(center + middle * radius)
    addArc(center, middle, to, depth - 1)
  }

  private mutating func addCap(_ end: SIMD2<Double>, _ direction: SIMD2<Double>) {
    let left = Self.left(direction)
    switch style.cap {
    case .butt: break
    case .round:
      addArc(end, left, direction)
      polygon.append(end + direction * radius)
      addArc(end, direction, -left)
    case .square:
      polygon.append(end + (left + direction) * radius)
      polygon.append(end + (direction - left) * radius)
    }
  }

  /// A subpath without length.
  private mutating func dot(_ center: SIMD2<Double>) {
    if style.cap == .butt { return }
    let right = SIMD2<Double>(1, 0)
    polygon.append(center + Self.left(right) * radius)
    addCap(center, right)
    polygon.append(center - Self.left(right) * radius)
    addCap(center, -right)
    finish()
  }

  private mutating func finish() {
    if let transform {
      outline.append(polygon.map { FlatPath.map(CGPoint(x: $0.x, y: $0.y), transform) })
    } else {
      outline.append(polygon)
    }
    polygon.removeAll(keepingCapacity: true)
  }

  /// `v` with length 1, whatever its size.
  @inline(__always)
  static func direction(_ v: SIMD2<Double>) -> SIMD2<Double> {
    let square = v.x * v.x + v.y * v.y
    if square > 1e-200, square < 1e200 { return v / square.squareRoot() }
    let scaled = v / max(abs(v.x), abs(v.y))
    return scaled / length(scaled)
  }

  @inline(__always)
  static func left(_ direction: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(direction.y, -direction.x)
  }

  @inline(__always)
  static func length(_ v: SIMD2<Double>) -> Double {
    (v.x * v.x + v.y * v.y).squareRoot()
  }
}
