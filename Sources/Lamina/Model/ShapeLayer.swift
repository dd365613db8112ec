import Foundation

/// A layer that shows a path, filled, stroked or both: what `CAShapeLayer` is in Core Animation.
///
/// The path is drawn over the layer's contents and below its sublayers: the fill first, and the
/// stroke over it. It stands in the layer's own coordinates, in points, and is not cut off at the
/// bounds unless the layer ``Layer/masksToBounds``. Whatever turns, scales or tilts the layer does
/// the same to the pen, so edges stay sharp at every size. Edges are antialiased by the exact area
/// that is covered; a shape is not put on whole pixels as the layer's background is.
///
///     let ring = ShapeLayer()
///     ring.path = Path(ellipseIn: CGRect(x: 5, y: 5, width: 90, height: 90))
///     ring.fillColor = nil
///     ring.strokeColor = .orange
///     ring.lineWidth = 8
///     ring.strokeEnd = 0.25
///
/// Changes of all animatable properties but ``path`` start implicit animations, of colours only
/// where there was one before. Hit testing goes by the bounds, as for every layer.
open class ShapeLayer: Layer {
  private static let defaultBox = RareBox(kind: .shape(ShapeValues()))

  /// Creates a layer of zero size at the origin without a path.
  public override init() {
    super.init()
    beginAs(Self.defaultBox)
  }

  /// Creates the copy that ``Layer/presentation()`` hands out; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: a ``ShapeLayer``.
  public required init(layer: Any) {
    require(
      layer is ShapeLayer,
      "init(layer:) copies a ShapeLayer, and was given a \(Swift.type(of: layer))")
    super.init(layer: layer)
  }

  /// As of every layer, and `fillColor`, `fillRule`, `strokeEnd`, `lineWidth`, `miterLimit`,
  /// `lineCap` and `lineJoin`.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "fillColor": Color.black
    case "fillRule": FillRule.nonZero
    case "strokeEnd", "lineWidth": CGFloat(1)
    case "miterLimit": CGFloat(10)
    case "lineCap": LineCap.butt
    case "lineJoin": LineJoin.miter
    default: super.defaultValue(forKey: key)
    }
  }

  /// What is drawn, in points of the layer's own coordinate space. Nil, nothing, by default.
  ///
  /// Animatable, point by point where both paths are made of the same steps, else it changes at
  /// the half; a change starts no implicit animation.
  ///
  /// - Complexity: to set it, O(*n*) in the number of steps where the path is not a copy of the
  ///   one that is set.
  public final var path: Path? {
    get { core.pointee.values.rareValues.shape.path }
    set { setRare(\.shape.path, newValue, .path) }
  }

  /// The colour inside the path, every subpath taken as closed; nil for none. Opaque black by
  /// default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var fillColor: Color? {
    get { core.pointee.values.rareValues.shape.fillColor }
    set { setRare(\.shape.fillColor, newValue, .fillColor, finite: newValue?.isFinite ?? true) }
  }

  /// Which points are inside the path. ``FillRule/nonZero`` by default.
  public final var fillRule: FillRule {
    get { core.pointee.values.rareValues.shape.fillRule }
    set { setRare(\.shape.fillRule, newValue, .fillRule) }
  }

  /// The colour of the path's outline; nil, none, by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var strokeColor: Color? {
    get { core.pointee.values.rareValues.shape.strokeColor }
    set {
      setRare(\.shape.strokeColor, newValue, .strokeColor, finite: newValue?.isFinite ?? true)
    }
  }

  /// Where the stroke begins, as a part of the length of all subpaths together. 0 by default.
  /// Clamped to 0...1 when drawn; nothing is drawn where it is not below ``strokeEnd``.
  /// Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var strokeStart: CGFloat {
    get { core.pointee.values.rareValues.shape.strokeStart }
    set { setRare(\.shape.strokeStart, newValue, .strokeStart, finite: newValue.isFinite) }
  }

  /// Where the stroke ends, as a part of the length of all subpaths together. 1 by default.
  /// Clamped to 0...1 when drawn. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var strokeEnd: CGFloat {
    get { core.pointee.values.rareValues.shape.strokeEnd }
    set { setRare(\.shape.strokeEnd, newValue, .strokeEnd, finite: newValue.isFinite) }
  }

  /// The width of the stroke, in points, half of it on each side of the path. 1 by default;
  /// nothing is drawn for 0 or less. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lineWidth: CGFloat {
    get { core.pointee.values.rareValues.shape.lineWidth }
    set { setRare(\.shape.lineWidth, newValue, .lineWidth, finite: newValue.isFinite) }
  }

  /// The longest miter, as a multiple of ``lineWidth``; corners that would need a longer one are
  /// bevelled. 10, which bevels corners sharper than 11.478°, by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var miterLimit: CGFloat {
    get { core.pointee.values.rareValues.shape.miterLimit }
    set { setRare(\.shape.miterLimit, newValue, .miterLimit, finite: newValue.isFinite) }
  }

  /// How the stroke's open ends look, those that ``strokeStart``, ``strokeEnd`` and dashes make
  /// included. ``LineCap/butt`` by default.
  public final var lineCap: LineCap {
    get { core.pointee.values.rareValues.shape.lineCap }
    set { setRare(\.shape.lineCap, newValue, .lineCap) }
  }

  /// How the stroke's corners look. ``LineJoin/miter`` by default.
  public final var lineJoin: LineJoin {
    get { core.pointee.values.rareValues.shape.lineJoin }
    set { setRare(\.shape.lineJoin, newValue, .lineJoin) }
  }

  /// The lengths of dashes and gaps in turn, in points, repeated along each subpath of what
  /// ``strokeStart`` and ``strokeEnd`` leave. Nil, a solid line, by default; so is a pattern that
  /// is empty or all zero.
  ///
  /// - Precondition: each length is finite, and 0 or more.
  public final var lineDashPattern: [CGFloat]? {
    get { core.pointee.values.rareValues.shape.lineDashPattern }
    set {
      require(
        newValue.map(ShapeValues.isDashPattern) ?? true,
        "\(diagnosticName): lineDashPattern must be finite lengths of 0 or more, "
          + "and \(newValue ?? []) is not")
      setRare(\.shape.lineDashPattern, newValue, .lineDashPattern)
    }
  }

  /// How far into the pattern each subpath begins, in points; may be negative. 0 by default.
  /// Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lineDashPhase: CGFloat {
    get { core.pointee.values.rareValues.shape.lineDashPhase }
    set { setRare(\.shape.lineDashPhase, newValue, .lineDashPhase, finite: newValue.isFinite) }
  }
}
