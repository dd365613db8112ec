import Foundation

/// A rectangle in a layer's plane, seen through a transform that may rotate it or project it in
/// perspective.
package struct Quad: Sendable, Equatable {
  /// The transform from the plane to device pixels.
  package var transform: ProjectiveTransform
  /// The rectangle in the plane, in points.
  package var rect: CGRect
  /// The edges without antialiasing: a pixel is covered fully or not at all, depending on its
  /// centre.
  package var hardEdges: EdgeAntialiasingMask = []

  package init(transform: ProjectiveTransform, rect: CGRect, hardEdges: EdgeAntialiasingMask = []) {
    self.transform = transform
    self.rect = rect
    self.hardEdges = hardEdges
  }
}

extension Quad {
  /// The coordinates of a rectangle's four sides. Unlike an origin and a size, they stay exact when
  /// one of them is moved far away.
  package struct Sides {
    var minX: CGFloat
    var minY: CGFloat
    var maxX: CGFloat
    var maxY: CGFloat

    var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  }

  /// Returns the projected part of the rectangle in front of the viewer, clipped to `region`: a
  /// convex polygon in device pixels. Empty if nothing is visible.
  ///
  /// All calculations are in `Double` until the result becomes pixels, so no coordinate is too
  /// large.
  func polygon(in region: PixelRect) -> [SIMD2<Double>] {
    var polygon: [SIMD2<Double>] = []
    appendPolygon(of: Sides(rect), in: region, to: &polygon)
    return polygon
  }

  /// Appends the polygon for sides other than those of the rectangle.
  func appendPolygon(
    of sides: Sides, in region: PixelRect, to polygon: inout [SIMD2<Double>]
  ) {
    guard !sides.isEmpty, !region.isEmpty else { return }
    if let (a, b, c, d) = cornersSeenWhole(sides, in: region) {
      polygon.append(a)
      polygon.append(b)
      polygon.append(c)
      polygon.append(d)
    } else {
      let part = clippedPolygon(of: sides, in: region)
      if polygon.isEmpty { polygon = part } else { polygon += part }
    }
  }

  private func clippedPolygon(of sides: Sides, in region: PixelRect) -> [SIMD2<Double>] {
    var corners = Self.homogeneousCorners(sides, transform, scale: 1)
    if !corners.allSatisfy(\.isNear), let part = trimmed(sides, to: region) {
      guard !part.sides.isEmpty else { return [] }
      corners = Self.homogeneousCorners(part.sides, part.transform, scale: 1)
    }
    if !corners.allSatisfy(\.isModerate) {
      // Scaling homogeneous coordinates does not move a point, and here it prevents overflow.
      corners = Self.homogeneousCorners(sides, transform, scale: 0x1p-1030)
    }
    return Self.seen(corners, in: region)
  }

  /// Returns the projected part of a convex polygon of the plane in front of the viewer, clipped to
  /// `region`.
  package static func polygon(
    of points: ArraySlice<SIMD2<Double>>, transform: ProjectiveTransform, in region: PixelRect
  ) -> [SIMD2<Double>] {
    var corners = points.map { Homogeneous(transform, $0.x, $0.y, 1) }
    if !corners.allSatisfy(\.isModerate) {
      corners = points.map { Homogeneous(transform, $0.x, $0.y, 0x1p-1030) }
    }
    return seen(corners, in: region)
  }

  private static func seen(_ polygon: [Homogeneous], in region: PixelRect) -> [SIMD2<Double>] {
    var corners = polygon
    let largest = corners.map { abs($0.w) }.max() ?? 0
    guard largest > 0, corners.allSatisfy(\.isFinite) else { return [] }
    // Clip to the front of the viewer first, then to each edge of the region.
    let left = Double(region.minX)
    let right = Double(region.maxX)
    let top = Double(region.minY)
    let bottom = Double(region.maxY)
    corners = Self.clip(corners, { $0.w - largest * 1e-9 }) { _ in }
    corners = Self.clip(corners, { $0.x - left * $0.w }) { $0.x = left * $0.w }
    corners = Self.clip(corners, { right * $0.w - $0.x }) { $0.x = right * $0.w }
    corners = Self.clip(corners, { $0.y - top * $0.w }) { $0.y = top * $0.w }
    corners = Self.clip(corners, { bottom * $0.w - $0.y }) { $0.y = bottom * $0.w }
    return corners.map {
      SIMD2(max(left, min(right, $0.x / $0.w)), max(top, min(bottom, $0.y / $0.w)))
    }
  }

