import Foundation

/// How a layer and all below it looked when a transition began: nodes of the tree that was
/// published before, at one time. What fades away, or is pushed out, is drawn from this.
///
/// It never changes, and shares nothing with the tree but what chunks share anyway.
final class OldPicture: Sendable {
  /// How many transitions are remembered that ran inside each other when they were replaced.
  static let maximumDepth = 3

  /// The layer's subtree as a tree of its own, the layer's box at the origin of the space around
  /// it; nil where nothing was there to be seen.
  let tree: RenderTreeStorage?
  /// How many transitions are drawn inside this picture, at most, one in another.
  let depth: Int

  /// A picture of nothing.
  init() {
    tree = nil
    depth = 0
  }

  private init(tree: RenderTreeStorage, depth: Int) {
    self.tree = tree
    self.depth = depth
  }

  /// A picture of one layer of a published tree, and of all below it.
  ///
  /// - Parameters:
  ///   - place: where the layer stands in the tree.
  /// - Complexity: O(layers below).
  init(at moment: Moment, _ place: NodePlace) {
    var copier = SubtreeCopier(moment)
    self.tree = copier.copy(from: place)
    depth = copier.depth
  }

  /// A published tree at the time at which pictures of some of its layers are made.
  final class Moment {
    let tree: RenderTreeStorage
    /// In seconds.
    let time: Double
    /// Where the chunk of each slot stands; -1 where there is none.
    private let positions: [Int]
    /// The nodes in the order in which they are drawn.
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

    /// Where the chunk of a slot stands; nil where there is none.
    func position(ofSlot slot: Int) -> Int? {
      slot < positions.count && positions[slot] >= 0 ? positions[slot] : nil
    }
  }
}

extension OldPicture {
  /// This picture with at most so many transitions in each other: the innermost ones are shown at
  /// their ends.
  fileprivate func trimmed(to limit: Int) -> OldPicture {
    guard depth > limit, let tree else { return self }
    return OldPicture(tree: tree.trimmed(to: limit - 1), depth: limit)
  }
}

extension RenderTreeStorage {
  /// This tree with at most so many transitions in each other.
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

  /// How many transitions run in it, at most, one in another.
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

  /// The same with at most so many transitions in each other.
  fileprivate func trimmed(to limit: Int) -> NodeDetail {
    guard transitionDepth > limit else { return self }
    let transition = transition.flatMap { inner in
      limit == 0
        ? nil
        : RunningTransition(record: inner.record, picture: inner.picture.trimmed(to: limit))
    }
    let replicated = replicated.map { inner in
      ReplicatedTree(
        tree: inner.tree.trimmed(to: limit), motion: inner.motion, parts: inner.parts)
    }
    return NodeDetail(
      values: values, records: records, clock: clock, isTimed: isTimed, transition: transition,
      maskSpace: maskSpace, replicated: replicated, layer: layer)
  }
}

/// A transition that runs, as a commit publishes it.
struct RunningTransition: Sendable {
  let record: AnimationRecord
  let picture: OldPicture
}

/// Copies the nodes of a subtree in the order in which they are drawn at a time.
private struct SubtreeCopier {
  private let moment: OldPicture.Moment
  private var tree: RenderTreeStorage { moment.tree }
  private var time: Double { moment.time }
  private(set) var depth = 1
  private var chunks: [NodeChunk] = []
  private var count = 0
  /// How many nodes there will be.
  private var expectedCount = 1
  /// The numbers that the subtree's spaces have here.
  private var spaces: [Int32: Int32] = [:]

  init(_ moment: OldPicture.Moment) { self.moment = moment }

  mutating func copy(from place: NodePlace) -> RenderTreeStorage? {
    guard let source = chunk(place.chunk), place.index < source.count else { return nil }
    let top = source.nodes[place.index]
    var end = place.next
    let topMask = maskSpace(of: top, at: place)
    if top.space >= 0 || topMask >= 0 {
      (end, expectedCount) = self.end(of: [top.space, topMask], after: place)
    }
    guard copyTop(place) else { return nil }
    if end != place.next {
      for run in moment.runs {
        let low = max(run.lowerBound, place.next)
        if low < min(run.upperBound, end) { copy(low..<min(run.upperBound, end)) }
      }
    }
    for chunk in chunks { chunk.summarize() }
    return RenderTreeStorage(
      pages: stride(from: 0, to: chunks.count, by: NodePage.capacity).map {
        NodePage(chunks: Array(chunks[$0..<min($0 + NodePage.capacity, chunks.count)]))
      },
      layout: 0, spaceLimit: spaces.count, layerCount: count, time: time)
  }

  private func chunk(_ index: Int) -> NodeChunk? {
    let (page, offset) = index.quotientAndRemainder(dividingBy: NodePage.capacity)
    guard page < tree.pages.count, offset < tree.pages[page].chunks.count else { return nil }
    return tree.pages[page].chunks[offset]
  }

  private func maskSpace(of node: RenderNode, at place: NodePlace) -> Int32 {
    node.detail < 0 ? -1 : chunk(place.chunk)?.details[Int(node.detail)]?.maskSpace ?? -1
  }

  /// Where the nodes end that stand in some spaces, or in spaces inside them, and how many nodes
  /// these are with the one before them.
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

  /// The layer itself: its box lies at the origin, and what a transition leaves to the layer as it
  /// is now, place, opacity and visibility, is taken out.
  ///
  /// - Returns: false where nothing is seen of it.
  private mutating func copyTop(_ place: NodePlace) -> Bool {
    guard let source = chunk(place.chunk) else { return false }
    var node = source.nodes[place.index]
    var values = LayerValues(node: node, chunk: source)
    var transition: RunningTransition?
    if node.detail >= 0, let detail = source.details[Int(node.detail)] {
      values = detail.values
      values.apply(detail.records, at: detail.clock.time(at: time))
      if detail.isTimed, !detail.clock.isPresent(at: time) { return false }
      transition = detail.transition
    }
    if values.flags.contains(.hidden), transition == nil { return false }
    values.position = CGPoint(
      x: values.anchorPoint.x * values.bounds.width,
      y: values.anchorPoint.y * values.bounds.height)
    values.opacity = 1
    values.flags.subtract([.singleSided, .separateOpacity])
    if let rare = values.rare?.values {
      var rare = rare
      rare.transform = .identity
      rare.zPosition = rare.anchorPointZ
      values.rare = RareBox(rare)
    }
    let old = node.detail >= 0 ? source.details[Int(node.detail)] : nil
    let detail = NodeDetail(
      values: values, clock: old?.clock ?? .identity, transition: transition,
      maskSpace: old?.maskSpace ?? -1, replicated: old?.replicated, layer: old?.layer)
    node.parentSpace = -1
    node.opacity = 255
    append(node, from: source, detail: detail)
    return true
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
    // Without transitions that are too deep inside this picture.
    var detail = detail?.trimmed(to: OldPicture.maximumDepth - 1)
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
  /// The place directly behind.
  fileprivate var next: NodePlace { NodePlace(chunk: chunk, index: index + 1) }
}

extension Range<NodePlace> {
  /// All nodes.
  fileprivate static let everything = NodePlace.start..<NodePlace.end
}
