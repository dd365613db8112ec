import Foundation
import Lamina

extension ShapeLayer {
  /// The path that is stroked: the part that ``strokeStart``, ``strokeEnd`` and ``strokeOffset``
  /// leave; nil if nothing is.
  var strokedPath: Path? {
    let start = max(0, min(1, Double(strokeStart)))
    let end = max(0, min(1, Double(strokeEnd)))
    guard let path, lineWidth > 0, start < end else { return nil }
    if end - start >= 1 { return path }
    let shift = Double(strokeOffset)
    let first = start + shift - (start + shift).rounded(.down)
    let last = first + (end - start)
    let trimmer = PathTrimmer(path)
    if last <= 1 { return trimmer.part(from: first, to: last) }
    return trimmer.part(from: first, to: 1, continuedTo: last - 1)
  }
}

/// The segments of a path with their lengths, to cut parts out of it.
struct PathTrimmer {
  /// A cubic curve, or a line.
  private struct Segment {
    var points: [CGPoint]
    var length: Double
    /// The lengths up to equal steps of the curve's parameter.
    var lengths: [Double]
    /// True if it begins a subpath.
    var isFirst: Bool
    /// True if it closes a subpath, with a line.
    var closes: Bool
  }

  private var segments: [Segment] = []
  private var total = 0.0
  /// The number of steps in which a curve is measured.
  private static let steps = 64

  init(_ path: Path) {
    var current = CGPoint.zero
    var start = CGPoint.zero
    var isFirst = false
    func add(_ points: [CGPoint], closes: Bool = false) {
      let lengths = Self.lengths(of: points)
      let length = lengths[lengths.count - 1]
      segments.append(
        Segment(
          points: points, length: length, lengths: lengths, isFirst: isFirst, closes: closes))
      total += length
      isFirst = false
      current = points[points.count - 1]
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        (current, start, isFirst) = (point, point, true)
      case .line(let point): add([current, point])
      case .quadCurve(let point, let control):
        func raised(_ end: CGPoint) -> CGPoint {
          CGPoint(
            x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
        }
        add([current, raised(current), raised(point), point])
      case .curve(let point, let control1, let control2):
        add([current, control1, control2, point])
      case .closeSubpath:
        add([current, start], closes: true)
        isFirst = true
      }
    }
  }

  /// Returns the length of all subpaths of a path.
  static func length(of path: Path) -> Double { PathTrimmer(path).total }

  /// Returns the part between two fractions of the length of all subpaths.
  ///
  /// - Parameter rest: the fraction up to which the part continues from the beginning of the path;
  ///   nil not to.
  func part(from start: Double, to end: Double, continuedTo rest: Double? = nil) -> Path {
    guard total > 0, total.isFinite else { return Path() }
    var path = Path()
    append(start * total, end * total, to: &path)
    if let rest { append(0, rest * total, to: &path) }
    return path
  }

  private func append(_ start: Double, _ end: Double, to path: inout Path) {
    var place = 0.0
    for segment in segments {
      let from = max(start, place) - place
      let to = min(end, place + segment.length) - place
      place += segment.length
      guard to > from, segment.length > 0 else { continue }
      let points = Self.cut(
        segment.points, from: Self.parameter(from, segment), to: Self.parameter(to, segment))
      // A part that begins with a segment in the middle of a subpath continues what is there, if it
      // does; so does what goes on after the end of a closed path.
      let continues =
        path.currentPoint.map { hypot($0.x - points[0].x, $0.y - points[0].y) < 1e-6 } ?? false
      if !continues || (segment.isFirst && from == 0 && start > 0) {
        path.move(to: points[0])
      }
      if points.count == 4 {
        path.addCurve(to: points[3], control1: points[1], control2: points[2])
      } else {
        path.addLine(to: points[1])
      }
    }
  }

  private static func lengths(of points: [CGPoint]) -> [Double] {
    if points.count == 2 {
      return [Double(hypot(points[1].x - points[0].x, points[1].y - points[0].y))]
    }
    var lengths: [Double] = []
    var sum = 0.0
    var last = points[0]
    for step in 1...steps {
      let next = point(of: points, at: Double(step) / Double(steps))
      sum += Double(hypot(next.x - last.x, next.y - last.y))
      lengths.append(sum)
      last = next
    }
    return lengths
  }

  private static func point(of p: [CGPoint], at t: Double) -> CGPoint {
    let s = 1 - t
    let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return CGPoint(
      x: a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
      y: a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y)
  }

  /// Returns the parameter at a length along a segment.
  private static func parameter(_ length: Double, _ segment: Segment) -> Double {
    if length <= 0 { return 0 }
    if length >= segment.length { return 1 }
    if segment.points.count == 2 { return length / segment.length }
    let index = segment.lengths.firstIndex { $0 >= length } ?? segment.lengths.count - 1
    let before = index > 0 ? segment.lengths[index - 1] : 0
    let step = segment.lengths[index] - before
    let part = step > 0 ? (length - before) / step : 0
    return (Double(index) + part) / Double(steps)
  }

  /// Returns the points of the part of a line or curve between two parameters.
  private static func cut(_ points: [CGPoint], from start: Double, to end: Double) -> [CGPoint] {
    if start == 0, end == 1 { return points }
    func mix(_ a: CGPoint, _ b: CGPoint, _ t: Double) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t)
    }
    if points.count == 2 {
      return [mix(points[0], points[1], start), mix(points[0], points[1], end)]
    }
    /// The point of the curve's polar form: de Casteljau's steps with a parameter each.
    func blossom(_ u: Double, _ v: Double, _ w: Double) -> CGPoint {
      let a = [0, 1, 2].map { mix(points[$0], points[$0 + 1], u) }
      let b = [0, 1].map { mix(a[$0], a[$0 + 1], v) }
      return mix(b[0], b[1], w)
    }
    return [
      blossom(start, start, start), blossom(start, start, end), blossom(start, end, end),
      blossom(end, end, end),
    ]
  }
}
