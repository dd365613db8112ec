import Foundation

/// A chunk of a display list and its replacement.
struct DisplayChunkDiff {
  /// The index of the chunk in the list.
  var position: Int
  var old: DisplayChunk
  var new: DisplayChunk
}

/// The change that an evaluation made to a display list.
enum DisplayListDiff {
  /// These chunks were replaced; all others are unchanged.
  case chunks([DisplayChunkDiff])
  /// These chunks were replaced, and the paint order changed.
  case reordered([DisplayChunkDiff], before: DisplayList)
  /// Chunks were added, removed or moved: the list must be compared with the previous one.
  case everything(before: DisplayList)
}

/// The difference between two frames, in device pixels.
///
/// It is a pure function of the two display lists. A pixel outside the result looks the same in
/// both: an added item damages its box, a removed one its old box, and one that differs in any way
/// both. So do items whose paint order relative to others has changed. Two lists of different sizes
/// differ everywhere.
enum Damage {
  /// The share of the frame, in 100ths, above which all of it is redrawn.
  static let wholeFrameShare = 60
  /// The number of changed items in a chunk, at two boxes each, above which their bounding box is
  /// used.
  static let itemLimit = 12

  static func between(_ old: DisplayList?, _ new: DisplayList) -> Region {
    let frame = PixelRect(minX: 0, minY: 0, maxX: new.width, maxY: new.height)
    guard let old, old.width == new.width, old.height == new.height else {
      return Region(frame)
    }
    var collector = Collector(frame: frame)
    let a = old.chunks
    let b = new.chunks
    // Skips from one unchanged chunk to the next, and compares the chunks between them.
    var oldIndex: [ObjectIdentifier: Int] = [:]
    for (index, chunk) in a.enumerated() { oldIndex[ObjectIdentifier(chunk)] = index }
    var i = 0
    var j = 0
    while j < b.count {
      if i < a.count, a[i] === b[j] {
        i += 1
        j += 1
        continue
      }
      var end = j
      var stop = a.count
      while end < b.count {
        if let index = oldIndex[ObjectIdentifier(b[end])], index >= i {
          stop = index
          break
        }
        end += 1
      }
      compare(a[i..<stop], b[j..<end], &collector)
      i = stop
      j = end
    }
    if i < a.count { compare(a[i...], [], &collector) }
    addReordered(old, new, &collector)
    return collector.region
  }

  /// Returns the damage of replaced chunks, if no chunks were added or removed.
  ///
  /// - Parameter reordered: the two lists, if their paint orders differ.
  static func between(
    _ changes: [DisplayChunkDiff], frame: PixelRect,
    reordered: (before: DisplayList, after: DisplayList)? = nil
  ) -> Region {
    var collector = Collector(frame: frame)
    for change in changes where !collector.isWhole {
      compare([change.old], [change.new], &collector)
    }
    if let reordered { addReordered(reordered.before, reordered.after, &collector) }
    return collector.region
  }

  /// Adds the bounds of items that are now drawn before others that they were drawn after.
  private static func addReordered(
    _ old: DisplayList, _ new: DisplayList, _ collector: inout Collector
  ) {
    let moved = DrawingOrder.moved(from: old.order, to: new.order)
    for run in moved.old { collector.add(old.bounds(of: run)) }
    for run in moved.new { collector.add(new.bounds(of: run)) }
  }

  /// Returns damage extended by the groups in front of it that blur what is behind them.
  static func spread(_ region: Region, by backdrops: [BackdropReach], in frame: PixelRect) -> Region
  {
    var result = region
    // Any of them may be in front of another, whatever their order in the list.
    for _ in backdrops {
      let before = result
      for backdrop in backdrops {
        for rect in before.rects {
          let part = backdrop.damaged(byDamageOf: rect).intersection(frame)
          if !part.isEmpty { result.insert(part) }
        }
      }
      if result == before { break }
    }
    return result
  }

  // MARK: - Runs of chunks

