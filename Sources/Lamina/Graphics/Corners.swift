/// Which corners of a layer ``Layer/cornerRadius`` rounds.
///
/// Named by the coordinates in the layer's own space: `layerMinXMinYCorner` is the top left one,
/// as y grows downwards.
public struct CornerMask: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CornerMask(rawValue: 8)
  /// All four. The default.
  public static let all = CornerMask(rawValue: 15)
}

/// How the edge runs around a rounded corner.
public enum CornerCurve: String, Sendable, Hashable, CaseIterable {
  /// A quarter of a circle. The default.
  case circular
  /// A curve whose bend grows and falls gradually. It begins 1.528665 radii from the corner, or
  /// less where a side is shorter than that.
  case continuous
}
