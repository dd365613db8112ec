import Foundation

/// A layer that shows a path, filled, stroked or both: what `CAShapeLayer` is in Core Animation.
///
/// The path is drawn over the layer's contents and below its sublayers: the fill first, and the
/// stroke over it. Its coordinates are the layer's own, in points, and it is not clipped to the
/// bounds unless the layer ``Layer/masksToBounds``. The layer's transforms, whether they turn,
/// scale or tilt it, also apply to the pen, so edges stay sharp at every size. Edges are
/// antialiased by exact area coverage; unlike the layer's background, a shape is not aligned to
/// whole pixels.
///
///     let ring = ShapeLayer()
///     ring.path = Path(ellipseIn: CGRect(x: 5, y: 5, width: 90, height: 90))
///     ring.fillColor = nil
///     ring.strokeColor = .orange
///     ring.lineWidth = 8
///     ring.strokeEnd = 0.25
///
/// Changes of all animatable properties but ``path`` start implicit animations, those of colours
/// only if there was one before. Hit testing uses the bounds, as for every layer.
open class ShapeLayer: Layer {
  private static let defaultBox = RareValuesBox(kind: .shape(ShapeValues()))
  class override var initialValues: LayerValues { LayerValues(rare: defaultBox) }
  class override func canCopy(_ layer: Layer) -> Bool { layer is ShapeLayer }

  /// The path to draw, in points of the layer's own coordinate space. Nil, which draws nothing, by
  /// default.
  ///
  /// Animatable, point by point if both paths consist of the same steps, else by a switch half-way;
  /// a change starts no implicit animation.
  ///
  /// - Complexity: setting it takes O(*n*) in the number of steps, unless the path is a copy of the
  ///   current one.
  public final var path: Path? {
    get { storage.values.rareValues.shape.path }
    set { setRare(\.shape.path, newValue, .shape(.path)) }
  }

  /// The colour of the fill, for which every subpath counts as closed; nil for none. Opaque black
  /// by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var fillColor: Color? {
    get { storage.values.rareValues.shape.fillColor }
    set { setRare(\.shape.fillColor, newValue, .shape(.fillColor)) }
  }

  /// The rule that decides which points are inside the path. ``FillRule/nonZero`` by default.
  public final var fillRule: FillRule {
    get { storage.values.rareValues.shape.fillRule }
    set { setRare(\.shape.fillRule, newValue, .shape(.fillRule)) }
  }

  /// The colour of the stroke; nil, none, by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var strokeColor: Color? {
    get { storage.values.rareValues.shape.strokeColor }
    set { setRare(\.shape.strokeColor, newValue, .shape(.strokeColor)) }
  }

  /// The start of the stroke, as a fraction of the total length of all subpaths. 0 by default.
  /// Clamped to 0...1 when drawn; nothing is drawn unless it is below ``strokeEnd``. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var strokeStart: CGFloat {
    get { storage.values.rareValues.shape.strokeStart }
    set { setRare(\.shape.strokeStart, newValue, .shape(.strokeStart)) }
  }

  /// The end of the stroke, as a fraction of the total length of all subpaths. 1 by default.
  /// Clamped to 0...1 when drawn. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var strokeEnd: CGFloat {
    get { storage.values.rareValues.shape.strokeEnd }
    set { setRare(\.shape.strokeEnd, newValue, .shape(.strokeEnd)) }
  }

  /// The offset added to ``strokeStart`` and ``strokeEnd``, as a fraction of the total length of all
  /// subpaths. 0 by default. Animatable.
  ///
  /// The part of the stroke that it shifts past the end of the path continues at the beginning, so
  /// an animation from 0 to 1 runs around a closed path once. A whole number shifts nothing.
  ///
  /// - Precondition: the number is finite.
  public final var strokeOffset: CGFloat {
    get { storage.values.rareValues.shape.strokeOffset }
    set { setRare(\.shape.strokeOffset, newValue, .shape(.strokeOffset)) }
  }

  /// The width of the stroke in points, half of it on each side of the path. 1 by default; nothing
  /// is drawn for 0 or less. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lineWidth: CGFloat {
    get { storage.values.rareValues.shape.lineWidth }
    set { setRare(\.shape.lineWidth, newValue, .shape(.lineWidth)) }
  }

  /// The maximum miter length, as a multiple of ``lineWidth``; a corner that exceeds it is
  /// bevelled. 10 by default, which bevels corners sharper than 11.478°. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var miterLimit: CGFloat {
    get { storage.values.rareValues.shape.miterLimit }
    set { setRare(\.shape.miterLimit, newValue, .shape(.miterLimit)) }
  }

  /// The shape of the stroke's open ends, including those that ``strokeStart``, ``strokeEnd`` and
  /// dashes make. ``LineCap/butt`` by default.
  public final var lineCap: LineCap {
    get { storage.values.rareValues.shape.lineCap }
    set { setRare(\.shape.lineCap, newValue, .shape(.lineCap)) }
  }

  /// The shape of the stroke's corners. ``LineJoin/miter`` by default.
  public final var lineJoin: LineJoin {
    get { storage.values.rareValues.shape.lineJoin }
    set { setRare(\.shape.lineJoin, newValue, .shape(.lineJoin)) }
  }

  /// The alternating lengths of dashes and gaps in points, repeated along each subpath of the part
  /// that ``strokeStart`` and ``strokeEnd`` leave. Nil, a solid line, by default; a pattern that is
  /// empty or all zero is solid, too.
  ///
  /// - Precondition: each length is finite, and 0 or more.
  public final var lineDashPattern: [CGFloat]? {
    get { storage.values.rareValues.shape.lineDashPattern }
    set {
      require(
        newValue.map(ShapeValues.isDashPattern) ?? true,
        "\(diagnosticName): lineDashPattern must be finite lengths of 0 or more, "
          + "not \(newValue ?? [])")
      setRare(\.shape.lineDashPattern, newValue, .shape(.lineDashPattern))
    }
  }

  /// The distance into the dash pattern at which each subpath begins, in points; may be negative. 0
  /// by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lineDashPhase: CGFloat {
    get { storage.values.rareValues.shape.lineDashPhase }
    set { setRare(\.shape.lineDashPhase, newValue, .shape(.lineDashPhase)) }
  }
}

