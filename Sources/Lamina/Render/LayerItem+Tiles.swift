import Foundation

extension LayerItem {
  /// The tiles that reach into a clip, each cut to the layer's bounds.
  ///
  /// - Parameter toDevice: from the layer's own coordinates to device pixels.
  func slices(
    of tiled: TiledValues, _ toDevice: ProjectiveTransform, in clip: PixelRect
  ) -> [TileSlice] {
    guard let shown = tiled.shown else { return [] }
    return shown.tiles.compactMap { tile in
      let alpha = shown.alpha(of: tile, at: tiled.time)
      guard alpha > 0, let slice = slice(of: tile, toDevice), !slice.bounds(in: clip).isEmpty else {
        return nil
      }
      return TileSlice(slice: slice, alpha: alpha)
    }
  }

  private func slice(of tile: VisibleTile, _ toDevice: ProjectiveTransform) -> BitmapSlice? {
    let rare = values.rareValues
    var target = tile.rect
    if !toDevice.isUpright {
      // Tiles next to each other overlap by a pixel, or what is behind would shine through between
      // their soft edges.
      let area = abs(toDevice.areaScale(at: CGPoint(x: target.midX, y: target.midY)))
      if area > 0 {
        let pixel = 1 / area.squareRoot()
        target = target.insetBy(dx: -pixel, dy: -pixel)
      }
    }
    target = target.clipped(to: layerBounds)
    if target.isNull || target.isEmpty { return nil }
    let scaleX = CGFloat(tile.bitmap.width) / tile.rect.width
    let scaleY = CGFloat(tile.bitmap.height) / tile.rect.height
    var patch = ContentsPlacement.Patch(
      source: CGRect(
        x: ContentsPlacement.nearWhole((target.minX - tile.rect.minX) * scaleX),
        y: ContentsPlacement.nearWhole((target.minY - tile.rect.minY) * scaleY),
        width: ContentsPlacement.nearWhole(target.width * scaleX),
        height: ContentsPlacement.nearWhole(target.height * scaleY)), target: target)
    let area: Double
    let place: BitmapSlice.Target
    if toDevice.isUpright {
      (place, area) = placeUpright(&patch, toDevice)
    } else {
      let hardEdges = rare.appearance.hardEdges.intersection(target.edges(of: layerBounds))
      place = .quad(Quad(transform: toDevice, rect: target, hardEdges: hardEdges))
      let seen = abs(toDevice.areaScale(at: CGPoint(x: target.midX, y: target.midY)))
      area = Double(scaleX * scaleY) / seen
    }
    return BitmapSlice(
      bitmap: tile.bitmap, source: patch.source, target: place,
      area: area,
      enlargedBy: rare.magnificationFilter, shrunkBy: rare.minificationFilter,
      bias: rare.minificationFilterBias)
  }
}
