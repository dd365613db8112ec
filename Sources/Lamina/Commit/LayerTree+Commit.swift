import Foundation

extension LayerTree {
  /// Runs layout and display, begins and ends animations, and writes the nodes of all changed
  /// layers, ready to be published.
  ///
  /// - Parameter time: the time of the commit in seconds; animations added since the last commit
  ///   begin now.
  /// - Returns: true if there is anything to publish.
  /// - Complexity: O(changed layers); O(1) if nothing changed.
  func commit(at time: Double) -> Bool {
    flushChanges()
    animations.settle(at: time, in: self)
    animations.drawFrames(at: time, in: self)
    if !sparingLayers.isEmpty { giveBackSpareStores() }
    if !tiledLayers.isEmpty { updateTiles(at: time) }
    if isClean { return false }
    rope.closeGaps()
    placeAwaitingLayers()
    for index in 0..<queue.count {
      guard let layer = queue[index] else { continue }
      layer._withUnsafeGuaranteedRef { layer in
        layer.storage.queueIndex = -1
        if layer.storage.chunk != nil { writeNode(of: layer) }
      }
    }
    if idleMarks.count > 0 { settleIdleMarks() }
    changeObserver?.layersWillPublish(in: self)
    queue.count = 0
    updateReplicators()
    return rope.hasUnpublishedChanges
  }

  // MARK: - Placing

  /// Assigns nodes to the layers that joined or moved.
  private func placeAwaitingLayers() {
    guard !awaitingNodes.isEmpty else { return }
    let waiting = awaitingNodes
    awaitingNodes = []
    for family in families(of: waiting) { place(family) }
    for layer in waiting { placeIfWaiting(layer) }
  }

  private func placeIfWaiting(_ layer: Layer) {
    guard layer.storage.status.contains(.awaitsNode), layer.layerTree === self else { return }
    place(layer)
  }

  /// The sublayers of one layer that wait for nodes.
  private struct Family {
    let parent: Layer
    var layers: [Layer]
  }

  /// Groups waiting layers by superlayer, and returns the groups large enough to be placed
  /// together.
  private func families(of layers: [Layer]) -> [Family] {
    if layers.count <= Self.fewLayers { return [] }
    var indices: [ObjectIdentifier: Int] = [:]
    var families: [Family] = []
    // Neighbours are mostly siblings.
    var last = -1
    for layer in layers
    where layer.layerTree === self && !layer.storage.status.contains(.isMask) {
      guard let parent = layer.storage.superlayer?.takeUnretainedValue() else { continue }
      if last < 0 || families[last].parent !== parent {
        last = indices[ObjectIdentifier(parent), default: families.count]
        if last == families.count {
          indices[ObjectIdentifier(parent)] = last
          families.append(Family(parent: parent, layers: []))
        }
      }
      families[last].layers.append(layer)
    }
    return families.filter {
      $0.layers.count > Self.fewLayers && $0.parent.storage.chunk != nil
    }
  }

  /// The number of siblings up to which each is placed separately.
  private static let fewLayers = 8

  /// Assigns nodes to siblings, back to front, so that each follows one that has its place.
  private func place(_ family: Family) {
    let parent = family.parent
    let count = parent.storage.sublayers.count
    // Not worthwhile for a few among very many.
    if family.layers.count > 32, family.layers.count * 8 > count {
      return rebuildSublayers(of: parent)
    }
    if parent.storage.status.contains(.sortsByZ) {
      var previous: Layer?
      for layer in parent.sublayersInDrawingOrder {
        if layer.storage.status.contains(.awaitsNode) { place(layer, previous: previous) }
        if layer.storage.chunk != nil { previous = layer }
      }
      return
    }
    let order = family.layers.map { (index: parent.index(of: $0) ?? 0, layer: $0) }
    for (_, layer) in order.sorted(by: { $0.index < $1.index }) { placeIfWaiting(layer) }
  }

  /// Removes all nodes below a layer and inserts them again in the present order.
  private func rebuildSublayers(of parent: Layer) {
    let sublayers = parent.sublayersInDrawingOrder
    for child in sublayers where child.storage.chunk != nil {
      rope.removeSubtree(of: child)
    }
    var layers: [Layer] = []
    for child in sublayers { flatten(child, into: &layers) }
    let mask = parent.maskToVisit.flatMap { $0.storage.chunk == nil ? nil : $0 }
    insert(layers, below: parent, after: mask.map { lastDrawn(from: $0) } ?? parent)
  }

  /// Returns the last layer in paint order of a subtree with nodes.
  private func lastDrawn(from layer: Layer) -> Layer {
    var last = layer
    while let child = last.lastDrawnLayerWithNode { last = child }
    return last
  }

