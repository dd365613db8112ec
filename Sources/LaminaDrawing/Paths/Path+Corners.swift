import Foundation

extension Path {
  /// A rectangle of which some corners are round.
  ///
  /// - Parameters:
  ///   - size: the radii along the two axes, each at most half the side; a corner without size is
  ///     sharp.
  ///   - curve: a continuous one reaches further along the edges, as far as there is room.
  package init(
    _ rect: CGRect, cornerSize size: CGSize, corners: CornerMask, curve: CornerCurve
  ) {
    self.init()
    let size = CGSize(
      width: min(size.width, rect.width / 2), height: min(size.height, rect.height / 2))
    guard size.width > 0, size.height > 0, !corners.isEmpty else {
      addRect(rect)
      return
    }
    var template = CornerTemplate.circular
    if curve == .continuous {
      let room = min(rect.width / 2 / size.width, rect.height / 2 / size.height)
      template = .continuous(reaching: room)
    }
    // Clockwise, as it is seen; every second corner is gone through backwards.
    let places: [(CornerMask, x: CGFloat, y: CGFloat, inX: CGFloat, inY: CGFloat)] = [
      (.layerMaxXMinYCorner, rect.maxX, rect.minY, -1, 1),
      (.layerMaxXMaxYCorner, rect.maxX, rect.maxY, -1, -1),
      (.layerMinXMaxYCorner, rect.minX, rect.maxY, 1, -1),
      (.layerMinXMinYCorner, rect.minX, rect.minY, 1, 1),
    ]
    for (index, place) in places.enumerated() {
      func point(_ unit: CGPoint) -> CGPoint {
        CGPoint(
          x: place.x + place.inX * unit.x * size.width,
          y: place.y + place.inY * unit.y * size.height)
      }
      guard corners.contains(place.0) else {
        let corner = CGPoint(x: place.x, y: place.y)
        if index == 0 { move(to: corner) } else { addLine(to: corner) }
        continue
      }
      let points = index % 2 == 0 ? template.points : template.points.reversed()
      if index == 0 { move(to: point(points[0])) } else { addLine(to: point(points[0])) }
      for piece in stride(from: 1, to: points.count, by: 3) {
        addCurve(
          to: point(points[piece + 2]), control1: point(points[piece]),
          control2: point(points[piece + 1]))
      }
    }
    closeSubpath()
  }
}

/// The curves of one corner from the horizontal edge to the vertical one: distances from the
/// corner, in radii. The first point, then two control points and an end for each curve.
private struct CornerTemplate {
  let points: [CGPoint]

  static let circular = CornerTemplate(points: [
    CGPoint(x: 1, y: 0), CGPoint(x: 1 - Path.quarterArc, y: 0),
    CGPoint(x: 0, y: 1 - Path.quarterArc), CGPoint(x: 0, y: 1),
  ])

  /// Constants measured from the continuous corners of iOS.
  private static let continuous = symmetric([
    CGPoint(x: 1.528665, y: 0), CGPoint(x: 1.088493, y: 0), CGPoint(x: 0.868407, y: 0),
    CGPoint(x: 0.631494, y: 0.074911), CGPoint(x: 0.372824, y: 0.16906),
  ])

  /// A quarter of a circle in as many curves: the middle one begins where it does in the
  /// continuous corner.
  private static let threeArcs: CornerTemplate = {
    let first = 0.3774
    let middle = CGFloat.pi / 2 - 2 * first
    func point(_ angle: CGFloat, ahead: CGFloat) -> CGPoint {
      CGPoint(
        x: 1 - sin(angle) - ahead * cos(angle), y: 1 - cos(angle) + ahead * sin(angle))
    }
    func reach(_ angle: CGFloat) -> CGFloat { 4 / 3 * tan(angle / 4) }
    return symmetric([
      point(0, ahead: 0), point(0, ahead: reach(first)), point(first, ahead: -reach(first)),
      point(first, ahead: 0), point(first, ahead: reach(middle)),
    ])
  }()

  /// The first half of the points, and the same mirrored.
  private static func symmetric(_ half: [CGPoint]) -> CornerTemplate {
    CornerTemplate(points: half + half.reversed().map { CGPoint(x: $0.y, y: $0.x) })
  }

  /// The continuous corner, or where there is less room, one between it and the circle.
  ///
  /// - Parameter room: how far it may reach, in radii; at least 1.
  static func continuous(reaching room: CGFloat) -> CornerTemplate {
    let part = max(0, min(1, (room - 1) / 0.528665))
    return CornerTemplate(
      points: zip(threeArcs.points, continuous.points).map { a, b in
        CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
      })
  }
}
