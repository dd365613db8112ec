extension LayerTree {
  /// Records that a replicator layer has joined or left the tree.
  func setReplicates(_ layer: Layer, _ replicates: Bool) {
    guard layer.storage.rareBox != nil, layer.values.replicator != nil else { return }
    replicators[ObjectIdentifier(layer)] =
      replicates ? Unmanaged.passUnretained(layer) : nil
    layer.storage.sideTable?.replication = nil
  }

  /// Publishes the instances of replicators that changed, once all nodes are written.
  func updateReplicators() {
    if replicators.isEmpty { return }
    let motion = depthMotion()
    // Inner replicators first.
    let layers = replicators.values.compactMap { layer in
      layer.takeUnretainedValue().place.map { (layer: layer.takeUnretainedValue(), place: $0) }
    }
    for (layer, _) in layers.sorted(by: { $0.place > $1.place }) {
      update(layer, at: motion)
    }
  }

  private func update(_ layer: Layer, at motion: ZOrderMotion?) {
    let old = layer.storage.sideTable?.replication
    guard layer.hasInstances, let first = layer.firstDrawnSublayer?.place,
      let end = layer.endPlace, let place = layer.place
    else {
      if old != nil {
        layer.sideTable.replication = nil
        writeNode(of: layer)
      }
      return
    }
    // None of its nodes was written.
    if old != nil, !rope.isWritten(place.chunk...end.chunk) { return }
    var copier = Copier(layer: layer, place: place, first: first, end: end)
    copier.read(rope)
    let motion = copier.motion(of: motion)
    if old?.matches(copier.nodes, copier.details, motion.source) == true { return }
    layer.sideTable.replication = Replication(
      copier.makeReplicatedTree(elements: elements(of: layer), motion.copy), nodes: copier.nodes,
      details: copier.details, motion: motion.source)
    writeNode(of: layer)
  }

  /// A copier of the nodes below a replicator.
  private struct Copier {
    let layer: Layer
    let place: NodePlace
    let first: NodePlace
    let end: NodePlace
    private(set) var nodes: [RenderNode] = []
    private(set) var details: [NodeDetail?] = []
    private var layers: [Layer] = []
    private var bitmaps: [Bitmap?] = []
    /// The number to add to a node's index in each chunk to get its index counted from the
    /// replicator.
    private var offsets: [Int: Int] = [:]

    init(layer: Layer, place: NodePlace, first: NodePlace, end: NodePlace) {
      self.layer = layer
      self.place = place
      self.first = first
      self.end = end
    }

    mutating func read(_ rope: NodeRope) {
      for position in first.chunk...end.chunk {
        let chunk = rope.spine[position]
        let low = position == first.chunk ? first.index : 0
        let high = position == end.chunk ? end.index : chunk.count
        offsets[position] = 1 + nodes.count - low
        for index in low..<max(low, high) {
          let node = chunk.nodes.nodes[index]
          nodes.append(node)
          details.append(node.detail >= 0 ? chunk.nodes.details[Int(node.detail)] : nil)
          bitmaps.append(node.bitmap >= 0 ? chunk.nodes.bitmaps[Int(node.bitmap)] : nil)
          layers.append(chunk.layers[index]!.takeUnretainedValue())
        }
      }
    }

    /// Returns the place of a node, counted from the replicator.
    private func copied(_ place: NodePlace) -> NodePlace {
      place == self.place
        ? NodePlace(number: 0) : NodePlace(number: place.index + (offsets[place.chunk] ?? 0))
    }

    /// Returns the depth motion below the replicator, and the one that it is a part of; nil for
    /// both if nothing there moves in depth or preserves it.
    func motion(of motion: ZOrderMotion?) -> (source: ZOrderMotion?, copy: ZOrderMotion?) {
      // The replicator's own space continues in the one around it, and its mask is not in
      // instances.
      let inside = first..<end
      let families =
        motion?.families.filter { $0.parent == place || inside.contains($0.parent) } ?? []
      let contexts = motion?.contexts.filter { inside.contains($0.root) } ?? []
      if families.isEmpty, contexts.isEmpty { return (nil, nil) }
      return (
        motion,
        ZOrderMotion(
          families: families.map { $0.moved(copied) }, contexts: contexts.map { $0.moved(copied) })
      )
    }

    func makeReplicatedTree(
      elements: [DepthContext.Element], _ motion: ZOrderMotion?
    ) -> ReplicatedTree {
      var spaces: [Int32: Int32] = [layer.storage.space: 0]
      func renumbered(_ old: Int32) -> Int32 {
        let space = Int32(truncatingIfNeeded: spaces.count)
        spaces[old] = space
        return space
      }
      var writer = NodeWriter(capacity: nodes.count)
      for (index, original) in nodes.enumerated() {
        var node = original
        var detail = details[index]
        node.parentSpace = spaces[node.parentSpace] ?? -1
        if node.space >= 0 { node.space = renumbered(node.space) }
        if let masked = detail, masked.maskSpace >= 0 {
          detail = masked.with(maskSpace: renumbered(masked.maskSpace))
        }
        if let timed = detail, timed.isAnimated {
          detail = timed.with(clock: layers[index].clock(below: layer))
        }
        writer.append(node, bitmaps[index], detail)
      }
      return ReplicatedTree(
        tree: writer.finish(spaceLimit: spaces.count), motion: motion,
        elements: elements.map { $0.moved(copied) })
    }
  }
}

extension Layer {
  /// True if the layer, a replicator, must be drawn as instances.
  fileprivate var hasInstances: Bool {
    guard let replicator = values.replicator, storage.space >= 0 else { return false }
    if replicator.isTrivial, !storage.status.contains(.animates) { return false }
    var nesting = 0
    var next = storage.superlayer?.takeUnretainedValue()
    while let above = next {
      if above.storage.rareBox != nil, above.values.replicator != nil { nesting += 1 }
      if nesting >= ReplicatorLayer.maximumNesting { return false }
      next = above.storage.superlayer?.takeUnretainedValue()
    }
    return true
  }

  fileprivate var firstDrawnSublayer: Layer? {
    sublayersInDrawingOrder.first { $0.storage.chunk != nil }
  }
}