  /// Inserts a subtree into the rope, after the layer that precedes it in paint order.
  private func place(_ layer: Layer) {
    let parent = layer.storage.superlayer?.takeUnretainedValue()
    place(layer, previous: parent.flatMap { previousSibling(of: layer, in: $0) })
  }

  /// Inserts a subtree into the rope, given the sibling with a node that precedes it in paint
  /// order.
  private func place(_ layer: Layer, previous: @autoclosure () -> Layer?) {
    var layers: [Layer] = []
    flatten(layer, into: &layers)
    let parent = layer.storage.superlayer?.takeUnretainedValue()
    if let parent, parent.storage.chunk == nil {
      // The parent is waiting, too, and takes this layer along.
      for layer in layers { layer.storage.status.insert(.awaitsNode) }
      return
    }
    if let parent, layer.storage.status.contains(.isMask) {
      rope.makeMaskSpace(of: parent)
      Self.enqueue(parent)
      return insert(layers, below: nil, after: parent)
    }
    insert(layers, below: parent, after: parent.map { predecessor(previous(), in: $0) })
  }

  private func insert(_ layers: [Layer], below parent: Layer?, after predecessor: Layer?) {
    rope.insert(layers, after: predecessor)
    if let parent, parent.storage.space < 0, !layers.isEmpty {
      _ = rope.space(of: parent)
      Self.enqueue(parent)
    }
    for layer in layers {
      layer.storage.status.remove(.awaitsNode)
      if !layer.storage.sublayers.isEmpty { _ = rope.space(of: layer) }
      if layer.storage.status.contains(.hasMask) { rope.makeMaskSpace(of: layer) }
      Self.enqueue(layer)
    }
  }

  /// Appends a layer and all below it, in paint order.
  private func flatten(_ top: Layer, into layers: inout [Layer]) {
    if top.storage.sublayers.isEmpty, top.maskToVisit == nil {
      layers.append(top)
      return
    }
    var stack = [top]
    while let layer = stack.popLast() {
      layers.append(layer)
      if !layer.storage.sublayers.isEmpty {
        stack.append(contentsOf: layer.sublayersInDrawingOrder.reversed())
      }
      if let mask = layer.maskToVisit { stack.append(mask) }
    }
  }

  /// Returns the layer that precedes a sublayer in paint order: the superlayer, the last one of the
  /// superlayer's mask, or the last one below the preceding sibling.
  private func predecessor(_ sibling: Layer?, in parent: Layer) -> Layer {
    var last = sibling
    if last == nil, let mask = parent.maskToVisit, mask.storage.chunk != nil { last = mask }
    return last.map { lastDrawn(from: $0) } ?? parent
  }

  private func previousSibling(of layer: Layer, in parent: Layer) -> Layer? {
    guard let index = parent.index(of: layer) else { return nil }
    let siblings = parent.storage.sublayers.array()
    guard parent.storage.status.contains(.sortsByZ) else {
      return siblings[..<index].last { $0.storage.chunk != nil }
    }
    let depth = layer.zPosition
    var best: (layer: Layer, depth: CGFloat)?
    for (position, sibling) in siblings.enumerated() where sibling.storage.chunk != nil {
      let siblingDepth = sibling.zPosition
      guard siblingDepth < depth || (siblingDepth == depth && position < index) else { continue }
      if best.map({ siblingDepth >= $0.depth }) ?? true { best = (sibling, siblingDepth) }
    }
    return best?.layer
  }

  // MARK: - Nodes

  /// Returns a snapshot of a layer as it was in the tree published last, at a time in seconds.
  func snapshot(of layer: Layer, at time: Double) -> TransitionSnapshot {
    guard layer.publishedLayerTree === self, layer.storage.publishedSlot >= 0,
      let tree = publishedTree
    else { return TransitionSnapshot() }
    let moment: TransitionSnapshot.Moment
    if let known = snapshotSource, known.tree === tree, known.time == time {
      moment = known
    } else {
      moment = TransitionSnapshot.Moment(of: tree, at: time)
      snapshotSource = moment
    }
    guard let position = moment.position(ofSlot: Int(layer.storage.publishedSlot)) else {
      return TransitionSnapshot()
    }
    return TransitionSnapshot(
      at: moment, NodePlace(chunk: position, index: Int(layer.storage.publishedIndex)))
  }

  /// Writes a layer's node in the render tree.
  ///
  /// Nothing is retained here: this runs for each of thousands of changed layers, and reference
  /// counting would cost more than the work.
  @inline(__always)
  func writeNode(of layer: Layer) {
    layer.storage.chunk!._withUnsafeGuaranteedRef { chunk in
      rope.prepareToWrite(chunk)
      write(layer, to: &chunk.nodes.nodes[Int(layer.storage.nodeIndex)], in: chunk)
      chunk.noteChange(layer.storage.nodeIndex)
    }
  }

