import Foundation

/// The published sublayers of a ``ReplicatorLayer``, with all their descendants: the content of
/// each instance.
///
/// Immutable.
final class ReplicatedTree: Sendable {
  /// The nodes of one instance. Their spaces are numbered from 1; 0 is the replicator's own. The
  /// clocks of time-dependent layers start from the replicator's local time.
  let tree: RenderTreeStorage
  /// The z-order animations and 3-D contexts. Positions count the replicator as the first node.
  let motion: ZOrderMotion?
  /// The replicator, and the layers that would be in its space if it were a transform layer, with
  /// the same positions.
  let elements: [DepthContext.Element]
  /// The bounding box of one instance; nil if unknown.
  let extent: InstanceExtent?

  init(tree: RenderTreeStorage, motion: ZOrderMotion?, elements: [DepthContext.Element]) {
    self.tree = tree
    self.motion = motion
    self.elements = elements
    extent = InstanceExtent(tree)
  }
}

/// The last published sublayers of a replicator, and the inputs they were made from.
final class Replication {
  let published: ReplicatedTree
  /// The input nodes and their details.
  private let nodes: [RenderNode]
  private let details: [NodeDetail?]
  private let motion: ZOrderMotion?

  init(
    _ published: ReplicatedTree, nodes: [RenderNode], details: [NodeDetail?],
    motion: ZOrderMotion?
  ) {
    self.published = published
    self.nodes = nodes
    self.details = details
    self.motion = motion
  }

  /// Returns true if the inputs are the same.
  func matches(_ nodes: [RenderNode], _ details: [NodeDetail?], _ motion: ZOrderMotion?) -> Bool {
    self.motion === motion && nodes.count == self.nodes.count
      && zip(nodes, self.nodes).allSatisfy { $0.isSame(as: $1) }
      && zip(details, self.details).allSatisfy { $0 === $1 }
  }
}

extension RenderNode {
  /// Returns true if the nodes are equal except for their indices in the chunk.
  fileprivate func isSame(as other: RenderNode) -> Bool {
    minX == other.minX && minY == other.minY && maxX == other.maxX && maxY == other.maxY
      && contents?.toOpaque() == other.contents?.toOpaque() && background == other.background
      && parentSpace == other.parentSpace && space == other.space && opacity == other.opacity
      && flags == other.flags
  }
}

/// Writes nodes into successive chunks, of which each but the last is full.
struct NodeWriter {
  private var chunks: [NodeChunk] = []
  private(set) var count = 0
  /// The expected total number of nodes.
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// Appends a node.
  ///
  /// - Parameter bitmap: the bitmap that keeps the node's contents alive.
  mutating func append(_ node: RenderNode, _ bitmap: Bitmap?, _ detail: NodeDetail?) {
    if count % NodeChunk.capacity == 0 {
      chunks.append(
        NodeChunk(
          slot: chunks.count, version: NodeRope.makeVersion(),
          capacity: min(NodeChunk.capacity, capacity - count)))
    }
    let chunk = chunks[chunks.count - 1]
    var node = node
    node.bitmap = bitmap.map { chunk.keep($0) } ?? -1
    node.detail = detail.map { chunk.keep($0) } ?? -1
    chunk.openGap(at: chunk.count, gap: 1)
    chunk.nodes[chunk.count - 1] = node
    count += 1
  }

  /// Returns the nodes as a tree of their own.
  func finish(spaceLimit: Int, motion: ZOrderMotion? = nil) -> RenderTreeStorage {
    for chunk in chunks { chunk.summarize() }
    return RenderTreeStorage(
      pages: stride(from: 0, to: chunks.count, by: NodePage.capacity).map {
        NodePage(chunks: Array(chunks[$0..<min($0 + NodePage.capacity, chunks.count)]))
      },
      layout: NodeRope.makeLayout(), spaceLimit: spaceLimit, layerCount: count, time: 0,
      depthMotion: motion)
  }
}

extension NodePlace {
  /// Creates the position of a node in full chunks.
  init(number: Int) {
    self.init(chunk: number / NodeChunk.capacity, index: number % NodeChunk.capacity)
  }

  /// The number of the node in full chunks.
  var number: Int { chunk * NodeChunk.capacity + index }
}
