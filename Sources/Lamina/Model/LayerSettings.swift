/// What a program may set of a layer beyond what is seen of it: its name, its timing, and who has a
/// say in its actions and in its layout.
///
/// It is apart from the rest of ``LayerAttachments``, so that a layer that only animates is small.
final class LayerSettings {
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
  /// The values under keys of the program's own.
  var keyedValues: [String: Any] = [:]
  var timing = TimingParameters.layerDefaults
  /// Who places the sublayers where the delegate does not.
  var layoutManager: (any LayoutManager)?
  /// How the layer is placed by a ``ConstraintLayoutManager`` of its superlayer.
  var constraints: [Constraint]?

  init() {}

  init(copying other: LayerSettings) {
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
}
