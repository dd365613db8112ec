import Foundation

/// A snapshot of a layer's subtree taken when a transition began: nodes of the previously published
/// tree at one time. The outgoing picture of the transition is drawn from it.
///
/// It is immutable, and shares with the tree only what chunks share in any case.
final class TransitionSnapshot: Sendable {
  /// The maximum nesting depth of pictures; transitions nested more deeply are not kept.
  static let maximumDepth = 3

  /// The picture that a snapshot shows.
  enum Content: Sendable {
    case nothing
    /// A plain layer without sublayers, its box at the origin.
    case plain(NodeDetail)
    /// The layer's subtree as a tree of its own, with the layer's box at the origin of the root
    /// space.
    case tree(RenderTreeStorage)
  }

  let content: Content
  /// The nesting depth of pictures, including this one: 1 without transitions inside, 0 if empty.
  let depth: Int

  /// Creates an empty picture.
  init() {
    content = .nothing
    depth = 0
  }

  private init(tree: RenderTreeStorage, depth: Int) {
    content = .tree(tree)
    self.depth = depth
  }

  /// The content as a tree, which is made of a plain layer each time; nil if nothing was visible.
  var tree: RenderTreeStorage? {
    switch content {
    case .nothing: return nil
    case .tree(let tree): return tree
    case .plain(let detail):
      let chunk = NodeChunk(slot: 0, version: 1, capacity: 1)
      chunk.openGap(at: 0, gap: 1)
      chunk.nodes[0] = RenderNode(detail: chunk.keep(detail))
      chunk.summarize()
      return RenderTreeStorage(
        pages: [NodePage(chunks: [chunk])], layout: 0, spaceLimit: 0, layerCount: 1, time: 0)
    }
  }

  /// Creates a picture of one layer of a published tree and of its subtree.
  ///
  /// - Parameters:
  ///   - place: the position of the layer in the tree.
  /// - Complexity: O(*n*) in the layers of the subtree.
  init(at moment: Moment, _ place: NodePlace) {
    var copier = SnapshotBuilder(moment)
    content = copier.copy(from: place)
    depth = copier.depth
  }

  /// A published tree, at the time at which snapshots of its layers are taken.
  final class Moment {
    let tree: RenderTreeStorage
    /// The time in seconds.
    let time: Double
    /// The position of the chunk of each slot; -1 if there is none.
    private let positions: [Int]
    /// The nodes in drawing order.
    fileprivate let runs: [Range<NodePlace>]

    /// - Complexity: O(chunks of the tree).
    init(of tree: RenderTreeStorage, at time: Double) {
      self.tree = tree
      self.time = time
      var positions: [Int] = []
      for (page, nodes) in tree.pages.enumerated() {
        for (offset, chunk) in nodes.chunks.enumerated() {
          while positions.count <= chunk.slot { positions.append(-1) }
          positions[chunk.slot] = page * NodePage.capacity + offset
        }
      }
      self.positions = positions
      runs = DrawingOrder.of(tree, at: time, after: nil)?.runs ?? [.everything]
    }

    /// Returns the position of the chunk of a slot, or nil if there is none.
    func position(ofSlot slot: Int) -> Int? {
      slot < positions.count && positions[slot] >= 0 ? positions[slot] : nil
    }
  }
}

extension TransitionSnapshot {
  /// Returns this picture limited to a nesting depth. Transitions nested more deeply are shown at
  /// their ends.
  fileprivate func trimmed(to limit: Int) -> TransitionSnapshot {
    guard depth > limit, case .tree(let tree) = content else { return self }
    return TransitionSnapshot(tree: tree.trimmed(to: limit - 1), depth: limit)
  }
}

extension RenderTreeStorage {
  /// Returns this tree with the nesting depth of its transitions limited; 0 removes all.
  fileprivate func trimmed(to limit: Int) -> RenderTreeStorage {
    let pages = pages.map { page in
      NodePage(
        chunks: page.chunks.map { chunk in
          let copy = NodeChunk(copying: chunk, version: chunk.version, capacity: chunk.count)
          for index in copy.details.indices {
            copy.details[index] = copy.details[index]?.trimmed(to: limit)
          }
          copy.summarize()
          return copy
        })
    }
    return RenderTreeStorage(
      pages: pages, layout: layout, spaceLimit: spaceLimit, layerCount: layerCount, time: time,
      depthMotion: depthMotion)
  }

