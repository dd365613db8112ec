import Lamina

extension AutoresizingMask {
  /// What UIKit calls ``Lamina/AutoresizingMask/layerMinXMargin``.
  public static let flexibleLeftMargin = layerMinXMargin
  public static let flexibleWidth = layerWidthSizable
  public static let flexibleRightMargin = layerMaxXMargin
  public static let flexibleTopMargin = layerMinYMargin
  public static let flexibleHeight = layerHeightSizable
  public static let flexibleBottomMargin = layerMaxYMargin
}
