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
    func polygon(_ points: [(CGFloat, CGFloat)], _ unit: CGFloat) {
      for (index, point) in points.enumerated() {
        let place = CGPoint(x: center.x + point.0 * unit, y: center.y + point.1 * unit)
        if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
      }
      path.closeSubpath()
    }
    switch self {
    case .circle:
      let radius = (area / .pi).squareRoot()
      path.addEllipse(
        in: CGRect(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    case .square:
      let side = area.squareRoot()
      path.addRect(
        CGRect(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side))
    case .triangle:
      // Equilateral, with the centroid in the centre.
      let side = (area * 4 / 3.0.squareRoot()).squareRoot()
      let height = side * 3.0.squareRoot() / 2
      polygon([(0, -height * 2 / 3), (side / 2, height / 3), (-side / 2, height / 3)], 1)
    case .diamond:
      let reach = (area / 2).squareRoot() * 1.1
      polygon([(0, -reach), (reach, 0), (0, reach), (-reach, 0)], 1)
    case .cross, .plus:
      // Five squares.
      let s = (area / 5).squareRoot() / 2
      let arms: [(CGFloat, CGFloat)] = [
        (-1, -3), (1, -3), (1, -1), (3, -1), (3, 1), (1, 1), (1, 3), (-1, 3), (-1, 1), (-3, 1),
        (-3, -1), (-1, -1),
      ]
      guard self == .cross else {
        polygon(arms, s)
        break
      }
      let half = 0.5.squareRoot()
      polygon(arms.map { (($0.0 - $0.1) * half, ($0.0 + $0.1) * half) }, s)
    }
    return path
  }
}
