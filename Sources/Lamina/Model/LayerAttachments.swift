import Foundation

/// What few layers have.
final class LayerAttachments {
  var animations = AnimationList()
  /// What was published of this while the running transaction has other values.
  var published: PublishedAttachments?
  var mask: Layer?
  /// The coordinate space that the mask stands in, while the layer has a node.
  var maskSpace: Int32 = -1
  /// What was published of a replicator's sublayers.
  var replication: Replication?
  /// The layer that a presentation copy shows.
  var model: Layer?
  /// The time of the frame that a presentation copy shows.
  var presentationTime = 0.0
  /// What was set of the layer; nil where nothing was, as with most layers that animate.
  private var settings: LayerSettings?

  /// What concerns the drawing of the contents; nil until the layer draws.
  private(set) var drawing: LayerDrawing?

  init() {}

  /// Creates a copy of the settings, and of nothing that belongs to the layer's place in a tree.
  init(copying other: LayerAttachments) {
    settings = other.settings.map(LayerSettings.init(copying:))
  }

  /// What concerns the drawing of the contents, of a layer that is about to draw.
  func makeDrawing() -> LayerDrawing {
    if let drawing { return drawing }
    let new = LayerDrawing()
    drawing = new
    return new
  }
}

extension LayerAttachments {
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

/// What layers have that draw their contents.
final class LayerDrawing {
  /// The part of the bounds that `setNeedsDisplay(_:)` asked for; nil means all.
  var displayRect: CGRect?
  /// The same while `display()` is drawing it.
  var drawnRect: CGRect?
  /// The backing store before the present one, to be drawn into next.
  var spareStore: PixelStorage?
  /// How many commits there have been since it was used.
  var spareStoreAge = 0
  /// Whether the host sees to it that the store is given back.
  var isSparing = false
  /// What was drawn for the last frame, while an animation of an own key asks for that.
  var frame: FrameDrawing?
  /// The number of times that the layer was displayed.
  var displayCount = 0
  /// Why the contents could not be drawn the last time.
  var error: LayerDrawingError?
}
