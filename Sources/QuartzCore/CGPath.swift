import Foundation
import Lamina

/// Lines and curves, in points. An object, where Lamina's ``Path`` is a value.
public class CGPath: Hashable, AnimatableStandIn {
  /// The lines and curves.
  public internal(set) final var path: Path

  /// Creates an object for a path.
  public init(_ path: Path) { self.path = path }

  /// Creates a closed rectangle.
  ///
  /// - Parameter transform: applied to all points; nil leaves them.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(Path(rect: rect).applying(transform))
  }

  /// Creates the closed ellipse that fits into a rectangle.
  ///
  /// - Parameter transform: applied to all points; nil leaves them.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(Path(ellipseIn: rect).applying(transform))
  }

  /// Creates a closed rectangle whose corners are quarters of ellipses.
  ///
  /// - Parameter transform: applied to all points; nil leaves them.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(
      Path(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
        .applying(transform))
  }

  /// Whether nothing was added yet.
  public final var isEmpty: Bool { path.isEmpty }

  /// Where the next line begins; (0, 0) in an empty path.
  public final var currentPoint: CGPoint { path.currentPoint ?? .zero }

  /// The smallest upright rectangle that holds all points, control points included.
  public final var boundingBox: CGRect { path.boundingBox }

  /// The smallest upright rectangle that holds the lines and curves themselves.
  public final var boundingBoxOfPath: CGRect { path.boundingBoxOfPath }

  /// Whether a point is inside the path, every subpath taken as closed.
  ///
  /// - Parameter transform: applied to the path first.
  public final func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    path.applying(transform).contains(point, rule: rule)
  }

  /// A copy that later changes of this path leave alone.
  public final func copy() -> CGPath? { CGPath(path) }

  /// A copy with every point moved by a transform; nil leaves them.
  public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(path.applying(transform))
  }

  /// A copy that can be changed.
  public final func mutableCopy() -> CGMutablePath? { CGMutablePath(path) }

  /// A copy that can be changed, with every point moved by a transform; nil leaves them.
  public final func mutableCopy(
    using transform: UnsafePointer<CGAffineTransform>?
  ) -> CGMutablePath? {
    CGMutablePath(path.applying(transform))
  }

  /// The outline of a stroke along this path, made of lines. Fill it by the winding rule.
  ///
  /// - Parameter transform: applied to this path first; the pen stays round.
  /// - Precondition: the width is finite and 0 or more.
  public final func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(path.applying(transform).stroked(style))
  }

  /// The parts of this path that dashes of the given lengths leave, made of lines.
  ///
  /// - Parameter transform: applied to this path first.
  /// - Precondition: the lengths are finite and 0 or more.
  public final func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat],
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    CGPath(path.applying(transform).dashed(lengths, phase: phase))
  }

  /// Whether two objects have the same steps.
  public static func == (a: CGPath, b: CGPath) -> Bool { a.path.elements == b.path.elements }

  public final func hash(into hasher: inout Hasher) { hasher.combine(path.elements) }

  package final var animatableValue: Any? { path }
}

extension Path {
  /// Creates the value of Core Graphics' object.
  public init(_ path: CGPath) { self = path.path }

  /// This path with every point moved; nil leaves them.
  func applying(_ transform: UnsafePointer<CGAffineTransform>?) -> Path {
    transform.map { applying($0.pointee) } ?? self
  }
}

// MARK: - Steps

/// The kinds of steps of a path.
public enum CGPathElementType: Int32, Sendable, Hashable {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// One step of a path.
public struct CGPathElement {
  /// What kind of step it is.
  public var type: CGPathElementType
  /// Its points, control points first: 1 for a move or a line, 2 or 3 for a curve, none for
  /// a close. They are there as long as the call that hands out the step.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates a step.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

extension CGPath {
  /// Calls a block with each step in turn.
  public final func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: 3) { points in
      let start = points.baseAddress!
      start.initialize(repeating: .zero, count: 3)
      for step in path.elements {
        var element = CGPathElement(type: .closeSubpath, points: start)
        switch step {
        case .move(let point):
          element.type = .moveToPoint
          start[0] = point
        case .line(let point):
          element.type = .addLineToPoint
          start[0] = point
        case .quadCurve(let point, let control):
          element.type = .addQuadCurveToPoint
          (start[0], start[1]) = (control, point)
        case .curve(let point, let control1, let control2):
          element.type = .addCurveToPoint
          (start[0], start[1], start[2]) = (control1, control2, point)
        case .closeSubpath: break
        }
        block(&element)
      }
    }
  }
}
