import Foundation

/// The state of a layer that determines its picture, as a value.
package struct RecordedLayer {
  /// The number of the layer, which no other layer of the tree ever has.
  package let number: Int
  package let kind: RecordedKind
  package let className: String
  package let name: String?
  let values: LayerValues
  let timing: TimingParameters
  /// The number of the mask.
  package let mask: Int?
  /// The numbers of the sublayers, in order.
  package let sublayers: [Int]
  /// The animations that have begun and have an effect, in the order in which they are applied.
  package let animations: [RecordedAnimation]
  /// The numbers of the transactions that changed the layer.
  package let transactions: [Int]
  /// Words for what cannot be recorded.
  package let problem: String?

  /// The visible tiles of a ``TiledLayer``.
  package var tiles: VisibleTiles? {
    if case .tiled(let values)? = values.rare?.values.kind { values.shown } else { nil }
  }

  /// The values of properties, those of timing included, that differ from an earlier state, or from
  /// those of a new layer.
  package func values(differingFrom before: RecordedLayer?) -> [(key: String, value: PropertyValue)]
  {
    let old = before?.values ?? kind.initialValues
    let oldTiming = before?.timing ?? .layerDefaults
    var result = values.keysThatDiffer(from: old).map { ($0.rawValue, values.value(of: $0)!) }
    if timing != oldTiming {
      for property in TimingProperty.all where property.read(timing) != property.read(oldTiming) {
        result.append((property.key, property.read(timing)))
      }
    }
    return result
  }
}

extension RecordedLayer {
  /// Records the state of a layer.
  ///
  /// - Parameters:
  ///   - before: the last recorded state; nil for a layer that joined.
  ///   - hasSameSublayers: true if the sublayers are those of the last state.
  ///   - transactions: the numbers of the transactions that changed the layer.
  ///   - lastAnimation: the number of the last new animation, which is counted on.
  ///   - number: returns the number of a layer.
  package init(
    of layer: Layer, before: RecordedLayer?, hasSameSublayers: Bool, transactions: [Int],
    lastAnimation: inout Int, number: (Layer) -> Int
  ) {
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
      if known == nil { lastAnimation += 1 }
      animations.append(RecordedAnimation(number: known ?? lastAnimation, entry: entry))
    }
    self.init(
      number: number(layer), kind: before?.kind ?? RecordedKind(of: layer),
      className: before?.className ?? "\(type(of: layer))", name: layer.name,
      values: layer.drawnValues, timing: layer.storage.sideTable?.timing ?? .layerDefaults,
      mask: layer.maskToVisit.map(number),
      sublayers: hasSameSublayers ? before!.sublayers : (layer.sublayers ?? []).map(number),
      animations: animations, transactions: transactions,
      problem: problem.map { "\(layer.diagnosticName): \($0)" })
  }
}

/// An animation of a recorded layer.
package struct RecordedAnimation {
  /// The number of the animation, which no other animation of the tree ever has.
  package let number: Int
  let entry: AnimationEntry
  package var key: String? { entry.key }
  /// The begin time, in the layer's local seconds.
  package var begin: Double { entry.start }
  /// The layer's own copy, which nobody can change.
  package var animation: Animation { entry.animation }
  /// True if a transition is part of it, whose old picture is not recorded.
  package var isTransition: Bool { entry.transition != nil }

  /// The depth to which old pictures of transitions are drawn in each other.
  package static let maximumTransitionDepth = TransitionSnapshot.maximumDepth
}

/// The classes of layers that a recording knows: those of the engine.
package enum RecordedKind: String, CaseIterable, Sendable {
  case shape = "ShapeLayer"
  case gradient = "GradientLayer"
  case emitter = "EmitterLayer"
  case replicator = "ReplicatorLayer"
  case transform = "TransformLayer"
  case scroll = "ScrollLayer"
  case tiled = "TiledLayer"
  case plain = "Layer"

  /// The kind of a layer: the nearest superclass that the engine has.
  init(of layer: Layer) {
    self =
      switch layer.storage.values.rare?.values.kind {
      case .shape: .shape
      case .gradient: .gradient
      case .emitter: .emitter
      case .replicator: .replicator
      case .tiled: .tiled
      case nil where layer is TransformLayer: .transform
      case nil where layer is ScrollLayer: .scroll
      case nil: .plain
      }
  }

  /// Returns a new layer of the kind.
  package func makeLayer() -> Layer {
    switch self {
    case .shape: ShapeLayer()
    case .gradient: GradientLayer()
    case .emitter: EmitterLayer()
    case .replicator: ReplicatorLayer()
    case .transform: TransformLayer()
    case .scroll: ScrollLayer()
    case .tiled: RecordedTiledLayer()
    case .plain: Layer()
    }
  }

  fileprivate var initialValues: LayerValues {
    switch self {
    case .shape: ShapeLayer.initialValues
    case .gradient: GradientLayer.initialValues
    case .emitter: EmitterLayer.initialValues
    case .replicator: ReplicatorLayer.initialValues
    case .transform: TransformLayer.initialValues
    case .scroll: ScrollLayer.initialValues
    case .tiled: RecordedTiledLayer.initialValues
    case .plain: Layer.initialValues
    }
  }
}

