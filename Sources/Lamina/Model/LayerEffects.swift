import Foundation

/// What is done to a layer's picture once it is composed: its shadow, filters, and how it meets what
/// is behind it.
struct LayerEffects: Sendable, Equatable {
  var shadow = Shadow()
  var filters: [Filter] = []
  var backgroundFilters: [Filter] = []
  var compositingFilter: BlendMode?
  var shouldRasterize = false
  var rasterizationScale: CGFloat = 1

  static let defaults = LayerEffects()
}

/// One shared copy of ``LayerEffects``. Never changed after it is made.
final class EffectsBox: Sendable {
  let values: LayerEffects

  init(_ values: LayerEffects) { self.values = values }
}

extension RareValues {
  /// The effects, by value; behind a reference of their own, as few layers have any.
  var effects: LayerEffects {
    get { effectsBox?.values ?? .defaults }
    set { effectsBox = newValue == .defaults ? nil : EffectsBox(newValue) }
  }
}

extension LayerValues {
  var effects: LayerEffects { rare?.values.effectsBox?.values ?? .defaults }
}

extension Layer {
  /// What is done to the picture of the layer and its sublayers, its shadow included, in this order,
  /// before the mask and the opacity. None by default. A change fades over.
  ///
  /// A blur reaches past the edges of the layer. Layers with filters are composed by themselves
  /// first.
  ///
  /// - Precondition: the numbers in them are finite.
  public final var filters: [Filter] {
    get { core.pointee.values.effects.filters }
    set {
      setEffect(\.filters, newValue, .filters, finite: newValue.allSatisfy(\.isFinite))
    }
  }

  /// What is done to what is behind the layer, inside its bounds and corners, before the layer is
  /// drawn over it. None by default. A change fades over.
  ///
  /// - Precondition: the numbers in them are finite.
  public final var backgroundFilters: [Filter] {
    get { core.pointee.values.effects.backgroundFilters }
    set {
      setEffect(
        \.backgroundFilters, newValue, .backgroundFilters, finite: newValue.allSatisfy(\.isFinite))
    }
  }

  /// How the picture of the layer and its sublayers meets what is behind it; nil, the default, for
  /// over it. A change fades over.
  ///
  /// What is behind is what was drawn before in the innermost layer around that is composed by
  /// itself: one with group opacity, a mask, filters, a blend mode, a shadow of its tree, or
  /// `masksToBounds` where it is rounded or turned.
  public final var compositingFilter: BlendMode? {
    get { core.pointee.values.effects.compositingFilter }
    set { setEffect(\.compositingFilter, newValue, .compositingFilter) }
  }

  /// Whether the picture of the layer and its sublayers is made once, in pixels of the layer's own,
  /// and then drawn where the layer stands. False by default. Animatable, as a switch.
  ///
  /// The picture has ``rasterizationScale`` pixels for a point of the layer, and holds its shadow,
  /// its ``filters`` and its ``mask``; the opacity, the ``backgroundFilters`` and the
  /// ``compositingFilter`` act on it as it is drawn. It is kept while nothing in it changes: a layer
  /// with hundreds of sublayers then moves, turns or fades at the cost of one bitmap. Pixels between
  /// those of the picture are mixed from the four around; where the layer is upright and a pixel of
  /// the picture as large as one of the frame, it lies on whole pixels and is copied. At whole pixels
  /// that makes no difference to what is seen.
  ///
  /// A layer is drawn as if this was false while a transition runs on it, and where it is so far or
  /// so large that its place takes more than `Double`.
  public final var shouldRasterize: Bool {
    get { core.pointee.values.effects.shouldRasterize }
    set { setEffect(\.shouldRasterize, newValue, .shouldRasterize) }
  }

  /// How many pixels make a point of the picture of a layer that ``shouldRasterize``. 1 by default:
  /// for a frame at scale 2 set it to 2. Animatable.
  ///
  /// A scale of 0 or less makes no picture, and the layer is drawn as if it was not rasterized. One
  /// that makes more than eight pixels of a pixel that is seen, along an axis, is cut to between four
  /// and eight, as no more of them would be looked at; and a picture of the bounds has up to 32,000
  /// pixels to a side and 33,554,432 in all. Where a perspective shows the horizon of the layer's
  /// plane, its picture ends 1,024 of its pixels outside the bounds.
  ///
  /// - Precondition: the number is finite.
  public final var rasterizationScale: CGFloat {
    get { core.pointee.values.effects.rasterizationScale }
    set {
      setEffect(\.rasterizationScale, newValue, .rasterizationScale, finite: newValue.isFinite)
    }
  }

  final func setEffect<Value: Equatable>(
    _ path: WritableKeyPath<LayerEffects, Value>, _ value: Value, _ key: LayerKey,
    finite: Bool = true
  ) {
    if core.pointee.values.effects[keyPath: path] == value { return }
    var rare = core.pointee.values.rareValues
    require(finite, "\(diagnosticName): \(key.rawValue) must be finite, and \(value) is not")
    let pending = willChange(key)
    rare.effects[keyPath: path] = value
    storeRare(rare)
    didChange(pending)
  }
}
