import Lamina

/// The parts that give way by the names that UIKit has for them.
extension AutoresizingMask {
  /// The left margin gives way: `layerMinXMargin`.
  public static let flexibleLeftMargin = layerMinXMargin
  /// The width gives way: `layerWidthSizable`.
  public static let flexibleWidth = layerWidthSizable
  /// The right margin gives way: `layerMaxXMargin`.
  public static let flexibleRightMargin = layerMaxXMargin
  /// The top margin gives way: `layerMinYMargin`.
  public static let flexibleTopMargin = layerMinYMargin
  /// The height gives way: `layerHeightSizable`.
  public static let flexibleHeight = layerHeightSizable
  /// The bottom margin gives way: `layerMaxYMargin`.
  public static let flexibleBottomMargin = layerMaxYMargin
}
