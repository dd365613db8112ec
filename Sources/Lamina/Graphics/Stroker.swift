import Foundation

/// Turns polylines into polygons that all turn the same way, so that their non-zero union is
/// the stroke: one box for each line, one piece for each join and cap.
struct Stroker {
  /// The largest distance between a round join and its polygon, in device pixels.
  private static let tolerance = 0.02

  private let radius: Double
  private let style: StrokeStyle
  /// From the space of the pen to device pixels.
  private let transform: Transform2D
  /// The round pen's corners, in pen space around the origin.
  private var disc: [SIMD2<Double>] = []

  private(set) var outline = FlatPath(points: [], isClosed: true)

  /// - Parameter transform: from the path's points to device pixels.
  init(style: StrokeStyle, transform: Transform2D) {
    radius = style.width / 2
    self.style = style
    self.transform = transform
    let scale = max(
      (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      (transform.c * transform.c + transform.d * transform.d).squareRoot())
    let pixels = FlatPath.bounded(radius * scale)
    // A chord of angle 2α is radius * (1 - cos α) away from its arc.
    let angle = acos(max(0, 1 - Self.tolerance / max(pixels, Self.tolerance)))
    let count = max(8, min(512, Int((Double.pi / max(angle, 1e-3)).rounded(.up))))
    disc = (0..<count).map { index in
      let a = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      return SIMD2(radius * cos(a), radius * sin(a))
    }
  }

  /// The outline of `path`, in device pixels.
  static func outline(_ path: Path, style: StrokeStyle, transform: Transform2D) -> FlatPath {
    guard style.width > 0, transform.isFinite, transform.determinant != 0 else {
      return FlatPath(points: [], isClosed: true)
    }
    var stroker = Stroker(style: style, transform: transform)
    let reach = FlatPath.bounded(stroker.radius * max(1, abs(style.miterLimit)))
    let scale = abs(transform.a) + abs(transform.b) + abs(transform.c) + abs(transform.d)
    // Flattened where the tolerance counts, then taken back to where the pen is round.
    let flat = FlatPath(path, transform: transform, margin: FlatPath.bounded(reach * scale))
    let back = transform.inverted()
    for subpath in flat.subpaths {
      let points = flat.points[subpath.start..<subpath.end].map {
        FlatPath.map(CGPoint(x: $0.x, y: $0.y), back)
      }
      stroker.stroke(points, isClosed: subpath.isClosed)
    }
    return stroker.outline
  }

  private mutating func stroke(_ all: [SIMD2<Double>], isClosed: Bool) {
    var points: [SIMD2<Double>] = []
    for point in all where points.last != point { points.append(point) }
    if isClosed, points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count > 1 else {
      dot(points[0])
      return
    }
    let count = isClosed ? points.count : points.count - 1
    var directions: [SIMD2<Double>] = []
    for index in 0..<count {
      let (a, b) = (points[index], points[(index + 1) % points.count])
      let direction = Self.direction(b - a)
      directions.append(direction)
      let side = SIMD2(-direction.y, direction.x) * radius
      add([a - side, b - side, b + side, a + side])
    }
    for index in (isClosed ? 0 : 1)..<count {
      let before = directions[(index + count - 1) % count]
      join(points[index], before, directions[index])
    }
    if !isClosed {
      cap(points[0], -directions[0])
      cap(points[count], directions[count - 1])
    }
  }

  /// A subpath without length.
  private mutating func dot(_ center: SIMD2<Double>) {
    switch style.cap {
    case .butt: break
    case .round: add(disc.map { $0 + center })
    case .square:
      let r = radius
      add([
        center + SIMD2(-r, -r), center + SIMD2(r, -r), center + SIMD2(r, r),
        center + SIMD2(-r, r),
      ])
    }
  }

  private mutating func cap(_ end: SIMD2<Double>, _ direction: SIMD2<Double>) {
    switch style.cap {
    case .butt: break
    case .round: add(disc.map { $0 + end })
    case .square:
      let out = direction * radius
      let side = SIMD2(-out.y, out.x)
      add([end - side, end - side + out, end + side + out, end + side])
    }
  }

  private mutating func join(
    _ corner: SIMD2<Double>, _ before: SIMD2<Double>, _ after: SIMD2<Double>
  ) {
    let cross = before.x * after.y - before.y * after.x
    let dot = before.x * after.x + before.y * after.y
    if cross == 0 && dot > 0 { return }
    if style.join == .round {
      add(disc.map { $0 + corner })
      return
    }
    // The outer side is on the left when the path turns right.
    let turn: Double = cross > 0 ? 1 : -1
    let a = corner + SIMD2(before.y, -before.x) * (radius * turn)
    let b = corner + SIMD2(after.y, -after.x) * (radius * turn)
    // 1 / sin²(half the corner's angle) = 2 / (1 + dot) is the miter's length squared.
    let limit = style.miterLimit
    if style.join == .miter, limit >= 1, limit * limit * (1 + dot) >= 2 {
      let tip = corner + (a - corner + b - corner) / (1 + dot)
      add(turn > 0 ? [corner, a, tip, b] : [corner, b, tip, a])
    } else {
      add(turn > 0 ? [corner, a, b] : [corner, b, a])
    }
  }

  private mutating func add(_ polygon: [SIMD2<Double>]) {
    outline.append(polygon.map { FlatPath.map(CGPoint(x: $0.x, y: $0.y), transform) })
  }

  /// `v` with length 1, whatever its size.
  private static func direction(_ v: SIMD2<Double>) -> SIMD2<Double> {
    let largest = max(abs(v.x), abs(v.y))
    let scaled = v / largest
    return scaled / (scaled.x * scaled.x + scaled.y * scaled.y).squareRoot()
  }
}
