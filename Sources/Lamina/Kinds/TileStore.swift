import Foundation

/// A finished tile; its bitmap is nil if nothing was drawn.
struct CompletedTile: Sendable {
  let key: TileKey
  let serial: UInt64
  let bitmap: Bitmap?
}

/// The queue into which background threads put completed tiles.
final class CompletedTileQueue: Sendable {
  private let tiles = Locked<[CompletedTile]>([])

  func put(_ tile: CompletedTile) { tiles.withLock { $0.append(tile) } }

  func takeAll() -> [CompletedTile] {
    tiles.withLock { tiles in
      defer { tiles = [] }
      return tiles
    }
  }
}

/// The tiles of one ``TiledLayer``: the finished ones and those being drawn. Belongs to the thread
/// that owns the layer.
final class TileStore {
  private struct Tile {
    var bitmap: Bitmap?
    /// The pixels that it covers, counted from the layer's origin.
    var box: PixelRect
    var arrival: Double
    /// True if the tile must be redrawn.
    var isStale = false
  }

  private struct Request {
    let serial: UInt64
    let box: PixelRect
    let work: OneShotTask
  }

  /// The visible part of the layer.
  struct VisibleRegion {
    /// The visible rectangle in the layer's own coordinates, in points.
    var rect: CGRect
    /// The pixels of the frame per point of the layer.
    var scale: CGFloat
    /// True if the transform to the frame overflows, so the rectangle is unknown.
    var isUnplaced = false
  }

  private var tiles: [TileKey: Tile] = [:]
  private var requests: [TileKey: Request] = [:]
  private let inbox = CompletedTileQueue()
  private var lastSerial: UInt64 = 0
  private var grid: TileGrid?
  private(set) var shown: VisibleTiles?
  /// True if the last view could not be determined.
  private(set) var isUnplaced = false

  deinit { for request in requests.values { request.work.cancel() } }

  /// The work for the tiles being drawn.
  var work: [OneShotTask] { requests.keys.sorted().map { requests[$0]!.work } }

  /// True while tiles are being drawn or fading in.
  var isBusy: Bool { !requests.isEmpty || shown?.isFading ?? false }

  var tileCount: Int { tiles.count }
  var byteCount: Int { tiles.values.reduce(0) { $0 + ($1.bitmap?.storage.byteCount ?? 0) } }

  /// Discards all tiles and cancels the requests.
  func removeAll() {
    for request in requests.values { request.work.cancel() }
    requests = [:]
    tiles = [:]
    shown = nil
  }

  /// Invalidates the tiles in a rectangle, in points, or all of them. Requests there are cancelled
  /// and their results discarded.
  func invalidate(_ rect: CGRect?) {
    guard let grid else { return }
    func isMeant(_ key: TileKey) -> Bool { rect.map { $0.intersects(grid.rect(key)) } ?? true }
    for key in tiles.keys where isMeant(key) { tiles[key]!.isStale = true }
    for (key, request) in requests where isMeant(key) {
      request.work.cancel()
      requests[key] = nil
    }
  }

  /// Takes in the completed tiles, requests the missing ones and discards those that are far away.
  ///
  /// - Parameters:
  ///   - view: the visible part; nil if the layer is not visible.
  ///   - arrival: the time from which new tiles fade in, in seconds.
  /// - Returns: true if the visible tiles, ``shown``, or ``isUnplaced`` changed.
  func update(_ layer: TiledLayer, _ view: VisibleRegion?, at time: Double, arrival: Double) -> Bool
  {
    let grid = layer.tileGrid
    if grid != self.grid {
      removeAll()
      self.grid = grid
    }
    for drawn in inbox.takeAll() {
      guard let request = requests[drawn.key], request.serial == drawn.serial else { continue }
      requests[drawn.key] = nil
      // A tile that replaces another bitmap does not fade in: the old one would show through.
      let isNew = tiles[drawn.key]?.bitmap == nil
      tiles[drawn.key] = Tile(
        bitmap: drawn.bitmap, box: request.box, arrival: isNew ? arrival : -.infinity)
    }
    let fade = type(of: layer).fadeDuration()
    for (key, tile) in tiles where tile.arrival > -.infinity && time >= tile.arrival + fade {
      tiles[key]!.arrival = -.infinity
    }
    let needed = view.flatMap {
      grid.tilesNeeded(in: $0.rect, deviceScale: $0.scale, size: layer.bounds.size)
    }
    if let needed, let view {
      ask(for: needed, of: layer, grid)
      dropTiles(butFor: needed, in: view, layer, grid)
    } else if view != nil {
      removeAll()
    }
    let wasUnplaced = isUnplaced
    isUnplaced = view?.isUnplaced == true
    return show(needed?.level, grid, fade) || isUnplaced != wasUnplaced
  }

