import Foundation

/// How an item of a display list is drawn.
enum ItemKind {
  /// Not at all: hidden, empty, or outside every clip.
  static let nothing: UInt8 = 0
  /// A box of one opaque colour. The paint is the pixel.
  static let opaqueSolid: UInt8 = 1
  /// A box of one translucent colour. The paint is the pixel, premultiplied.
  static let translucentSolid: UInt8 = 2
  /// A bitmap without translucent pixels, pixel for pixel.
  static let opaqueBitmap: UInt8 = 3
  /// A bitmap with translucent pixels, pixel for pixel.
  static let translucentBitmap: UInt8 = 4
  /// Anything else. The paint is an index into the chunk's details.
  static let detail: UInt8 = 5
}

/// A run of items in drawing order, in device pixels: what a ``NodeChunk`` looks like at one
/// time from one renderer. Item *i* shows node *i*.
///
/// Written once, by the evaluation that makes it.
final class DisplayChunk: @unchecked Sendable {
  static let capacity = NodeChunk.capacity

  /// The items, and what they are as a whole.
  private(set) var items: DisplayItems
  /// What the items show; also what keeps their bitmaps alive.
  let source: NodeChunk
  /// Tells this evaluation from every other of the same renderer.
  let serial: UInt64
  /// The evaluation that this one was copied from; 0 where all items were evaluated.
  let baseSerial: UInt64
  /// The items that were evaluated since, for all others are as in the base.
  var changes: [UInt16] = []
  private(set) var details: [ItemDetail] = []
  /// Places in ``details`` of items that were evaluated again.
  private var freeDetails: [UInt32] = []
  /// The group that each item belongs to; empty when none belongs to any.
  private(set) var groups: [DisplayGroup?] = []
  /// The groups of these, and of what they were before a transition, that change what is behind
  /// them.
  private(set) var backdrops: [DisplayGroup] = []
  /// Whether an item shows instances.
  private var hasInstances = false

  init(source: NodeChunk, serial: UInt64, copying base: DisplayChunk?) {
    self.source = source
    self.serial = serial
    baseSerial = base?.serial ?? 0
    items = DisplayItems(count: source.count)
    if let base {
      items.copy(from: base.items)
      details = base.details
      freeDetails = base.freeDetails
      groups = base.groups
      hasInstances = base.hasInstances
    }
  }

  deinit { items.deallocate() }

  var count: Int { items.count }

  func group(_ index: Int) -> DisplayGroup? { groups.isEmpty ? nil : groups[index] }

  func setGroup(_ index: Int, _ group: DisplayGroup?) {
    if groups.isEmpty {
      if group == nil { return }
      groups = Array(repeating: nil, count: count)
      items.hasGroups = true
    }
    groups[index] = group
  }

  /// Writes a detail that is looked for in a box.
  func setDetail(_ index: Int, _ detail: ItemDetail, in box: PixelRect) {
    if box.isEmpty { return items.setNothing(index) }
    if detail.instances != nil { hasInstances = true }
    items.set(index, ItemKind.detail, box, keep(detail))
  }

  /// Keeps a detail, and says where.
  private func keep(_ detail: ItemDetail) -> UInt32 {
    if let free = freeDetails.popLast() {
      details[Int(free)] = detail
      return free
    }
    details.append(detail)
    return UInt32(truncatingIfNeeded: details.count - 1)
  }

  /// Lets go of what an item showed that is to be evaluated again.
  func releaseDetail(of index: Int) {
    let record = items.records[index]
    guard record.kind == ItemKind.detail else { return }
    details[Int(record.paint)] = ItemDetail(visible: .empty)
    freeDetails.append(record.paint)
    items.setNothing(index)
  }

  /// Works out the bounds and the largest sides, once all items are written.
  func summarize() {
    items.summarize()
    findBackdrops()
  }

  /// The same for a copy, from the summary of the chunk it was copied from.
  func summarizeChanges() {
    for change in changes { items.widenSummary(by: Int(change)) }
    findBackdrops()
  }

  private func findBackdrops() {
    backdrops.removeAll()
    if hasInstances {
      for group in details.lazy.compactMap(\.instances).flatMap(\.list.backdrops)
      where !backdrops.contains(where: { $0 === group }) {
        backdrops.append(group)
      }
    }
    var last: DisplayGroup?
    for group in groups where group !== last {
      last = group
      var next = group
      while let current = next {
        next = current.parent
        guard !backdrops.contains(where: { $0 === current }) else { continue }
        if current.effects?.backdrop != nil { backdrops.append(current) }
        if let old = current.transition?.old {
          for group in old.list.backdrops where !backdrops.contains(where: { $0 === group }) {
            backdrops.append(group)
          }
        }
      }
    }
  }
}

