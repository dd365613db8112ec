import Foundation

/// A rectangle on the screen in a retained layer tree, the counterpart of `CALayer` in Core
/// Animation.
///
/// A layer has geometry (``bounds``, ``position``, ``anchorPoint``, ``transform``), content
/// (``backgroundColor``, ``contents``) and sublayers, which move with it. Lengths are in points; x
/// increases to the right and y increases downwards. A tree becomes *live* once a ``Renderer``
/// holds its root and a transaction has been committed. From then on, changes to animatable
/// properties start implicit animations, unless actions are disabled.
///
/// A tree belongs to the isolation (thread, actor, test) that created it. The ``RenderTree`` that a
/// commit publishes is a value and may be sent anywhere.
open class Layer {
  /// The memory of ``storage``, which the layer owns.
  private let memory: UnsafeMutablePointer<LayerStorage>

  /// The layer's whole state, in memory of its own, so that a setter costs a nanosecond and a commit
  /// reads thousands of layers without touching reference counts.
  ///
  /// Access to it is not checked for exclusivity: nothing that is called while a part of it is being
  /// modified may read or write that part.
  final var storage: LayerStorage {
    @inline(__always)
    unsafeAddress { UnsafePointer(memory) }
    @inline(__always)
    unsafeMutableAddress { memory }
  }

  /// Creates a layer of zero size at the origin that shows nothing.
  public init() {
    memory = .allocate(capacity: 1)
    // Most layers are of this class, whose initial values the compiler knows.
    let isPlain = Swift.type(of: self) == Layer.self
    memory.initialize(to: LayerStorage(values: isPlain ? LayerValues() : Self.initialValues))
    if isPlain { storage.status.insert(.overridesNothing) }
  }

  /// Creates a copy of a layer's properties, as returned by ``presentation()``.
  ///
  /// All properties are copied, including values under custom keys; sublayers, the mask and
  /// animations are not. Override this initializer to copy your own stored properties from `layer`,
  /// and call `super`.
  ///
  /// - Parameter layer: the layer to copy, an instance of this class. As in Core Animation it is
  ///   declared as `Any`.
  /// - Precondition: `layer` is a ``Layer``, and of the same kind if this is one of the engine's
  ///   subclasses or a subclass of one.
  public required init(layer: Any) {
    guard let layer = layer as? Layer, Self.canCopy(layer) else {
      refuse("init(layer:) of \(Self.self) cannot copy a value of type \(Swift.type(of: layer))")
    }
    memory = .allocate(capacity: 1)
    memory.initialize(to: LayerStorage(values: layer.storage.values))
    storage.setKeys = layer.storage.setKeys
    storage.autoresizing = layer.storage.autoresizing
    storage.status = layer.storage.status.intersection(.copied)
    storage.sideTable = layer.storage.sideTable.map { LayerSideTable(copying: $0) }
  }

  /// The values of a new layer of the class.
  class var initialValues: LayerValues { LayerValues() }
  /// Returns true if ``init(layer:)`` can copy a layer: one of the same kind.
  class func canCopy(_ layer: Layer) -> Bool { true }

  // MARK: - Overridable methods

  /// Returns the action for a change of a property or an event. The search order is the delegate,
  /// the layer's ``actions``, the `actions` of its ``style`` and of nested styles,
  /// ``defaultAction(forKey:)``, and for a live layer the engine's own implicit animation.
  ///
  /// The first non-nil result ends the search; ``NoAction`` ends it with nil. Disabling actions
  /// does not affect this method: it keeps changes from looking up actions.
  open func action(forKey key: String) -> (any Action)? { searchAction(forKey: key) }

  /// Returns the action that all layers of the class have for a key. Nil for every key in this
  /// class.
  open class func defaultAction(forKey key: String) -> (any Action)? { nil }

