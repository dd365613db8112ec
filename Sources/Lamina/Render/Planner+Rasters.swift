// Rasterized layers, whose pictures are kept.

extension Planner {
  /// The items of a rasterized layer and of all below it.
  struct RasterRun {
    let places: ClosedRange<NodePlace>
    /// What they make together; nil where that is not kept.
    let picture: RasterPicture?
  }

  /// How many hidden items in a row are looked through for the end of a run.
  private static let longestGap = 4096

  /// The run of a rasterized layer, found from one of its items.
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
    // What is behind a blur, past the frame's edge, is drawn or not as the frame needs it.
    if bounds.isEmpty || plan.groups.contains(where: \.readsBelow) {
      return RasterRun(places: run, picture: nil)
    }
    // It is drawn as a whole, and a frame is the most that is seen of it.
    let frame = PixelRect(minX: 0, minY: 0, maxX: list.width, maxY: list.height)
    let seen = raster.raster?.pixelsNeeded(for: frame).area ?? 0
    if bounds.area / RasterCache.largestInFrames > seen {
      return RasterRun(places: run, picture: nil)
    }
    return RasterRun(places: run, picture: rasters.picture(plan, bounds, owner: raster.space))
  }

  /// Goes from the last of some places on while items are in a group.
  ///
  /// - Returns: false where the end could not be found.
  private static func collect(
    _ places: inout [NodePlace], of raster: DisplayGroup, _ list: DisplayList,
    next: (NodePlace) -> NodePlace?
  ) -> Bool {
    var gap = 0
    guard var place = places.last else { return true }
    while let following = next(place) {
      place = following
      let isSeen = list.items[place.chunk].records[place.index].kind != ItemKind.nothing
      // The group of a hidden item does not count: nobody draws in it, and it may stand alone.
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
  /// The outermost group around this one, or itself, that has pixels of its own.
  var outermostRaster: DisplayGroup? {
    var result: DisplayGroup?
    var next: DisplayGroup? = self
    while let group = next {
      if group.raster != nil { result = group }
      next = group.isInRaster ? group.parent : nil
    }
    return result
  }

  /// Whether this is a group, or stands in it.
  fileprivate func isInside(_ other: DisplayGroup) -> Bool {
    var next: DisplayGroup? = self
    while let group = next {
      if group === other { return true }
      next = group.depth > other.depth ? group.parent : nil
    }
    return false
  }

  /// Whether the group, or what it had been before a transition, blurs what is behind it.
  fileprivate var readsBelow: Bool {
    effects?.backdrop != nil || transition?.old.list.backdrops.isEmpty == false
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
