import Foundation

/// A layer that shows colours that run into each other: what `CAGradientLayer` is in Core Animation.
///
/// The gradient is drawn over the background and below the contents, in the layer's bounds and
/// corners. Each pixel has the colour at its middle: red, green, blue and alpha are interpolated by
/// themselves, in sRGB's encoding, then multiplied by alpha, and rounded to the nearest of 0...255.
/// An upright layer's gradient reaches over the whole pixels that the layer is drawn on.
///
///     let sky = GradientLayer()
///     sky.colors = [.blue, .cyan, .white]
///     sky.locations = [0, 0.75, 1]
///
/// Changes of ``startPoint`` and ``endPoint``, and of ``colors`` and ``locations`` that are not nil,
/// start implicit animations.
open class GradientLayer: Layer {
  /// How a gradient runs.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Along the line from the start to the end point, the same at right angles to it. Before the
    /// start and past the end the first and last colours go on. Nothing is drawn where the two
    /// points are one.
    case axial
    /// From the start point outwards, in ellipses. The end point is a corner of the box around
    /// the one at location 1; past that the last colour goes on. Nothing is drawn where the box has
    /// no width or no height.
    case radial
    /// Around the start point, from the direction of the end point on, turning from +x to +y:
    /// clockwise. Nothing is drawn where the two points are one.
    case conic
  }

  private static let defaultBox = RareBox(kind: .gradient(GradientValues()))

  /// Creates a layer of zero size at the origin without colours.
  public override init() {
    super.init()
    beginAs(Self.defaultBox)
  }

  /// Creates the copy that ``Layer/presentation()`` hands out; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: a ``GradientLayer``.
  public required init(layer: Any) {
    require(
      layer is GradientLayer,
      "init(layer:) copies a GradientLayer, and was given a \(Swift.type(of: layer))")
    super.init(layer: layer)
  }

  /// As of every layer, and `startPoint`, `endPoint` and `type`.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "startPoint": GradientValues().startPoint
    case "endPoint": GradientValues().endPoint
    case "type": Kind.axial
    default: super.defaultValue(forKey: key)
    }
  }

  /// The colours, in order. Nothing is drawn for nil, the default, or fewer than two. Animatable,
  /// one by one where both have as many.
  ///
  /// - Precondition: all components are finite.
  public final var colors: [Color]? {
    get { core.pointee.values.rareValues.gradient.colors }
    set {
      setRare(
        \.gradient.colors, newValue, .colors, finite: newValue?.allSatisfy(\.isFinite) ?? true)
    }
  }

  /// Where each colour is reached, from 0 at the start to 1 at the end, in rising order; one that is
  /// less than the one before counts as that one. Nil, the default, spreads the colours evenly.
  /// Nothing is drawn where there are not as many as colours. Only what lies between 0 and 1 is
  /// seen. Animatable, one by one where both have as many.
  ///
  /// - Precondition: all numbers are finite.
  public final var locations: [Double]? {
    get { core.pointee.values.rareValues.gradient.locations }
    set {
      setRare(
        \.gradient.locations, newValue, .locations,
        finite: newValue?.allSatisfy(\.isFinite) ?? true)
    }
  }

  /// Where the gradient starts, in unit coordinates of the bounds: (0, 0) is the top left, (1, 1)
  /// the bottom right. (0.5, 0) by default; may lie outside. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var startPoint: CGPoint {
    get { core.pointee.values.rareValues.gradient.startPoint }
    set {
      setRare(
        \.gradient.startPoint, newValue, .startPoint,
        finite: newValue.x.isFinite && newValue.y.isFinite)
    }
  }

  /// Where the gradient ends, in unit coordinates of the bounds. (0.5, 1) by default. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var endPoint: CGPoint {
    get { core.pointee.values.rareValues.gradient.endPoint }
    set {
      setRare(
        \.gradient.endPoint, newValue, .endPoint,
        finite: newValue.x.isFinite && newValue.y.isFinite)
    }
  }

  /// How the gradient runs. ``Kind/axial`` by default.
  public final var type: Kind {
    get { core.pointee.values.rareValues.gradient.type }
    set { setRare(\.gradient.type, newValue, .type) }
  }
}
