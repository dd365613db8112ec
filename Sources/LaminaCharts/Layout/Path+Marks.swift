import Foundation
import Lamina

/// The corners of a rectangle that are rounded.
package struct Corners: OptionSet, Sendable {
  package var rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }
  static let topLeft = Corners(rawValue: 1)
  static let topRight = Corners(rawValue: 2)
  static let bottomRight = Corners(rawValue: 4)
  static let bottomLeft = Corners(rawValue: 8)
  static let top: Corners = [.topLeft, .topRight]
  static let bottom: Corners = [.bottomLeft, .bottomRight]
  static let left: Corners = [.topLeft, .bottomLeft]
  static let right: Corners = [.topRight, .bottomRight]
  static let all: Corners = [.top, .bottom]
}

extension Corners {
  /// Returns a radius, or the largest for which there is room.
  func radius(_ radius: CGFloat, in size: CGSize) -> CGFloat {
    let isAll = self == .all
    // A rounded end takes up the whole length if need be, two take half each.
    let vertical = isAll || self == .left || self == .right ? size.height / 2 : size.height
    let horizontal = isAll || self == .top || self == .bottom ? size.width / 2 : size.width
    return min(radius, vertical, horizontal)
  }
}

extension Path {
  /// Adds a rectangle, some of whose corners are quarters of a circle.
  mutating func add(_ rect: CGRect, radius: CGFloat, corners: Corners) {
    let radius = corners.radius(radius, in: rect.size)
    if radius <= 0 {
      addRect(rect)
      return
    }
    let places: [(Corners, CGPoint)] = [
      (.topLeft, CGPoint(x: rect.minX, y: rect.minY)),
      (.topRight, CGPoint(x: rect.maxX, y: rect.minY)),
      (.bottomRight, CGPoint(x: rect.maxX, y: rect.maxY)),
      (.bottomLeft, CGPoint(x: rect.minX, y: rect.maxY)),
    ]
    move(to: CGPoint(x: rect.minX, y: rect.maxY - (corners.contains(.bottomLeft) ? radius : 0)))
    for (index, (corner, point)) in places.enumerated() {
      if corners.contains(corner) {
        addArc(tangent1End: point, tangent2End: places[(index + 1) % 4].1, radius: radius)
      } else {
        addLine(to: point)
      }
    }
    closeSubpath()
  }

  /// Adds an arc of less than a circle in four parts, so that arcs of all lengths consist of the same
  /// steps.
  private mutating func addArcInFour(
    center: CGPoint, radius: Double, from start: Double, to end: Double
  ) {
    for part in 0..<4 {
      addArc(
        center: center, radius: radius, startAngle: start + (end - start) * Double(part) / 4,
        endAngle: start + (end - start) * Double(part + 1) / 4, clockwise: end < start)
    }
  }

  /// Returns a sector of a ring.
  ///
  /// - Parameters:
  ///   - inner: the inner radius in points; 0 for a sector of a disc.
  ///   - start: the start, clockwise from the top in radians.
  ///   - end: the end, likewise.
  ///   - inset: the distance by which the straight edges are moved inwards, in points.
  static func sector(
    center: CGPoint, inner: Double, outer: Double, start: Double, end: Double, inset: Double
  ) -> Path {
    var path = Path()
    guard outer > 0, end > start else { return path }
    let top = -Double.pi / 2
    if end - start >= 2 * .pi - 1e-9 {
      path.addEllipse(
        in: CGRect(x: center.x - outer, y: center.y - outer, width: 2 * outer, height: 2 * outer))
      if inner > 0 {
        // The other way round, so that it is a hole.
        var hole = Path()
        hole.addArc(
          center: center, radius: inner, startAngle: 0, endAngle: -2 * .pi, clockwise: true)
        hole.closeSubpath()
        path.addPath(hole)
      }
      return path
    }
    let half = (end - start) / 2
    /// Returns the angle by which an edge is moved at a radius; at most to the middle.
    func turn(_ radius: Double) -> Double {
      inset <= 0 ? 0 : inset >= radius ? half : min(half, asin(inset / radius))
    }
    let outerTurn = turn(outer)
    if outerTurn >= half { return path }
    path.addArcInFour(
      center: center, radius: outer, from: top + start + outerTurn, to: top + end - outerTurn)
    let innerTurn = turn(inner)
    if inner > 0, innerTurn < half {
      path.addArcInFour(
        center: center, radius: inner, from: top + end - innerTurn, to: top + start + innerTurn)
    } else {
      // Where the two edges meet.
      let reach = inset > 0 && half < .pi / 2 ? inset / sin(half) : inset
      let middle = top + start + half
      path.addLine(
        to: CGPoint(x: center.x + reach * cos(middle), y: center.y + reach * sin(middle)))
    }
    path.closeSubpath()
    return path
  }
}