/// The pixels that an item may touch, clamped to what 16 bits hold.
struct ItemBox: Equatable {
  var minX: Int16
  var minY: Int16
  var maxX: Int16
  var maxY: Int16
}

/// One item in 16 bytes, so that a frame that shows it fetches one piece of memory.
struct ItemRecord: Equatable {
  var box: ItemBox
  /// The kind in the lowest four bits; above them the paint, or all but these bits of the
  /// bitmap's address, which ends in four zeros. Two records that are equal while the bitmaps of
  /// both are alive draw the same pixels, but for details.
  private var payload: UInt

  init(_ kind: UInt8, _ box: ItemBox, paint: UInt32) {
    self.box = box
    payload = UInt(paint) << 4 | UInt(kind)
  }

  init(_ kind: UInt8, _ box: ItemBox, bitmap: Unmanaged<PixelStorage>) {
    self.box = box
    payload = UInt(bitPattern: bitmap.toOpaque()) | UInt(kind)
  }

  @inline(__always) var kind: UInt8 { UInt8(truncatingIfNeeded: payload & 15) }
  /// The pixel of a solid, or the index of a detail.
  @inline(__always) var paint: UInt32 { UInt32(truncatingIfNeeded: payload >> 4) }
  /// What a bitmap item shows. The chunk's source keeps it alive.
  @inline(__always) var bitmap: Unmanaged<PixelStorage> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: payload & ~15)!)
  }

  /// Whether the item hides whatever is behind its box.
  @inline(__always) var isOpaque: Bool {
    kind == ItemKind.opaqueSolid || kind == ItemKind.opaqueBitmap
  }
}

/// The items of a chunk in plain memory, to be read without touching the chunk itself: a record
/// for each, and arrays of coarse numbers, of which a search compares 16 at once.
struct DisplayItems {
  let count: Int
  private let memory: UnsafeMutableRawPointer
  /// The smallest rectangle that holds all items.
  private(set) var bounds = PixelRect.empty
  var hasGroups = false
  /// The largest width and height of an item, in pixels.
  private(set) var largestWidth = 0
  private(set) var largestHeight = 0

  /// 16 items more, so that vector loads of the last ones stay inside.
  private static let slots = DisplayChunk.capacity + 16

  init(count: Int) {
    self.count = count
    memory = .allocate(byteCount: Self.slots * 22, alignment: 64)
  }

  func deallocate() { memory.deallocate() }

  mutating func copy(from other: DisplayItems) {
    memory.copyMemory(from: other.memory, byteCount: Self.slots * 22)
    bounds = other.bounds
    hasGroups = other.hasGroups
    largestWidth = other.largestWidth
    largestHeight = other.largestHeight
  }

  @inline(__always) var records: UnsafeMutablePointer<ItemRecord> {
    memory.assumingMemoryBound(to: ItemRecord.self)
  }
  /// The boxes in units of 16 pixels, clamped to a byte.
  @inline(__always) var coarseMinX: UnsafeMutablePointer<UInt8> { bytes(0) }
  @inline(__always) var coarseMinY: UnsafeMutablePointer<UInt8> { bytes(1) }
  @inline(__always) var coarseMaxX: UnsafeMutablePointer<UInt8> { bytes(2) }
  @inline(__always) var coarseMaxY: UnsafeMutablePointer<UInt8> { bytes(3) }
  /// Where the boxes begin in units of 8 pixels, modulo 256.
  @inline(__always) var beginningX: UnsafeMutablePointer<UInt8> { bytes(4) }
  @inline(__always) var beginningY: UnsafeMutablePointer<UInt8> { bytes(5) }

  static let beginningShift = 3

  @inline(__always)
  private func bytes(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    (memory + Self.slots * (16 + index)).assumingMemoryBound(to: UInt8.self)
  }

  /// The pixels that item `index` may touch.
  @inline(__always)
  func box(_ index: Int) -> PixelRect {
    let box = records[index].box
    return PixelRect(
      minX: Int(box.minX), minY: Int(box.minY), maxX: Int(box.maxX), maxY: Int(box.maxY))
  }

  /// Writes an item that cannot be seen.
  @inline(__always)
  func setNothing(_ index: Int) {
    // A box that meets nothing.
    records[index] = ItemRecord(
      ItemKind.nothing, ItemBox(minX: 0, minY: 0, maxX: 0, maxY: 0), paint: 0)
    beginningX[index] = 0
    beginningY[index] = 0
    coarseMinX[index] = 255
    coarseMinY[index] = 255
    coarseMaxX[index] = 0
    coarseMaxY[index] = 0
  }

  /// Writes a solid or a detail with a box that is not empty.
  @inline(__always)
  func set(_ index: Int, _ kind: UInt8, _ box: PixelRect, _ paint: UInt32) {
    records[index] = ItemRecord(kind, place(index, box), paint: paint)
  }

