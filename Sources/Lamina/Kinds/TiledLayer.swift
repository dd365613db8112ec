import Foundation

/// A layer whose visible part is drawn in tiles, in the background: what `CATiledLayer` is in Core
/// Animation.
///
/// It may be far larger than a frame, and zoomed: only the visible part is drawn, at a suitable
/// level of detail, and only tiles near it are kept. A commit requests the missing tiles. They are
/// drawn on background threads, several at a time, and shown by the first commit after they are
/// finished; until then tiles of other levels stand in. New tiles fade in over ``fadeDuration()``.
///
/// ``drawTile`` is called once per tile, **on any thread and on several at a time**. The context
/// has the layer's own coordinates, in points, and is clipped to the tile, whose rectangle is
/// ``DrawingContext/boundingBoxOfClipPath``. The closure is `@Sendable`: the compiler checks that
/// it captures only what every thread may use.
///
/// Ported code overrides ``draw(in:)``, or has a delegate with `draw(_:in:)`. These are called in
/// the same way, on a copy of the layer that ``Layer/init(layer:)`` made on the owner's thread when
/// the tile was requested. The compiler cannot check them: they must depend only on the copy's
/// values and on data that every thread may read.
///
///     let map = TiledLayer()
///     map.bounds = CGRect(x: 0, y: 0, width: 1_000_000, height: 1_000_000)
///     map.levelsOfDetail = 4
///     map.drawTile = { context in terrain.draw(in: context) }
///
/// ``Layer/setNeedsDisplay()`` and ``Layer/setNeedsDisplay(_:)`` redraw tiles. The old ones stay
/// until the new ones are finished, and tiles being drawn are discarded.
/// ``Renderer/finishTiles(at:)`` waits until no tile is missing.
open class TiledLayer: Layer {
  private static let defaultBox = RareValuesBox(kind: .tiled(TiledValues()))
  class override var initialValues: LayerValues { LayerValues(rare: defaultBox) }
  class override func canCopy(_ layer: Layer) -> Bool { layer is TiledLayer }

  let tiles = TileStore()

  /// The size of a tile in pixels. 256 x 256 by default. When used, sides are rounded up and
  /// clamped to 16...4,096. A change redraws all tiles. Not animatable.
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

  /// The number of levels of detail, each of half the resolution of the next finer one. 1 by
  /// default; a smaller value counts as 1. Levels at which the layer would be less than a pixel
  /// wide or high are omitted. A change redraws all tiles. Not animatable.
  public final var levelsOfDetail = 1 {
    willSet { requireModel("levelsOfDetail") }
    didSet { tilesDidChange() }
  }

  /// The number of levels that are finer than ``Layer/contentsScale`` pixels per point: the finest
  /// has 2 to this power times as many. 0 by default. A change redraws all tiles. Not animatable.
  public final var levelsOfDetailBias = 0 {
    willSet { requireModel("levelsOfDetailBias") }
    didSet { tilesDidChange() }
  }

  /// The closure that draws a tile unless ``draw(in:)`` is overridden. Called on any thread, and on
  /// several at a time. Nil by default; the delegate then draws. A change redraws all tiles.
  public final var drawTile: (@Sendable (_ context: DrawingContext) -> Void)? {
    willSet { requireModel("drawTile") }
    didSet { setNeedsDisplay() }
  }

  /// Creates a layer of zero size at the origin.
  public override init() {
    super.init()
    storage.status.insert(.tiled)
  }

  /// Creates a copy for drawing tiles or for ``Layer/presentation()``; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: `layer` is a ``TiledLayer``.
  public required init(layer: Any) {
    super.init(layer: layer)
    storage.status.insert(.tiled)
    guard let other = layer as? TiledLayer else { return }
    // The visible tiles belong to the other layer's store.
    var rare = storage.values.rareValues
    rare.tiled.shown = nil
    storeRare(rare)
    tileSize = other.tileSize
    levelsOfDetail = other.levelsOfDetail
    levelsOfDetailBias = other.levelsOfDetailBias
    drawTile = other.drawTile
  }

