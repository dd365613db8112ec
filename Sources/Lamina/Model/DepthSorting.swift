import Foundation

/// A rectangle somewhere in space, as it is seen from the front.
struct SeenPlane {
  /// Where the corners are seen, and how near they are: more is nearer. What is behind the viewer
  /// is cut off.
  fileprivate let corners: [SIMD3<Double>]
  fileprivate let low: SIMD2<Double>
  fileprivate let high: SIMD2<Double>
  /// Twice the area that is seen, positive where the corners are seen to turn clockwise.
  fileprivate let area: Double
  /// The nearness at (x, y) is `slope.x * x + slope.y * y + slope.z`.
  fileprivate let slope: SIMD3<Double>
  /// The nearness of the middle.
  fileprivate let middle: Double

  /// Nil where nothing is seen of it: it is edge on, or behind the viewer.
  ///
  /// - Parameters:
  ///   - rect: in a layer's own coordinates.
  ///   - transform: from these to the space of the viewer.
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

  fileprivate func mayOverlap(_ other: SeenPlane) -> Bool {
    low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
  }

  /// How much nearer this plane is than another, in the mean, where both are seen: 0 where they
  /// lie in one plane, nil where they are not seen in one place.
  fileprivate func lead(over other: SeenPlane) -> Double? {
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

  /// What two convex polygons share.
  private func overlap(_ other: SeenPlane) -> [SIMD2<Double>] {
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

/// Puts planes in space into the order in which they have to be drawn.
enum DepthSorting {
  /// How many planes are compared each with each.
  static let maximumCount = 256

  /// The planes from the back to the front: of two that are seen in one place, the one behind comes
  /// first; of two that lie in one plane, and wherever it does not matter, the first one.
  ///
  /// Where that goes round in a circle, the one whose middle is furthest away comes first.
  ///
  /// - Complexity: O(*n*²), past ``maximumCount`` planes O(*n* log *n*).
  static func order(_ planes: [SeenPlane?]) -> [Int] {
    if planes.count > maximumCount {
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

  /// The position in `rest` of the plane whose middle is furthest away.
  private static func furthest(_ rest: [Int], _ planes: [SeenPlane?]) -> Int {
    rest.indices.min {
      (planes[rest[$0]]?.middle ?? 0, $0) < (planes[rest[$1]]?.middle ?? 0, $1)
    }!
  }
}
