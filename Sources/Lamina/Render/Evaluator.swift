import Foundation

/// Turns render trees into display lists: applies animations at a time, places everything in
/// device pixels, and leaves out what cannot be seen.
///
/// It remembers the last evaluation of every chunk. A chunk is evaluated again only as far as
/// its nodes, its animations or the spaces that they stand in have changed.
struct Evaluator {
  let width: Int
  let height: Int
  /// Whether unchanged chunks are used again.
  var reusesChunks = true

  /// The evaluation that each chunk slot had last.
  private var cache: [DisplayChunk?] = []
  /// The spaces that layers stand in.
  var spaces: SpaceTable
  var transitions = TransitionCache()
  var replicas = ReplicaTable()
  /// How many layers the instances of a replicator may have.
  var layerBudget = InstanceTree.maximumLayerCount {
    didSet { transitions.layerBudget = layerBudget }
  }
  let shapes = ShapeOutlines()
  /// All pixels.
  let frame: PixelRect
  private var nextSerial: UInt64 = 1
  /// How many chunks of the last evaluation were used again, and how many layers were looked
  /// at.
  private(set) var reusedChunks = 0
  var visitedLayers = 0

  private var lastTree: RenderTreeStorage?

  /// Creates an evaluator for frames of a size in pixels.
  ///
  /// - Parameters:
  ///   - transform: from the space that the root layer stands in to device pixels.
  init(width: Int, height: Int, transform: PlaneTransform) {
    let frame = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    self.init(frame: frame, transform: transform, clip: frame)
  }

  /// Creates an evaluator for a picture inside a frame.
  ///
  /// - Parameters:
  ///   - frame: all pixels that count.
  ///   - transform: from the space that the root layer stands in to device pixels.
  ///   - clip: the pixels to which the root layer is cut.
  init(frame: PixelRect, transform: PlaneTransform, clip: PixelRect) {
    width = frame.maxX
    height = frame.maxY
    list = DisplayList(width: width, height: height)
    self.frame = frame
    var root = EvaluatedSpace(clip: clip)
    root.setTransform(transform)
    spaces = SpaceTable(root: root)
  }

  /// Frees the evaluator's own memory. It must not be used after that.
  func deallocate() { spaces.deallocate() }

  /// Forgets all earlier evaluations.
  mutating func reset() {
    cache.removeAll()
    spaces.removeAll()
    transitions.removeAll()
    replicas.removeAll()
    shapes.begin(forgetting: true)
    lastTree = nil
  }

  /// The display list of the last evaluation.
  private(set) var list: DisplayList

  /// Brings ``list`` up to what `tree` shows at a time.
  ///
  /// - Parameter define: gives spaces that no layer of the tree has their values.
  /// - Returns: what is new in `list`.
  /// - Complexity: O(changed layers) where `tree` is the commit after the last one.
  mutating func evaluate(
    _ tree: RenderTreeStorage, at time: Double, _ define: (inout SpaceTable) -> Void = { _ in }
  ) -> ListChange {
    spaces.beginEvaluation(of: tree.spaceLimit)
    define(&spaces)
    reusedChunks = 0
    visitedLayers = 0
    if !reusesChunks { cache.removeAll() }
    shapes.begin(forgetting: !reusesChunks)
    defer {
      lastTree = tree
      transitions.removeAll(notUsedIn: spaces.evaluation)
    }
    let order = DrawingOrder.of(tree, at: time, after: list.order)
    if reusesChunks, let lastTree, lastTree.pages.count == tree.pages.count,
      lastTree === tree || tree.follows(lastTree)
    {
      if order === list.order {
        return .chunks(evaluateChanges(from: lastTree, to: tree, at: time))
      }
      let before = list
      list.order = order
      return .reordered(evaluateChanges(from: lastTree, to: tree, at: time), before: before)
    }
    var result = DisplayList(width: width, height: height)
    result.order = order
    // A chunk that is not in this tree is forgotten: spaces change unseen while it is away.
    let known = cache
    cache.removeAll(keepingCapacity: true)
    for page in tree.pages {
      for chunk in page.chunks {
        while cache.count <= chunk.slot { cache.append(nil) }
        let old = chunk.slot < known.count ? known[chunk.slot] : nil
        let evaluated = evaluate(chunk, after: old, at: time)
        cache[chunk.slot] = evaluated
        result.append(evaluated)
      }
    }
    defer { list = result }
    return .everything(before: list)
  }

