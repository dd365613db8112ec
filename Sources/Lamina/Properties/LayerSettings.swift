/// The settings of a layer that do not affect its appearance: its name, its timing, and the objects
/// that provide its actions and its layout.
///
/// They are separate from ``LayerSideTable`` to keep a layer small that only animates.
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
  /// True if a delegate, actions or a style were ever set.
  private(set) var mayOfferActions = false
  /// The properties whose values come from the style.
  var styledKeys: UInt128 = 0
  /// The values of user-defined keys.
  var keyedValues: [String: Any] = [:]
  var timing = TimingParameters.layerDefaults
  /// The object that places the sublayers if the delegate does not.
  var layoutManager: (any LayoutManager)?
  /// The constraints by which a ``ConstraintLayoutManager`` of the superlayer places the layer.
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