  /// The nesting depth of the transitions in the tree.
  fileprivate var transitionDepth: Int {
    guard hasAnimations else { return 0 }
    let chunks = pages.lazy.flatMap(\.chunks)
    return chunks.flatMap { $0.details }.reduce(0) { max($0, $1?.transitionDepth ?? 0) }
  }
}

extension NodeDetail {
  fileprivate var transitionDepth: Int {
    max(transition?.picture.depth ?? 0, replicated?.tree.transitionDepth ?? 0)
  }

  /// Returns a copy with the nesting depth of its transitions limited; 0 removes all.
  fileprivate func trimmed(to limit: Int) -> NodeDetail {
    guard transitionDepth > limit else { return self }
    let transition = transition.flatMap { inner in
      limit == 0
        ? nil
        : RunningTransition(animation: inner.animation, picture: inner.picture.trimmed(to: limit))
    }
    let replicated = replicated.map { inner in
      ReplicatedTree(
        tree: inner.tree.trimmed(to: limit), motion: inner.motion, elements: inner.elements)
    }
    return NodeDetail(
      values: values, animations: animations, clock: clock, isTimed: isTimed,
      transition: transition,
      maskSpace: maskSpace, replicated: replicated, layer: layer)
  }
}

/// A running transition, as published by a commit.
struct RunningTransition: Sendable {
  let animation: CommittedAnimation
  let picture: TransitionSnapshot
}

/// Copies the nodes of a subtree in the drawing order at a time.
private struct SnapshotBuilder {
  private let moment: TransitionSnapshot.Moment
  private var tree: RenderTreeStorage { moment.tree }
  private var time: Double { moment.time }
  private(set) var depth = 1
  private var chunks: [NodeChunk] = []
  private var count = 0
  /// The expected total number of nodes.
  private var expectedCount = 1
  /// The new numbers of the subtree's spaces.
  private var spaces: [Int32: Int32] = [:]

  init(_ moment: TransitionSnapshot.Moment) { self.moment = moment }

  mutating func copy(from place: NodePlace) -> TransitionSnapshot.Content {
    guard let source = chunk(place.chunk), place.index < source.count else { return .nothing }
    let top = source.nodes[place.index]
    var end = place.next
    let topMask = maskSpace(of: top, at: place)
    let isLeaf = top.space < 0 && topMask < 0
    if !isLeaf {
      (end, expectedCount) = self.end(of: [top.space, topMask], after: place)
    }
    if let content = copyTop(place, isLeaf) { return content }
    if end != place.next {
      for run in moment.runs {
        let low = max(run.lowerBound, place.next)
        if low < min(run.upperBound, end) { copy(low..<min(run.upperBound, end)) }
      }
    }
    for chunk in chunks { chunk.summarize() }
    return .tree(
      RenderTreeStorage(
        pages: stride(from: 0, to: chunks.count, by: NodePage.capacity).map {
          NodePage(chunks: Array(chunks[$0..<min($0 + NodePage.capacity, chunks.count)]))
        },
        layout: 0, spaceLimit: spaces.count, layerCount: count, time: time))
  }

  private func chunk(_ index: Int) -> NodeChunk? {
    let (page, offset) = index.quotientAndRemainder(dividingBy: NodePage.capacity)
    guard page < tree.pages.count, offset < tree.pages[page].chunks.count else { return nil }
    return tree.pages[page].chunks[offset]
  }

  private func maskSpace(of node: RenderNode, at place: NodePlace) -> Int32 {
    node.detail < 0 ? -1 : chunk(place.chunk)?.details[Int(node.detail)]?.maskSpace ?? -1
  }

  /// Returns the end of the nodes in some spaces or in spaces nested in them, and the number of
  /// these nodes including the one before them.
  private func end(of spaces: [Int32], after place: NodePlace) -> (NodePlace, count: Int) {
    var count = 1
    var inside = Set(spaces.filter { $0 >= 0 })
    var index = place.index + 1
    var position = place.chunk
    while let chunk = chunk(position) {
      while index < chunk.count {
        let node = chunk.nodes[index]
        guard inside.contains(node.parentSpace) else {
          return (NodePlace(chunk: position, index: index), count)
        }
        count += 1
        if node.space >= 0 { inside.insert(node.space) }
        let mask = maskSpace(of: node, at: NodePlace(chunk: position, index: index))
        if mask >= 0 { inside.insert(mask) }
        index += 1
      }
      position += 1
      index = 0
    }
    return (.end, count)
  }

