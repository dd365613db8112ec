/// The running transaction's changes of the hierarchy of a published tree: a log from which the
/// published hierarchy can be reconstructed.
///
/// A change costs one entry. The published hierarchy is reconstructed only on demand.
struct StructureJournal {
  private enum StructureChange {
    case inserted(Layer, into: Layer, at: Int)
    case removed(Layer, from: Layer, at: Int)
    /// The order of a layer's sublayers has changed.
    case reordered(Layer, from: [Layer])
    /// The layer has become a mask, or has ceased to be the mask of a parent.
    case masked(Layer)
    case unmasked(Layer, from: Layer)
  }

  /// The published sublayers of the layers whose sublayers changed.
  private struct Published {
    /// The number of steps that it reverts.
    let stepCount: Int
    var sublayers: [ObjectIdentifier: UnrolledLayerList] = [:]
  }

  private var steps: [StructureChange] = []
  private var published: Published?
  /// The published superlayers of the layers in the first ``superlayerSteps`` steps; nil for a
  /// layer that had none.
  private var superlayers: [ObjectIdentifier: Layer?] = [:]
  /// The number of steps that ``superlayers`` covers.
  private var superlayerSteps = 0

  /// Records the insertion of a sublayer into a published layer at an index.
  mutating func noteInsertion(of layer: Layer, into parent: Layer, at index: Int) {
    steps.append(.inserted(layer, into: parent, at: index))
  }

  /// Records the removal of a sublayer from an index of a published layer.
  mutating func noteRemoval(of layer: Layer, from parent: Layer, at index: Int) {
    steps.append(.removed(layer, from: parent, at: index))
  }

  /// Records a new order of a published layer's sublayers, given the old one.
  mutating func noteReordering(of parent: Layer, from sublayers: [Layer]) {
    steps.append(.reordered(parent, from: sublayers))
  }

  /// Records that a layer has become the mask of a published layer.
  mutating func noteMask(_ layer: Layer) { steps.append(.masked(layer)) }

  mutating func noteRemovalOfMask(_ layer: Layer, from parent: Layer) {
    steps.append(.unmasked(layer, from: parent))
  }

  /// Clears the log: the tree has been published as it is.
  mutating func removeAll() {
    if steps.isEmpty { return }
    steps.removeAll(keepingCapacity: steps.capacity < 1024)
    published = nil
    superlayers.removeAll(keepingCapacity: superlayers.count < 1024)
    superlayerSteps = 0
  }

  /// Returns the published sublayers of a layer.
  mutating func sublayers(of layer: Layer) -> [Layer] {
    if steps.isEmpty { return layer.storage.sublayers.array() }
    return takenBack().sublayers[ObjectIdentifier(layer)]?.joined
      ?? layer.storage.sublayers.array()
  }

  /// Returns the published superlayer of a layer.
  mutating func superlayer(of layer: Layer) -> Layer? {
    while superlayerSteps < steps.count {
      noteSuperlayer(before: steps[superlayerSteps])
      superlayerSteps += 1
    }
    if let superlayer = superlayers[ObjectIdentifier(layer)] { return superlayer }
    return layer.storage.superlayer?.takeUnretainedValue()
  }

  /// Stores the superlayer that a layer had before a step, unless an earlier step has stored one.
  private mutating func noteSuperlayer(before step: StructureChange) {
    switch step {
    case .inserted(let layer, _, _), .masked(let layer):
      let key = ObjectIdentifier(layer)
      if superlayers[key] == nil { superlayers[key] = .some(nil) }
    case .removed(let layer, let parent, _), .unmasked(let layer, let parent):
      let key = ObjectIdentifier(layer)
      if superlayers[key] == nil { superlayers[key] = parent }
    case .reordered: break
    }
  }

  private mutating func takenBack() -> Published {
    if let published, published.stepCount == steps.count { return published }
    var result = Published(stepCount: steps.count)
    func sublayers(of parent: Layer) -> UnrolledLayerList {
      if let known = result.sublayers[ObjectIdentifier(parent)] { return known }
      let made = UnrolledLayerList(parent.storage.sublayers.array(), givesHints: false)
      result.sublayers[ObjectIdentifier(parent)] = made
      return made
    }
    for step in steps.reversed() {
      switch step {
      case .inserted(_, let parent, let index): sublayers(of: parent).remove(at: index)
      case .removed(let layer, let parent, let index):
        sublayers(of: parent).insert(layer, at: index)
      case .reordered(let parent, let before):
        result.sublayers[ObjectIdentifier(parent)] = UnrolledLayerList(before, givesHints: false)
      case .masked, .unmasked: break
      }
    }
    published = result
    return result
  }
}

/// The pre-image of a layer's side table: the published values, while the running transaction has
/// changed them.
final class PublishedSideTable {
  let timing: TimingParameters
  let keyedValues: [String: Any]
  let mask: Layer?

  init(_ sideTable: LayerSideTable) {
    timing = sideTable.timing
    keyedValues = sideTable.keyedValues
    mask = sideTable.mask
  }
}

extension LayerTree {
  /// Keeps the pre-image of a layer's side table before it changes.
  func setAside(_ sideTable: LayerSideTable) {
    guard sideTable.published == nil else { return }
    markModified()
    sideTable.published = PublishedSideTable(sideTable)
    setAsideSideTable.append(sideTable)
  }
}

extension Layer {
  /// Records that this layer gains a sublayer.
  final func noteInsertion(of layer: Layer, at index: Int) {
    storage.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.noteInsertion(of: layer, into: self, at: index)
    }
  }

  /// Records that this layer loses a sublayer.
  final func noteRemoval(of layer: Layer, at index: Int) {
    storage.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.noteRemoval(of: layer, from: self, at: index)
    }
  }

  /// Records the order of this layer's sublayers. Called before it changes.
  final func noteReordering() {
    storage.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.noteReordering(of: self, from: storage.sublayers.array())
    }
  }

  /// The superlayer in the published tree.
  final var publishedSuperlayer: Layer? {
    storage.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.superlayer(of: self)
    }
  }

  /// The sublayers in the published tree.
  final var publishedSublayers: [Layer] {
    storage.publishedTreeState?.pointee.layerTree._withUnsafeGuaranteedRef {
      $0.structure.sublayers(of: self)
    } ?? []
  }

  /// The published timing of the layer.
  final var publishedTiming: TimingParameters {
    guard let sideTable = storage.sideTable else { return .layerDefaults }
    return sideTable.published?.timing ?? sideTable.timing
  }

  /// Keeps the published timing, mask and values under the layer's own keys until the transaction
  /// is committed. Called before they change.
  final func sideTableWillChange() {
    guard let state = storage.publishedTreeState else { return }
    state.pointee.layerTree._withUnsafeGuaranteedRef { $0.setAside(sideTable) }
  }
}
