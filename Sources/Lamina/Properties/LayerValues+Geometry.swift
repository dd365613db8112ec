import Foundation

// The placement of a layer in its superlayer: pure functions of values, for the model tree,
// presentation copies and the evaluation of a frame alike (rule 10.1, 10.8, 10.9).

/// The transform from the plane of a layer to an ancestor, accumulated from superlayer to
/// superlayer.
struct AncestorTransform {
  /// The transform to the plane of the last layer on the path that flattens its sublayers.
  private(set) var transform = ProjectiveTransform.identity
  /// The 3-D transform of the layers after that, which are not flattened yet.
  private var space: Transform3D?

  /// Goes from a layer to its superlayer.
  ///
  /// - Parameters:
  ///   - parent: the superlayer's values; nil at the root.
  ///   - goesOn: true if the path continues from the superlayer when that does not flatten.
  mutating func leave(_ values: LayerValues, into parent: LayerValues?, goesOn: Bool = true) {
    let isFlattened = !goesOn || parent?.isSpace != true
    if space == nil, isFlattened {
      transform = transform.concatenating(values.planeTransform(toParentWith: parent))
      return
    }
    let step = values.spaceTransform(toParentWith: parent)
    let whole = space?.concatenating(step) ?? step
    space = isFlattened ? nil : whole
    if isFlattened { transform = transform.concatenating(ProjectiveTransform(flattening: whole)) }
  }
}

extension LayerValues {
  /// True if sublayers are not flattened into the layer's plane, because it has none.
  var isSpace: Bool {
    flags.contains(.preservesDepth) || rare != nil && replicator?.preservesDepth == true
  }

  /// The anchor point in the layer's own space, before a flip, in points.
  var anchor: CGPoint {
    CGPoint(
      x: bounds.origin.x + anchorPoint.x * bounds.size.width,
      y: bounds.origin.y + anchorPoint.y * bounds.size.height)
  }

  /// The point of the layer's own space at ``LayerValues/position``: the ``anchor``, mirrored about
  /// the middle of the bounds in a flipped layer.
  var placedPoint: CGPoint {
    guard flags.contains(.geometryFlipped) else { return anchor }
    return CGPoint(x: anchor.x, y: mirrorSum - anchor.y)
  }

  /// The sum of y and its mirror image about the middle of the bounds.
  private var mirrorSum: CGFloat { 2 * bounds.origin.y + bounds.size.height }

  /// The transform from the layer's own space to its superlayer's, without the superlayer's
  /// `sublayerTransform`: `p' = (p - anchor) · transform + position`, preceded by the mirroring of
  /// a flipped layer.
  var transformToParent: Transform3D { transformToParent(about: anchor, mirrorSum: mirrorSum) }

  private func transformToParent(about anchor: CGPoint, mirrorSum: CGFloat) -> Transform3D {
    let rare = self.rare ?? RareValuesBox.defaults
    var result = rare.values.transform
    result.turnAbout(
      x: anchor.x, y: anchor.y, z: rare.values.anchorPointZ,
      placedAtX: position.x, y: position.y, z: rare.values.zPosition)
    if flags.contains(.geometryFlipped) { result.mirrorYFirst(sum: mirrorSum) }
    return result
  }

  /// Returns the transform from the layer's own plane to its superlayer's plane, including the
  /// superlayer's `sublayerTransform`, which acts about the superlayer's anchor point; z is dropped
  /// last.
  ///
  /// - Parameter parent: the superlayer's values; nil at the root.
  func planeTransform(toParentWith parent: LayerValues?) -> ProjectiveTransform {
    planeTransform(about: anchor, mirrorSum: mirrorSum, toParentWith: parent)
  }

  /// The length, in points, that no coordinate of a plain node exceeds.
  static var vastLength: Double { 1e9 }
  /// The length, in points, below which the size of a plain node loses precision.
  static var tinyLength: Double { 1e-6 }

  /// Returns true if the layer lies in its superlayer's plane, axis-aligned and at the size of its
  /// bounds.
  func isMerelyPlaced(in parent: LayerValues?) -> Bool {
    if flags.contains(.geometryFlipped) { return false }
    guard let rare = rare?.values else { return true }
    return rare.transform.isIdentity && (parent == nil || rare.zPosition == rare.anchorPointZ)
  }

