import Foundation

/// A planner that selects, for each damaged rectangle, the items that are visible in it.
///
/// Items are searched back to front by the coarse boxes of their chunks, with a ``BoundsQuery``. An
/// opaque item that covers the whole rectangle removes everything behind it from the plan.
struct Planner {
  /// The minimum area, in pixels, of an opaque item that is worth cutting out of the background.
  private static let smallestOccluder = 1024

  /// True if covered items are culled.
  var culls = true

  /// True if the pictures of rasterized layers are cached.
  var keepsRasters = true

  let rasters = RasterCache()
  /// The runs of the rasterized layers in this plan, by their groups.
  private var rasterRuns: [ObjectIdentifier: RasterRun] = [:]
  /// The candidates found so far.
  private let candidates = CandidateBuffer()
  /// The number of items that the last plan culled because something opaque is in front of them.
  private(set) var culledItems = 0

  /// Fills `plan` with the operations that draw `list` inside `region`.
  mutating func plan(_ list: DisplayList, _ region: Region, into plan: inout Plan) {
    plan.removeAll()
    rasterRuns.removeAll()
    plan.frame = PixelRect(minX: 0, minY: 0, maxX: list.width, maxY: list.height)
    culledItems = 0
    let backdrops = list.backdrops
    for rect in region.rects {
      let start = plan.operations.count
      let (drawn, reach) = collect(list, for: rect, backdrops)
      emit(list, in: drawn, into: &plan)
      plan.passes.append(
        Plan.Pass(
          rect: rect, drawn: drawn, reach: reach, range: start..<plan.operations.count))
    }
  }

  /// Collects the items for a rectangle, grown by the reach of the backdrops that are visible in
  /// it.
  ///
  /// - Returns: the rectangle for which items were collected, and the reach in rows.
  private mutating func collect(
    _ list: DisplayList, for rect: PixelRect, _ backdrops: [BackdropReach]
  ) -> (PixelRect, reach: Int) {
    let frame = PixelRect(minX: 0, minY: 0, maxX: list.width, maxY: list.height)
    var drawn = rect
    let culledBefore = culledItems
    while true {
      culledItems = culledBefore
      collect(list, in: drawn)
      var reach = (x: 0, y: 0)
      // One backdrop may be behind another.
      for backdrop in backdrops where backdrop.shown.intersects(drawn) {
        reach.x += backdrop.x
        reach.y += backdrop.y
      }
      let needed = rect.grown(byX: reach.x, y: reach.y).intersection(frame)
      if drawn.contains(needed) { return (drawn, reach.y) }
      drawn = needed
    }
  }

  // MARK: - Collecting

  /// Writes all items that touch a rectangle to `candidates`, back to front, except those hidden by
  /// something opaque.
  ///
  /// All candidates are collected first, and then their boxes are compared without branches in
  /// between, so that the boxes, which are scattered in memory, are fetched many at a time.
  private mutating func collect(_ list: DisplayList, in rect: PixelRect) {
    candidates.removeAll()
    guard let first = list.items.first else { return }
    var coarse = BoundsQuery(rect, width: first.largestWidth, height: first.largestHeight)
    list.items.withUnsafeBufferPointer { chunks in
      for position in chunks.indices {
        let items = chunks.baseAddress! + position
        guard items.pointee.bounds.intersects(rect) else { continue }
        candidates.reserve(DisplayChunk.capacity)
        // Adjacent chunks often hold items of the same size.
        if !coarse.suits(items.pointee.largestWidth, items.pointee.largestHeight) {
          coarse = BoundsQuery(
            rect, width: items.pointee.largestWidth, height: items.pointee.largestHeight)
        }
        coarse.forEachMatch(items.pointee) { candidates.append(position, $0) }
      }
      var cover = candidates.keepThoseThatTouch(rect, chunks)
      if let order = list.order {
        candidates.arrange(order.runs)
        cover = cover.map { _ in candidates.count - 1 }
      }
      if culls, let cover { dropHidden(list, chunks, rect, upTo: cover) }
    }
  }

  /// Drops the items behind the last one that hides the whole rectangle: `cover`, or one before it.
  private mutating func dropHidden(
    _ list: DisplayList, _ chunks: UnsafeBufferPointer<DisplayItems>, _ rect: PixelRect,
    upTo cover: Int
  ) {
    let last = candidates.indices[...cover].last { index in
      let items = chunks[candidates[index].chunk]
      return items.box(candidates[index].item).contains(rect)
        && Self.hidesWhatIsBehind(list, items, candidates[index])
    }
    guard let last else { return }
    culledItems += last
    candidates.removeFirst(last)
  }

