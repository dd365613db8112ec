// Frames in which most pixels only moved: the tiles of a graph, the cells of a scroll view.

extension Damage {
  /// Returns the largest rectangle of the frame that shows what the frame before showed elsewhere, if
  /// it has at least half of the frame's pixels; else nil.
  ///
  /// It consists of opaque boxes and bitmaps of some size that all moved by the same whole pixels, and
  /// nothing that is drawn later touches it, but what moved with them.
  ///
  /// - Parameters:
  ///   - changes: the chunks in which `list` differs from the list before.
  ///   - list: a list without an order of its own and without backdrops.
  /// - Complexity: O(items).
  static func scroll(_ changes: [DisplayChunkDiff], in list: DisplayList) -> PixelCopy? {
    let frame = PixelRect(x: 0, y: 0, width: list.width, height: list.height)
    let leastArea = frame.area / leastShareOfScroll
    guard changes.allSatisfy({ $0.old.count == $0.new.count }),
      let movement = mainMovement(in: changes, leastArea: leastArea)
    else { return nil }
    var first: NodePlace?
    var moved = RectUnion()
    for change in changes {
      for index in 0..<change.new.count {
        let new = change.new.items.records[index]
        guard new.isOpaque, new.box.area >= leastArea, isMoved(change, index, by: movement) else {
          continue
        }
        if first == nil { first = NodePlace(chunk: change.position, index: index) }
        moved.insert(new.box.rect)
      }
    }
    guard let first, let largest = moved.largest else { return nil }
    let (dx, dy) = (Int(movement.x), Int(movement.y))
    // What comes into the frame was not in the frame before.
    let visible = largest.intersection(frame).intersection(frame.moved(byX: dx, y: dy))
    var copy = PixelCopy(destination: visible, dx: dx, dy: dy)
    removeOthers(from: &copy, changes, in: list, after: first, least: frame.area / 2)
    return copy.destination.area >= frame.area / 2 ? copy : nil
  }

  /// Reduces a copy to pixels that show, in both frames, only items that moved like it, of all items
  /// from one on in paint order.
  ///
  /// - Parameter least: the number of pixels below which it is not reduced further.
  private static func removeOthers(
    from copy: inout PixelCopy, _ changes: [DisplayChunkDiff], in list: DisplayList,
    after first: NodePlace, least: Int
  ) {
    func remove(_ box: PixelRect) {
      guard box.intersects(copy.destination) else { return }
      let rest = copy.destination.subtracting(box)
      copy.destination = rest.max { $0.area < $1.area } ?? .empty
    }
    let movement = SIMD2(Int16(copy.dx), Int16(copy.dy))
    var changes = changes.filter { $0.position >= first.chunk }[...]
    for position in first.chunk..<list.items.count where copy.destination.area >= least {
      let change = changes.first?.position == position ? changes.removeFirst() : nil
      let items = list.items[position]
      for index in (position == first.chunk ? first.index : 0)..<items.count {
        if let change, isMoved(change, index, by: movement) { continue }
        let new = items.records[index]
        let old = change?.old.items.records[index] ?? new
        if new.kind != ItemKind.nothing { remove(new.box.rect) }
        if old.kind != ItemKind.nothing { remove(old.box.rect.moved(byX: copy.dx, y: copy.dy)) }
      }
    }
  }

  /// Opaque items that are smaller than this part of the frame are not looked for: where there are so
  /// many of them, they seldom move together, and to look for them took 7 % of `W1`.
  private static let leastShareOfScroll = 256

  /// Returns the columns and rows by which the largest opaque item that moved did; nil if none did.
  private static func mainMovement(
    in changes: [DisplayChunkDiff], leastArea: Int
  ) -> SIMD2<Int16>? {
    var best: (area: Int, movement: SIMD2<Int16>)?
    for change in changes {
      let items = change.new.items
      if items.largestWidth * items.largestHeight < leastArea { continue }
      for index in 0..<items.count {
        let (old, new) = (change.old.items.records[index], items.records[index])
        let area = new.box.area
        guard new.isOpaque, area >= leastArea, area > best?.area ?? 0,
          let movement = new.box.offset(from: old.box), movement != .zero,
          isMoved(change, index, by: movement)
        else { continue }
        best = (area, movement)
      }
    }
    return best?.movement
  }

  /// Returns true if an item is the one before, moved: it draws the same pixels there.
  @inline(__always)
  private static func isMoved(
    _ change: DisplayChunkDiff, _ index: Int, by movement: SIMD2<Int16>
  ) -> Bool {
    var old = change.old.items.records[index]
    let new = change.new.items.records[index]
    guard !new.isDetail, new.box.offset(from: old.box) == movement,
      change.old.group(index) == nil, change.new.group(index) == nil
    else { return false }
    old.box = new.box
    return old == new
  }
}

/// Rectangles of which each is a union of some that were inserted, without other pixels.
private struct RectUnion {
  /// The number of rectangles above which no other is kept.
  private static let limit = 16
  private var rects: [PixelRect] = []

  var largest: PixelRect? { rects.max { $0.area < $1.area } }

  /// Inserts a rectangle, joined with those with which it makes up a larger one.
  mutating func insert(_ rect: PixelRect) {
    var new = rect
    var index = 0
    while index < rects.count {
      let whole = rects[index].union(new)
      if whole.area == rects[index].area + new.area - rects[index].intersection(new).area {
        new = whole
        rects.remove(at: index)
        index = 0
      } else {
        index += 1
      }
    }
    if rects.count < Self.limit { rects.append(new) }
  }
}
