import Foundation

/// A rectangle on the screen in a tree of rectangles: what `CALayer` is in Core Animation.
///
/// A layer has geometry (``bounds``, ``position``, ``anchorPoint``, ``transform``), something
/// to show (``backgroundColor``, ``contents``) and sublayers, which it carries along. Lengths
/// are in points; x grows to the right and y grows downwards. A tree becomes *live* when a
/// ``Renderer`` holds its root and a transaction has been committed since; from then on
/// changes to animatable properties start implicit animations, unless actions are disabled.
///
/// A tree belongs to the isolation (thread, actor, test) that made it. What a commit
/// publishes, ``RenderTree``, is a value and may go anywhere.
open class Layer {
  /// All state, behind one pointer: a setter costs a nanosecond, and commits read thousands
  /// of layers without touching reference counts.
  final let core: UnsafeMutablePointer<LayerCore>

  /// Creates a layer of zero size at the origin that shows nothing.
  public init() {
    core = .allocate(capacity: 1)
    core.initialize(to: LayerCore())
    if Swift.type(of: self) == Layer.self { core.pointee.status.insert(.overridesNothing) }
  }

  /// Creates a copy of a layer's properties, as ``presentation()`` hands it out.
  ///
  /// All properties are copied, values under keys of your own among them; sublayers, the mask and
  /// animations are not. Override it to copy your own stored properties from `layer`, and call
  /// `super`.
  ///
  /// - Parameter layer: the layer that is copied, of this class. As in Core Animation it is
  ///   declared as `Any`.
  /// - Precondition: a ``Layer``.
  public required init(layer: Any) {
    guard let layer = layer as? Layer else {
      refuse("init(layer:) copies a Layer, and was given a \(Swift.type(of: layer))")
    }
    core = .allocate(capacity: 1)
    core.initialize(to: LayerCore(values: layer.core.pointee.values))
    core.pointee.setKeys = layer.core.pointee.setKeys
    core.pointee.autoresizing = layer.core.pointee.autoresizing
    core.pointee.status = layer.core.pointee.status.intersection(.copied)
    core.pointee.attachments = layer.core.pointee.attachments.map { LayerAttachments(copying: $0) }
  }

  // MARK: - To be overridden

  /// The action for a change of a property or an event, found in this order: the delegate, the
  /// layer's ``actions``, the `actions` of its ``style`` and of the styles in it,
  /// ``defaultAction(forKey:)``, and for a live layer the engine's own implicit animation.
  ///
  /// The first that is not nil ends the search; ``NoAction`` ends it with nil. Disabled actions
  /// make no difference: they stop changes from asking.
  open func action(forKey key: String) -> (any Action)? { searchAction(forKey: key) }

  /// The action that all layers of a class have for a key. Nil for every key in this class.
  open class func defaultAction(forKey key: String) -> (any Action)? { nil }

