/// A grid index that finds the items of a display list that may touch a rectangle, with bit sets
/// that are kept from frame to frame.
///
/// The frame is divided into columns and rows of 32 pixels, numbered modulo 64. Each chunk has a
/// set of its items for every column and every row. The candidates for a rectangle are the items in
/// one of its columns and in one of its rows: a handful of words for 512 items.
///
/// Building a set costs more than many searches without it, so only chunks that stay as they are,
/// or change in a few items, have sets. All others are *loose*, and are searched with a
/// ``BoundsQuery``.
final class GridIndex {
  /// The bits of one chunk, one set after another: the columns, then the rows.
  private typealias Words = UnsafeMutablePointer<UInt64>

  private static let bandShift = 5
  private static let bandCount = 64
  private static let wordsPerSet = DisplayChunk.capacity / 64
  /// The words of one chunk, padded so that the same set of all chunks does not map to the same few
  /// cache lines.
  private static let wordsPerChunk = 2 * bandCount * wordsPerSet + 24
  /// The smallest number of chunks for which sets make searches faster.
  private static let smallestList = 4
  /// The largest number of changed items with which a chunk keeps its sets; with more, it becomes
  /// loose.
  private static let changeLimit = 32
  /// The maximum number of loose chunks that get sets in one frame.
  private static let chunksPerFrame = 8
  /// The largest number of columns and rows in a rectangle for which sets make searches faster.
  private static let bandLimit = 24

  private var words: Words?
  /// The number of chunks that `words` has room for.
  private var capacity = 0
  private var hasSets: [Bool] = []
  /// The chunks without sets, and the serial of the evaluation in which each was last seen.
  private var loose: [(position: Int, serial: UInt64)] = []

  deinit { words?.deallocate() }

  // MARK: - Following the list

  /// Removes all sets, so that searches run without them.
  func removeAll() {
    hasSets.removeAll(keepingCapacity: true)
    loose.removeAll(keepingCapacity: true)
  }

  /// Applies a change of `list`. Every change must be applied, in order.
  ///
  /// - Complexity: O(changed items), plus the items of a few chunks.
  func follow(_ change: DisplayListDiff, _ list: DisplayList) {
    switch change {
    case .everything: reset(list)
    case .chunks(let changes), .reordered(let changes, _):
      if hasSets.isEmpty { return }
      tieLooseChunks(list)
      for change in changes where hasSets[change.position] { follow(change) }
    }
  }

  private func reset(_ list: DisplayList) {
    removeAll()
    let count = list.chunks.count
    guard count >= Self.smallestList else { return }
    if count > capacity {
      words?.deallocate()
      capacity = count + count / 4
      words = .allocate(capacity: capacity * Self.wordsPerChunk)
    }
    hasSets.append(contentsOf: repeatElement(false, count: count))
    for (position, chunk) in list.chunks.enumerated() { loose.append((position, chunk.serial)) }
  }

  private func follow(_ change: DisplayChunkDiff) {
    let new = change.new
    guard Self.isPatch(new), new.baseSerial == change.old.serial else {
      hasSets[change.position] = false
      loose.append((change.position, new.serial))
      return
    }
    let sets = sets(of: change.position)
    for item in new.changes {
      Self.forEachSet(of: change.old.items, Int(item), in: sets) { $0.pointee &= ~$1 }
    }
    for item in new.changes {
      Self.forEachSet(of: new.items, Int(item), in: sets) { $0.pointee |= $1 }
    }
  }

  private static func isPatch(_ chunk: DisplayChunk) -> Bool {
    chunk.baseSerial != 0 && chunk.changes.count <= changeLimit
  }

  /// Builds sets for a few of the loose chunks that no longer change as a whole.
  private func tieLooseChunks(_ list: DisplayList) {
    var rest = min(loose.count, Self.chunksPerFrame)
    while rest > 0, let (position, serial) = loose.popLast() {
      rest -= 1
      let chunk = list.chunks[position]
      if chunk.serial == serial || Self.isPatch(chunk) {
        makeSets(of: position, chunk.items)
      } else {
        loose.insert((position, chunk.serial), at: 0)
      }
    }
  }

  private func makeSets(of position: Int, _ items: DisplayItems) {
    let sets = sets(of: position)
    sets.update(repeating: 0, count: Self.wordsPerChunk)
    for item in 0..<items.count {
      Self.forEachSet(of: items, item, in: sets) { $0.pointee |= $1 }
    }
    hasSets[position] = true
  }

  private func sets(of position: Int) -> Words { words! + position * Self.wordsPerChunk }

  /// Calls `body` with the word and the bit of an item, for each column and row that it touches.
  @inline(__always)
  private static func forEachSet(
    of items: DisplayItems, _ item: Int, in sets: Words, _ body: (Words, UInt64) -> Void
  ) {
    let box = items.box(item)
    if box.isEmpty { return }
    let bit: UInt64 = 1 << UInt64(item & 63)
    let word = sets + item >> 6
    for band in bands(box.minX, box.maxX) { body(word + wrapped(band) * wordsPerSet, bit) }
    let rows = word + bandCount * wordsPerSet
    for band in bands(box.minY, box.maxY) { body(rows + wrapped(band) * wordsPerSet, bit) }
  }

  @inline(__always)
  private static func bands(_ low: Int, _ high: Int) -> ClosedRange<Int> {
    let first = low >> bandShift
    return first...min((high - 1) >> bandShift, first + bandCount - 1)
  }

  @inline(__always)
  private static func wrapped(_ band: Int) -> Int { band & (bandCount - 1) }

  // MARK: - Searching

  /// The columns and rows that a rectangle touches.
  struct Query {
    fileprivate let columns: ClosedRange<Int>
    fileprivate let rows: ClosedRange<Int>
  }

  /// The number of chunks that are searched with their sets.
  var indexedChunkCount: Int { hasSets.count { $0 } }

  /// Returns a query for a rectangle, which must not be empty; nil if there are no sets, or if a
  /// search without them is as fast.
  func query(_ rect: PixelRect) -> Query? {
    if hasSets.isEmpty { return nil }
    let columns = Self.bands(rect.minX, rect.maxX)
    let rows = Self.bands(rect.minY, rect.maxY)
    return columns.count + rows.count <= Self.bandLimit ? Query(columns: columns, rows: rows) : nil
  }

  /// Appends the items of a chunk that may touch the rectangle, in order. `candidates` must have room for
  /// them.
  ///
  /// - Returns: false if the chunk has no sets.
  @inline(__always)
  func search(_ position: Int, _ query: Query, into candidates: CandidateBuffer) -> Bool {
    guard hasSets[position] else { return false }
    let columns = sets(of: position)
    let rows = columns + Self.bandCount * Self.wordsPerSet
    let found = Self.union(columns, query.columns) & Self.union(rows, query.rows)
    for word in 0..<Self.wordsPerSet {
      var bits = found[word]
      while bits != 0 {
        candidates.append(position, word * 64 + bits.trailingZeroBitCount)
        bits &= bits &- 1
      }
    }
    return true
  }

  @inline(__always)
  private static func union(_ sets: Words, _ bands: ClosedRange<Int>) -> SIMD8<UInt64> {
    var union = SIMD8<UInt64>.zero
    var band = bands.lowerBound
    while band <= bands.upperBound {
      union |= UnsafeRawPointer(sets + wrapped(band) * wordsPerSet)
        .loadUnaligned(as: SIMD8<UInt64>.self)
      band += 1
    }
    return union
  }
}
