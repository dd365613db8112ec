/// A comparison of two frames of recorded trees, from which the causes of damage are derived.
struct TreeComparison: Sendable {
  /// One frame: the published record of its layers, its display list, and its time.
  struct TracedFrame: Sendable {
    let trace: TreeTrace
    let list: DisplayList
    let time: Double
  }

  let before: TracedFrame
  let after: TracedFrame

  /// A comparison of two frames; nil unless both trees were recorded by the same ``ChangeTracer``.
  init?(_ before: FrameEvidence.ObservedFrame, _ after: FrameEvidence.ObservedFrame) {
    guard let old = before.record as? TreeTrace, let new = after.record as? TreeTrace,
      old.origin === new.origin
    else { return nil }
    self.before = TracedFrame(trace: old, list: before.list, time: before.time)
    self.after = TracedFrame(trace: new, list: after.list, time: after.time)
  }

  /// The maximum number of changes that one cause lists.
  static let maximumChanges = 16

  /// Returns some rectangles, grown to include what backdrops blur into them.
  func sources(of rects: [PixelRect]) -> [PixelRect] {
    let backdrops = before.list.backdrops + after.list.backdrops
    if backdrops.isEmpty { return rects }
    let x = backdrops.reduce(0) { $0 + $1.x }
    let y = backdrops.reduce(0) { $0 + $1.y }
    return rects.map { $0.grown(byX: x, y: y) }
  }

  /// Returns the causes of damage: the layers that look different and touch, or touched, one of
  /// some rectangles.
  func causes(intersecting rects: [PixelRect]) -> [DamageCause] {
    let old = ListedItems(before.list)
    let new = ListedItems(after.list)
    let frame = PixelRect(minX: 0, minY: 0, maxX: after.list.width, maxY: after.list.height)
    let oldShown = before.trace.shownPlaces
    let newShown = after.trace.shownPlaces
    let moves = SiblingOrder.moved(from: before, to: after)
    var inheritance = Inheritance(comparison: self, moves: moves)
    var causes: [DamageCause] = []
    func add(_ oldPlace: Int?, _ newPlace: Int?, _ changes: () -> [DamageChange]) {
      let oldRect = (oldPlace.map { old.box(oldShown[$0]) } ?? .empty).intersection(frame)
      let newRect = (newPlace.map { new.box(newShown[$0]) } ?? .empty).intersection(frame)
      guard rects.contains(where: { $0.intersects(oldRect) || $0.intersects(newRect) }) else {
        return
      }
      let layer = newPlace.map(after.trace.name) ?? oldPlace.map(before.trace.name)
      causes.append(
        DamageCause(
          layer: layer, oldRect: oldRect, newRect: newRect,
          changes: Array(changes().prefix(Self.maximumChanges))))
    }
    let joined = Self.tops(of: after.trace, missingIn: before.trace)
    for (place, note) in after.trace.layers.enumerated() {
      let oldPlace = before.trace.place(of: note.serial)
      let isMoved = inheritance.visit(place, oldPlace)
      if let oldPlace {
        let shown = newShown[place]
        if !isMoved, old.isSame(oldShown[oldPlace], new, shown) { continue }
        let changes = inheritance.changes(of: place, oldPlace)
        // Of the layers that instances show, only those with changes are of interest.
        if changes.isEmpty, shown != place || note.showsInstances { continue }
        add(oldPlace, place) {
          changes.isEmpty ? [unchanged(after.trace.name(place))] : changes
        }
      } else {
        add(nil, place) { [joining(joined[place])] }
      }
    }
    let left = Self.tops(of: before.trace, missingIn: after.trace)
    for place in left.indices where left[place] >= 0 {
      add(place, nil) { [leaving(left[place])] }
    }
    return causes
  }

