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
  /// The outline, in device pixels, that cuts the group; nil where an upright clip did it.
  let outline: Quad?
  /// What the group is a transition from.
  let transition: DisplayTransition?
  /// How the group meets what is behind it.
  let blend: GroupBlend
  /// How many groups hold this one.
  let depth: Int

  init(
    parent: DisplayGroup?, space: Int32 = -1, alpha: UInt8 = 255, outline: Quad? = nil,
    transition: DisplayTransition? = nil, blend: GroupBlend = .over
  ) {
    self.parent = parent
    self.space = space
    self.alpha = alpha
    self.outline = outline
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

  /// Whether this is the group of the same layer with the same values.
  func matches(parent: DisplayGroup?, space: Int32, alpha: UInt8, outline: Quad?) -> Bool {
    self.parent === parent && self.space == space && self.alpha == alpha
      && self.outline == outline
  }

  /// Whether this is the group of the same transition at the same point.
  func matches(parent: DisplayGroup?, alpha: UInt8, transition: DisplayTransition) -> Bool {
    self.parent === parent && self.alpha == alpha && self.transition == transition
  }
}
