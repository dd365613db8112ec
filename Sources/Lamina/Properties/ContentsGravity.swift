/// The placement and scaling of a layer's contents in its bounds.
///
/// As in UIKit, where y grows downwards, the names refer to the screen: `top` is the edge with the
/// smallest y.
public enum ContentsGravity: String, Sendable, Hashable, CaseIterable {
  case center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight
  /// Stretched to the bounds. The default.
  case resize
  /// Scaled to fit inside the bounds, with the aspect ratio preserved.
  case resizeAspect
  /// Scaled to fill the bounds, with the aspect ratio preserved.
  case resizeAspectFill
}
