import Foundation
import Lamina

/// The placement of a layer's plane in its superlayer's.
enum FlattenedTransform: Equatable {
  /// In the same plane, or seen at a right angle to it.
  case affine(Transform2D)
  /// In perspective.
  case perspective
  /// Beyond the range of numbers.
  case overflow

  /// The limit of numbers, as in a frame.
  private static let limit = 1e15

  /// Drops the depth of a transform of space, as a layer does with its sublayers.
  init(flattening m: Transform3D) {
    let numbers = [m.m11, m.m12, m.m14, m.m21, m.m22, m.m24, m.m41, m.m42, m.m44]
    guard numbers.allSatisfy({ abs($0) <= Self.limit }) else {
      self = .overflow
      return
    }
    // A rotation leaves numbers that should be 0.
    let tiny = 1e-14 * abs(m.m44)
    guard abs(m.m14) <= tiny, abs(m.m24) <= tiny, m.m44 > 0 else {
      self = .perspective
      return
    }
    let w = m.m44
    let flat = Transform2D(
      a: m.m11 / w, b: m.m12 / w, c: m.m21 / w, d: m.m22 / w, tx: m.m41 / w, ty: m.m42 / w)
    self = flat.isFinite ? .affine(flat) : .overflow
  }
}

extension Layer {
  /// The anchor point in the layer's own space, in points.
  private var anchor: CGPoint {
    CGPoint(
      x: bounds.minX + anchorPoint.x * bounds.width, y: bounds.minY + anchorPoint.y * bounds.height)
  }

  /// The point of the layer's own space that is at its ``position``.
  var placedPoint: CGPoint {
    guard isGeometryFlipped else { return anchor }
    return CGPoint(x: anchor.x, y: 2 * bounds.minY + bounds.height - anchor.y)
  }

  /// The transform from the layer's own space to its superlayer's, without the superlayer's
  /// ``sublayerTransform``.
  var transformToParent: Transform3D {
    let anchor = self.anchor
    var result = transform.translatedBy(x: -anchor.x, y: -anchor.y, z: -anchorPointZ)
      .concatenating(Transform3D(translationX: position.x, y: position.y, z: zPosition))
    if isGeometryFlipped {
      var mirror = Transform3D(scaleX: 1, y: -1)
      mirror.m42 = 2 * bounds.minY + bounds.height
      result = mirror.concatenating(result)
    }
    return result
  }

  /// Returns a transform of the layer's own space that acts about its anchor point.
  func aboutAnchor(_ transform: Transform3D) -> Transform3D {
    if transform.isIdentity { return transform }
    let center = placedPoint
    return transform.translatedBy(x: -center.x, y: -center.y, z: -anchorPointZ)
      .concatenating(Transform3D(translationX: center.x, y: center.y, z: anchorPointZ))
  }

  /// Returns the transform from the layer's own space to its superlayer's plane.
  ///
  /// - Parameter parent: the superlayer, whose ``sublayerTransform`` acts; nil for none.
  func wholeTransform(in parent: Layer?) -> Transform3D {
    guard let parent else { return transformToParent }
    return transformToParent.concatenating(parent.aboutAnchor(parent.sublayerTransform))
  }

  /// Returns true if the layer shows its back.
  func showsBack(in parent: Layer?) -> Bool {
    let whole = wholeTransform(in: parent)
    let inverse = whole.inverted()
    return inverse != whole ? inverse.m33 < 0 : whole.m33 < 0
  }
}

extension Transform2D {
  /// The factor by which lengths grow at most, or nearly so.
  var largestScale: Double {
    max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }

  /// True if the axes stay parallel to themselves.
  var isUpright: Bool { b == 0 && c == 0 }

  /// The inverse; nil if there is none.
  var inverse: Transform2D? {
    let inverse = inverted()
    guard determinant != 0, determinant.isFinite, inverse.isFinite else { return nil }
    return inverse
  }
}
