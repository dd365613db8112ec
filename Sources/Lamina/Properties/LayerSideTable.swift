import Foundation

/// The side table of a layer: state that few layers have.
final class LayerSideTable {
  /// The published values (pre-images), while the current transaction has others.
  var published: PublishedSideTable?
  /// The relations to other layers; nil if there are none.
  private var relations: LayerRelations?
  /// The settings; nil if none was changed.
  private(set) var settings: LayerSettings?

  /// The drawing state; nil until the layer draws.
  private(set) var drawing: LayerDrawing?

  init() {}

  /// Creates a copy of the settings, without any state that belongs to the position in a tree.
  init(copying other: LayerSideTable) {
    settings = other.settings.map(LayerSettings.init(copying:))
  }

  /// Returns the drawing state, creating it if needed.
  func makeDrawing() -> LayerDrawing {
    if let drawing { return drawing }
    let new = LayerDrawing()
    drawing = new
    return new
  }
}

extension LayerSideTable {
  private func madeRelations() -> LayerRelations {
    if let relations { return relations }
    let made = LayerRelations()
    relations = made
    return made
  }

  var mask: Layer? {
    get { relations?.mask }
    set { madeRelations().mask = newValue }
  }
  /// The coordinate space that contains the mask, while the layer has a node; otherwise -1.
  var maskSpace: Int32 {
    get { relations?.maskSpace ?? -1 }
    set { madeRelations().maskSpace = newValue }
  }
  /// The published sublayers of a replicator.
  var replication: Replication? {
    get { relations?.replication }
    set { if newValue != nil || relations != nil { madeRelations().replication = newValue } }
  }
  /// The layer that a presentation copy presents.
  var model: Layer? {
    get { relations?.model }
    set { madeRelations().model = newValue }
  }
  /// The frame time of a presentation copy.
  var presentationTime: Double {
    get { relations?.presentationTime ?? 0 }
    set { madeRelations().presentationTime = newValue }
  }

  private func madeSettings() -> LayerSettings {
    if let settings { return settings }
    let made = LayerSettings()
    settings = made
    return made
  }

  var name: String? {
    get { settings?.name }
    set { madeSettings().name = newValue }
  }
  var delegate: (any LayerDelegate)? {
    get { settings?.delegate }
    set { madeSettings().delegate = newValue }
  }
  var actions: [String: any Action]? {
    get { settings?.actions }
    set { madeSettings().actions = newValue }
  }
  var style: [String: Any]? {
    get { settings?.style }
    set { madeSettings().style = newValue }
  }
  var mayOfferActions: Bool { settings?.mayOfferActions ?? false }
  var styledKeys: UInt128 {
    get { settings?.styledKeys ?? 0 }
    set { madeSettings().styledKeys = newValue }
  }
  var keyedValues: [String: Any] {
    get { settings?.keyedValues ?? [:] }
    _modify { yield &madeSettings().keyedValues }
  }
  var timing: TimingParameters {
    get { settings?.timing ?? .layerDefaults }
    set { madeSettings().timing = newValue }
  }
  var layoutManager: (any LayoutManager)? {
    get { settings?.layoutManager }
    set { madeSettings().layoutManager = newValue }
  }
  var constraints: [Constraint]? {
    get { settings?.constraints }
    set { madeSettings().constraints = newValue }
  }
}

/// The relations of a layer to other layers, besides those of the hierarchy.
private final class LayerRelations {
  var mask: Layer?
  var maskSpace: Int32 = -1
  var replication: Replication?
  var model: Layer?
  var presentationTime = 0.0
}

/// The drawing state of a layer that draws its contents.
final class LayerDrawing {
  /// The part of the bounds that `setNeedsDisplay(_:)` marked; nil for all.
  var displayRect: CGRect?
  /// The part of the bounds that `display()` is currently drawing; nil for all.
  var drawnRect: CGRect?
  /// The back buffer: the previous backing store, to be drawn into next.
  var spareStore: PixelStorage?
  /// The age of the back buffer: the number of commits since its last use.
  var spareStoreAge = 0
  /// True if the tree has registered the back buffer for release.
  var isSparing = false
  /// The drawing for the last frame, while an animation of a custom key requires it.
  var frame: FrameDrawing?
  /// The number of times that the layer was displayed.
  var displayCount = 0
  /// The error of the last attempt to draw the contents, or nil.
  var error: LayerDrawingError?
}
