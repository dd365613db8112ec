import Foundation

/// Chooses, for each damaged rectangle, the items that are seen in it.
///
/// Items are looked for front to back in their chunks' coarse boxes; an opaque item that covers
/// the whole rectangle puts everything behind it out of the plan.
struct Planner {
  /// Whether covered items are left out.
  var culls = true

  private var hits: ContiguousArray<Hit> = []
  /// The items of one chunk that a search has found.
  private let found = UnsafeMutablePointer<Int32>.allocate(capacity: DisplayChunk.capacity)
  /// How many items the last plan left out because something opaque is in front of them.
  private(set) var culledItems = 0

  private struct Hit {
    var chunk: Int32
    var item: Int32
  }

  /// Frees the planner's own memory. It must not be used after that.
  func deallocate() { found.deallocate() }

  /// Fills `plan` with what draws `list` inside `region`.
  mutating func plan(_ list: DisplayList, _ region: Region, into plan: inout Plan) {
    plan.removeAll()
    plan.frame = PixelRect(minX: 0, minY: 0, maxX: list.width, maxY: list.height)
    culledItems = 0
    for rect in region.rects {
      let start = plan.operations.count
      collect(list, in: rect)
      emit(list, in: rect, into: &plan)
      plan.passes.append((rect, start..<plan.operations.count))
    }
  }

  // MARK: - Collecting

  private mutating func collect(_ list: DisplayList, in rect: PixelRect) {
    hits.removeAll(keepingCapacity: true)
    guard let first = list.items.first else { return }
    var query = CoarseQuery(rect, width: first.largestWidth, height: first.largestHeight)
    list.items.withUnsafeBufferPointer { chunks in
      for index in chunks.indices {
        let items = chunks.baseAddress! + index
        guard items.pointee.bounds.intersects(rect) else { continue }
        // Chunks next to each other often hold items of one size.
        if !query.suits(items.pointee.largestWidth, items.pointee.largestHeight) {
          query = CoarseQuery(
            rect, width: items.pointee.largestWidth, height: items.pointee.largestHeight)
        }
        let matches = search(items, query, rect)
        if matches > 0 {
          takeMatches(matches, list, items.pointee, Int32(truncatingIfNeeded: index), rect)
        }
      }
    }
  }

  /// Writes the items of a chunk that touch a rectangle to `found`.
  ///
  /// In two passes, so that the boxes of one item after the other are fetched from memory
  /// without a decision in between.
  ///
  /// - Returns: how many there are.
  @inline(__always)
  private func search(
    _ items: UnsafePointer<DisplayItems>, _ query: CoarseQuery, _ rect: PixelRect
  ) -> Int {
    let found = self.found
    var candidates = 0
    query.forEachMatch(items.pointee) { item in
      found[candidates] = Int32(truncatingIfNeeded: item)
      candidates += 1
    }
    let records = items.pointee.records
    var matches = 0
    for index in 0..<candidates {
      let item = found[index]
      let box = records[Int(item)].box
      // Negative where the box and the rectangle overlap on both axes.
      let overlap =
        (Int(box.minX) - rect.maxX) & (rect.minX - Int(box.maxX))
        & (Int(box.minY) - rect.maxY) & (rect.minY - Int(box.maxY))
      found[matches] = item
      matches += Int(truncatingIfNeeded: UInt(bitPattern: overlap) >> (UInt.bitWidth - 1))
    }
    return matches
  }

  private mutating func takeMatches(
    _ count: Int, _ list: DisplayList, _ items: DisplayItems, _ chunkIndex: Int32,
    _ rect: PixelRect
  ) {
    let watchesOccluders = culls && items.hasOccluder
    for index in 0..<count {
      let item = Int(found[index])
      if watchesOccluders, items.box(item).contains(rect),
        Self.hidesWhatIsBehind(list, items, chunkIndex, item)
      {
        culledItems += hits.count
        hits.removeAll(keepingCapacity: true)
      }
      hits.append(Hit(chunk: chunkIndex, item: found[index]))
    }
  }

  /// Whether an item hides whatever is behind its box: it is opaque, and in no group.
  @inline(__always)
  private static func hidesWhatIsBehind(
    _ list: DisplayList, _ items: DisplayItems, _ chunk: Int32, _ item: Int
  ) -> Bool {
    items.records[item].isOpaque
      && (!items.hasGroups || list.chunks[Int(chunk)].groups[item] == nil)
  }

  // MARK: - Emitting

