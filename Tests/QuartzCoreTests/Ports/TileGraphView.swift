import LaminaViews
import QuartzCore

private let layerWidth = 32
private let pointsPerSample = 1
private let samplesPerTile = layerWidth / pointsPerSample
/// Samples of the neighbours whose lines reach into a tile.
private let paddingSamples = 2
private let maxVisibleSamples = 320 / pointsPerSample + 2 * paddingSamples

/// The tile that holds a sample; rounded down for the negative ones, too.
private func tileForSampleIndex(_ index: Int) -> Int {
  Int((Double(index) / Double(samplesPerTile)).rounded(.down))
}

/// A live graph of narrow layers that slide to the left, as it was written for UIKit: a set of
/// tiles that wait for a drawing queue, and layers that are used again.
///
/// Methods that begin with `rq` run on the redraw queue, all others on the main queue.
final class TileGraphView: UIView, @unchecked Sendable {
  private(set) var tileLayers: [Int: CALayer] = [:]
  private var samples: [CGFloat] = []
  private(set) var totalSampleCount = 0
  private var tilesToRedraw: Set<Int> = []
  private let redrawQueue = DispatchQueue(label: "redraw tiles")
  /// True if the tiles glide when a sample comes.
  let animatesTiles: Bool

  init(frame: CGRect, animatesTiles: Bool) {
    self.animatesTiles = animatesTiles
    super.init(frame: frame)
  }

  func addSample(_ sample: CGFloat) {
    samples.append(sample)
    totalSampleCount += 1
    discardSamplesIfNeeded()
    if totalSampleCount % samplesPerTile == 1 { reuseOldestTileLayerForNewestTile() }
    layoutTileLayers()
    queueTilesForRedrawIfAffectedByLastSample()
  }

  private func discardSamplesIfNeeded() {
    if samples.count >= 2 * maxVisibleSamples {
      samples.removeFirst(samples.count - maxVisibleSamples)
    }
  }

  private func reuseOldestTileLayerForNewestTile() {
    let newestTile = tileForSampleIndex(totalSampleCount - 1)
    guard let layer = tileLayers.removeValue(forKey: newestTile - tileLayers.count) else { return }
    tileLayers[newestTile] = layer
    // It would fly across all the others.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.frame = frameForTile(newestTile)
    CATransaction.commit()
  }

  private func queueTilesForRedrawIfAffectedByLastSample() {
    queueTileForRedraw(tileForSampleIndex(totalSampleCount - 1))
    queueTileForRedraw(tileForSampleIndex(totalSampleCount - 1 - paddingSamples))
  }

  private func queueTileForRedraw(_ tile: Int) {
    tilesToRedraw.insert(tile)
    redrawQueue.async { self.rqRedrawOneTile() }
  }

  // MARK: - Layout

  override func layoutSubviews() {
    adjustTileDictionary()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layoutTileLayers()
    CATransaction.commit()
    for tile in tileLayers.keys { queueTileForRedraw(tile) }
  }

  private func adjustTileDictionary() {
    let newestTile = tileForSampleIndex(totalSampleCount - 1)
    let needed = 1 + Int((bounds.size.width / CGFloat(layerWidth)).rounded(.up))
    var spareLayers = Array(tileLayers.values)
    tileLayers.removeAll()
    for tile in (newestTile - needed + 1)...newestTile {
      tileLayers[tile] = spareLayers.popLast() ?? newTileLayer()
    }
    for layer in spareLayers { layer.removeFromSuperlayer() }
  }

  private func newTileLayer() -> CALayer {
    let layer = CALayer()
    layer.backgroundColor = UIColor.green.cgColor
    layer.contentsScale = contentScaleFactor
    layer.actions = [
      "contents": NSNull(),
      "position": animatesTiles ? newTileLayerPositionAnimation() : NSNull(),
    ]
    self.layer.addSublayer(layer)
    return layer
  }

  private func newTileLayerPositionAnimation() -> CAAnimation {
    let animation = CABasicAnimation(keyPath: "position")
    animation.duration = 0.1
    animation.timingFunction = CAMediaTimingFunction(name: kCAMediaTimingFunctionLinear)
    return animation
  }

  private func layoutTileLayers() {
    for (tile, layer) in tileLayers { layer.frame = frameForTile(tile) }
  }

  private func frameForTile(_ tile: Int) -> CGRect {
    CGRect(
      x: xForSampleAtIndex(tile * samplesPerTile), y: bounds.origin.y,
      width: CGFloat(layerWidth), height: bounds.size.height)
  }

  private func xForSampleAtIndex(_ index: Int) -> CGFloat {
    bounds.origin.x + bounds.size.width - CGFloat(pointsPerSample * (totalSampleCount - index))
  }

  // MARK: - Drawing

  private func rqRedrawOneTile() {
    guard let (tile, bounds, points) = DispatchQueue.main.sync(execute: dequeueTile) else { return }
    let image = rqImage(bounds: bounds, points: points)
    DispatchQueue.main.async { self.setImage(image, forTile: tile) }
  }

  private func rqImage(bounds: CGRect, points: [CGPoint]) -> UIImage? {
    UIGraphicsBeginImageContextWithOptions(bounds.size, true, contentScaleFactor)
    defer { UIGraphicsEndImageContext() }
    guard let gc = UIGraphicsGetCurrentContext() else { return nil }
    gc.translateBy(x: -bounds.origin.x, y: -bounds.origin.y)
    UIColor.orange.setFill()
    gc.fill(bounds)
    UIColor.white.setStroke()
    gc.setLineWidth(1.0)
    gc.setLineJoin(.round)
    gc.beginPath()
    gc.addLines(between: points)
    gc.strokePath()
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  /// The next tile to be drawn, its rectangle and the samples to draw, in the view's coordinates.
  private func dequeueTile() -> (tile: Int, bounds: CGRect, points: [CGPoint])? {
    guard let tile = tilesToRedraw.popFirst() else { return nil }
    let discarded = totalSampleCount - samples.count
    let first = max(discarded, tile * samplesPerTile - paddingSamples)
    let end = min(totalSampleCount, tile * samplesPerTile + samplesPerTile + paddingSamples)
    let points = stride(from: first, to: end, by: 1).map { index in
      CGPoint(x: xForSampleAtIndex(index), y: samples[index - discarded])
    }
    return (tile, frameForTile(tile), points)
  }

  private func setImage(_ image: UIImage?, forTile tile: Int) {
    tileLayers[tile]?.contents = image?.cgImage
  }

  /// Waits until the main queue has what the redraw queue was asked for.
  @MainActor func finishRedraws() async {
    await withCheckedContinuation { continuation in
      redrawQueue.async { DispatchQueue.main.async { continuation.resume() } }
    }
  }
}
