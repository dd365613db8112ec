import Foundation

/// What is done to a layer's picture once it is composed: its shadow, filters, and how it meets what
/// is behind it.
struct LayerEffects: Sendable, Equatable {
  var shadow = Shadow()
  var filters: [Filter] = []
  var backgroundFilters: [Filter] = []
  var compositingFilter: BlendMode?

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

  final func setEffect<Value: Equatable>(
    _ path: WritableKeyPath<LayerEffects, Value>, _ value: Value, _ key: LayerKey,
    finite: Bool = true
  ) {
    if core.pointee.values.effects[keyPath: path] == value { return }
    var rare = core.pointee.values.rareValues
    precondition(finite, "\(diagnosticName): \(key.rawValue) must be finite, and \(value) is not")
    let pending = willChange(key)
    rare.effects[keyPath: path] = value
    storeRare(rare)
    didChange(pending)
  }
}
