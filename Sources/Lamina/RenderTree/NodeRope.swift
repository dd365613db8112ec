import Foundation
import Synchronization

/// The live layers of a tree as one flat list in drawing order, divided into chunks.
///
/// A layer precedes its sublayers, so its descendants follow it without a gap. A change of one
/// layer copies one chunk; inserting or removing one renumbers at most one chunk.
final class NodeRope {
  /// A segment of the list: its layers, and the chunk of their nodes.
  final class Chunk {
    fileprivate(set) var spineIndex: Int

    // A commit accesses these for every changed layer.

    @exclusivity(unchecked) fileprivate(set) var nodes: NodeChunk
    /// True if the nodes have been published and must be copied before they are written.
    @exclusivity(unchecked) fileprivate(set) var isPublished = false
    /// True if the chunk's summary is out of date.
    @exclusivity(unchecked) var needsSummary = true
    /// True if the layers' published positions must be updated with the next publication.
    fileprivate var isRenumbered = true
    /// The indices of the written nodes; meaningless if nodes were inserted, removed or moved.
    @exclusivity(unchecked)
    fileprivate var changes = ScratchArray<UInt16>(capacity: NodeChunk.capacity)
    /// The layer of each node; nil for one that has been removed, until the gap is closed.
    let layers: UnsafeMutablePointer<Unmanaged<Layer>?>
    /// The index of the first removed node; nil if there is none.
    fileprivate var firstGap: Int?

    fileprivate init(nodes: NodeChunk, spineIndex: Int) {
      self.nodes = nodes
      self.spineIndex = spineIndex
      layers = .allocate(capacity: NodeChunk.capacity)
    }

    deinit { layers.deallocate() }

    var count: Int { nodes.count }

    /// Records that a node was written. Does nothing once as many are recorded as the chunk can
    /// hold, since a full list is not used.
    @inline(__always)
    func noteChange(_ index: Int32) {
      guard changes.count < NodeChunk.capacity else { return }
      changes[changes.count] = UInt16(truncatingIfNeeded: index)
      changes.count += 1
    }
  }

  private(set) var spine: [Chunk] = []
  /// The chunks written since the last publication.
  private var written: [Chunk] = []
  /// The chunks that have gaps.
  private var gappy: [Chunk] = []
  private var spineChanged = true
  private var nextSlot = 0
  private var freeSlots: [Int] = []
  private var nextSpace: Int32 = 0
  private var freeSpaces: [Int32] = []
  private var published: [NodePage] = []
  /// Identifies the current arrangement of chunks, uniquely among all ropes.
  private(set) var layout: UInt64 = 0
  private static let nextLayout = Atomic<UInt64>(1)
  /// The number of times that layers were inserted, removed or moved.
  private(set) var arrangement: UInt64 = 0

  /// One more than the highest coordinate space in use.
  var spaceLimit: Int { Int(nextSpace) }
  /// The number of layers in the list.
  private(set) var count = 0

  var hasUnpublishedChanges: Bool { spineChanged || !written.isEmpty || !gappy.isEmpty }

  // MARK: - Writing

  /// Makes a chunk's nodes writable.
  func prepareToWrite(_ chunk: Chunk) {
    if chunk.isPublished { makeWritable(chunk) }
  }

  @inline(never)
  private func makeWritable(_ chunk: Chunk) {
    chunk.nodes = NodeChunk(copying: chunk.nodes, version: Self.makeVersion())
    chunk.isPublished = false
    written.append(chunk)
  }

  /// Versions are unique across all ropes, because one compositor may draw several trees.
  private static let nextVersion = Atomic<UInt64>(1)

