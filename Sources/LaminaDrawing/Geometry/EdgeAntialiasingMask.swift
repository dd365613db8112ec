/// A set of edges of a layer, in the layer's own coordinate space.
///
/// The names are those of Core Animation, whose y axis points up: the bottom edge is the one with
/// the least y, which is the upper one on the screen unless the layer is rotated.
public struct EdgeAntialiasingMask: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The edge with the least x.
  public static let layerLeftEdge = EdgeAntialiasingMask(rawValue: 1)
  /// The edge with the greatest x.
  public static let layerRightEdge = EdgeAntialiasingMask(rawValue: 2)
  /// The edge with the least y.
  public static let layerBottomEdge = EdgeAntialiasingMask(rawValue: 4)
  /// The edge with the greatest y.
  public static let layerTopEdge = EdgeAntialiasingMask(rawValue: 8)
  /// All four edges. The default.
  public static let all = EdgeAntialiasingMask(rawValue: 15)
}
