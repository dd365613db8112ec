import Foundation

/// The owner's side of one renderer: the live tree, the changes since the last commit, and the flat
/// list of nodes that commits publish.
final class LayerTree {
  // Property setters access these. Nothing that is called while one is being modified may access it.

  /// True if the running transaction has recorded that it changed this tree.
  @exclusivity(unchecked) private(set) var isModified = false
  /// True if a commit would find nothing to do: nothing has changed since the last one, and nothing
  /// changes by itself.
  @exclusivity(unchecked) var isIdle = false
  /// The layers for the next commit to visit, each once. The entry of a layer that left is nil.
  @exclusivity(unchecked) var queue = ScratchArray<Unmanaged<Layer>?>()
  /// The queue indices of layers that were marked for layout when they had no layout to do.
  @exclusivity(unchecked) var idleMarks = ScratchArray<Int32>()
  /// The changes since a transaction was last published.
  @exclusivity(unchecked) var journal = UndoJournal()

  private(set) var root: Layer?
  let rope = NodeRope()
  private var isGoingAway = false
  /// The layers that wait for a place in the rope, in the order in which they joined.
  var awaitingNodes: [Layer] = []
  var awaitingLayout: [Layer] = []
  var awaitingDisplay: [Layer] = []
  /// The time of the last commit, in seconds; nil before the first.
  var time: Double?
  /// The schedule of the live layers' animations, and of removed ones whose delegates are to be
  /// called.
  let animations = AnimationSchedule()
  /// The tree that was published last.
  var publishedTree: RenderTreeStorage?
  /// The tree and time that transition snapshots are copied from, while a commit makes them.
  var snapshotSource: TransitionSnapshot.Moment?
  /// The running transaction's record of having modified this tree.
  private var modification: ModifiedTree?
  /// The layers whose order among their siblings follows animations.
  var depthMovers = ZOrderMovers()
  /// The observer of changes, if there is one.
  var changeObserver: (any ChangeObserver)?
  /// The layers whose contents could not be drawn.
  var undrawnLayers: [Layer] = []
  /// The replicator layers of the tree.
  var replicators: [ObjectIdentifier: Unmanaged<Layer>] = [:]
  /// The tiled layers of the tree.
  var tiledLayers: [TiledLayer] = []
  /// The frame for which tiles are drawn: its size in points, and pixels per point.
  var viewport: (size: CGSize, scale: CGFloat)?
  /// True if new tiles do not fade in.
  var tilesComeAtOnce = false
  /// The layers that keep a second backing store.
  var sparingLayers: [Layer] = []

  deinit {
    // A tree being deallocated must not be reported to any transaction.
    changeObserver = nil
    isModified = true
    _ = modification?.claim()
    close()
    animations.transactionDidFinish(in: self)
  }

  /// Releases all layers for good.
  func close() {
    isGoingAway = true
    // The journal does not retain the superlayers of the layers that left.
    withExtendedLifetime(root) {
      setRoot(nil)
      publishChanges()
    }
  }

  // MARK: - Joining and leaving

  func setRoot(_ layer: Layer?) {
    if root === layer { return }
    if let root {
      self.root = nil
      leave(root)
    }
    guard let layer else { return }
    require(
      layer.storage.tree == nil && layer.superlayer == nil,
      "\(layer.diagnosticName) is already in another tree: a renderer needs a root layer of its own"
    )
    root = layer
    join(layer)
    markModified()
  }

  /// Adds a layer and all below it to this tree.
  func join(_ layer: Layer) {
    layer.forEachLayer { layer in
      layer.storage.tree = Unmanaged.passUnretained(self)
      journal.changes.joined.append(layer)
      setPreservesDepth(layer, true)
      setReplicates(layer, true)
      if layer.storage.status.contains(.needsLayout) { awaitingLayout.append(layer) }
      if layer.storage.status.contains(.needsDisplay) { awaitingDisplay.append(layer) }
      if layer.storage.status.contains(.timed) { animations.layerIsTimed(layer) }
      if layer.storage.status.contains(.tiled), let layer = layer as? TiledLayer {
        tiledLayers.append(layer)
      }
    }
    layer.storage.status.insert(.awaitsNode)
    awaitingNodes.append(layer)
    changeObserver?.layerDidMove(layer)
  }

