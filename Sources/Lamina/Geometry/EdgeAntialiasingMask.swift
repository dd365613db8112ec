/// Edges of a layer, in the layer's own space.
///
/// The names are those of Core Animation, whose y grows upwards: the bottom edge is the one where y
/// is least, on the screen the upper one of a layer that is not turned.
public struct EdgeAntialiasingMask: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Where x is least.
  public static let layerLeftEdge = EdgeAntialiasingMask(rawValue: 1)
  /// Where x is greatest.
  public static let layerRightEdge = EdgeAntialiasingMask(rawValue: 2)
  /// Where y is least.
  public static let layerBottomEdge = EdgeAntialiasingMask(rawValue: 4)
  /// Where y is greatest.
  public static let layerTopEdge = EdgeAntialiasingMask(rawValue: 8)
  /// All four. The default.
  public static let all = EdgeAntialiasingMask(rawValue: 15)
}
