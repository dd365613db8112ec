/// When contents are aligned to whole pixels, and when they are sampled at their true place.
public enum ContentsAlignment: Sendable, Hashable {
  /// Aligned at rest; sampled at their true place while an animation moves the layer or one that
  /// holds it, and where ``Layer/alignsContentsToPixels`` is false.
  case automatic
  /// Always aligned: pictures that move upright go from pixel to pixel.
  case always
  /// Never aligned, also at rest.
  case never
}

extension ContentsAlignment {
  /// Which contents are aligned, of a layer and of its sublayers.
  struct Result {
    /// The layer's own.
    var own = true
    /// Those of the sublayers.
    var below = true
    /// Those of the layer and of its sublayers in a picture of the layer's own.
    fileprivate var ownInRaster = true
    fileprivate var belowInRaster = true

    /// A transition moves the layer.
    mutating func move() {
      own = false
      below = false
    }

    /// The layer is drawn into a picture of its own, in which it does not move.
    mutating func enterRaster() {
      own = ownInRaster
      below = belowInRaster
    }
  }

  /// Which contents are aligned, of a layer at a time.
  ///
  /// - Parameters:
  ///   - rare: what is rare among the layer's values.
  ///   - parentAligns: whether contents in the space that the layer stands in are aligned.
  func of(
    _ rare: RareBox?, _ detail: NodeDetail?, parentAligns: Bool, at time: Double
  ) -> Result {
    if self == .always { return Result() }
    if self == .never || rare?.values.alignsContentsToPixels == false {
      return Result(own: false, below: false, ownInRaster: false, belowInRaster: false)
    }
    let motion = detail?.motion(at: time) ?? []
    let own = parentAligns && !motion.contains(.layer)
    let belowInRaster = !motion.contains(.sublayers)
    return Result(own: own, below: own && belowInRaster, belowInRaster: belowInRaster)
  }
}