  private mutating func emit(
    _ list: DisplayList, in rect: PixelRect, into plan: inout Plan
  ) {
    list.items.withUnsafeBufferPointer { chunks in
      let first = emitBackground(list, chunks, in: rect, into: &plan)
      var open: [OpenGroup] = []
      for hit in hits[first...] {
        let items = chunks[Int(hit.chunk)]
        let item = Int(hit.item)
        let box = items.box(item).intersection(rect)
        if items.hasGroups || !open.isEmpty {
          let group = list.chunks[Int(hit.chunk)].group(item)
          if group !== open.last?.group { Self.turn(to: group, &open, &plan) }
          if let last = open.indices.last { open[last].bounds = open[last].bounds.union(box) }
        }
        let record = items.records[item]
        if record.kind == ItemKind.detail {
          plan.details.append(list.chunks[Int(hit.chunk)].details[Int(record.paint)])
          plan.operations.append(
            CompositeOperation(
              .detail, box, paint: UInt32(truncatingIfNeeded: plan.details.count - 1)))
        } else {
          plan.operations.append(Self.operation(record, box))
        }
      }
      Self.turn(to: nil, &open, &plan)
    }
  }

  @inline(__always)
  private static func operation(
    _ record: ItemRecord, _ box: PixelRect
  ) -> CompositeOperation {
    let kind = record.kind
    if kind == ItemKind.opaqueSolid || kind == ItemKind.translucentSolid {
      return CompositeOperation(
        kind == ItemKind.opaqueSolid ? .fill : .blend, box, paint: record.paint)
    }
    var operation = CompositeOperation(kind == ItemKind.opaqueBitmap ? .copy : .over, box)
    operation.originX = record.box.minX
    operation.originY = record.box.minY
    operation.source = record.bitmap
    return operation
  }

  /// Fills what is at the very back: the colour of a covering opaque layer, or transparency;
  /// but only what opaque items in front leave of it. Where tiles side by side cover the
  /// rectangle there is nothing to fill, and each pixel is stored once.
  ///
  /// - Returns: how many items this took care of.
  private func emitBackground(
    _ list: DisplayList, _ chunks: UnsafeBufferPointer<DisplayItems>, in rect: PixelRect,
    into plan: inout Plan
  ) -> Int {
    var rest = [rect]
    var paint: UInt32 = 0
    var first = 0
    if culls {
      if let hit = hits.first {
        let items = chunks[Int(hit.chunk)]
        let item = Int(hit.item)
        if items.records[item].kind == ItemKind.opaqueSolid, items.box(item).contains(rect),
          Self.hidesWhatIsBehind(list, items, hit.chunk, item)
        {
          paint = items.records[item].paint
          first = 1
        }
      }
      for hit in hits[first...].prefix(64) {
        let items = chunks[Int(hit.chunk)]
        let item = Int(hit.item)
        let box = items.box(item).intersection(rect)
        guard box.area >= DisplayChunk.occluderArea / 4,
          Self.hidesWhatIsBehind(list, items, hit.chunk, item)
        else { continue }
        let smaller = rest.flatMap { $0.subtracting(box) }
        if smaller.count > 8 { break }
        rest = smaller
        if rest.isEmpty { break }
      }
    }
    for part in rest { plan.operations.append(CompositeOperation(.fill, part, paint: paint)) }
    return first
  }

  private struct OpenGroup {
    let group: DisplayGroup
    /// The operation that began it.
    let operation: Int
    var bounds = PixelRect.empty
  }

  /// Closes and opens groups until `group` is the innermost one.
  private static func turn(
    to group: DisplayGroup?,
    _ open: inout [OpenGroup], _ plan: inout Plan
  ) {
    // The groups that are yet to be opened, innermost first.
    var path: [DisplayGroup] = []
    var next = group
    while let current = next {
      if current.depth < open.count, open[current.depth].group === current { break }
      path.append(current)
      next = current.parent
    }
    let common = next.map { $0.depth + 1 } ?? 0
    while open.count > common {
      let closed = open.removeLast()
      plan.operations[closed.operation].box = closed.bounds
      var end = CompositeOperation(.endGroup, closed.bounds)
      end.paint = plan.operations[closed.operation].paint
      plan.operations.append(end)
      if let last = open.indices.last {
        open[last].bounds = open[last].bounds.union(closed.bounds)
      }
    }
    for group in path.reversed() {
      plan.groups.append(group)
      plan.operations.append(
        CompositeOperation(
          .beginGroup, .empty, paint: UInt32(truncatingIfNeeded: plan.groups.count - 1)))
      open.append(OpenGroup(group: group, operation: plan.operations.count - 1))
    }
  }
}