  /// Whether the layer's drawing depends on the value of a key of your own. False for every key
  /// in this class.
  ///
  /// A change of such a value calls ``setNeedsDisplay()``. While an animation of the key runs, a
  /// copy as ``presentation()`` makes it, with the value of the moment, is displayed at each
  /// commit, and the layer shows what comes of it. ``display()`` and ``draw(in:)`` then run on
  /// that copy.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// What a property of a new layer holds, by name, where that is not 0, false or nil; nil for
  /// every other key.
  ///
  /// The keys are those for which Core Animation answers; some Booleans are false, and not nil. A
  /// subclass adds the keys of its own properties: ``value(forKey:)`` gives the class's value for a key
  /// of your own that was never set.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "opacity", "speed": Float(1)
    case "anchorPoint": CGPoint(x: 0.5, y: 0.5)
    case "contentsRect", "contentsCenter": CGRect(x: 0, y: 0, width: 1, height: 1)
    case "contentsGravity": ContentsGravity.resize
    case "contentsFormat": "RGBA8"
    case "contentsScale", "rasterizationScale": CGFloat(1)
    case "magnificationFilter", "minificationFilter": ContentsFilter.linear
    case "cornerCurve": CornerCurve.circular
    case "maskedCorners": CornerMask.all
    case "edgeAntialiasingMask": EdgeAntialiasingMask(rawValue: 15)
    case "borderColor", "shadowColor": Color.black
    case "shadowOffset": CGSize(width: 0, height: -3)
    case "shadowRadius": CGFloat(3)
    case "duration": Double.infinity
    case "fillMode": FillMode.removed
    case "doubleSided", "allowsEdgeAntialiasing", "allowsGroupOpacity": true
    case "hidden", "masksToBounds", "geometryFlipped", "opaque", "shouldRasterize",
      "drawsAsynchronously", "needsDisplayOnBoundsChange":
      false
    default: nil
    }
  }

  /// Places the sublayers: by the delegate if it does so, else by the ``layoutManager``.
  ///
  /// Called when layout is needed, before each commit is published and by
  /// ``layoutIfNeeded()``. Override it to place them yourself; do not call it.
  open func layoutSublayers() {
    guard let attachments = core.pointee.attachments else { return }
    if let delegate = attachments.delegate, delegate.layoutSublayers(of: self) { return }
    attachments.layoutManager?.layoutSublayers(of: self)
  }

  /// The size that the layer would like to have, in points of its superlayer's space: what the
  /// ``layoutManager`` says, else the size of the frame.
  open func preferredFrameSize() -> CGSize {
    core.pointee.attachments?.layoutManager?.preferredSize(of: self) ?? frame.size
  }

  /// The size of the bounds has changed: tells every sublayer by
  /// ``resize(withOldSuperlayerSize:)``.
  ///
  /// Called at every such change, with the new bounds in place. Override it to place the
  /// sublayers yourself.
  ///
  /// - Parameter size: what the size of the bounds was, in points.
  open func resizeSublayers(withOldSize size: CGSize) {
    // They may come and go meanwhile.
    let sublayers = core.pointee.sublayers.array()
    sublayers.withUnsafeBufferPointer { layers in
      // Most are passed over, and their references not counted.
      layers.withMemoryRebound(to: Unmanaged<Layer>.self) { layers in
        for layer in layers {
          layer._withUnsafeGuaranteedRef {
            if !$0.core.pointee.ignoresResizing { $0.resize(withOldSuperlayerSize: size) }
          }
        }
      }
    }
  }

  /// The size of the superlayer's bounds has changed: moves and resizes the layer as its
  /// ``autoresizingMask`` says.
  ///
  /// - Parameter size: what the size of the superlayer's bounds was, in points.
  open func resize(withOldSuperlayerSize size: CGSize) {
    if core.pointee.autoresizing != 0 { autoresize(withOldSuperlayerSize: size) }
  }

  /// Makes the layer's contents: lets the delegate give them, or draws them with
  /// ``draw(in:)`` at ``contentsScale`` pixels per point.
  ///
  /// Called when display is needed, after layout and before a commit is published. Override it
  /// to set ``contents`` yourself; to have it called use ``setNeedsDisplay()``.
  open func display() { displayContents() }

  /// Draws the contents, in points of the layer's own coordinate space. The default lets the
  /// delegate draw; with no delegate that draws, the layer keeps the contents it has.
  open func draw(in context: DrawingContext) {
    if delegate?.draw(self, in: context) != true {
      core.pointee.status.insert(.drewNothing)
    }
  }

  /// Whether a point of the layer's own coordinate space is in its bounds: the near edges are,
  /// the far edges are not. A point that is not finite is nowhere.
  open func contains(_ point: CGPoint) -> Bool {
    let bounds = core.pointee.values.bounds
    return point.x >= bounds.origin.x && point.y >= bounds.origin.y
      && point.x < bounds.origin.x + bounds.size.width
      && point.y < bounds.origin.y + bounds.size.height
  }

  deinit {
    releaseSublayersIteratively()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  /// Frees a subtree without recursion: a chain of 100,000 layers must not need a stack.
  private func releaseSublayersIteratively() {
    var doomed = releaseCarriedLayers()
    while var layer = doomed.popLast() {
      if isKnownUniquelyReferenced(&layer) {
        doomed.append(contentsOf: layer.releaseCarriedLayers())
      }
    }
  }

  /// Lets go of the layers that stand in this one.
  private func releaseCarriedLayers() -> [Layer] {
    var released = core.pointee.sublayers.array()
    core.pointee.sublayers = SublayerList()
    if core.pointee.status.contains(.hasMask), let mask = core.pointee.attachments?.mask {
      released.append(mask)
      mask.core.pointee.status.remove(.isMask)
      core.pointee.attachments?.mask = nil
    }
    for layer in released { layer.core.pointee.superlayer = nil }
    return released
  }
}

