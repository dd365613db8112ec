import Foundation

/// A 4 × 4 transform of space, equivalent to `CATransform3D`.
///
/// Points are row vectors: `(x, y, z, 1) · M`. ``m41``, ``m42`` and ``m43`` are the translation;
/// ``m34`` is usually the perspective, `-1 / distance`.
public struct Transform3D: Sendable, Hashable {
  public var m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat
  public var m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat
  public var m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat
  public var m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat

  /// Creates a transform from its sixteen elements in row-major order.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat,
    m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat,
    m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m14 = m14
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m24 = m24
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
    self.m34 = m34
    self.m41 = m41
    self.m42 = m42
    self.m43 = m43
    self.m44 = m44
  }

  /// The identity, for setting single elements: `var t = Transform3D.identity; t.m34 = -1 / 500`.
  public static let identity = Transform3D(
    m11: 1, m12: 0, m13: 0, m14: 0,
    m21: 0, m22: 1, m23: 0, m24: 0,
    m31: 0, m32: 0, m33: 1, m34: 0,
    m41: 0, m42: 0, m43: 0, m44: 1)

  /// Creates a translation by (`x`, `y`, `z`) points.
  public init(translationX x: CGFloat, y: CGFloat, z: CGFloat = 0) {
    self = .identity
    m41 = x
    m42 = y
    m43 = z
  }

  /// Creates a scale about the origin.
  public init(scaleX x: CGFloat, y: CGFloat, z: CGFloat = 1) {
    self = .identity
    m11 = x
    m22 = y
    m33 = z
  }

  /// Creates a rotation by `angle` radians about the axis (`x`, `y`, `z`); a zero axis gives the
  /// identity.
  public init(rotation angle: CGFloat, x: CGFloat, y: CGFloat, z: CGFloat) {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else {
      self = .identity
      return
    }
    let (x, y, z) = (x / length, y / length, z / length)
    let s = sin(angle)
    let c = cos(angle)
    let k = 1 - c
    self.init(
      m11: c + x * x * k, m12: x * y * k + z * s, m13: x * z * k - y * s, m14: 0,
      m21: x * y * k - z * s, m22: c + y * y * k, m23: y * z * k + x * s, m24: 0,
      m31: x * z * k + y * s, m32: y * z * k - x * s, m33: c + z * z * k, m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// Creates the 3-D equivalent of an affine transform of the plane.
  public init(_ affine: Transform2D) {
    self = .identity
    m11 = affine.a
    m12 = affine.b
    m21 = affine.c
    m22 = affine.d
    m41 = affine.tx
    m42 = affine.ty
  }

  /// A Boolean value indicating whether the transform is exactly ``identity``.
  public var isIdentity: Bool { self == .identity }

  /// A Boolean value indicating whether the transform can be represented by a ``Transform2D``.
  @inlinable public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1
      && m34 == 0 && m43 == 0 && m44 == 1
  }

  /// The affine part, or the identity if ``isAffine`` is false, like `CALayer.affineTransform()`.
  public var affine: Transform2D {
    isAffine ? Transform2D(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) : .identity
  }

  /// A Boolean value indicating whether all sixteen elements are finite.
  public var isFinite: Bool {
    // 0 times a non-finite number is NaN, and a sum with a NaN is NaN.
    let first = SIMD4<Double>(m11, m12, m13, m14) * 0 + SIMD4<Double>(m21, m22, m23, m24) * 0
    let second = SIMD4<Double>(m31, m32, m33, m34) * 0 + SIMD4<Double>(m41, m42, m43, m44) * 0
    return (first + second).sum() == 0
  }

  /// True if no element is beyond ``NumberDomain/limit``.
  package var isInDomain: Bool {
    let limit = SIMD4(repeating: NumberDomain.limit)
    func isIn(_ row: SIMD4<Double>) -> Bool { all((row .<= limit) .& (row .>= -limit)) }
    return isIn(SIMD4(m11, m12, m13, m14)) && isIn(SIMD4(m21, m22, m23, m24))
      && isIn(SIMD4(m31, m32, m33, m34)) && isIn(SIMD4(m41, m42, m43, m44))
  }

  /// Returns this transform followed by `next`.
  public func concatenating(_ next: Transform3D) -> Transform3D {
    let n1 = SIMD4<Double>(next.m11, next.m12, next.m13, next.m14)
    let n2 = SIMD4<Double>(next.m21, next.m22, next.m23, next.m24)
    let n3 = SIMD4<Double>(next.m31, next.m32, next.m33, next.m34)
    let n4 = SIMD4<Double>(next.m41, next.m42, next.m43, next.m44)
    let r1 = m11 * n1 + m12 * n2 + m13 * n3 + m14 * n4
    let r2 = m21 * n1 + m22 * n2 + m23 * n3 + m24 * n4
    let r3 = m31 * n1 + m32 * n2 + m33 * n3 + m34 * n4
    let r4 = m41 * n1 + m42 * n2 + m43 * n3 + m44 * n4
    return Transform3D(
      m11: r1.x, m12: r1.y, m13: r1.z, m14: r1.w,
      m21: r2.x, m22: r2.y, m23: r2.z, m24: r2.w,
      m31: r3.x, m32: r3.y, m33: r3.z, m34: r3.w,
      m41: r4.x, m42: r4.y, m43: r4.z, m44: r4.w)
  }

  /// Returns this transform preceded by a translation.
  public func translatedBy(x: CGFloat, y: CGFloat, z: CGFloat = 0) -> Transform3D {
    Transform3D(translationX: x, y: y, z: z).concatenating(self)
  }

  /// Returns this transform preceded by a scale.
  public func scaledBy(x: CGFloat, y: CGFloat, z: CGFloat = 1) -> Transform3D {
    Transform3D(scaleX: x, y: y, z: z).concatenating(self)
  }

  /// Returns this transform preceded by a rotation by `angle` radians.
  public func rotated(by angle: CGFloat, x: CGFloat, y: CGFloat, z: CGFloat) -> Transform3D {
    Transform3D(rotation: angle, x: x, y: y, z: z).concatenating(self)
  }

  /// Returns the inverse transform; a transform that is singular, or whose inverse is not finite,
  /// is returned unchanged, as by `CATransform3DInvert`.
  public func inverted() -> Transform3D {
    // Gauss-Jordan elimination with partial pivoting on [M | I].
    var left = rows
    var right = Transform3D.identity.rows
    for column in 0..<4 {
      var pivot = column
      for row in column..<4 where abs(left[row][column]) > abs(left[pivot][column]) {
        pivot = row
      }
      let value = left[pivot][column]
      guard value != 0, value.isFinite else { return self }
      left.swapAt(pivot, column)
      right.swapAt(pivot, column)
      left[column] /= value
      right[column] /= value
      for row in 0..<4 where row != column {
        let factor = left[row][column]
        left[row] -= factor * left[column]
        right[row] -= factor * right[column]
      }
    }
    let inverse = Transform3D(rows: right)
    return inverse.isFinite ? inverse : self
  }

  private var rows: [SIMD4<Double>] {
    [
      SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24),
      SIMD4(m31, m32, m33, m34), SIMD4(m41, m42, m43, m44),
    ]
  }

  private init(rows r: [SIMD4<Double>]) {
    self.init(
      m11: r[0].x, m12: r[0].y, m13: r[0].z, m14: r[0].w,
      m21: r[1].x, m22: r[1].y, m23: r[1].z, m24: r[1].w,
      m31: r[2].x, m32: r[2].y, m33: r[2].z, m34: r[2].w,
      m41: r[3].x, m42: r[3].y, m43: r[3].z, m44: r[3].w)
  }
}