  /// The layers that joined, left or moved, visible or not; of a subtree only the topmost.
  var rearrangements: [DamageChange] {
    var changes: [DamageChange] = []
    let joined = Self.tops(of: after.trace, missingIn: before.trace)
    for (place, layer) in after.trace.layers.enumerated() {
      let oldPlace = before.trace.place(of: layer.serial)
      if joined[place] == place { changes.append(joining(place)) }
      if let oldPlace, before.trace.layers[oldPlace].stamps.place != layer.stamps.place {
        changes.append(moving(place))
      }
    }
    let left = Self.tops(of: before.trace, missingIn: after.trace)
    for place in left.indices where left[place] == place { changes.append(leaving(place)) }
    return changes
  }

  private func joining(_ place: Int) -> DamageChange {
    DamageChange(
      layer: after.trace.name(place), kind: .joined,
      transaction: after.trace.layers[place].stamps.place)
  }

  /// Returns the reason of a layer that shows what is behind it, or is in a group that was composed anew.
  private func unchanged(_ name: String) -> DamageChange {
    DamageChange(layer: name, kind: .surroundings, transaction: nil)
  }

  private func leaving(_ place: Int) -> DamageChange {
    DamageChange(
      layer: before.trace.name(place), kind: .left,
      transaction: after.trace.departures[before.trace.layers[place].serial])
  }

  fileprivate func moving(_ place: Int) -> DamageChange {
    DamageChange(
      layer: after.trace.name(place), kind: .moved,
      transaction: after.trace.layers[place].stamps.place)
  }

  /// Returns, for each layer that the other tree lacks, its topmost ancestor that is also missing,
  /// or the layer itself; -1 for all others.
  private static func tops(of trace: TreeTrace, missingIn other: TreeTrace) -> [Int] {
    var tops: [Int] = []
    tops.reserveCapacity(trace.layers.count)
    for (place, layer) in trace.layers.enumerated() {
      if other.place(of: layer.serial) != nil {
        tops.append(-1)
      } else {
        let above = layer.parent >= 0 ? tops[layer.parent] : -1
        tops.append(above >= 0 ? above : place)
      }
    }
    return tops
  }

  // MARK: - What changed in a layer

  /// Returns the differences of a layer that is in both trees.
  ///
  /// - Parameters:
  ///   - hasMoved: true if its place in paint order differs.
  ///   - isAbove: true to include only what affects sublayers.
  fileprivate func changes(
    of place: Int, _ oldPlace: Int, hasMoved: Bool, isAbove: Bool
  ) -> [DamageChange] {
    let old = before.trace.layers[oldPlace]
    let new = after.trace.layers[place]
    let name = after.trace.name(place)
    var changes: [DamageChange] = []
    func add(_ kind: DamageChange.Kind, _ transaction: RecordedTransaction?) {
      changes.append(DamageChange(layer: name, kind: kind, transaction: transaction))
    }
    let seenBefore = old.presented(at: before.time)
    let seen = new.presented(at: after.time)
    let keys = seen.keysThatDiffer(from: seenBefore)
    for key in keys where !isAbove || new.values.properties[key]?.affectsSublayers == true {
      // Without perspective, depth only determines the order.
      if key == LayerKey(.zPosition), !hasMoved, !isSeenInPerspective(place, oldPlace) { continue }
      let value = new.values.value(of: key)
      let isAnimated =
        seen.value(of: key) != value || seenBefore.value(of: key) != old.values.value(of: key)
      if value != old.values.value(of: key),
        !isAnimated
          || new.animated(old.values, at: after.time).value(of: key) != seen.value(of: key)
      {
        add(
          .property(key.rawValue, from: text(key, old.values), to: text(key, new.values)),
          new.stamps.properties[key])
      }
      if isAnimated {
        for animation in Self.animations(of: key, old, new) {
          add(
            .animation(of: key.rawValue, key: animation.key, time: after.time),
            animation.transaction)
        }
      }
    }
    if old.mask?.identity != new.mask?.identity {
      add(
        .property("mask", from: old.mask?.text ?? "nil", to: new.mask?.text ?? "nil"),
        new.stamps.properties[LayerKey(.mask)])
    }
    for transition in Self.transitions(old, at: before.time, new, at: after.time) {
      add(
        .animation(of: "transition", key: transition.key, time: after.time),
        transition.transaction)
    }
    if hasMoved, !keys.contains(LayerKey(.zPosition)) { add(.moved, new.stamps.place) }
    if old.isPresent(at: before.time) != new.isPresent(at: after.time) {
      add(.timing(time: after.time), old.timing == new.timing ? nil : new.stamps.timing)
    } else if old.timing != new.timing {
      add(.timing(time: after.time), new.stamps.timing)
    } else if !isAbove, new.values.rare?.values.kind?.isMoving == true {
      // Its appearance depends on its time.
      add(.timing(time: after.time), nil)
    }
    return changes
  }

