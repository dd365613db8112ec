/// The storage of a layer.
struct LayerStorage {
  var values: LayerValues
  var status: LayerStatus = []
  /// The bits of the autoresizing mask.
  var autoresizing: UInt32 = 0
  /// The epoch of the transaction in which the ``UndoJournal`` last recorded the layer.
  var undoEpoch: UInt64 = 0
  /// The index of the pre-image in the ``UndoJournal``.
  var undoIndex: Int32 = 0
  /// The properties that have been set, one bit for each ``LayerKey``.
  var setKeys: UInt128 = 0
  /// The index in the list of changed layers; -1 if the layer is not in it.
  var queueIndex: Int32 = -1
  /// A position hint maintained by the sibling list.
  var indexHint: Int32 = 0
  /// The coordinate space of the sublayers; -1 if there is none yet.
  var space: Int32 = -1
  /// The index in the chunk of the committed tree; -1 if the layer has no node.
  var nodeIndex: Int32 = -1
  var chunk: Unmanaged<NodeRope.Chunk>?
  /// Unretained copies of the contents and the rare values, for reading without reference counting.
  var contentsStorage: Unmanaged<PixelStorage>?
  var rareBox: Unmanaged<RareValuesBox>?
  /// The tree that the layer is in. It sets this when the layer joins and leaves. Setters use it
  /// without retaining it; see ``Layer/layerTree`` for everything else.
  var tree: Unmanaged<LayerTree>?
  /// The tree in which the layer was last published. It remains set until the transaction that
  /// removes the layer is committed.
  var publishedTree: Unmanaged<LayerTree>?
  /// The position in the last published tree: the slot of the chunk, or -1 for none, and the index
  /// in the chunk.
  var publishedSlot: Int32 = -1
  var publishedIndex: Int32 = 0
  var superlayer: Unmanaged<Layer>?
  var sublayers = SublayerList()
  var sideTable: LayerSideTable?
  var animations = AnimationList()

  init(values: LayerValues) {
    self.values = values
    if values.rare?.values.kind?.followsTime == true { status = .timed }
    contentsStorage = values.contents.map { Unmanaged.passUnretained($0.storage) }
    rareBox = values.rare.map { Unmanaged.passUnretained($0) }
  }

  /// True if a change of the superlayer's size does not affect the layer.
  var ignoresResizing: Bool {
    autoresizing == 0 && status.contains(.overridesNothing)
  }
}

/// The state flags of a layer.
struct LayerStatus: OptionSet {
  let rawValue: UInt32
  /// Held by a renderer and committed at least once.
  static let live = LayerStatus(rawValue: 1 << 0)
  /// A copy made by `presentation()`, which must not be modified.
  static let presentation = LayerStatus(rawValue: 1 << 1)
  static let needsLayout = LayerStatus(rawValue: 1 << 2)
  static let needsDisplay = LayerStatus(rawValue: 1 << 3)
  /// Inside its own `layoutSublayers`.
  static let layingOut = LayerStatus(rawValue: 1 << 4)
  /// Waiting for a position in the committed tree.
  static let awaitsNode = LayerStatus(rawValue: 1 << 5)
  /// Some sublayer has, or had, a z position other than 0.
  static let sortsByZ = LayerStatus(rawValue: 1 << 6)
  /// The contents were drawn by `display()`, so the engine may replace them.
  static let drewContents = LayerStatus(rawValue: 1 << 7)
  /// The layer has animations.
  static let animates = LayerStatus(rawValue: 1 << 8)
  /// Nothing drew in the last `draw(in:)`.
  static let drewNothing = LayerStatus(rawValue: 1 << 9)
  /// The delegate does not implement the method that was called last.
  static let delegateDeclined = LayerStatus(rawValue: 1 << 10)
  /// The layer's own time begins, ends or repeats, so it may not always be present.
  static let timed = LayerStatus(rawValue: 1 << 11)
  /// In a committed tree with an animation of `zPosition`.
  static let movesInDepth = LayerStatus(rawValue: 1 << 12)
  /// A presentation copy that is being drawn for a frame and may receive contents.
  static let isDrawingFrame = LayerStatus(rawValue: 1 << 13)
  /// The layer shows the drawing for the frame instead of its contents.
  static let drawsFrames = LayerStatus(rawValue: 1 << 14)
  /// A ``TiledLayer``.
  static let tiled = LayerStatus(rawValue: 1 << 15)
  /// The mask of its superlayer.
  static let isMask = LayerStatus(rawValue: 1 << 16)
  /// Masked by another layer.
  static let hasMask = LayerStatus(rawValue: 1 << 17)
  /// An instance of ``Layer`` itself, not of a subclass.
  static let overridesNothing = LayerStatus(rawValue: 1 << 18)

  /// The flags that describe a layer's properties, not its position in a tree.
  static let copied: LayerStatus = [.timed, .overridesNothing]
}

extension Layer {
  /// The side table, which is created if there is none.
  final var sideTable: LayerSideTable {
    if let sideTable = storage.sideTable { return sideTable }
    let made = LayerSideTable()
    storage.sideTable = made
    return made
  }

  /// The tree that the layer is in; nil if it is in none.
  final var layerTree: LayerTree? { storage.tree?.takeUnretainedValue() }

  /// The tree in which the layer was last published; see ``LayerStorage/publishedTree``.
  final var publishedLayerTree: LayerTree? { storage.publishedTree?.takeUnretainedValue() }

  /// The values of all properties. Unlike ``storage``, this is safe to read from a layer without other
  /// references, such as a fresh copy from ``presentation()``.
  final var values: LayerValues {
    withExtendedLifetime(self) { storage.values }
  }

  /// The layer's name in diagnostics: its class, followed by its name if it has one.
  final var diagnosticName: String {
    name.map { "\(type(of: self)) \"\($0)\"" } ?? "\(type(of: self))"
  }
}
