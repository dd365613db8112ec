/// A part of an outline within one row of pixels. It begins and ends on the upper or the lower
/// edge of the row, or it is closed.
///
/// Places are in steps of 1/256 pixel from the clip's upper left corner. Chains are kept small:
/// reading and writing them is much of the work.
struct Chain {
  /// A straight part, never level.
  struct Piece {
    var x0: Int32
    var y0: Int32
    var x1: Int32
    var y1: Int32
  }

  /// Where its corners begin in the outliner's, and how many follow the first.
  var first: Int32
  var count: Int32
  /// The columns of the clip it goes through: `left..<right`.
  var left: UInt16
  var right: UInt16
  /// How far the winding can fall and rise in these.
  var fall: UInt16
  var rise: UInt16
}

/// Chains by the row they are in.
///
/// They come in the order of the outline and are read row by row: every row has blocks of its
/// own, so that it is written and read without going back and forth in memory.
struct ChainStore {
  /// Chains in a block.
  private static let blockSize = 32

  private var chains = Growable<Chain>(capacity: 4096)
  /// For each row: its first and last block, and the free part of the latter.
  private var firstBlocks = Growable<Int32>()
  private var lastBlocks = Growable<Int32>()
  private var places = Growable<Int32>()
  /// For each block the next one of its row; 0 after the last.
  private var nextBlocks = Growable<Int32>()

  func deallocate() {
    chains.deallocate()
    firstBlocks.deallocate()
    lastBlocks.deallocate()
    places.deallocate()
    nextBlocks.deallocate()
  }

  mutating func begin(rows: Int) {
    // There is no block 0.
    chains.count = Self.blockSize
    nextBlocks.count = 0
    nextBlocks.append(0)
    firstBlocks.reserve(rows)
    lastBlocks.reserve(rows)
    places.reserve(rows)
    firstBlocks.base.update(repeating: 0, count: rows)
    // A place that is a multiple of the block's size is the end of a block.
    places.base.update(repeating: 0, count: rows)
  }

  @inline(__always)
  func isEmpty(_ row: Int) -> Bool { firstBlocks[row] == 0 }

  @inline(__always)
  mutating func add(_ chain: Chain, row: Int) {
    if Int(places[row]) & (Self.blockSize &- 1) == 0 { addBlock(row) }
    let place = Int(places[row])
    chains[place] = chain
    places[row] = Int32(truncatingIfNeeded: place &+ 1)
  }

  @inline(never)
  private mutating func addBlock(_ row: Int) {
    let block = nextBlocks.count
    nextBlocks.append(0)
    chains.reserve((block + 1) * Self.blockSize)
    chains.count = (block + 1) * Self.blockSize
    if firstBlocks[row] == 0 {
      firstBlocks[row] = Int32(block)
    } else {
      nextBlocks[Int(lastBlocks[row])] = Int32(block)
    }
    lastBlocks[row] = Int32(block)
    places[row] = Int32(block * Self.blockSize)
  }

  /// Calls `body` for each chain in a row, in the order in which they were added.
  @inline(__always)
  func forEach(_ row: Int, _ body: (Chain) -> Void) {
    var block = Int(firstBlocks[row])
    while block != 0 {
      let next = Int(nextBlocks[block])
      let start = block &* Self.blockSize
      let end = next == 0 ? Int(places[row]) : start &+ Self.blockSize
      for place in start..<end { body(chains[place]) }
      block = next
    }
  }
}
