import Foundation
import Lamina

/// The shape of a point.
public enum ChartSymbol: String, Sendable, Hashable, CaseIterable {
  case circle
  case square
  case triangle
  case diamond
  case cross
  case plus
  case pentagon
  case asterisk

  /// Returns the symbol of a category, by its number.
  static func symbol(ofCategory index: Int) -> ChartSymbol { allCases[index % allCases.count] }

  /// Returns the outline of the symbol, to be filled.
  ///
  /// The symbols of one area look equally heavy, as d3's do.
  ///
  /// - Parameters:
  ///   - center: the centre, in points.
  ///   - area: the area, in square points.
  /// - Precondition: the centre and the area are finite, and the area is 0 or more.
  public func path(center: CGPoint, area: CGFloat) -> Path {
    var path = Path()
    let corners = corners(area: area).map { CGPoint(x: center.x + $0.x, y: center.y + $0.y) }
    switch self {
    case .circle:
      let radius = (area / .pi).squareRoot()
      path.addEllipse(
        in: CGRect(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    case .square:
      let side = area.squareRoot()
      path.addRect(CGRect(origin: corners[0], size: CGSize(width: side, height: side)))
    case .triangle, .diamond, .cross, .plus, .pentagon, .asterisk:
      path.addLines(between: corners)
      path.closeSubpath()
    }
    return path
  }

  /// Returns the radii of the largest circle about the centre within the symbol, and of the smallest one
  /// around it, in points.
  ///
  /// - Parameter area: the area, in square points.
  func radii(area: Double) -> (inner: Double, outer: Double) {
    if self == .circle {
      let radius = (area / .pi).squareRoot()
      return (radius, radius)
    }
    let corners = corners(area: area)
    var (inner, outer) = (Double.infinity, 0.0)
    for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      outer = max(outer, hypot(a.x, a.y))
      // The point of the side that is nearest to the centre.
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      let part = square > 0 ? max(0, min(-(a.x * dx + a.y * dy) / square, 1)) : 0
      inner = min(inner, hypot(a.x + part * dx, a.y + part * dy))
    }
    return (inner, outer)
  }

  /// Returns a point that is turned about the centre of the symbol, clockwise by a part of a full turn.
  private func turned(_ point: CGPoint, by part: Double) -> CGPoint {
    let (c, s) = (cos(2 * .pi * part), sin(2 * .pi * part))
    return CGPoint(x: point.x * c - point.y * s, y: point.x * s + point.y * c)
  }

  /// Returns the corners of the symbol about its centre, in points; none for a circle.
  private func corners(area: CGFloat) -> [CGPoint] {
    func points(_ places: [(CGFloat, CGFloat)], _ unit: CGFloat) -> [CGPoint] {
      places.map { CGPoint(x: $0.0 * unit, y: $0.1 * unit) }
    }
    switch self {
    case .circle: return []
    case .square: return points([(-1, -1), (1, -1), (1, 1), (-1, 1)], area.squareRoot() / 2)
    case .triangle:
      // Equilateral, with the centroid in the centre.
      let side = (area * 4 / 3.0.squareRoot()).squareRoot()
      let height = side * 3.0.squareRoot() / 2
      return points([(0, -height * 2 / 3), (side / 2, height / 3), (-side / 2, height / 3)], 1)
    case .diamond:
      return points([(0, -1), (1, 0), (0, 1), (-1, 0)], (area / 2).squareRoot() * 1.1)
    case .cross, .plus:
      // Five squares.
      let s = (area / 5).squareRoot() / 2
      let arms: [(CGFloat, CGFloat)] = [
        (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1),
        (-3, -1), (-1, -1),
      ]
      if self == .plus { return points(arms, s) }
      let half = 0.5.squareRoot()
      return points(arms.map { (($0.0 - $0.1) * half, ($0.0 + $0.1) * half) }, s)
    case .pentagon:
      let radius = (area / (2.5 * sin(.pi * 0.4))).squareRoot()
      return (0..<5).map { turned(CGPoint(x: 0, y: -radius), by: Double($0) / 5) }
    case .asterisk:
      // Six arms, a third as wide as they are long, that meet at the corners of a hexagon.
      let arm = (area / (2 - 3.0.squareRoot() / 6)).squareRoot()
      let (width, meeting) = (arm / 3, 3.0.squareRoot() / 6 * arm)
      return (0..<6).flatMap { number in
        [
          CGPoint(x: -width / 2, y: -meeting), CGPoint(x: -width / 2, y: -arm),
          CGPoint(x: width / 2, y: -arm),
        ].map { turned($0, by: Double(number) / 6) }
      }
    }
  }
}
