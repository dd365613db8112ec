import Foundation

/// The effects applied to a layer's composed picture: its shadow, its filters, and its blending
/// with the backdrop.
struct LayerEffects: Sendable, Equatable {
  var shadow = Shadow()
  var filters: [Filter] = []
  var backgroundFilters: [Filter] = []
  var compositingFilter: BlendMode?
  var shouldRasterize = false
  var rasterizationScale: CGFloat = 1

  static let defaults = LayerEffects()
}

/// A shared, immutable copy of ``LayerEffects``.
final class EffectsBox: Sendable {
  let values: LayerEffects

  init(_ values: LayerEffects) { self.values = values }
}

extension RareValues {
  /// The effects by value. They are boxed separately, because few layers have any.
  var effects: LayerEffects {
    get { effectsBox?.values ?? .defaults }
    set { effectsBox = newValue == .defaults ? nil : EffectsBox(newValue) }
  }
}

extension LayerValues {
  var effects: LayerEffects { rare?.values.effectsBox?.values ?? .defaults }
}

extension Layer {
  /// The filters applied in order to the picture of the layer and its sublayers, including its
  /// shadow, before the mask and the opacity. Empty by default. A change cross-fades.
  ///
  /// A blur extends past the edges of the layer. Layers with filters are first composed as a group.
  ///
  /// - Precondition: the numbers in the filters are finite.
  public final var filters: [Filter] {
    get { storage.values.effects.filters }
    set { setEffect(\.filters, newValue, .filters) }
  }

  /// The filters applied to the backdrop of the layer, inside its bounds and corners, before the
  /// layer is drawn over it. Empty by default. A change cross-fades.
  ///
  /// - Precondition: the numbers in the filters are finite.
  public final var backgroundFilters: [Filter] {
    get { storage.values.effects.backgroundFilters }
    set { setEffect(\.backgroundFilters, newValue, .backgroundFilters) }
  }

  /// The blend mode with which the picture of the layer and its sublayers is composed onto its
  /// backdrop. Nil, the default, draws it over the backdrop. A change cross-fades.
  ///
  /// The backdrop is what has been drawn so far in the innermost enclosing layer that is composed
  /// as a group: one with group opacity, a mask, filters, a blend mode, a shadow of its tree, or
  /// `masksToBounds` with rounded corners or a rotation.
  public final var compositingFilter: BlendMode? {
    get { storage.values.effects.compositingFilter }
    set { setEffect(\.compositingFilter, newValue, .compositingFilter) }
  }

  /// A Boolean value indicating whether the picture of the layer and its sublayers is cached at a
  /// resolution of its own, and then drawn at the layer's position. False by default. Animatable as
  /// a Boolean.
  ///
  /// The cached picture has ``rasterizationScale`` pixels per point of the layer, and includes its
  /// shadow, its ``filters`` and its ``mask``; the opacity, the ``backgroundFilters`` and the
  /// ``compositingFilter`` are applied as it is drawn. It is kept while nothing in it changes: a
  /// layer with hundreds of sublayers then moves, rotates or fades at the cost of one bitmap.
  /// Between its pixels the picture is sampled bilinearly. If the layer is axis-aligned and the
  /// pixels of the picture are as large as those of the frame, the picture is placed on whole
  /// pixels and copied. For a layer at whole pixels this looks the same as without rasterization.
  ///
  /// The value is treated as false while a transition runs on the layer, and if the layer is so
  /// distant or so large that its position exceeds the precision of `Double`.
  public final var shouldRasterize: Bool {
    get { storage.values.effects.shouldRasterize }
    set { setEffect(\.shouldRasterize, newValue, .shouldRasterize) }
  }

  /// The number of pixels per point in the cached picture of a layer that ``shouldRasterize``. 1 by
  /// default; set it to 2 for a frame at scale 2. Animatable.
  ///
  /// At a scale of 0 or less the layer is drawn without rasterization. A scale that yields more
  /// than eight cached pixels per visible pixel along an axis is reduced to between four and eight,
  /// because more would not be sampled. The picture of the bounds has at most 32,000 pixels per
  /// side and 33,554,432 in total. If a perspective shows the horizon of the layer's plane, the
  /// picture ends 1,024 of its pixels outside the bounds.
  ///
  /// - Precondition: the number is finite.
  public final var rasterizationScale: CGFloat {
    get { storage.values.effects.rasterizationScale }
    set { setEffect(\.rasterizationScale, newValue, .rasterizationScale) }
  }

  final func setEffect<Value: Equatable & PropertyType>(
    _ path: WritableKeyPath<LayerEffects, Value>, _ value: Value, _ key: CommonKey
  ) {
    if storage.values.effects[keyPath: path] == value { return }
    var rare = storage.values.rareValues
    require(value.isFinite, "\(diagnosticName): \(key.rawValue) must be finite, not \(value)")
    let pending = willChange(key)
    rare.effects[keyPath: path] = value
    storeRare(rare)
    didChange(pending)
  }
}
