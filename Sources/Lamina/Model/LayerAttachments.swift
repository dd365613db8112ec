import Foundation

/// The side table of a layer: state that few layers have.
final class LayerAttachments {
  var name: String?
  weak var delegate: (any LayerDelegate)? {
    didSet { mayOfferActions = mayOfferActions || delegate != nil }
  }
  var actions: [String: any Action]? {
    didSet { mayOfferActions = mayOfferActions || actions != nil }
  }
  var style: [String: Any]? {
    didSet { mayOfferActions = mayOfferActions || style != nil }
  }
  /// True if a delegate, actions or a style were ever set.
  private(set) var mayOfferActions = false
  /// The properties whose values come from the style.
  var styledKeys: UInt128 = 0
  var keyedValues: [String: Any] = [:]
  var animations = AnimationList()
  var timing = TimingParameters.layerDefaults
  /// The published values (pre-images), while the current transaction has others.
  var published: PublishedAttachments?
  var mask: Layer?
  /// The coordinate space that contains the mask, while the layer has a node; otherwise -1.
  var maskSpace: Int32 = -1
  /// The object that places the sublayers if the delegate does not.
  var layoutManager: (any LayoutManager)?
  /// The constraints by which a ``ConstraintLayoutManager`` of the superlayer places the layer.
  var constraints: [Constraint]?
  /// The published sublayers of a replicator.
  var replication: Replication?
  /// The layer that a presentation copy presents.
  var model: Layer?
  /// The frame time of a presentation copy.
  var presentationTime = 0.0

  /// The drawing state; nil until the layer draws.
  private(set) var drawing: LayerDrawing?

  init() {}

  /// Creates a copy of the properties, without any state that belongs to the position in a tree.
  init(copying other: LayerAttachments) {
    name = other.name
    delegate = other.delegate
    actions = other.actions
    style = other.style
    mayOfferActions = other.mayOfferActions
    styledKeys = other.styledKeys
    keyedValues = other.keyedValues
    timing = other.timing
    layoutManager = other.layoutManager
    constraints = other.constraints
  }

  /// Returns the drawing state, creating it if needed.
  func makeDrawing() -> LayerDrawing {
    if let drawing { return drawing }
    let new = LayerDrawing()
    drawing = new
    return new
  }
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
  /// True if the host has registered the back buffer for release.
  var isSparing = false
  /// The drawing for the last frame, while an animation of a custom key requires it.
  var frame: FrameDrawing?
  /// The number of times that the layer was displayed.
  var displayCount = 0
  /// The error of the last attempt to draw the contents, or nil.
  var error: LayerDrawingError?
}
