/// A part of an outline within one row of pixels. It begins and ends on the upper or the lower
/// edge of the row, or it is closed.
struct Chain {
  /// The columns of the clip it goes through: `left..<right`.
  var left: UInt16
  var right: UInt16
  /// How far the winding can fall and rise in these.
  var fall: UInt16
  var rise: UInt16
  /// How many lines it has, and how the winding behind it differs from that before it.
  var count: Int32
  var net: Int32

  /// The most lines of a chain that is not long.
  static let longestShort: Int32 = 8

  /// Whether it has too many lines to look at all of them in each column.
  @inline(__always)
  var isLong: Bool { count > Self.longestShort }
}

/// Chains by the row they are in.
///
/// They come in the order of the outline and are read row by row: every row has blocks of its
/// own, so that it is written and read without going back and forth in memory.
struct ChainStore {
  /// A corner of a chain: x in steps of 1/256 pixel from the clip's left edge, y from the row's
  /// upper edge.
  typealias Corner = SIMD2<Int32>

  /// Places in a block; a chain with more has a block of its own.
  private static let blockSize = 64
  /// Places of a chain before its corners.
  fileprivate static let headSize = 2

  /// What is known of a row.
  private struct Row {
    /// Where its first block begins; 0 without.
    var first: Int32
    /// Where its last block begins and ends, and the free part of that.
    var last: Int32
    var end: Int32
    var free: Int32
  }

  /// Blocks, and in these chains with their corners one after another. The first place of each
  /// block says where the next one begins, 0 if there is none, and how far this one is filled.
  private var places = Growable<Corner>(capacity: 4096)
  private var rows = Growable<Row>()

  func deallocate() {
    places.deallocate()
    rows.deallocate()
  }

  mutating func begin(rows count: Int) {
    // No block begins at 0.
    places.count = 1
    rows.reserve(count)
    rows.base.update(repeating: Row(first: 0, last: 0, end: 0, free: 0), count: count)
  }

  @inline(__always)
  func isEmpty(_ row: Int) -> Bool { rows[row].first == 0 }

  /// Adds a chain with its corners, one more than it has lines.
  ///
  /// - Parameter top: the y of the row's upper edge in the corners' y.
  @inline(__always)
  mutating func add(_ chain: Chain, _ corners: UnsafePointer<Corner>, row: Int, top: Int32) {
    let size = Int32(Self.headSize) &+ chain.count &+ 1
    if rows[row].end &- rows[row].free < size { addBlock(row, Int(size)) }
    let free = Int(rows[row].free)
    let place = UnsafeMutableRawPointer(places.base + free)
    place.storeBytes(of: chain, as: Chain.self)
    let target = places.base + free + Self.headSize
    for index in 0...Int(chain.count) { target[index] = corners[index] &- Corner(0, top) }
    rows.base[row].free = Int32(truncatingIfNeeded: free) &+ size
  }

  @inline(never)
  private mutating func addBlock(_ row: Int, _ size: Int) {
    let start = places.count
    let end = start + max(Self.blockSize, size + 1)
    places.reserve(end)
    places.count = end
    places[start] = .zero
    let block = Int32(start)
    if rows[row].first == 0 {
      rows.base[row].first = block
    } else {
      places[Int(rows[row].last)] = Corner(block, rows[row].free)
    }
    rows.base[row].last = block
    rows.base[row].end = Int32(end)
    rows.base[row].free = block + 1
  }

  /// Where all corners are.
  var corners: UnsafePointer<Corner> { UnsafePointer(places.base) }

  /// The chain whose corners begin at a place.
  @inline(__always)
  static func chain(before corners: UnsafePointer<Corner>) -> Chain {
    UnsafeRawPointer(corners - headSize).load(as: Chain.self)
  }

  /// The chains of a row with their corners, in the order in which they were added.
  @inline(__always)
  func row(_ row: Int) -> Chains {
    Chains(places: places.base, block: Int(rows[row].first), free: Int(rows[row].free))
  }

  struct Chains: Sequence, IteratorProtocol {
    private let places: UnsafeMutablePointer<Corner>
    /// Where the last block is filled up to.
    private let free: Int
    /// Where the next chain is, where its block ends and where the next block begins.
    private var place = 0
    private var end = 0
    private var block: Int

    @inline(__always)
    fileprivate init(places: UnsafeMutablePointer<Corner>, block: Int, free: Int) {
      self.places = places
      self.free = free
      self.block = block
    }

    @inline(__always)
    mutating func next() -> (chain: Chain, corners: UnsafePointer<Corner>)? {
      if place == end {
        if block == 0 { return nil }
        let head = places[block]
        place = block &+ 1
        end = head.x == 0 ? free : Int(head.y)
        block = Int(head.x)
      }
      let corners = UnsafePointer(places + place + ChainStore.headSize)
      let chain = ChainStore.chain(before: corners)
      place &+= ChainStore.headSize &+ 1 &+ Int(chain.count)
      return (chain, corners)
    }
  }
}