  /// Copies the top layer, with its box at the origin and without the properties that a transition
  /// takes from the current layer: position, opacity and visibility.
  ///
  /// - Returns: the whole content, if a tree is not needed: for a layer that was invisible, and for
  ///   a plain one without sublayers.
  private mutating func copyTop(
    _ place: NodePlace, _ isLeaf: Bool
  ) -> TransitionSnapshot.Content? {
    guard let source = chunk(place.chunk) else { return .nothing }
    var node = source.nodes[place.index]
    var values = LayerValues(node: node)
    var transition: RunningTransition?
    if node.detail >= 0, let detail = source.details[Int(node.detail)] {
      values = detail.values
      values.apply(detail.animations, at: detail.clock.time(at: time))
      if detail.isTimed, !detail.clock.isPresent(at: time) { return .nothing }
      if detail.runningTransition(at: time) != nil { transition = detail.transition }
    }
    if values.flags.contains(.hidden), transition == nil { return .nothing }
    let isPlain = isLeaf && transition == nil && values.isPlain
    if isPlain, values.bounds.isEmpty || values.backgroundPixel == 0 && values.contents == nil {
      return .nothing
    }
    values.position = CGPoint(
      x: values.anchorPoint.x * values.bounds.width,
      y: values.anchorPoint.y * values.bounds.height)
    values.opacity = 1
    values.flags.subtract([.singleSided, .separateOpacity])
    if let rare = values.rare?.values {
      var rare = rare
      rare.transform = .identity
      rare.zPosition = rare.anchorPointZ
      values.rare = RareValuesBox(rare)
    }
    let old = node.detail >= 0 ? source.details[Int(node.detail)] : nil
    if isPlain { return .plain(NodeDetail(values: values, layer: old?.layer)) }
    let detail = NodeDetail(
      values: values, clock: old?.clock ?? .identity, transition: transition,
      maskSpace: old?.maskSpace ?? -1, replicated: old?.replicated, layer: old?.layer)
    node.parentSpace = -1
    node.opacity = 255
    append(node, from: source, detail: detail)
    return nil
  }

  private mutating func copy(_ run: Range<NodePlace>) {
    var index = run.lowerBound.index
    var position = run.lowerBound.chunk
    while let source = chunk(position), position <= run.upperBound.chunk {
      let end =
        position == run.upperBound.chunk ? min(run.upperBound.index, source.count) : source.count
      while index < end {
        var node = source.nodes[index]
        let detail = node.detail >= 0 ? source.details[Int(node.detail)] : nil
        node.parentSpace = spaces[node.parentSpace] ?? -1
        append(node, from: source, detail: detail)
        index += 1
      }
      position += 1
      index = 0
    }
  }

  private mutating func append(_ node: RenderNode, from source: NodeChunk, detail: NodeDetail?) {
    if chunks.last.map({ $0.count == NodeChunk.capacity }) ?? true {
      chunks.append(
        NodeChunk(
          slot: chunks.count, version: UInt64(chunks.count) + 1,
          capacity: min(NodeChunk.capacity, max(1, expectedCount - count))))
    }
    let chunk = chunks[chunks.count - 1]
    var node = node
    // Transitions that are nested too deeply are dropped.
    var detail = detail?.trimmed(to: TransitionSnapshot.maximumDepth - 1)
    depth = max(depth, (detail?.transitionDepth ?? 0) + 1)
    func renumbered(_ old: Int32) -> Int32 {
      let space = Int32(spaces.count)
      spaces[old] = space
      return space
    }
    if node.space >= 0 { node.space = renumbered(node.space) }
    if let masked = detail, masked.maskSpace >= 0 {
      detail = masked.with(maskSpace: renumbered(masked.maskSpace))
    }
    if node.bitmap >= 0 { node.bitmap = chunk.keep(source.bitmaps[Int(node.bitmap)]!) }
    node.detail = detail.map { chunk.keep($0) } ?? -1
    chunk.openGap(at: chunk.count, gap: 1)
    chunk.nodes[chunk.count - 1] = node
    count += 1
  }
}

extension NodePlace {
  /// The position directly after this one.
  fileprivate var next: NodePlace { NodePlace(chunk: chunk, index: index + 1) }
}

extension Range<NodePlace> {
  /// All nodes.
  fileprivate static let everything = NodePlace.start..<NodePlace.end
}