  /// The same chunks in the same places: only pages that differ are looked into, until a space
  /// changes that layers further on may stand in.
  private mutating func evaluateChanges(
    from old: RenderTreeStorage, to tree: RenderTreeStorage, at time: Double
  ) -> [ChunkChange] {
    var changes: [ChunkChange] = []
    for (pageIndex, page) in tree.pages.enumerated() {
      let oldPage = old.pages[pageIndex]
      if page === oldPage, !page.hasAnimations, !spaces.anyHasChanged {
        reusedChunks += page.versions.count
        continue
      }
      for offset in page.versions.indices {
        if page.versions[offset] == oldPage.versions[offset], !page.hasAnimations,
          !spaces.anyHasChanged
        {
          reusedChunks += 1
          continue
        }
        let chunk = page.chunks[offset]
        let before = cache[chunk.slot]!
        let after = evaluate(chunk, after: before, at: time)
        if after === before { continue }
        cache[chunk.slot] = after
        let position = pageIndex * NodePage.capacity + offset
        list.replace(position, with: after)
        changes.append(ChunkChange(position: position, old: before, new: after))
      }
    }
    return changes
  }

  // MARK: - Chunks

  private mutating func evaluate(
    _ chunk: NodeChunk, after old: DisplayChunk?, at time: Double
  ) -> DisplayChunk {
    let standsInChangedSpace = spaces.anyHasChanged && usesChangedSpace(chunk)
    if let old, !standsInChangedSpace {
      if old.source.version == chunk.version {
        if chunk.animated.isEmpty {
          reusedChunks += 1
          return old
        }
        return patch(old, source: chunk, at: chunk.animated, chunk.animated, at: time)
      }
      if chunk.baseVersion == old.source.version, !chunk.isRenumbered {
        return patch(old, source: chunk, at: chunk.changes, chunk.animated, at: time)
      }
    }
    return evaluateAll(chunk, at: time)
  }

  /// Evaluates the named nodes alone, on a copy of an earlier evaluation.
  private mutating func patch(
    _ old: DisplayChunk, source: NodeChunk, at changes: [UInt16], _ animated: [UInt16],
    at time: Double
  ) -> DisplayChunk {
    let display = DisplayChunk(source: source, serial: makeSerial(), copying: old)
    display.changes.reserveCapacity(changes.count)
    for index in changes {
      display.releaseDetail(of: Int(index))
      evaluate(source, Int(index), into: display, at: time)
      display.changes.append(index)
    }
    if source.version != old.source.version {
      for index in animated {
        display.releaseDetail(of: Int(index))
        evaluate(source, Int(index), into: display, at: time)
        display.changes.append(index)
      }
    }
    // A layer among the changed ones may carry others of this very chunk along.
    if spaces.anyHasChanged, usesChangedSpace(source) { return evaluateAll(source, at: time) }
    display.summarizeChanges()
    return display
  }

  private mutating func evaluateAll(_ chunk: NodeChunk, at time: Double) -> DisplayChunk {
    let display = DisplayChunk(source: chunk, serial: makeSerial(), copying: nil)
    for index in 0..<chunk.count { evaluate(chunk, index, into: display, at: time) }
    display.summarize()
    return display
  }

  private mutating func makeSerial() -> UInt64 {
    defer { nextSerial += 1 }
    return nextSerial
  }

