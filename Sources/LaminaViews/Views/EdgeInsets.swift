import Foundation

/// Distances from the edges of a rectangle inwards, in points; negative ones go outwards.
public struct EdgeInsets: Sendable, Hashable {
  /// The distance from the upper edge, that of the least y.
  public var top: CGFloat
  /// The distance from the left edge, that of the least x.
  public var left: CGFloat
  /// The distance from the lower edge.
  public var bottom: CGFloat
  /// The distance from the right edge.
  public var right: CGFloat

  /// Creates insets.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No insets.
  public static let zero = EdgeInsets()

  var isFinite: Bool { top.isFinite && left.isFinite && bottom.isFinite && right.isFinite }
}
