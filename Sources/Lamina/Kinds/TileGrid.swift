import Foundation

/// The identity of a tile of a ``TiledLayer``: its level of detail and its row and column in the
/// grid.
struct TileKey: Hashable, Comparable {
  var level: Int
  var row: Int
  var column: Int

  static func < (a: TileKey, b: TileKey) -> Bool {
    (a.level, a.row, a.column) < (b.level, b.row, b.column)
  }
}

/// A rectangle of adjacent tiles of one level.
struct TileRange: Equatable {
  var level: Int
  var columns: Range<Int>
  var rows: Range<Int>

  var count: Int { columns.count * rows.count }

  var keys: [TileKey] {
    rows.flatMap { row in columns.map { TileKey(level: level, row: row, column: $0) } }
  }

  /// Returns true if a tile is in the range or adjacent to it.
  func isNear(_ key: TileKey) -> Bool {
    key.level == level && key.column >= columns.lowerBound - 1
      && key.column <= columns.upperBound && key.row >= rows.lowerBound - 1
      && key.row <= rows.upperBound
  }
}

/// The division of a ``TiledLayer`` into tiles (rule 15.5).
///
/// At level *k* a point has 2^k times ``Layer/contentsScale`` pixels. The grid begins at (0, 0) of
/// the layer's own coordinates.
struct TileGrid: Equatable {
  /// The largest number of tiles needed at a time; above it, a coarser level is used.
  static let tileLimit = 4_096
  /// The valid side lengths of a tile in pixels.
  static let sides: ClosedRange<CGFloat> = 16...4_096
  /// The distance from the layer's origin in pixels beyond which nothing is drawn.
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

  /// Returns the pixels per point at a level.
  func scale(_ level: Int) -> CGFloat { contentsScale * CGFloat(pow(2, Double(level))) }

  /// Returns the available levels for a layer of a size in points: each has half the resolution of
  /// the next, down to the one at which the layer would be less than a pixel wide or high.
  func levels(for size: CGSize) -> ClosedRange<Int> {
    var lowest = bias - levelsOfDetail + 1
    while lowest < bias, min(size.width, size.height) * scale(lowest) < 1 { lowest += 1 }
    return lowest...bias
  }

  /// Returns the coarsest level that is fine enough, else the finest available.
  ///
  /// - Parameter deviceScale: the pixels of the frame per point of the layer.
  func level(for deviceScale: CGFloat, size: CGSize) -> Int {
    let levels = levels(for: size)
    let wanted = log2(Double(deviceScale / contentsScale))
    guard wanted.isFinite else { return wanted > 0 ? levels.upperBound : levels.lowerBound }
    // A rounding error must not select tiles twice as fine.
    let level = Int((max(-100, min(wanted, 100)) - 1e-6).rounded(.up))
    return min(max(level, levels.lowerBound), levels.upperBound)
  }

  /// Returns the rectangle that a tile covers, in points.
  func rect(_ key: TileKey) -> CGRect {
    let scale = scale(key.level)
    return CGRect(
      x: CGFloat(key.column) * tileSize.width / scale,
      y: CGFloat(key.row) * tileSize.height / scale, width: tileSize.width / scale,
      height: tileSize.height / scale)
  }

  /// Returns the part of a tile that lies in the bounds, in pixels from the layer's origin.
  func box(_ key: TileKey, in bounds: CGRect) -> PixelRect {
    let scale = scale(key.level)
    let (width, height) = (Int(tileSize.width), Int(tileSize.height))
    let tile = PixelRect(
      x: key.column * width, y: key.row * height, width: width, height: height)
    func limited(_ edge: CGFloat) -> CGFloat { max(-Self.reach, min(edge * scale, Self.reach)) }
    // A rounding error past a whole pixel must not add another.
    return tile.intersection(
      PixelRect(
        minX: Int((limited(bounds.minX) + 1e-6).rounded(.down)),
        minY: Int((limited(bounds.minY) + 1e-6).rounded(.down)),
        maxX: Int((limited(bounds.maxX) - 1e-6).rounded(.up)),
        maxY: Int((limited(bounds.maxY) - 1e-6).rounded(.up))))
  }

  /// Returns the tiles of a level that intersect a rectangle; nil if they are too many.
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

  /// Returns the tiles needed to show a rectangle; nil if there are none.
  func tilesNeeded(in rect: CGRect, deviceScale: CGFloat, size: CGSize) -> TileRange? {
    if rect.isNull || rect.isEmpty { return nil }
    var level = level(for: deviceScale, size: size)
    while level > -100 {
      if let range = tiles(level, in: rect) { return range }
      // With so much visible at once, less detail is enough.
      level -= 1
    }
    return nil
  }
}
