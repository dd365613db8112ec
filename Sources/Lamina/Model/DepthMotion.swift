/// Where a node stands in the committed list: its chunk, and its index there. The end of a run of
/// nodes may be one past the last node of a chunk.
struct NodePlace: Sendable, Hashable, Comparable {
  private let rawValue: Int

  init(chunk: Int, index: Int) { rawValue = chunk << 16 | index }

  /// Before all nodes.
  static let start = NodePlace(chunk: 0, index: 0)
  /// After all nodes.
  static let end = NodePlace(chunk: Int(Int32.max), index: 0)

  @inline(__always) var chunk: Int { rawValue >> 16 }
  @inline(__always) var index: Int { rawValue & 0xFFFF }

  @inline(__always)
  static func < (left: NodePlace, right: NodePlace) -> Bool { left.rawValue < right.rawValue }
}

/// The layers whose place among their siblings follows an animation of `zPosition`, and those that
/// stand in the space of a ``TransformLayer``, as a commit publishes them. The committed list has
/// all siblings in the order of their models; this says what else it takes to find their order at
/// any time.
final class DepthMotion: Sendable {
  /// By the places of the superlayers, so a family that stands below another comes after it.
  let families: [DepthFamily]
  /// By the places of the outermost transform layers. Their sublayers are in no family.
  let contexts: [DepthContext]

  init(families: [DepthFamily], contexts: [DepthContext]) {
    self.families = families
    self.contexts = contexts
  }
}

/// The sublayers of one layer, of which some move in depth.
struct DepthFamily: Sendable {
  /// A sublayer that moves: which of ``DepthFamily/movers`` it is, and the resting sublayer that
  /// it is drawn before.
  struct Placed: Sendable, Equatable {
    /// The position of the resting sublayer; the number of sublayers where there is none.
    let slot: Int
    let mover: Int
  }

  /// Where the superlayer stands. Its sublayers, with all below them, follow.
  let parent: NodePlace
  /// Where each sublayer begins, in the committed order, and where the last one ends.
  let starts: [NodePlace]
  /// The positions in that order of the sublayers that move.
  let movers: [Int]
  /// How the movers stand in the committed order.
  let home: [Placed]
  /// The committed `zPosition` and the index among the siblings of each sublayer, both ascending.
  private let keys: [DepthKey]
  /// For each position the first one from there on whose sublayer does not move.
  private let nextResting: [Int]

  /// - Parameters:
  ///   - starts: one more than there are keys.
  ///   - movers: ascending.
  init(parent: NodePlace, starts: [NodePlace], keys: [DepthKey], movers: [Int]) {
    self.parent = parent
    self.starts = starts
    self.keys = keys
    self.movers = movers
    var next = Array(0...keys.count)
    for mover in movers.reversed() { next[mover] = next[mover + 1] }
    nextResting = next
    home = movers.indices.map { Placed(slot: next[movers[$0]], mover: $0) }
  }

  /// The same family among nodes that stand elsewhere.
  func moved(_ place: (NodePlace) -> NodePlace) -> DepthFamily {
    DepthFamily(parent: place(parent), starts: starts.map(place), keys: keys, movers: movers)
  }

  /// How the movers stand when each has the depth that `depth` gives for its place: by depth, and
  /// by index where depths are equal.
  ///
  /// - Complexity: O(*m* log *n*) for *m* of *n* sublayers that move.
  func arrangement(_ depth: (NodePlace) -> Double) -> [Placed] {
    let moved = movers.indices.map { mover in
      let position = movers[mover]
      return (DepthKey(depth: depth(starts[position]), index: keys[position].index), mover)
    }
    return moved.sorted { $0.0 < $1.0 }.map { key, mover in
      Placed(slot: nextResting[keys.partitioningIndex { key < $0 }], mover: mover)
    }
  }

  /// The sublayers in an arrangement, as runs of nodes in drawing order.
  func runs(_ arrangement: [Placed]) -> [Range<NodePlace>] {
    var runs: [Range<NodePlace>] = []
    var position = 0
    var nextMover = 0
    /// Adds the resting sublayers before `end`.
    func rest(to end: Int) {
      while nextMover < movers.count, movers[nextMover] < end {
        let mover = movers[nextMover]
        if position < mover { runs.append(starts[position]..<starts[mover]) }
        position = mover + 1
        nextMover += 1
      }
      if position < end { runs.append(starts[position]..<starts[end]) }
      position = max(position, end)
    }
    for placed in arrangement {
      rest(to: placed.slot)
      runs.append(nodes(of: placed.mover))
    }
    rest(to: starts.count - 1)
    return runs
  }

  /// A mover and all below it.
  func nodes(of mover: Int) -> Range<NodePlace> {
    starts[movers[mover]]..<starts[movers[mover] + 1]
  }

  /// Movers without which everything is in one order in both arrangements.
  static func moved(from old: [Placed], to new: [Placed]) -> [Int] {
    var oldSlots = Array(repeating: 0, count: old.count)
    for placed in old { oldSlots[placed.mover] = placed.slot }
    var isPast = Array(repeating: false, count: new.count)
    for placed in new where oldSlots[placed.mover] != placed.slot { isPast[placed.mover] = true }
    var result = isPast.indices.filter { isPast[$0] }
    // Those that passed no resting sublayer may have passed each other.
    let before = old.filter { !isPast[$0.mover] }
    let after = new.filter { !isPast[$0.mover] }
    for (a, b) in zip(before, after) where a.mover != b.mover { result.append(b.mover) }
    return result
  }
}

/// What decides the order of siblings: the depth, and of equal ones the index.
struct DepthKey: Sendable, Comparable {
  let depth: Double
  let index: Int

  static func < (left: DepthKey, right: DepthKey) -> Bool {
    left.depth != right.depth ? left.depth < right.depth : left.index < right.index
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element, and all after it, satisfy a condition.
  ///
  /// - Complexity: O(log *n*).
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
