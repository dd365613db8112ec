import LaminaBase

/// The position of a node in the committed list: its chunk, and its index there. The end of a run
/// of nodes may be one past the last node of a chunk.
struct NodePlace: Sendable, Hashable, Comparable {
  private let rawValue: Int

  init(chunk: Int, index: Int) { rawValue = chunk << 16 | index }

  /// The position before all nodes.
  static let start = NodePlace(chunk: 0, index: 0)
  /// The position after all nodes.
  static let end = NodePlace(chunk: Int(Int32.max), index: 0)

  var chunk: Int { rawValue >> 16 }
  var index: Int { rawValue & 0xFFFF }

  static func < (left: NodePlace, right: NodePlace) -> Bool { left.rawValue < right.rawValue }
}

/// The layers whose z-order among their siblings follows an animation of `zPosition`, and those in
/// the space of a ``TransformLayer``, as published by a commit. The committed list has all siblings
/// in the order of their models; this is the rest of the input for finding their order at any time.
final class ZOrderMotion: Sendable {
  /// The families by the positions of their superlayers, so that a nested family comes after the
  /// outer one.
  let families: [AnimatedSiblings]
  /// The contexts by the positions of the outermost transform layers. Their sublayers are in no
  /// family.
  let contexts: [DepthContext]

  init(families: [AnimatedSiblings], contexts: [DepthContext]) {
    self.families = families
    self.contexts = contexts
  }
}

/// The sublayers of one layer, some of which move in depth.
struct AnimatedSiblings: Sendable {
  /// A sublayer that moves: its index in ``AnimatedSiblings/movers``, and the resting sublayer that it
  /// is drawn before.
  struct Insertion: Sendable, Equatable {
    /// The position of the resting sublayer; the number of sublayers if there is none.
    let slot: Int
    let mover: Int
  }

  /// The position of the superlayer. Its sublayers, with their subtrees, follow.
  let parent: NodePlace
  /// The start of each sublayer, in the committed order, and the end of the last one.
  let starts: [NodePlace]
  /// The positions in that order of the moving sublayers.
  let movers: [Int]
  /// The arrangement of the movers in the committed order.
  let home: [Insertion]
  /// The committed `zPosition` and the index among the siblings of each sublayer, in ascending
  /// order.
  private let keys: [ZOrderKey]
  /// For each position, the first position from there on whose sublayer does not move.
  private let nextResting: [Int]

  /// Creates a family.
  ///
  /// - Parameters:
  ///   - starts: one more than there are keys.
  ///   - movers: in ascending order.
  init(parent: NodePlace, starts: [NodePlace], keys: [ZOrderKey], movers: [Int]) {
    self.parent = parent
    self.starts = starts
    self.keys = keys
    self.movers = movers
    var next = Array(0...keys.count)
    for mover in movers.reversed() { next[mover] = next[mover + 1] }
    nextResting = next
    home = movers.indices.map { Insertion(slot: next[movers[$0]], mover: $0) }
  }

  /// Returns the same family with relocated nodes.
  func moved(_ place: (NodePlace) -> NodePlace) -> AnimatedSiblings {
    AnimatedSiblings(parent: place(parent), starts: starts.map(place), keys: keys, movers: movers)
  }

  /// Returns the arrangement of the movers at the depths that `depth` returns for their positions:
  /// by depth, and by index for equal depths.
  ///
  /// - Complexity: O(*m* log *n*) for *m* moving of *n* sublayers.
  func arrangement(_ depth: (NodePlace) -> Double) -> [Insertion] {
    let moved = movers.indices.map { mover in
      let position = movers[mover]
      return (ZOrderKey(depth: depth(starts[position]), index: keys[position].index), mover)
    }
    return moved.sorted { $0.0 < $1.0 }.map { key, mover in
      Insertion(slot: nextResting[keys.partitioningIndex { key < $0 }], mover: mover)
    }
  }

  /// Returns the sublayers in an arrangement, as runs of nodes in paint order.
  func runs(_ arrangement: [Insertion]) -> [Range<NodePlace>] {
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

  /// Returns the nodes of a mover and its subtree.
  func nodes(of mover: Int) -> Range<NodePlace> {
    starts[movers[mover]]..<starts[movers[mover] + 1]
  }

  /// Returns movers without which all other sublayers have the same order in both arrangements.
  static func moved(from old: [Insertion], to new: [Insertion]) -> [Int] {
    var oldSlots = Array(repeating: 0, count: old.count)
    for placed in old { oldSlots[placed.mover] = placed.slot }
    var isPast = Array(repeating: false, count: new.count)
    for placed in new where oldSlots[placed.mover] != placed.slot { isPast[placed.mover] = true }
    var result = isPast.indices.filter { isPast[$0] }
    // Movers that passed no resting sublayer may have passed each other.
    let before = old.filter { !isPast[$0.mover] }
    let after = new.filter { !isPast[$0.mover] }
    for (a, b) in zip(before, after) where a.mover != b.mover { result.append(b.mover) }
    return result
  }
}

/// The sort key of siblings: the depth, and for equal depths the index.
struct ZOrderKey: Sendable, Comparable {
  let depth: Double
  let index: Int

  static func < (left: ZOrderKey, right: ZOrderKey) -> Bool {
    left.depth != right.depth ? left.depth < right.depth : left.index < right.index
  }
}
