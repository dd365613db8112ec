/// An edge run: a part of an outline within one row of pixels. It begins and ends on the upper or
/// the lower edge of the row, or is closed.
struct EdgeRun {
  /// The columns of the clip it passes through: `left..<right`.
  var left: UInt16
  var right: UInt16
  /// The maximum decrease and increase of the winding number in these columns.
  var fall: UInt16
  var rise: UInt16
  /// The number of lines, and the difference of the winding number behind the edge run to that
  /// before it.
  var count: Int32
  var net: Int32

  /// The maximum number of lines of a short edge run.
  static let longestShort: Int32 = 8

  /// True if the edge run has too many lines to process all of them in each column.
  var isLong: Bool { count > Self.longestShort }
}

/// Scan-line buckets of edge runs: an edge table.
///
/// Chains are added in the order of the outline and read row by row. Every row has blocks of its
/// own, so writing and reading access memory sequentially. An edge run is written in place.
struct EdgeTable: ~Copyable {
  /// A corner of an edge run in units of 1/256 pixel: x from the clip's left edge, y from the row's
  /// upper edge.
  typealias Vertex = SIMD2<Int32>

  /// The number of slots in a block; a longer edge run has a block of its own.
  private static let blockSize = 64
  /// The minimum number of free slots needed to begin an edge run in a block.
  private static let shortest: Int32 = 5
  /// The number of slots of an edge run before its corners.
  fileprivate static let headSize = 2

  /// The blocks of a row.
  struct Bucket {
    /// The start of its first block; 0 if there is none.
    var first: Int32
    /// The start and the end of its last block, and the start of the free part of that.
    var last: Int32
    var end: Int32
    var free: Int32
  }

  /// The blocks, which hold edge runs and their corners one after another. The first slot of each
  /// block holds the start of the next one, 0 if there is none, and the end of the filled part of
  /// this one.
  private var places = ScratchArray<Vertex>(capacity: 4096)
  private var rows = ScratchArray<Bucket>()
  private var rowCount = 0
  /// The row of the current edge run, pointers to its first and its next corner, and the end of its
  /// block.
  private var current = 0
  private var start: UnsafeMutablePointer<Vertex>
  private var next: UnsafeMutablePointer<Vertex>
  private var end: UnsafeMutablePointer<Vertex>

  init() {
    start = places.base
    next = places.base
    end = places.base
  }

  mutating func begin(rows count: Int) {
    // No block begins at 0.
    places.count = 1
    rowCount = count
    rows.reserve(count + 1)
    rows.base.update(repeating: Bucket(first: 0, last: 0, end: 0, free: 0), count: count + 1)
  }

  func isEmpty(_ row: Int) -> Bool { rows[row].first == 0 }

  /// Begins an edge run. Its corners are added one by one, and it is stored once it is finished; an
  /// unfinished edge run is discarded when the next one begins.
  ///
  /// - Parameter row: a row outside the store takes edge runs that are not going to be finished.
  @inline(__always)
  mutating func beginRun(row: Int32) {
    current = row < 0 || row >= rowCount ? rowCount : Int(row)
    if rows[current].end &- rows[current].free < Self.shortest { addBlock(current, 0) }
    setRoom()
  }

  private mutating func setRoom() {
    start = places.base + Int(rows[current].free) + Self.headSize
    next = start
    end = places.base + Int(rows[current].end)
  }

  /// Adds a corner to the current edge run.
  mutating func append(_ corner: Vertex) {
    if next == end { grow() }
    next.pointee = corner
    next += 1
  }

  /// Moves the current edge run to a block with twice the room.
  @inline(never)
  private mutating func grow() {
    let count = next - start
    // An edge run that will not be finished may lose corners.
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

  /// The corners of the current edge run.
  var corners: UnsafePointer<Vertex> { UnsafePointer(start) }

  /// The number of corners of the current edge run.
  var cornerCount: Int { next - start }

  /// Finishes the current edge run.
  mutating func finish(_ edgeRun: EdgeRun) {
    let head = UnsafeMutableRawPointer(start - Self.headSize)
    head.storeBytes(of: edgeRun, as: EdgeRun.self)
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
      places[Int(rows[row].last)] = Vertex(block, rows[row].free)
    }
    rows.base[row].last = block
    rows.base[row].end = Int32(end)
    rows.base[row].free = block + 1
  }

  /// The base address of all corners.
  var allCorners: UnsafePointer<Vertex> { UnsafePointer(places.base) }

  /// Returns the edge run whose corners begin at an address.
  static func edgeRun(before corners: UnsafePointer<Vertex>) -> EdgeRun {
    UnsafeRawPointer(corners - headSize).load(as: EdgeRun.self)
  }

  /// Returns the edge runs of a row with their corners, in the order in which they were added.
  func row(_ row: Int) -> EdgeRuns {
    EdgeRuns(places: places.base, block: Int(rows[row].first), free: Int(rows[row].free))
  }

  struct EdgeRuns: Sequence, IteratorProtocol {
    private let places: UnsafeMutablePointer<Vertex>
    /// The end of the filled part of the last block.
    private let free: Int
    /// The next edge run, the end of its block and the start of the next block.
    private var place = 0
    private var end = 0
    private var block: Int

    fileprivate init(places: UnsafeMutablePointer<Vertex>, block: Int, free: Int) {
      self.places = places
      self.free = free
      self.block = block
    }

    mutating func next() -> (edgeRun: EdgeRun, corners: UnsafePointer<Vertex>)? {
      // A block may be empty.
      while place == end {
        if block == 0 { return nil }
        let head = places[block]
        place = block &+ 1
        end = head.x == 0 ? free : Int(head.y)
        block = Int(head.x)
      }
      let corners = UnsafePointer(places + place + EdgeTable.headSize)
      let edgeRun = EdgeTable.edgeRun(before: corners)
      place &+= EdgeTable.headSize &+ 1 &+ Int(edgeRun.count)
      return (edgeRun, corners)
    }
  }
}