  /// Removes a layer and all below it from this tree, and their nodes from the rope.
  func leave(_ layer: Layer) {
    changeObserver?.layerWillLeave(layer)
    if layer.storage.chunk != nil {
      rope.removeSubtree(of: layer)
    }
    layer.forEachLayer { layer in
      if layer.storage.queueIndex >= 0 {
        queue[Int(layer.storage.queueIndex)] = nil
        layer.storage.queueIndex = -1
      }
      keepPublishedValues(of: layer)
      layer.storage.tree = nil
      layer.storage.status.remove([.live, .awaitsNode])
      if layer.storage.status.contains(.timed) { animations.timedLayerDidLeave() }
      if layer.storage.status.contains(.tiled), let layer = layer as? TiledLayer {
        tiledLayers.removeAll { $0 === layer }
        layer.dropTiles()
      }
      setMovesInDepth(layer, false)
      setPreservesDepth(layer, false)
      setReplicates(layer, false)
      if let sideTable = layer.storage.sideTable {
        if sideTable.drawing?.frame != nil { layer.endFrames() }
        giveBackSpareStore(of: layer)
      }
      if !layer.storage.animations.isEmpty { animations.layerDidLeave(layer) }
    }
    markModified()
  }

  /// Keeps the published values of a leaving layer, to be presented until the transaction is
  /// committed.
  private func keepPublishedValues(of layer: Layer) {
    if isGoingAway, layer.publishedLayerTree === self {
      layer.storage.publishedTree = nil
      layer.storage.publishedSlot = -1
    }
    if layer.storage.publishedTree == nil { layer.storage.undoEpoch = 0 }
    guard layer.publishedLayerTree === self else { return }
    journal.record(layer)
    // Outside the tree, setters no longer do this.
    journal.keep(layer.storage.values.contents?.storage)
    journal.keep(layer.storage.values.rare)
    journal.changes.departed.append(layer)
  }

  /// Releases the coordinate space of a layer without sublayers: it is drawn as if it never had
  /// any.
  func didLoseSublayers(_ layer: Layer) {
    guard rope.releaseSpace(of: layer) else { return }
    Self.enqueue(layer)
  }

  /// Removes the nodes of a subtree, and queues it for new ones elsewhere in the order.
  func relocate(_ layer: Layer) {
    if layer.storage.chunk != nil { rope.removeSubtree(of: layer) }
    if !layer.storage.status.contains(.awaitsNode) {
      layer.storage.status.insert(.awaitsNode)
      awaitingNodes.append(layer)
    }
    markModified()
    changeObserver?.layerDidMove(layer)
  }

  // MARK: - Changes

  /// Records with the running transaction that this tree has changes to publish.
  func markModified() {
    if !isModified { beginModification() }
  }

  @inline(never)
  func beginModification() {
    isModified = true
    isIdle = false
    let stack = TransactionStack.current
    stack.openIfNeeded()
    let record = ModifiedTree(self)
    modification = record
    stack.modifiedTrees.append(record)
  }

  /// True if nothing at all has changed since the last commit.
  var isClean: Bool {
    queue.count == 0 && awaitingNodes.isEmpty
      && awaitingLayout.isEmpty && awaitingDisplay.isEmpty && !rope.hasUnpublishedChanges
  }

  /// Records whether the next commit will have something to do without further changes.
  func noteIdleness() {
    isIdle =
      !isModified && isClean && animations.isEmpty && undrawnLayers.isEmpty
      && sparingLayers.isEmpty && !hasTileWork
  }

  /// Publishes the changes of the outermost transaction, which has been committed: `presentation()`
  /// returns them from now on, and layers that joined become live.
  func acceptChanges() {
    isModified = false
    modification = nil
    changeObserver?.transactionDidFinish()
    publishChanges()
    animations.transactionDidFinish(in: self)
  }

  /// Commits the implicit transaction and, for this tree only, that of a thread that owned the tree
  /// before and left its implicit transaction open.
  func flushChanges() {
    if !awaitingLayout.isEmpty || !awaitingDisplay.isEmpty || idleMarks.count > 0 {
      markModified()
    }
    let stack = TransactionStack.current
    stack.flush()
    guard let record = modification, !stack.modifiedTrees.contains(where: { $0 === record }) else {
      return
    }
    layoutAndDisplay()
    record.claim()?.acceptChanges()
  }

  /// Enqueues a layer for the next commit of its tree, if it is in one.
  static func enqueue(_ layer: Layer) {
    layer.storage.tree?._withUnsafeGuaranteedRef { $0.enqueue(layer) }
  }

  /// Enqueues a layer of this tree for the next commit.
  @inline(__always)
  func enqueue(_ layer: Layer) {
    guard layer.storage.queueIndex < 0 else { return }
    layer.storage.queueIndex = Int32(truncatingIfNeeded: queue.count)
    queue.append(Unmanaged.passUnretained(layer))
  }
}
