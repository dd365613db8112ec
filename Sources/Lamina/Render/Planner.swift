import Foundation

/// Chooses, for each damaged rectangle, the items that are seen in it.
///
/// Items are looked for front to back in their chunks' coarse boxes; an opaque item that covers
/// the whole rectangle puts everything behind it out of the plan.
struct Planner {
  /// Whether covered items are left out.
  var culls = true

  private var hits: ContiguousArray<Hit> = []
  /// How many items the last plan left out because something opaque is in front of them.
  private(set) var culledItems = 0

  private struct Hit {
    var chunk: Int32
    var item: Int32
  }

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
    let query = CoarseQuery(rect)
    for (chunkIndex, chunk) in list.chunks.enumerated() {
      guard chunk.bounds.intersects(rect) else { continue }
      collect(chunk, Int32(truncatingIfNeeded: chunkIndex), query, rect)
    }
  }

  @inline(__always)
  private mutating func collect(
    _ chunk: DisplayChunk, _ chunkIndex: Int32, _ query: CoarseQuery, _ rect: PixelRect
  ) {
    let watchesOccluders = culls && chunk.hasOccluder
    let left = Int16(truncatingIfNeeded: rect.minX)
    let top = Int16(truncatingIfNeeded: rect.minY)
    let right = Int16(truncatingIfNeeded: rect.maxX)
    let bottom = Int16(truncatingIfNeeded: rect.maxY)
    var block = 0
    while block < chunk.count {
      var mask = query.matches(chunk, block)
      let rest = chunk.count - block
      if rest < 16 { mask &= (1 << UInt32(rest)) - 1 }
      while mask != 0 {
        let item = block + mask.trailingZeroBitCount
        mask &= mask - 1
        guard chunk.minX[item] < right, chunk.maxX[item] > left, chunk.minY[item] < bottom,
          chunk.maxY[item] > top
        else { continue }
        if watchesOccluders, chunk.minX[item] <= left, chunk.maxX[item] >= right,
          chunk.minY[item] <= top, chunk.maxY[item] >= bottom, Self.isOpaque(chunk, item)
        {
          culledItems += hits.count
          hits.removeAll(keepingCapacity: true)
        }
        hits.append(Hit(chunk: chunkIndex, item: Int32(truncatingIfNeeded: item)))
      }
      block += 16
    }
  }

  /// Whether an item hides whatever is behind its box.
  @inline(__always)
  private static func isOpaque(_ chunk: DisplayChunk, _ item: Int) -> Bool {
    let kind = chunk.kind[item]
    return (kind == ItemKind.opaqueSolid || kind == ItemKind.opaqueBitmap)
      && (chunk.groups.isEmpty || chunk.groups[item] == nil)
  }

  // MARK: - Emitting

  private mutating func emit(
    _ list: DisplayList, in rect: PixelRect, into plan: inout Plan
  ) {
    // What is at the very back: a covering opaque item, or nothing but transparency.
    var first = 0
    var background: UInt32 = 0
    var needsBackground = true
    if let hit = hits.first {
      let chunk = list.chunks[Int(hit.chunk)]
      let item = Int(hit.item)
      if culls || hits.count == 1, Self.isOpaque(chunk, item), chunk.box(item).contains(rect) {
        if chunk.kind[item] == ItemKind.opaqueSolid {
          background = chunk.paint[item]
          first = 1
        } else {
          needsBackground = false
        }
      }
    }
    if needsBackground { emitBackground(background, list, from: first, in: rect, into: &plan) }
    var open: [(group: DisplayGroup, operation: Int, bounds: PixelRect)] = []
    for position in first..<hits.count {
      let hit = hits[position]
      let chunk = list.chunks[Int(hit.chunk)]
      let item = Int(hit.item)
      let group = chunk.groups.isEmpty ? nil : chunk.groups[item]
      if group !== open.last?.group { Self.turn(to: group, &open, &plan) }
      let box = chunk.box(item).intersection(rect)
      if let last = open.indices.last { open[last].bounds = open[last].bounds.union(box) }
      plan.operations.append(Self.operation(chunk, item, box, &plan.details))
    }
    Self.turn(to: nil, &open, &plan)
  }

  private static func operation(
    _ chunk: DisplayChunk, _ item: Int, _ box: PixelRect, _ details: inout [ItemDetail]
  ) -> CompositeOperation {
    let paint = chunk.paint[item]
    switch chunk.kind[item] {
    case ItemKind.opaqueSolid: return CompositeOperation(.fill, box, paint: paint)
    case ItemKind.translucentSolid: return CompositeOperation(.blend, box, paint: paint)
    case ItemKind.detail:
      details.append(chunk.details[Int(paint)])
      return CompositeOperation(
        .detail, box, paint: UInt32(truncatingIfNeeded: details.count - 1))
    default:
      var operation = CompositeOperation(
        chunk.kind[item] == ItemKind.opaqueBitmap ? .copy : .over, box)
      operation.originX = chunk.minX[item]
      operation.originY = chunk.minY[item]
      operation.source = chunk.source.nodes[item].contents
      return operation
    }
  }

  /// Fills what the opaque items in front leave of the background.
  ///
  /// Where tiles side by side cover a rectangle, there is nothing to fill; each pixel is then
  /// stored once.
  private func emitBackground(
    _ paint: UInt32, _ list: DisplayList, from first: Int, in rect: PixelRect,
    into plan: inout Plan
  ) {
    var rest = [rect]
    if culls {
      for hit in hits[first...].prefix(64) {
        let chunk = list.chunks[Int(hit.chunk)]
        let item = Int(hit.item)
        guard Self.isOpaque(chunk, item) else { continue }
        let box = chunk.box(item).intersection(rect)
        guard box.area >= DisplayChunk.occluderArea / 4 else { continue }
        let smaller = rest.flatMap { $0.subtracting(box) }
        if smaller.count > 8 { break }
        rest = smaller
        if rest.isEmpty { break }
      }
    }
    for part in rest { plan.operations.append(CompositeOperation(.fill, part, paint: paint)) }
  }

  /// Closes and opens groups until `group` is the innermost one.
  private static func turn(
    to group: DisplayGroup?,
    _ open: inout [(group: DisplayGroup, operation: Int, bounds: PixelRect)], _ plan: inout Plan
  ) {
    // The groups that are to be open, innermost last.
    var path: [DisplayGroup] = []
    var next = group
    while let current = next {
      path.append(current)
      next = current.parent
    }
    path.reverse()
    var common = 0
    while common < open.count, common < path.count, open[common].group === path[common] {
      common += 1
    }
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
    for group in path[common...] {
      plan.groups.append(group)
      plan.operations.append(
        CompositeOperation(
          .beginGroup, .empty, paint: UInt32(truncatingIfNeeded: plan.groups.count - 1)))
      open.append((group, plan.operations.count - 1, .empty))
    }
  }
}
