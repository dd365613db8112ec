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

  /// Creates a layer of zero size at the origin without a path.
  public override init() {
    super.init()
    beginAs(Self.defaultBox)
  }

  /// Creates the copy that ``Layer/presentation()`` returns; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: `layer` is a ``ShapeLayer``.
  public required init(layer: Any) {
    require(
      layer is ShapeLayer,
      "init(layer:) of ShapeLayer cannot copy a value of type \(Swift.type(of: layer))")
    super.init(layer: layer)
  }

  /// Returns the default value of a property. Differs from other layers in `fillColor`, `fillRule`,
  /// `strokeEnd`, `lineWidth`, `miterLimit`, `lineCap` and `lineJoin`.
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

  /// The path to draw, in points of the layer's own coordinate space. Nil, which draws nothing, by
  /// default.
  ///
  /// Animatable, point by point if both paths consist of the same steps, else by a switch half-way;
  /// a change starts no implicit animation.
  ///
  /// - Complexity: setting it takes O(*n*) in the number of steps, unless the path is a copy of the
  ///   current one.
  public final var path: Path? {
    get { core.pointee.values.rareValues.shape.path }
    set { setRare(\.shape.path, newValue, .path) }
  }

  /// The colour of the fill, for which every subpath counts as closed; nil for none. Opaque black
  /// by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var fillColor: Color? {
    get { core.pointee.values.rareValues.shape.fillColor }
    set { setRare(\.shape.fillColor, newValue, .fillColor, finite: newValue?.isFinite ?? true) }
  }

  /// The rule that decides which points are inside the path. ``FillRule/nonZero`` by default.
  public final var fillRule: FillRule {
    get { core.pointee.values.rareValues.shape.fillRule }
    set { setRare(\.shape.fillRule, newValue, .fillRule) }
  }

  /// The colour of the stroke; nil, none, by default. Animatable.
  ///
  /// - Precondition: all four components are finite.
  public final var strokeColor: Color? {
    get { core.pointee.values.rareValues.shape.strokeColor }
    set {
      setRare(\.shape.strokeColor, newValue, .strokeColor, finite: newValue?.isFinite ?? true)
    }
  }

  /// The start of the stroke, as a fraction of the total length of all subpaths. 0 by default.
  /// Clamped to 0...1 when drawn; nothing is drawn unless it is below ``strokeEnd``. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var strokeStart: CGFloat {
    get { core.pointee.values.rareValues.shape.strokeStart }
    set { setRare(\.shape.strokeStart, newValue, .strokeStart, finite: newValue.isFinite) }
  }

  /// The end of the stroke, as a fraction of the total length of all subpaths. 1 by default.
  /// Clamped to 0...1 when drawn. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var strokeEnd: CGFloat {
    get { core.pointee.values.rareValues.shape.strokeEnd }
    set { setRare(\.shape.strokeEnd, newValue, .strokeEnd, finite: newValue.isFinite) }
  }

  /// The width of the stroke in points, half of it on each side of the path. 1 by default; nothing
  /// is drawn for 0 or less. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lineWidth: CGFloat {
    get { core.pointee.values.rareValues.shape.lineWidth }
    set { setRare(\.shape.lineWidth, newValue, .lineWidth, finite: newValue.isFinite) }
  }

  /// The maximum miter length, as a multiple of ``lineWidth``; a corner that exceeds it is
  /// bevelled. 10 by default, which bevels corners sharper than 11.478°. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var miterLimit: CGFloat {
    get { core.pointee.values.rareValues.shape.miterLimit }
    set { setRare(\.shape.miterLimit, newValue, .miterLimit, finite: newValue.isFinite) }
  }

  /// The shape of the stroke's open ends, including those that ``strokeStart``, ``strokeEnd`` and
  /// dashes make. ``LineCap/butt`` by default.
  public final var lineCap: LineCap {
    get { core.pointee.values.rareValues.shape.lineCap }
    set { setRare(\.shape.lineCap, newValue, .lineCap) }
  }

  /// The shape of the stroke's corners. ``LineJoin/miter`` by default.
  public final var lineJoin: LineJoin {
    get { core.pointee.values.rareValues.shape.lineJoin }
    set { setRare(\.shape.lineJoin, newValue, .lineJoin) }
  }

  /// The alternating lengths of dashes and gaps in points, repeated along each subpath of the part
  /// that ``strokeStart`` and ``strokeEnd`` leave. Nil, a solid line, by default; a pattern that is
  /// empty or all zero is solid, too.
  ///
  /// - Precondition: each length is finite, and 0 or more.
  public final var lineDashPattern: [CGFloat]? {
    get { core.pointee.values.rareValues.shape.lineDashPattern }
    set {
      require(
        newValue.map(ShapeValues.isDashPattern) ?? true,
        "\(diagnosticName): lineDashPattern must be finite lengths of 0 or more, "
          + "not \(newValue ?? [])")
      setRare(\.shape.lineDashPattern, newValue, .lineDashPattern)
    }
  }

  /// The distance into the dash pattern at which each subpath begins, in points; may be negative. 0
  /// by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var lineDashPhase: CGFloat {
    get { core.pointee.values.rareValues.shape.lineDashPhase }
    set { setRare(\.shape.lineDashPhase, newValue, .lineDashPhase, finite: newValue.isFinite) }
  }
}
