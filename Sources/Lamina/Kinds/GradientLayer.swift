import Foundation

/// A layer that draws a colour gradient, the counterpart of `CAGradientLayer` in Core Animation.
///
/// The gradient is drawn above the background and below the contents, within the layer's bounds and
/// rounded corners. Each pixel takes the colour at its centre: red, green, blue and alpha are
/// interpolated separately in sRGB encoding, then multiplied by alpha and rounded to the nearest
/// value in 0...255. The gradient of an axis-aligned layer spans the whole pixels that the layer is
/// drawn on.
///
///     let sky = GradientLayer()
///     sky.colors = [.blue, .cyan, .white]
///     sky.locations = [0, 0.75, 1]
///
/// Changes of ``startPoint`` and ``endPoint``, and of non-nil ``colors`` and ``locations``, start
/// implicit animations.
open class GradientLayer: Layer {
  /// The geometry of a gradient.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Along the line from the start point to the end point, constant at right angles to it. The
    /// first colour extends before the start and the last colour past the end. Nothing is drawn if
    /// the two points coincide.
    case axial
    /// Outwards from the start point, in ellipses. The end point is a corner of the bounding box of
    /// the ellipse at location 1; the last colour extends past that ellipse. Nothing is drawn if
    /// the box has no width or no height.
    case radial
    /// Around the start point, beginning in the direction of the end point and turning from +x to
    /// +y, that is, clockwise. Nothing is drawn if the two points coincide.
    case conic
  }

  private static let defaultBox = RareValuesBox(kind: .gradient(GradientValues()))
  class override var initialValues: LayerValues { LayerValues(rare: defaultBox) }
  class override func canCopy(_ layer: Layer) -> Bool { layer is GradientLayer }

  /// The colours, in order. Nothing is drawn if they are nil, the default, or fewer than two.
  /// Animatable, colour by colour if both arrays have the same count.
  ///
  /// - Precondition: all components are finite.
  public final var colors: [Color]? {
    get { storage.values.rareValues.gradient.colors }
    set { setRare(\.gradient.colors, newValue, .gradient(.colors)) }
  }

  /// The location of each colour, from 0 at the start to 1 at the end, in rising order. A location
  /// less than its predecessor is treated as equal to it. Nil, the default, spaces the colours
  /// evenly. Nothing is drawn if the number of locations differs from that of the colours. Only the
  /// range from 0 to 1 is drawn. Animatable, number by number if both arrays have the same count.
  ///
  /// - Precondition: all numbers are finite.
  public final var locations: [Double]? {
    get { storage.values.rareValues.gradient.locations }
    set { setRare(\.gradient.locations, newValue, .gradient(.locations)) }
  }

  /// The start of the gradient, in unit coordinates of the bounds: (0, 0) is the top left, (1, 1)
  /// the bottom right. (0.5, 0) by default. The point may lie outside the bounds. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var startPoint: CGPoint {
    get { storage.values.rareValues.gradient.startPoint }
    set { setRare(\.gradient.startPoint, newValue, .gradient(.startPoint)) }
  }

  /// The end of the gradient, in unit coordinates of the bounds. (0.5, 1) by default. Animatable.
  ///
  /// - Precondition: both numbers are finite.
  public final var endPoint: CGPoint {
    get { storage.values.rareValues.gradient.endPoint }
    set { setRare(\.gradient.endPoint, newValue, .gradient(.endPoint)) }
  }

  /// The geometry of the gradient. ``Kind/axial`` by default.
  public final var type: Kind {
    get { storage.values.rareValues.gradient.type }
    set { setRare(\.gradient.type, newValue, .gradient(.type)) }
  }
}

/// The properties that a ``GradientLayer`` adds to those of every layer.
struct GradientValues: Sendable, Equatable {
  var colors: [Color]?
  var locations: [Double]?
  var startPoint = CGPoint(x: 0.5, y: 0)
  var endPoint = CGPoint(x: 0.5, y: 1)
  var type = GradientLayer.Kind.axial

  /// The keys of the properties, in the order of descriptions.
  enum Key: String, NumberedKey {
    case colors, locations, startPoint, endPoint, type

    static var firstNumber: UInt8 { 64 }
  }

  static let properties = PropertyTable([
    .init(
      .gradient(.colors), \.rareValues.gradient.colors, \GradientLayer.colors,
      action: .animationOfValue),
    .init(
      .gradient(.locations), \.rareValues.gradient.locations, \GradientLayer.locations,
      action: .animationOfValue),
    .init(.gradient(.startPoint), \.rareValues.gradient.startPoint, \GradientLayer.startPoint),
    .init(.gradient(.endPoint), \.rareValues.gradient.endPoint, \GradientLayer.endPoint),
    .fixed(.gradient(.type), \.rareValues.gradient.type, \GradientLayer.type),
  ])
}

extension RareValues {
  /// The values of a ``GradientLayer``.
  var gradient: GradientValues {
    // Not inlined: the accessor of each property would copy all values in place.
    @inline(never) get {
      if case .gradient(let values) = kind { values } else { GradientValues() }
    }
    @inline(never) set { kind = .gradient(newValue) }
  }
}

extension LayerKey {
  static func gradient(_ key: GradientValues.Key) -> LayerKey { LayerKey(of: key) }
}

// MARK: - Typed keys

extension LayerProperty where Value == CGPoint {
  public static var startPoint: Self { Self("startPoint") }
  public static var endPoint: Self { Self("endPoint") }
}

extension LayerProperty where Value == [Color] {
  public static var colors: Self { Self("colors") }
}

extension LayerProperty where Value == [Double] {
  public static var locations: Self { Self("locations") }
}
