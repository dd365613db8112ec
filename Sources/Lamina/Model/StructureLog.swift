/// How the running transaction has changed who holds whom in a published tree: enough to tell
/// what was published.
///
/// A change costs one entry. What was published is worked out only when somebody asks for it.
struct StructureLog {
  private enum Step {
    case inserted(Layer, into: Layer, at: Int)
    case removed(Layer, from: Layer, at: Int)
    /// The sublayers of a layer got another order.
    case reordered(Layer, from: [Layer])
    /// Became the mask of another, or ceased to be it.
    case masked(Layer)
    case unmasked(Layer, from: Layer)
  }

  /// The sublayers that were published of the layers whose sublayers changed.
  private struct Published {
    /// How many steps it takes back.
    let stepCount: Int
    var sublayers: [ObjectIdentifier: PartedLayers] = [:]
  }

  private var steps: [Step] = []
  private var published: Published?
  /// The superlayers that were published of the layers in the first steps; nil for a layer that had
  /// none.
  private var superlayers: [ObjectIdentifier: Layer?] = [:]
  /// How many steps these are.
  private var superlayerSteps = 0

  /// Notes that a published layer got a sublayer at an index.
  mutating func noteInsertion(of layer: Layer, into parent: Layer, at index: Int) {
    steps.append(.inserted(layer, into: parent, at: index))
  }

  /// Notes that a published layer lost a sublayer that was at an index.
  mutating func noteRemoval(of layer: Layer, from parent: Layer, at index: Int) {
    steps.append(.removed(layer, from: parent, at: index))
  }

  /// Notes that the sublayers of a published layer have another order than before.
  mutating func noteReordering(of parent: Layer, from sublayers: [Layer]) {
    steps.append(.reordered(parent, from: sublayers))
  }

  /// Notes that a published layer got, or lost, a mask.
  mutating func noteMask(_ layer: Layer) { steps.append(.masked(layer)) }

  mutating func noteRemovalOfMask(_ layer: Layer, from parent: Layer) {
    steps.append(.unmasked(layer, from: parent))
  }

  /// Forgets everything: the tree was published as it is.
  mutating func removeAll() {
    if steps.isEmpty { return }
    steps.removeAll(keepingCapacity: steps.capacity < 1024)
    published = nil
    superlayers.removeAll(keepingCapacity: superlayers.count < 1024)
    superlayerSteps = 0
  }

  /// The sublayers that were published of a layer.
  mutating func sublayers(of layer: Layer) -> [Layer] {
    if steps.isEmpty { return layer.core.pointee.sublayers.array() }
    return takenBack().sublayers[ObjectIdentifier(layer)]?.joined
      ?? layer.core.pointee.sublayers.array()
  }

  /// The superlayer that was published of a layer.
  mutating func superlayer(of layer: Layer) -> Layer? {
    while superlayerSteps < steps.count {
      noteSuperlayer(before: steps[superlayerSteps])
      superlayerSteps += 1
    }
    if let superlayer = superlayers[ObjectIdentifier(layer)] { return superlayer }
    return layer.core.pointee.superlayer?.takeUnretainedValue()
  }

  /// Keeps the superlayer that a layer had before a step, unless an earlier step tells another.
  private mutating func noteSuperlayer(before step: Step) {
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
    func sublayers(of parent: Layer) -> PartedLayers {
      if let known = result.sublayers[ObjectIdentifier(parent)] { return known }
      let made = PartedLayers(parent.core.pointee.sublayers.array(), givesHints: false)
      result.sublayers[ObjectIdentifier(parent)] = made
      return made
    }
    for step in steps.reversed() {
      switch step {
      case .inserted(_, let parent, let index): sublayers(of: parent).remove(at: index)
      case .removed(let layer, let parent, let index):
        sublayers(of: parent).insert(layer, at: index)
      case .reordered(let parent, let before):
        result.sublayers[ObjectIdentifier(parent)] = PartedLayers(before, givesHints: false)
      case .masked, .unmasked: break
      }
    }
    published = result
    return result
  }
}

/// What was published of a layer's attachments, while the running transaction has others.
final class PublishedAttachments {
  let timing: TimingParameters
  let keyedValues: [String: Any]
  let mask: Layer?

  init(_ attachments: LayerAttachments) {
    timing = attachments.timing
    keyedValues = attachments.keyedValues
    mask = attachments.mask
  }
}

extension TreeHost {
  /// Keeps what is published of a layer's attachments before they change.
  func setAside(_ attachments: LayerAttachments) {
    guard attachments.published == nil else { return }
    touch()
    attachments.published = PublishedAttachments(attachments)
    setAsideAttachments.append(attachments)
  }
}

extension Layer {
  /// Called when this layer gets a sublayer.
  final func noteInsertion(of layer: Layer, at index: Int) {
    core.pointee.publishedHost?.pointee.host._withUnsafeGuaranteedRef {
      $0.structure.noteInsertion(of: layer, into: self, at: index)
    }
  }

  /// Called when this layer loses a sublayer.
  final func noteRemoval(of layer: Layer, at index: Int) {
    core.pointee.publishedHost?.pointee.host._withUnsafeGuaranteedRef {
      $0.structure.noteRemoval(of: layer, from: self, at: index)
    }
  }

  /// Called before the sublayers of this layer get another order.
  final func noteReordering() {
    core.pointee.publishedHost?.pointee.host._withUnsafeGuaranteedRef {
      $0.structure.noteReordering(of: self, from: core.pointee.sublayers.array())
    }
  }

  /// The layer that holds this one in the tree as it was published.
  final var publishedSuperlayer: Layer? {
    core.pointee.publishedHost?.pointee.host._withUnsafeGuaranteedRef {
      $0.structure.superlayer(of: self)
    }
  }

  /// The sublayers in the tree as it was published.
  final var publishedSublayers: [Layer] {
    core.pointee.publishedHost?.pointee.host._withUnsafeGuaranteedRef {
      $0.structure.sublayers(of: self)
    } ?? []
  }

  /// The layer's timing as it was published.
  final var publishedTiming: TimingParameters {
    guard let attachments = core.pointee.attachments else { return .layerDefaults }
    return attachments.published?.timing ?? attachments.timing
  }

  /// Called before the timing, the mask or the values under own keys change: what is published
  /// of them is kept until the transaction is committed.
  final func attachmentsWillChange() {
    guard let state = core.pointee.publishedHost else { return }
    state.pointee.host._withUnsafeGuaranteedRef { $0.setAside(attachments) }
  }
}
