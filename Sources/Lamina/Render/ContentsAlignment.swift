/// The mode of alignment: contents are aligned to whole pixels, or sampled at their true position.
public enum ContentsAlignment: Sendable, Hashable {
  /// Aligned at rest; sampled at their true position while an animation moves the layer or one of
  /// its ancestors, and if ``Layer/alignsContentsToPixels`` is false.
  case automatic
  /// Always aligned: a picture that moves without turning goes from pixel to pixel.
  case always
  /// Never aligned, not even at rest.
  case never
}

extension ContentsAlignment {
  /// The alignment of the contents of a layer and of its sublayers.
  struct LayerAlignment {
    /// True if the layer's own contents are aligned.
    var own = true
    /// True if the sublayers' contents are aligned.
    var below = true
    /// The same for a layer that is drawn into a picture of its own, inside that picture.
    fileprivate var ownInRaster = true
    fileprivate var belowInRaster = true

    /// Stops aligning, because a transition moves the layer.
    mutating func move() {
      own = false
      below = false
    }

    /// Switches to a picture of the layer's own, in which it does not move.
    mutating func enterRaster() {
      own = ownInRaster
      below = belowInRaster
    }
  }

  /// Returns the alignment of a layer's contents at a time.
  ///
  /// - Parameters:
  ///   - rare: the layer's rarely set values.
  ///   - parentAligns: true if contents in the layer's parent space are aligned.
  func of(
    _ rare: RareValuesBox?, _ detail: NodeDetail?, parentAligns: Bool, at time: Double
  ) -> LayerAlignment {
    if self == .always { return LayerAlignment() }
    if self == .never || rare?.values.alignsContentsToPixels == false {
      return LayerAlignment(own: false, below: false, ownInRaster: false, belowInRaster: false)
    }
    let motion = detail?.motion(at: time) ?? []
    let own = parentAligns && !motion.contains(.layer)
    let belowInRaster = !motion.contains(.sublayers)
    return LayerAlignment(own: own, below: own && belowInRaster, belowInRaster: belowInRaster)
  }
}