  /// Returns the part of a rectangle that may be visible in a region, with a margin, in other
  /// units: the coordinates of distant corners are too imprecise to define an edge nearby. Nil if
  /// it cannot be determined, because the region shows the horizon or the plane is seen edge on.
  private func trimmed(
    _ sides: Sides, to region: PixelRect
  ) -> (transform: ProjectiveTransform, sides: Sides)? {
    // In units that give both axes about their projected length.
    let unitX = max(abs(transform.m11), abs(transform.m12), abs(transform.m13))
    let unitY = max(abs(transform.m21), abs(transform.m22), abs(transform.m23))
    guard unitX > 0, unitY > 0 else { return nil }
    var near = transform
    near.m11 /= unitX
    near.m12 /= unitX
    near.m13 /= unitX
    near.m21 /= unitY
    near.m22 /= unitY
    near.m23 /= unitY
    let back = near.adjugate
    var low = CGPoint(x: CGFloat.infinity, y: .infinity)
    var high = CGPoint(x: -CGFloat.infinity, y: -.infinity)
    var sign = 0.0
    for x in [Double(region.minX), Double(region.maxX)] {
      for y in [Double(region.minY), Double(region.maxY)] {
        let corner = Homogeneous(back, x, y, 1)
        if sign == 0 { sign = corner.w }
        guard corner.isFinite, corner.w * sign > 0 || corner.w == sign, corner.w != 0 else {
          return nil
        }
        low = CGPoint(x: min(low.x, corner.x / corner.w), y: min(low.y, corner.y / corner.w))
        high = CGPoint(x: max(high.x, corner.x / corner.w), y: max(high.y, corner.y / corner.w))
      }
    }
    let marginX = high.x - low.x + 1
    let marginY = high.y - low.y + 1
    return (
      near,
      Sides(
        minX: max(sides.minX * unitX, low.x - marginX),
        minY: max(sides.minY * unitY, low.y - marginY),
        maxX: min(sides.maxX * unitX, high.x + marginX),
        maxY: min(sides.maxY * unitY, high.y + marginY))
    )
  }

  private static func homogeneousCorners(
    _ sides: Sides, _ transform: ProjectiveTransform, scale: Double
  ) -> [Homogeneous] {
    [
      Homogeneous(transform, sides.minX, sides.minY, scale),
      Homogeneous(transform, sides.maxX, sides.minY, scale),
      Homogeneous(transform, sides.maxX, sides.maxY, scale),
      Homogeneous(transform, sides.minX, sides.maxY, scale),
    ]
  }

  /// Returns the corners if they are known to lie in `region`, the common case, so that nothing has
  /// to be clipped; else nil.
  private func cornersSeenWhole(
    _ sides: Sides, in region: PixelRect
  ) -> (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)? {
    guard transform.m13 == 0, transform.m23 == 0, transform.m33 == 1 else { return nil }
    let (left, right) = (Double(region.minX), Double(region.maxX))
    let (top, bottom) = (Double(region.minY), Double(region.maxY))
    func corner(_ x: CGFloat, _ y: CGFloat) -> SIMD2<Double>? {
      let point = Homogeneous(transform, x, y, 1)
      return left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
        && point.isNear ? SIMD2(point.x, point.y) : nil
    }
    guard let a = corner(sides.minX, sides.minY), let b = corner(sides.maxX, sides.minY),
      let c = corner(sides.maxX, sides.maxY), let d = corner(sides.minX, sides.maxY)
    else { return nil }
    return (a, b, c, d)
  }

