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

final class RenderTreeStorage: Sendable {
  let chunks: [NodeChunk]
  /// One more than the highest coordinate space that a node names.
  let spaceLimit: Int
  let layerCount: Int
  let time: Double
  /// Whether any layer has an animation.
  let hasAnimations: Bool

  init(chunks: [NodeChunk], spaceLimit: Int, layerCount: Int, time: Double) {
    self.chunks = chunks
    self.spaceLimit = spaceLimit
    self.layerCount = layerCount
    self.time = time
    hasAnimations = chunks.contains { !$0.animated.isEmpty }
  }
}