/// A layer that shows tiles drawn before.
final class RecordedTiledLayer: Layer {
  private static let defaultBox = RareValuesBox(kind: .tiled(TiledValues()))
  class override var initialValues: LayerValues { LayerValues(rare: defaultBox) }
}

extension RecordedKind {
  /// Returns the value that a new layer has for a property, or one of the timing; nil if it has none
  /// of that name.
  package func initialValue(forKey key: String) -> PropertyValue? {
    let values = initialValues
    return values.properties[key]?.read(values)
      ?? TimingProperty.all.first { $0.key == key }?.read(.layerDefaults)
  }
}

// MARK: - Replay

/// A value of a recording that a layer cannot have, in words.
package struct UnusableRecord: Error {
  package let reason: String
  /// The index of the line, if it is known.
  package var line: Int?
  package init(_ reason: String) { self.reason = reason }
}

extension Layer {
  /// Sets a property, or one of the timing, to a recorded value.
  package final func setRecorded(
    _ value: PropertyValue, forKey key: String
  ) throws(UnusableRecord) {
    func isFinite<Value: PropertyType>(_ type: Value.Type, _ value: PropertyValue) -> Bool {
      Value.from(value)?.isFinite ?? false
    }
    var changed = values
    if let property = values.properties[key] {
      // No value may also be no object.
      for value in value == .value(.none) ? [value, .object(nil)] : [value]
      where isFinite(property.type, value) {
        if property.write(&changed, value), property.assign(self, value) { return }
      }
    } else if let property = TimingProperty.all.first(where: { $0.key == key }),
      property.isValid(value), KeyedProperty.table[key]?.assign(self, value) == true
    {
      return
    }
    throw UnusableRecord("\(key) cannot be \(Readable.text(value))")
  }

  /// Shows recorded tiles.
  package final func showRecorded(_ tiles: VisibleTiles?) throws(UnusableRecord) {
    guard self is RecordedTiledLayer else { throw UnusableRecord("the layer has no tiles") }
    var rare = storage.values.rareValues
    rare.tiled.shown = tiles
    storeRare(rare)
    layerTree?.markModified()
    LayerTree.enqueue(self)
  }

  /// Adds an animation that began at a local time, in seconds. Nobody else holds it.
  package final func add(
    recorded animation: Animation, forKey key: String?, beginningAt begin: Double
  ) throws(UnusableRecord) {
    let committedAnimations = animation.makeCommittedAnimations(
      beginTime: 0, defaultDuration: animation.duration)
    for committed in committedAnimations {
      if let underlying = storage.values.animatableValue(of: committed),
        let problem = committed.problem(over: underlying)
      {
        throw UnusableRecord(problem)
      }
    }
    // The recording says when it is removed.
    animation.isRemovedOnCompletion = false
    animation.freeze()
    let entry = AnimationEntry(
      key: animation.fixedKey ?? key, content: .animation(animation),
      committedAnimations: committedAnimations,
      layer: self, settings: TransactionStack.current.currentSettings)
    entry.recordedBegin = begin
    attach(entry)
  }

  /// Removes the animations that are not among some.
  package final func keepAnimations(_ isKept: (Animation) -> Bool) {
    let entries = storage.animations.entries.filter { !isKept($0.animation) }
    if !entries.isEmpty { removeNow(entries) }
  }
}

extension EmitterCell {
  /// The properties that differ from those of a new cell, but for the name and the cells.
  package var recordedValues: [(key: String, value: PropertyValue)] {
    let standard = EmitterCellValues()
    return EmitterCellValues.properties.sorted { $0.key < $1.key }
      .compactMap { key, property in
        let value = property.read(values)
        return value == property.read(standard) ? nil : (key, value)
      }
  }

  /// Sets a property to a recorded value, and returns false if the cell cannot have it.
  package func setRecorded(_ value: PropertyValue, forKey key: String) -> Bool {
    EmitterCellValues.properties[key]?.write(&values, value) ?? false
  }
}
