import Foundation

/// A rule that determines which points are inside a path.
public enum FillRule: String, Sendable, Hashable, CaseIterable {
  /// A point is inside if the path's winding number around it is not zero.
  case nonZero = "non-zero"
  /// A point is inside if a ray from it crosses the path an odd number of times.
  case evenOdd = "even-odd"
}

/// A sequence of lines and curves, in points, with y growing downwards.
///
/// A path is a value: copies are independent, and copying costs nothing until one of them is
/// changed. It is a list of subpaths; each begins with ``move(to:)`` and may be closed. Filling
/// closes every subpath, stroking only those that ``closeSubpath()`` closed.
///
/// Coordinates may have any finite `Double` value; parts outside the picture are clipped in
/// `Double` before drawing. NaN and infinity are refused.
public struct Path: Sendable, Hashable {
  /// A step of a path.
  public enum Element: Sendable, Hashable {
    /// The first point of a new subpath.
    case move(to: CGPoint)
    /// A straight line from the current point.
    case line(to: CGPoint)
    /// A quadratic Bézier curve from the current point.
    case quadCurve(to: CGPoint, control: CGPoint)
    /// A cubic Bézier curve from the current point.
    case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
    /// A straight line back to the start of the subpath, which ends there.
    case closeSubpath
  }

  /// The elements, in drawing order.
  public private(set) var elements: [Element] = []

  /// The start of the next line or curve; `nil` in an empty path.
  ///
  /// After ``closeSubpath()`` it is the start of the closed subpath.
  public private(set) var currentPoint: CGPoint?

  private var subpathStart = CGPoint.zero
  /// True if the last subpath was closed, so that the next line begins a new one.
  private var needsMove = false

  /// Creates an empty path.
  public init() {}

  /// Creates the outline of a rectangle; see ``addRect(_:)``.
  public init(rect: CGRect) {
    addRect(rect)
  }

  /// Creates the ellipse inscribed in `rect`; see ``addEllipse(in:)``.
  public init(ellipseIn rect: CGRect) {
    addEllipse(in: rect)
  }

  /// Creates a rectangle with elliptical corners; see
  /// ``addRoundedRect(in:cornerWidth:cornerHeight:)``.
  public init(roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
    addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
  }

  /// A Boolean value indicating whether the path has no elements. A path of one ``move(to:)`` is
  /// not empty.
  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a new subpath at `point`.
  public mutating func move(to point: CGPoint) {
    Self.check(point)
    elements.append(.move(to: point))
    currentPoint = point
    subpathStart = point
    needsMove = false
  }

  /// Adds a straight line from the current point.
  ///
  /// - Precondition: the path has a current point.
  public mutating func addLine(to point: CGPoint) {
    Self.check(point)
    beginSegment("a line")
    elements.append(.line(to: point))
    currentPoint = point
  }

  /// Adds a quadratic Bézier curve from the current point.
  ///
  /// - Precondition: the path has a current point.
  public mutating func addQuadCurve(to point: CGPoint, control: CGPoint) {
    Self.check(point)
    Self.check(control)
    beginSegment("a curve")
    elements.append(.quadCurve(to: point, control: control))
    currentPoint = point
  }

  /// Adds a cubic Bézier curve from the current point.
  ///
  /// - Precondition: the path has a current point.
  public mutating func addCurve(to point: CGPoint, control1: CGPoint, control2: CGPoint) {
    Self.check(point)
    Self.check(control1)
    Self.check(control2)
    beginSegment("a curve")
    elements.append(.curve(to: point, control1: control1, control2: control2))
    currentPoint = point
  }

  /// Closes the current subpath with a straight line to its start, where strokes get a join.
  ///
  /// In an empty path, or directly after another close, it does nothing.
  public mutating func closeSubpath() {
    guard currentPoint != nil, !needsMove else { return }
    elements.append(.closeSubpath)
    currentPoint = subpathStart
    needsMove = true
  }

  /// Adds an open subpath through `points`; adds nothing for an empty array.
  public mutating func addLines(between points: [CGPoint]) {
    guard let first = points.first else { return }
    reserve(points.count)
    move(to: first)
    for point in points { Self.check(point) }
    elements.append(contentsOf: points.dropFirst().lazy.map { .line(to: $0) })
    currentPoint = points.last
  }

  /// Reserves capacity for `count` more elements.
  mutating func reserve(_ count: Int) { elements.reserve(count) }

  /// Appends the elements of another path to this one.
  public mutating func addPath(_ other: Path) {
    guard !other.isEmpty else { return }
    elements.append(contentsOf: other.elements)
    currentPoint = other.currentPoint
    subpathStart = other.subpathStart
    needsMove = other.needsMove
  }

  /// Returns this path with every point, including control points, transformed by `transform`.
  ///
  /// A coordinate beyond the range of `Double` is clamped to the largest finite number, and one
  /// that is the difference of two such numbers becomes 0.
  ///
  /// - Precondition: the transform is finite.
  /// - Complexity: O(*n*) in the number of elements.
  public func applying(_ transform: Transform2D) -> Path {
    if transform.isIdentity { return self }
    require(transform.isFinite, "the transform of a path must be finite, not \(transform)")
    func moved(_ point: CGPoint) -> CGPoint {
      let result = point.applying(transform)
      if result.x.isFinite, result.y.isFinite { return result }
      return Self.held(x: result.x.isNaN ? 0 : result.x, y: result.y.isNaN ? 0 : result.y)
    }
    var path = self
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(to: moved(point))
      case .line(let point): .line(to: moved(point))
      case .quadCurve(let point, let control):
        .quadCurve(to: moved(point), control: moved(control))
      case .curve(let point, let control1, let control2):
        .curve(to: moved(point), control1: moved(control1), control2: moved(control2))
      case .closeSubpath: .closeSubpath
      }
    }
    path.currentPoint = currentPoint.map(moved)
    path.subpathStart = moved(subpathStart)
    return path
  }

  /// The points of a path that is one open subpath of lines; otherwise `nil`.
  var singleLine: [CGPoint]? {
    var points: [CGPoint] = []
    points.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .move(let point) where points.isEmpty: points.append(point)
      case .line(let point): points.append(point)
      default: return nil
      }
    }
    return points
  }

  /// Prepares for a segment: after a close, it begins a new subpath at the start of the closed one.
  private mutating func beginSegment(_ what: String) {
    require(currentPoint != nil, "\(what) needs a current point: call move(to:) first")
    if needsMove { move(to: subpathStart) }
  }

  static func check(_ point: CGPoint) {
    require(
      point.x.isFinite && point.y.isFinite,
      "a path's point must be finite, not (\(point.x), \(point.y))")
  }

  static func check(_ value: CGFloat, _ name: String) {
    require(value.isFinite, "the \(name) of a path must be finite, not \(value)")
  }
}
