import Foundation

/// A group of layers that is composited by itself before it is composited with what is behind it.
///
/// `@unchecked Sendable`: it is immutable, except that `deinit` clears the parent.
final class DisplayGroup: @unchecked Sendable {
  private(set) var parent: DisplayGroup?
  /// The space of the layer that makes the group; negative if that has no sublayers.
  let space: Int32
  /// The group's opacity in 255ths.
  let alpha: UInt8
  /// The outline that clips the group; nil if an axis-aligned clip suffices.
  let outline: ItemShape?
  /// The detail drawn over all layers of the group.
  let overlay: ItemDetail?
  /// True if the group's layers are composited with each other before they are composited with what
  /// is behind them; else the group exists only for its overlay.
  let isIsolated: Bool
  /// The transition that the group shows.
  let transition: TransitionGroup?
  /// The way in which the group is composited with what is behind it.
  let blend: GroupCompositing
  /// The effects applied to its picture before that.
  let effects: GroupEffects?
  /// True if the group is the mask of its parent.
  let isMask: Bool
  /// The placement of the group's picture, if it is rasterized.
  let raster: RasterCachePlacement?
  /// True if an enclosing group is rasterized.
  let isInRaster: Bool
  /// True if the group or an enclosing one has a backdrop, which also reads the pixels around it.
  let readsAround: Bool
  /// The pixels that the group may touch in the picture around it.
  let clip: PixelRect
  /// The bounds of all relevant pixels inside the group.
  let frame: PixelRect
  /// The bounds of all relevant pixels in the picture around it.
  let outerFrame: PixelRect
  /// True if drawing inside the group may affect other pixels than those drawn.
  let reaches: Bool
  /// The number of enclosing groups.
  let depth: Int

  init(
    parent: DisplayGroup?, space: Int32 = -1, alpha: UInt8 = 255, outline: ItemShape? = nil,
    overlay: ItemDetail? = nil, transition: TransitionGroup? = nil, blend: GroupCompositing = .over,
    effects: GroupEffects? = nil, isMask: Bool = false, raster: RasterCachePlacement? = nil,
    clip: PixelRect = .everything, frame: PixelRect
  ) {
    self.parent = parent
    self.space = space
    self.alpha = alpha
    self.outline = outline
    self.overlay = overlay
    isIsolated = overlay == nil || alpha < 255 || outline != nil || effects != nil
    self.transition = transition
    self.blend = blend
    depth = (parent?.depth ?? -1) + 1
    self.effects = effects
    self.isMask = isMask
    self.clip = clip
    outerFrame = frame
    self.raster = raster
    readsAround =
      effects?.backdrop != nil || transition?.readsBelow == true || parent?.readsAround == true
    isInRaster = parent.map { $0.isInRaster || $0.raster != nil } ?? false
    self.frame = raster?.frame ?? (isMask ? frame : effects?.pixelsNeeded(for: frame) ?? frame)
    reaches = raster != nil || effects?.reaches == true || parent?.reaches == true
  }

  /// Frees nested groups without recursion, however deeply they are nested.
  deinit {
    var next = parent
    parent = nil
    while next != nil, isKnownUniquelyReferenced(&next) {
      let above = next?.parent
      next?.parent = nil
      next = above
    }
  }

  /// Creates the group of a layer with a traversal state; nil if it needs none of its own.
  ///
  /// - Parameter frame: the bounds of all relevant pixels in the picture around the group.
  convenience init?(_ state: TraversalState, space: Int32, frame: PixelRect) {
    guard state.isGrouped || state.outline != nil || state.overlay != nil else { return nil }
    self.init(
      parent: state.parentGroup, space: space, alpha: state.isGrouped ? state.alpha : 255,
      outline: state.outline, overlay: state.overlay, effects: state.effects,
      clip: state.effects == nil ? .everything : state.clip, frame: frame)
  }

  /// Returns the pixels to draw inside the group so that `rect` of the picture around it is
  /// correct.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    let seen = rect.intersection(clip)
    let needed = effects?.pixelsNeeded(for: seen) ?? seen
    return raster?.pixelsNeeded(for: needed) ?? needed
  }

  /// Returns the pixels of the picture around the group that drawing in `rect` inside it may
  /// affect.
  func pixelsTouchedAround(by rect: PixelRect) -> PixelRect {
    let placed = raster?.pixelsTouched(by: rect, in: outerFrame) ?? rect
    return (effects?.pixelsTouched(by: placed) ?? placed).intersection(clip)
  }

  /// Returns the pixels of the frame that drawing in `rect` inside the group may affect.
  func pixelsTouched(by rect: PixelRect) -> PixelRect {
    var result = rect
    var next: DisplayGroup? = self
    while let group = next, !result.isEmpty {
      result = group.pixelsTouchedAround(by: result)
      // A mask applies to the picture after the effects.
      if group.isMask, let masked = group.parent {
        result = result.intersection(masked.clip)
        next = masked.parent
      } else {
        next = group.parent
      }
    }
    return result
  }

  /// Returns true if this is the group of the same layer with the same values.
  func matches(_ other: DisplayGroup) -> Bool {
    parent === other.parent && space == other.space && alpha == other.alpha
      && outline == other.outline && overlay == other.overlay && transition == other.transition
      && effects == other.effects && isMask == other.isMask && raster == other.raster
      && clip == other.clip
      && frame == other.frame
  }

  /// Returns true if this is the group of the same transition at the same stage.
  func matches(parent: DisplayGroup?, alpha: UInt8, transition: TransitionGroup) -> Bool {
    self.parent === parent && self.alpha == alpha && self.transition == transition
  }
}
