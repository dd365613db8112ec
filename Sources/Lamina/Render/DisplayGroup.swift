import Foundation

/// A group of layers that is composed by itself before it meets what is behind it.
///
/// `@unchecked Sendable`: it never changes; only its end takes the parent away.
final class DisplayGroup: @unchecked Sendable {
  private(set) var parent: DisplayGroup?
  /// The space of the layer that makes the group.
  private let space: Int32
  /// The group's opacity in 255ths.
  let alpha: UInt8
  /// The outline that cuts the group; nil where an upright clip did it.
  let outline: ItemShape?
  /// What is drawn over all layers of the group.
  let overlay: ItemDetail?
  /// Whether the group's layers meet each other before they meet what is behind them; else the
  /// group is there for its overlay alone.
  let isIsolated: Bool
  /// What the group is a transition from.
  let transition: DisplayTransition?
  /// How the group meets what is behind it.
  let blend: GroupBlend
  /// How many groups hold this one.
  let depth: Int

  init(
    parent: DisplayGroup?, space: Int32 = -1, alpha: UInt8 = 255, outline: ItemShape? = nil,
    overlay: ItemDetail? = nil, transition: DisplayTransition? = nil, blend: GroupBlend = .over
  ) {
    self.parent = parent
    self.space = space
    self.alpha = alpha
    self.outline = outline
    self.overlay = overlay
    isIsolated = overlay == nil || alpha < 255 || outline != nil
    self.transition = transition
    self.blend = blend
    depth = (parent?.depth ?? -1) + 1
  }

  /// Frees groups inside each other without recursion, however many they are.
  deinit {
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let above = next?.parent
      next?.parent = nil
      next = above
    }
  }

  /// The group of a layer that stands somewhere: nil where it needs none of its own.
  convenience init?(_ view: LayerView, space: Int32) {
    guard view.isGrouped || view.outline != nil || view.overlay != nil else { return nil }
    self.init(
      parent: view.parentGroup, space: space, alpha: view.isGrouped ? view.alpha : 255,
      outline: view.outline, overlay: view.overlay)
  }

  /// Whether this is the group of the same layer with the same values.
  func matches(_ other: DisplayGroup) -> Bool {
    parent === other.parent && space == other.space && alpha == other.alpha
      && outline == other.outline && overlay == other.overlay && transition == other.transition
  }

  /// Whether this is the group of the same transition at the same point.
  func matches(parent: DisplayGroup?, alpha: UInt8, transition: DisplayTransition) -> Bool {
    self.parent === parent && self.alpha == alpha && self.transition == transition
  }
}