  // MARK: - Asking

  private func ask(for needed: TileRange, of layer: TiledLayer, _ grid: TileGrid) {
    let keys = needed.keys
    let wanted = Set(keys)
    for (key, request) in requests where !wanted.contains(key) {
      request.work.cancel()
      requests[key] = nil
    }
    for key in keys {
      let box = grid.box(key, in: layer.bounds)
      if box.isEmpty { continue }
      if let tile = tiles[key], !tile.isStale, tile.box.contains(box) { continue }
      if let request = requests[key] {
        if request.box.contains(box) { continue }
        request.work.cancel()
      }
      lastSerial += 1
      let work = layer.drawing(of: key, box, grid, serial: lastSerial, into: inbox)
      requests[key] = Request(serial: lastSerial, box: box, work: work)
      work.start()
    }
  }

  /// Discards all tiles but those needed, their neighbours, and, while some are missing, tiles of
  /// other levels in their place.
  private func dropTiles(
    butFor needed: TileRange, in view: VisibleRegion, _ layer: TiledLayer, _ grid: TileGrid
  ) {
    let isWhole = needed.keys.allSatisfy { key in
      if let tile = tiles[key] { return tile.arrival == -.infinity }
      return grid.box(key, in: layer.bounds).isEmpty
    }
    var others: [TileKey] = []
    for key in tiles.keys where !needed.isNear(key) {
      if !isWhole, key.level != needed.level, grid.rect(key).intersects(view.rect) {
        others.append(key)
      } else {
        tiles[key] = nil
      }
    }
    let room = 2 * needed.count + 16
    if others.count <= room { return }
    others.sort { a, b in
      let (near, far) = (abs(a.level - needed.level), abs(b.level - needed.level))
      return near == far ? a < b : near < far
    }
    for key in others.dropFirst(room) { tiles[key] = nil }
  }

  // MARK: - Showing

  /// - Returns: true if the list changed.
  private func show(_ level: Int?, _ grid: TileGrid, _ fade: Double) -> Bool {
    // Coarser ones below finer ones; those of the wanted level over all others.
    let keys = tiles.keys.sorted { a, b in
      (a.level == level) == (b.level == level) ? a < b : b.level == level
    }
    let list = keys.compactMap { key -> VisibleTile? in
      guard let tile = tiles[key], let bitmap = tile.bitmap else { return nil }
      let scale = grid.scale(key.level)
      return VisibleTile(
        bitmap: bitmap,
        rect: CGRect(
          x: CGFloat(tile.box.minX) / scale, y: CGFloat(tile.box.minY) / scale,
          width: CGFloat(tile.box.width) / scale, height: CGFloat(tile.box.height) / scale),
        arrival: tile.arrival)
    }
    let old = shown?.tiles ?? []
    let isSame =
      old.count == list.count
      && zip(old, list).allSatisfy {
        $0.bitmap.storage === $1.bitmap.storage && $0.rect == $1.rect && $0.arrival == $1.arrival
      }
    if isSame { return false }
    shown = VisibleTiles(list, fadeDuration: fade)
    return true
  }
}
