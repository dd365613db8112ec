import Foundation
import LaminaBase

extension Layer {
  /// The layer's superlayer, or nil at the root. For a copy returned by ``presentation()`` this is
  /// the superlayer's presentation.
  public final var superlayer: Layer? {
    guard let superlayer = storage.superlayer?.takeUnretainedValue() else {
      return presentedSuperlayer
    }
    return superlayer
  }

  /// The layer's sublayers, back to front if their ``zPosition`` is equal. Nil if there are none,
  /// as in Core Animation.
  ///
  /// Setting the list removes the layers that it does not contain and moves the others here from
  /// their current superlayers.
  ///
  /// - Precondition: the list contains no layer twice, and neither this layer nor any of its
  ///   ancestors.
  public final var sublayers: [Layer]? {
    get {
      if storage.status.contains(.presentation) { return presentedSublayers }
      return storage.sublayers.isEmpty ? nil : storage.sublayers.array()
    }
    set {
      requireModel("sublayers")
      let new = newValue ?? []
      var seen: Set<ObjectIdentifier> = []
      for layer in new {
        checkCanAdopt(layer)
        require(
          seen.insert(ObjectIdentifier(layer)).inserted,
          "\(diagnosticName): sublayers cannot contain \(layer.diagnosticName) twice")
      }
      let old = storage.sublayers.array()
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

  /// Sorts the sublayers into the order that they have in a longer list.
  private final func reorderSublayers(like list: [Layer]) {
    let kept = list.filter { $0.storage.superlayer?.toOpaque() == opaque && !$0.isMask }
    let old = storage.sublayers.array()
    // Actions may have changed the list.
    guard kept.count == old.count, zip(kept, old).contains(where: { $0 !== $1 }) else { return }
    record(.reordered(self, from: storage.sublayers.array()))
    let places = kept.map { storage.sublayers.index(of: $0)! }
    storage.sublayers = SublayerList(kept)
    guard let layerTree else { return }
    // Removing the frontmost layers first from the committed order moves the fewest nodes.
    let resting = Set(longestIncreasingSubsequence(of: places))
    for (place, layer) in old.enumerated().reversed() where !resting.contains(place) {
      layerTree.relocate(layer)
    }
  }

  private final var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  private final var isMask: Bool { storage.status.contains(.isMask) }

  /// Adds a layer in front of all sublayers, removing it from its current superlayer.
  ///
  /// - Precondition: `layer` is neither this layer nor one of its ancestors.
  /// - Complexity: O(1), or O(√siblings) on average over many edits if the layer has a superlayer.
  public final func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: storage.sublayers.count)
  }

  /// Inserts a layer at an index, clamped to the number of sublayers.
  ///
  /// - Complexity: O(√siblings) on average over many edits.
  /// - Precondition: `layer` is neither this layer nor one of its ancestors.
  public final func insertSublayer(_ layer: Layer, at index: Int) {
    requireModel("sublayers")
    checkCanAdopt(layer)
    let pending = willChangeSublayers()
    adopt(layer, at: index)
    didChange(pending)
  }

  /// Inserts a layer directly behind `sibling`, at the very back if that is nil, or in front of all
  /// sublayers if it is not a sublayer of this layer.
  public final func insertSublayer(_ layer: Layer, below sibling: Layer?) {
    insert(layer, beside: sibling, offset: 0, withoutSibling: 0)
  }