  private func text(_ key: LayerKey, _ values: LayerValues) -> String {
    values.value(of: key).map(Readable.text) ?? "nil"
  }

  /// Returns the reasons that a layer may be redrawn although nothing in or above it looks
  /// different: the layer or an ancestor was removed and reinserted, its sublayers changed, as when it
  /// gains its first or loses its last one, or it was set to a value that an animation hides.
  fileprivate func regrouping(_ place: Int) -> [DamageChange] {
    var next = place
    while next >= 0 {
      let new = after.trace.layers[next]
      if let oldPlace = before.trace.place(of: new.serial) {
        let old = before.trace.layers[oldPlace]
        if old.stamps.place != new.stamps.place { return [moving(next)] }
        if old.stamps.sublayers != new.stamps.sublayers {
          return [
            DamageChange(
              layer: after.trace.name(next), kind: .sublayers, transaction: new.stamps.sublayers)
          ]
        }
        let keys = new.values.keysThatDiffer(from: old.values)
        if !keys.isEmpty {
          return keys.map { key in
            DamageChange(
              layer: after.trace.name(next),
              kind: .property(key.rawValue, from: text(key, old.values), to: text(key, new.values)),
              transaction: new.stamps.properties[key])
          }
        }
      }
      next = new.parent
    }
    // A transition may start from another picture, however far it has progressed.
    let new = after.trace.layers[place]
    guard let oldPlace = before.trace.place(of: new.serial) else { return [] }
    return Self.all(before.trace.layers[oldPlace], new).filter(\.isTransition).map {
      DamageChange(
        layer: after.trace.name(place),
        kind: .animation(of: "transition", key: $0.key, time: after.time),
        transaction: $0.transaction)
    }
  }

  /// Returns true if the superlayer has, or had, a sublayer transform or animations, so that depth
  /// may be visible.
  private func isSeenInPerspective(_ place: Int, _ oldPlace: Int) -> Bool {
    func hasTransform(_ side: TracedFrame, _ place: Int) -> Bool {
      let parent = side.trace.layers[place].parent
      guard parent >= 0 else { return false }
      let layer = side.trace.layers[parent]
      return !layer.values.rareValues.sublayerTransform.isIdentity || !layer.animations.isEmpty
    }
    return hasTransform(after, place) || hasTransform(before, oldPlace)
  }

  /// Returns the animations of a property that had begun in either tree.
  private static func animations(
    of key: LayerKey, _ old: TreeTrace.LayerTrace, _ new: TreeTrace.LayerTrace
  ) -> [TreeTrace.AnimationTrace] {
    all(old, new).filter { animation in
      animation.committedAnimations.contains {
        $0.property == key.rawValue || (FilterPath($0.property)?.list).map(LayerKey.init) == key
      }
    }
  }

  private static func all(
    _ old: TreeTrace.LayerTrace, _ new: TreeTrace.LayerTrace
  ) -> [TreeTrace.AnimationTrace] {
    let kept = old.animations.filter { animation in
      !new.animations.contains { $0.identity == animation.identity && $0.key == animation.key }
    }
    return kept + new.animations
  }

  /// Returns the transitions whose state differs between the frames.
  private static func transitions(
    _ old: TreeTrace.LayerTrace, at oldTime: Double, _ new: TreeTrace.LayerTrace, at time: Double
  ) -> [TreeTrace.AnimationTrace] {
    all(old, new).filter { animation in
      let before = old.animations.first { $0.identity == animation.identity }
      let after = new.animations.first { $0.identity == animation.identity }
      return before?.transition(at: old.clock.time(at: oldTime))
        != after?.transition(at: new.clock.time(at: time))
    }
  }

