import Foundation

/// The projection of a rectangle in space, as seen from the front.
struct ProjectedPolygon {
  /// The projected corners and their nearness: greater is nearer. Parts behind the viewer are
  /// clipped.
  fileprivate let corners: [SIMD3<Double>]
  fileprivate let low: SIMD2<Double>
  fileprivate let high: SIMD2<Double>
  /// Twice the projected area, positive if the projected corners are in clockwise order.
  fileprivate let area: Double
  /// The nearness at (x, y) is `slope.x * x + slope.y * y + slope.z`.
  fileprivate let slope: SIMD3<Double>
  /// The nearness of the centre.
  fileprivate let middle: Double

  /// Creates a projected plane, or returns nil if none of it is visible: it is edge-on, or behind
  /// the viewer.
  ///
  /// - Parameters:
  ///   - rect: the rectangle in a layer's own coordinates.
  ///   - transform: the transform from these to the space of the viewer.
  init?(_ rect: CGRect, _ transform: Transform3D) {
    let m = transform
    func image(_ x: CGFloat, _ y: CGFloat) -> SIMD4<Double> {
      SIMD4(
        Double(x * m.m11 + y * m.m21 + m.m41), Double(x * m.m12 + y * m.m22 + m.m42),
        Double(x * m.m13 + y * m.m23 + m.m43), Double(x * m.m14 + y * m.m24 + m.m44))
    }
    let points = [
      image(rect.minX, rect.minY), image(rect.maxX, rect.minY), image(rect.maxX, rect.maxY),
      image(rect.minX, rect.maxY),
    ]
    corners = Self.clippedToFront(points).map { SIMD3($0.x, $0.y, $0.z) / $0.w }
    guard corners.count > 2 else { return nil }
    var normal = SIMD3<Double>.zero
    var low = SIMD2(corners[0].x, corners[0].y)
    var high = low
    var sum = SIMD3<Double>.zero
    for (index, a) in corners.enumerated() {
      let b = corners[(index + 1) % corners.count]
      normal.x += (a.y - b.y) * (a.z + b.z)
      normal.y += (a.z - b.z) * (a.x + b.x)
      normal.z += (a.x - b.x) * (a.y + b.y)
      low = pointwiseMin(low, SIMD2(a.x, a.y))
      high = pointwiseMax(high, SIMD2(a.x, a.y))
      sum += a
    }
    let center = sum / Double(corners.count)
    area = normal.z
    self.low = low
    self.high = high
    middle = center.z
    let x = -normal.x / normal.z
    let y = -normal.y / normal.z
    slope = SIMD3(x, y, center.z - x * center.x - y * center.y)
    guard area != 0, area.isFinite, (slope * 0).sum() == 0 else { return nil }
  }

