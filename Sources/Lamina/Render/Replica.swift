import Foundation

/// What an evaluator knows of a replicator's instances: an evaluation of their own.
///
/// `@unchecked Sendable`: only the evaluator that made it changes it; others merely let go of it.
final class Replica: @unchecked Sendable {
  private var evaluator: Evaluator
  private var source: InstanceTree.Source?
  private var tree: RenderTreeStorage?
  /// The picture that was given last, while somebody has it.
  private weak var lastPicture: PictureList?

  /// - Parameter frame: all pixels that count.
  init(frame: PixelRect) {
    evaluator = Evaluator(
      frame: frame, transform: .identity, clip: frame, spaceCapacity: 8)
  }

  deinit { evaluator.deallocate() }

  /// The group that the instances are drawn in.
  var group: DisplayGroup? { evaluator.spaces.group(0) }

  /// How many layers were looked at by the last ``update(_:budget:reusing:culling:at:_:)``.
  var visitedLayers: Int { evaluator.visitedLayers }

  /// How many instances were placed by it.
  var visitedInstances: Int { evaluator.visitedInstances }

  /// What is seen of the instances at a time: the same object where nothing has changed.
  ///
  /// - Parameters:
  ///   - budget: how many layers replicators in an instance may draw.
  ///   - define: gives space 0, in which the instances stand, its values.
  func update(
    _ source: InstanceTree.Source, budget: Int, reusing: Bool, culling: Bool,
    _ alignment: ContentsAlignment, at time: Double, _ define: (inout SpaceTable) -> Void
  ) -> PictureList {
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
    // Whoever has what is seen keeps this for the next time.
    let result = PictureList(evaluator.list, keeping: self)
    lastPicture = result
    return result
  }
}

/// The replicas of an evaluator, by the spaces of the replicators' sublayers.
struct ReplicaTable {
  private struct Entry {
    weak var replica: Replica?
  }

  private var entries: [Int32: Entry] = [:]

  /// The replica that a replicator had before, or a new one.
  mutating func replica(_ space: Int32, frame: PixelRect) -> Replica {
    if let replica = entries[space]?.replica { return replica }
    if entries.count > 64 { entries = entries.filter { $0.value.replica != nil } }
    let replica = Replica(frame: frame)
    entries[space] = Entry(replica: replica)
    return replica
  }

  /// The replica that a replicator had before.
  func known(_ space: Int32) -> Replica? { entries[space]?.replica }

  /// Forgets everything.
  mutating func removeAll() { entries.removeAll() }
}
