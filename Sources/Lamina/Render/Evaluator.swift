import Foundation

/// Converts render trees into display lists: applies animations at a time, transforms everything to
/// device pixels, and drops what cannot be visible.
///
/// It caches the last evaluation of every chunk. A chunk is evaluated again only as far as its
/// nodes, its animations or the spaces of its layers have changed.
struct Evaluator: ~Copyable {
  let width: Int
  let height: Int
  /// True to reuse unchanged chunks.
  var reusesChunks = true

  /// The last evaluation of each chunk slot.
  private var cache: [DisplayChunk?] = []
  /// The coordinate spaces of the layers.
  var spaces: SpatialTree
  var transitions = TransitionCache()
  var replicators = EvaluatedReplicatorTable()
  /// The maximum number of layers in the instances of a replicator.
  var layerBudget = InstanceTree.maximumLayerCount {
    didSet { transitions.layerBudget = layerBudget }
  }
  /// True to omit instances and transitions that cannot be visible.
  var culls = true {
    didSet { transitions.culls = culls }
  }
  /// The mode of aligning contents to pixels. Setting it must be followed by ``reset()``.
  var alignment = ContentsAlignment.automatic {
    didSet {
      spaces.root.alignsContents = alignment != .never
      transitions.alignment = alignment
    }
  }
  let shapes = ShapeOutlines()
  /// The bounds of all relevant pixels.
  let frame: PixelRect
  private var nextSerial: UInt64 = 1
  /// The number of chunks that the last evaluation reused, and the number of layers that it
  /// visited.
  private(set) var reusedChunks = 0
  var visitedLayers = 0
  /// The number of instances of replicators that the last evaluation placed.
  var visitedInstances = 0

  private var lastTree: RenderTreeStorage?

  /// Creates an evaluator for frames of a size in pixels.
  ///
  /// - Parameters:
  ///   - transform: the transform from the root layer's parent space to device pixels.
  init(width: Int, height: Int, transform: ProjectiveTransform) {
    let frame = PixelRect(minX: 0, minY: 0, maxX: width, maxY: height)
    self.init(frame: frame, transform: transform, clip: frame)
  }

  /// Creates an evaluator for a picture inside a frame.
  ///
  /// - Parameters:
  ///   - frame: the bounds of all relevant pixels.
  ///   - transform: the transform from the root layer's parent space to device pixels.
  ///   - clip: the pixels to which the root layer is clipped.
  ///   - spaceCapacity: the number of spaces for which room is reserved.
  init(
    frame: PixelRect, transform: ProjectiveTransform, clip: PixelRect, spaceCapacity: Int = 64
  ) {
    width = frame.maxX
    height = frame.maxY
    list = DisplayList(width: width, height: height)
    self.frame = frame
    var root = CoordinateSpace(clip: clip)
    root.setTransform(transform)
    spaces = SpatialTree(root: root, capacity: spaceCapacity)
  }

  /// Discards all earlier evaluations.
  mutating func reset() {
    cache.removeAll()
    spaces.removeAll()
    transitions.removeAll()
    replicators.removeAll()
    shapes.begin(forgetting: true)
    lastTree = nil
  }

  /// The display list of the last evaluation.
  private(set) var list: DisplayList

  /// Updates ``list`` to the content of `tree` at a time.
  ///
  /// - Parameter define: defines the spaces that no layer of the tree defines.
  /// - Returns: the change of `list`.
  /// - Complexity: O(changed layers) if `tree` is the commit after the last one.
  mutating func evaluate(
    _ tree: RenderTreeStorage, at time: Double, _ define: (inout SpatialTree) -> Void = { _ in }
  ) -> DisplayListDiff {
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
    // A chunk that is not in this tree is dropped: spaces change unnoticed while it is away.
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

  /// Evaluates a tree with the same chunks in the same places. Visits only pages that differ, until
  /// a space changes to which later layers may belong.
  private mutating func evaluateChanges(
    from old: RenderTreeStorage, to tree: RenderTreeStorage, at time: Double
  ) -> [DisplayChunkDiff] {
    var changes: [DisplayChunkDiff] = []
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
        changes.append(DisplayChunkDiff(position: position, old: before, new: after))
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
      old, source: chunk, at: isSame ? chunk.animated : chunk.changedOrAnimated, at: time)
  }

  /// Evaluates only the given nodes and those in changed spaces, on a copy of an earlier
  /// evaluation.
  private mutating func patch(
    _ old: DisplayChunk, source: NodeChunk, at changes: [UInt16], at time: Double
  ) -> DisplayChunk {
    let display = DisplayChunk(source: source, serial: makeSerial(), copying: old)
    display.changes = changes
    display.removeOmissions(at: changes)
    evaluate(source, at: changes, into: display, replacing: true, at: time)
    // A changed layer may move others of this very chunk.
    if spaces.anyHasChanged, usesChangedSpace(source) {
      if mostStandInChangedSpaces(source) { return evaluateAll(source, at: time) }
      evaluateInChangedSpaces(source, into: display, at: time)
    }
    display.summarizeChanges()
    return display
  }

  /// Evaluates the nodes in changed spaces, including those just evaluated: layers precede those in
  /// their spaces.
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

  /// Returns true if skipping the nodes in unchanged spaces would be more work: if most of a
  /// sample, every eighth node, are in changed spaces.
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

  /// Evaluates the nodes at some indices.
  ///
  /// - Parameter replacing: true if the items were evaluated before.
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

  /// Places plain boxes up to the first node that is not one.
  ///
  /// The space of consecutive nodes is looked up once, as neighbours mostly share it.
  @inline(__always)
  private func placePlainBoxes<Indices: RandomAccessCollection>(
    _ chunk: NodeChunk, at indices: Indices, from next: inout Int, into display: DisplayChunk,
    _ replacing: Bool, at time: Double
  ) where Indices.Index == Int, Indices.Element: BinaryInteger {
    while next != indices.endIndex {
      let space = chunk.nodes[Int(indices[next])].parentSpace
      guard space >= 0, display.groups.isEmpty, spaces.takesPlainBoxes(space) else { return }
      let placement = AxisAlignedPlacement(
        in: spaces.space(space), frame: frame, items: display.items)
      while next != indices.endIndex {
        let index = Int(indices[next])
        let node = chunk.nodes[index]
        if node.parentSpace != space { break }
        if replacing, display.hasDetails { display.releaseDetail(of: index) }
        guard node.space < 0,
          node.detail < 0
            ? placement.place(node, index)
            : placeAnimated(chunk, node, by: placement, index, into: display, at: time)
        else { return }
        next += 1
      }
    }
  }

  /// Places a layer that remains an axis-aligned box with one thing in it under its animations.
  ///
  /// - Returns: false if it does not.
  @inline(never)
  private func placeAnimated(
    _ chunk: NodeChunk, _ node: RenderNode, by placement: AxisAlignedPlacement,
    _ index: Int, into display: DisplayChunk, at time: Double
  ) -> Bool {
    let detail = chunk.details[Int(node.detail)]!
    if node.contents != nil, alignment == .automatic,
      detail.motion(at: time).contains(.layer)
    {
      return false
    }
    guard let plain = detail.plainNode(of: node, at: time) else { return false }
    return placement.place(plain, index)
  }
}
