import Foundation

extension Layer {
  /// The layers that this one carries, back to front where their ``zPosition`` is equal. Nil
  /// when there are none, as in Core Animation.
  ///
  /// Setting it removes the layers that are not in the new list and takes the others from
  /// wherever they are.
  ///
  /// - Precondition: no layer stands in the list twice, and none is this layer or one that
  ///   holds it.
  public final var sublayers: [Layer]? {
    get {
      if core.pointee.status.contains(.presentation) { return presentedSublayers }
      return core.pointee.sublayers.isEmpty ? nil : core.pointee.sublayers.array()
    }
    set {
      requireModel("sublayers")
      let new = newValue ?? []
      var seen: Set<ObjectIdentifier> = []
      for layer in new {
        checkCanAdopt(layer)
        require(
          seen.insert(ObjectIdentifier(layer)).inserted,
          "\(diagnosticName): \(layer.diagnosticName) stands twice in sublayers")
      }
      let old = core.pointee.sublayers.array()
      if new.count == old.count, zip(new, old).allSatisfy({ $0 === $1 }) { return }
      let pending = willChangeSublayers()
      for layer in old where !seen.contains(ObjectIdentifier(layer)) {
        detach(layer, ordersOut: true)
      }
      reorderSublayers(like: new)
      for (index, layer) in new.enumerated() { adopt(layer, at: index) }
      didChange(pending)
    }
  }

  /// Puts the sublayers into the order that they have in a list of these and others.
  private final func reorderSublayers(like list: [Layer]) {
    let kept = list.filter { $0.core.pointee.superlayer?.toOpaque() == opaque && !$0.isMask }
    let old = core.pointee.sublayers.array()
    // Actions that ran may have changed the list.
    guard kept.count == old.count, zip(kept, old).contains(where: { $0 !== $1 }) else { return }
    noteReordering()
    let places = kept.map { core.pointee.sublayers.index(of: $0)! }
    core.pointee.sublayers = SublayerList(kept)
    guard let host = core.pointee.host?.pointee.host.takeUnretainedValue() else { return }
    // Those in front are taken out of the committed order first: that moves the fewest nodes.
    let resting = Set(longestIncreasingSubsequence(of: places))
    for (place, layer) in old.enumerated().reversed() where !resting.contains(place) {
      host.relocate(layer)
    }
  }

  private final var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  private final var isMask: Bool { core.pointee.status.contains(.isMask) }

