import LaminaBase

/// The paint order of a tree's nodes at one time, if it differs from the order of the committed
/// list: some sublayer, moving in depth, has passed a sibling, or the planes of a 3-D space are
/// seen in another order.
final class DrawingOrder: Sendable {
  /// The families and contexts whose order may change.
  let motion: ZOrderMotion
  /// The arrangement of the movers of each family.
  let arrangements: [[AnimatedSiblings.Insertion]]
  /// The order of the planes of each space.
  let views: [[Int]]
  /// All nodes, as runs of the committed list, back to front.
  let runs: [Range<NodePlace>]

  private init(motion: ZOrderMotion, arrangements: [[AnimatedSiblings.Insertion]], views: [[Int]]) {
    self.motion = motion
    self.arrangements = arrangements
    self.views = views
    let families = zip(motion.families, arrangements).filter { $0.home != $1 }.map {
      Rearranged(
        parent: $0.parent, start: $0.starts[0], end: $0.starts[$0.starts.count - 1],
        runs: $0.runs($1))
    }
    let contexts = zip(motion.contexts, views).filter { $0.home != $1 }.map {
      Rearranged(parent: $0.root, start: $0.start, end: $0.end, runs: $0.runs($1))
    }
    runs = Self.runs((families + contexts).sorted { $0.parent < $1.parent })
  }

  /// The descendants of a layer, in another order.
  private struct Rearranged {
    /// The position of the layer.
    let parent: NodePlace
    let start: NodePlace
    let end: NodePlace
    let runs: [Range<NodePlace>]
  }

  /// Returns the order at a time, or nil if it is that of the committed list.
  ///
  /// - Parameter previous: an earlier order, which is returned if it is the same.
  static func of(
    _ tree: RenderTreeStorage, at time: Double, after previous: DrawingOrder?
  ) -> DrawingOrder? {
    guard let motion = tree.depthMotion else { return nil }
    let arrangements = motion.families.map { family in
      family.arrangement { tree.depth(at: $0, time: time) }
    }
    let views = motion.contexts.map { $0.arrangement(of: tree, at: time) }
    if let previous, previous.motion === motion, previous.arrangements == arrangements,
      previous.views == views
    {
      return previous
    }
    let isHome =
      zip(motion.families, arrangements).allSatisfy { $0.home == $1 }
      && zip(motion.contexts, views).allSatisfy { $0.home == $1 }
    return isHome
      ? nil : DrawingOrder(motion: motion, arrangements: arrangements, views: views)
  }

  /// Returns the committed list with rearranged parts in their own order.
  private static func runs(_ parts: [Rearranged]) -> [Range<NodePlace>] {
    var result: [Range<NodePlace>] = []
    func emit(_ run: Range<NodePlace>) {
      if run.isEmpty { return }
      if let last = result.last, last.upperBound == run.lowerBound {
        result[result.count - 1] = last.lowerBound..<run.upperBound
      } else {
        result.append(run)
      }
    }
    // Parts may be nested as deeply as layers are: no recursion.
    var pending = [NodePlace.start..<NodePlace.end]
    while let run = pending.popLast() {
      let next = parts.partitioningIndex { $0.parent >= run.lowerBound }
      guard next < parts.count, parts[next].parent < run.upperBound else {
        emit(run)
        continue
      }
      let part = parts[next]
      emit(run.lowerBound..<part.start)
      if part.end < run.upperBound { pending.append(part.end..<run.upperBound) }
      pending.append(contentsOf: part.runs.reversed())
    }
    return result
  }

  /// Returns runs of nodes, of the trees of two orders, without which both trees have the same
  /// order.
  ///
  /// If the trees have the same nodes in the same positions, the runs of the new one stand for
  /// both.
  static func moved(
    from old: DrawingOrder?, to new: DrawingOrder?
  ) -> (old: [Range<NodePlace>], new: [Range<NodePlace>]) {
    if old === new { return ([], []) }
    if let old, let new, old.motion === new.motion {
      return ([], new.runs(movedFrom: old.arrangements, old.views))
    }
    return (old?.runsMovedFromHome ?? [], new?.runsMovedFromHome ?? [])
  }

  private var runsMovedFromHome: [Range<NodePlace>] {
    runs(movedFrom: motion.families.map(\.home), motion.contexts.map(\.home))
  }

  private func runs(
    movedFrom old: [[AnimatedSiblings.Insertion]], _ oldViews: [[Int]]
  ) -> [Range<NodePlace>] {
    let movers = motion.families.indices.flatMap { index in
      AnimatedSiblings.moved(from: old[index], to: arrangements[index]).map {
        motion.families[index].nodes(of: $0)
      }
    }
    // Of two planes that have swapped places, one is at a different position.
    let planes = motion.contexts.indices.flatMap { index in
      zip(oldViews[index], views[index]).filter { $0 != $1 }.map {
        motion.contexts[index].nodes(of: $1)
      }
    }
    return movers + planes
  }
}

extension RenderTreeStorage {
  /// Returns the `zPosition` of a layer at a time.
  fileprivate func depth(at place: NodePlace, time: Double) -> Double {
    let page = pages[place.chunk / NodePage.capacity]
    let chunk = page.chunks[place.chunk % NodePage.capacity]
    let node = chunk.nodes[place.index]
    guard node.detail >= 0, let detail = chunk.details[Int(node.detail)] else { return 0 }
    return detail.values.depth(detail.animations, at: detail.clock.time(at: time))
  }
}
