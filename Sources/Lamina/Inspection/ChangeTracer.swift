/// A tracer of the transactions that change the layers of a tree, used to explain damage and for
/// recordings.
///
/// Setters are unaware of it. At each begin and commit of a transaction the values of the changed
/// layers are compared with the last recorded ones, so that a change belongs to the innermost
/// transaction that was open when it was made.
final class ChangeTracer: ChangeObserver {
  /// The recorded state of a layer.
  private struct TracedLayer {
    weak var layer: Layer?
    /// The number that distinguishes the layer from every other that was ever in the tree.
    let serial: Int
    var values: LayerValues
    var stamps = ChangeStamps()
  }

  /// The maximum number of recorded removals.
  private static let maximumDepartures = 4096

  private let origin = TreeTrace.Origin()
  private var entries: [ObjectIdentifier: TracedLayer] = [:]
  private var nextSerial = 1
  /// The numbers of the open transactions that have changed something, by the serial of their
  /// frame.
  private var open: [UInt64: Int] = [:]
  private var transactionCount = 0
  /// The transactions in which layers left, by the layers' serials; `departed` lists these, oldest
  /// first.
  private var departures: [Int: RecordedTransaction] = [:]
  private var departed: [Int] = []
  /// The recorder of what commits change, if a recording is made.
  let recorder: (any CommitRecorder)?
  /// True if commits publish what explanations of damage need.
  var explainsDamage: Bool
  /// The changes for the recorder since the last commit.
  private var pending = PendingLayers()

  /// The layers that may have changed, those whose sublayers may have, and those that left.
  private struct PendingLayers {
    var changed: [Layer] = []
    var parents: [Layer] = []
    var departed: [Layer] = []
  }

  /// Creates a tracer for explanations of damage.
  init() {
    recorder = nil
    explainsDamage = true
  }

  /// Creates a tracer for a recording.
  init(recorder: any CommitRecorder) {
    self.recorder = recorder
    explainsDamage = false
  }

  // MARK: - Recording

  /// Attributes all changes so far to the innermost transaction, as one opens or closes.
  func transactionWillChange(in layerTree: LayerTree) {
    for index in 0..<layerTree.queue.count {
      guard let reference = layerTree.queue[index] else { continue }
      reference._withUnsafeGuaranteedRef { layer in
        guard let published = layerTree.journal.values(of: layer) else { return }
        noteValues(of: layer, since: published)
      }
    }
    // A layer that is in the tree again may have been changed while it was outside.
    for layer in layerTree.journal.changes.joined where layer.layerTree === layerTree {
      noteValues(of: layer, since: layer.storage.values)
    }
  }

  /// Records the differences from the last recorded values, or from `published` if there are none.
  private func noteValues(of layer: Layer, since published: LayerValues) {
    let key = ObjectIdentifier(layer)
    let values = layer.storage.values
    let known = entries[key].flatMap { $0.layer === layer ? $0.values : nil }
    let before = known ?? published
    let changed = values.keysThatDiffer(from: before)
    if changed.isEmpty { return }
    let transaction = currentTransaction()
    update(layer) { entry in
      entry.values = values
      for key in changed { entry.stamps.properties[key] = transaction }
    }
    guard let observer = TransactionStack.current.observer else { return }
    for key in changed {
      guard let from = before.value(of: key), let to = values.value(of: key) else { continue }
      observer(
        .changed(
          layer, key: key.rawValue, from: Readable.text(from), to: Readable.text(to)))
    }
  }

  /// Records that a layer joined the tree, or moved in it.
  func layerDidMove(_ layer: Layer) {
    let transaction = currentTransaction()
    update(layer) { $0.stamps.place = transaction }
    noteSublayers(of: layer.superlayer, transaction)
    if recorder != nil, let parent = layer.superlayer { pending.parents.append(parent) }
  }

  /// Records that a layer leaves the tree, with its subtree.
  func layerWillLeave(_ layer: Layer) {
    if recorder != nil {
      if let parent = layer.superlayer { pending.parents.append(parent) }
      layer.forEachLayer { pending.departed.append($0) }
    }
    let transaction = currentTransaction()
    guard let entry = entries[ObjectIdentifier(layer)], entry.layer === layer else { return }
    if departures.updateValue(transaction, forKey: entry.serial) == nil {
      departed.append(entry.serial)
    }
    if departed.count > Self.maximumDepartures {
      for serial in departed.prefix(departed.count / 2) { departures[serial] = nil }
      departed.removeFirst(departed.count / 2)
    }
    noteSublayers(of: layer.superlayer, transaction)
  }

  private func noteSublayers(of layer: Layer?, _ transaction: RecordedTransaction) {
    if let layer { update(layer) { $0.stamps.sublayers = transaction } }
  }

  /// Records a change of a layer's own timing.
  func timingDidChange(of layer: Layer) {
    let transaction = currentTransaction()
    update(layer) { $0.stamps.timing = transaction }
    if recorder != nil { pending.changed.append(layer) }
  }

  /// Forgets the open transactions: the outermost one was published, and all inside it are closed.
  func transactionDidFinish() { open.removeAll(keepingCapacity: true) }