  /// Returns true if an item hides everything behind its box: it is opaque, and in no group.
  private static func hidesWhatIsBehind(
    _ list: DisplayList, _ items: DisplayItems, _ candidate: Candidate
  ) -> Bool {
    items.records[candidate.item].isOpaque
      && (!items.hasGroups || list.chunks[candidate.chunk].groups[candidate.item] == nil)
  }

  // MARK: - Emitting

  private mutating func emit(
    _ list: DisplayList, in rect: PixelRect, into plan: inout Plan
  ) {
    list.items.withUnsafeBufferPointer { chunks in
      let first = emitBackground(list, chunks, in: rect, into: &plan)
      var open: [OpenGroup] = []
      var passed: RasterRun?
      let clip = PixelBox(rect)
      plan.operations.reserveCapacity(plan.operations.count + candidates.count)
      for index in first..<candidates.count {
        let candidate = candidates[index]
        let items = chunks.baseAddress! + candidate.chunk
        if !items.pointee.hasGroups, open.isEmpty,
          let operation = Self.solid(items.pointee.records[candidate.item], clip)
        {
          plan.operations.append(operation)
          continue
        }
        if passed?.places.contains(candidate.place) == true { continue }
        if items.pointee.hasGroups,
          let raster = list.chunks[candidate.chunk].groups[candidate.item]?.outermostRaster,
          let run = rasterRun(of: raster, at: candidate, list), let picture = run.picture
        {
          Self.emit(picture, of: raster, in: rect, &open, &plan)
          passed = run
          continue
        }
        Self.emit(
          list.chunks[candidate.chunk], items.pointee, candidate.item, in: rect, &open, &plan)
      }
      Self.turn(to: nil, in: rect, &open, &plan)
    }
  }

  /// Returns the run of a rasterized layer; nil if pictures are not cached or the list is
  /// reordered.
  private mutating func rasterRun(
    of raster: DisplayGroup, at candidate: Candidate, _ list: DisplayList
  ) -> RasterRun? {
    guard keepsRasters, list.order == nil else { return nil }
    let known = rasterRuns[ObjectIdentifier(raster)]
    let run = known ?? rasterRun(of: raster, at: candidate.place, list)
    rasterRuns[ObjectIdentifier(raster)] = run
    return run
  }

  /// Returns the plan that draws all items of a rasterized layer, and the pixels that they touch.
  static func plan(
    _ places: [NodePlace], of raster: DisplayGroup, _ list: DisplayList
  ) -> (Plan, PixelRect) {
    var plan = Plan()
    plan.frame = raster.frame
    // The groups around it, which stay open.
    var open: [OpenGroup] = []
    var next: DisplayGroup? = raster
    while let group = next {
      open.append(
        OpenGroup(
          group, operation: -1, outside: .everything,
          inside: group === raster ? raster.frame : .everything))
      next = group.parent
    }
    open.reverse()
    for place in places {
      emit(
        list.chunks[place.chunk], list.items[place.chunk], place.index, in: .everything, &open,
        &plan)
    }
    turn(to: raster, in: .everything, &open, &plan)
    let bounds = open[raster.depth].bounds
    plan.passes = [
      Plan.Pass(rect: bounds, drawn: bounds, reach: 0, range: plan.operations.indices)
    ]
    return (plan, bounds)
  }

  /// Adds the operation that draws a cached picture.
  private static func emit(
    _ picture: RasterCacheEntry, of raster: DisplayGroup, in rect: PixelRect,
    _ open: inout [OpenGroup], _ plan: inout Plan
  ) {
    turn(to: raster.parent, in: rect, &open, &plan)
    let box = raster.pixelsTouchedAround(by: picture.bounds)
      .intersection(open.last?.inside ?? rect)
    if let last = open.indices.last {
      open[last].bounds = open[last].bounds.union(box)
      open[last].add(raster.transition?.backdropReach ?? (0, 0), of: raster)
    }
    if box.isEmpty { return }
    plan.pictures.append((raster, picture))
    plan.operations.append(
      CompositeOperation(
        .picture, box, paint: UInt32(truncatingIfNeeded: plan.pictures.count - 1)))
  }

