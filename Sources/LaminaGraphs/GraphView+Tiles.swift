import Foundation
import Lamina

/// The layer of one tile, with the canvas that draws its contents.
final class GraphTile {
  let layer: Layer
  /// The canvas of the tile. Nil while the redraw queue holds it, and before it is first needed.
  var canvas: TileCanvas?
  /// The tile and generation that the redraw queue is drawing for this layer.
  var jobInFlight: (tile: Int, generation: Int)?

  init(layer: Layer) { self.layer = layer }
}

/// The layers of consecutive tiles, indexed by tile number.
///
/// They form a ring buffer: the newest tile reuses the slot of the tile `count` before it, which is
/// the oldest and out of view by then.
struct GraphTiles {
  private(set) var newestTile = -1
  private var ring: [GraphTile] = []

  init() {}

  /// Creates a ring of the layers of the tiles that end with `newestTile`, oldest first.
  init(_ layers: [GraphTile], newestTile: Int) {
    self.newestTile = newestTile
    ring = layers
    for (offset, layer) in layers.enumerated() {
      ring[slot(newestTile - layers.count + 1 + offset)] = layer
    }
  }

  var count: Int { ring.count }
  var tiles: Range<Int> { newestTile - ring.count + 1..<newestTile + 1 }
  /// The layers of all tiles, oldest first.
  var all: [GraphTile] { tiles.map { ring[slot($0)] } }

  /// The layer of a tile; nil if the tile has none.
  subscript(tile: Int) -> GraphTile? {
    tiles.contains(tile) ? ring[slot(tile)] : nil
  }

  /// Calls `body` with each tile and its layer, oldest first.
  func forEach(_ body: (Int, GraphTile) -> Void) {
    var tile = newestTile - ring.count + 1
    guard !ring.isEmpty else { return }
    let first = slot(tile)
    for index in first..<ring.count {
      body(tile, ring[index])
      tile += 1
    }
    for index in 0..<first {
      body(tile, ring[index])
      tile += 1
    }
  }

  /// Reassigns the layer of the oldest tile to the tile after the newest, and returns it.
  mutating func advance() -> GraphTile {
    newestTile += 1
    return ring[slot(newestTile)]
  }

  /// Renumbers the tiles of a ring that is entirely out of date, so that they end with
  /// `newestTile`.
  mutating func skip(to newestTile: Int) {
    self = GraphTiles(all, newestTile: newestTile)
  }

  private func slot(_ tile: Int) -> Int { GraphView.Configuration.slot(of: tile, in: ring.count) }
}

extension GraphView {
  /// Reassigns the layers of tiles that have left the view to the tiles that have begun.
  ///
  /// A reused layer is moved without animation; otherwise it would be seen sliding across all the
  /// others.
  ///
  /// - Parameter offset: the initial distance of the layer to the right of its tile's place, in
  ///   points, so that it slides in with the others.
  func reuseOldestTileLayers(upTo newestTile: Int, offset: CGFloat) {
    guard newestTile > tileLayers.newestTile else { return }
    if newestTile - tileLayers.newestTile > tileLayers.count {
      tileLayers.skip(to: newestTile - tileLayers.count)
    }
    Transaction.run(disableActions: true) {
      while tileLayers.newestTile < newestTile {
        let graphTile = tileLayers.advance()
        graphTile.jobInFlight = nil
        show(nil, on: graphTile)
        graphTile.layer.removeAnimation(forKey: "position")
        graphTile.layer.setFrame(
          frame(forTile: tileLayers.newestTile).offsetBy(dx: offset, dy: 0))
      }
    }
    let tiles = tileLayers.tiles
    tilesToRedraw.removeAll { !tiles.contains($0) }
  }

