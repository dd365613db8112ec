import Foundation

/// A path flattened to polygons and polylines in device pixels, from which coverage is computed.
package struct FlattenedPath: Sendable, Equatable {
  /// A run of points.
  package struct Subpath: Sendable, Equatable {
    /// The index of the first point.
    package var start: Int
    /// One past the index of the last point.
    package var end: Int
    /// True if a line connects the last point to the first.
    package var isClosed: Bool
  }

  /// The distance from the origin, in device pixels, within which every picture lies; curves
  /// outside ±`reach` become single lines.
  package static let reach = 262_144.0

  package var points: [SIMD2<Double>] = []
  package private(set) var subpaths: [Subpath] = []

  /// Creates a flattened path from `path` after `transform`. Curves that lie outside ±``reach`` by
  /// more than the pen extends are not subdivided.
  ///
  /// - Parameters:
  ///   - pen: the pen that strokes the path; nil for a fill.
  ///   - culling: the clip culling to apply.
  package init(
    _ path: Path, transform: Transform2D, pen: Stroker.Pen? = nil, culling: ClipCulling? = nil
  ) {
    let flattening = FlatteningLimits(pen)
    // The positions of dashes depend on the length of the line before them.
    let keepsLengths = pen?.style.dashPattern.isEmpty == false
    var start = SIMD2<Double>(0, 0)
    var current = SIMD2<Double>(0, 0)
    let elements = path.elements
    points.reserveCapacity(elements.count + 1)
    var thinning = keepsLengths ? nil : culling
    var index = 0
    while index < elements.count {
      let first = points.count
      switch elements[index] {
      case .move(let point):
        finish(closed: false, &thinning)
        if let culling {
          var end = index
          let extent = Self.extent(of: elements, from: index, transform, end: &end)
          if !culling.sees(extent) {
            index = end
            continue
          }
          thinning = keepsLengths || culling.holds(extent) ? nil : culling
          thinning?.begin(points)
        }
        start = Self.map(point, transform)
        current = start
        points.append(current)
      case .line(let point):
        current = Self.map(point, transform)
        points.append(current)
      case .quadCurve(let point, let control):
        let end = Self.map(point, transform)
        let middle = Self.map(control, transform)
        let control1 = current + (middle - current) * (2 / 3)
        let control2 = end + (middle - end) * (2 / 3)
        add(Cubic(current, control1, control2, end), flattening, thinning)
        current = end
      case .curve(let point, let control1, let control2):
        let end = Self.map(point, transform)
        let curve = Cubic(
          current, Self.map(control1, transform), Self.map(control2, transform), end)
        add(curve, flattening, thinning)
        current = end
      case .closeSubpath:
        finish(closed: true, &thinning)
        current = start
      }
      if thinning != nil { thinning!.add(&points, from: min(first, points.count)) }
      index += 1
    }
    finish(closed: false, &thinning)
  }

  /// Creates an empty path.
  package init() {}

  /// Creates an open line through points.
  ///
  /// - Parameter culling: the clip culling to apply.
  init(line: [CGPoint], transform: Transform2D, culling: ClipCulling? = nil) {
    points.reserveCapacity(line.count)
    guard var culling else {
      for point in line { points.append(Self.map(point, transform)) }
      finish(closed: false)
      return
    }
    culling.begin(points)
    for point in line {
      points.append(Self.map(point, transform))
      culling.add(&points, from: points.count - 1)
    }
    var thinning: ClipCulling? = culling
    finish(closed: false, &thinning)
  }

  /// Reserves capacity for `count` more points.
  mutating func reserve(_ count: Int) { points.reserve(count) }

  /// Adds a polygon.
  package mutating func append(polygon: [SIMD2<Double>]) {
    if points.isEmpty { points = polygon } else { points += polygon }
    finish(closed: true)
  }

  /// Replaces all polygons by the part of a quad that is visible in `region`. The polygon extends
  /// beyond hard edges, which cut off what it covers.
  package mutating func replace(with quad: Quad, in region: PixelRect) {
    points.removeAll(keepingCapacity: true)
    subpaths.removeAll(keepingCapacity: true)
    quad.appendPolygon(of: quad.sidesWidenedAtHardEdges, in: region, to: &points)
    finish(closed: true)
  }

  /// Adds a point to the current polygon.
  package mutating func append(point: SIMD2<Double>) { points.append(point) }

  /// Ends the polygon that was added point by point.
  mutating func finishPolygon(movedBy transform: Transform2D?) {
    if let transform {
      for index in (subpaths.last?.end ?? 0)..<points.count {
        points[index] = Self.map(CGPoint(x: points[index].x, y: points[index].y), transform)
      }
    }
    finish(closed: true)
  }

  /// Ends the run of points that was added point by point.
  package mutating func finishPart(closed: Bool) { finish(closed: closed) }

  mutating func move(by offset: SIMD2<Double>) {
    for index in points.indices { points[index] += offset }
  }

  /// Returns a point mapped to device pixels, clamped far outside every picture on overflow.
  static func map(_ point: CGPoint, _ transform: Transform2D) -> SIMD2<Double> {
    let image = SIMD2(
      point.x * transform.a + point.y * transform.c + transform.tx,
      point.x * transform.b + point.y * transform.d + transform.ty)
    let most = SIMD2(repeating: largest)
    return laneMax(
      laneMin(image.replacing(with: 0, where: image .!= image), most), -most)
  }

  /// The bound within which sums and products of a few numbers are finite.
  private static let largest = 1e150

  /// Returns `value` clamped to ±``largest``; NaN becomes 0.
  static func bounded(_ value: Double) -> Double {
    value == value ? max(-largest, min(largest, value)) : 0
  }

  private mutating func finish(closed: Bool) {
    let first = subpaths.last?.end ?? 0
    if first < points.count {
      subpaths.append(Subpath(start: first, end: points.count, isClosed: closed))
    }
  }

  /// Ends a subpath and removes its invisible points.
  private mutating func finish(closed: Bool, _ culling: inout ClipCulling?) {
    if culling != nil { _ = culling!.finish(&points, end: points.count) }
    finish(closed: closed)
    culling?.begin(points)
  }
}