  @inline(__always)
  private func write(_ layer: Layer, to node: inout RenderNode, in chunk: NodeRope.Chunk) {
    let parentSpace =
      layer.storage.superlayer?._withUnsafeGuaranteedRef {
        layer.storage.status.contains(.isMask)
          ? $0.sideTable.maskSpace : $0.storage.space
      } ?? -1
    if node.parentSpace != parentSpace || node.space != layer.storage.space {
      node.parentSpace = parentSpace
      node.space = layer.storage.space
      chunk.needsSummary = true
    }
    node.background = layer.storage.values.backgroundPixel
    node.opacity = layer.storage.values.opacityByte
    let flags = layer.storage.values.flags
    node.flags = NodeFlags(flags)
    let bounds = layer.storage.values.bounds
    let position = layer.storage.values.position
    let anchor = layer.storage.values.anchorPoint
    node.setBox(bounds: bounds, position: position, anchor: anchor)
    let isPlain =
      node.isOrdinary(bounds: bounds, position: position) && layer.storage.rareBox == nil
      && layer.storage.status.isDisjoint(with: [.animates, .timed, .hasMask])
      && flags.isDisjoint(with: [.geometryFlipped, .singleSided, .preservesDepth])
      && bounds.origin.x == 0 && bounds.origin.y == 0
    if layer.storage.status.contains(.drawsFrames) {
      write(layer.frameDrawing?.contents, to: &node, in: chunk.nodes)
    } else if layer.storage.contentsStorage?.toOpaque() != node.contents?.toOpaque() {
      write(layer.storage.values.contents, to: &node, in: chunk.nodes)
    }
    if !isPlain || node.detail >= 0 || layer.storage.status.contains(.movesInDepth) {
      writeDetail(of: layer, isPlain, to: &node, in: chunk)
    }
  }

  private func write(_ contents: Bitmap?, to node: inout RenderNode, in chunk: NodeChunk) {
    node.contents = contents.map { Unmanaged.passUnretained($0.storage) }
    if let contents {
      if node.bitmap >= 0 {
        chunk.bitmaps[Int(node.bitmap)] = contents
      } else {
        node.bitmap = chunk.keep(contents)
      }
    } else {
      chunk.releaseBitmap(of: &node)
    }
  }

  private func writeDetail(
    of layer: Layer, _ isPlain: Bool, to node: inout RenderNode, in chunk: NodeRope.Chunk
  ) {
    let nodes = chunk.nodes
    let wasAnimated = node.detail >= 0 && nodes.details[Int(node.detail)]!.isAnimated
    if isPlain {
      setMovesInDepth(layer, false)
      nodes.releaseDetail(of: &node)
      if wasAnimated { chunk.needsSummary = true }
      return
    }
    let drawnAnimations = layer.drawnAnimations
    let transition = layer.activeTransition
    let isTimed = layer.storage.status.contains(.timed)
    setMovesInDepth(layer, drawnAnimations.contains(where: \.movesInDepth))
    let replicated = layer.storage.sideTable?.replication?.published
    let needsClock =
      !drawnAnimations.isEmpty || transition != nil || isTimed
      || replicated?.tree.hasAnimations == true
    let detail = NodeDetail(
      values: layer.drawnValues, animations: drawnAnimations,
      clock: needsClock ? layer.clock : .identity,
      isTimed: isTimed, transition: transition,
      maskSpace: layer.maskToVisit == nil ? -1 : layer.sideTable.maskSpace,
      replicated: replicated, layer: LayerIdentity(layer))
    if detail.isAnimated != wasAnimated { chunk.needsSummary = true }
    if node.detail >= 0 {
      nodes.details[Int(node.detail)] = detail
    } else {
      node.detail = nodes.keep(detail)
    }
  }
}

extension Layer {
  /// The last layer in paint order among the mask and the sublayers that have nodes.
  var lastDrawnLayerWithNode: Layer? {
    lastDrawnSublayerWithNode
      ?? maskToVisit.flatMap { $0.storage.chunk == nil ? nil : $0 }
  }

  private var lastDrawnSublayerWithNode: Layer? {
    let placed = storage.sublayers.array().lazy.filter { $0.storage.chunk != nil }
    guard storage.status.contains(.sortsByZ) else { return placed.last }
    var last: (layer: Layer, depth: CGFloat)?
    for layer in placed {
      let depth = layer.zPosition
      if last.map({ depth >= $0.depth }) ?? true { last = (layer, depth) }
    }
    return last?.layer
  }
}
