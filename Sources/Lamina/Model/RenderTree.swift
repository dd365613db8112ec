import Foundation

/// What a commit publishes: the whole layer tree at one moment, with the animations that were
/// running, as a value that never changes.
///
/// It may cross to another thread; there a ``Compositor`` draws it at any time, as often and
/// in any order as it likes, and always gets the same picture for the same time. Successive
/// trees share everything that did not change between them.
public struct RenderTree: Sendable {
  let storage: RenderTreeStorage

  /// The time of the commit, in seconds.
  public var time: Double { storage.time }

  /// The number of layers in the tree, hidden ones included.
  public var layerCount: Int { storage.layerCount }
}

/// A few chunks in drawing order. A commit that changes one of them copies one page.
final class NodePage: Sendable {
  static let capacity = 16

  let chunks: [NodeChunk]
  /// The chunks' versions once more, to be compared without touching the chunks.
  let versions: [UInt64]
  let hasAnimations: Bool

  init(chunks: [NodeChunk]) {
    self.chunks = chunks
    versions = chunks.map(\.version)
    hasAnimations = chunks.contains { !$0.animated.isEmpty }
  }

  /// The page with another version of one of its chunks. No other chunk is looked at.
  init(_ page: NodePage, replacing index: Int, with chunk: NodeChunk) {
    var chunks = page.chunks
    var versions = page.versions
    chunks[index] = chunk
    versions[index] = chunk.version
    hasAnimations =
      !chunk.animated.isEmpty
      || page.hasAnimations && chunks.contains { !$0.animated.isEmpty }
    self.chunks = chunks
    self.versions = versions
  }
}

final class RenderTreeStorage: Sendable {
  /// The chunks; every page but the last is full.
  let pages: [NodePage]
  /// Tells apart trees whose chunks stand in other places.
  let layout: UInt64
  /// One more than the highest coordinate space that a node names.
  let spaceLimit: Int
  let layerCount: Int
  let time: Double
  /// Whether any layer has an animation.
  let hasAnimations: Bool
  /// The layers that animations move past their siblings; nil where there are none.
  let depthMotion: DepthMotion?
  /// Who the nodes are and who changed them, where that is recorded.
  let notes: TreeNotes?

  init(
    pages: [NodePage], layout: UInt64, spaceLimit: Int, layerCount: Int, time: Double,
    depthMotion: DepthMotion? = nil, notes: TreeNotes? = nil
  ) {
    self.pages = pages
    self.layout = layout
    self.spaceLimit = spaceLimit
    self.layerCount = layerCount
    self.time = time
    hasAnimations = pages.contains(where: \.hasAnimations)
    self.depthMotion = depthMotion
    self.notes = notes
  }

  /// Whether the two trees have the same chunks in the same places, in perhaps other versions.
  func follows(_ other: RenderTreeStorage) -> Bool { layout == other.layout }
}
