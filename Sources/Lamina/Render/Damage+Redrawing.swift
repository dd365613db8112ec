import Foundation

// Layers whose drawing was continued: of their contents only a part is new.

extension Damage {
  /// The pixels that differ where two items show drawings of which one continues the other, in
  /// the same place; else nil.
  static func redrawing(
    _ old: DisplayChunk, _ i: Int, _ new: DisplayChunk, _ j: Int
  ) -> [PixelRect]? {
    let before = old.items.records[i]
    let after = new.items.records[j]
    guard before.box == after.box, old.group(i) === new.group(j),
      let rects = redrawnRects(old, before, new, after, new.items.box(j))
    else { return nil }
    guard let group = new.group(j), group.reaches else { return rects }
    return rects.map { group.pixelsTouched(by: $0) }
  }

  /// The pixels in which two items may differ that show nothing but a graph each: in strips, as
  /// graphs are seldom as high as their boxes, and from the first point on that differs. Nil if they
  /// show something else.
  static func graphs(
    _ old: DisplayChunk, _ i: Int, _ new: DisplayChunk, _ j: Int
  ) -> [PixelRect]? {
    let before = old.items.records[i]
    let after = new.items.records[j]
    guard before.isDetail, after.isDetail, old.group(i) === new.group(j),
      new.group(j)?.reaches != true,
      let from = old.details[Int(before.paint)].graph,
      let to = new.details[Int(after.paint)].graph
    else { return nil }
    let (boxBefore, boxAfter) = (old.items.box(i), new.items.box(j))
    var first = Int.min
    if old.details[Int(before.paint)].paintsLike(new.details[Int(after.paint)]),
      let column = to.line.firstColumnUnlike(from.line),
      zip(from.strips, to.strips).prefix(while: { $0.maxX <= column && $1.maxX <= column })
        .allSatisfy({ $0.intersection(boxBefore) == $1.intersection(boxAfter) })
    {
      first = column
    }
    let box = boxBefore.union(boxAfter)
    // A region has few rectangles.
    let width = max(64, (box.width / Region.maximumCount + 63) & ~31)
    var rects: [Int: PixelRect] = [:]
    for (strips, visible) in [(from.strips, boxBefore), (to.strips, boxAfter)] {
      for strip in strips where strip.maxX > first {
        let part = strip.intersection(visible)
        if part.isEmpty { continue }
        let index = part.minX / width
        rects[index] = part.union(rects[index] ?? .empty)
      }
    }
    return rects.sorted { $0.key < $1.key }.map(\.value)
  }

  private static func redrawnRects(
    _ old: DisplayChunk, _ before: ItemRecord, _ new: DisplayChunk, _ after: ItemRecord,
    _ box: PixelRect
  ) -> [PixelRect]? {
    if before.isDetail, after.isDetail {
      return new.details[Int(after.paint)].redrawing(since: old.details[Int(before.paint)])
    }
    switch (before.kind, after.kind) {
    case (
      ItemKind.opaqueBitmap...ItemKind.translucentBitmap,
      ItemKind.opaqueBitmap...ItemKind.translucentBitmap
    ):
      return before.bitmap._withUnsafeGuaranteedRef { from in
        after.bitmap._withUnsafeGuaranteedRef { to in
          guard to.width == box.width, to.height == box.height, from.width == to.width,
            from.height == to.height
          else { return nil }
          return to.history.changes(since: from.history).map {
            [$0.moved(byX: box.minX, y: box.minY)]
          }
        }
      }
    default: return nil
    }
  }
}

extension ItemDetail {
  /// The graph that the item shows alone; nil if it shows something else.
  fileprivate var graph: GraphStroke? {
    guard instances == nil, parts.count == 1, case .solid(let shape, _) = parts[0] else {
      return nil
    }
    return shape.graph
  }

  /// True if another item that shows one shape alone does so in the same colour.
  fileprivate func paintsLike(_ other: ItemDetail) -> Bool {
    guard alpha == other.alpha, case .solid(_, let paint) = parts[0],
      case .solid(_, let otherPaint) = other.parts[0]
    else { return false }
    return paint == otherPaint
  }

