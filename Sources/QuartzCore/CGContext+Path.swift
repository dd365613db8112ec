import Foundation
import Lamina

// The current path of a context. It is not part of the state that saveGState() saves. Later changes
// of the transform do not move the points that were added.

/// The drawing modes of `CGContext.drawPath(using:)`.
public enum CGPathDrawingMode: Int32, Sendable, Hashable {
  case fill, eoFill, stroke, fillStroke, eoFillStroke
}

extension CGContext {
  /// Clears the path.
  public func beginPath() { currentPath = Path() }

  /// Begins a new subpath.
  public func move(to point: CGPoint) { build { $0.move(to: point) } }

  /// Adds a straight line from the current point.
  ///
  /// - Precondition: there is a current point.
  public func addLine(to point: CGPoint) { build { $0.addLine(to: point) } }

  /// Adds an open subpath through points.
  public func addLines(between points: [CGPoint]) { build { $0.addLines(between: points) } }

  /// Adds a quadratic Bézier curve from the current point.
  ///
  /// - Precondition: there is a current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    build { $0.addQuadCurve(to: end, control: control) }
  }

  /// Adds a cubic Bézier curve from the current point.
  ///
  /// - Precondition: there is a current point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    build { $0.addCurve(to: end, control1: control1, control2: control2) }
  }

  /// Adds a closed rectangle.
  public func addRect(_ rect: CGRect) { build { $0.addRect(rect) } }

  /// Adds closed rectangles.
  public func addRects(_ rects: [CGRect]) {
    for rect in rects { addRect(rect) }
  }

  /// Adds the closed ellipse that fits into a rectangle.
  public func addEllipse(in rect: CGRect) { build { $0.addEllipse(in: rect) } }

  /// Adds an arc of a circle, preceded by a line to its start if there is a current point.
  ///
  /// With y growing downwards, `clockwise: false` looks clockwise in the picture, as in UIKit's
  /// contexts.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    build {
      $0.addArc(
        center: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
        clockwise: clockwise)
    }
  }

  /// Adds an arc that rounds the corner at `tangent1End`, preceded by a line to its start.
  ///
  /// - Precondition: there is a current point.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    build { $0.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius) }
  }

  /// Adds the elements of a path.
  public func addPath(_ path: CGPath) { build { $0.addPath(path.path) } }

  /// Closes the current subpath.
  public func closePath() { currentPath.closeSubpath() }

  /// A copy of the path, in the current user space; nil if it is empty.
  public var path: CGPath? { isPathEmpty ? nil : CGPath(userPath) }

  /// A Boolean value indicating whether the path is empty.
  public var isPathEmpty: Bool { currentPath.isEmpty }

  /// The current point, where the next line begins; (0, 0) without a path.
  public var currentPointOfPath: CGPoint { userPath.currentPoint ?? .zero }

  /// The bounding box of all points, control points included; the null rectangle if there are none.
  public var boundingBoxOfPath: CGRect { userPath.boundingBox }

  /// Returns a Boolean value indicating whether a point is inside the path or, if `mode` is
  /// `stroke`, inside its stroke.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    switch mode {
    case .fill, .fillStroke: userPath.contains(point)
    case .eoFill, .eoFillStroke: userPath.contains(point, rule: .evenOdd)
    case .stroke: userPath.stroked(strokeStyle).contains(point)
    }
  }

  // MARK: - Path drawing

  /// Fills the path and clears it.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    let transform = self.transform
    self.transform = currentPathTransform
    fill(takePath(), rule: rule)
    self.transform = transform
  }

  /// Strokes the path and clears it.
  public func strokePath() {
    let path = userPath
    beginPath()
    stroke(path)
  }

  /// Fills the path, strokes it, or both, and clears it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let (path, transform) = (currentPath, currentPathTransform)
    switch mode {
    case .fill, .fillStroke: fillPath()
    case .eoFill, .eoFillStroke: fillPath(using: .evenOdd)
    case .stroke: break
    }
    guard mode != .fill, mode != .eoFill else { return }
    (currentPath, currentPathTransform) = (path, transform)
    strokePath()
  }

  /// Intersects the clip with the path, and clears the path.
  public func clip(using rule: CGPathFillRule = .winding) {
    let transform = self.transform
    self.transform = currentPathTransform
    clip(to: takePath(), rule: rule)
    self.transform = transform
  }

  /// Replaces the path with the outline of its stroke.
  public func replacePathWithStrokedPath() {
    let outline = userPath.stroked(strokeStyle)
    beginPath()
    build { $0.addPath(outline) }
  }

  // MARK: - Path coordinates

  /// Adds to the path, in the current user space.
  private func build(_ change: (inout Path) -> Void) {
    if currentPath.isEmpty {
      // A singular transform cannot be undone when another one follows.
      currentPathTransform = transform.determinant == 0 ? .identity : transform
    }
    if transform == currentPathTransform {
      change(&currentPath)
    } else {
      currentPath.add(
        under: transform.concatenating(currentPathTransform.inverted()), change)
    }
  }

  private func takePath() -> Path {
    defer { currentPath = Path() }
    return currentPath
  }

  /// The path in the current user space; empty if the transform is singular.
  private var userPath: Path {
    if transform == currentPathTransform { return currentPath }
    if transform.determinant == 0 { return Path() }
    return currentPath.applying(currentPathTransform.concatenating(transform.inverted()))
  }
}
