import Foundation

/// Which tile of a ``TiledLayer``: its level of detail, and where it stands in the grid.
struct TileKey: Hashable, Comparable {
  var level: Int
  var row: Int
  var column: Int

  static func < (a: TileKey, b: TileKey) -> Bool {
    (a.level, a.row, a.column) < (b.level, b.row, b.column)
  }
}

/// Tiles next to each other, of one level.
struct TileRange: Equatable {
  var level: Int
  var columns: Range<Int>
  var rows: Range<Int>

  var count: Int { columns.count * rows.count }

  var keys: [TileKey] {
    rows.flatMap { row in columns.map { TileKey(level: level, row: row, column: $0) } }
  }

  /// Whether a tile is one of these or next to one.
  func isNear(_ key: TileKey) -> Bool {
    key.level == level && key.column >= columns.lowerBound - 1
      && key.column <= columns.upperBound && key.row >= rows.lowerBound - 1
      && key.row <= rows.upperBound
  }
}

/// How a ``TiledLayer`` is cut into tiles (semantics 15.5).
///
/// At level *k* a point has 2^k times ``Layer/contentsScale`` pixels. The grid begins at (0, 0) of
/// the layer's own coordinates.
struct TileGrid: Equatable {
  /// The most tiles that are wanted at a time; past it they are of a lower level.
  static let tileLimit = 4_096
  /// The pixels of a side that a tile can have.
  static let sides: ClosedRange<CGFloat> = 16...4_096
  /// Past this many pixels from the layer's origin nothing is drawn.
  static let reach: CGFloat = 1e15

  var contentsScale: CGFloat
  var tileSize: CGSize
  var levelsOfDetail: Int
  var bias: Int
  var isOpaque: Bool

  init(
    contentsScale: CGFloat, tileSize: CGSize, levelsOfDetail: Int, bias: Int, isOpaque: Bool
  ) {
    self.contentsScale = contentsScale
    func side(_ length: CGFloat) -> CGFloat {
      min(max(length.rounded(.up), Self.sides.lowerBound), Self.sides.upperBound)
    }
    self.tileSize = CGSize(width: side(tileSize.width), height: side(tileSize.height))
    self.levelsOfDetail = max(1, min(levelsOfDetail, 100))
    self.bias = max(-50, min(bias, 50))
    self.isOpaque = isOpaque
  }

  /// Pixels per point at a level.
  func scale(_ level: Int) -> CGFloat { contentsScale * CGFloat(pow(2, Double(level))) }

  /// The levels there are: each half as fine as the one before, down to where the layer would
  /// have less than a pixel.
  func levels(for size: CGSize) -> ClosedRange<Int> {
    var lowest = bias - levelsOfDetail + 1
    while lowest < bias, min(size.width, size.height) * scale(lowest) < 1 { lowest += 1 }
    return lowest...bias
  }

  /// The coarsest level that is fine enough, else the finest there is.
  ///
  /// - Parameter deviceScale: pixels of the frame per point of the layer.
  func level(for deviceScale: CGFloat, size: CGSize) -> Int {
    let levels = levels(for: size)
    let wanted = log2(Double(deviceScale / contentsScale))
    guard wanted.isFinite else { return wanted > 0 ? levels.upperBound : levels.lowerBound }
    // A rounding error does not make tiles twice as fine.
    let level = Int((max(-100, min(wanted, 100)) - 1e-6).rounded(.up))
    return min(max(level, levels.lowerBound), levels.upperBound)
  }

  /// What a tile covers, in points.
  func rect(_ key: TileKey) -> CGRect {
    let scale = scale(key.level)
    return CGRect(
      x: CGFloat(key.column) * tileSize.width / scale,
      y: CGFloat(key.row) * tileSize.height / scale, width: tileSize.width / scale,
      height: tileSize.height / scale)
  }

  /// The pixels of a tile that lie in the bounds, counted from the layer's origin.
  func box(_ key: TileKey, in bounds: CGRect) -> PixelRect {
    let scale = scale(key.level)
    let (width, height) = (Int(tileSize.width), Int(tileSize.height))
    let tile = PixelRect(
      x: key.column * width, y: key.row * height, width: width, height: height)
    func limited(_ edge: CGFloat) -> CGFloat { max(-Self.reach, min(edge * scale, Self.reach)) }
    // A rounding error past a whole pixel does not make one more.
    return tile.intersection(
      PixelRect(
        minX: Int((limited(bounds.minX) + 1e-6).rounded(.down)),
        minY: Int((limited(bounds.minY) + 1e-6).rounded(.down)),
        maxX: Int((limited(bounds.maxX) - 1e-6).rounded(.up)),
        maxY: Int((limited(bounds.maxY) - 1e-6).rounded(.up))))
  }

  /// The tiles of a level that touch a rectangle; nil where they are too many.
  func tiles(_ level: Int, in rect: CGRect) -> TileRange? {
    let scale = scale(level)
    func range(_ from: CGFloat, _ to: CGFloat, _ side: CGFloat) -> Range<Int>? {
      let first = (from * scale / side + 1e-9).rounded(.down)
      let last = (to * scale / side - 1e-9).rounded(.up)
      guard abs(first) < Self.reach / side, abs(last) < Self.reach / side,
        last - first <= CGFloat(Self.tileLimit)
      else { return nil }
      return Int(first)..<max(Int(first), Int(last))
    }
    guard let columns = range(rect.minX, rect.maxX, tileSize.width),
      let rows = range(rect.minY, rect.maxY, tileSize.height),
      columns.count * rows.count <= Self.tileLimit
    else { return nil }
    return TileRange(level: level, columns: columns, rows: rows)
  }

  /// The tiles to be shown in a rectangle; nil where nothing is.
  func tilesNeeded(in rect: CGRect, deviceScale: CGFloat, size: CGSize) -> TileRange? {
    if rect.isNull || rect.isEmpty { return nil }
    var level = level(for: deviceScale, size: size)
    while level > -100 {
      if let range = tiles(level, in: rect) { return range }
      // So much is seen at once that less detail is enough.
      level -= 1
    }
    return nil
  }
}