  /// Returns a Boolean value indicating whether the layer's drawing depends on the value of a
  /// custom key. False for every key in this class, and true for the properties of `TextLayer`.
  ///
  /// A change of such a value calls ``setNeedsDisplay()``. While an animation of the key runs, each
  /// commit displays a copy like that of ``presentation()``, with the current value, and the layer
  /// shows the result. ``display()`` and ``draw(in:)`` are then called on that copy.
  open class func needsDisplay(forKey key: String) -> Bool { ownProperty(key) != nil }

  /// Returns the value of a property of a new layer, by name, if it is not 0, false or nil; nil for
  /// every other key.
  ///
  /// The keys are those supported by Core Animation; some Booleans return false instead of nil. A
  /// subclass adds the keys of its own properties: ``value(forKey:)`` returns the class's value for
  /// a custom key that was never set.
  open class func defaultValue(forKey key: String) -> Any? {
    if key == "contentsFormat" { return "RGBA8" }
    let values = initialValues
    return values.properties[key]?.keyedDefault(values)
      ?? (KeyedProperty.table[key] ?? ownProperty(key))?.defaultValue(self)
  }

  /// Places the sublayers with the delegate if it does so, or else with the ``layoutManager``.
  ///
  /// Called when layout is needed, before each commit is published and by ``layoutIfNeeded()``.
  /// Override this method to place the sublayers yourself; do not call it.
  open func layoutSublayers() {
    guard let sideTable = storage.sideTable else { return }
    if let delegate = sideTable.delegate, delegate.layoutSublayers(of: self) { return }
    sideTable.layoutManager?.layoutSublayers(of: self)
  }

  /// Returns the size that the layer prefers, in points of its superlayer's coordinate space: that
  /// of the ``layoutManager``, or else the size of the frame.
  open func preferredFrameSize() -> CGSize {
    storage.sideTable?.layoutManager?.preferredSize(of: self) ?? frame.size
  }

  /// Notifies every sublayer of a change of the size of the bounds by calling
  /// ``resize(withOldSuperlayerSize:)``.
  ///
  /// Called at every such change, after the new bounds are set. Override this method to place the
  /// sublayers yourself.
  ///
  /// - Parameter size: the previous size of the bounds, in points.
  open func resizeSublayers(withOldSize size: CGSize) {
    // Actions may add or remove sublayers meanwhile.
    let sublayers = storage.sublayers.array()
    sublayers.withUnsafeBufferPointer { layers in
      // Most layers are skipped, without counting references.
      layers.withMemoryRebound(to: Unmanaged<Layer>.self) { layers in
        for layer in layers {
          layer._withUnsafeGuaranteedRef {
            if !$0.storage.ignoresResizing { $0.resize(withOldSuperlayerSize: size) }
          }
        }
      }
    }
  }

  /// Moves and resizes the layer according to its ``autoresizingMask`` after a change of the size
  /// of the superlayer's bounds.
  ///
  /// - Parameter size: the previous size of the superlayer's bounds, in points.
  open func resize(withOldSuperlayerSize size: CGSize) {
    if storage.autoresizing != 0 { autoresize(withOldSuperlayerSize: size) }
  }

  /// Provides the layer's contents: lets the delegate supply them, or draws them with ``draw(in:)``
  /// at ``contentsScale`` pixels per point.
  ///
  /// Called when display is needed, after layout and before a commit is published. Override this
  /// method to set ``contents`` yourself; call ``setNeedsDisplay()`` to have it called.
  open func display() { displayContents() }

  /// Draws the contents, in points of the layer's own coordinate space. By default the delegate
  /// draws; if no delegate draws, the layer keeps its current contents.
  open func draw(in context: DrawingContext) {
    if delegate?.draw(self, in: context) != true {
      storage.status.insert(.drewNothing)
    }
  }

  /// Returns a Boolean value indicating whether a point of the layer's own coordinate space is
  /// inside its bounds, including the near edges but not the far ones. False if the point is not
  /// finite.
  open func contains(_ point: CGPoint) -> Bool {
    let bounds = storage.values.bounds
    return point.x >= bounds.origin.x && point.y >= bounds.origin.y
      && point.x < bounds.origin.x + bounds.size.width
      && point.y < bounds.origin.y + bounds.size.height
  }

