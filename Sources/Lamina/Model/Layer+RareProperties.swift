import Foundation

// The properties that most layers leave at their defaults; they stand behind one reference.

extension Layer {
  /// The order among siblings: a higher one is drawn later, equal ones by index. Also the
  /// depth at which a perspective sees the layer, in points. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var zPosition: CGFloat {
    get { core.pointee.values.rareValues.zPosition }
    set {
      setRare(\.zPosition, newValue, .zPosition, finite: newValue.isFinite)
    }
  }

  /// The depth of the anchor point in the layer, in points. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var anchorPointZ: CGFloat {
    get { core.pointee.values.rareValues.anchorPointZ }
    set { setRare(\.anchorPointZ, newValue, .anchorPointZ, finite: newValue.isFinite) }
  }

  /// What is done to the layer about its ``anchorPoint``. Identity by default. Animatable.
  ///
  /// - Precondition: all sixteen numbers are finite.
  public final var transform: Transform3D {
    get { core.pointee.values.rareValues.transform }
    set {
      setRare(\.transform, newValue, .transform, finite: newValue.isFinite)
    }
  }

  /// What is done to all sublayers about this layer's ``anchorPoint``; the place of a
  /// perspective. Identity by default. Animatable.
  ///
  /// - Precondition: all sixteen numbers are finite.
  public final var sublayerTransform: Transform3D {
    get { core.pointee.values.rareValues.sublayerTransform }
    set { setRare(\.sublayerTransform, newValue, .sublayerTransform, finite: newValue.isFinite) }
  }

  /// The part of the contents that is shown, in unit coordinates with the origin at the top
  /// left. Beyond the unit square the edge pixels extend. (0, 0, 1, 1) by default. Animatable.
  ///
  /// - Precondition: all four numbers are finite.
  public final var contentsRect: CGRect {
    get { core.pointee.values.rareValues.contentsRect }
    set { setRare(\.contentsRect, newValue, .contentsRect, finite: newValue.isFiniteRect) }
  }

  /// The part of ``contentsRect`` that stretches both ways, in unit coordinates; the corners
  /// around it keep their size, the edges stretch one way. It acts only where the
  /// ``contentsGravity`` resizes. (0, 0, 1, 1) by default. Animatable.
  ///
  /// - Precondition: all four numbers are finite.
  public final var contentsCenter: CGRect {
    get { core.pointee.values.rareValues.contentsCenter }
    set { setRare(\.contentsCenter, newValue, .contentsCenter, finite: newValue.isFiniteRect) }
  }

  /// How the contents are placed in the bounds. ``ContentsGravity/resize`` by default.
  public final var contentsGravity: ContentsGravity {
    get { core.pointee.values.rareValues.contentsGravity }
    set { setRare(\.contentsGravity, newValue, .contentsGravity) }
  }

  /// How many pixels of the contents make one point. 1 by default. Animatable. It counts where
  /// the gravity does not resize, and gives the resolution of what ``draw(in:)`` draws.
  ///
  /// - Precondition: the number is finite and greater than 0.
  public final var contentsScale: CGFloat {
    get { core.pointee.values.rareValues.contentsScale }
    set {
      require(
        newValue > 0 && newValue.isFinite,
        "\(diagnosticName): contentsScale must be greater than 0 and finite, and \(newValue) is not"
      )
      setRare(\.contentsScale, newValue, .contentsScale)
    }
  }

  /// How contents are read when they are drawn larger than they are. Linear by default.
  public final var magnificationFilter: ContentsFilter {
    get { core.pointee.values.rareValues.magnificationFilter }
    set { setRare(\.magnificationFilter, newValue, .magnificationFilter) }
  }

  /// How contents are read when they are drawn smaller than they are. Linear by default.
  public final var minificationFilter: ContentsFilter {
    get { core.pointee.values.rareValues.minificationFilter }
    set { setRare(\.minificationFilter, newValue, .minificationFilter) }
  }

  /// How many levels of smaller copies a trilinear ``minificationFilter`` goes further: above 0 the
  /// picture is softer, below 0 it is sharper. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var minificationFilterBias: Float {
    get { core.pointee.values.rareValues.minificationFilterBias }
    set {
      setRare(
        \.minificationFilterBias, newValue, .minificationFilterBias, finite: newValue.isFinite)
    }
  }

  /// Whether contents are aligned to whole pixels while no animation moves them. True by default.
  /// Not animatable.
  ///
  /// Where it is false, the contents of this layer and of all that it holds are always sampled at
  /// their true place, in parts of a pixel: what contents, text and rasterized layers show, and
  /// their shadows. Set it on a layer that the program itself moves from frame to frame, so that
  /// it glides as one that is animated, and leave it for one that stays where it is, as contents
  /// between pixels are softer. Edges lie on whole pixels in any case. See
  /// ``RenderOptions/contentsAlignment``.
  public final var alignsContentsToPixels: Bool {
    get { core.pointee.values.rareValues.alignsContentsToPixels }
    set { setRare(\.alignsContentsToPixels, newValue, .alignsContentsToPixels) }
  }

  /// The affine part of ``transform``; the identity where it is not affine.
  public final func affineTransform() -> Transform2D { transform.affine }

  /// Sets ``transform`` to do to the plane what `transform` does.
  public final func setAffineTransform(_ transform: Transform2D) {
    self.transform = Transform3D(transform)
  }

  final func setRare<Value: Equatable>(
    _ path: WritableKeyPath<RareValues, Value>, _ value: Value, _ key: LayerKey,
    finite: Bool = true
  ) {
    var rare = core.pointee.values.rareValues
    if rare[keyPath: path] == value { return }
    require(finite, "\(diagnosticName): \(key.rawValue) must be finite, and \(value) is not")
    let pending = willChange(key)
    rare[keyPath: path] = value
    storeRare(rare)
    if key == .zPosition { zPositionDidChange() }
    if key == .transform {
      markNeedsLayout()
      superlayer?.markNeedsLayout()
    }
    didChange(pending)
  }
}

extension CGRect {
  var isFiniteRect: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
