import Foundation

/// A group of layers that is composed by itself before it meets what is behind it.
///
/// `@unchecked Sendable`: it never changes; only its end takes the parent away.
final class DisplayGroup: @unchecked Sendable {
  private(set) var parent: DisplayGroup?
  /// The space of the layer that makes the group; negative for one without sublayers.
  let space: Int32
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
  /// What is done to its picture first.
  let effects: GroupEffects?
  /// Whether what is drawn here is the mask of the parent.
  let isMask: Bool
  /// Where the group's picture stands, if it has pixels of its own.
  let raster: RasterPlacement?
  /// Whether a group that holds this one has pixels of its own.
  let isInRaster: Bool
  /// Whether pixels around it are read where a backdrop is in the group, or in one around it.
  let readsAround: Bool
  /// The pixels that the group may touch in the picture around it.
  let clip: PixelRect
  /// All pixels that count inside the group.
  let frame: PixelRect
  /// All pixels that count in the picture around it.
  let outerFrame: PixelRect
  /// Whether what is drawn here has an effect on pixels where it is not.
  let reaches: Bool
  /// How many groups hold this one.
  let depth: Int

  init(
    parent: DisplayGroup?, space: Int32 = -1, alpha: UInt8 = 255, outline: ItemShape? = nil,
    overlay: ItemDetail? = nil, transition: DisplayTransition? = nil, blend: GroupBlend = .over,
    effects: GroupEffects? = nil, isMask: Bool = false, raster: RasterPlacement? = nil,
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
      effects?.backdrop != nil || transition?.old.list.backdrops.isEmpty == false
      || parent?.readsAround == true
    isInRaster = parent.map { $0.isInRaster || $0.raster != nil } ?? false
    self.frame = raster?.frame ?? (isMask ? frame : effects?.pixelsNeeded(for: frame) ?? frame)
    reaches = raster != nil || effects?.reaches == true || parent?.reaches == true
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
  ///
  /// - Parameter frame: all pixels that count in the picture around the group.
  convenience init?(_ view: LayerView, space: Int32, frame: PixelRect) {
    guard view.isGrouped || view.outline != nil || view.overlay != nil else { return nil }
    self.init(
      parent: view.parentGroup, space: space, alpha: view.isGrouped ? view.alpha : 255,
      outline: view.outline, overlay: view.overlay, effects: view.effects,
      clip: view.effects == nil ? .everything : view.clip, frame: frame)
  }

  /// The pixels that have to be drawn inside the group, so that `rect` of the picture around it
  /// comes out right.
  func pixelsNeeded(for rect: PixelRect) -> PixelRect {
    let seen = rect.intersection(clip)
    let needed = effects?.pixelsNeeded(for: seen) ?? seen
    return raster?.pixelsNeeded(for: needed) ?? needed
  }

  /// The pixels of the picture around the group that what is drawn inside it may have an effect on.
  func pixelsTouchedAround(by rect: PixelRect) -> PixelRect {
    let placed = raster?.pixelsTouched(by: rect, in: outerFrame) ?? rect
    return (effects?.pixelsTouched(by: placed) ?? placed).intersection(clip)
  }

  /// Whether what the group does to what is behind it is seen in a rectangle of the frame.
  func touches(_ rect: PixelRect) -> Bool {
    guard let backdrop = effects?.backdrop else { return false }
    return (parent?.pixelsTouched(by: backdrop.bounds) ?? backdrop.bounds).intersects(rect)
  }

  /// The pixels of the frame that what is drawn inside the group may have an effect on.
  func pixelsTouched(by rect: PixelRect) -> PixelRect {
    var result = rect
    var next: DisplayGroup? = self
    while let group = next, !result.isEmpty {
      result = group.pixelsTouchedAround(by: result)
      // A mask acts on what the effects have made of the picture.
      if group.isMask, let masked = group.parent {
        result = result.intersection(masked.clip)
        next = masked.parent
      } else {
        next = group.parent
      }
    }
    return result
  }

  /// Whether this is the group of the same layer with the same values.
  func matches(_ other: DisplayGroup) -> Bool {
    parent === other.parent && space == other.space && alpha == other.alpha
      && outline == other.outline && overlay == other.overlay && transition == other.transition
      && effects == other.effects && isMask == other.isMask && raster == other.raster
      && clip == other.clip
      && frame == other.frame
  }

  /// Whether this is the group of the same transition at the same point.
  func matches(parent: DisplayGroup?, alpha: UInt8, transition: DisplayTransition) -> Bool {
    self.parent === parent && self.alpha == alpha && self.transition == transition
  }
}