  // MARK: - What is handed down

  /// The inherited changes, found without walking through all ancestors of each layer.
  private struct Inheritance {
    let comparison: TreeComparison
    /// The serials of the layers whose place in paint order differs.
    let moves: Set<Int>
    /// For each visited place, the nearest layer from there upwards with changes that affect
    /// sublayers, or -1.
    private var nearest: [Int] = []
    /// For each visited place, true if its layer or an ancestor moved in paint order.
    private var isMoved: [Bool] = []
    private var found: [Int: [DamageChange]] = [:]

    init(comparison: TreeComparison, moves: Set<Int>) {
      self.comparison = comparison
      self.moves = moves
    }

    /// Visits the next layer of the tree, and returns true if its place in paint order changed.
    mutating func visit(_ place: Int, _ oldPlace: Int?) -> Bool {
      let layer = comparison.after.trace.layers[place]
      let changes = oldPlace.map { self.changes(place, $0, isAbove: true) } ?? []
      if changes.isEmpty {
        nearest.append(layer.parent >= 0 ? nearest[layer.parent] : -1)
      } else {
        found[place] = changes
        nearest.append(place)
      }
      isMoved.append(moves.contains(layer.serial) || (layer.parent >= 0 && isMoved[layer.parent]))
      return isMoved[place]
    }

    private func changes(_ place: Int, _ oldPlace: Int, isAbove: Bool) -> [DamageChange] {
      comparison.changes(
        of: place, oldPlace,
        hasMoved: moves.contains(comparison.after.trace.layers[place].serial), isAbove: isAbove)
    }

    /// Returns the layer's own changes, followed by those of its ancestors, nearest first.
    func changes(of place: Int, _ oldPlace: Int) -> [DamageChange] {
      var changes = changes(place, oldPlace, isAbove: false)
      let parent = comparison.after.trace.layers[place].parent
      var next = parent >= 0 ? nearest[parent] : -1
      while next >= 0, changes.count < TreeComparison.maximumChanges {
        changes += found[next] ?? []
        let above = comparison.after.trace.layers[next].parent
        next = above >= 0 ? nearest[above] : -1
      }
      return changes.isEmpty ? comparison.regrouping(place) : changes
    }
  }
}

extension TreeTrace {
  /// For each layer, the place of the layer whose item shows it: for descendants of replicators,
  /// the outermost replicator.
  fileprivate var shownPlaces: [Int] {
    var result: [Int] = []
    result.reserveCapacity(layers.count)
    for (place, layer) in layers.enumerated() {
      guard layer.parent >= 0 else {
        result.append(place)
        continue
      }
      let parent = layer.parent
      let isShown = result[parent] != parent || layers[parent].showsInstances
      result.append(isShown ? result[parent] : place)
    }
    return result
  }

  /// Returns the name of the layer at a place: its class and name, or its path below the nearest
  /// ancestor with a name, up to eight layers long.
  func name(_ place: Int) -> String {
    var parts: [String] = []
    var next = place
    while parts.count < 8 {
      let layer = layers[next]
      if let name = layer.name {
        parts.append("\(layer.className) \(name.debugDescription.escaped)")
        break
      }
      if layer.parent < 0 {
        parts.append("\(layer.className)")
        break
      }
      parts.append("\(layer.className)[\(layer.index)]")
      next = layer.parent
    }
    return parts.reversed().joined(separator: "/")
  }
}

extension TreeTrace.LayerTrace {
  /// True if instances show the layer's sublayers.
  fileprivate var showsInstances: Bool {
    values.replicator.map { !$0.isTrivial || !animations.isEmpty } ?? false
  }
}

extension TreeTrace.AnimationTrace {
  fileprivate var isTransition: Bool {
    committedAnimations.contains { if case .transition = $0.source { true } else { false } }
  }

  /// Returns the state of a transition at a local time; nil if the animation is not a transition,
  /// or has no effect.
  fileprivate func transition(at time: Double) -> TransitionState? {
    committedAnimations.lazy.compactMap { $0.transition(at: time) }.first
  }
}
