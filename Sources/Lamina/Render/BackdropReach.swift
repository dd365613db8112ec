/// The pixels of a frame that show a group's backdrop, and the distance from which its filters take
/// pixels.
struct BackdropReach {
  /// The pixels of the frame that show the backdrop.
  private(set) var shown: PixelRect
  /// The distance, in pixels of the frame, within which what is behind changes ``shown``.
  private(set) var x: Int
  private(set) var y: Int

  /// Returns nil if the group has no backdrop.
  init?(_ group: DisplayGroup) {
    guard let backdrop = group.effects?.backdrop else { return nil }
    shown = backdrop.bounds
    (x, y) = backdrop.reach
    if let parent = group.parent { self = seen(around: parent) }
  }

  /// Returns the reach in the frame of a backdrop in a group's picture.
  func seen(around group: DisplayGroup) -> BackdropReach {
    var result = self
    result.shown = group.pixelsTouched(by: shown)
    if group.isInRaster || group.raster != nil {
      // The picture of a rasterized layer is drawn under any transform.
      let box = group.pixelsTouched(by: shown.grown(byX: x, y: y))
      (result.x, result.y) = (box.width, box.height)
    }
    return result
  }

  /// Returns the pixels of the frame to which damage spreads.
  func damaged(byDamageOf rect: PixelRect) -> PixelRect {
    rect.grown(byX: x, y: y).intersection(shown)
  }
}
