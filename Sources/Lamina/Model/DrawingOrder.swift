/// The order in which the nodes of a tree are drawn at one time, where that is not the order of
/// the committed list: some sublayer, on its way in depth, has passed a sibling.
final class DrawingOrder: Sendable {
  /// What moves.
  let motion: DepthMotion
  /// How the movers of each family stand.
  let arrangements: [[DepthFamily.Placed]]
  /// All nodes, as runs of the committed list, back to front.
  let runs: [Range<NodePlace>]

  private init(motion: DepthMotion, arrangements: [[DepthFamily.Placed]]) {
    self.motion = motion
    self.arrangements = arrangements
    runs = Self.runs(
      zip(motion.families, arrangements).filter { $0.home != $1 })
  }

  /// The order at a time; nil where it is that of the committed list.
  ///
  /// - Parameter previous: an earlier order, which is given back if it is the same.
  static func of(
    _ tree: RenderTreeStorage, at time: Double, after previous: DrawingOrder?
  ) -> DrawingOrder? {
    guard let motion = tree.depthMotion else { return nil }
    let arrangements = motion.families.map { family in
      family.arrangement { tree.depth(at: $0, time: time) }
    }
    if let previous, previous.motion === motion, previous.arrangements == arrangements {
      return previous
    }
    let isHome = zip(motion.families, arrangements).allSatisfy { $0.home == $1 }
    return isHome ? nil : DrawingOrder(motion: motion, arrangements: arrangements)
  }

  /// Puts the families that are not in the committed order into theirs.
  private static func runs(
    _ families: [(family: DepthFamily, arrangement: [DepthFamily.Placed])]
  ) -> [Range<NodePlace>] {
    var result: [Range<NodePlace>] = []
    func emit(_ run: Range<NodePlace>) {
      if run.isEmpty { return }
      if let last = result.last, last.upperBound == run.lowerBound {
        result[result.count - 1] = last.lowerBound..<run.upperBound
      } else {
        result.append(run)
      }
    }
    // Families may be inside each other as deep as layers are: no recursion.
    var pending = [NodePlace.start..<NodePlace.end]
    while let run = pending.popLast() {
      let next = families.partitioningIndex { $0.family.parent >= run.lowerBound }
      guard next < families.count, families[next].family.parent < run.upperBound else {
        emit(run)
        continue
      }
      let (family, arrangement) = families[next]
      emit(run.lowerBound..<family.starts[0])
      let end = family.starts[family.starts.count - 1]
      if end < run.upperBound { pending.append(end..<run.upperBound) }
      pending.append(contentsOf: family.runs(arrangement).reversed())
    }
    return result
  }

  /// Runs of nodes, of the trees of two orders, without which both trees have one order.
  ///
  /// Where the trees have the same nodes in the same places, those of the new one stand for both.
  static func moved(
    from old: DrawingOrder?, to new: DrawingOrder?
  ) -> (old: [Range<NodePlace>], new: [Range<NodePlace>]) {
    if old === new { return ([], []) }
    if let old, let new, old.motion === new.motion {
      return ([], new.runs(movedFrom: old.arrangements))
    }
    return (
      old.map { $0.runs(movedFrom: $0.motion.families.map(\.home)) } ?? [],
      new.map { $0.runs(movedFrom: $0.motion.families.map(\.home)) } ?? []
    )
  }

  private func runs(movedFrom old: [[DepthFamily.Placed]]) -> [Range<NodePlace>] {
    motion.families.indices.flatMap { index in
      DepthFamily.moved(from: old[index], to: arrangements[index]).map {
        motion.families[index].nodes(of: $0)
      }
    }
  }
}

extension RenderTreeStorage {
  /// The `zPosition` of a layer at a time.
  fileprivate func depth(at place: NodePlace, time: Double) -> Double {
    let page = pages[place.chunk / NodePage.capacity]
    let chunk = page.chunks[place.chunk % NodePage.capacity]
    let node = chunk.nodes[place.index]
    guard node.detail >= 0, let detail = chunk.details[Int(node.detail)] else { return 0 }
    return detail.values.depth(detail.records, at: detail.clock.time(at: time))
  }
}
