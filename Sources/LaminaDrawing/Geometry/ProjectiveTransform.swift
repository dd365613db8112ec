import Foundation

/// A 3 × 3 projective transform of the plane (a homography), which maps the points of one layer's
/// coordinate space to another layer's or to the frame.
///
/// Points are row vectors: `(x, y, 1) · M = (x', y', w)`, and the image is `(x' / w, y' / w)`. A
/// point with `w <= 0` is behind the viewer of a perspective and has no image.
@usableFromInline package struct ProjectiveTransform: Sendable, Equatable {
  @usableFromInline package var m11: Double, m12: Double, m13: Double
  @usableFromInline package var m21: Double, m22: Double, m23: Double
  @usableFromInline package var m31: Double, m32: Double, m33: Double

  /// Creates a transform from its nine elements in row-major order.
  @inlinable package init(
    m11: Double, m12: Double, m13: Double,
    m21: Double, m22: Double, m23: Double,
    m31: Double, m32: Double, m33: Double
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
  }

  /// The identity transform.
  @inlinable package static var identity: ProjectiveTransform {
    ProjectiveTransform(translationX: 0, y: 0)
  }

  /// Creates a translation.
  @inlinable package init(translationX x: Double, y: Double) {
    self.init(m11: 1, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: x, m32: y, m33: 1)
  }

  /// Creates the projective form of an affine transform.
  @inlinable package init(_ affine: Transform2D) {
    self.init(
      m11: affine.a, m12: affine.b, m13: 0,
      m21: affine.c, m22: affine.d, m23: 0,
      m31: affine.tx, m32: affine.ty, m33: 1)
  }

  /// Creates the effect of a 3-D transform on the plane z = 0, projected along z: its row and its
  /// column of z are left out.
  package init(flattening space: Transform3D) {
    self.init(
      m11: space.m11, m12: space.m12, m13: space.m14,
      m21: space.m21, m22: space.m22, m23: space.m24,
      m31: space.m41, m32: space.m42, m33: space.m44)
  }

  /// Returns this transform followed by `next`.
  @inlinable package func concatenating(_ next: ProjectiveTransform) -> ProjectiveTransform {
    if isTranslation, next.isTranslation {
      return ProjectiveTransform(translationX: m31 + next.m31, y: m32 + next.m32)
    }
    return ProjectiveTransform(
      m11: m11 * next.m11 + m12 * next.m21 + m13 * next.m31,
      m12: m11 * next.m12 + m12 * next.m22 + m13 * next.m32,
      m13: m11 * next.m13 + m12 * next.m23 + m13 * next.m33,
      m21: m21 * next.m11 + m22 * next.m21 + m23 * next.m31,
      m22: m21 * next.m12 + m22 * next.m22 + m23 * next.m32,
      m23: m21 * next.m13 + m22 * next.m23 + m23 * next.m33,
      m31: m31 * next.m11 + m32 * next.m21 + m33 * next.m31,
      m32: m31 * next.m12 + m32 * next.m22 + m33 * next.m32,
      m33: m31 * next.m13 + m32 * next.m23 + m33 * next.m33)
  }

  /// The factor by which volumes of (x, y, w) grow; 0 if the transform is singular.
  package var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31)
      + m13 * (m21 * m32 - m22 * m31)
  }

  /// Returns the inverse transform; nil if the plane is seen edge on or collapsed, or if a number
  /// overflows.
  package func inverted() -> ProjectiveTransform? {
    if isTranslation { return ProjectiveTransform(translationX: -m31, y: -m32) }
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let inverse = ProjectiveTransform(
      m11: (m22 * m33 - m23 * m32) / determinant,
      m12: (m13 * m32 - m12 * m33) / determinant,
      m13: (m12 * m23 - m13 * m22) / determinant,
      m21: (m23 * m31 - m21 * m33) / determinant,
      m22: (m11 * m33 - m13 * m31) / determinant,
      m23: (m13 * m21 - m11 * m23) / determinant,
      m31: (m21 * m32 - m22 * m31) / determinant,
      m32: (m12 * m31 - m11 * m32) / determinant,
      m33: (m11 * m22 - m12 * m21) / determinant)
    return inverse.isFinite ? inverse : nil
  }

  /// Returns a multiple of the inverse transform, which is sufficient wherever points are divided
  /// by their `w`. It overflows for no finite transform; nil if the whole plane is seen as a line
  /// or a point, or an element is not finite.
  package func projectiveInverse() -> ProjectiveTransform? {
    let largest = [m11, m12, m13, m21, m22, m23, m31, m32, m33].reduce(0) { max($0, abs($1)) }
    guard largest > 0, isFinite else { return nil }
    let scaled = ProjectiveTransform(
      m11: m11 / largest, m12: m12 / largest, m13: m13 / largest,
      m21: m21 / largest, m22: m22 / largest, m23: m23 / largest,
      m31: m31 / largest, m32: m32 / largest, m33: m33 / largest)
    return scaled.determinant == 0 ? nil : scaled.adjugate
  }

  /// The adjugate matrix: the inverse times the ``determinant``.
  var adjugate: ProjectiveTransform {
    ProjectiveTransform(
      m11: m22 * m33 - m23 * m32, m12: m13 * m32 - m12 * m33, m13: m12 * m23 - m13 * m22,
      m21: m23 * m31 - m21 * m33, m22: m11 * m33 - m13 * m31, m23: m13 * m21 - m11 * m23,
      m31: m21 * m32 - m22 * m31, m32: m12 * m31 - m11 * m32, m33: m11 * m22 - m12 * m21)
  }

  /// Returns the image of a point, or (NaN, NaN) if it has none.
  @inlinable package func apply(_ point: CGPoint) -> CGPoint {
    let x = point.x * m11 + point.y * m21 + m31
    let y = point.x * m12 + point.y * m22 + m32
    if isAffine { return CGPoint(x: x, y: y) }
    let w = point.x * m13 + point.y * m23 + m33
    return w > 0 ? CGPoint(x: x / w, y: y / w) : CGPoint(x: Double.nan, y: .nan)
  }

  /// Returns the bounding box of the image of `rect`, or `.null` if there is no image.
  ///
  /// The part behind the viewer of a perspective is clipped away first. An image that extends to
  /// infinity is cut off where it is a million times larger than at its nearest corner.
  package func boundingBox(of rect: CGRect) -> CGRect {
    guard !rect.isNull else { return .null }
    let (left, top) = (rect.origin.x, rect.origin.y)
    let (right, bottom) = (left + rect.size.width, top + rect.size.height)
    if isUpright {
      let (x1, x2) = (left * m11 + m31, right * m11 + m31)
      let (y1, y2) = (top * m22 + m32, bottom * m22 + m32)
      let (x, y) = (min(x1, x2), min(y1, y2))
      return CGRect(x: x, y: y, width: max(x1, x2) - x, height: max(y1, y2) - y)
    }
    let corners = [
      CGPoint(x: left, y: top), CGPoint(x: right, y: top),
      CGPoint(x: right, y: bottom), CGPoint(x: left, y: bottom),
    ].map { SIMD3($0.x * m11 + $0.y * m21 + m31, $0.x * m12 + $0.y * m22 + m32, w(at: $0)) }
    return Self.box(around: isAffine ? corners : Self.clippedToFront(corners))
  }

  /// Returns the perspective divisor at a point.
  package func w(at point: CGPoint) -> Double { point.x * m13 + point.y * m23 + m33 }

  /// Returns the part of a polygon of (x, y, w) in front of the viewer.
  private static func clippedToFront(_ polygon: [SIMD3<Double>]) -> [SIMD3<Double>] {
    let nearest = polygon.map(\.z).max() ?? 0
    guard nearest > 0 else { return [] }
    let limit = nearest * 1e-6
    var clipped: [SIMD3<Double>] = []
    for (index, corner) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      if corner.z >= limit { clipped.append(corner) }
      if (corner.z >= limit) != (next.z >= limit) {
        let part = (limit - corner.z) / (next.z - corner.z)
        var crossing = corner + part * (next - corner)
        crossing.z = limit
        clipped.append(crossing)
      }
    }
    return clipped
  }

  private static func box(around points: [SIMD3<Double>]) -> CGRect {
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)
    for point in points {
      let image = SIMD2(point.x, point.y) / point.z
      low = pointwiseMin(low, image)
      high = pointwiseMax(high, image)
    }
    guard low.x <= high.x, low.y <= high.y else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}

extension ProjectiveTransform {
  /// True if parallel lines stay parallel: the transform has no perspective.
  @inlinable package var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }

  /// True if axis-aligned rectangles stay axis-aligned, with the axes not swapped: the transform
  /// consists only of translations, scales and flips.
  @inlinable package var isUpright: Bool { isAffine && m12 == 0 && m21 == 0 }

  /// True if the transform is a pure translation.
  @inlinable package var isTranslation: Bool { isUpright && m11 == 1 && m22 == 1 }

  /// True if the transform is exactly ``identity``.
  var isIdentity: Bool { isTranslation && m31 == 0 && m32 == 0 }

  /// True if all nine elements are finite.
  @inlinable package var isFinite: Bool {
    m11.isFinite && m12.isFinite && m13.isFinite && m21.isFinite && m22.isFinite
      && m23.isFinite && m31.isFinite && m32.isFinite && m33.isFinite
  }

  /// The equivalent affine transform, or nil if there is a perspective.
  package var affine: Transform2D? {
    isAffine ? Transform2D(a: m11, b: m12, c: m21, d: m22, tx: m31, ty: m32) : nil
  }
}
