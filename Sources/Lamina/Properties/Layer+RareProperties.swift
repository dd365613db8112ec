import Foundation

// The properties that most layers leave at their defaults, stored in a shared box.

extension Layer {
  /// The layer's position on the z-axis, which orders siblings: higher ones are drawn later, equal
  /// ones by index. It is also the depth in a perspective, in points. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var zPosition: CGFloat {
    get { storage.values.rareValues.zPosition }
    set { setRare(\.zPosition, newValue, .zPosition) }
  }

  /// The z-coordinate of the anchor point in the layer, in points. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var anchorPointZ: CGFloat {
    get { storage.values.rareValues.anchorPointZ }
    set { setRare(\.anchorPointZ, newValue, .anchorPointZ) }
  }

  /// The transform applied to the layer about its ``anchorPoint``. Identity by default. Animatable.
  ///
  /// - Precondition: all sixteen numbers are finite.
  public final var transform: Transform3D {
    get { storage.values.rareValues.transform }
    set { setRare(\.transform, newValue, .transform) }
  }

  /// The transform applied to all sublayers about this layer's ``anchorPoint``, typically a
  /// perspective. Identity by default. Animatable.
  ///
  /// - Precondition: all sixteen numbers are finite.
  public final var sublayerTransform: Transform3D {
    get { storage.values.rareValues.sublayerTransform }
    set { setRare(\.sublayerTransform, newValue, .sublayerTransform) }
  }

  /// The visible part of the contents, in unit coordinates with the origin at the top left. Beyond
  /// the unit square the edge pixels extend. (0, 0, 1, 1) by default. Animatable.
  ///
  /// - Precondition: all four numbers are finite.
  public final var contentsRect: CGRect {
    get { storage.values.rareValues.contentsRect }
    set { setRare(\.contentsRect, newValue, .contentsRect) }
  }

  /// The part of ``contentsRect`` that stretches in both directions, in unit coordinates. The
  /// corners around it keep their size, and the edges stretch in one direction. It applies only if
  /// the ``contentsGravity`` resizes. (0, 0, 1, 1) by default. Animatable.
  ///
  /// - Precondition: all four numbers are finite.
  public final var contentsCenter: CGRect {
    get { storage.values.rareValues.contentsCenter }
    set { setRare(\.contentsCenter, newValue, .contentsCenter) }
  }

  /// The placement of the contents in the bounds. ``ContentsGravity/resize`` by default.
  public final var contentsGravity: ContentsGravity {
    get { storage.values.rareValues.contentsGravity }
    set { setRare(\.contentsGravity, newValue, .contentsGravity) }
  }

  /// The number of pixels of the contents per point. 1 by default. Animatable. It applies if the
  /// gravity does not resize, and determines the resolution at which ``draw(in:)`` draws.
  ///
  /// - Precondition: the number is finite and greater than 0.
  public final var contentsScale: CGFloat {
    get { storage.values.rareValues.contentsScale }
    set {
      require(
        newValue > 0 && newValue.isFinite,
        "\(diagnosticName): contentsScale must be finite and greater than 0, not \(newValue)"
      )
      setRare(\.contentsScale, newValue, .contentsScale)
    }
  }

  /// The filter for contents drawn larger than their size. Linear by default.
  public final var magnificationFilter: ContentsFilter {
    get { storage.values.rareValues.magnificationFilter }
    set { setRare(\.magnificationFilter, newValue, .magnificationFilter) }
  }

  /// The filter for contents drawn smaller than their size. Linear by default.
  public final var minificationFilter: ContentsFilter {
    get { storage.values.rareValues.minificationFilter }
    set { setRare(\.minificationFilter, newValue, .minificationFilter) }
  }

  /// The offset added to the mipmap level of a trilinear ``minificationFilter``: a value above 0
  /// makes the picture softer, a value below 0 sharper. 0 by default. Animatable.
  ///
  /// - Precondition: the number is finite.
  public final var minificationFilterBias: Float {
    get { storage.values.rareValues.minificationFilterBias }
    set { setRare(\.minificationFilterBias, newValue, .minificationFilterBias) }
  }

  /// A Boolean value indicating whether contents are aligned to whole pixels while no animation
  /// moves them. True by default. Not animatable.
  ///
  /// If false, the contents of this layer and of all its descendants are always sampled at their
  /// exact position, in fractions of a pixel. This includes contents, text and rasterized layers,
  /// and their shadows. Set it to false on a layer that the program itself moves from frame to
  /// frame, so that it glides like an animated one. Leave it true for a layer at rest, because
  /// contents between pixels are softer. Edges lie on whole pixels in any case. See
  /// ``RenderOptions/contentsAlignment``.
  public final var alignsContentsToPixels: Bool {
    get { storage.values.rareValues.alignsContentsToPixels }
    set { setRare(\.alignsContentsToPixels, newValue, .alignsContentsToPixels) }
  }

  /// Returns the affine part of ``transform``, or the identity if it is not affine.
  public final func affineTransform() -> Transform2D { transform.affine }

  /// Sets ``transform`` to the 3-D equivalent of a 2-D affine transform.
  public final func setAffineTransform(_ transform: Transform2D) {
    self.transform = Transform3D(transform)
  }

  final func setRare<Value: Equatable & PropertyType>(
    _ path: WritableKeyPath<RareValues, Value>, _ value: Value, _ key: CommonKey
  ) {
    setRare(path, value, LayerKey(key))
  }

  final func setRare<Value: Equatable & PropertyType>(
    _ path: WritableKeyPath<RareValues, Value>, _ value: Value, _ key: LayerKey
  ) {
    setRare(path, value, key, finite: value.isFinite)
  }

  final func setRare<Value: Equatable>(
    _ path: WritableKeyPath<RareValues, Value>, _ value: Value, _ key: LayerKey, finite: Bool
  ) {
    var rare = storage.values.rareValues
    if rare[keyPath: path] == value { return }
    require(finite, "\(diagnosticName): \(key.rawValue) must be finite, not \(value)")
    let pending = willChange(key)
    rare[keyPath: path] = value
    storeRare(rare)
    if key == LayerKey(.zPosition) { zPositionDidChange() }
    if key == LayerKey(.transform) {
      markNeedsLayout()
      superlayer?.markNeedsLayout()
    }
    didChange(pending)
  }
}