  private static func compare(
    _ old: ArraySlice<DisplayChunk>, _ new: ArraySlice<DisplayChunk>,
    _ collector: inout Collector
  ) {
    if old.count == 1, new.count == 1, let a = old.first, let b = new.first, a.count == b.count {
      compareInPlace(a, b, &collector)
      return
    }
    var before = ItemRun(old)
    var after = ItemRun(new)
    var touched = ItemDamage()
    if before.count == after.count {
      while let (a, i) = before.popFirst(), let (b, j) = after.popFirst() {
        touched.add(a, i, b, j)
      }
    } else {
      // Items were added or removed: those that are the same at both ends have not changed.
      while let (a, i) = before.first, let (b, j) = after.first, isSame(a, i, b, j) {
        before.removeFirst()
        after.removeFirst()
      }
      while let (a, i) = before.last, let (b, j) = after.last, isSame(a, i, b, j) {
        before.removeLast()
        after.removeLast()
      }
      while let (chunk, index) = before.popFirst() { touched.add(chunk.items.box(index)) }
      while let (chunk, index) = after.popFirst() { touched.add(chunk.items.box(index)) }
    }
    touched.flush(&collector)
  }

  /// The items of consecutive chunks, taken from either end.
  private struct ItemRun {
    private var chunks: ArraySlice<DisplayChunk>
    /// The index of the next item of the first chunk, and the end of the last chunk.
    private var start = 0
    private var end: Int
    private(set) var count: Int

    init(_ chunks: ArraySlice<DisplayChunk>) {
      self.chunks = chunks
      count = chunks.reduce(0) { $0 + $1.count }
      end = chunks.last?.count ?? 0
      dropEmptyEnds()
    }

    var first: (DisplayChunk, Int)? { count == 0 ? nil : (chunks.first!, start) }
    var last: (DisplayChunk, Int)? { count == 0 ? nil : (chunks.last!, end - 1) }

    mutating func removeFirst() {
      start += 1
      count -= 1
      dropEmptyEnds()
    }

    mutating func removeLast() {
      end -= 1
      count -= 1
      dropEmptyEnds()
    }

    mutating func popFirst() -> (DisplayChunk, Int)? {
      let first = first
      if first != nil { removeFirst() }
      return first
    }

    @inline(__always)
    private mutating func dropEmptyEnds() {
      if count == 0 { return }
      while start == chunks.first!.count {
        chunks.removeFirst()
        start = 0
      }
      while end == 0 {
        chunks.removeLast()
        end = chunks.last!.count
      }
    }
  }

  private static func compareInPlace(
    _ old: DisplayChunk, _ new: DisplayChunk, _ collector: inout Collector
  ) {
    var touched = ItemDamage()
    if new.baseSerial == old.serial, new.baseSerial != 0 {
      touched.add(old, new, at: new.changes)
    } else {
      touched.add(old, new, at: 0..<new.count)
    }
    touched.flush(&collector)
  }

  // MARK: - Items

  /// Returns true if two items draw the same pixels.
  @inline(__always)
  static func isSame(
    _ old: DisplayChunk, _ i: Int, _ new: DisplayChunk, _ j: Int
  ) -> Bool {
    let a = old.items
    let b = new.items
    let before = a.records[i]
    let after = b.records[j]
    guard before.kind == after.kind else { return false }
    if a.hasGroups || b.hasGroups, old.group(i) !== new.group(j) {
      return before.kind == ItemKind.nothing
    }
    if before.isDetail {
      return before.box == after.box
        && old.details[Int(before.paint)] == new.details[Int(after.paint)]
    }
    return before == after
  }

  /// Returns the pixels that differ between two overlapping boxes of the same colour that have the
  /// same extent along one axis; else nil.
  private static func growth(
    _ old: DisplayChunk, _ i: Int, _ new: DisplayChunk, _ j: Int
  ) -> [PixelRect]? {
    let a = old.items
    let b = new.items
    let before = a.records[i]
    let after = b.records[j]
    guard before.kind == ItemKind.opaqueSolid || before.kind == ItemKind.translucentSolid,
      before.kind == after.kind, before.paint == after.paint, old.group(i) === new.group(j)
    else { return nil }
    let from = a.box(i)
    let to = b.box(j)
    guard
      from.intersects(to),
      (from.minX == to.minX && from.maxX == to.maxX)
        || (from.minY == to.minY && from.maxY == to.maxY)
    else { return nil }
    return from.subtracting(to) + to.subtracting(from)
  }