  deinit {
    releaseSublayersIteratively()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// Frees a subtree without recursion: a chain of 100,000 layers must not overflow the stack.
  private func releaseSublayersIteratively() {
    var doomed = releaseCarriedLayers()
    while var layer = doomed.popLast() {
      if isKnownUniquelyReferenced(&layer) {
        doomed.append(contentsOf: layer.releaseCarriedLayers())
      }
    }
  }

  /// Releases the sublayers and the mask.
  private func releaseCarriedLayers() -> [Layer] {
    var released = storage.sublayers.array()
    storage.sublayers = SublayerList()
    if storage.status.contains(.hasMask), let mask = storage.sideTable?.mask {
      released.append(mask)
      mask.storage.status.remove(.isMask)
      storage.sideTable?.mask = nil
    }
    for layer in released { layer.storage.superlayer = nil }
    return released
  }
}

/// The storage of a layer.
struct LayerStorage {
  var values: LayerValues
  var status: LayerStatus = []
  /// The bits of the autoresizing mask.
  var autoresizing: UInt32 = 0
  /// The epoch of the transaction in which the pre-image was last recorded.
  var undoEpoch: UInt64 = 0
  /// The index of the pre-image in the undo log.
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
  var chunk: UnsafeMutablePointer<NodeRope.ChunkState>?
  /// Unretained copies of the contents and the rare values, for reading without reference counting.
  var contentsStorage: Unmanaged<PixelStorage>?
  var rareBox: Unmanaged<RareValuesBox>?
  var treeState: UnsafeMutablePointer<LayerTree.TreeState>?
  /// The tree in which the layer was last published. It remains set until the transaction that
  /// removes the layer is committed.
  var publishedTreeState: UnsafeMutablePointer<LayerTree.TreeState>?
  /// The position in the last published tree: the slot of the chunk, or -1 for none, and the index
  /// in the chunk.
  var publishedSlot: Int32 = -1
  var publishedIndex: Int32 = 0
  var superlayer: Unmanaged<Layer>?
  var sublayers = SublayerList()
  var sideTable: LayerSideTable?

  init(values: LayerValues) {
    self.values = values
    if values.rare?.values.kind?.followsTime == true { status = .timed }
    contentsStorage = values.contents.map { Unmanaged.passUnretained($0.storage) }
    rareBox = values.rare.map { Unmanaged.passUnretained($0) }
  }

  /// True if a change of the superlayer's size does not affect the layer.
  @inline(__always) var ignoresResizing: Bool {
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
  /// The layer's superlayer, or nil at the root. For a copy returned by ``presentation()`` this is
  /// the superlayer's presentation.
  public final var superlayer: Layer? {
    guard let superlayer = storage.superlayer?.takeUnretainedValue() else {
      return presentedSuperlayer
    }
    return superlayer
  }

  final var sideTable: LayerSideTable {
    if let sideTable = storage.sideTable { return sideTable }
    let made = LayerSideTable()
    storage.sideTable = made
    return made
  }

  /// A name for people and for diagnostics. Nil by default.
  public final var name: String? {
    get { storage.sideTable?.name }
    set {
      requireModel("name")
      sideTable.name = newValue
    }
  }

  /// The object that supplies the layer's contents, layout and actions. Held weakly.
  public final var delegate: (any LayerDelegate)? {
    get { storage.sideTable?.delegate }
    set {
      requireModel("delegate")
      sideTable.delegate = newValue
    }
  }

  /// The actions by key, searched second by ``action(forKey:)``. `NoAction` ends the search. Nil by
  /// default.
  public final var actions: [String: any Action]? {
    get { storage.sideTable?.actions }
    set {
      requireModel("actions")
      sideTable.actions = newValue
    }
  }

  /// Values for properties that were never set and, under `actions`, the third place that
  /// ``action(forKey:)`` searches. It may contain a nested `style`. Nil by default.
  public final var style: [String: Any]? {
    get { storage.sideTable?.style }
    set {
      requireModel("style")
      sideTable.style = newValue
      applyStyle()
    }
  }

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
