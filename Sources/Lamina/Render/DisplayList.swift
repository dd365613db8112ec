import Foundation

/// A run of items in tree order, in device pixels: the evaluation of a ``NodeChunk`` at one time by
/// one renderer. Item *i* shows node *i*.
///
/// Written once, by the evaluation that makes it.
final class DisplayChunk: @unchecked Sendable {
  static let capacity = NodeChunk.capacity

  /// The items and their summary.
  @exclusivity(unchecked) private(set) var items: DisplayItems
  /// The nodes that the items show; also keeps their bitmaps alive.
  let source: NodeChunk
  /// Distinguishes this evaluation from all others of the same renderer.
  let serial: UInt64
  /// The serial of the evaluation that this one was copied from; 0 if all items were evaluated.
  let baseSerial: UInt64
  /// The indices of the items evaluated since; all others are as in the base.
  @exclusivity(unchecked) var changes: [UInt16] = []
  @exclusivity(unchecked) private(set) var details: [ItemDetail] = []
  /// The free indices in ``details``, whose items were evaluated again.
  @exclusivity(unchecked) private var freeDetails: [UInt32] = []
  /// The group of each item; empty if no item has one.
  @exclusivity(unchecked) private(set) var groups: [DisplayGroup?] = []
  /// The backdrops of the groups, of old pictures of transitions, and of instances.
  private(set) var backdrops: [BackdropReach] = []
  /// The omissions, with the items that would show the omitted layers.
  private(set) var omissions: [(index: Int, omission: FrameOmission)] = []
  /// True if an item shows instances.
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
      omissions = base.omissions
      hasInstances = base.hasInstances
    }
  }

  deinit { items.deallocate() }

  var count: Int { items.count }

  /// True if an item is, or was, more than a plain box.
  var hasDetails: Bool { !details.isEmpty }

  func group(_ index: Int) -> DisplayGroup? { groups.isEmpty ? nil : groups[index] }

  func setGroup(_ index: Int, _ group: DisplayGroup?) {
    if groups.isEmpty {
      if group == nil { return }
      groups = Array(repeating: nil, count: count)
      items.hasGroups = true
    }
    groups[index] = group
  }

  /// Records that an item omits something.
  func add(_ omission: FrameOmission, at index: Int) { omissions.append((index, omission)) }

  /// Removes the omissions of items that are evaluated again.
  func removeOmissions(at indices: some Sequence<some BinaryInteger>) {
    if omissions.isEmpty { return }
    let indices = Set(indices.map { Int($0) })
    omissions.removeAll { indices.contains($0.index) }
  }

  /// Writes a detail whose visible part lies in a box.
  ///
  /// - Parameter isOpaque: true if it hides everything behind the box.
  func setDetail(
    _ index: Int, _ detail: ItemDetail, in box: PixelRect, isOpaque: Bool = false
  ) {
    if box.isEmpty { return items.setNothing(index) }
    if detail.instances != nil { hasInstances = true }
    items.setDetail(index, PixelBox(box), keep(detail), isOpaque: isOpaque)
  }

  /// Stores a detail and returns its index.
  private func keep(_ detail: ItemDetail) -> UInt32 {
    if let free = freeDetails.popLast() {
      details[Int(free)] = detail
      return free
    }
    details.append(detail)
    return UInt32(truncatingIfNeeded: details.count - 1)
  }

  /// Releases the detail of an item that is evaluated again.
  func releaseDetail(of index: Int) {
    let record = items.records[index]
    guard record.isDetail else { return }
    details[Int(record.paint)] = ItemDetail(visible: .empty)
    freeDetails.append(record.paint)
    items.setNothing(index)
  }

  /// Computes the bounds, the largest sides and the backdrops, once all items are written.
  func summarize() {
    items.summarize()
    findBackdrops()
  }

  /// Updates the summary of a copy from that of the chunk it was copied from.
  func summarizeChanges() {
    items.widenSummary(by: changes)
    findBackdrops()
  }

  private func findBackdrops() {
    backdrops.removeAll()
    var visited: Set<ObjectIdentifier> = []
    findBackdrops(of: self, &visited)
  }

  /// Adds the backdrops of a chunk's groups and instances, each once.
  private func findBackdrops(of chunk: DisplayChunk, _ visited: inout Set<ObjectIdentifier>) {
    if chunk.hasInstances {
      for list in chunk.details.lazy.compactMap(\.instances?.list) where !list.backdrops.isEmpty {
        for chunk in list.chunks { findBackdrops(of: chunk, &visited) }
      }
    }
    for group in chunk.groups where group?.readsAround == true {
      var next = group
      while let current = next, visited.insert(ObjectIdentifier(current)).inserted {
        if let backdrop = BackdropReach(current) { backdrops.append(backdrop) }
        for backdrop in current.transition?.old.list.backdrops ?? [] {
          backdrops.append(backdrop.seen(around: current))
        }
        next = current.parent
      }
    }
  }
}

/// The content of one frame: all items, back to front unless ``DisplayList/order`` is set, in
/// device pixels.
struct DisplayList: @unchecked Sendable {
  let width: Int
  let height: Int
  private(set) var chunks: [DisplayChunk] = []
  /// The items of each chunk.
  private(set) var items: [DisplayItems] = []
  /// The paint order of the items, if it differs from their own.
  var order: DrawingOrder?

  /// The backdrops, in the order of the chunks.
  ///
  /// - Complexity: O(chunks); O(1) if there are none.
  var backdrops: [BackdropReach] {
    backdropCount == 0 ? [] : chunks.flatMap(\.backdrops)
  }
  private var backdropCount = 0

  /// The omissions, back to front, without duplicates.
  ///
  /// - Complexity: O(chunks); O(1) if there are none.
  var omissions: [FrameOmission] {
    if omissionCount == 0 { return [] }
    var seen: Set<FrameOmission> = []
    return chunks.flatMap { chunk in
      chunk.omissions.sorted { $0.index < $1.index }.map(\.omission)
    }.filter { seen.insert($0).inserted }
  }
  private var omissionCount = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func append(_ chunk: DisplayChunk) {
    chunks.append(chunk)
    items.append(chunk.items)
    backdropCount += chunk.backdrops.count
    omissionCount += chunk.omissions.count
  }

  mutating func replace(_ index: Int, with chunk: DisplayChunk) {
    backdropCount += chunk.backdrops.count - chunks[index].backdrops.count
    omissionCount += chunk.omissions.count - chunks[index].omissions.count
    chunks[index] = chunk
    items[index] = chunk.items
  }
}

extension DisplayList {
  /// Calls `body` for all items that may touch a rectangle, in paint order.
  func forEachItem(
    intersecting rect: PixelRect, _ body: (DisplayChunk, DisplayItems, Int) -> Void
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

  /// Returns the pixels that a run of nodes may touch.
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