  /// Ensures that there is a layer for each visible tile and one more, since the outermost tiles
  /// extend beyond both edges. A tile that remains keeps its layer, which shows its current
  /// contents until it is redrawn.
  func adjustTileLayers() {
    let newestTile = configuration.tile(ofSample: series.totalSampleCount - 1)
    let visible = (bounds.width / configuration.tileWidth).rounded(.up)
    let needed =
      format == nil ? 0 : 1 + Int(min(visible, CGFloat(Self.maximumTileCount - 1)))
    let tiles = newestTile - needed + 1..<newestTile + 1
    var spare = tileLayers.all
    for tile in tileLayers.tiles.clamped(to: tiles) {
      spare.removeAll { $0 === tileLayers[tile] }
    }
    let layers = tiles.map { tile in
      if let graphTile = tileLayers[tile] { return graphTile }
      let graphTile = spare.popLast() ?? newGraphTile()
      show(nil, on: graphTile)
      return graphTile
    }
    for graphTile in layers {
      graphTile.canvas = nil
      graphTile.jobInFlight = nil
      graphTile.layer.contentsScale = contentScaleFactor
      if let format { graphTile.layer.contentsRect = format.contentsRect }
      graphTile.layer.removeAnimation(forKey: "position")
    }
    for graphTile in spare { graphTile.layer.removeFromSuperlayer() }
    tileLayers = GraphTiles(layers, newestTile: newestTile)
  }

  private func newGraphTile() -> GraphTile {
    let layer = Layer()
    var actions: [String: any Action] = [
      "contents": .noAction, "bounds": .noAction, "backgroundColor": .noAction,
      "contentsScale": .noAction,
      "position": .noAction,
    ]
    if let slide { actions["position"] = slide }
    layer.actions = actions
    self.layer.addSublayer(layer)
    return GraphTile(layer: layer)
  }

  /// Advances the tiles by `count` samples: layers of tiles that have left the view are reused for
  /// new tiles, and all move to their places, sliding if the configuration asks for it.
  func moveTiles(by count: Int) {
    let newestTile = configuration.tile(ofSample: series.totalSampleCount - 1)
    // If no tile stays, no movement can be seen.
    if let slide, newestTile - tileLayers.newestTile < tileLayers.count {
      let way = CGFloat(count) * configuration.pointsPerSample
      slide.offset = way + unfinishedSlide
      reuseOldestTileLayers(upTo: newestTile, offset: slide.offset)
      layoutTileLayers()
    } else {
      reuseOldestTileLayers(upTo: newestTile, offset: 0)
      Transaction.run(disableActions: true) { layoutTileLayers() }
    }
  }

  /// The remaining distance of the current slide, in points; 0 while the tiles are at rest.
  private var unfinishedSlide: CGFloat {
    guard let layer = tileLayers[tileLayers.newestTile]?.layer,
      layer.animation(forKey: "position") != nil, let seen = layer.presentation()
    else { return 0 }
    return seen.position.x - layer.position.x
  }

  /// Moves every tile's layer to the position that follows from the total number of samples.
  func layoutTileLayers() {
    guard var frame = tileLayers.tiles.first.map(frame(forTile:)) else { return }
    tileLayers.forEach { tile, graphTile in
      frame.origin.x = x(forSampleAt: configuration.firstSample(of: tile))
      graphTile.layer.setFrame(frame)
    }
  }

  /// Returns the frame of a tile in the view's coordinate space, in points.
  func frame(forTile tile: Int) -> CGRect {
    let bounds = bounds
    return CGRect(
      x: x(forSampleAt: configuration.firstSample(of: tile)), y: bounds.minY,
      width: configuration.tileWidth, height: bounds.height)
  }

  /// Returns the x coordinate of a sample in the view's coordinate space, in points: measured back
  /// from the right edge, where the next sample will be.
  func x(forSampleAt index: Int) -> CGFloat {
    bounds.maxX - configuration.pointsPerSample * CGFloat(series.totalSampleCount - index)
  }
}

/// An action that slides a view's tiles at constant speed from their presented position to their
/// new one, all by the same offset.
final class TileSlide: Action {
  private let duration: Double
  /// The current distance of a tile to the right of its new position, in points.
  var offset: CGFloat = 0

  init(duration: Double) { self.duration = duration }

  func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
    let slide = BasicAnimation(keyPath: key)
    slide.duration = duration
    slide.timingFunction = .linear
    slide.fromValue = CGPoint(x: layer.position.x + offset, y: layer.position.y)
    layer.add(slide, forKey: key)
  }
}

extension Layer {
  /// Sets the frame of an untransformed layer with a centred anchor point. In most calls only the
  /// position changes.
  fileprivate func setFrame(_ frame: CGRect) {
    position = CGPoint(x: frame.midX, y: frame.midY)
    bounds.size = frame.size
  }
}