  private func usesChangedSpace(_ chunk: NodeChunk) -> Bool {
    for space in chunk.usedSpaces where spaces.hasChanged(space) {
      return true
    }
    return false
  }

  // MARK: - Nodes

  @inline(__always)
  private mutating func evaluate(
    _ chunk: NodeChunk, _ index: Int, into display: DisplayChunk, at time: Double
  ) {
    visitedLayers += 1
    let node = chunk.nodes + index
    let parentIndex = node.pointee.parentSpace
    if node.pointee.space < 0, parentIndex >= 0, spaces.group(parentIndex) == nil,
      display.groups.isEmpty
    {
      let space = spaces.pointer(parentIndex)
      if space.pointee.isUpright, !space.pointee.isHidden {
        let isDone =
          node.pointee.detail < 0
          ? evaluatePlain(node, in: space, index, into: display)
          : evaluateAnimated(chunk, node, in: space, index, into: display, at: time)
        if isDone { return }
      }
    }
    evaluateGeneral(chunk, index, into: display, at: time)
  }

  /// Places a layer whose animations leave it an upright box with one thing in it.
  ///
  /// - Returns: false if there is more to it.
  @inline(never)
  private func evaluateAnimated(
    _ chunk: NodeChunk, _ node: UnsafeMutablePointer<RenderNode>,
    in space: UnsafeMutablePointer<EvaluatedSpace>, _ index: Int, into display: DisplayChunk,
    at time: Double
  ) -> Bool {
    let detail = chunk.details[Int(node.pointee.detail)]!
    guard var plain = detail.plainNode(of: node.pointee, at: time) else { return false }
    return evaluatePlain(&plain, in: space, index, into: display)
  }

  /// Places an upright box with one thing in it.
  ///
  /// - Returns: false if there is more to it.
  @inline(__always)
  private func evaluatePlain(
    _ node: UnsafeMutablePointer<RenderNode>, in space: UnsafeMutablePointer<EvaluatedSpace>,
    _ index: Int, into display: DisplayChunk
  ) -> Bool {
    if node.pointee.flags.contains(.hidden) || node.pointee.opacity == 0 {
      display.items.setNothing(index)
      return true
    }
    let alpha = Pixel.multiply(node.pointee.opacity, space.pointee.alpha)
    let left = PixelSnapping.edge(node.pointee.minX * space.pointee.scaleX + space.pointee.offsetX)
    let right = PixelSnapping.edge(node.pointee.maxX * space.pointee.scaleX + space.pointee.offsetX)
    let top = PixelSnapping.edge(node.pointee.minY * space.pointee.scaleY + space.pointee.offsetY)
    let bottom = PixelSnapping.edge(
      node.pointee.maxY * space.pointee.scaleY + space.pointee.offsetY)
    if left > right || top > bottom { return false }
    let box = PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
    let clip = space.pointee.clip
    let visible = box.intersection(clip)
    if visible.isEmpty {
      display.items.setNothing(index)
      return true
    }
    guard let contents = node.pointee.contents else {
      let paint = Pixel.multiply(node.pointee.background, alpha)
      if paint >> 24 == 255 {
        display.items.set(index, ItemKind.opaqueSolid, visible, paint)
      } else if paint != 0 {
        display.items.set(index, ItemKind.translucentSolid, visible, paint)
      } else {
        display.items.setNothing(index)
      }
      return true
    }
    return contents._withUnsafeGuaranteedRef { storage in
      guard alpha == 255, right - left == storage.width, bottom - top == storage.height,
        storage.isOpaque || node.pointee.background == 0,
        clip.contains(box) || clipIsFrame(clip)
      else { return false }
      display.items.set(
        index, storage.isOpaque ? ItemKind.opaqueBitmap : ItemKind.translucentBitmap, box,
        contents)
      return true
    }
  }

  /// Whether a clip is no more than the frame's own edge, which every drawing keeps to anyway.
  private func clipIsFrame(_ clip: PixelRect) -> Bool { clip == frame }
}
