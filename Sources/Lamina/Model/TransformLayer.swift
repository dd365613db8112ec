/// A layer that only places its sublayers, and does not flatten them: what `CATransformLayer` is in
/// Core Animation.
///
/// Other layers show their sublayers as a picture in their own plane. The sublayers of a transform
/// layer stand in the space around it: turned about any axis, at any depth, seen through the
/// ``Layer/sublayerTransform`` of the nearest layer above that is no transform layer. Transform
/// layers in each other turn together, so solids can be made of them:
///
///     let cube = TransformLayer()
///     for side in sides { cube.addSublayer(side) }       // Each with a transform of its own.
///     cube.transform = Transform3D(rotation: 0.5, x: 1, y: 1, z: 0)
///     scene.sublayerTransform.m34 = -1 / 500             // The perspective.
///     scene.addSublayer(cube)
///
/// What is in front hides what is behind, whatever the order of the layers and their depth in the
/// tree. Layers in one plane are drawn in the order of the tree. Layers that cut through each other
/// are not cut apart: the one that is in front in the mean, where both are seen, is drawn over the
/// other. A layer counts as its bounds. Past ``maximumSortedCount`` layers in one space, those
/// whose middles are nearer are drawn over the others.
///
/// Of its own it has the geometry, ``Layer/isHidden``, the timing and ``Layer/opacity``, which acts
/// on each sublayer singly. Everything else that layers show is stored and not used: background,
/// contents, border, corners, shadow, filters, mask, ``Layer/masksToBounds`` and transitions. It is
/// never hit, and ``Layer/hitTest(_:)`` on it gives nil, as it has no plane; its sublayers are
/// found by hit tests from outside. Where numbers are too large or too small for `Double` it
/// flattens.
open class TransformLayer: Layer {
  /// How many layers in one space are compared by what is seen of them.
  public static let maximumSortedCount = DepthSorting.maximumCount

  /// Creates a layer of zero size at the origin.
  public override init() {
    super.init()
    core.pointee.values.flags.insert(.preservesDepth)
  }

  /// Creates the copy that ``Layer/presentation()`` hands out; see ``Layer/init(layer:)``.
  ///
  /// - Precondition: a ``TransformLayer``.
  public required init(layer: Any) {
    require(
      layer is TransformLayer,
      "init(layer:) copies a TransformLayer, and was given a \(Swift.type(of: layer))")
    super.init(layer: layer)
  }
}
