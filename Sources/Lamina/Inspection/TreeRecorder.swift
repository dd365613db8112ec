/// An observer that hands what each commit changes to a recording.
///
/// A commit costs it O(layers that changed, and their sublayers where those changed).
final class TreeRecorder: ChangeTracer {
  /// True if the commits also make what explanations of damage need.
  var explainsDamage = false
  private let body: (RecordedCommit) -> Void
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var states: [Int: RecordedLayer] = [:]
  private var nextNumber = 1
  private var nextAnimation = 1
  private var lastTransaction = 0
  /// The time and the root of the last commit.
  private var last = (time: 0.0, root: 0)
  /// The numbers of the transitions that run, by those of their layers.
  private var transitions: [Int: Set<Int>] = [:]
  private var beginnings = TransitionBeginnings()
  /// The layers that the running transaction may have changed, those whose sublayers it may have
  /// changed, and those that left.
  private var changed: [Layer] = []
  private var parents: [Layer] = []
  private var departed: [Layer] = []

  init(_ body: @escaping (RecordedCommit) -> Void) { self.body = body }

  override func layerDidMove(_ layer: Layer) {
    super.layerDidMove(layer)
    if let parent = layer.superlayer { parents.append(parent) }
  }

  override func layerWillLeave(_ layer: Layer) {
    super.layerWillLeave(layer)
    if let parent = layer.superlayer { parents.append(parent) }
    layer.forEachLayer { departed.append($0) }
  }

  override func timingDidChange(of layer: Layer) {
    super.timingDidChange(of: layer)
    changed.append(layer)
  }

  override func layersWillPublish(in layerTree: LayerTree) {
    for index in 0..<layerTree.queue.count {
      if let layer = layerTree.queue[index] { changed.append(layer.takeUnretainedValue()) }
    }
  }

  override func makeRecord(of layerTree: LayerTree) -> (any AnyObject & Sendable)? {
    let root = layerTree.root!
    let isFirst = states.isEmpty
    if isFirst { root.forEachLayer { changed.append($0) } }
    let earlier = transitions
    var removed: [Int] = []
    var undo: [Int: RecordedLayer?] = [:]
    for layer in departed where layer.layerTree !== layerTree {
      guard let number = numbers.removeValue(forKey: ObjectIdentifier(layer)) else { continue }
      forget(layer)
      if let state = states.removeValue(forKey: number) {
        removed.append(number)
        undo[number] = state
      }
      transitions[number] = nil
    }
    // What left and came back may have got other sublayers outside the tree.
    let changedParents = Set((parents + departed).map { ObjectIdentifier($0) })
    var seen: Set<ObjectIdentifier> = []
    var layers: [(before: RecordedLayer?, after: RecordedLayer)] = []
    var transactions: Set<RecordedTransaction> = []
    for layer in changed + parents
    where layer.layerTree === layerTree && seen.insert(ObjectIdentifier(layer)).inserted {
      let before = states[number(of: layer)]
      var own = self.transactions(of: layer, after: lastTransaction)
      for case let transaction? in layer.storage.animations.entries.map(\.transaction)
      where transaction.number > lastTransaction { own.insert(transaction) }
      transactions.formUnion(own)
      let after = state(
        of: layer, before: before,
        hasOtherSublayers: changedParents.contains(ObjectIdentifier(layer)),
        own.map(\.number).sorted())
      states[after.number] = after
      let running = Set(after.animations.lazy.filter(\.isTransition).map(\.number))
      transitions[after.number] = running.isEmpty ? nil : running
      undo.updateValue(before, forKey: after.number)
      layers.append((before, after))
    }
    changed = []
    parents = []
    departed = []
    lastTransaction = max(lastTransaction, transactions.map(\.number).max() ?? 0)
    let (before, now) = (last, (time: layerTree.time ?? 0, root: number(of: root)))
    last = now
    body(
      RecordedCommit(
        time: now.time, root: now.root, layers: layers, removed: removed,
        transactions: transactions.sorted { $0.number < $1.number },
        transitioning: isFirst ? transitions.keys.min().flatMap { states[$0] } : nil,
        origin: { [self] in
          if isFirst { return [] }
          var states = states
          for (number, state) in undo { states[number] = state }
          return beginnings.commits(to: states, at: before)
        }))
    if !isFirst { beginnings.note(undo, from: before, to: now, transitions, earlier) }
    return explainsDamage ? super.makeRecord(of: layerTree) : nil
  }

  private func number(of layer: Layer) -> Int {
    let key = ObjectIdentifier(layer)
    if let number = numbers[key] { return number }
    numbers[key] = nextNumber
    nextNumber += 1
    return nextNumber - 1
  }

  /// Returns the number of a layer; nil if no commit has published it.
  func knownNumber(of layer: Layer) -> Int? {
    numbers[ObjectIdentifier(layer)].flatMap { states[$0] == nil ? nil : $0 }
  }

  private func state(
    of layer: Layer, before: RecordedLayer?, hasOtherSublayers: Bool, _ transactions: [Int]
  ) -> RecordedLayer {
    let drawsFrames = layer.storage.status.contains(.drawsFrames)
    var animations: [RecordedAnimation] = []
    var problem: String?
    for entry in layer.storage.animations.entries where entry.hasEffect {
      // What draws the contents for each frame is recorded as the contents.
      if entry.committedAnimations.isEmpty, entry.transition == nil { continue }
      if drawsFrames, entry.committedAnimations.contains(where: { $0.property == "contents" }) {
        if entry.committedAnimations.allSatisfy({ $0.property == "contents" }),
          entry.transition == nil
        {
          continue
        }
        problem =
          "a group that animates the contents while the layer is drawn for each frame cannot be "
          + "recorded"
      }
      let known = before?.animations.first { $0.entry === entry }?.number
      animations.append(RecordedAnimation(number: known ?? nextAnimation, entry: entry))
      if known == nil { nextAnimation += 1 }
    }
    return RecordedLayer(
      number: number(of: layer), kind: before?.kind ?? RecordedKind(of: layer),
      className: before?.className ?? "\(type(of: layer))", name: layer.name,
      values: layer.drawnValues, timing: layer.storage.sideTable?.timing ?? .layerDefaults,
      mask: layer.maskToVisit.map { number(of: $0) },
      sublayers: before != nil && !hasOtherSublayers
        ? before!.sublayers : (layer.sublayers ?? []).map { number(of: $0) },
      animations: animations, transactions: transactions,
      problem: problem.map { "\(layer.diagnosticName): \($0)" })
  }
}

extension Renderer {
  /// Has what each commit changes handed to a closure, beginning with the next one, which publishes
  /// the whole tree; nil ends that.
  package func recordCommits(_ body: ((RecordedCommit) -> Void)?) {
    layerTree.changeObserver = nil
    if let body { layerTree.changeObserver = TreeRecorder(body) }
    if options.explainsDamage { layerTree.setExplainsDamage(true) }
    needsRecord()
  }

  /// Returns the number that a layer has in the recording that is being made; nil if none is, or the
  /// layer is new.
  package func recordedNumber(of layer: Layer) -> Int? {
    (layerTree.changeObserver as? TreeRecorder)?.knownNumber(of: layer)
  }
}
