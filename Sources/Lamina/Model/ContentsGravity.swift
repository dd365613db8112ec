/// Where a layer's contents stand in its bounds, and whether they are stretched.
///
/// As in UIKit, where y grows downwards, the names have their meaning on the screen: `top`
/// is the edge with the smallest y.
public enum ContentsGravity: String, Sendable, Hashable, CaseIterable {
  case center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight
  /// Stretched to the bounds. The default.
  case resize
  /// As large as fits into the bounds at the picture's own proportions.
  case resizeAspect
  /// As small as covers the bounds at the picture's own proportions.
  case resizeAspectFill
}