  /// The pixels that differ from the same layer's item in another frame, where only parts of its
  /// contents do; else nil.
  func redrawing(since old: ItemDetail) -> [PixelRect]? {
    guard visible == old.visible, alpha == old.alpha, extent == old.extent,
      instances === old.instances, parts.count == old.parts.count
    else { return nil }
    var rects: [PixelRect] = []
    // A shadow follows the other parts.
    for part in parts { if case .shadow = part { return nil } }
    for (part, before) in zip(parts, old.parts) where part != before {
      if case .tiles(let tiles) = part, case .tiles(let before) = before {
        guard let changed = Self.changes(from: before, to: tiles, in: visible) else { return nil }
        rects += changed
        continue
      }
      guard case .slices(let slices) = part, case .slices(let slicesBefore) = before,
        slices.count == slicesBefore.count
      else { return nil }
      for (slice, before) in zip(slices, slicesBefore) where slice != before {
        guard let rect = slice.redrawing(since: before, in: visible) else { return nil }
        if !rect.isEmpty { rects.append(rect) }
      }
    }
    return rects
  }

  /// The pixels of tiles that came, went or look different; nil where the others stand in another
  /// order.
  private static func changes(
    from old: [TileSlice], to new: [TileSlice], in visible: PixelRect
  ) -> [PixelRect]? {
    var places: [ObjectIdentifier: Int] = [:]
    for (index, tile) in old.enumerated() {
      places[ObjectIdentifier(tile.slice.bitmap.storage)] = index
    }
    var rects: [PixelRect] = []
    var next = 0
    for tile in new {
      guard let place = places[ObjectIdentifier(tile.slice.bitmap.storage)], old[place] == tile
      else {
        rects.append(tile.slice.bounds(in: visible))
        continue
      }
      if place < next { return nil }
      for gone in old[next..<place] { rects.append(gone.slice.bounds(in: visible)) }
      next = place + 1
    }
    for gone in old[next...] { rects.append(gone.slice.bounds(in: visible)) }
    return rects
  }
}

extension BitmapSlice {
  /// The pixels that differ from another slice in the same place, where its bitmap continues the
  /// other's drawing; nil where they may differ everywhere.
  fileprivate func redrawing(since old: BitmapSlice, in visible: PixelRect) -> PixelRect? {
    guard source == old.source, target == old.target, filter == old.filter,
      filter == .linear || filter == .nearest,
      let changed = bitmap.storage.history.changes(since: old.bitmap.storage.history),
      CGRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height).contains(source)
    else { return nil }
    // A pixel next to one that changed may be mixed with it.
    let part = CGRect(
      x: CGFloat(changed.minX - 1), y: CGFloat(changed.minY - 1),
      width: CGFloat(changed.width + 2), height: CGFloat(changed.height + 2)
    ).intersection(source)
    if part.isNull || part.isEmpty { return .empty }
    switch target {
    case .box(let place, let mirrorsX, let mirrorsY):
      if !mirrorsX, !mirrorsY, let origin = pixelOrigin(in: place) {
        return changed.moved(byX: origin.x, y: origin.y).intersection(place)
          .intersection(visible)
      }
      let scaleX = CGFloat(place.width) / source.width
      let scaleY = CGFloat(place.height) / source.height
      let left = (mirrorsX ? source.maxX - part.maxX : part.minX - source.minX) * scaleX
      let top = (mirrorsY ? source.maxY - part.maxY : part.minY - source.minY) * scaleY
      return PixelRect(
        minX: place.minX + PixelSnapping.floor(left) - 1,
        minY: place.minY + PixelSnapping.floor(top) - 1,
        maxX: place.minX + PixelSnapping.ceil(left + part.width * scaleX) + 1,
        maxY: place.minY + PixelSnapping.ceil(top + part.height * scaleY) + 1
      ).intersection(place).intersection(visible)
    case .quad(let quad):
      let scaleX = quad.rect.width / source.width
      let scaleY = quad.rect.height / source.height
      let rect = CGRect(
        x: quad.rect.minX + (part.minX - source.minX) * scaleX,
        y: quad.rect.minY + (part.minY - source.minY) * scaleY,
        width: part.width * scaleX, height: part.height * scaleY)
      let bounds = Quad(transform: quad.transform, rect: rect).pixelBounds(in: visible)
      if bounds.isEmpty { return .empty }
      return PixelRect(
        minX: bounds.minX - 1, minY: bounds.minY - 1, maxX: bounds.maxX + 1,
        maxY: bounds.maxY + 1
      ).intersection(visible)
    }
  }
}