  /// Returns the duration of a new tile's fade-in, in seconds of the frames' time. 0.25 in this
  /// class; override it to change it. With 0 or less tiles do not fade.
  open class func fadeDuration() -> TimeInterval { 0.25 }

  /// Does nothing: tiles are drawn when they become visible.
  open override func display() {}

  /// Draws a tile with ``drawTile``, else with the delegate. For the calling threads see
  /// ``TiledLayer``.
  open override func draw(in context: DrawingContext) {
    if let drawTile { drawTile(context) } else { super.draw(in: context) }
  }

  /// Waits until the tiles that the last commit requested are finished. The next commit shows them.
  /// Draws on this thread what no other has begun.
  public final func finishTiles() {
    for work in tiles.work { work.finish() }
  }

  /// Waits until the tiles that the last commit requested are finished, without occupying a thread.
  /// The next commit shows them.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; the tiles are drawn all the same.
  public final func finishTiles(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    for work in tiles.work { try await work.finish() }
  }

  /// The number of tiles being drawn or waiting for a thread.
  public final var pendingTileCount: Int { tiles.work.count }

  /// The number of tiles that the layer keeps.
  public final var tileCount: Int { tiles.tileCount }

  final var tileGrid: TileGrid {
    TileGrid(
      contentsScale: contentsScale, tileSize: tileSize, levelsOfDetail: levelsOfDetail,
      bias: levelsOfDetailBias, isOpaque: isOpaque)
  }

  /// Has the next commit update the tiles.
  final func tilesDidChange() { layerTree?.isIdle = false }

  /// Invalidates the tiles in a rectangle, in points, or all.
  final func invalidateTiles(_ rect: CGRect?) {
    tiles.invalidate(rect)
    tilesDidChange()
  }

  /// Copies the visible tiles into the layer's values.
  final func publishTiles() {
    var rare = storage.values.rareValues
    rare.tiled.shown = tiles.shown
    rare.tiled.isUnplaced = tiles.isUnplaced
    storeRare(rare)
    LayerTree.enqueue(self)
  }

  /// Discards all tiles, as the layer has left its tree.
  final func dropTiles() {
    tiles.removeAll()
    guard storage.values.rareValues.tiled.shown != nil else { return }
    var rare = storage.values.rareValues
    rare.tiled.shown = nil
    storeRare(rare)
  }

  /// Returns what draws a tile: ``drawTile`` itself, or ``draw(in:)`` of a copy of the layer if
  /// that may be overridden, or the delegate draws.
  private final func makeDrawing() -> @Sendable (DrawingContext) -> Void {
    if let drawTile, type(of: self) == TiledLayer.self { return drawTile }
    /// `@unchecked Sendable`: the copy is used by this tile alone.
    struct TileJob: @unchecked Sendable {
      let layer: TiledLayer
    }
    let copy = type(of: self).init(layer: self)
    copy.storage.status.insert(.presentation)
    let job = TileJob(layer: copy)
    return { job.layer.draw(in: $0) }
  }

  /// Returns the work that draws a tile and puts it into an inbox.
  final func drawing(
    of key: TileKey, _ box: PixelRect, _ grid: TileGrid, serial: UInt64,
    into inbox: CompletedTileQueue
  ) -> OneShotTask {
    let draw = makeDrawing()
    let scale = grid.scale(key.level)
    let isOpaque = grid.isOpaque
    return OneShotTask {
      let pixels = PixelStorage(width: box.width, height: box.height, padded: false)
      pixels.clear(to: isOpaque ? Color.black.premultipliedPixel : 0)
      let context = DrawingContext(
        storage: pixels, clip: PixelRect(x: 0, y: 0, width: box.width, height: box.height),
        transform: Transform2D(scaleX: scale, y: scale).concatenating(
          Transform2D(translationX: -CGFloat(box.minX), y: -CGFloat(box.minY))),
        isOpaque: isOpaque)
      draw(context)
      inbox.put(
        CompletedTile(
          key: key, serial: serial, bitmap: context.hasDrawn ? context.makeBitmap() : nil))
    }
  }
}
