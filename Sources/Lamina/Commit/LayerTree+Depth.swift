extension LayerTree {
  /// The live layers with an animation of `zPosition`, the transform layers, and the
  /// ``ZOrderMotion`` last computed from them.
  struct ZOrderMovers {
    fileprivate var layers: [ObjectIdentifier: Unmanaged<Layer>] = [:]
    fileprivate var transformLayers: [ObjectIdentifier: Unmanaged<Layer>] = [:]
    fileprivate var motion: ZOrderMotion?
    /// The arrangement of the rope for which ``motion`` is valid.
    fileprivate var arrangement: UInt64 = 0
  }

  /// Records whether the layer has an animation of `zPosition`.
  func setMovesInDepth(_ layer: Layer, _ moves: Bool) {
    guard moves != layer.storage.status.contains(.movesInDepth) else { return }
    if moves {
      layer.storage.status.insert(.movesInDepth)
      depthMovers.layers[ObjectIdentifier(layer)] = Unmanaged.passUnretained(layer)
    } else {
      layer.storage.status.remove(.movesInDepth)
      depthMovers.layers[ObjectIdentifier(layer)] = nil
    }
    depthMovers.motion = nil
  }

  /// Records that a layer whose sublayers are not flattened has joined or left the tree.
  func setPreservesDepth(_ layer: Layer, _ preserves: Bool) {
    guard layer.storage.values.flags.contains(.preservesDepth) else { return }
    depthMovers.transformLayers[ObjectIdentifier(layer)] =
      preserves ? Unmanaged.passUnretained(layer) : nil
    depthMovers.motion = nil
  }

  /// Returns the published description of the layers whose order changes with `zPosition`
  /// animations and of those that are not flattened; nil if there are none.
  ///
  /// - Complexity: O(1) if no layer joined, left or was moved, and no `zPosition` animation began
  ///   or ended; else O(*n* log *n*) in the number of siblings of those that move in depth.
  func depthMotion() -> ZOrderMotion? {
    if depthMovers.layers.isEmpty, depthMovers.transformLayers.isEmpty { return nil }
    if let motion = depthMovers.motion, depthMovers.arrangement == rope.arrangement {
      return motion
    }
    var parents: [ObjectIdentifier: Unmanaged<Layer>] = [:]
    for layer in depthMovers.layers.values {
      guard let parent = layer.takeUnretainedValue().storage.superlayer else { continue }
      parents[ObjectIdentifier(parent.takeUnretainedValue())] = parent
    }
    let families = parents.values.compactMap { family(of: $0.takeUnretainedValue()) }
    let contexts = depthMovers.transformLayers.values.compactMap {
      context(of: $0.takeUnretainedValue())
    }
    let motion = ZOrderMotion(
      families: families.sorted { $0.parent < $1.parent },
      contexts: contexts.sorted { $0.root < $1.root })
    depthMovers.motion = motion
    depthMovers.arrangement = rope.arrangement
    return motion
  }

  private func family(of parent: Layer) -> AnimatedSiblings? {
    let siblings = parent.storage.sublayers.array()
    guard siblings.count > 1, let place = parent.place,
      !parent.storage.values.flags.contains(.preservesDepth)
    else { return nil }
    var order = siblings.indices.compactMap { index in
      siblings[index].place.map {
        (key: ZOrderKey(depth: siblings[index].zPosition, index: index), place: $0)
      }
    }
    if parent.storage.status.contains(.sortsByZ) { order.sort { $0.key < $1.key } }
    guard let end = parent.endPlace else { return nil }
    return AnimatedSiblings(
      parent: place, starts: order.map(\.place) + [end],
      keys: order.map(\.key),
      movers: order.indices.filter {
        siblings[order[$0].key.index].storage.status.contains(.movesInDepth)
      })
  }
}

extension LayerTree {
  /// Returns the layers in the space of a transform layer; nil unless it is the outermost one.
  private func context(of root: Layer) -> DepthContext? {
    let parent = root.storage.superlayer?.takeUnretainedValue()
    guard parent?.storage.values.flags.contains(.preservesDepth) != true else { return nil }
    let elements = elements(of: root)
    // A mask of the transform layer is hidden, and has no sublayer transform.
    let isMask = root.storage.status.contains(.isMask)
    return elements.isEmpty
      ? nil : DepthContext(superlayer: isMask ? nil : parent?.place, elements: elements)
  }

  /// Returns a layer, treated as a transform layer, and the layers in its space.
  func elements(of root: Layer) -> [DepthContext.Element] {
    guard let end = root.endPlace else { return [] }
    var elements: [DepthContext.Element] = []
    var pending = [(layer: root, parent: -1)]
    while let (layer, parent) = pending.popLast() {
      guard let place = layer.place else { continue }
      let isPlane =
        layer !== root && !layer.storage.values.flags.contains(.preservesDepth)
      if !elements.isEmpty { elements[elements.count - 1].end = place }
      elements.append(.init(place: place, end: end, parent: parent, isPlane: isPlane))
      if isPlane { continue }
      let number = elements.count - 1
      pending += layer.sublayersInDrawingOrder.reversed().map { ($0, number) }
    }
    return elements
  }
}

extension Layer {
  /// The end of the nodes of the layer's subtree in the committed list.
  var endPlace: NodePlace? {
    var last = self
    while let sublayer = last.lastDrawnLayerWithNode { last = sublayer }
    return last.place.map { NodePlace(chunk: $0.chunk, index: $0.index + 1) }
  }

  /// The position of the layer in the committed list.
  var place: NodePlace? {
    storage.chunk.map {
      NodePlace(chunk: $0.takeUnretainedValue().spineIndex, index: Int(storage.nodeIndex))
    }
  }
}
