import Foundation

/// A layer that is drawn in tiles, in the background, as far as it is seen: what `CATiledLayer` is
/// in Core Animation.
///
/// It may be far larger than a frame, and zoomed: only what is seen is drawn, at a level of detail
/// that fits, and only tiles near it are kept. A commit asks for the tiles that are missing. They
/// are drawn on background threads, several at a time, and the first commit after that shows them;
/// until then tiles of other levels stand in. New tiles fade in over ``fadeDuration()``.
///
/// ``draw(in:)`` is called once for each tile, **on any thread and on several at a time**, on a copy
/// of the layer that ``Layer/init(layer:)`` has made on the owner's thread when the tile was asked
/// for. The context has the layer's own coordinates, in points, and is clipped to the tile:
/// ``DrawingContext/boundingBoxOfClipPath`` tells which. What is drawn must follow from the copy's
/// values and from what may be read on every thread. The compiler checks that for ``drawTile``; it
/// cannot for an override of ``draw(in:)``, nor for a delegate's `draw(_:in:)`, which are called the
/// same way.
///
///     let map = TiledLayer()
///     map.bounds = CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000)
///     map.levelsOfDetail = 4
///     map.drawTile = { context in terrain.draw(in: context) }
///
/// ``Layer/setNeedsDisplay()`` and ``Layer/setNeedsDisplay(_:)`` have tiles drawn again. The old
/// ones stay until the new ones come, and what was being drawn is not shown.
/// ``Renderer/finishTiles(at:)`` waits until nothing is missing.
open class TiledLayer: Layer {
  private static let defaultBox = RareBox(kind: .tiled(TiledValues()))

  let tiles = TileStore()

