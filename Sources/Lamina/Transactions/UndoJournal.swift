import Foundation

/// The record of what the running transaction has changed in a tree: everything that is needed to
/// present the tree as it was published, until the transaction is committed.
///
/// The values of a layer are copied before they first change: into plain memory, as this happens to
/// every layer that is changed. Objects that they refer to are kept alive separately, and only when
/// a setter releases them. A side table keeps a copy of itself, and changes of the hierarchy are a
/// log, from which published sublayers are reconstructed only on demand.
struct UndoJournal: ~Copyable {
  private struct Preimage {
    let bounds: CGRect
    let position: CGPoint
    let anchorPoint: CGPoint
    let opacity: Float
    let flags: LayerFlags
    /// The index of the background colour; -1 if there is none.
    let color: Int32
    let contents: Unmanaged<PixelStorage>?
    let rare: Unmanaged<RareValuesBox>?
    let superlayer: Unmanaged<Layer>?
  }

  /// The changes that are recorded by reference.
  struct Changes {
    /// The layers that joined the tree.
    var joined: [Layer] = []
    /// The published layers that left the tree.
    var departed: [Layer] = []
    /// The changes of the sublayers of published layers.
    var sublayers: [SublayerChange] = []
    /// The side tables that hold copies of themselves.
    var sideTables: [LayerSideTable] = []
    /// The published animations that were removed from layers.
    var removedAnimations: [(layer: Layer, entry: AnimationEntry)] = []
  }

  enum SublayerChange {
    case inserted(into: Layer, at: Int)
    case removed(Layer, from: Layer, at: Int)
    /// The order of a layer's sublayers has changed.
    case reordered(Layer, from: [Layer])
  }

  /// The number of published transactions, plus 1.
  private(set) var epoch: UInt64 = 1
  private var entries: UnsafeMutablePointer<Preimage>
  private var count = 0
  private var capacity = 16
  private var colors: [Color] = []
  private var kept: [AnyObject] = []
  var changes = Changes()
  /// The published sublayers of the layers whose sublayers changed, and the number of changes that
  /// they revert.
  private var published: (sublayers: [ObjectIdentifier: UnrolledLayerList], changeCount: Int)?

  init() { entries = .allocate(capacity: 16) }

  deinit { entries.deallocate() }

  // MARK: - Layers

  /// Copies the values and the superlayer of a published layer, unless the journal has them.
  @inline(__always)
  mutating func record(_ layer: Layer) {
    if layer.storage.undoEpoch == epoch { return }
    if count == capacity { grow() }
    // Before anything is read that would have to be saved across the call.
    let color = layer.storage.values.backgroundColor == nil ? -1 : keepColor(of: layer)
    (entries + count).initialize(
      to: Preimage(
        bounds: layer.storage.values.bounds,
        position: layer.storage.values.position, anchorPoint: layer.storage.values.anchorPoint,
        opacity: layer.storage.values.opacity, flags: layer.storage.values.flags,
        color: color,
        contents: layer.storage.contentsStorage, rare: layer.storage.rareBox,
        superlayer: layer.storage.superlayer))
    layer.storage.undoEpoch = epoch
    layer.storage.undoIndex = Int32(truncatingIfNeeded: count)
    count += 1
  }

  /// Copies the background colour of a layer, and returns its index.
  @inline(never)
  private mutating func keepColor(of layer: Layer) -> Int32 {
    if let color = layer.storage.values.backgroundColor { colors.append(color) }
    return Int32(truncatingIfNeeded: colors.count - 1)
  }

  @inline(never)
  private mutating func grow() {
    let grown = UnsafeMutablePointer<Preimage>.allocate(capacity: capacity * 2)
    grown.moveInitialize(from: entries, count: count)
    entries.deallocate()
    entries = grown
    capacity *= 2
  }

  /// Keeps an object that a setter is about to release.
  mutating func keep(_ object: AnyObject?) {
    if let object { kept.append(object) }
  }

  private func preimage(of layer: Layer) -> Preimage? {
    layer.storage.undoEpoch == epoch ? entries[Int(layer.storage.undoIndex)] : nil
  }

