import Foundation

/// A rectangle that is turned about its centre.
package struct TurnedRect: Sendable {
  package var rect: CGRect
  /// The angle in radians, clockwise.
  package var angle: Double

  /// The smallest upright rectangle around this one.
  package var bounds: CGRect {
    if angle == 0 { return rect }
    let (c, s) = (abs(cos(angle)), abs(sin(angle)))
    let width = rect.width * c + rect.height * s
    let height = rect.width * s + rect.height * c
    return CGRect(
      x: rect.midX - width / 2, y: rect.midY - height / 2, width: width, height: height)
  }

  /// True if this rectangle has an area in common with another: no line along an edge of one of them
  /// separates their corners.
  func overlaps(_ other: TurnedRect) -> Bool {
    if angle == 0, other.angle == 0 {
      return rect.insetBy(dx: 1e-6, dy: 1e-6).intersects(other.rect)
    }
    for angle in [angle, angle + .pi / 2, other.angle, other.angle + .pi / 2] {
      let (c, s) = (cos(angle), sin(angle))
      let own = corners.map { $0.x * c + $0.y * s }
      let others = other.corners.map { $0.x * c + $0.y * s }
      guard let (low, high) = own.ends, let (otherLow, otherHigh) = others.ends else {
        return false
      }
      if high <= otherLow + 1e-6 || otherHigh <= low + 1e-6 { return false }
    }
    return true
  }

  package var corners: [CGPoint] {
    let (c, s) = (cos(angle), sin(angle))
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { (u, v) in
      let (dx, dy) = (u * rect.width / 2, v * rect.height / 2)
      return CGPoint(x: rect.midX + dx * c - dy * s, y: rect.midY + dx * s + dy * c)
    }
  }
}

extension [Double] {
  /// The smallest and the largest number; nil if there is none.
  fileprivate var ends: (low: Double, high: Double)? {
    guard let low = self.min(), let high = self.max() else { return nil }
    return (low, high)
  }
}
