import Foundation

/// An immutable snapshot of the layer tree that a commit publishes, including the running
/// animations.
///
/// It may be sent to another thread, where a ``Compositor`` draws it at any time, repeatedly and in
/// any order, and always gets the same picture for the same time. Successive trees share everything
/// that did not change between them.
public struct RenderTree: Sendable {
  let storage: RenderTreeStorage

  /// The time of the commit, in seconds.
  public var time: Double { storage.time }

  /// The number of layers in the tree, including hidden ones.
  public var layerCount: Int { storage.layerCount }
}

/// A group of successive chunks in drawing order. A commit that changes one of them copies one
/// page.
final class NodePage: Sendable {
  static let capacity = 16

  let chunks: [NodeChunk]
  /// The versions of the chunks, for comparing them without accessing the chunks.
  let versions: [UInt64]
  let hasAnimations: Bool

  init(chunks: [NodeChunk]) {
    self.chunks = chunks
    versions = chunks.map(\.version)
    hasAnimations = chunks.contains { !$0.animated.isEmpty }
  }

  /// Creates a copy of a page with another version of one of its chunks, without accessing the
  /// other chunks.
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
  /// Identifies the arrangement of the chunks.
  let layout: UInt64
  /// One more than the highest coordinate space that a node refers to.
  let spaceLimit: Int
  let layerCount: Int
  let time: Double
  /// True if the appearance of any layer depends on the time.
  let hasAnimations: Bool
  /// The z-order animations and the 3-D contexts; nil if there are none.
  let depthMotion: ZOrderMotion?
  /// The record of a ``ChangeObserver``, if there was one.
  let record: (any AnyObject & Sendable)?

  init(
    pages: [NodePage], layout: UInt64, spaceLimit: Int, layerCount: Int, time: Double,
    depthMotion: ZOrderMotion? = nil, record: (any AnyObject & Sendable)? = nil
  ) {
    self.pages = pages
    self.layout = layout
    self.spaceLimit = spaceLimit
    self.layerCount = layerCount
    self.time = time
    hasAnimations = pages.contains(where: \.hasAnimations)
    self.depthMotion = depthMotion
    self.record = record
  }

  /// Returns true if both trees have the same arrangement of chunks, possibly in other versions.
  func follows(_ other: RenderTreeStorage) -> Bool { layout == other.layout }
}
