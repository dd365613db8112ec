import Foundation

// The class has what subclasses override, and the members that concern all of it. The other public
// members are in extensions:
//
//   geometry, colour, contents, flags       Properties/Layer+Properties, Layer+RareProperties
//   corners, border, shadow, filters        Properties/Appearance, Shadow, LayerEffects
//   access by key                           Properties/Layer+KeyedValues
//   frame, conversion, hit testing          Layer+Geometry
//   superlayer, sublayers, mask             Layer+Hierarchy, Layer+Mask
//   layout, constraints, autoresizing       Layer+Layout, Constraint, Layer+Autoresizing
//   display, drawing in the background      Layer+Display, BackingStore
//   timing, conversion of times             Layer+Timing
//   animations, presentation and model      Transactions/Layer+Animations, Layer+Presentation
//   scrolling                               Kinds/ScrollLayer
//   rendering into a context                Frames/TreeSnapshot
//   descriptions                            Inspection/Layer+Inspection, Layer+TreeDescription
//
// Its state is in LayerStorage.

/// A rectangle of visual content in a retained layer tree: the counterpart of `CALayer` in Core
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
  // MARK: - Creating and freeing

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

  deinit {
    releaseSublayersIteratively()
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  // MARK: - Name and delegate

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

  // MARK: - Actions

  /// The actions by key, searched second by ``action(forKey:)``. `NoAction` ends the search. Nil by
  /// default.
  public final var actions: [String: any Action]? {
    get { storage.sideTable?.actions }
    set {
      requireModel("actions")
      sideTable.actions = newValue
    }
  }

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

  // MARK: - Defaults and custom keys

  /// The values of properties that were never set and, under `actions`, the third place that
  /// ``action(forKey:)`` searches. It may contain a nested `style`. Nil by default.
  public final var style: [String: Any]? {
    get { storage.sideTable?.style }
    set {
      requireModel("style")
      sideTable.style = newValue
      applyStyle()
    }
  }

  /// Returns the value of a property of a new layer, by name, if it is not 0, false or nil; nil for
  /// every other key.
  ///
  /// The keys are those supported by Core Animation; some Booleans return false instead of nil. A
  /// subclass adds the keys of its own properties: ``value(forKey:)`` returns the class's default
  /// for a custom key that was never set.
  open class func defaultValue(forKey key: String) -> Any? {
    if key == "contentsFormat" { return "RGBA8" }
    let values = initialValues
    return values.properties[key]?.keyedDefault(values)
      ?? (KeyedProperty.table[key] ?? ownProperty(key))?.defaultValue(self)
  }

  /// Returns a Boolean value indicating whether the layer's drawing depends on the value of a
  /// custom key. False for every key in this class, and true for the properties of `TextLayer`.
  ///
  /// A change of such a value calls ``setNeedsDisplay()``. While an animation of the key runs, each
  /// commit displays a copy like that of ``presentation()``, with the current value, and the layer
  /// shows the result. ``display()`` and ``draw(in:)`` are then called on that copy.
  open class func needsDisplay(forKey key: String) -> Bool { ownProperty(key) != nil }

  // MARK: - Layout

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
  open func resizeSublayers(withOldSize size: CGSize) { resizeEachSublayer(withOldSize: size) }

  /// Moves and resizes the layer according to its ``autoresizingMask`` after a change of the size
  /// of the superlayer's bounds.
  ///
  /// - Parameter size: the previous size of the superlayer's bounds, in points.
  open func resize(withOldSuperlayerSize size: CGSize) {
    if storage.autoresizing != 0 { autoresize(withOldSuperlayerSize: size) }
  }

  // MARK: - Contents

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

  // MARK: - Hit testing

  /// Returns a Boolean value indicating whether a point of the layer's own coordinate space is
  /// inside its bounds, including the edges at the minimum x and y but not those at the maximum.
  /// False if the point is not finite.
  open func contains(_ point: CGPoint) -> Bool {
    let bounds = storage.values.bounds
    return point.x >= bounds.origin.x && point.y >= bounds.origin.y
      && point.x < bounds.origin.x + bounds.size.width
      && point.y < bounds.origin.y + bounds.size.height
  }

  // MARK: - For subclasses in the engine

  /// The values of a new layer of the class.
  class var initialValues: LayerValues { LayerValues() }
  /// Returns true if ``init(layer:)`` can copy a layer: one of the same kind.
  class func canCopy(_ layer: Layer) -> Bool { true }

  // MARK: - Storage

  /// The memory of ``storage``, which the layer owns.
  private let memory: UnsafeMutablePointer<LayerStorage>

  /// The layer's whole state, in memory of its own, so that a setter costs a nanosecond and a
  /// commit reads thousands of layers without touching reference counts.
  ///
  /// Access to it is not checked for exclusivity: nothing that is called while a part of it is
  /// being modified may read or write that part.
  final var storage: LayerStorage {
    unsafeAddress { UnsafePointer(memory) }
    unsafeMutableAddress { memory }
  }
}
