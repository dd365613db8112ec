import Foundation

/// What few layers have.
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
  /// Whether a delegate, actions or a style were ever set.
  private(set) var mayOfferActions = false
  /// The properties whose values come from the style.
  var styledKeys: UInt128 = 0
  var keyedValues: [String: Any] = [:]
  var animations = AnimationList()
  var timing = TimingParameters.layerDefaults
  /// What was published of this while the running transaction has other values.
  var published: PublishedAttachments?
  var mask: Layer?
  /// The coordinate space that the mask stands in, while the layer has a node.
  var maskSpace: Int32 = -1
  /// Who places the sublayers where the delegate does not.
  var layoutManager: (any LayoutManager)?
  /// How the layer is placed by a ``ConstraintLayoutManager`` of its superlayer.
  var constraints: [Constraint]?
  /// What was published of a replicator's sublayers.
  var replication: Replication?
  /// The layer that a presentation copy shows.
  var model: Layer?
  /// The time of the frame that a presentation copy shows.
  var presentationTime = 0.0

  /// What concerns the drawing of the contents; nil until the layer draws.
  private(set) var drawing: LayerDrawing?

  init() {}

  /// Creates a copy of the properties, and of nothing that belongs to the layer's place in a tree.
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

  /// What concerns the drawing of the contents, of a layer that is about to draw.
  func makeDrawing() -> LayerDrawing {
    if let drawing { return drawing }
    let new = LayerDrawing()
    drawing = new
    return new
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