  private func planeTransform(
    about anchor: CGPoint, mirrorSum: CGFloat, toParentWith parent: LayerValues?
  ) -> ProjectiveTransform {
    if rare == nil, parent?.rare == nil {
      return plainTransformToParent(about: anchor, mirrorSum: mirrorSum)
    }
    let transform = transformToParent(about: anchor, mirrorSum: mirrorSum)
    guard let parent, let sublayerTransform = parent.sublayerTransformInPlace else {
      return ProjectiveTransform(flattening: transform)
    }
    return ProjectiveTransform(flattening: transform.concatenating(sublayerTransform))
  }

  /// Returns the transform to the superlayer if neither layer has rare values.
  private func plainTransformToParent(
    about anchor: CGPoint, mirrorSum: CGFloat
  ) -> ProjectiveTransform {
    if flags.contains(.geometryFlipped) {
      return ProjectiveTransform(
        m11: 1, m12: 0, m13: 0, m21: 0, m22: -1, m23: 0,
        m31: position.x - anchor.x, m32: position.y - anchor.y + mirrorSum, m33: 1)
    }
    return ProjectiveTransform(translationX: position.x - anchor.x, y: position.y - anchor.y)
  }

  /// The `sublayerTransform` about this layer's anchor point; nil if it is the identity.
  var sublayerTransformInPlace: Transform3D? {
    guard let rare = rare?.values, !rare.sublayerTransform.isIdentity else { return nil }
    let center = placedPoint
    var result = rare.sublayerTransform
    result.turnAbout(
      x: center.x, y: center.y, z: rare.anchorPointZ,
      placedAtX: center.x, y: center.y, z: rare.anchorPointZ)
    return result
  }

  /// Returns true if the layer faces away from the viewer. A rotation by more than a quarter turn
  /// about an axis in its plane turns it away, a mirror image does not.
  func facesAway(from parent: LayerValues?) -> Bool {
    if rare == nil, parent?.rare == nil { return false }
    var whole = rare?.values.transform ?? .identity
    if let parent, parent.rare?.values.sublayerTransform.isIdentity == false {
      whole = transformToParent.concatenating(parent.sublayerTransformInPlace ?? .identity)
    } else if whole.isAffine {
      return false
    } else {
      whole = transformToParent
    }
    // The sign of the z component of the plane's normal, which transforms by the inverse transpose.
    let inverse = whole.inverted()
    return inverse != whole ? inverse.m33 < 0 : whole.m33 < 0
  }

  /// The bounding box of the bounds in the superlayer's space, without its `sublayerTransform`:
  /// `Layer.frame` (rule 10.2).
  var frame: CGRect {
    if rare == nil { return untransformedFrame }
    return ProjectiveTransform(flattening: transformToParent).boundingBox(of: bounds)
  }

  /// The frame, ignoring the layer's transform.
  var untransformedFrame: CGRect {
    CGRect(
      x: position.x - anchorPoint.x * bounds.size.width,
      y: position.y - anchorPoint.y * bounds.size.height,
      width: bounds.size.width, height: bounds.size.height)
  }
}

extension Transform3D {
  /// Makes the transform act about (`x`, `y`, `z`), then moves that point to its placed position.
  fileprivate mutating func turnAbout(
    x: CGFloat, y: CGFloat, z: CGFloat,
    placedAtX placedX: CGFloat, y placedY: CGFloat, z placedZ: CGFloat
  ) {
    m41 -= x * m11 + y * m21 + z * m31
    m42 -= x * m12 + y * m22 + z * m32
    m43 -= x * m13 + y * m23 + z * m33
    m44 -= x * m14 + y * m24 + z * m34
    m11 += m14 * placedX
    m21 += m24 * placedX
    m31 += m34 * placedX
    m41 += m44 * placedX
    m12 += m14 * placedY
    m22 += m24 * placedY
    m32 += m34 * placedY
    m42 += m44 * placedY
    m13 += m14 * placedZ
    m23 += m24 * placedZ
    m33 += m34 * placedZ
    m43 += m44 * placedZ
  }

  /// Prepends the mirroring `y' = sum - y` to this transform.
  fileprivate mutating func mirrorYFirst(sum: CGFloat) {
    m41 += sum * m21
    m42 += sum * m22
    m43 += sum * m23
    m44 += sum * m24
    m21 = -m21
    m22 = -m22
    m23 = -m23
    m24 = -m24
  }
}
