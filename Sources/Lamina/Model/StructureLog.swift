/// How the running transaction has changed who holds whom in a published tree: enough to tell
/// what was published.
///
/// A change costs one entry. What was published is worked out only when somebody asks for it.
struct StructureLog {
  private enum Step {
    case inserted(Layer, into: Layer, at: Int)
    case removed(Layer, from: Layer, at: Int)
    /// Became the mask of another, or ceased to be it.
    case masked(Layer)
    case unmasked(Layer, from: Layer)
  }

  /// What was published of the layers that changed.
  private struct Published {
    /// How many steps it takes back.
    let stepCount: Int
    var sublayers: [ObjectIdentifier: [Layer]] = [:]
    /// Nil for a layer that had no superlayer.
    var superlayers: [ObjectIdentifier: Layer?] = [:]
  }

  private var steps: [Step] = []
  private var published: Published?

  /// Notes that a published layer got a sublayer at an index.
  mutating func noteInsertion(of layer: Layer, into parent: Layer, at index: Int) {
    steps.append(.inserted(layer, into: parent, at: index))
  }

  /// Notes that a published layer lost a sublayer that was at an index.
  mutating func noteRemoval(of layer: Layer, from parent: Layer, at index: Int) {
    steps.append(.removed(layer, from: parent, at: index))
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
  }

  /// The sublayers that were published of a layer.
  mutating func sublayers(of layer: Layer) -> [Layer] {
    if steps.isEmpty { return layer.core.pointee.sublayers }
    return takenBack().sublayers[ObjectIdentifier(layer)] ?? layer.core.pointee.sublayers
  }

  /// The superlayer that was published of a layer.
  mutating func superlayer(of layer: Layer) -> Layer? {
    if !steps.isEmpty, let superlayer = takenBack().superlayers[ObjectIdentifier(layer)] {
      return superlayer
    }
    return layer.core.pointee.superlayer?.takeUnretainedValue()
  }

  private mutating func takenBack() -> Published {
    if let published, published.stepCount == steps.count { return published }
    var result = Published(stepCount: steps.count)
    for step in steps.reversed() {
      switch step {
      case .inserted(let layer, let parent, let index):
        let key = ObjectIdentifier(parent)
        result.sublayers[key, default: parent.core.pointee.sublayers].remove(at: index)
        result.superlayers[ObjectIdentifier(layer)] = .some(nil)
      case .removed(let layer, let parent, let index):
        let key = ObjectIdentifier(parent)
        result.sublayers[key, default: parent.core.pointee.sublayers].insert(layer, at: index)
        result.superlayers[ObjectIdentifier(layer)] = parent
      case .masked(let layer): result.superlayers[ObjectIdentifier(layer)] = .some(nil)
      case .unmasked(let layer, let parent):
        result.superlayers[ObjectIdentifier(layer)] = parent
      }
    }
    published = result
    return result
  }
}

/// What was published of a layer's attachments, while the running transaction has others.
final class PublishedAttachments {
  let timing: TimingParameters
  let animations: [AnimationEntry]
  let keyedValues: [String: Any]
  let mask: Layer?

  init(_ attachments: LayerAttachments) {
    timing = attachments.timing
    animations = attachments.animations
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

  /// Called before the timing, the animations or the values under own keys change: what is
  /// published of them is kept until the transaction is committed.
  final func attachmentsWillChange() {
    guard let state = core.pointee.publishedHost else { return }
    state.pointee.host._withUnsafeGuaranteedRef { $0.setAside(attachments) }
  }
}