  /// Returns the bounds of the rectangle's pixels inside `region`, rounded outwards.
  package func pixelBounds(in region: PixelRect) -> PixelRect {
    guard !rect.isEmpty, !region.isEmpty else { return .empty }
    if let (a, b, c, d) = cornersSeenWhole(Sides(rect), in: region) {
      return Self.pixelBounds(
        minX: min(a.x, b.x, c.x, d.x), minY: min(a.y, b.y, c.y, d.y),
        maxX: max(a.x, b.x, c.x, d.x), maxY: max(a.y, b.y, c.y, d.y), in: region)
    }
    return Self.pixelBounds(of: polygon(in: region), in: region)
  }

  /// True if rounding moves no visible point of the rectangle by more than a fraction of a pixel.
  /// False if it reaches the plane of the viewer, where pixels far apart show almost the same
  /// point.
  package var isPrecise: Bool {
    if transform.m13 == 0, transform.m23 == 0 { return true }
    let corners = Self.homogeneousCorners(Sides(rect), transform, scale: 1)
    let depths = corners.map(\.w)
    guard let nearest = depths.min(), let farthest = depths.max(), farthest > 0 else { return true }
    return nearest >= farthest * 1e-6 && corners.allSatisfy(\.isNear)
  }

  /// Returns the bounds of a polygon's pixels inside `region`, rounded outwards.
  private static func pixelBounds(of polygon: [SIMD2<Double>], in region: PixelRect) -> PixelRect {
    guard let first = polygon.first else { return .empty }
    var (low, high) = (first, first)
    for point in polygon.dropFirst() {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    return pixelBounds(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y, in: region)
  }

  private static func pixelBounds(
    minX: CGFloat, minY: CGFloat, maxX: CGFloat, maxY: CGFloat, in region: PixelRect
  ) -> PixelRect {
    PixelRect(
      minX: PixelSnapping.floor(minX), minY: PixelSnapping.floor(minY),
      maxX: PixelSnapping.ceil(maxX), maxY: PixelSnapping.ceil(maxY)
    ).intersection(region)
  }

  private struct Homogeneous {
    var x: Double
    var y: Double
    var w: Double

    init(x: Double, y: Double, w: Double) {
      self.x = x
      self.y = y
      self.w = w
    }

    init(_ transform: ProjectiveTransform, _ px: CGFloat, _ py: CGFloat, _ scale: Double) {
      let px = Double(px) * scale
      let py = Double(py) * scale
      x = px * transform.m11 + py * transform.m21 + transform.m31 * scale
      y = px * transform.m12 + py * transform.m22 + transform.m32 * scale
      w = px * transform.m13 + py * transform.m23 + transform.m33 * scale
    }

    var isFinite: Bool { x.isFinite && y.isFinite && w.isFinite }

    /// True if the coordinates are precise to far less than a pixel.
    var isNear: Bool { abs(x) < 1e7 * w && abs(y) < 1e7 * w }

    /// True if sums and products of these numbers and pixel coordinates are finite.
    var isModerate: Bool { abs(x) < 0x1p500 && abs(y) < 0x1p500 && abs(w) < 0x1p500 }
  }

  /// Returns the part of a polygon where `distance`, which is linear, is not negative.
  ///
  /// - Parameter settle: moves a point found on the border exactly there.
  private static func clip(
    _ polygon: [Homogeneous], _ distance: (Homogeneous) -> Double,
    _ settle: (inout Homogeneous) -> Void
  ) -> [Homogeneous] {
    var result: [Homogeneous] = []
    for (index, current) in polygon.enumerated() {
      let previous = polygon[index == 0 ? polygon.count - 1 : index - 1]
      let from = distance(previous)
      let to = distance(current)
      if (from < 0) != (to < 0) {
        let part = from / (from - to)
        var crossing = Homogeneous(
          x: previous.x + (current.x - previous.x) * part,
          y: previous.y + (current.y - previous.y) * part,
          w: previous.w + (current.w - previous.w) * part)
        settle(&crossing)
        result.append(crossing)
      }
      if to >= 0 { result.append(current) }
    }
    return result
  }
}

extension Quad.Sides {
  /// Creates the sides of a rectangle.
  init(_ rect: CGRect) {
    self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY)
  }
}
