import Foundation

extension Path {
  /// The path a part `f` of the way to `other`, point by point, or nil where the two are not
  /// made of the same steps.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  func interpolated(to other: Path, _ f: Double) -> Path? {
    guard elements.count == other.elements.count else { return nil }
    var path = Path()
    for (a, b) in zip(elements, other.elements) {
      switch (a, b) {
      case (.move(let p), .move(let q)):
        path.move(to: Self.between(p, q, f))
      case (.line(let p), .line(let q)):
        path.addLine(to: Self.between(p, q, f))
      case (.quadCurve(let p, let pc), .quadCurve(let q, let qc)):
        path.addQuadCurve(
          to: Self.between(p, q, f), control: Self.between(pc, qc, f))
      case (.curve(let p, let p1, let p2), .curve(let q, let q1, let q2)):
        path.addCurve(
          to: Self.between(p, q, f), control1: Self.between(p1, q1, f),
          control2: Self.between(p2, q2, f))
      case (.closeSubpath, .closeSubpath):
        path.closeSubpath()
      default:
        return nil
      }
    }
    return path
  }

  /// A point between two, kept finite where a curve overshoots past what a number can hold.
  private static func between(_ p: CGPoint, _ q: CGPoint, _ f: Double) -> CGPoint {
    let point = p.interpolated(to: q, f)
    let limit = CGFloat.greatestFiniteMagnitude
    return CGPoint(
      x: min(max(point.x, -limit), limit), y: min(max(point.y, -limit), limit))
  }
}