  /// Returns the published values of a layer that has changed; nil if it has not.
  func values(of layer: Layer) -> LayerValues? {
    guard let preimage = preimage(of: layer) else { return nil }
    var values = LayerValues()
    values.bounds = preimage.bounds
    values.position = preimage.position
    values.anchorPoint = preimage.anchorPoint
    values.opacity = preimage.opacity
    values.flags = preimage.flags
    if preimage.color >= 0 {
      let color = colors[Int(preimage.color)]
      values.backgroundColor = color
      values.backgroundPixel = color.premultipliedPixel
    }
    values.contents = preimage.contents.map { Bitmap(storage: $0.takeUnretainedValue()) }
    values.rare = preimage.rare?.takeUnretainedValue()
    return values
  }

  /// Returns the published superlayer of a published layer.
  func superlayer(of layer: Layer) -> Layer? {
    let preimage = preimage(of: layer)
    return (preimage == nil ? layer.storage.superlayer : preimage?.superlayer)?
      .takeUnretainedValue()
  }

  // MARK: - Sublayers

  /// Returns the published sublayers of a published layer.
  mutating func sublayers(of layer: Layer) -> [Layer] {
    if changes.sublayers.isEmpty { return layer.storage.sublayers.array() }
    if published?.changeCount != changes.sublayers.count { reconstructSublayers() }
    return published?.sublayers[ObjectIdentifier(layer)]?.joined
      ?? layer.storage.sublayers.array()
  }

  /// Reverts the changes of sublayers on copies of their lists.
  private mutating func reconstructSublayers() {
    var lists: [ObjectIdentifier: UnrolledLayerList] = [:]
    func sublayers(of parent: Layer) -> UnrolledLayerList {
      if let known = lists[ObjectIdentifier(parent)] { return known }
      let made = UnrolledLayerList(parent.storage.sublayers.array(), givesHints: false)
      lists[ObjectIdentifier(parent)] = made
      return made
    }
    for change in changes.sublayers.reversed() {
      switch change {
      case .inserted(let parent, let index): sublayers(of: parent).remove(at: index)
      case .removed(let layer, let parent, let index):
        sublayers(of: parent).insert(layer, at: index)
      case .reordered(let parent, let before):
        lists[ObjectIdentifier(parent)] = UnrolledLayerList(before, givesHints: false)
      }
    }
    published = (lists, changes.sublayers.count)
  }

  // MARK: - Publishing

  /// Empties the journal for the next transaction, and returns its changes. Keeps its memory unless
  /// that is far more than was needed.
  mutating func close() -> Changes {
    epoch += 1
    if capacity > 65_536, count < capacity / 8 {
      entries.deallocate()
      capacity = 16
      entries = .allocate(capacity: capacity)
      colors = []
    }
    count = 0
    colors.removeAll(keepingCapacity: true)
    if !kept.isEmpty { kept.removeAll(keepingCapacity: true) }
    published = nil
    defer { changes = Changes() }
    return changes
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
  /// Copies a side table before it changes, unless the journal has it.
  func record(_ sideTable: LayerSideTable) {
    guard sideTable.published == nil else { return }
    markModified()
    sideTable.published = PublishedSideTable(sideTable)
    journal.changes.sideTables.append(sideTable)
  }

  /// Publishes the recorded changes: layers that joined become live, and those that left are no
  /// longer presented.
  func publishChanges() {
    // Layers that are freed may run code that changes this tree again: after all this.
    let changes = journal.close()
    for layer in changes.joined where layer.layerTree === self {
      layer.storage.status.insert(.live)
      // The slot may belong to another tree.
      if layer.publishedLayerTree !== self { layer.storage.publishedSlot = -1 }
      layer.storage.publishedTree = Unmanaged.passUnretained(self)
      layer.storage.undoEpoch = 0
    }
    for layer in changes.departed
    where layer.publishedLayerTree === self && layer.layerTree !== self {
      layer.storage.publishedTree = nil
      layer.storage.publishedSlot = -1
      layer.storage.undoEpoch = 0
    }
    for sideTable in changes.sideTables { sideTable.published = nil }
    for (layer, entry) in changes.removedAnimations { layer.storage.animations.forget(entry) }
  }
}

extension Layer {
  /// Records a change of this layer's sublayers, if the layer is published. Called before the order
  /// changes.
  final func record(_ change: @autoclosure () -> UndoJournal.SublayerChange) {
    publishedLayerTree?.journal.changes.sublayers.append(change())
  }

  /// Copies the timing, the mask and the values under the layer's own keys, if the layer is
  /// published. Called before they change.
  final func sideTableWillChange() {
    if let published = publishedLayerTree { published.record(sideTable) }
  }
}
