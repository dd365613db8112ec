/// The corners of a layer that ``Layer/cornerRadius`` rounds.
///
/// They are named by the coordinates in the layer's own space: `layerMinXMinYCorner` is the top
/// left one, as y points down.
public struct CornerMask: OptionSet, Sendable, Hashable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CornerMask(rawValue: 8)
  /// All four corners. The default.
  public static let all = CornerMask(rawValue: 15)
}

/// The shape of a rounded corner.
public enum CornerCurve: String, Sendable, Hashable, CaseIterable {
  /// A quarter of a circle. The default.
  case circular
  /// A curve with gradually changing curvature. It begins 1.528665 radii from the corner, or less
  /// if a side is too short.
  case continuous
}