/// The storage of a layer.
struct LayerCore {
  var values: LayerValues
  var status: LayerStatus = []
  /// What has changed since the tree was last committed.
  var dirty: DirtyBits = []
  /// The bits of the autoresizing mask.
  var autoresizing: UInt32 = 0
  /// The transaction in which the published values were last set aside.
  var undoEpoch: UInt64 = 0
  /// Where they are kept.
  var undoIndex: Int32 = 0
  /// The properties that were set, a bit for each ``LayerKey``.
  var setKeys: UInt128 = 0
  /// Where the layer stands in the list of changed layers.
  var queueIndex: Int32 = -1
  /// What the list of its siblings knows of its place.
  var indexHint: Int32 = 0
  /// The coordinate space that its sublayers are placed in, once it has some.
  var space: Int32 = -1
  /// Where the layer stands in the committed tree.
  var nodeIndex: Int32 = -1
  var chunk: UnsafeMutablePointer<NodeRope.ChunkState>?
  /// The contents and the rare values once more, to be read without counting references.
  var contentsStorage: Unmanaged<PixelStorage>?
  var rareBox: Unmanaged<RareBox>?
  var host: UnsafeMutablePointer<TreeHost.State>?
  /// The tree in which the layer was published last. It stays in it until the transaction that
  /// takes it out is committed.
  var publishedHost: UnsafeMutablePointer<TreeHost.State>?
  /// Where the layer stands in the tree that was published last: the slot of the chunk, or -1 for
  /// nowhere, and the index in it.
  var publishedSlot: Int32 = -1
  var publishedIndex: Int32 = 0
  var superlayer: Unmanaged<Layer>?
  var sublayers = SublayerList()
  var attachments: LayerAttachments?

  init(values: LayerValues = LayerValues()) {
    self.values = values
    contentsStorage = values.contents.map { Unmanaged.passUnretained($0.storage) }
    rareBox = values.rare.map { Unmanaged.passUnretained($0) }
  }

  /// Whether a change of the superlayer's size is nothing to the layer.
  @inline(__always) var ignoresResizing: Bool {
    autoresizing == 0 && status.contains(.overridesNothing)
  }
}