  /// The size of a tile in pixels. 256 x 256 by default. Sides are rounded up, and at least 16 and
  /// at most 4,096 when it is used. A change has all tiles drawn again. Not animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var tileSize = CGSize(width: 256, height: 256) {
    willSet {
      requireModel("tileSize")
      require(
        newValue.width.isFinite && newValue.height.isFinite,
        refusal("tileSize", "[\(newValue.width) \(newValue.height)]"))
    }
    didSet { tilesDidChange() }
  }

  /// How many levels of detail there are, each half as fine as the one before. 1 by default; less
  /// counts as 1. A level in which the layer would have less than a pixel is left out. A change has
  /// all tiles drawn again. Not animatable.
  public final var levelsOfDetail = 1 {
    willSet { requireModel("levelsOfDetail") }
    didSet { tilesDidChange() }
  }

  /// How many of the levels are finer than one of ``Layer/contentsScale`` pixels to a point: the
  /// finest has 2 to this power times as many. 0 by default. A change has all tiles drawn again.
  /// Not animatable.
  public final var levelsOfDetailBias = 0 {
    willSet { requireModel("levelsOfDetailBias") }
    didSet { tilesDidChange() }
  }

  /// Draws a tile, where ``draw(in:)`` is not overridden: on any thread, on several at a time. Nil
  /// by default; then the delegate draws. A change has all tiles drawn again.
  public final var drawTile: (@Sendable (_ context: DrawingContext) -> Void)? {
    willSet { requireModel("drawTile") }
    didSet { setNeedsDisplay() }
  }

  /// Creates a layer of zero size at the origin.
  public override init() {
    super.init()
    beginAs(Self.defaultBox)
    core.pointee.status.insert(.tiled)
  }

  /// Creates a copy to draw tiles with, or for ``Layer/presentation()``; see
  /// ``Layer/init(layer:)``.
  ///
  /// - Precondition: a ``TiledLayer``.
  public required init(layer: Any) {
    guard let other = layer as? TiledLayer else {
      refuse("init(layer:) copies a TiledLayer, and was given a \(Swift.type(of: layer))")
    }
    super.init(layer: layer)
    core.pointee.status.insert(.tiled)
    // What is shown belongs to the tiles of the other layer.
    var rare = core.pointee.values.rareValues
    rare.tiled.shown = nil
    storeRare(rare)
    tileSize = other.tileSize
    levelsOfDetail = other.levelsOfDetail
    levelsOfDetailBias = other.levelsOfDetailBias
    drawTile = other.drawTile
  }

  /// As of every layer, and `tileSize`, `levelsOfDetail` and `levelsOfDetailBias`.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "tileSize": CGSize(width: 256, height: 256)
    case "levelsOfDetail": 1
    case "levelsOfDetailBias": 0
    default: super.defaultValue(forKey: key)
    }
  }

  /// How long a new tile takes to fade in, in seconds of the frames' time. 0.25 in this class;
  /// override it for another. What is 0 or less does not fade.
  open class func fadeDuration() -> TimeInterval { 0.25 }

  /// Does nothing: tiles are drawn when they are seen.
  open override func display() {}

  /// Draws a tile by ``drawTile``, else by the delegate. See ``TiledLayer`` for where it is called.
  open override func draw(in context: DrawingContext) {
    if let drawTile { drawTile(context) } else { super.draw(in: context) }
  }

  /// Waits until the tiles that the last commit asked for are drawn. The next one shows them.
  public final func waitForTiles() {
    for work in tiles.work { work.finish() }
  }

  /// How many tiles are being drawn or wait for a thread.
  public final var pendingTileCount: Int { tiles.work.count }

  /// How many tiles the layer keeps.
  public final var tileCount: Int { tiles.tileCount }

  final var tileGrid: TileGrid {
    TileGrid(
      contentsScale: contentsScale, tileSize: tileSize, levelsOfDetail: levelsOfDetail,
      bias: levelsOfDetailBias, isOpaque: isOpaque)
  }

  /// The next commit has to look at the tiles.
  final func tilesDidChange() { core.pointee.host?.pointee.isIdle = false }

  /// Has tiles drawn again: those in a rectangle, in points, or all.
  final func invalidateTiles(_ rect: CGRect?) {
    tiles.invalidate(rect)
    tilesDidChange()
  }

  /// Gives the layer the tiles to be shown.
  final func publishTiles() {
    var rare = core.pointee.values.rareValues
    rare.tiled.shown = tiles.shown
    storeRare(rare)
    TreeHost.enqueue(self, .values)
  }

  /// Lets go of all tiles: the layer has left its tree.
  final func dropTiles() {
    tiles.removeAll()
    guard core.pointee.values.rareValues.tiled.shown != nil else { return }
    var rare = core.pointee.values.rareValues
    rare.tiled.shown = nil
    storeRare(rare)
  }

  /// The work of drawing a tile with a copy of the layer, which puts it into an inbox.
  final func drawing(
    of key: TileKey, _ box: PixelRect, _ grid: TileGrid, serial: UInt64, into inbox: TileInbox
  ) -> BackgroundWork {
    /// `@unchecked Sendable`: the copy was made for this tile alone.
    struct Job: @unchecked Sendable {
      let layer: TiledLayer
    }
    let copy = type(of: self).init(layer: self)
    copy.core.pointee.status.insert(.presentation)
    let job = Job(layer: copy)
    let scale = grid.scale(key.level)
    let isOpaque = grid.isOpaque
    return BackgroundWork {
      let storage = PixelStorage(width: box.width, height: box.height, padded: false)
      storage.clear(to: isOpaque ? Color.black.premultipliedPixel : 0)
      let context = DrawingContext(
        storage: storage, clip: PixelRect(x: 0, y: 0, width: box.width, height: box.height),
        transform: Transform2D(scaleX: scale, y: scale).concatenating(
          Transform2D(translationX: -CGFloat(box.minX), y: -CGFloat(box.minY))),
        isOpaque: isOpaque)
      job.layer.draw(in: context)
      inbox.put(
        DrawnTile(
          key: key, serial: serial, bitmap: context.hasDrawn ? context.makeBitmap() : nil))
    }
  }
}
