import Foundation

/// Which points count as inside a path.
public enum FillRule: String, Sendable, Hashable, CaseIterable {
  /// Inside where the path winds around the point a number of times that is not zero.
  case nonZero = "non-zero"
  /// Inside where a ray from the point crosses the path an odd number of times.
  case evenOdd = "even-odd"
}

/// Lines and curves, in points, y growing downwards.
///
/// A path is a value: copies are independent, and copying costs nothing until one of them is
/// changed. It is a list of subpaths; each begins with ``move(to:)`` and may be closed. Filling
/// closes every subpath, stroking only those that ``closeSubpath()`` closed.
///
/// Coordinates may be as large as a `Double` goes; what lies outside the picture is cut off in
/// `Double` before it is drawn. NaN and infinity are refused.
public struct Path: Sendable, Equatable {
  /// One step of a path.
  public enum Element: Sendable, Hashable {
    /// Begins a subpath.
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

  /// The steps, in drawing order.
  public private(set) var elements: [Element] = []

  /// Where the next line or curve begins; `nil` in an empty path.
  ///
  /// After ``closeSubpath()`` it is the start of the subpath that was closed.
  public private(set) var currentPoint: CGPoint?

  private var subpathStart = CGPoint.zero
  /// Whether the last subpath was closed, so that the next line begins a new one.
  private var needsMove = false

  /// Creates a path with nothing in it.
  public init() {}

  /// Creates the outline of a rectangle; see ``addRect(_:)``.
  public init(rect: CGRect) {
    addRect(rect)
  }

  /// Creates the ellipse that fits into `rect`; see ``addEllipse(in:)``.
  public init(ellipseIn rect: CGRect) {
    addEllipse(in: rect)
  }

  /// Creates a rectangle with elliptical corners; see
  /// ``addRoundedRect(in:cornerWidth:cornerHeight:)``.
  public init(roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
    addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
  }

  /// Whether nothing was added yet. A path of one ``move(to:)`` is not empty.
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

  /// Closes the current subpath with a straight line to its start; a stroke is joined there.
  ///
  /// In an empty path, or directly after another close, it does nothing.
  public mutating func closeSubpath() {
    guard currentPoint != nil, !needsMove else { return }
    elements.append(.closeSubpath)
    currentPoint = subpathStart
    needsMove = true
  }

  /// Adds an open subpath through `points`; none for no points.
  public mutating func addLines(between points: [CGPoint]) {
    guard let first = points.first else { return }
    reserve(points.count)
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  /// Makes room for `count` more steps.
  mutating func reserve(_ count: Int) { elements.reserve(count) }

  /// Adds the steps of another path after this one's.
  public mutating func addPath(_ other: Path) {
    guard !other.isEmpty else { return }
    elements.append(contentsOf: other.elements)
    currentPoint = other.currentPoint
    subpathStart = other.subpathStart
    needsMove = other.needsMove
  }

  /// This path with every point, control points included, moved by `transform`.
  ///
  /// - Precondition: the moved points are finite.
  /// - Complexity: O(*n*) in the number of steps.
  public func applying(_ transform: Transform2D) -> Path {
    if transform.isIdentity { return self }
    func moved(_ point: CGPoint) -> CGPoint {
      let result = point.applying(transform)
      Self.check(result)
      return result
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

  /// The points of a path that is one open subpath of lines; else `nil`.
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

  /// After a close, a line begins a new subpath at the start of the closed one.
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
