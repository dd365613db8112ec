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
  /// Whether instances of which nothing can be seen are left out.
  var culls = true {
    didSet { transitions.culls = culls }
  }
  /// When contents are aligned to pixels. Setting another one is to be followed by ``reset()``.
  var alignment = ContentsAlignment.automatic {
    didSet {
      spaces.root.alignsContents = alignment != .never
      transitions.alignment = alignment
    }
  }
  let shapes = ShapeOutlines()
  /// All pixels.
  let frame: PixelRect
  private var nextSerial: UInt64 = 1
  /// How many chunks of the last evaluation were used again, and how many layers were looked
  /// at.
  private(set) var reusedChunks = 0
  var visitedLayers = 0
  /// How many instances of replicators were placed.
  var visitedInstances = 0

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
  ///   - spaceCapacity: for how many spaces there is room at first.
  init(
    frame: PixelRect, transform: PlaneTransform, clip: PixelRect, spaceCapacity: Int = 64
  ) {
    width = frame.maxX
    height = frame.maxY
    list = DisplayList(width: width, height: height)
    self.frame = frame
    var root = EvaluatedSpace(clip: clip)
    root.setTransform(transform)
    spaces = SpaceTable(root: root, capacity: spaceCapacity)
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
    visitedInstances = 0
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
    guard let old else { return evaluateAll(chunk, at: time) }
    let isSame = old.source.version == chunk.version
    guard isSame || chunk.baseVersion == old.source.version && !chunk.isRenumbered else {
      return evaluateAll(chunk, at: time)
    }
    if spaces.anyHasChanged, usesChangedSpace(chunk) {
      if mostStandInChangedSpaces(chunk) { return evaluateAll(chunk, at: time) }
    } else if isSame, chunk.animated.isEmpty {
      reusedChunks += 1
      return old
    }
    return patch(
      old, source: chunk, at: isSame ? chunk.animated : chunk.changes + chunk.animated, at: time)
  }

  /// Evaluates the named nodes and those that stand in changed spaces alone, on a copy of an earlier
  /// evaluation.
  private mutating func patch(
    _ old: DisplayChunk, source: NodeChunk, at changes: [UInt16], at time: Double
  ) -> DisplayChunk {
    let display = DisplayChunk(source: source, serial: makeSerial(), copying: old)
    display.changes = changes
    display.removeOmissions(at: changes)
    evaluate(source, at: changes, into: display, replacing: true, at: time)
    // A layer among the changed ones may carry others of this very chunk along.
    if spaces.anyHasChanged, usesChangedSpace(source) {
      if mostStandInChangedSpaces(source) { return evaluateAll(source, at: time) }
      evaluateInChangedSpaces(source, into: display, at: time)
    }
    display.summarizeChanges()
    return display
  }

  /// Evaluates the nodes that stand in changed spaces, again those that have just been: layers come
  /// before those that stand in them.
  private mutating func evaluateInChangedSpaces(
    _ chunk: NodeChunk, into display: DisplayChunk, at time: Double
  ) {
    var end = 0
    while end < chunk.count {
      let start = end
      while end < chunk.count, spaces.hasChanged(chunk.nodes[end].parentSpace) { end += 1 }
      if start == end {
        end += 1
        continue
      }
      display.removeOmissions(at: start..<end)
      evaluate(chunk, at: start..<end, into: display, replacing: true, at: time)
      display.changes.append(contentsOf: (start..<end).lazy.map { UInt16($0) })
    }
  }

  /// Whether it is more work to leave out the nodes that stand where they stood: about every other
  /// one does not, going by every eighth.
  private func mostStandInChangedSpaces(_ chunk: NodeChunk) -> Bool {
    var balance = 0
    for index in stride(from: 0, to: chunk.count, by: 8) {
      balance += spaces.hasChanged(chunk.nodes[index].parentSpace) ? 1 : -1
    }
    return balance > 0
  }

  private mutating func evaluateAll(_ chunk: NodeChunk, at time: Double) -> DisplayChunk {
    let display = DisplayChunk(source: chunk, serial: makeSerial(), copying: nil)
    evaluate(chunk, at: 0..<chunk.count, into: display, replacing: false, at: time)
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

  /// Evaluates the nodes of some indices.
  ///
  /// - Parameter replacing: whether the items were evaluated before.
  @inline(__always)
  private mutating func evaluate<Indices: RandomAccessCollection>(
    _ chunk: NodeChunk, at indices: Indices, into display: DisplayChunk, replacing: Bool,
    at time: Double
  ) where Indices.Index == Int, Indices.Element: BinaryInteger {
    visitedLayers += indices.count
    var next = indices.startIndex
    while true {
      placePlainBoxes(chunk, at: indices, from: &next, into: display, replacing, at: time)
      if next == indices.endIndex { return }
      if replacing { display.releaseDetail(of: Int(indices[next])) }
      evaluateGeneral(chunk, Int(indices[next]), into: display, at: time)
      next += 1
    }
  }

  /// Places plain boxes up to the first node that is more.
  ///
  /// What is known of the space of those that stand in one, mostly next to each other, is not looked
  /// for again.
  @inline(__always)
  private func placePlainBoxes<Indices: RandomAccessCollection>(
    _ chunk: NodeChunk, at indices: Indices, from next: inout Int, into display: DisplayChunk,
    _ replacing: Bool, at time: Double
  ) where Indices.Index == Int, Indices.Element: BinaryInteger {
    while next != indices.endIndex {
      let space = chunk.nodes[Int(indices[next])].parentSpace
      guard holdsPlainBoxes(space, of: display) else { return }
      let placement = PlainPlacement(
        in: spaces.space(space), frame: frame, items: display.items)
      while next != indices.endIndex {
        let index = Int(indices[next])
        let node = chunk.nodes + index
        if node.pointee.parentSpace != space { break }
        if replacing, display.hasDetails { display.releaseDetail(of: index) }
        guard node.pointee.space < 0,
          node.pointee.detail < 0
            ? placement.place(node, index)
            : placeAnimated(chunk, node, by: placement, index, at: time)
        else { return }
        next += 1
      }
    }
  }

  /// Whether a plain box that stands in a space can be placed with no thought of groups.
  private func holdsPlainBoxes(_ index: Int32, of display: DisplayChunk) -> Bool {
    guard index >= 0, spaces.group(index) == nil, display.groups.isEmpty else { return false }
    let space = spaces.pointer(index)
    return space.pointee.isUpright && !space.pointee.isHidden
  }

  /// Places a layer whose animations leave it an upright box with one thing in it.
  ///
  /// - Returns: false if there is more to it.
  @inline(never)
  private func placeAnimated(
    _ chunk: NodeChunk, _ node: UnsafePointer<RenderNode>, by placement: PlainPlacement,
    _ index: Int, at time: Double
  ) -> Bool {
    let detail = chunk.details[Int(node.pointee.detail)]!
    if node.pointee.contents != nil, alignment == .automatic,
      detail.motion(at: time).contains(.layer)
    {
      return false
    }
    guard var plain = detail.plainNode(of: node.pointee, at: time) else { return false }
    return placement.place(&plain, index)
  }
}