  /// Writes a bitmap that is shown pixel for pixel.
  @inline(__always)
  func set(_ index: Int, _ kind: UInt8, _ box: PixelRect, _ bitmap: Unmanaged<PixelStorage>) {
    records[index] = ItemRecord(kind, place(index, box), bitmap: bitmap)
  }

  /// Writes what searches look at.
  @inline(__always)
  private func place(_ index: Int, _ box: PixelRect) -> ItemBox {
    @inline(__always) func narrow(_ value: Int) -> Int16 {
      Int16(truncatingIfNeeded: max(-32_768, min(32_767, value)))
    }
    beginningX[index] = UInt8(truncatingIfNeeded: box.minX >> Self.beginningShift)
    beginningY[index] = UInt8(truncatingIfNeeded: box.minY >> Self.beginningShift)
    coarseMinX[index] = Self.coarse(box.minX)
    coarseMinY[index] = Self.coarse(box.minY)
    // Of the last pixel, so that a box that ends on a border does not reach beyond it.
    coarseMaxX[index] = Self.coarse(box.maxX - 1)
    coarseMaxY[index] = Self.coarse(box.maxY - 1)
    return ItemBox(
      minX: narrow(box.minX), minY: narrow(box.minY), maxX: narrow(box.maxX),
      maxY: narrow(box.maxY))
  }

  @inline(__always)
  static func coarse(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, value >> 4)))
  }

  fileprivate mutating func summarize() {
    bounds = .empty
    largestWidth = 0
    largestHeight = 0
    for index in 0..<count { widenSummary(by: index) }
  }

  @inline(__always)
  fileprivate mutating func widenSummary(by index: Int) {
    let record = records[index]
    if record.kind == ItemKind.nothing { return }
    let box = self.box(index)
    bounds = bounds.union(box)
    largestWidth = max(largestWidth, box.width)
    largestHeight = max(largestHeight, box.height)
  }
}

/// What one frame shows: all items, back to front but for ``DisplayList/order``, in device pixels.
struct DisplayList: @unchecked Sendable {
  let width: Int
  let height: Int
  private(set) var chunks: [DisplayChunk] = []
  /// The items of each chunk.
  private(set) var items: [DisplayItems] = []
  /// The order in which the items are drawn where it is another than theirs.
  var order: DrawingOrder?

  /// The groups that change what is behind them, in the order of the chunks.
  ///
  /// - Complexity: O(chunks); O(1) where there are none.
  var backdrops: [DisplayGroup] {
    backdropCount == 0 ? [] : chunks.flatMap(\.backdrops)
  }
  private var backdropCount = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func append(_ chunk: DisplayChunk) {
    chunks.append(chunk)
    items.append(chunk.items)
    backdropCount += chunk.backdrops.count
  }

  mutating func replace(_ index: Int, with chunk: DisplayChunk) {
    backdropCount += chunk.backdrops.count - chunks[index].backdrops.count
    chunks[index] = chunk
    items[index] = chunk.items
  }
}

extension DisplayList {
  /// Calls `body` for all items that may touch a rectangle, in drawing order.
  func forEachItem(
    touching rect: PixelRect, _ body: (DisplayChunk, DisplayItems, Int) -> Void
  ) {
    func visit(_ position: Int, _ range: Range<Int>) {
      let items = items[position]
      guard items.bounds.intersects(rect) else { return }
      let chunk = chunks[position]
      for item in range
      where items.records[item].kind != ItemKind.nothing && items.box(item).intersects(rect) {
        body(chunk, items, item)
      }
    }
    guard let order else {
      for (position, items) in items.enumerated() { visit(position, 0..<items.count) }
      return
    }
    for run in order.runs {
      let last = min(run.upperBound.chunk, items.count - 1)
      guard run.lowerBound.chunk <= last else { continue }
      for position in run.lowerBound.chunk...last {
        let from = position == run.lowerBound.chunk ? run.lowerBound.index : 0
        let to =
          position == run.upperBound.chunk
          ? min(run.upperBound.index, items[position].count) : items[position].count
        if from < to { visit(position, from..<to) }
      }
    }
  }

  /// The pixels that a run of nodes may touch.
  func bounds(of run: Range<NodePlace>) -> PixelRect {
    var result = PixelRect.empty
    let last = min(run.upperBound.chunk, items.count - 1)
    guard run.lowerBound.chunk <= last else { return result }
    for chunk in run.lowerBound.chunk...last {
      let items = items[chunk]
      let from = chunk == run.lowerBound.chunk ? run.lowerBound.index : 0
      let to = chunk == run.upperBound.chunk ? run.upperBound.index : items.count
      if from == 0, to == items.count {
        result = result.union(items.bounds)
        continue
      }
      for item in from..<to where items.records[item].kind != ItemKind.nothing {
        result = result.union(items.box(item))
      }
    }
    return result
  }
}
