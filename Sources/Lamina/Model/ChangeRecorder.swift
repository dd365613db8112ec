/// Notes which transaction changed which property of which layer of a tree, to explain why
/// pixels were drawn again.
///
/// Setters know nothing of it. At each begin and commit of a transaction the values of the layers
/// that changed are compared with those noted last, so that a change belongs to the innermost
/// transaction that was open when it was made.
final class ChangeRecorder {
  /// What is known of a layer.
  private struct Entry {
    weak var layer: Layer?
    /// Tells the layer from every other that the tree ever had.
    let serial: Int
    var values: LayerValues
    var stamps = LayerStamps()
  }

  /// How many removals are remembered.
  private static let maximumDepartures = 4096

  private let origin = TreeNotes.Origin()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextSerial = 1
  /// The transactions that are open and have changed something, by the serial of their scope.
  private var open: [UInt64: Int] = [:]
  private var transactionCount = 0
  /// In which transactions layers left, by their serials; the oldest first in `departed`.
  private var departures: [Int: RecordedTransaction] = [:]
  private var departed: [Int] = []

  // MARK: - What happens

  /// A transaction opens or closes: what changed until now belongs to the one that is innermost.
  func noteChanges(in host: TreeHost) {
    let state = host.state
    for index in 0..<state.pointee.queue.count {
      guard let reference = state.pointee.queue[index] else { continue }
      reference._withUnsafeGuaranteedRef { layer in
        guard layer.core.pointee.undoEpoch == state.pointee.epoch else { return }
        noteValues(of: layer, since: state.pointee.undo.values(at: layer.core.pointee.undoIndex))
      }
    }
    // What is in the tree again may have been changed while it was outside.
    for layer in host.joined where layer.core.pointee.host == state {
      noteValues(of: layer, since: layer.core.pointee.values)
    }
  }

