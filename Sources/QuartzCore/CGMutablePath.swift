import Foundation
import Lamina

/// A path that can be changed. What takes it as a ``CGPath`` keeps it as it is at that moment.
///
/// - Precondition: of all its methods: the numbers are finite, and lines and curves have a current
///   point to begin from.
public final class CGMutablePath: CGPath {
  /// Creates an empty path.
  public init() { super.init(Path()) }

  override init(_ path: Path) { super.init(path) }

  /// Begins a new subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    path.add(under: transform) { $0.move(to: point) }
  }

  /// Adds a straight line from the current point.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    path.add(under: transform) { $0.addLine(to: point) }
  }

  /// Adds an open subpath through points.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    path.add(under: transform) { $0.addLines(between: points) }
  }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(
    to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
  ) {
    path.add(under: transform) { $0.addQuadCurve(to: end, control: control) }
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint,
    transform: CGAffineTransform = .identity
  ) {
    path.add(under: transform) { $0.addCurve(to: end, control1: control1, control2: control2) }
  }

  /// Adds a closed rectangle.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    path.add(under: transform) { $0.addRect(rect) }
  }

  /// Adds closed rectangles.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    path.add(under: transform) { path in
      for rect in rects { path.addRect(rect) }
    }
  }

  /// Adds the closed ellipse that fits into a rectangle.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    path.add(under: transform) { $0.addEllipse(in: rect) }
  }

  /// Adds a closed rectangle whose corners are quarters of ellipses.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    path.add(under: transform) {
      $0.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
    }
  }

  /// Adds an arc of a circle, after a line to its start if there is a current point; see
  /// `Path.addArc(center:radius:startAngle:endAngle:clockwise:)` for the flag.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    path.add(under: transform) {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
        clockwise: clockwise)
    }
  }

  /// Adds an arc from an angle by another, in radians; below 0 it goes the other way round.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: startAngle + delta,
      clockwise: delta < 0, transform: transform)
  }

  /// Adds an arc that rounds the corner at `tangent1End`, after a line to its start.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    path.add(under: transform) {
      $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius)
    }
  }

  /// Adds the steps of another path.
  public func addPath(_ other: CGPath, transform: CGAffineTransform = .identity) {
    path.addPath(other.path.applying(transform))
  }

  /// Closes the current subpath.
  public func closeSubpath() { path.closeSubpath() }
}

extension Path {
  /// Adds what `change` adds, moved by a transform. What `change` sees of this path is where its
  /// current point comes from.
  mutating func add(under transform: Transform2D, _ change: (inout Path) -> Void) {
    if transform.isIdentity {
      change(&self)
      return
    }
    var piece = Path()
    if let currentPoint { piece.move(to: currentPoint.applying(transform.inverted())) }
    let known = piece.elements.count
    change(&piece)
    for element in piece.applying(transform).elements.dropFirst(known) {
      switch element {
      case .move(let point): move(to: point)
      case .line(let point): addLine(to: point)
      case .quadCurve(let point, let control): addQuadCurve(to: point, control: control)
      case .curve(let point, let control1, let control2):
        addCurve(to: point, control1: control1, control2: control2)
      case .closeSubpath: closeSubpath()
      }
    }
  }
}
