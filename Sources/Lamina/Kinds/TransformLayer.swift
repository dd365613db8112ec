/// A layer that only places its sublayers, without flattening them: what `CATransformLayer` is in
/// Core Animation.
///
/// Other layers flatten their sublayers into their own plane. The sublayers of a transform layer
/// are in the space around it: turned about any axis, at any depth, and projected by the
/// ``Layer/sublayerTransform`` of the nearest layer above that is not a transform layer. Nested
/// transform layers turn together, so they can form solids:
///
///     let cube = TransformLayer()
///     for side in sides { cube.addSublayer(side) }       // Each with a transform of its own.
///     cube.transform = Transform3D(rotation: 0.5, x: 1, y: 1, z: 0)
///     scene.sublayerTransform.m34 = -1 / 500             // The perspective.
///     scene.addSublayer(cube)
///
/// Layers in front hide those behind, whatever their order and depth in the tree. Layers in one
/// plane are drawn in tree order. Intersecting layers are not split: the one that is in front on
/// average, where both are visible, is drawn over the other. A layer counts as its bounds. Beyond
/// 256 layers in one space, those with nearer centres are drawn over the others.
///
/// It has the geometry, ``Layer/isHidden``, the timing and ``Layer/opacity``, which applies to each
/// sublayer separately. All other visible properties are stored and not used: background, contents,
/// border, corners, shadow, filters, mask, ``Layer/masksToBounds`` and transitions. It is never
/// hit, and ``Layer/hitTest(_:)`` on it returns nil, as it has no plane; its sublayers are found by
/// hit tests from outside. Where numbers are too large or too small for `Double` it flattens.
open class TransformLayer: Layer {
  class override var initialValues: LayerValues { LayerValues(flags: .preservesDepth) }
  class override func canCopy(_ layer: Layer) -> Bool { layer is TransformLayer }
}
