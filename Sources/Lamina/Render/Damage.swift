import Foundation

/// What differs between two frames, in device pixels.
///
/// It is a pure function of the two display lists. A pixel outside the result looks the same
/// in both: the rules are that an item that came damages its box, one that left damages the
/// box it had, and one that differs in any way damages both. Two lists with different sizes
/// differ everywhere.
enum Damage {
  /// Past this share of the frame, in 100ths, all of it is redrawn.
  static let wholeFrameShare = 60
  /// Past this many changed items in a chunk, their bounding box stands for them.
  static let itemLimit = 12

  static func between(_ old: DisplayList?, _ new: DisplayList) -> Region {
    let frame = PixelRect(minX: 0, minY: 0, maxX: new.width, maxY: new.height)
    guard let old, old.width == new.width, old.height == new.height else {
      return Region(frame)
    }
    var collector = Collector(frame: frame)
    var i = 0
    var j = 0
    let a = old.chunks
    let b = new.chunks
    if a.count == b.count {
      // The usual case: the same chunks, a few of them newer.
      while i < a.count {
        if a[i] !== b[i] { compare(a[i...i], b[i...i], &collector) }
        i += 1
      }
      return collector.region
    }
    // Chunks were cut, joined, or came and went: go from one unchanged chunk to the next.
    var oldIndex: [ObjectIdentifier: Int] = [:]
    for (index, chunk) in a.enumerated() { oldIndex[ObjectIdentifier(chunk)] = index }
    i = 0
    while j < b.count {
      if i < a.count, a[i] === b[j] {
        i += 1
        j += 1
        continue
      }
      var end = j
      var meet: Int?
      while end < b.count {
        if let index = oldIndex[ObjectIdentifier(b[end])], index >= i {
          meet = index
          break
        }
        end += 1
      }
      let stop = meet ?? a.count
      compare(a[i..<stop], b[j..<end], &collector)
      i = stop
      j = end
    }
    if i < a.count { compare(a[i...], [], &collector) }
    return collector.region
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
    let before = Cursor.items(of: old)
    let after = Cursor.items(of: new)
    if before.count == after.count {
      var touched = ItemDamage()
      for (a, b) in zip(before, after) where !Item.same(a, b) { touched.add(a, b) }
      touched.flush(&collector)
      return
    }
    // Items came or went: what is alike at both ends has not changed.
    var start = 0
    let shorter = min(before.count, after.count)
    while start < shorter, Item.same(before[start], after[start]) { start += 1 }
    var end = 0
    while end < shorter - start,
      Item.same(before[before.count - 1 - end], after[after.count - 1 - end])
    {
      end += 1
    }
    var touched = ItemDamage()
    for item in before[start..<before.count - end] { touched.add(item.chunk.box(item.index)) }
    for item in after[start..<after.count - end] { touched.add(item.chunk.box(item.index)) }
    touched.flush(&collector)
  }

  private static func compareInPlace(
    _ old: DisplayChunk, _ new: DisplayChunk, _ collector: inout Collector
  ) {
    var touched = ItemDamage()
    if new.baseSerial == old.serial, new.baseSerial != 0 {
      for change in new.changes {
        let index = Int(change)
        let a = Item(chunk: old, index: index)
        let b = Item(chunk: new, index: index)
        if !Item.same(a, b) { touched.add(a, b) }
      }
    } else {
      for index in 0..<new.count {
        let a = Item(chunk: old, index: index)
        let b = Item(chunk: new, index: index)
        if !Item.same(a, b) { touched.add(a, b) }
      }
    }
    touched.flush(&collector)
  }

  private enum Cursor {
    static func items(of chunks: ArraySlice<DisplayChunk>) -> [Item] {
      chunks.flatMap { chunk in (0..<chunk.count).map { Item(chunk: chunk, index: $0) } }
    }
  }

  /// One item of a display list.
  private struct Item {
    let chunk: DisplayChunk
    let index: Int

    /// Whether two items draw the same pixels.
    @inline(__always)
    static func same(_ a: Item, _ b: Item) -> Bool {
      let (c, i) = (a.chunk, a.index)
      let (d, j) = (b.chunk, b.index)
      let kind = c.kind[i]
      guard kind == d.kind[j] else { return false }
      if kind == ItemKind.nothing { return true }
      guard c.minX[i] == d.minX[j], c.minY[i] == d.minY[j], c.maxX[i] == d.maxX[j],
        c.maxY[i] == d.maxY[j]
      else { return false }
      if c.groups.isEmpty != d.groups.isEmpty || !c.groups.isEmpty {
        guard c.group(i) === d.group(j) else { return false }
      }
      if kind == ItemKind.detail {
        return c.details[Int(c.paint[i])] == d.details[Int(d.paint[j])]
      }
      return c.paint[i] == d.paint[j]
    }

    /// The pixels that differ where two boxes of one colour share three edges, or nil.
    static func growth(_ a: Item, _ b: Item) -> [PixelRect]? {
      let kind = a.chunk.kind[a.index]
      guard kind == ItemKind.opaqueSolid || kind == ItemKind.translucentSolid,
        kind == b.chunk.kind[b.index], a.chunk.paint[a.index] == b.chunk.paint[b.index],
        a.chunk.group(a.index) === b.chunk.group(b.index)
      else { return nil }
      let old = a.chunk.box(a.index)
      let new = b.chunk.box(b.index)
      guard old.intersects(new),
        (old.minX == new.minX && old.maxX == new.maxX)
          || (old.minY == new.minY && old.maxY == new.maxY)
      else { return nil }
      return old.subtracting(new) + new.subtracting(old)
    }
  }

  /// The boxes of a chunk's changed items; all of them in one box where there are many.
  private struct ItemDamage {
    private var boxes: [PixelRect] = []
    private var items = 0
    private var whole = PixelRect.empty

    @inline(__always)
    mutating func add(_ old: Item, _ new: Item) {
      let wasSeen = old.chunk.kind[old.index] != ItemKind.nothing
      let isSeen = new.chunk.kind[new.index] != ItemKind.nothing
      if items < Damage.itemLimit, wasSeen, isSeen, let strips = Item.growth(old, new) {
        items += 1
        for strip in strips {
          boxes.append(strip)
          whole = whole.union(strip)
        }
        return
      }
      if wasSeen { add(old.chunk.box(old.index)) }
      if isSeen { add(new.chunk.box(new.index)) }
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
    }
  }

  /// The damage so far, which becomes the whole frame when it is most of it.
  private struct Collector {
    let frame: PixelRect
    private(set) var region = Region()
    private var isWhole = false

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
