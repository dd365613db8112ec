import Foundation

@testable import Lamina

/// The most that a frame of a tree visits and draws, as it follows from its layers and from the
/// numbers of instances.
struct TreeCost {
  /// The layers, with those of masks, of instances and of the old pictures of transitions.
  private(set) var layers = 0
  /// The tiles and particles, each of which is drawn as a layer is.
  private(set) var pieces = 0
  /// The layers that may be placed, each as often as it may be: because it has changed, because it
  /// stands in something that has, and with all others where most do.
  private(set) var placedLayers = 0
  /// The instances of replicators that may be placed, counted likewise, with those in other
  /// instances.
  private(set) var placedInstances = 0

  init(_ tree: RenderTree, at time: Double) { self.init(tree.storage, at: time) }

  private init(_ tree: RenderTreeStorage, at time: Double) {
    for chunk in tree.pages.flatMap(\.chunks) {
      layers += chunk.count
      placedLayers += 3 * chunk.count
      for detail in chunk.details { if let detail { add(detail, at: time) } }
    }
  }

  private mutating func add(_ detail: NodeDetail, at time: Double) {
    let values = detail.values(at: time)
    let local = detail.clock.time(at: time)
    if let old = detail.transition?.picture.tree {
      // What is placed in an old picture is not counted in a report.
      let cost = TreeCost(old, at: time)
      layers += cost.layers
      pieces += cost.pieces
    }
    switch values.rare?.values.kind {
    case .emitter(let emitter): pieces += emitter.particles(at: local).count
    case .tiled(let tiled): pieces += tiled.shown?.tiles.count ?? 0
    default: break
    }
    guard let replicated = detail.replicated, let replicator = values.replicator else { return }
    var instance = TreeCost(replicated.tree, at: local)
    // All instances of one space stand in a layer of their own.
    placedLayers += 4
    let count = min(max(0, replicator.instanceCount), ReplicatorLayer.maximumInstanceCount)
    for number in 0..<count {
      if replicated.tree.hasAnimations, replicator.instanceDelay != 0 {
        instance = TreeCost(
          replicated.tree, at: local - Double(number) * replicator.instanceDelay)
      }
      layers += instance.layers + 1
      pieces += instance.pieces
      placedLayers += 2 * (instance.placedLayers + 2)
      placedInstances += 2 * (instance.placedInstances + 2)
    }
  }

  /// Returns the first count of a report that is more than the tree explains; nil if none is.
  func excess(in report: FrameReport, rects: Int) -> String? {
    let counts = report.operations
    for (name, count, limit) in [
      ("instances are placed", report.instancesVisited, placedInstances),
      ("layers are placed", report.layersVisited, placedLayers),
      ("operations are carried out", counts.total, operations(rects: rects)),
    ] where count > limit {
      return "\(count) \(name), \(limit) are explained: \(counts), \(self)"
    }
    return nil
  }

  /// The most operations of a frame: ten for each layer in each damaged rectangle, of which contents
  /// in nine parts take nine and a border eight, and once more in the picture of a rasterized layer.
  func operations(rects: Int) -> Int { 10 * (rects + 1) * (layers + pieces + 1) }
}
