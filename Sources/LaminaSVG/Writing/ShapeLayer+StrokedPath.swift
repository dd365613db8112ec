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

/// The subpaths of a path with their lengths, to cut parts out of it.
struct PathTrimmer {
  /// A cubic curve, or a line.
  private struct Segment {
    var points: [CGPoint]
    var length: Double
    /// The lengths up to equal steps of the curve's parameter.
    var lengths: [Double]
  }

  private struct Subpath {
    /// The lines and curves; the last one of a closed subpath is the line that closes it.
    var segments: [Segment] = []
    var length = 0.0
    var isClosed = false
  }

  private var subpaths: [Subpath] = []
  private var total = 0.0
  /// The number of steps in which a curve is measured.
  private static let steps = 64

  init(_ path: Path) {
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    var subpath = Subpath()
    func finish() {
      if !subpath.segments.isEmpty { subpaths.append(subpath) }
      total += subpath.length
      subpath = Subpath()
    }
    func add(_ points: [CGPoint]) {
      let lengths = Self.lengths(of: points)
      let length = lengths[lengths.count - 1]
      subpath.segments.append(Segment(points: points, length: length, lengths: lengths))
      subpath.length += length
      current = points[points.count - 1]
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        finish()
        (start, current) = (point, point)
      case .line(let point): add([current, point])
      case .quadCurve(let point, let control):
        let (first, second) = Path.raised(current, control, point)
        add([current, first, second, point])
      case .curve(let point, let control1, let control2):
        add([current, control1, control2, point])
      case .closeSubpath:
        add([current, start])
        subpath.isClosed = true
        finish()
      }
    }
    finish()
  }

  /// Returns the length of all subpaths of a path.
  static func length(of path: Path) -> Double { PathTrimmer(path).total }

  /// Returns the part between two fractions of the length of all subpaths.
  ///
  /// A closed subpath that is cut becomes an open one, or two. One without length stays if its position
  /// is between the two.
  ///
  /// - Parameter rest: the fraction up to which the part continues from the beginning of the path;
  ///   nil not to. A subpath that both parts cut at its beginning is joined there.
  func part(from start: Double, to end: Double, continuedTo rest: Double? = nil) -> Path {
    guard total.isFinite else { return Path() }
    var path = Path()
    append(start * total, end >= 1 ? .infinity : end * total, to: &path)
    if let rest { append(0, rest * total, to: &path, isContinuation: true) }
    return path
  }

  private func append(
    _ low: Double, _ high: Double, to path: inout Path, isContinuation: Bool = false
  ) {
    var position = 0.0
    var isFirst = true
    for subpath in subpaths {
      let begin = position
      position += subpath.length
      let isWhole = subpath.length == 0 ? low <= begin : begin >= low && position <= high
      guard begin <= high, isWhole || position > low && begin < high else { continue }
      let joins = isContinuation && isFirst && !(isWhole && subpath.isClosed)
      isFirst = false
      if isWhole {
        append(subpath.segments.map(\.points)[...], isClosed: subpath.isClosed, joins, to: &path)
      } else {
        let parts = Self.parts(of: subpath, from: low - begin, to: high - begin)
        append(parts[...], isClosed: false, joins, to: &path)
      }
    }
  }

  /// Appends a subpath.
  ///
  /// - Parameter joins: true to continue the last subpath if it ends where this one begins.
  private func append(
    _ segments: ArraySlice<[CGPoint]>, isClosed: Bool, _ joins: Bool, to path: inout Path
  ) {
    guard let start = segments.first?.first else { return }
    let end = joins && path.elements.last != .closeSubpath ? path.currentPoint : nil
    if end.map({ hypot($0.x - start.x, $0.y - start.y) < 1e-6 }) != true { path.move(to: start) }
    for points in isClosed ? segments.dropLast() : segments {
      if points.count == 4 {
        path.addCurve(to: points[3], control1: points[1], control2: points[2])
      } else {
        path.addLine(to: points[1])
      }
    }
    if isClosed { path.closeSubpath() }
  }

  /// Returns the parts of a subpath's lines and curves between two lengths from its beginning.
  private static func parts(
    of subpath: Subpath, from low: Double, to high: Double
  ) -> [[CGPoint]] {
    var position = 0.0
    return subpath.segments.compactMap { segment in
      let from = max(low, position) - position
      let to = min(high, position + segment.length) - position
      position += segment.length
      guard to > from else { return nil }
      return cut(segment.points, from: parameter(from, segment), to: parameter(to, segment))
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