/// The properties of a ``ShapeLayer`` beyond those of every layer.
struct ShapeValues: Sendable, Equatable {
  var path: Path?
  var fillColor: Color? = .black
  var fillRule = FillRule.nonZero
  var strokeColor: Color?
  var strokeStart: CGFloat = 0
  var strokeEnd: CGFloat = 1
  var lineWidth: CGFloat = 1
  var miterLimit: CGFloat = 10
  var lineCap = LineCap.butt
  var lineJoin = LineJoin.miter
  var lineDashPattern: [CGFloat]?
  var lineDashPhase: CGFloat = 0
  var strokeOffset: CGFloat = 0

  /// The start and end of the stroke without the offset, from 0 to 1; nil if nothing is stroked.
  var strokedPart: (start: Double, end: Double)? {
    let start = max(0, min(1, Double(strokeStart)))
    let end = max(0, min(1, Double(strokeEnd)))
    return lineWidth > 0 && start < end ? (start, end) : nil
  }

  /// The keys of the properties, in the order of descriptions.
  enum Key: String, NumberedKey {
    case path, fillColor, fillRule, strokeColor, strokeStart, strokeEnd, lineWidth, miterLimit
    case lineCap, lineJoin, lineDashPattern, lineDashPhase, strokeOffset

    static var firstNumber: UInt8 { 48 }
  }

  static let properties = PropertyTable([
    .init(.shape(.path), \.rareValues.shape.path, \ShapeLayer.path, action: .none),
    .init(
      .shape(.fillColor), \.rareValues.shape.fillColor, \ShapeLayer.fillColor,
      action: .animationOfValue),
    .fixed(.shape(.fillRule), \.rareValues.shape.fillRule, \ShapeLayer.fillRule),
    .init(
      .shape(.strokeColor), \.rareValues.shape.strokeColor, \ShapeLayer.strokeColor,
      action: .animationOfValue),
    .init(.shape(.strokeStart), \.rareValues.shape.strokeStart, \ShapeLayer.strokeStart),
    .init(.shape(.strokeEnd), \.rareValues.shape.strokeEnd, \ShapeLayer.strokeEnd),
    .init(.shape(.lineWidth), \.rareValues.shape.lineWidth, \ShapeLayer.lineWidth),
    .init(.shape(.miterLimit), \.rareValues.shape.miterLimit, \ShapeLayer.miterLimit),
    .fixed(.shape(.lineCap), \.rareValues.shape.lineCap, \ShapeLayer.lineCap),
    .fixed(.shape(.lineJoin), \.rareValues.shape.lineJoin, \ShapeLayer.lineJoin),
    .fixed(
      .shape(.lineDashPattern), \.rareValues.shape.lineDashPattern, \ShapeLayer.lineDashPattern),
    .init(.shape(.lineDashPhase), \.rareValues.shape.lineDashPhase, \ShapeLayer.lineDashPhase),
    .init(.shape(.strokeOffset), \.rareValues.shape.strokeOffset, \ShapeLayer.strokeOffset),
  ])

  /// Returns true if the lengths of dashes and gaps are valid: finite, and 0 or more.
  static func isDashPattern(_ lengths: [CGFloat]) -> Bool {
    lengths.allSatisfy { $0 >= 0 && $0.isFinite }
  }
}

extension RareValues {
  /// The values of a ``ShapeLayer``.
  var shape: ShapeValues {
    // Not inlined: the accessor of each property would copy all values in place.
    @inline(never) get {
      if case .shape(let values) = kind { values } else { ShapeValues() }
    }
    @inline(never) set { kind = .shape(newValue) }
  }
}

extension LayerKey {
  static func shape(_ key: ShapeValues.Key) -> LayerKey { LayerKey(of: key) }
}

// MARK: - Typed keys

extension LayerProperty where Value == Path {
  public static var path: Self { Self("path") }
}

extension LayerProperty where Value == Color {
  public static var fillColor: Self { Self("fillColor") }
  public static var strokeColor: Self { Self("strokeColor") }
}

extension LayerProperty where Value == CGFloat {
  public static var strokeStart: Self { Self("strokeStart") }
  public static var strokeEnd: Self { Self("strokeEnd") }
  public static var lineWidth: Self { Self("lineWidth") }
  public static var miterLimit: Self { Self("miterLimit") }
  public static var lineDashPhase: Self { Self("lineDashPhase") }
  public static var strokeOffset: Self { Self("strokeOffset") }
}