  /// Adds the operations that draw one item, in its group.
  static func emit(
    _ chunk: @autoclosure () -> DisplayChunk, _ items: DisplayItems, _ item: Int,
    in rect: PixelRect, _ open: inout [OpenGroup], _ plan: inout Plan
  ) {
    var box = items.box(item)
    let record = items.records[item]
    if record.isDetail,
      let instances = chunk().details[Int(record.paint)].instances
    {
      return emit(instances.list, over: item, of: chunk(), in: rect, &open, &plan)
    }
    if items.hasGroups || !open.isEmpty {
      let group = chunk().group(item)
      if group !== open.last?.group { turn(to: group, in: rect, &open, &plan) }
      if let group, group.reaches, record.isDetail {
        // The item's box covers the pixels that it affects, not just those that it draws.
        box = chunk().details[Int(record.paint)].extent
      }
      box = box.intersection(open.last?.inside ?? rect)
      if let last = open.indices.last { open[last].bounds = open[last].bounds.union(box) }
      if box.isEmpty { return }
    } else {
      box = box.intersection(rect)
    }
    if record.isDetail {
      plan.details.append(chunk().details[Int(record.paint)])
      plan.operations.append(
        CompositeOperation(
          .detail, box, paint: UInt32(truncatingIfNeeded: plan.details.count - 1)))
    } else {
      plan.operations.append(operation(record, box))
    }
  }

  /// Adds the operations that draw a replicator, and then its instances.
  private static func emit(
    _ instances: DisplayList, over item: Int, of chunk: DisplayChunk, in rect: PixelRect,
    _ open: inout [OpenGroup], _ plan: inout Plan
  ) {
    let group = chunk.group(item)
    if group !== open.last?.group { turn(to: group, in: rect, &open, &plan) }
    var detail = chunk.details[Int(chunk.items.records[item].paint)]
    detail.instances = nil
    let box = detail.extent.intersection(open.last?.inside ?? rect)
    if let last = open.indices.last { open[last].bounds = open[last].bounds.union(box) }
    if !box.isEmpty {
      plan.details.append(detail)
      plan.operations.append(
        CompositeOperation(
          .detail, box, paint: UInt32(truncatingIfNeeded: plan.details.count - 1)))
    }
    instances.forEachItem(intersecting: rect) { chunk, items, item in
      emit(chunk, items, item, in: rect, &open, &plan)
    }
  }

  /// Returns the operation that draws a solid; nil for any other item.
  @inline(__always)
  private static func solid(_ record: ItemRecord, _ clip: PixelBox) -> CompositeOperation? {
    let kind = record.kind
    guard kind == ItemKind.opaqueSolid || kind == ItemKind.translucentSolid else { return nil }
    return CompositeOperation(
      kind == ItemKind.opaqueSolid ? .fill : .blend, record.box.clipped(to: clip),
      paint: record.paint)
  }

  private static func operation(
    _ record: ItemRecord, _ box: PixelRect
  ) -> CompositeOperation {
    let edges = PixelBox(box)
    if let solid = solid(record, edges) { return solid }
    let isOpaque = record.kind == ItemKind.opaqueBitmap
    var operation = CompositeOperation(isOpaque ? .copy : .over, edges)
    operation.originX = record.box.minX
    operation.originY = record.box.minY
    operation.source = record.bitmap
    return operation
  }

  /// Fills the background with the colour of a covering opaque layer, or with transparency, but
  /// only where opaque items in front do not cover it. Where tiles side by side cover the
  /// rectangle, there is nothing to fill, and each pixel is stored once.
  ///
  /// - Returns: the number of items that the background replaces.
  private func emitBackground(
    _ list: DisplayList, _ chunks: UnsafeBufferPointer<DisplayItems>, in rect: PixelRect,
    into plan: inout Plan
  ) -> Int {
    var rest = [rect]
    var paint: UInt32 = 0
    var first = 0
    if culls {
      if candidates.count > 0 {
        let candidate = candidates[0]
        let items = chunks[candidate.chunk]
        if items.records[candidate.item].kind == ItemKind.opaqueSolid,
          items.box(candidate.item).contains(rect), Self.hidesWhatIsBehind(list, items, candidate)
        {
          paint = items.records[candidate.item].paint
          first = 1
        }
      }
      for index in (first..<candidates.count).prefix(64) {
        let candidate = candidates[index]
        let items = chunks[candidate.chunk]
        // What is behind a background blur is visible beside whatever covers it in front.
        if items.hasGroups, list.chunks[candidate.chunk].groups[candidate.item]?.readsAround == true
        {
          break
        }
        let box = items.box(candidate.item).intersection(rect)
        guard box.area >= Self.smallestOccluder, Self.hidesWhatIsBehind(list, items, candidate)
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
}