/// What a layer is in the middle of.
struct LayerStatus: OptionSet {
  let rawValue: UInt32
  /// Held by a renderer and committed at least once.
  static let live = LayerStatus(rawValue: 1 << 0)
  /// A copy made by `presentation()`; it must not be changed.
  static let presentation = LayerStatus(rawValue: 1 << 1)
  static let needsLayout = LayerStatus(rawValue: 1 << 2)
  static let needsDisplay = LayerStatus(rawValue: 1 << 3)
  /// Inside its own `layoutSublayers`.
  static let layingOut = LayerStatus(rawValue: 1 << 4)
  /// Waiting to be given a place in the committed tree.
  static let awaitsNode = LayerStatus(rawValue: 1 << 5)
  /// Some sublayer has, or had, a z position other than 0.
  static let sortsByZ = LayerStatus(rawValue: 1 << 6)
  /// The contents were drawn by `display()`, so the engine may replace them.
  static let drewContents = LayerStatus(rawValue: 1 << 7)
  /// The layer has animations.
  static let animates = LayerStatus(rawValue: 1 << 8)
  /// The last `draw(in:)` found nobody to draw.
  static let drewNothing = LayerStatus(rawValue: 1 << 9)
  /// The delegate's method that was called last is not there.
  static let delegateDeclined = LayerStatus(rawValue: 1 << 10)
  /// The layer's own time begins, ends or repeats, so that it may not be there at all times.
  static let timed = LayerStatus(rawValue: 1 << 11)
  /// In a committed tree with an animation of `zPosition`.
  static let movesInDepth = LayerStatus(rawValue: 1 << 12)
  /// A presentation copy that is being drawn for a frame and may be given contents.
  static let isDrawingFrame = LayerStatus(rawValue: 1 << 13)
  /// The layer shows what was drawn for the frame instead of its contents.
  static let drawsFrames = LayerStatus(rawValue: 1 << 14)
  /// A ``TiledLayer``.
  static let tiled = LayerStatus(rawValue: 1 << 15)
  /// The mask of the layer that is the superlayer.
  static let isMask = LayerStatus(rawValue: 1 << 16)
  /// Masked by another layer.
  static let hasMask = LayerStatus(rawValue: 1 << 17)
  /// Of no subclass of ``Layer``.
  static let overridesNothing = LayerStatus(rawValue: 1 << 18)

  /// What says something of a layer's properties, and not of its place in a tree.
  static let copied: LayerStatus = [.timed, .overridesNothing]
}

/// What a commit has to look at again.
struct DirtyBits: OptionSet {
  let rawValue: UInt8
  /// The layer's own values.
  static let values = DirtyBits(rawValue: 1 << 0)
  /// Animations were added or removed, or the time runs differently.
  static let animations = DirtyBits(rawValue: 1 << 1)
}

extension Layer {
  /// The layer that holds this one, or nil at the root. In a copy from ``presentation()`` this
  /// is the superlayer's presentation.
  public final var superlayer: Layer? {
    guard let superlayer = core.pointee.superlayer?.takeUnretainedValue() else {
      return presentedSuperlayer
    }
    return superlayer
  }

  final var attachments: LayerAttachments {
    if let attachments = core.pointee.attachments { return attachments }
    let made = LayerAttachments()
    core.pointee.attachments = made
    return made
  }

  /// A name for people and for diagnostics. Nil by default.
  public final var name: String? {
    get { core.pointee.attachments?.name }
    set {
      requireModel("name")
      attachments.name = newValue
    }
  }

  /// Whom the layer asks for its contents, its layout and its actions. Held weakly.
  public final var delegate: (any LayerDelegate)? {
    get { core.pointee.attachments?.delegate }
    set {
      requireModel("delegate")
      attachments.delegate = newValue
    }
  }

  /// Actions by key, the second place where ``action(forKey:)`` looks. `NoAction` in it stops
  /// the search. Nil by default.
  public final var actions: [String: any Action]? {
    get { core.pointee.attachments?.actions }
    set {
      requireModel("actions")
      attachments.actions = newValue
    }
  }

  /// Values for properties that were never set, and, under `actions`, the third place where
  /// ``action(forKey:)`` looks. May hold a further `style`. Nil by default.
  public final var style: [String: Any]? {
    get { core.pointee.attachments?.style }
    set {
      requireModel("style")
      attachments.style = newValue
      applyStyle()
    }
  }

  /// All values at once. Unlike ``core``, this may be asked of a layer that nobody else holds,
  /// such as a fresh copy from ``presentation()``.
  final var values: LayerValues {
    withExtendedLifetime(self) { core.pointee.values }
  }

  /// How the layer is named in messages: its class, and its name if it has one.
  final var diagnosticName: String {
    name.map { "\(type(of: self)) \"\($0)\"" } ?? "\(type(of: self))"
  }
}
