import Foundation

extension Quad {
  /// The part of the rectangle in front of the viewer, as it is seen, clipped to `region`: a
  /// convex polygon in device pixels. Empty where nothing is seen.
  ///
  /// Everything is done in `Double` before anything becomes a pixel, so no coordinate is too
  /// large.
  func polygon(in region: PixelRect) -> [CGPoint] {
    guard !rect.isEmpty, !region.isEmpty else { return [] }
    var corners = [
      Homogeneous(transform, rect.minX, rect.minY), Homogeneous(transform, rect.maxX, rect.minY),
      Homogeneous(transform, rect.maxX, rect.maxY), Homogeneous(transform, rect.minX, rect.maxY),
    ]
    // In front of the viewer first, then inside each edge of the region. All five are linear in
    // homogeneous coordinates.
    let left = Double(region.minX)
    let right = Double(region.maxX)
    let top = Double(region.minY)
    let bottom = Double(region.maxY)
    let largest = corners.map { abs($0.w) }.max() ?? 0
    guard largest > 0, corners.allSatisfy(\.isFinite) else { return [] }
    corners = Self.clip(corners) { $0.w - largest * 1e-9 }
    corners = Self.clip(corners) { $0.x - left * $0.w }
    corners = Self.clip(corners) { right * $0.w - $0.x }
    corners = Self.clip(corners) { $0.y - top * $0.w }
    corners = Self.clip(corners) { bottom * $0.w - $0.y }
    return corners.map { CGPoint(x: $0.x / $0.w, y: $0.y / $0.w) }
  }

  /// The pixels that the rectangle touches inside `region`, rounded outwards.
  func pixelBounds(in region: PixelRect) -> PixelRect {
    let points = polygon(in: region)
    guard let first = points.first else { return .empty }
    var left = first.x
    var right = first.x
    var top = first.y
    var bottom = first.y
    for point in points.dropFirst() {
      left = min(left, point.x)
      right = max(right, point.x)
      top = min(top, point.y)
      bottom = max(bottom, point.y)
    }
    return PixelRect(
      minX: PixelSnapping.floor(left), minY: PixelSnapping.floor(top),
      maxX: PixelSnapping.ceil(right), maxY: PixelSnapping.ceil(bottom)
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

    init(_ transform: PlaneTransform, _ px: CGFloat, _ py: CGFloat) {
      x = Double(px) * transform.m11 + Double(py) * transform.m21 + transform.m31
      y = Double(px) * transform.m12 + Double(py) * transform.m22 + transform.m32
      w = Double(px) * transform.m13 + Double(py) * transform.m23 + transform.m33
    }

    var isFinite: Bool { x.isFinite && y.isFinite && w.isFinite }
  }

  /// The part of a polygon where `distance` is not negative.
  private static func clip(
    _ polygon: [Homogeneous], _ distance: (Homogeneous) -> Double
  ) -> [Homogeneous] {
    var result: [Homogeneous] = []
    for (index, current) in polygon.enumerated() {
      let previous = polygon[index == 0 ? polygon.count - 1 : index - 1]
      let from = distance(previous)
      let to = distance(current)
      if (from < 0) != (to < 0) {
        let part = from / (from - to)
        result.append(
          Homogeneous(
            x: previous.x + (current.x - previous.x) * part,
            y: previous.y + (current.y - previous.y) * part,
            w: previous.w + (current.w - previous.w) * part))
      }
      if to >= 0 { result.append(current) }
    }
    return result
  }
}
