/// The tiles to be redrawn: each once, however often it is queued, and taken out in ascending
/// order.
struct TileSet {
  private var tiles: [Int] = []

  var isEmpty: Bool { tiles.isEmpty }
  var count: Int { tiles.count }

  func contains(_ tile: Int) -> Bool { place(of: tile).isThere }

  /// Adds a tile; one that is there already is not added again.
  ///
  /// - Complexity: O(1) for tiles near the newest, which are the ones that change.
  mutating func insert(_ tile: Int) {
    let (index, isThere) = place(of: tile)
    if !isThere { tiles.insert(tile, at: index) }
  }

  /// Takes all tiles out that satisfy a condition.
  mutating func removeAll(where condition: (Int) -> Bool) { tiles.removeAll(where: condition) }
  mutating func removeAll() { tiles.removeAll(keepingCapacity: true) }

  /// Takes the lowest tile out, or gives nil if there is none.
  mutating func popFirst() -> Int? { tiles.isEmpty ? nil : tiles.removeFirst() }

  private func place(of tile: Int) -> (index: Int, isThere: Bool) {
    var index = tiles.count
    while index > 0, tiles[index - 1] > tile { index -= 1 }
    return (index, index > 0 && tiles[index - 1] == tile)
  }
}