  /// Notes what differs from the values noted last, or from others where there are none.
  private func noteValues(of layer: Layer, since published: LayerValues) {
    let key = ObjectIdentifier(layer)
    let values = layer.core.pointee.values
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

  /// A layer joined the tree, or has another place in it.
  func layerDidMove(_ layer: Layer) {
    let transaction = currentTransaction()
    update(layer) { $0.stamps.place = transaction }
    noteSublayers(of: layer.superlayer, transaction)
  }

  /// A layer leaves the tree, with all below it.
  func layerWillLeave(_ layer: Layer) {
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

  /// A layer's own timing was set.
  func timingDidChange(of layer: Layer) {
    let transaction = currentTransaction()
    update(layer) { $0.stamps.timing = transaction }
  }

  /// The outermost transaction was published, and all inside it are closed.
  func didPublish() { open.removeAll(keepingCapacity: true) }

  /// The innermost transaction of this thread, with a number of this tree's.
  func currentTransaction() -> RecordedTransaction {
    let stack = TransactionStack.current
    stack.openIfNeeded()
    let scope = stack.explicit.last ?? stack.implicit
    let label = stack.value(forKey: "label") as? String
    let number: Int
    if let serial = scope?.serial, let known = open[serial] {
      number = known
    } else {
      transactionCount += 1
      number = transactionCount
      if let serial = scope?.serial { open[serial] = number }
    }
    return RecordedTransaction(
      number: number, label: label, isImplicit: stack.explicit.isEmpty)
  }

  private func update(_ layer: Layer, _ change: (inout Entry) -> Void) {
    let key = ObjectIdentifier(layer)
    if entries[key]?.layer !== layer {
      entries[key] = Entry(layer: layer, serial: nextSerial, values: layer.core.pointee.values)
      nextSerial += 1
    }
    change(&entries[key]!)
  }

  // MARK: - What a commit publishes

  /// All layers of the tree in drawing order, as a value.
  ///
  /// - Complexity: O(layers).
  func makeNotes(of host: TreeHost) -> TreeNotes {
    var layers: [TreeNotes.LayerNote] = []
    var places: [ObjectIdentifier: Int] = [:]
    var counts: [Int] = []
    layers.reserveCapacity(host.rope.count)
    for chunk in host.rope.spine {
      for position in 0..<chunk.count {
        chunk.layers[position]._withUnsafeGuaranteedRef { layer in
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
    return TreeNotes(origin: origin, layers: layers, departures: departures)
  }

  private func note(
    of layer: Layer, _ parent: Int, index: Int, below clock: LayerClock
  ) -> TreeNotes.LayerNote {
    let core = layer.core
    update(layer) { $0.values = core.pointee.values }
    let entry = entries[ObjectIdentifier(layer)]!
    let timing = core.pointee.attachments?.timing ?? .layerDefaults
    var clock = clock
    if timing != .layerDefaults { clock.enter(timing) }
    let animations = (core.pointee.attachments?.animations.entries ?? []).filter(\.hasEffect).map {
      TreeNotes.AnimationNote(
        identity: ObjectIdentifier($0), key: $0.key, records: $0.visibleRecords,
        transaction: $0.transaction)
    }
    return TreeNotes.LayerNote(
      serial: entry.serial, className: "\(type(of: layer))", name: layer.name,
      index: index, parent: parent, values: core.pointee.values,
      timing: timing, clock: clock, animations: animations,
      mask: layer.maskToVisit.map {
        TreeNotes.MaskNote(identity: ObjectIdentifier($0), text: $0.diagnosticName)
      },
      stamps: entry.stamps)
  }

  private func forgetOthers(than places: [ObjectIdentifier: Int]) {
    guard entries.count > 2 * places.count + 64 else { return }
    entries = entries.filter { $0.value.layer != nil }
  }
}

/// Which transactions changed a layer last.
struct LayerStamps: Sendable {
  var properties: [LayerKey: RecordedTransaction] = [:]
  /// Joined the tree, or moved in it.
  var place: RecordedTransaction?
  /// Sublayers came, went or moved.
  var sublayers: RecordedTransaction?
  var timing: RecordedTransaction?
}

/// What a commit publishes of its layers besides what is drawn, to explain damage.
final class TreeNotes: Sendable {
  struct LayerNote: Sendable {
    let serial: Int
    let className: String
    let name: String?
    /// The place among the sublayers of the superlayer, in drawing order.
    let index: Int
    /// Where the superlayer stands in the notes; -1 for the root.
    let parent: Int
    let values: LayerValues
    let timing: TimingParameters
    let clock: LayerClock
    let animations: [AnimationNote]
    let mask: MaskNote?
    let stamps: LayerStamps
  }

  /// Which layer masks another, and how it is named.
  struct MaskNote: Sendable {
    let identity: ObjectIdentifier
    let text: String
  }

  /// An animation that makes a difference.
  struct AnimationNote: Sendable {
    let identity: ObjectIdentifier
    let key: String?
    let records: [AnimationRecord]
    /// The transaction that added it; nil where that was before recording began.
    let transaction: RecordedTransaction?
  }

  /// Tells the notes of one recorder from those of others, which number other layers alike.
  final class Origin: Sendable {}

  let origin: Origin
  /// In the order of the tree's nodes.
  let layers: [LayerNote]
  let departures: [Int: RecordedTransaction]
  private let places: [Int: Int]

  init(
    origin: Origin, layers: [LayerNote], departures: [Int: RecordedTransaction]
  ) {
    self.origin = origin
    self.layers = layers
    self.departures = departures
    places = Dictionary(
      uniqueKeysWithValues: layers.enumerated().map { ($0.element.serial, $0.offset) })
  }

  /// Where the layer of a serial stands, if it is in the tree.
  func place(of serial: Int) -> Int? { places[serial] }
}

extension TreeNotes.LayerNote {
  /// The committed values with animations applied, as seen at a frame's time.
  func presented(at time: Double) -> LayerValues { animated(values, at: time) }

  /// Other values with this layer's animations applied.
  func animated(_ values: LayerValues, at time: Double) -> LayerValues {
    var values = values
    let local = clock.time(at: time)
    for animation in animations { values.apply(animation.records, at: local) }
    return values
  }

  /// Whether the layer's own timing lets it be seen at a frame's time.
  func isPresent(at time: Double) -> Bool {
    timing.isEndlessLayer || clock.isPresent(at: time)
  }
}
