// Rasterized layers, whose pictures are cached.

extension Planner {
  /// The items of a rasterized layer and its descendants.
  struct RasterRun {
    let places: ClosedRange<NodePlace>
    /// The picture of the items; nil if it is not cached.
    let picture: RasterCacheEntry?
  }

  /// The maximum number of consecutive hidden items to search for the end of a run.
  private static let longestGap = 4096

  /// Returns the run of a rasterized layer, starting from one of its items.
  func rasterRun(of raster: DisplayGroup, at place: NodePlace, _ list: DisplayList) -> RasterRun {
    var places = [place]
    let isWhole =
      Self.collect(&places, of: raster, list) { list.place(before: $0) }
      && {
        places.reverse()
        return Self.collect(&places, of: raster, list) { list.place(after: $0) }
      }()
    let run = (places.min() ?? place)...(places.max() ?? place)
    guard isWhole else { return RasterRun(places: run, picture: nil) }
    let (plan, bounds) = Self.plan(places, of: raster, list)
    // What is behind a blur, beyond the frame's edge, is drawn only as far as the frame needs it.
    if bounds.isEmpty || plan.groups.contains(where: \.readsBelow) {
      return RasterRun(places: run, picture: nil)
    }
    // A cached picture is drawn whole, however little of it is visible.
    let frame = PixelRect(minX: 0, minY: 0, maxX: list.width, maxY: list.height)
    let seen = raster.raster?.pixelsNeeded(for: frame).area ?? 0
    if bounds.area / RasterCache.largestInFrames > seen {
      return RasterRun(places: run, picture: nil)
    }
    return RasterRun(places: run, picture: rasters.picture(plan, bounds, owner: raster.space))
  }

  /// Appends the places after the last one, for as long as their items are in a group.
  ///
  /// - Returns: false if the end could not be found.
  private static func collect(
    _ places: inout [NodePlace], of raster: DisplayGroup, _ list: DisplayList,
    next: (NodePlace) -> NodePlace?
  ) -> Bool {
    var gap = 0
    guard var place = places.last else { return true }
    while let following = next(place) {
      place = following
      let isSeen = list.items[place.chunk].records[place.index].kind != ItemKind.nothing
      // The group of a hidden item does not count: nothing is drawn in it, and it may stand alone.
      if list.chunks[place.chunk].group(place.index)?.isInside(raster) == true {
        gap = 0
        if isSeen { places.append(place) }
      } else if isSeen {
        return true
      } else {
        gap += 1
        if gap > longestGap { return false }
      }
    }
    return true
  }
}

extension DisplayGroup {
  /// The outermost group that has pixels of its own, among this group and its ancestors.
  var outermostRaster: DisplayGroup? {
    var result: DisplayGroup?
    var next: DisplayGroup? = self
    while let group = next {
      if group.raster != nil { result = group }
      next = group.isInRaster ? group.parent : nil
    }
    return result
  }

  /// Returns true if this group is another one, or is nested in it.
  fileprivate func isInside(_ other: DisplayGroup) -> Bool {
    var next: DisplayGroup? = self
    while let group = next {
      if group === other { return true }
      next = group.depth > other.depth ? group.parent : nil
    }
    return false
  }

  /// True if the group, or the old picture of its transition, filters what is behind it.
  var readsBelow: Bool {
    effects?.backdrop != nil || transition?.readsBelow == true
  }
}

extension DisplayList {
  fileprivate func place(before place: NodePlace) -> NodePlace? {
    if place.index > 0 { return NodePlace(chunk: place.chunk, index: place.index - 1) }
    guard let chunk = items[..<place.chunk].lastIndex(where: { $0.count > 0 }) else { return nil }
    return NodePlace(chunk: chunk, index: items[chunk].count - 1)
  }

  fileprivate func place(after place: NodePlace) -> NodePlace? {
    if place.index + 1 < items[place.chunk].count {
      return NodePlace(chunk: place.chunk, index: place.index + 1)
    }
    let chunk = items[(place.chunk + 1)...].firstIndex { $0.count > 0 }
    return chunk.map { NodePlace(chunk: $0, index: 0) }
  }
}