  /// Returns the innermost transaction of this thread, numbered within this tree.
  func currentTransaction() -> RecordedTransaction {
    let stack = TransactionStack.current
    stack.openIfNeeded()
    if let replayed = stack.value(forKey: RecordedTransaction.key) as? RecordedTransaction {
      return replayed
    }
    let frame = stack.explicit.last ?? stack.implicit
    let label = stack.value(forKey: "label") as? String
    let number: Int
    if let serial = frame?.serial, let known = open[serial] {
      number = known
    } else {
      transactionCount += 1
      number = transactionCount
      if let serial = frame?.serial { open[serial] = number }
    }
    return RecordedTransaction(
      number: number, label: label, isImplicit: stack.explicit.isEmpty)
  }

  private func update(_ layer: Layer, _ change: (inout TracedLayer) -> Void) {
    let key = ObjectIdentifier(layer)
    if entries[key]?.layer !== layer {
      entries[key] = TracedLayer(
        layer: layer, serial: nextSerial, values: layer.storage.values)
      nextSerial += 1
    }
    change(&entries[key]!)
  }

  /// Returns the transactions with a number above another that changed a layer.
  func transactions(of layer: Layer, after number: Int) -> Set<RecordedTransaction> {
    guard let entry = entries[ObjectIdentifier(layer)], entry.layer === layer else { return [] }
    let stamps = entry.stamps
    let all =
      stamps.properties.values + [stamps.place, stamps.sublayers, stamps.timing].compactMap { $0 }
    return Set(all.filter { $0.number > number })
  }

  /// Forgets a layer that left the tree.
  func forget(_ layer: Layer) { entries[ObjectIdentifier(layer)] = nil }

  // MARK: - Publishing

  func layersWillPublish(in layerTree: LayerTree) {
    guard recorder != nil else { return }
    for index in 0..<layerTree.queue.count {
      if let layer = layerTree.queue[index] { pending.changed.append(layer.takeUnretainedValue()) }
    }
  }

  func makeRecord(of layerTree: LayerTree) -> (any AnyObject & Sendable)? {
    if let recorder {
      recorder.record(
        CommitChanges(
          time: layerTree.time ?? 0, root: layerTree.root!, changed: pending.changed,
          parents: pending.parents, departed: pending.departed, tracer: self, layerTree: layerTree))
      pending = PendingLayers()
    }
    return explainsDamage ? trace(of: layerTree) : nil
  }

  /// Returns the trace of all layers of the tree in paint order, as a value.
  ///
  /// - Complexity: O(layers).
  private func trace(of layerTree: LayerTree) -> TreeTrace {
    var layers: [TreeTrace.LayerTrace] = []
    var places: [ObjectIdentifier: Int] = [:]
    var counts: [Int] = []
    layers.reserveCapacity(layerTree.rope.count)
    for chunk in layerTree.rope.spine {
      for position in 0..<chunk.count {
        chunk.layers[position]!._withUnsafeGuaranteedRef { layer in
          let parent = layer.superlayer.flatMap { places[ObjectIdentifier($0)] } ?? -1
          let clock = parent >= 0 ? layers[parent].clock : .identity
          places[ObjectIdentifier(layer)] = layers.count
          layers.append(
            note(of: layer, parent, index: parent >= 0 ? counts[parent] : 0, below: clock))
          counts.append(0)
          if parent >= 0 { counts[parent] += 1 }
        }
      }
    }
    forgetOthers(than: places)
    return TreeTrace(origin: origin, layers: layers, departures: departures)
  }

  private func note(
    of layer: Layer, _ parent: Int, index: Int, below clock: LayerClock
  ) -> TreeTrace.LayerTrace {
    update(layer) { $0.values = layer.storage.values }
    let entry = entries[ObjectIdentifier(layer)]!
    let timing = layer.storage.sideTable?.timing ?? .layerDefaults
    var clock = clock
    if timing != .layerDefaults { clock.enter(timing) }
    let animations = layer.storage.animations.entries.filter(\.hasEffect).map {
      TreeTrace.AnimationTrace(
        identity: ObjectIdentifier($0), key: $0.key, committedAnimations: $0.visibleAnimations,
        transaction: $0.transaction)
    }
    return TreeTrace.LayerTrace(
      serial: entry.serial, className: "\(type(of: layer))", name: layer.name,
      index: index, parent: parent, values: layer.storage.values,
      timing: timing, clock: clock, animations: animations,
      mask: layer.maskToVisit.map {
        TreeTrace.MaskTrace(identity: ObjectIdentifier($0), text: $0.diagnosticName)
      },
      stamps: entry.stamps)
  }

  private func forgetOthers(than places: [ObjectIdentifier: Int]) {
    guard entries.count > 2 * places.count + 64 else { return }
    entries = entries.filter { $0.value.layer != nil }
  }
}

extension LayerTree {
  /// Begins or ends the recording of what explanations of damage need.
  func setExplainsDamage(_ isOn: Bool) {
    if let tracer = changeObserver as? ChangeTracer, tracer.recorder != nil {
      tracer.explainsDamage = isOn
    } else {
      changeObserver = isOn ? ChangeTracer() : nil
    }
  }
}
