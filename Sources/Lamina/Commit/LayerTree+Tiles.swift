import Foundation

extension LayerTree {
  /// True while tiles are being drawn or fading in.
  var hasTileWork: Bool { tiledLayers.contains { $0.tiles.isBusy } }

  /// The work for the tiles being drawn.
  var tileWork: [OneShotTask] { tiledLayers.flatMap(\.tiles.work) }

  /// Updates the tiles of all tiled layers for their visible parts at a time, in seconds.
  func updateTiles(at time: Double) {
    for layer in tiledLayers {
      let arrival = tilesComeAtOnce ? -Double.infinity : time
      if layer.tiles.update(layer, visibleRegion(of: layer, at: time), at: time, arrival: arrival) {
        layer.publishTiles()
      }
    }
  }

  /// Returns the visible part of a layer in the frame; nil if it is hidden.
  private func visibleRegion(of layer: Layer, at time: Double) -> TileStore.VisibleRegion? {
    guard let viewport else { return nil }
    var chain: [LayerValues] = []
    var next: Layer? = layer
    while let current = next {
      let isAnimated = current.storage.status.contains(.animates)
      let values =
        isAnimated ? current.presentationValues(at: time) : current.storage.values
      if values.flags.contains(.hidden) || values.opacity <= 0 { return nil }
      chain.append(values)
      next = current.storage.superlayer?.takeUnretainedValue()
    }
    var rect = layer.bounds
    var way = AncestorTransform()
    for (index, values) in chain.enumerated() {
      if index > 0, values.flags.contains(.masksToBounds), !values.isSpace {
        rect = rect.clipped(
          to: way.transform.inverted()?.boundingBox(of: values.bounds) ?? .null)
      }
      way.leave(values, into: index + 1 < chain.count ? chain[index + 1] : nil)
    }
    let toParent = way.transform
    guard toParent.isInDomain else {
      return TileStore.VisibleRegion(rect: .null, scale: 1, isUnplaced: true)
    }
    let frame = CGRect(origin: .zero, size: viewport.size)
    rect = rect.clipped(to: toParent.inverted()?.boundingBox(of: frame) ?? .null)
    if rect.isNull || rect.isEmpty { return TileStore.VisibleRegion(rect: .null, scale: 1) }
    let center = CGPoint(x: rect.midX, y: rect.midY)
    let w = toParent.w(at: center)
    let area = w > 0 ? abs(toParent.determinant) / (w * w * w) : 0
    return TileStore.VisibleRegion(rect: rect, scale: CGFloat(area.squareRoot()) * viewport.scale)
  }
}