  /// Inserts a layer directly in front of `sibling`, or in front of all sublayers if that is nil or
  /// not a sublayer of this layer.
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
    // Removing the layer first may shift the sibling by one.
    let current = self.index(of: layer)
    let shift = current.map { $0 < place ? 1 : 0 } ?? 0
    adopt(layer, at: place + offset - shift, from: current)
    didChange(pending)
  }

  /// Replaces `old` with `new` at the same index.
  ///
  /// - Precondition: `old` is a sublayer of this layer; `new` is not an ancestor of this layer.
  public final func replaceSublayer(_ old: Layer, with new: Layer) {
    guard old !== new else { return }
    guard old.storage.superlayer?.toOpaque() == opaque, !old.isMask else {
      refuse("\(diagnosticName): cannot replace \(old.diagnosticName), which is not a sublayer")
    }
    requireModel("sublayers")
    checkCanAdopt(new)
    let pending = willChangeSublayers()
    if new.storage.superlayer?.toOpaque() == opaque {
      detach(new, ordersOut: false)
    }
    let place = index(of: old)!
    detach(old, ordersOut: true)
    adopt(new, at: place)
    didChange(pending)
  }

  /// Removes this layer from its superlayer. Does nothing if it has none.
  ///
  /// - Complexity: O(√siblings) on average over many edits.
  public final func removeFromSuperlayer() {
    requireModel("superlayer")
    guard let parent = storage.superlayer?.takeUnretainedValue() else { return }
    if storage.status.contains(.isMask) {
      parent.mask = nil
      return
    }
    let pending = parent.willChangeSublayers()
    parent.detach(self, ordersOut: true)
    parent.didChange(pending)
  }

  // MARK: - Attaching and detaching

  /// Looks up the action for a change of the sublayers, and marks this layer for layout.
  private final func willChangeSublayers() -> PendingAction? {
    markNeedsLayout()
    layerTree?.markModified()
    guard storage.status.contains(.live), !TransactionStack.disablesActions else { return nil }
    return findAction(for: LayerKey(.sublayers))
  }

  final func checkCanAdopt(_ layer: Layer) {
    require(
      !layer.storage.status.contains(.presentation),
      "\(layer.diagnosticName) is a presentation layer and cannot be a sublayer")
    guard
      !layer.storage.sublayers.isEmpty || layer.storage.status.contains(.hasMask)
        || layer === self
    else { return }
    var ancestor: Layer? = self
    while let current = ancestor {
      require(
        current !== layer,
        "\(diagnosticName): cannot add \(layer.diagnosticName), which contains or is this layer")
      ancestor = current.storage.superlayer?.takeUnretainedValue()
    }
  }

  /// Returns the index of a sublayer, or nil if the layer is not one.
  final func index(of layer: Layer) -> Int? {
    guard
      layer.storage.superlayer?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
    else { return nil }
    return storage.sublayers.index(of: layer)
  }

  /// Makes a layer a sublayer of this layer, or moves it among them.
  ///
  /// - Parameter current: the layer's index, if it is known.
  private final func adopt(_ layer: Layer, at index: Int, from current: Int? = nil) {
    if layer.storage.status.contains(.isMask) { layer.removeFromSuperlayer() }
    if let oldParent = layer.storage.superlayer?.takeUnretainedValue() {
      if oldParent === self {
        let place = current ?? self.index(of: layer)!
        let target = max(0, min(index, storage.sublayers.count - 1))
        if place == target { return }
        record(.removed(layer, from: self, at: place))
        storage.sublayers.remove(at: place)
        storage.sublayers.insert(layer, at: target)
        record(.inserted(into: self, at: target))
        layerTree?.relocate(layer)
        return
      }
      let pending = oldParent.willChangeSublayers()
      oldParent.detach(layer, ordersOut: true)
      oldParent.didChange(pending)
    } else if layer.storage.tree != nil {
      refuse("\(layer.diagnosticName) is the root of a renderer and cannot be a sublayer")
    }
    let place = max(0, min(index, storage.sublayers.count))
    storage.sublayers.insert(layer, at: place)
    record(.inserted(into: self, at: place))
    layer.storage.superlayer = Unmanaged.passUnretained(self)
    if layer.zPosition != 0 { storage.status.insert(.sortsByZ) }
    if let layerTree {
      layerTree.join(layer)
      layer.runOrderAction("onOrderIn")
    }
  }

  /// Calls `body` for this layer and all below it, with their masks, parents first, without
  /// recursion.
  package final func forEachLayer(_ body: (Layer) -> Void) {
    if storage.sublayers.isEmpty, !storage.status.contains(.hasMask) { return body(self) }
    var stack = [self]
    while let next = stack.popLast() {
      body(next)
      for child in next.storage.sublayers.array().reversed() { stack.append(child) }
      if let mask = next.maskToVisit { stack.append(mask) }
    }
  }

  private final func detach(_ layer: Layer, ordersOut: Bool) {
    if ordersOut, storage.tree != nil { layer.runOrderAction("onOrderOut") }
    // The action may have removed it already.
    guard let place = index(of: layer) else { return }
    layerTree?.leave(layer)
    record(.removed(layer, from: self, at: place))
    layer.storage.superlayer = nil
    storage.sublayers.remove(at: place)
    if storage.sublayers.isEmpty { layerTree?.didLoseSublayers(self) }
  }

  /// Runs the action for entering or leaving a live tree, if the layer has one.
  final func runOrderAction(_ key: String) {
    guard let parent = storage.superlayer?.takeUnretainedValue(),
      parent.storage.status.contains(.live),
      !TransactionStack.disablesActions, !hasStandardActions
    else { return }
    if let action = action(forKey: key) { run(action, forKey: key) }
  }

  /// Updates the drawing order among the layer's siblings after a change of its ``zPosition``.
  final func zPositionDidChange() {
    guard let parent = storage.superlayer?.takeUnretainedValue() else { return }
    parent.storage.status.insert(.sortsByZ)
    layerTree?.relocate(self)
  }

  /// The sublayers in drawing order: by ``zPosition``, then by index.
  package final var sublayersInDrawingOrder: [Layer] {
    if storage.status.contains(.presentation) { return presentedInDrawingOrder }
    let layers = storage.sublayers.array()
    guard storage.status.contains(.sortsByZ) else { return layers }
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

  // MARK: - Freeing

  /// Frees a subtree without recursion: a chain of 100,000 layers must not overflow the stack.
  final func releaseSublayersIteratively() {
    var doomed = releaseCarriedLayers()
    while var layer = doomed.popLast() {
      if isKnownUniquelyReferenced(&layer) {
        doomed.append(contentsOf: layer.releaseCarriedLayers())
      }
    }
  }

  /// Releases the sublayers and the mask.
  private final func releaseCarriedLayers() -> [Layer] {
    var released = storage.sublayers.array()
    storage.sublayers = SublayerList()
    if storage.status.contains(.hasMask), let mask = storage.sideTable?.mask {
      released.append(mask)
      mask.storage.status.remove(.isMask)
      storage.sideTable?.mask = nil
    }
    for layer in released { layer.storage.superlayer = nil }
    return released
  }

  // MARK: - Paths through the tree

  /// The layer and its ancestors, the root last.
  final var chainToRoot: [Layer] {
    var chain: [Layer] = []
    var next: Layer? = self
    while let layer = next {
      chain.append(layer)
      next = layer.superlayer
    }
    return chain
  }

  /// Returns the chains of two layers, empty for nil, and the number of layers that both have at
  /// their ends.
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

/// Returns a longest strictly increasing subsequence of some numbers; of several, one whose numbers
/// are small.
///
/// - Complexity: O(*n* log *n*).
private func longestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  // The positions of the smallest numbers that end a subsequence of each length.
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
