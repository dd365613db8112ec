import Foundation

/// The state that an evaluator keeps for a replicator's instances: an evaluation of their own.
///
/// `@unchecked Sendable`: only the evaluator that created it changes it; others merely release it.
final class EvaluatedReplicator: @unchecked Sendable {
  private var evaluator: Evaluator
  private var source: InstanceTree.InstanceSource?
  private var tree: RenderTreeStorage?
  /// The picture that was returned last, while it is still in use.
  private weak var lastPicture: EmbeddedDisplayList?

  /// - Parameter frame: the bounds of all relevant pixels.
  init(frame: PixelRect) {
    evaluator = Evaluator(
      frame: frame, transform: .identity, clip: frame, spaceCapacity: 8)
  }

  /// The group that the instances are drawn in.
  var group: DisplayGroup? { evaluator.spaces.group(0) }

  /// The number of layers visited by the last ``update(_:budget:reusing:culling:at:_:)``.
  var visitedLayers: Int { evaluator.visitedLayers }

  /// The number of instances placed by the last update.
  var visitedInstances: Int { evaluator.visitedInstances }

  /// Returns the picture of the instances at a time: the same object if nothing has changed.
  ///
  /// - Parameters:
  ///   - budget: the maximum number of layers that replicators in an instance may draw.
  ///   - define: sets the values of space 0, in which the instances stand.
  func update(
    _ source: InstanceTree.InstanceSource, budget: Int, reusing: Bool, culling: Bool,
    _ alignment: ContentsAlignment, at time: Double, _ define: (inout SpatialTree) -> Void
  ) -> EmbeddedDisplayList {
    evaluator.reusesChunks = reusing
    evaluator.culls = culling
    if evaluator.alignment != alignment { evaluator.alignment = alignment }
    evaluator.layerBudget = budget
    if self.source != source || !reusing {
      self.source = source
      tree = InstanceTree(source).make()
    }
    let change = evaluator.evaluate(tree!, at: time, define)
    if let lastPicture, case .chunks(let changes) = change, changes.isEmpty { return lastPicture }
    // The picture keeps this replicator alive for the next update.
    let result = EmbeddedDisplayList(evaluator.list, keeping: self)
    lastPicture = result
    return result
  }
}

/// The evaluated replicators of an evaluator, by the spaces of the replicators' sublayers.
struct EvaluatedReplicatorTable {
  private struct CachedReplicator {
    weak var replicator: EvaluatedReplicator?
  }

  private var entries: [Int32: CachedReplicator] = [:]

  /// Returns the evaluated replicator of a space, or a new one.
  mutating func replicator(_ space: Int32, frame: PixelRect) -> EvaluatedReplicator {
    if let replicator = entries[space]?.replicator { return replicator }
    if entries.count > 64 { entries = entries.filter { $0.value.replicator != nil } }
    let replicator = EvaluatedReplicator(frame: frame)
    entries[space] = CachedReplicator(replicator: replicator)
    return replicator
  }

  /// Returns the evaluated replicator of a space, or nil if there is none.
  func known(_ space: Int32) -> EvaluatedReplicator? { entries[space]?.replicator }

  /// Removes all entries.
  mutating func removeAll() { entries.removeAll() }
}
