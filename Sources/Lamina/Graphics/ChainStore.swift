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
/// own, so that it is written and read without going back and forth in memory. A chain is written
/// where it stays.
struct ChainStore {
  /// A corner of a chain: x in steps of 1/256 pixel from the clip's left edge, y from the row's
  /// upper edge.
  typealias Corner = SIMD2<Int32>

  /// Places in a block; a chain with more has a block of its own.
  private static let blockSize = 64
  /// Places that are left free rather than to begin a chain in them.
  private static let shortest: Int32 = 5
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
  private var rowCount = 0
  /// The row of the chain under way, where its first and its next corner are and where its block
  /// ends.
  private var current = 0
  private var start: UnsafeMutablePointer<Corner>
  private var next: UnsafeMutablePointer<Corner>
  private var end: UnsafeMutablePointer<Corner>

  init() {
    start = places.base
    next = places.base
    end = places.base
  }

  func deallocate() {
    places.deallocate()
    rows.deallocate()
  }

  mutating func begin(rows count: Int) {
    // No block begins at 0.
    places.count = 1
    rowCount = count
    rows.reserve(count + 1)
    rows.base.update(repeating: Row(first: 0, last: 0, end: 0, free: 0), count: count + 1)
  }

  @inline(__always)
  func isEmpty(_ row: Int) -> Bool { rows[row].first == 0 }

  /// Begins a chain: its corners are added one by one, and it counts once it is finished. One that
  /// is not finished is forgotten when the next one begins.
  ///
  /// - Parameter row: one that is not there takes chains that are not to be finished.
  @inline(__always)
  mutating func beginChain(row: Int32) {
    current = row < 0 || row >= rowCount ? rowCount : Int(row)
    if rows[current].end &- rows[current].free < Self.shortest { addBlock(current, 0) }
    setRoom()
  }

  @inline(__always)
  private mutating func setRoom() {
    start = places.base + Int(rows[current].free) + Self.headSize
    next = start
    end = places.base + Int(rows[current].end)
  }

  /// Adds a corner to the chain under way.
  @inline(__always)
  mutating func append(_ corner: Corner) {
    if next == end { grow() }
    next.pointee = corner
    next += 1
  }

  /// Gives the chain under way twice the room.
  @inline(never)
  private mutating func grow() {
    let count = next - start
    // What will not be finished need not be whole.
    if current == rowCount {
      next = start
      return
    }
    let place = start - places.base
    addBlock(current, 2 * (count + Self.headSize))
    setRoom()
    start.update(from: places.base + place, count: count)
    next = start + count
  }

  /// The corners of the chain under way.
  @inline(__always)
  var corners: UnsafePointer<Corner> { UnsafePointer(start) }

  /// How many corners the chain under way has.
  @inline(__always)
  var cornerCount: Int { next - start }

  /// Finishes the chain under way.
  @inline(__always)
  mutating func finish(_ chain: Chain) {
    let head = UnsafeMutableRawPointer(start - Self.headSize)
    head.storeBytes(of: chain, as: Chain.self)
    rows.base[current].free = Int32(truncatingIfNeeded: next - places.base)
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
  @inline(__always)
  var allCorners: UnsafePointer<Corner> { UnsafePointer(places.base) }

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
      // A block may be empty.
      while place == end {
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
