import Foundation

extension Path {
  /// The smallest axis-aligned rectangle that contains all points, including control points, in
  /// points; the null rectangle for an empty path.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var boundingBox: CGRect {
    var box = BoundsAccumulator()
    for element in elements {
      switch element {
      case .move(let point), .line(let point): box.add(point)
      case .quadCurve(let point, let control):
        box.add(point)
        box.add(control)
      case .curve(let point, let control1, let control2):
        box.add(point)
        box.add(control1)
        box.add(control2)
      case .closeSubpath: break
      }
    }
    return box.rect
  }

  /// The smallest axis-aligned rectangle that contains the lines and curves themselves, in points;
  /// the null rectangle for an empty path.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public var boundingBoxOfPath: CGRect {
    var box = BoundsAccumulator()
    var current = CGPoint.zero
    var start = CGPoint.zero
    for element in elements {
      switch element {
      case .move(let point):
        box.add(point)
        current = point
        start = point
      case .line(let point):
        box.add(point)
        current = point
      case .quadCurve(let point, let control):
        let (c1, c2) = Self.raised(current, control, point)
        box.addCurve(current, c1, c2, point)
        current = point
      case .curve(let point, let control1, let control2):
        box.addCurve(current, control1, control2, point)
        current = point
      case .closeSubpath:
        current = start
      }
    }
    return box.rect
  }

  /// Returns a Boolean value indicating whether `point` is inside the path, with every subpath
  /// treated as closed.
  ///
  /// A point exactly on the outline is inside if the area directly right of it, or else below it,
  /// is inside. Curves are approximated to within 0.01 points.
  ///
  /// - Complexity: O(*n*) in the number of elements.
  public func contains(_ point: CGPoint, rule: FillRule = .nonZero) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    let flat = FlattenedPath(self, transform: .identity)
    var winding = 0
    for subpath in flat.subpaths {
      var from = flat.points[subpath.end - 1]
      for to in flat.points[subpath.start..<subpath.end] {
        defer { from = to }
        // Lines that cross the row of the point, at the point or left of it.
        guard (from.y <= point.y) != (to.y <= point.y) else { continue }
        let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
        let x = upper.x + (point.y - upper.y) * ((lower.x - upper.x) / (lower.y - upper.y))
        if x <= point.x { winding += from.y < to.y ? 1 : -1 }
      }
    }
    return rule == .nonZero ? winding != 0 : winding & 1 != 0
  }

  /// Returns the control points of the cubic curve that equals a quadratic one.
  package static func raised(
    _ from: CGPoint, _ control: CGPoint, _ to: CGPoint
  ) -> (CGPoint, CGPoint) {
    (
      CGPoint(
        x: from.x + (control.x - from.x) * 2 / 3, y: from.y + (control.y - from.y) * 2 / 3),
      CGPoint(x: to.x + (control.x - to.x) * 2 / 3, y: to.y + (control.y - to.y) * 2 / 3)
    )
  }

  private struct BoundsAccumulator {
    var minX = CGFloat.infinity
    var minY = CGFloat.infinity
    var maxX = -CGFloat.infinity
    var maxY = -CGFloat.infinity

    mutating func add(_ point: CGPoint) {
      minX = min(minX, point.x)
      minY = min(minY, point.y)
      maxX = max(maxX, point.x)
      maxY = max(maxY, point.y)
    }

    mutating func addCurve(_ a: CGPoint, _ b: CGPoint, _ c: CGPoint, _ d: CGPoint) {
      add(a)
      add(d)
      for t in Self.turns(a.x, b.x, c.x, d.x) {
        let x = Self.value(t, a.x, b.x, c.x, d.x)
        minX = min(minX, x)
        maxX = max(maxX, x)
      }
      for t in Self.turns(a.y, b.y, c.y, d.y) {
        let y = Self.value(t, a.y, b.y, c.y, d.y)
        minY = min(minY, y)
        maxY = max(maxY, y)
      }
    }

    var rect: CGRect {
      minX <= maxX ? CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) : .null
    }

    private static func value(
      _ t: CGFloat, _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat
    ) -> CGFloat {
      let s = 1 - t
      return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
    }

    /// Returns the parameters in 0...1 at which one coordinate of a cubic has an extremum.
    private static func turns(
      _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat
    ) -> [CGFloat] {
      // The derivative is p·t² + 2·q·t + r, up to a factor of 3.
      let p = d - a + 3 * (b - c)
      let q = a - 2 * b + c
      let r = b - a
      var roots: [CGFloat] = []
      let discriminant = q * q - p * r
      if discriminant >= 0 {
        // The form that loses no digits if p is small.
        let sum = -(q + (q < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
        roots = [sum / p, r / sum]
      }
      return roots.filter { $0 > 0 && $0 < 1 }
    }
  }
}
