extension TreeHost {
  /// The live layers that have an animation of `zPosition`, and what was published about them.
  struct DepthMovers {
    fileprivate var layers: [ObjectIdentifier: Unmanaged<Layer>] = [:]
    fileprivate var motion: DepthMotion?
    /// The arrangement of the rope that ``motion`` tells about.
    fileprivate var arrangement: UInt64 = 0
  }

  /// Notes whether the layer has an animation of `zPosition`.
  func setMovesInDepth(_ layer: Layer, _ moves: Bool) {
    guard moves != layer.core.pointee.status.contains(.movesInDepth) else { return }
    if moves {
      layer.core.pointee.status.insert(.movesInDepth)
      depthMovers.layers[ObjectIdentifier(layer)] = Unmanaged.passUnretained(layer)
    } else {
      layer.core.pointee.status.remove(.movesInDepth)
      depthMovers.layers[ObjectIdentifier(layer)] = nil
    }
    depthMovers.motion = nil
  }

  /// What the renderer has to know of layers that move in depth; nil where none does.
  ///
  /// - Complexity: O(1) where no layer came, went or was moved, and none began or ceased to move
  ///   in depth; else O(*n* log *n*) for the siblings of those that do.
  func depthMotion() -> DepthMotion? {
    if depthMovers.layers.isEmpty { return nil }
    if let motion = depthMovers.motion, depthMovers.arrangement == rope.arrangement {
      return motion
    }
    var parents: [ObjectIdentifier: Unmanaged<Layer>] = [:]
    for layer in depthMovers.layers.values {
      guard let parent = layer.takeUnretainedValue().core.pointee.superlayer else { continue }
      parents[ObjectIdentifier(parent.takeUnretainedValue())] = parent
    }
    let families = parents.values.compactMap { family(of: $0.takeUnretainedValue()) }
    let motion = DepthMotion(families: families.sorted { $0.parent < $1.parent })
    depthMovers.motion = motion
    depthMovers.arrangement = rope.arrangement
    return motion
  }

  private func family(of parent: Layer) -> DepthFamily? {
    let siblings = parent.core.pointee.sublayers
    guard siblings.count > 1, let place = parent.place else { return nil }
    var order = siblings.indices.compactMap { index in
      siblings[index].place.map {
        (key: DepthKey(depth: siblings[index].zPosition, index: index), place: $0)
      }
    }
    if parent.core.pointee.status.contains(.sortsByZ) { order.sort { $0.key < $1.key } }
    var last = parent
    while let sublayer = last.lastDrawnLayerWithNode { last = sublayer }
    guard let end = last.place else { return nil }
    return DepthFamily(
      parent: place,
      starts: order.map(\.place) + [NodePlace(chunk: end.chunk, index: end.index + 1)],
      keys: order.map(\.key),
      movers: order.indices.filter {
        siblings[order[$0].key.index].core.pointee.status.contains(.movesInDepth)
      })
  }
}

extension Layer {
  /// Where the layer stands in the committed list.
  fileprivate var place: NodePlace? {
    core.pointee.chunk.map {
      NodePlace(
        chunk: $0.pointee.chunk.takeUnretainedValue().spineIndex,
        index: Int(core.pointee.nodeIndex))
    }
  }
}