  static func makeVersion() -> UInt64 {
    nextVersion.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Returns a unique number for an arrangement of chunks.
  static func makeLayout() -> UInt64 {
    nextLayout.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Returns true if any of some chunks was written since the last publication.
  func isWritten(_ chunks: ClosedRange<Int>) -> Bool {
    spine[chunks].contains { !$0.isPublished }
  }

  private func makeChunk(at spineIndex: Int) -> Chunk {
    let slot = freeSlots.popLast() ?? nextSlot
    if slot == nextSlot { nextSlot += 1 }
    let chunk = Chunk(
      nodes: NodeChunk(slot: slot, version: Self.makeVersion()), spineIndex: spineIndex)
    written.append(chunk)
    spine.insert(chunk, at: spineIndex)
    renumberSpine(from: spineIndex)
    return chunk
  }

  private func renumberSpine(from index: Int) {
    spineChanged = true
    for position in index..<spine.count { spine[position].spineIndex = position }
  }

  private func renumberLayers(of chunk: Chunk, from index: Int) {
    for position in index..<chunk.count {
      chunk.layers[position]!._withUnsafeGuaranteedRef {
        $0.storage.chunk = Unmanaged.passUnretained(chunk)
        $0.storage.nodeIndex = Int32(truncatingIfNeeded: position)
      }
    }
    chunk.needsSummary = true
    chunk.isRenumbered = true
  }

  // MARK: - Spaces

  /// Returns the coordinate space of a layer's sublayers, creating it on first use.
  func space(of layer: Layer) -> Int32 {
    if layer.storage.space < 0 { layer.storage.space = makeSpace() }
    return layer.storage.space
  }

  private func makeSpace() -> Int32 {
    let space = freeSpaces.popLast() ?? nextSpace
    if space == nextSpace { nextSpace += 1 }
    return space
  }

  /// Creates the coordinate space of a layer's mask, unless there is one.
  func makeMaskSpace(of layer: Layer) {
    if layer.sideTable.maskSpace < 0 { layer.sideTable.maskSpace = makeSpace() }
  }

  /// Releases the coordinate space of a layer's mask.
  func releaseMaskSpace(of layer: Layer) {
    guard let sideTable = layer.storage.sideTable, sideTable.maskSpace >= 0 else {
      return
    }
    freeSpaces.append(sideTable.maskSpace)
    sideTable.maskSpace = -1
  }

  /// Releases a layer's coordinate space.
  ///
  /// - Returns: true if it had one.
  func releaseSpace(of layer: Layer) -> Bool {
    guard layer.storage.space >= 0 else { return false }
    freeSpaces.append(layer.storage.space)
    layer.storage.space = -1
    return true
  }

  // MARK: - Inserting

  /// Inserts layers, already in drawing order, directly after `predecessor` (which must have a
  /// node), or at the start of the list.
  func insert(_ layers: [Layer], after predecessor: Layer?) {
    guard !layers.isEmpty else { return }
    closeGaps()
    count += layers.count
    arrangement += 1
    var chunk: Chunk
    var index: Int
    if let predecessor, let place = predecessor.storage.chunk {
      chunk = place.takeUnretainedValue()
      index = Int(predecessor.storage.nodeIndex) + 1
    } else {
      chunk = spine.first ?? makeChunk(at: 0)
      index = 0
    }
    prepareToWrite(chunk)
    if chunk.count + layers.count <= NodeChunk.capacity {
      place(layers[...], in: chunk, at: index)
      return
    }
    // Split the chunk at the index, fill it up, and continue in new chunks.
    if index < chunk.count {
      let tail = makeChunk(at: chunk.spineIndex + 1)
      let moved = chunk.count - index
      tail.layers.update(from: chunk.layers + index, count: moved)
      tail.nodes.take(from: chunk.nodes, startingAt: index)
      chunk.nodes.removeNodes(from: index) { _ in true }
      chunk.needsSummary = true
      renumberLayers(of: tail, from: 0)
    }
    var rest = layers[...]
    while !rest.isEmpty {
      let room = NodeChunk.capacity - index
      if room == 0 {
        chunk = makeChunk(at: chunk.spineIndex + 1)
        index = 0
        continue
      }
      let part = rest.prefix(room)
      place(part, in: chunk, at: index)
      index += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  private func place(_ layers: ArraySlice<Layer>, in chunk: Chunk, at index: Int) {
    memmove(
      chunk.layers + index + layers.count, chunk.layers + index,
      (chunk.count - index) * MemoryLayout<Unmanaged<Layer>?>.stride)
    chunk.nodes.openGap(at: index, gap: layers.count)
    for (offset, layer) in layers.enumerated() {
      chunk.layers[index + offset] = Unmanaged.passUnretained(layer)
      chunk.nodes.nodes[index + offset] = RenderNode()
    }
    renumberLayers(of: chunk, from: index)
  }

  // MARK: - Removing

  /// Removes the nodes of a layer and of all its descendants from the list.
  ///
  /// Leaves gaps that ``closeGaps()`` closes, so that many removals from a chunk move its nodes once.
  func removeSubtree(of layer: Layer) {
    var remaining = forget(layer)
    guard remaining > 0, var chunk = layer.storage.chunk?.takeUnretainedValue()
    else { return }
    count -= remaining
    arrangement += 1
    var index = Int(layer.storage.nodeIndex)
    layer.storage.chunk = nil
    layer.storage.nodeIndex = -1
    while remaining > 0 {
      if index == chunk.count {
        chunk = spine[chunk.spineIndex + 1]
        index = 0
      }
      if chunk.layers[index] != nil {
        chunk.layers[index] = nil
        remaining -= 1
        if chunk.firstGap == nil { gappy.append(chunk) }
        chunk.firstGap = min(index, chunk.firstGap ?? index)
      }
      index += 1
    }
  }

  /// Moves the nodes after removed ones into their places, before nodes are inserted or written.
  func closeGaps() {
    if gappy.isEmpty { return }
    for chunk in gappy {
      guard let first = chunk.firstGap else { continue }
      prepareToWrite(chunk)
      let oldCount = chunk.count
      chunk.nodes.removeNodes(from: first) { chunk.layers[$0] == nil }
      var kept = first
      for index in first..<oldCount {
        guard let layer = chunk.layers[index] else { continue }
        chunk.layers[kept] = layer
        kept += 1
      }
      chunk.firstGap = nil
      renumberLayers(of: chunk, from: first)
    }
    if gappy.contains(where: { $0.count == 0 }) { dropEmptyChunks() }
    gappy.removeAll(keepingCapacity: true)
  }

  /// Clears the references of a subtree's layers to the rope, except for the top layer's position.
  ///
  /// - Returns: the number of layers that had a node.
  private func forget(_ top: Layer) -> Int {
    var found = 0
    top.forEachLayer { layer in
      if layer.storage.chunk != nil {
        found += 1
        if layer !== top {
          layer.storage.chunk = nil
          layer.storage.nodeIndex = -1
        }
      }
      _ = releaseSpace(of: layer)
      releaseMaskSpace(of: layer)
    }
    return found
  }

  private func dropEmptyChunks() {
    for chunk in spine where chunk.count == 0 { freeSlots.append(chunk.nodes.slot) }
    written.removeAll { $0.count == 0 }
    spine.removeAll { $0.count == 0 }
    renumberSpine(from: 0)
  }

  // MARK: - Publishing

  /// Returns the current chunks, to be shared; later writes go to copies.
  func makePages() -> [NodePage] {
    closeGaps()
    for chunk in written {
      if chunk.needsSummary {
        chunk.nodes.summarize()
        chunk.needsSummary = false
      }
      chunk.nodes.setChanges(chunk.changes)
      chunk.changes.count = 0
      if chunk.isRenumbered { tellPlaces(chunk) }
      chunk.isPublished = true
    }
    if spineChanged {
      layout = Self.makeLayout()
      published = stride(from: 0, to: spine.count, by: NodePage.capacity).map { page(at: $0) }
      spineChanged = false
    } else if written.count == 1, let chunk = written.first {
      let (page, offset) = chunk.spineIndex.quotientAndRemainder(dividingBy: NodePage.capacity)
      published[page] = NodePage(published[page], replacing: offset, with: chunk.nodes)
    } else {
      var last = -1
      for index in written.map({ $0.spineIndex / NodePage.capacity }).sorted() where index != last {
        published[index] = page(at: index * NodePage.capacity)
        last = index
      }
    }
    written.removeAll(keepingCapacity: true)
    return published
  }

  /// Updates the published positions of a chunk's layers.
  private func tellPlaces(_ chunk: Chunk) {
    chunk.isRenumbered = false
    for position in 0..<chunk.count {
      chunk.layers[position]!._withUnsafeGuaranteedRef {
        $0.storage.publishedSlot = Int32(truncatingIfNeeded: chunk.nodes.slot)
        $0.storage.publishedIndex = Int32(truncatingIfNeeded: position)
      }
    }
  }

  private func page(at start: Int) -> NodePage {
    NodePage(chunks: spine[start..<min(start + NodePage.capacity, spine.count)].map(\.nodes))
  }
}