  /// Adds a layer in front of all sublayers, taking it from where it was.
  ///
  /// - Precondition: `layer` is not this layer and does not hold it.
  /// - Complexity: O(1), and where it leaves another place O(√siblings) on average over many edits.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: core.pointee.sublayers.count)
  }

  /// Inserts a layer at an index, clamped to the sublayers there are.
  ///
  /// - Complexity: O(√siblings) on average over many edits.
  /// - Precondition: `layer` is not this layer and does not hold it.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    requireModel("sublayers")
    checkCanAdopt(layer)
    let pending = willChangeSublayers()
    adopt(layer, at: index)
    didChange(pending)
  }

  /// Inserts a layer directly behind `sibling`; at the very back if that is nil, and in front
  /// of all if it is no sublayer of this layer.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer?) {
    insert(layer, beside: sibling, offset: 0, withoutSibling: 0)
  }

  /// Inserts a layer directly in front of `sibling`; in front of all if that is nil or no
  /// sublayer of this layer.
  public final func insertSublayer(_ layer: Layer, above sibling: Layer?) {
    insert(layer, beside: sibling, offset: 1, withoutSibling: .max)
  }

  private final func insert(
    _ layer: Layer, beside sibling: Layer?, offset: Int, withoutSibling index: Int
  ) {
    guard let sibling else { return insertSublayer(layer, at: index) }
    guard layer !== sibling else { return }
    guard let place = self.index(of: sibling) else { return insertSublayer(layer, at: .max) }
    requireModel("sublayers")
    checkCanAdopt(layer)
    let pending = willChangeSublayers()
    // Taking the layer out first may move the sibling by one.
    let current = self.index(of: layer)
    let shift = current.map { $0 < place ? 1 : 0 } ?? 0
    adopt(layer, at: place + offset - shift)
    didChange(pending)
  }

  /// Puts `new` into the place of `old`.
  ///
  /// - Precondition: `old` is a sublayer of this layer; `new` does not hold this layer.
  public final func replaceSublayer(_ old: Layer, with new: Layer) {
    guard old !== new else { return }
    guard index(of: old) != nil else {
      refuse("\(diagnosticName): \(old.diagnosticName) is to be replaced and is not a sublayer")
    }
    requireModel("sublayers")
    checkCanAdopt(new)
    let pending = willChangeSublayers()
    if new.core.pointee.superlayer?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() {
      detach(new, ordersOut: false)
    }
    let place = index(of: old)!
    detach(old, ordersOut: true)
    adopt(new, at: place)
    didChange(pending)
  }

  /// Takes this layer out of its superlayer. A layer without one is left as it is.
  ///
  /// - Complexity: O(√siblings) on average over many edits.
  public final func removeFromSuperlayer() {
    requireModel("superlayer")
    guard let parent = core.pointee.superlayer?.takeUnretainedValue() else { return }
    if core.pointee.status.contains(.isMask) {
      parent.mask = nil
      return
    }
    let pending = parent.willChangeSublayers()
    parent.detach(self, ordersOut: true)
    parent.didChange(pending)
  }

  // MARK: - The steps

  /// Asks for the action of a change to the sublayers, and marks this layer for layout.
  private final func willChangeSublayers() -> PendingAction? {
    markNeedsLayout()
    guard let state = core.pointee.host else { return nil }
    state.pointee.host._withUnsafeGuaranteedRef { $0.touch() }
    guard core.pointee.status.contains(.live), !TransactionStack.currentHot.pointee.disablesActions
    else { return nil }
    return action(forKey: LayerKey.sublayers.rawValue).map {
      PendingAction($0, key: LayerKey.sublayers.rawValue)
    }
  }

  final func checkCanAdopt(_ layer: Layer) {
    require(
      !layer.core.pointee.status.contains(.presentation),
      "\(layer.diagnosticName) is a presentation layer and cannot be a sublayer")
    guard
      !layer.core.pointee.sublayers.isEmpty || layer.core.pointee.status.contains(.hasMask)
        || layer === self
    else { return }
    var ancestor: Layer? = self
    while let current = ancestor {
      require(
        current !== layer,
        "\(diagnosticName): sublayers would hold \(layer.diagnosticName), which holds this layer")
      ancestor = current.core.pointee.superlayer?.takeUnretainedValue()
    }
  }

  /// Where a sublayer stands.
  final func index(of layer: Layer) -> Int? {
    guard
      layer.core.pointee.superlayer?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
    else { return nil }
    return core.pointee.sublayers.index(of: layer)
  }

  private final func adopt(_ layer: Layer, at index: Int) {
    if layer.core.pointee.status.contains(.isMask) { layer.removeFromSuperlayer() }
    let host = core.pointee.host?.pointee.host.takeUnretainedValue()
    if let oldParent = layer.core.pointee.superlayer?.takeUnretainedValue() {
      if oldParent === self {
        let place = self.index(of: layer)!
        let target = max(0, min(index, core.pointee.sublayers.count - 1))
        if place == target { return }
        noteRemoval(of: layer, at: place)
        core.pointee.sublayers.remove(at: place)
        core.pointee.sublayers.insert(layer, at: target)
        noteInsertion(of: layer, at: target)
        host?.relocate(layer)
        return
      }
      let pending = oldParent.willChangeSublayers()
      oldParent.detach(layer, ordersOut: true)
      oldParent.didChange(pending)
    } else if layer.core.pointee.host != nil {
      refuse("\(layer.diagnosticName) is the root of a renderer and cannot be a sublayer")
    }
    let place = max(0, min(index, core.pointee.sublayers.count))
    core.pointee.sublayers.insert(layer, at: place)
    noteInsertion(of: layer, at: place)
    layer.core.pointee.superlayer = Unmanaged.passUnretained(self)
    if layer.zPosition != 0 { core.pointee.status.insert(.sortsByZ) }
    if let host {
      host.join(layer)
      layer.runOrderAction("onOrderIn")
    }
  }

  private final func detach(_ layer: Layer, ordersOut: Bool) {
    if ordersOut, core.pointee.host != nil { layer.runOrderAction("onOrderOut") }
    // The action may have taken it out already.
    guard let place = index(of: layer) else { return }
    if let host = core.pointee.host?.pointee.host.takeUnretainedValue() { host.leave(layer) }
    noteRemoval(of: layer, at: place)
    layer.core.pointee.superlayer = nil
    core.pointee.sublayers.remove(at: place)
    if core.pointee.sublayers.isEmpty, let host = core.pointee.host {
      host.pointee.host._withUnsafeGuaranteedRef { $0.didLoseSublayers(self) }
    }
  }

  /// Runs the action for entering or leaving a live tree, if the layer offers one.
  final func runOrderAction(_ key: String) {
    guard let parent = core.pointee.superlayer?.takeUnretainedValue(),
      parent.core.pointee.status.contains(.live),
      !TransactionStack.currentHot.pointee.disablesActions
    else { return }
    if let action = action(forKey: key) { run(action, forKey: key) }
  }

  /// The order among this layer's siblings has changed.
  final func zPositionDidChange() {
    guard let parent = core.pointee.superlayer?.takeUnretainedValue() else { return }
    parent.core.pointee.status.insert(.sortsByZ)
    core.pointee.host?.pointee.host._withUnsafeGuaranteedRef { $0.relocate(self) }
  }

  /// The sublayers in the order in which they are drawn: by ``zPosition``, then by index.
  final var sublayersInDrawingOrder: [Layer] {
    if core.pointee.status.contains(.presentation) { return presentedInDrawingOrder }
    let layers = core.pointee.sublayers.array()
    guard core.pointee.status.contains(.sortsByZ) else { return layers }
    return Self.sortedByDepth(layers)
  }

  private final var presentedInDrawingOrder: [Layer] {
    Self.sortedByDepth(presentedSublayers ?? [])
  }

  private static func sortedByDepth(_ layers: [Layer]) -> [Layer] {
    let keys = layers.map(\.zPosition)
    return layers.indices.sorted {
      keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1
    }.map { layers[$0] }
  }

  // MARK: - Ways through the tree

  /// This layer and all that hold it, the root last.
  final var chainToRoot: [Layer] {
    var chain: [Layer] = []
    var next: Layer? = self
    while let layer = next {
      chain.append(layer)
      next = layer.superlayer
    }
    return chain
  }

  /// The chains of two layers, none for nil, and how many layers at their ends are in both.
  static func chains(
    from source: Layer?, to target: Layer?
  ) -> (outwards: [Layer], inwards: [Layer], shared: Int) {
    let outwards = source?.chainToRoot ?? []
    let inwards = target?.chainToRoot ?? []
    let shared = zip(outwards.reversed(), inwards.reversed())
      .prefix { $0.model() === $1.model() }.count
    return (outwards, inwards, shared)
  }
}

/// The numbers of a longest run, gaps allowed, in which each is greater than the one before; of
/// several such runs one whose numbers are small.
///
/// - Complexity: O(*n* log *n*).
private func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  // The places of the least numbers that end runs of each length.
  var ends: [Int] = []
  var previous: [Int] = []
  previous.reserveCapacity(numbers.count)
  for (place, number) in numbers.enumerated() {
    let length = ends.partitioningIndex { numbers[$0] >= number }
    previous.append(length > 0 ? ends[length - 1] : -1)
    if length == ends.count { ends.append(place) } else { ends[length] = place }
  }
  var result: [Int] = []
  var place = ends.last ?? -1
  while place >= 0 {
    result.append(numbers[place])
    place = previous[place]
  }
  return result.reversed()
}