  /// Returns the pixels that differ between two items of a replicator that differ only in their
  /// instances; else nil.
  private static func replication(
    _ old: DisplayChunk, _ i: Int, _ new: DisplayChunk, _ j: Int
  ) -> [PixelRect]? {
    let before = old.items.records[i]
    let after = new.items.records[j]
    guard before.isDetail, after.isDetail,
      old.group(i) === new.group(j)
    else { return nil }
    let a = old.details[Int(before.paint)]
    let b = new.details[Int(after.paint)]
    guard let some = b.instances ?? a.instances, a.isSame(as: b) else { return nil }
    // Without visible instances there is no list.
    let none = DisplayList(width: some.list.width, height: some.list.height)
    return between(a.instances?.list ?? none, b.instances?.list ?? none).rects
  }

  /// The boxes of a chunk's changed items, or their bounding box if there are many.
  private struct ItemDamage {
    private var boxes: [PixelRect] = []
    /// The strips of graphs, which are as wide as a chart.
    private var graphs: [PixelRect] = []
    private var items = 0
    private var whole = PixelRect.empty

    /// Adds the differences between the items at some indices and their replacements.
    @inline(__always)
    mutating func add(
      _ old: DisplayChunk, _ new: DisplayChunk, at indices: some Collection<some BinaryInteger>
    ) {
      var index = indices.startIndex
      while index != indices.endIndex, items <= Damage.itemLimit * 2 {
        add(old, Int(indices[index]), new, Int(indices[index]))
        indices.formIndex(after: &index)
      }
      let (before, after) = (old.items.records, new.items.records)
      let isPlain = !old.items.hasGroups && !new.items.hasGroups
      // From here on, the bounding box is used.
      var hull = BoxHull()
      while index != indices.endIndex {
        let item = Int(indices[index])
        indices.formIndex(after: &index)
        let (a, b) = (before[item], after[item])
        if isPlain, !a.isDetail, !b.isDetail {
          if a == b { continue }
          if a.kind != ItemKind.nothing { hull.add(a.box) }
          if b.kind != ItemKind.nothing { hull.add(b.box) }
        } else {
          add(old, item, new, item)
        }
      }
      whole = whole.union(hull.rect)
    }

    /// Adds the difference between an item and its replacement.
    mutating func add(_ old: DisplayChunk, _ i: Int, _ new: DisplayChunk, _ j: Int) {
      if Damage.isSame(old, i, new, j) { return }
      if let rects = Damage.replication(old, i, new, j) {
        for rect in rects { add(rect) }
        return
      }
      if let strips = Damage.graphs(old, i, new, j) {
        graphs += strips
        return
      }
      let wasSeen = old.items.records[i].kind != ItemKind.nothing
      let isSeen = new.items.records[j].kind != ItemKind.nothing
      if items < Damage.itemLimit, wasSeen, isSeen,
        let strips = Damage.growth(old, i, new, j) ?? Damage.redrawing(old, i, new, j)
      {
        items += 1
        for strip in strips {
          boxes.append(strip)
          whole = whole.union(strip)
        }
        return
      }
      if wasSeen { add(old.items.box(i)) }
      if isSeen { add(new.items.box(j)) }
    }

    mutating func add(_ box: PixelRect) {
      if box.isEmpty { return }
      items += 1
      if items <= Damage.itemLimit * 2 { boxes.append(box) }
      whole = whole.union(box)
    }

    func flush(_ collector: inout Collector) {
      if items > Damage.itemLimit * 2 {
        collector.add(whole)
      } else {
        for box in boxes { collector.add(box) }
      }
      for strip in graphs { collector.add(strip) }
    }
  }

  /// The damage so far, which becomes the whole frame when it exceeds ``Damage/wholeFrameShare``.
  private struct Collector {
    let frame: PixelRect
    private(set) var region = Region()
    private(set) var isWhole = false

    init(frame: PixelRect) { self.frame = frame }

    mutating func add(_ box: PixelRect) {
      if isWhole { return }
      let visible = box.intersection(frame)
      if visible.isEmpty { return }
      region.insert(visible)
      if region.area * 100 > frame.area * Damage.wholeFrameShare {
        region = Region(frame)
        isWhole = true
      }
    }
  }
}
