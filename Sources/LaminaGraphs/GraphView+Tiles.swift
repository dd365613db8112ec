import Foundation
import Lamina

/// One tile's layer and what draws its contents.
final class TileLayer {
  let layer: Layer
  /// Nil while the redraw queue has it, and before it is first needed.
  var canvas: TileCanvas?
  /// The tile and generation that the redraw queue draws for this layer at present.
  var jobInFlight: (tile: Int, generation: Int)?

  init(layer: Layer) { self.layer = layer }
}

/// The layers of consecutive tiles, found by the tile's number.
///
/// They stand in a ring: the newest tile's place is the one that the tile `count` before it, now
/// the oldest and out of sight, gave up.
struct TileLayers {
  private(set) var newestTile = -1
  private var ring: [TileLayer] = []

  init() {}

  /// Layers for the tiles that end with `newestTile`, in order.
  init(_ layers: [TileLayer], newestTile: Int) {
    self.newestTile = newestTile
    ring = layers
    for (offset, layer) in layers.enumerated() {
      ring[slot(newestTile - layers.count + 1 + offset)] = layer
    }
  }

  var count: Int { ring.count }
  var tiles: Range<Int> { newestTile - ring.count + 1..<newestTile + 1 }
  /// All layers, oldest tile first.
  var all: [TileLayer] { tiles.map { ring[slot($0)] } }

  /// The layer of a tile, or nil if the tile is not on show.
  subscript(tile: Int) -> TileLayer? {
    tiles.contains(tile) ? ring[slot(tile)] : nil
  }

  /// Calls `body` with each tile and its layer, oldest first.
  @inline(__always)
  func forEach(_ body: (Int, TileLayer) -> Void) {
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

  /// Gives the oldest tile's layer to the tile after the newest.
  mutating func advance() -> TileLayer {
    newestTile += 1
    return ring[slot(newestTile)]
  }

  /// Drops the tiles of a ring that is wholly out of date.
  mutating func skip(to newestTile: Int) {
    self = TileLayers(all, newestTile: newestTile)
  }

  private func slot(_ tile: Int) -> Int { GraphView.Configuration.slot(of: tile, in: ring.count) }
}

extension GraphView {
  /// Gives layers of tiles that have left the view to the tiles that have begun.
  ///
  /// A layer that is used again goes to its new place at once, lest it be seen sliding across
  /// all the others.
  ///
  /// - Parameter offset: how far to the right of its place the tile is to be seen at first, so
  ///   that it comes in with the others where these slide; in points.
  final func reuseOldestTileLayers(upTo newestTile: Int, offset: CGFloat) {
    guard newestTile > tileLayers.newestTile else { return }
    if newestTile - tileLayers.newestTile > tileLayers.count {
      tileLayers.skip(to: newestTile - tileLayers.count)
    }
    Transaction.run(disableActions: true) {
      while tileLayers.newestTile < newestTile {
        let tileLayer = tileLayers.advance()
        tileLayer.jobInFlight = nil
        show(nil, on: tileLayer)
        tileLayer.layer.removeAnimation(forKey: "position")
        tileLayer.layer.setFrame(
          frame(forTile: tileLayers.newestTile).offsetBy(dx: offset, dy: 0))
      }
    }
    let tiles = tileLayers.tiles
    tilesToRedraw.removeAll { !tiles.contains($0) }
  }

  /// Sees that there is a layer for each visible tile and one more, since the outermost ones
  /// hang off both edges. A tile that stays keeps its layer, and shows what it has until it is
  /// redrawn.
  final func adjustTileLayers() {
    let newestTile = configuration.tile(ofSample: totalSampleCount - 1)
    let visible = (bounds.width / configuration.layerWidth).rounded(.up)
    let needed =
      format == nil ? 0 : 1 + Int(min(visible, CGFloat(Self.maximumTileCount - 1)))
    let tiles = newestTile - needed + 1..<newestTile + 1
    var spare = tileLayers.all
    for tile in tileLayers.tiles.clamped(to: tiles) {
      spare.removeAll { $0 === tileLayers[tile] }
    }
    let layers = tiles.map { tile in
      if let tileLayer = tileLayers[tile] { return tileLayer }
      let tileLayer = spare.popLast() ?? newTileLayer()
      show(nil, on: tileLayer)
      return tileLayer
    }
    for tileLayer in layers {
      tileLayer.canvas = nil
      tileLayer.jobInFlight = nil
      tileLayer.layer.contentsScale = contentScaleFactor
      if let format { tileLayer.layer.contentsRect = format.contentsRect }
      tileLayer.layer.removeAnimation(forKey: "position")
    }
    for tileLayer in spare { tileLayer.layer.removeFromSuperlayer() }
    tileLayers = TileLayers(layers, newestTile: newestTile)
  }

  private final func newTileLayer() -> TileLayer {
    let layer = Layer()
    var actions: [String: any Action] = [
      "contents": .none, "bounds": .none, "backgroundColor": .none, "contentsScale": .none,
      "position": .none,
    ]
    if let slide { actions["position"] = slide }
    layer.actions = actions
    self.layer.addSublayer(layer)
    return TileLayer(layer: layer)
  }

  /// Moves the tiles on by so many samples: tiles that have left the view make room for new ones,
  /// and all go to their places, sliding if the configuration says so.
  final func moveTiles(by count: Int) {
    let newestTile = configuration.tile(ofSample: totalSampleCount - 1)
    // Where no tile stays there is nothing that could be seen to move.
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

  /// How far to the right of their places the tiles are seen, in points.
  private final var unfinishedSlide: CGFloat {
    guard let layer = tileLayers[tileLayers.newestTile]?.layer,
      layer.animation(forKey: "position") != nil, let seen = layer.presentation()
    else { return 0 }
    return seen.position.x - layer.position.x
  }

  /// Puts every tile's layer where the total number of samples has it now.
  final func layoutTileLayers() {
    guard var frame = tileLayers.tiles.first.map(frame(forTile:)) else { return }
    tileLayers.forEach { tile, tileLayer in
      frame.origin.x = x(forSampleAt: configuration.firstSample(of: tile))
      tileLayer.layer.setFrame(frame)
    }
  }

  /// The rectangle of a tile in the view's coordinate space, in points.
  public final func frame(forTile tile: Int) -> CGRect {
    let bounds = bounds
    return CGRect(
      x: x(forSampleAt: configuration.firstSample(of: tile)), y: bounds.minY,
      width: configuration.layerWidth, height: bounds.height)
  }

  /// The x of a sample in the view's coordinate space, in points: measured back from the right
  /// edge, where the next sample will stand.
  public final func x(forSampleAt index: Int) -> CGFloat {
    bounds.maxX - configuration.pointsPerSample * CGFloat(totalSampleCount - index)
  }
}

/// Moves a view's tiles evenly from where they are seen to where they now belong, all alike.
final class TileSlide: Action {
  private let duration: Double
  /// How far to the right of its new place a tile is seen now, in points.
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
  /// Sets the frame of a layer that is anchored in its middle and not transformed; most often
  /// only its position.
  fileprivate func setFrame(_ frame: CGRect) {
    position = CGPoint(x: frame.midX, y: frame.midY)
    bounds.size = frame.size
  }
}
