import Foundation

// Layers that are drawn into a picture of their own.

extension Evaluator {
  /// The group of a layer's own picture; nil where nothing is seen of it, or there is no such picture.
  ///
  /// - Parameters:
  ///   - item: the layer, placed by `toDevice`.
  ///   - values: the layer's own.
  ///   - old: the innermost group of the layer in the last evaluation.
  func rasterGroup(
    _ item: LayerItem, _ values: LayerValues, _ old: DisplayGroup?, _ space: Int32,
    _ toDevice: ProjectiveTransform, _ perspective: SpatialTree.Perspective?,
    _ parent: CoordinateSpace,
    _ parentGroup: DisplayGroup?, alignsContents: Bool
  ) -> DisplayGroup? {
    let alpha = Pixel.multiply(values.opacityByte, parent.alpha)
    let facesAway = parent.facesAway != values.facesAway(from: perspective?.values)
    if parent.isHidden || alpha == 0 || values.flags.contains(.hidden)
      || facesAway && values.flags.contains(.singleSided)
    {
      return nil
    }
    // The picture keeps to the corner of the layer's box, however its own space is turned.
    var box = values
    box.bounds.origin = .zero
    box.flags.remove(.geometryFlipped)
    let boxToDevice = box.planeTransform(toParentWith: perspective?.values)
      .concatenating(perspective?.transform ?? parent.transform)
    guard
      let raster = RasterCachePlacement(
        scale: Double(values.effects.rasterizationScale), size: values.bounds.size,
        boxToOuter: boxToDevice, clip: parent.clip.intersection(item.frame),
        isAligned: alignsContents)
    else { return nil }
    let effects = item.outerEffects(toDevice, in: parent.clip)
    let group = DisplayGroup(
      parent: parentGroup, space: space, alpha: alpha,
      effects: effects == GroupEffects() ? nil : effects, raster: raster, clip: parent.clip,
      frame: item.frame)
    if let old {
      if old.matches(group) { return old }
      if let around = old.parent, around.matches(group) { return around }
    }
    return group
  }
}

extension DisplayGroup {
  /// The space that a rasterized layer stands in, alone.
  func innerSpace(facesAway: Bool) -> CoordinateSpace {
    var space = CoordinateSpace(clip: frame)
    let scale = raster?.scale ?? 1
    space.setTransform(ProjectiveTransform(Transform2D(scaleX: scale, y: scale)))
    space.facesAway = facesAway
    return space
  }
}

extension LayerItem {
  /// Puts the layer upright into the corner of a picture of its own.
  ///
  /// - Parameter own: the layer's own values.
  mutating func enter(_ raster: DisplayGroup, _ own: LayerValues) {
    values = own
    values.opacity = 1
    values.flags.remove(.singleSided)
    values.position = CGPoint(
      x: own.anchorPoint.x * own.bounds.width, y: own.anchorPoint.y * own.bounds.height)
    var rare = values.rareValues
    rare.transform = .identity
    rare.zPosition = rare.anchorPointZ
    values.rareValues = rare
    frame = raster.frame
    isRasterized = true
  }
}
