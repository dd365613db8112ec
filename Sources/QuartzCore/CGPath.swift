import Foundation
import Lamina

/// A path of lines and curves, in points. It is an object, whereas Lamina's `Path` is a value.
public class CGPath: Hashable, AnimatableStandIn {
  /// The path as a value.
  public internal(set) final var path: Path

  /// Creates an object for a path.
  public init(_ path: Path) { self.path = path }

  /// Creates a closed rectangle.
  ///
  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - transform: a transform applied to all points; nil leaves them unchanged.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(Path(rect: rect).applying(transform))
  }

  /// Creates the closed ellipse that fits into a rectangle.
  ///
  /// - Parameters:
  ///   - rect: the rectangle that the ellipse touches.
  ///   - transform: a transform applied to all points; nil leaves them unchanged.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(Path(ellipseIn: rect).applying(transform))
  }

  /// Creates a closed rectangle whose corners are quarters of ellipses.
  ///
  /// - Parameters:
  ///   - rect: the rectangle.
  ///   - cornerWidth: the length of a corner along the top and bottom edges.
  ///   - cornerHeight: the length of a corner along the left and right edges.
  ///   - transform: a transform applied to all points; nil leaves them unchanged.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(
      Path(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
        .applying(transform))
  }

  /// A Boolean value indicating whether the path is empty.
  public final var isEmpty: Bool { path.isEmpty }

  /// The current point, where the next line begins; (0, 0) in an empty path.
  public final var currentPoint: CGPoint { path.currentPoint ?? .zero }

  /// The bounding box of all points, control points included.
  public final var boundingBox: CGRect { path.boundingBox }

  /// The tight bounding box of the lines and curves.
  public final var boundingBoxOfPath: CGRect { path.boundingBoxOfPath }

  /// Returns a Boolean value indicating whether a point is inside the path, with every subpath
  /// treated as closed.
  ///
  /// - Parameters:
  ///   - point: the point to test.
  ///   - rule: the rule that decides what is inside.
  ///   - transform: a transform applied to the path first.
  public final func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding,
    transform: CGAffineTransform = .identity
  ) -> Bool {
    path.applying(transform).contains(point, rule: rule)
  }

  /// Returns a copy that later changes of this path do not affect.
  public final func copy() -> CGPath? { CGPath(path) }

  /// Returns a copy with a transform applied to every point; nil leaves them unchanged.
  public final func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(path.applying(transform))
  }

  /// Returns a mutable copy.
  public final func mutableCopy() -> CGMutablePath? { CGMutablePath(path) }

  /// Returns a mutable copy with a transform applied to every point; nil leaves them unchanged.
  public final func mutableCopy(
    using transform: UnsafePointer<CGAffineTransform>?
  ) -> CGMutablePath? {
    CGMutablePath(path.applying(transform))
  }

  /// Returns the outline of a stroke along this path, flattened to lines. Fill it with the winding
  /// rule.
  ///
  /// - Parameters:
  ///   - lineWidth: the width of the stroke.
  ///   - lineCap: the shape of the ends of lines.
  ///   - lineJoin: the shape of the corners.
  ///   - miterLimit: the longest miter, as a multiple of the width; a longer one is a bevel.
  ///   - transform: a transform applied to this path first; the pen stays round.
  /// - Precondition: the width is finite and 0 or more.
  public final func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin,
    miterLimit: CGFloat, transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(
      width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit)
    return CGPath(path.applying(transform).stroked(style))
  }

  /// Returns this path cut into dashes of the given lengths, flattened to lines.
  ///
  /// - Parameters:
  ///   - phase: the distance into the pattern at which it begins.
  ///   - lengths: the lengths of dashes and gaps, in turn.
  ///   - transform: a transform applied to this path first.
  /// - Precondition: the lengths are finite and 0 or more.
  public final func copy(
    dashingWithPhase phase: CGFloat, lengths: [CGFloat],
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    CGPath(path.applying(transform).dashed(lengths, phase: phase))
  }

  /// Returns a Boolean value indicating whether two paths have the same elements.
  public static func == (a: CGPath, b: CGPath) -> Bool { a.path.elements == b.path.elements }

  public final func hash(into hasher: inout Hasher) { hasher.combine(path.elements) }

  package final var animatableValue: Any? { path }
}

extension Path {
  /// Creates the value of a Core Graphics path object.
  public init(_ path: CGPath) { self = path.path }

  /// Returns this path with a transform applied to every point; nil leaves them unchanged.
  func applying(_ transform: UnsafePointer<CGAffineTransform>?) -> Path {
    transform.map { applying($0.pointee) } ?? self
  }
}

// MARK: - Elements

/// The kinds of path elements.
public enum CGPathElementType: Int32, Sendable, Hashable {
  case moveToPoint, addLineToPoint, addQuadCurveToPoint, addCurveToPoint, closeSubpath
}

/// An element of a path.
public struct CGPathElement {
  /// The kind of the element.
  public var type: CGPathElementType
  /// The points of the element, control points first: 1 for a move or a line, 2 or 3 for a curve,
  /// none for a close. They are valid only during the call that passes the element.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

extension CGPath {
  /// Calls a block with each element in turn.
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
