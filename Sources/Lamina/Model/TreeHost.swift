import Foundation

/// The owner's side of one renderer: the live tree, what has changed in it since the last
/// commit, and the flat list of nodes that commits publish.
final class TreeHost {
  /// What property setters touch, behind one pointer.
  struct State {
    let host: Unmanaged<TreeHost>
    /// Counts the published transactions.
    var epoch: UInt64 = 1
    /// Whether the running transaction knows that it changed this tree.
    var isTouched = false
    /// Whether a commit would find nothing to do: nothing changed since the last one, and
    /// nothing changes by itself.
    var isIdle = false
    /// The time of the last commit, in seconds; nil before the first.
    var time: Double?
    /// The layers to look at in the next commit, each once. A layer that left is nil.
    var queue = Growable<Unmanaged<Layer>?>()
    /// Indices in the queue of layers that are marked for layout and had nothing to do in it then.
    var idleMarks = Growable<Int32>()
    /// What was published of the layers that the running transaction changed.
    var undo = UndoLog()
  }

  let state: UnsafeMutablePointer<State>
  private(set) var root: Layer?
  let rope = NodeRope()
  private var isGoingAway = false
  /// Layers that joined since a transaction was last published.
  private(set) var joined: [Layer] = []
  /// Published layers that left since then.
  private var departed: [Layer] = []
  /// What has changed since then in who holds whom.
  var structure = StructureLog()
  /// The attachments that hold back what is published of them.
  var setAsideAttachments: [LayerAttachments] = []
  /// Published animations that the running transaction has removed from layers.
  var presentedRemovals: [(attachments: LayerAttachments, entry: AnimationEntry)] = []
  /// Layers that wait for a place in the rope, in the order in which they came.
  var awaitingNodes: [Layer] = []
  var awaitingLayout: [Layer] = []
  var awaitingDisplay: [Layer] = []
  /// The time of the last commit, in seconds; nil before the first.
  var time: Double? { state.pointee.time }
  /// Live layers that have animations, and removed ones whose delegates are to be told.
  let animations = AnimationSchedule()
  /// The tree that was published last.
  var publishedTree: RenderTreeStorage?
  /// What old pictures are copied from, while a commit makes them.
  var pictureMoment: OldPicture.Moment?
  /// What the running transaction knows of this tree's changes.
  private var touchRecord: TreeTouch?
  /// Layers whose order among their siblings follows animations.
  var depthMovers = DepthMovers()
  /// Notes who changed what, while that is wanted.
  var recorder: ChangeRecorder?
  /// Layers whose contents could not be drawn.
  var undrawnLayers: [Layer] = []
  /// The layers of the tree that replicate what they hold.
  var replicators: [ObjectIdentifier: Unmanaged<Layer>] = [:]
  /// The tiled layers of the tree.
  var tiledLayers: [TiledLayer] = []
  /// The frame for which they are drawn: its size in points, and pixels per point.
  var viewport: (size: CGSize, scale: CGFloat)?
  /// Whether tiles that come do not fade in.
  var tilesComeAtOnce = false
  /// Layers that keep a second backing store.
  var sparingLayers: [Layer] = []

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State(host: Unmanaged.passUnretained(self)))
  }

  deinit {
    // No transaction may hear of a tree that is going away.
    recorder = nil
    state.pointee.isTouched = true
    _ = touchRecord?.claim()
    close()
    animations.publish(state: state)
    forgetWhatWasPublished()
    state.pointee.undo.deallocate()
    state.pointee.queue.deallocate()
    state.pointee.idleMarks.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Lets go of all layers, for ever.
  func close() {
    isGoingAway = true
    setRoot(nil)
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
      layer.core.pointee.host == nil && layer.superlayer == nil,
      "\(layer.diagnosticName) is already in another tree: a renderer needs a root layer of its own"
    )
    root = layer
    join(layer)
    touch()
  }

  /// Makes a layer and all below it part of this tree.
  func join(_ layer: Layer) {
    forEachLayer(from: layer) { layer in
      layer.core.pointee.host = state
      joined.append(layer)
      setPreservesDepth(layer, true)
      setReplicates(layer, true)
      if layer.core.pointee.status.contains(.needsLayout) { awaitingLayout.append(layer) }
      if layer.core.pointee.status.contains(.needsDisplay) { awaitingDisplay.append(layer) }
      if layer.core.pointee.status.contains(.timed) { animations.layerIsTimed(layer) }
      if layer.core.pointee.status.contains(.tiled), let layer = layer as? TiledLayer {
        tiledLayers.append(layer)
      }
    }
    layer.core.pointee.status.insert(.awaitsNode)
    awaitingNodes.append(layer)
    recorder?.layerDidMove(layer)
  }

  /// Takes a layer and all below it out of this tree, and their nodes out of the rope.
  func leave(_ layer: Layer) {
    recorder?.layerWillLeave(layer)
    if layer.core.pointee.chunk != nil {
      rope.removeSubtree(of: layer)
    }
    forEachLayer(from: layer) { layer in
      let core = layer.core
      if core.pointee.queueIndex >= 0 {
        state.pointee.queue[Int(core.pointee.queueIndex)] = nil
        core.pointee.queueIndex = -1
      }
      keepPublishedValues(of: layer)
      core.pointee.dirty = []
      core.pointee.host = nil
      core.pointee.status.remove([.live, .awaitsNode])
      if core.pointee.status.contains(.timed) { animations.timedLayerDidLeave() }
      if core.pointee.status.contains(.tiled), let layer = layer as? TiledLayer {
        tiledLayers.removeAll { $0 === layer }
        layer.dropTiles()
      }
      setMovesInDepth(layer, false)
      setPreservesDepth(layer, false)
      setReplicates(layer, false)
      if let attachments = core.pointee.attachments {
        if attachments.drawing?.frame != nil { layer.endFrames() }
        giveBackSpareStore(of: layer)
        if !attachments.animations.isEmpty { animations.layerDidLeave(layer) }
      }
    }
    touch()
  }

  /// Lets a layer that leaves be presented as it is until the transaction is committed.
  private func keepPublishedValues(of layer: Layer) {
    let core = layer.core
    if isGoingAway, core.pointee.publishedHost == state {
      core.pointee.publishedHost = nil
      core.pointee.publishedSlot = -1
    }
    guard core.pointee.publishedHost == state else {
      core.pointee.undoEpoch = 0
      return
    }
    if core.pointee.undoEpoch != state.pointee.epoch {
      core.pointee.undoEpoch = state.pointee.epoch
      core.pointee.undoIndex = state.pointee.undo.record(layer)
    }
    // Outside the tree no setter does this any more.
    state.pointee.undo.keep(core.pointee.values.contents?.storage)
    state.pointee.undo.keep(core.pointee.values.rare)
    departed.append(layer)
  }

  /// What was held back for the running transaction is no more of interest.
  private func forgetWhatWasPublished() {
    for layer in departed
    where layer.core.pointee.publishedHost == state && layer.core.pointee.host != state {
      layer.core.pointee.publishedHost = nil
      layer.core.pointee.publishedSlot = -1
      layer.core.pointee.undoEpoch = 0
    }
    departed.removeAll()
    structure.removeAll()
    for attachments in setAsideAttachments { attachments.published = nil }
    setAsideAttachments.removeAll(keepingCapacity: true)
    for (attachments, entry) in presentedRemovals { attachments.animations.forget(entry) }
    presentedRemovals.removeAll(keepingCapacity: presentedRemovals.count < 1024)
  }

  /// A layer without sublayers has no space for them: it is drawn as if it never had any.
  func didLoseSublayers(_ layer: Layer) {
    guard rope.releaseSpace(of: layer) else { return }
    Self.enqueue(layer, .values)
  }

  /// Takes the nodes of a subtree away and lets it wait for new ones, elsewhere in the order.
  func relocate(_ layer: Layer) {
    if layer.core.pointee.chunk != nil { rope.removeSubtree(of: layer) }
    if !layer.core.pointee.status.contains(.awaitsNode) {
      layer.core.pointee.status.insert(.awaitsNode)
      awaitingNodes.append(layer)
    }
    touch()
    recorder?.layerDidMove(layer)
  }

  /// Calls `body` for a layer and all below it, parents first, without recursion.
  func forEachLayer(from layer: Layer, _ body: (Layer) -> Void) {
    if layer.core.pointee.sublayers.isEmpty, !layer.core.pointee.status.contains(.hasMask) {
      body(layer)
      return
    }
    var stack = [layer]
    while let next = stack.popLast() {
      body(next)
      for child in next.core.pointee.sublayers.array().reversed() { stack.append(child) }
      if let mask = next.maskToVisit { stack.append(mask) }
    }
  }

  // MARK: - Changes

  /// Tells the running transaction that this tree has changes to publish.
  @inline(__always)
  func touch() {
    if !state.pointee.isTouched { beginTouch() }
  }

  @inline(never)
  func beginTouch() {
    state.pointee.isTouched = true
    state.pointee.isIdle = false
    let stack = TransactionStack.current
    stack.openIfNeeded()
    let record = TreeTouch(self)
    touchRecord = record
    stack.touched.append(record)
  }

  /// Whether nothing at all has changed since the last commit.
  var isClean: Bool {
    state.pointee.queue.count == 0 && awaitingNodes.isEmpty
      && awaitingLayout.isEmpty && awaitingDisplay.isEmpty && !rope.hasUnpublishedChanges
  }

  /// Notes whether the next commit will have something to do without further changes.
  func noteIdleness() {
    state.pointee.isIdle =
      !state.pointee.isTouched && isClean && animations.isEmpty && undrawnLayers.isEmpty
      && sparingLayers.isEmpty && !hasTileWork
  }

  /// The outermost transaction was committed: what it changed is what `presentation()` shows
  /// from now on, and layers that joined are live.
  func publish() {
    state.pointee.isTouched = false
    touchRecord = nil
    state.pointee.epoch += 1
    state.pointee.undo.removeAll()
    recorder?.didPublish()
    if !joined.isEmpty {
      for layer in joined where layer.core.pointee.host == state {
        layer.core.pointee.status.insert(.live)
        // The place may be one in another tree.
        if layer.core.pointee.publishedHost != state { layer.core.pointee.publishedSlot = -1 }
        layer.core.pointee.publishedHost = state
        layer.core.pointee.undoEpoch = 0
      }
      joined.removeAll(keepingCapacity: true)
    }
    forgetWhatWasPublished()
    animations.publish(state: state)
  }

  /// The published values of a layer, whatever the running transaction has done to it.
  func publishedValues(of layer: Layer) -> LayerValues {
    if layer.core.pointee.undoEpoch == state.pointee.epoch {
      return state.pointee.undo.values(at: layer.core.pointee.undoIndex)
    }
    return layer.core.pointee.values
  }

  /// Commits the implicit transaction, as far as this tree is concerned also that of a thread
  /// that had the tree before and left its implicit transaction open.
  func flushChanges() {
    if !awaitingLayout.isEmpty || !awaitingDisplay.isEmpty || state.pointee.idleMarks.count > 0 {
      touch()
    }
    let stack = TransactionStack.current
    stack.flush()
    guard let record = touchRecord, !stack.touched.contains(where: { $0 === record }) else {
      return
    }
    layoutAndDisplay()
    record.claim()?.publish()
  }

  /// Puts a layer into the queue of the next commit.
  @inline(__always)
  static func enqueue(_ layer: Layer, _ bits: DirtyBits) {
    let core = layer.core
    core.pointee.dirty.formUnion(bits)
    guard core.pointee.queueIndex < 0, let state = core.pointee.host else { return }
    core.pointee.queueIndex = Int32(truncatingIfNeeded: state.pointee.queue.count)
    state.pointee.queue.append(Unmanaged.passUnretained(layer))
  }
}