  private static func clippedToFront(_ polygon: [SIMD4<Double>]) -> [SIMD4<Double>] {
    let nearest = polygon.map(\.w).max() ?? 0
    guard nearest > 0 else { return [] }
    let limit = nearest * 1e-6
    var clipped: [SIMD4<Double>] = []
    for (index, corner) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      if corner.w >= limit { clipped.append(corner) }
      if (corner.w >= limit) != (next.w >= limit) {
        var crossing = corner + (limit - corner.w) / (next.w - corner.w) * (next - corner)
        crossing.w = limit
        clipped.append(crossing)
      }
    }
    return clipped
  }

  fileprivate func mayOverlap(_ other: ProjectedPolygon) -> Bool {
    low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
  }

  /// Returns a number whose sign tells which of two planes is nearer where they overlap: positive
  /// if this one is, negative if the other is, 0 if they are coplanar. For planes that intersect
  /// there, it is the sum of the differences at the corners of the overlap. Returns nil if they do
  /// not overlap.
  fileprivate func lead(over other: ProjectedPolygon) -> Double? {
    guard mayOverlap(other) else { return nil }
    let shared = overlap(other)
    guard shared.count > 2 else { return nil }
    var doubleArea = 0.0
    for (index, a) in shared.enumerated() {
      let b = shared[(index + 1) % shared.count]
      doubleArea += a.x * b.y - b.x * a.y
    }
    guard abs(doubleArea) > 1e-9 * min(abs(area), abs(other.area)) else { return nil }
    let difference = slope - other.slope
    var largest = 0.0
    var smallest = 0.0
    var sum = 0.0
    var scale = 1.0
    for point in shared {
      let lead = difference.x * point.x + difference.y * point.y + difference.z
      largest = max(largest, lead)
      smallest = min(smallest, lead)
      sum += lead
      scale = max(scale, abs(slope.x * point.x + slope.y * point.y + slope.z))
    }
    let tolerance = 1e-6 * scale
    if largest <= tolerance, smallest >= -tolerance { return 0 }
    if smallest >= -tolerance { return 1 }
    if largest <= tolerance { return -1 }
    return sum
  }

  /// Returns the intersection of two convex polygons.
  private func overlap(_ other: ProjectedPolygon) -> [SIMD2<Double>] {
    var polygon = corners.map { SIMD2($0.x, $0.y) }
    let side = other.area > 0 ? 1.0 : -1
    for (index, corner) in other.corners.enumerated() {
      let next = other.corners[(index + 1) % other.corners.count]
      func inside(_ p: SIMD2<Double>) -> Double {
        side
          * ((next.x - corner.x) * (p.y - corner.y) - (next.y - corner.y) * (p.x - corner.x))
      }
      var clipped: [SIMD2<Double>] = []
      for (position, a) in polygon.enumerated() {
        let b = polygon[(position + 1) % polygon.count]
        let (fromA, fromB) = (inside(a), inside(b))
        if fromA >= 0 { clipped.append(a) }
        if fromA > 0 && fromB < 0 || fromA < 0 && fromB > 0 {
          clipped.append(a + fromA / (fromA - fromB) * (b - a))
        }
      }
      polygon = clipped
      if polygon.isEmpty { break }
    }
    return polygon
  }
}

/// The painter's sort of planes in space.
enum PainterSort {
  /// The maximum number of planes that are compared pairwise.
  static let maximumCount = 256

  /// Returns the planes from back to front: of two that overlap on the screen, the one behind comes
  /// first; of two coplanar ones, and wherever the order does not matter, the one with the lower
  /// index.
  ///
  /// Cycles are broken at the plane whose centre is farthest away.
  ///
  /// - Parameter byCenters: true to sort them by their centres, however few they are.
  /// - Complexity: O(*n*²); above ``maximumCount`` planes, which are sorted by their centres, O(*n*
  ///   log *n*).
  static func order(_ planes: [ProjectedPolygon?], byCenters: Bool = false) -> [Int] {
    if byCenters || planes.count > maximumCount {
      let depths = planes.map { $0?.middle ?? -.infinity }
      return planes.indices.sorted {
        depths[$0] != depths[$1] ? depths[$0] < depths[$1] : $0 < $1
      }
    }
    var isBefore = Array(repeating: [Int](), count: planes.count)
    var waitsFor = Array(repeating: 0, count: planes.count)
    var isInOrder = true
    for second in planes.indices {
      guard let b = planes[second] else { continue }
      for first in 0..<second {
        guard let lead = planes[first]?.lead(over: b) else { continue }
        if lead > 0 {
          isInOrder = false
          isBefore[second].append(first)
          waitsFor[first] += 1
        } else {
          isBefore[first].append(second)
          waitsFor[second] += 1
        }
      }
    }
    if isInOrder { return Array(planes.indices) }
    var result: [Int] = []
    var rest = Array(planes.indices)
    while !rest.isEmpty {
      let free = rest.firstIndex { waitsFor[$0] <= 0 }
      let next = rest.remove(at: free ?? furthest(rest, planes))
      result.append(next)
      for other in isBefore[next] { waitsFor[other] -= 1 }
    }
    return result
  }

  /// Returns the position in `rest` of the plane whose centre is farthest away.
  private static func furthest(_ rest: [Int], _ planes: [ProjectedPolygon?]) -> Int {
    rest.indices.min {
      (planes[rest[$0]]?.middle ?? 0, $0) < (planes[rest[$1]]?.middle ?? 0, $1)
    }!
  }
}
