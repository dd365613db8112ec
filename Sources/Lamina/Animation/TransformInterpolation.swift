import Foundation

extension Transform3D {
  /// Returns the transform at fraction `f` of the way from this one to `b`; see ``TransformBlend``.
  func interpolated(to b: Transform3D, _ f: Double) -> Transform3D {
    if f == 0 || self == b { return self }
    if f == 1 { return b }
    return TransformBlend(self, b).value(f)
  }

  fileprivate func interpolatedByNumber(to b: Transform3D, _ f: Double) -> Transform3D {
    Transform3D(
      m11: interpolate(m11, b.m11, f), m12: interpolate(m12, b.m12, f),
      m13: interpolate(m13, b.m13, f), m14: interpolate(m14, b.m14, f),
      m21: interpolate(m21, b.m21, f), m22: interpolate(m22, b.m22, f),
      m23: interpolate(m23, b.m23, f), m24: interpolate(m24, b.m24, f),
      m31: interpolate(m31, b.m31, f), m32: interpolate(m32, b.m32, f),
      m33: interpolate(m33, b.m33, f), m34: interpolate(m34, b.m34, f),
      m41: interpolate(m41, b.m41, f), m42: interpolate(m42, b.m42, f),
      m43: interpolate(m43, b.m43, f), m44: interpolate(m44, b.m44, f))
  }
}

/// An interpolation between two transforms, which are decomposed only once.
///
/// Two affine transforms of the plane interpolate like CSS 2-D matrices: translation, scale, angle
/// (the shorter way) and the remaining matrix separately. All others are decomposed in space:
/// translation, scale, skew and perspective interpolate linearly, and the rotation by slerp. If a
/// transform cannot be decomposed, or a number is not finite, the sixteen elements interpolate
/// linearly.
final class TransformBlend: Sendable {
  private enum Decomposition: Sendable {
    case plane(PlaneDecomposition, PlaneDecomposition)
    case space(SpaceDecomposition, SpaceDecomposition)
    case numbers
  }

  private let from: Transform3D
  private let to: Transform3D
  private let way: Decomposition

  init(_ from: Transform3D, _ to: Transform3D) {
    self.from = from
    self.to = to
    if from.isAffine && to.isAffine && from.isFinite && to.isFinite {
      way = .plane(PlaneDecomposition(from.affine), PlaneDecomposition(to.affine))
    } else if let a = SpaceDecomposition(from), let b = SpaceDecomposition(to) {
      way = .space(a, b)
    } else {
      way = .numbers
    }
  }

  /// Returns the transform at fraction `f` of the way; `f` outside 0...1 extrapolates, and 0 and 1
  /// give the ends themselves.
  func value(_ f: Double) -> Transform3D {
    if f == 0 { return from }
    if f == 1 { return to }
    switch way {
    case .plane(let a, let b): return Transform3D(a.interpolated(to: b, f))
    case .space(let a, let b): return a.interpolated(to: b, f).transform
    case .numbers: return from.interpolatedByNumber(to: to, f)
    }
  }
}

/// A decomposition of an affine transform of the plane, as in CSS Transforms Level 1: the linear
/// part is scale · rotation · rest, with row vectors.
struct PlaneDecomposition: Sendable, Equatable {
  var translation: SIMD2<Double>
  /// The scale of each axis; negative for a mirrored axis.
  var scale: SIMD2<Double>
  /// The rotation in radians, from -π to π; nil if both axes have no length, which leaves it
  /// undefined.
  var angle: Double?
  /// The matrix that remains without scale and rotation: rows (m11, m12) and (m21, m22).
  var rest: (SIMD2<Double>, SIMD2<Double>)

  init(_ t: Transform2D) {
    translation = SIMD2(t.tx, t.ty)
    // Adding 0 turns -0 into 0, which `atan2` would otherwise distinguish.
    var x = SIMD2<Double>(t.a, t.b) + 0
    var y = SIMD2<Double>(t.c, t.d) + 0
    var scale = SIMD2(hypot(x.x, x.y), hypot(y.x, y.y))
    if x.x * y.y - x.y * y.x < 0 {
      // Mirror the axis that is closer to being flipped.
      if x.x < y.y { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    // An axis without length has no direction; it takes the one perpendicular to the other, so that
    // growth from nothing is linear.
    switch (scale.x == 0, scale.y == 0) {
    case (false, false):
      x /= scale.x
      y /= scale.y
    case (false, true):
      x /= scale.x
      y = SIMD2(-x.y, x.x)
    case (true, false):
      y /= scale.y
      x = SIMD2(y.y, -y.x)
    case (true, true):
      x = SIMD2(1, 0)
      y = SIMD2(0, 1)
    }
    self.scale = scale
    angle = scale == .zero ? nil : atan2(x.y, x.x)
    // Rotate both rows back by the angle, whose cosine and sine are the first row.
    let (c, s) = (x.x, x.y)
    rest = (
      SIMD2(c * x.x - s * y.x, c * x.y - s * y.y), SIMD2(s * x.x + c * y.x, s * x.y + c * y.y)
    )
  }

  /// Returns the transform at fraction `f` of the way to `other`.
  func interpolated(to other: PlaneDecomposition, _ f: Double) -> Transform2D {
    var scaleA = scale
    let scaleB = other.scale
    var angleA = angle ?? other.angle ?? 0
    var angleB = other.angle ?? angle ?? 0
    // One mirrored in x and the other in y: replace one by its mirror image, half a turn away.
    if (scaleA.x < 0 && scaleB.y < 0) || (scaleA.y < 0 && scaleB.x < 0) {
      scaleA = -scaleA
      angleA += angleA < 0 ? .pi : -.pi
    }
    // The shorter way round; half a turn goes in the negative direction.
    if angleA == 0 { angleA = 2 * .pi }
    if angleB == 0 { angleB = 2 * .pi }
    if (angleA - angleB).magnitude > .pi {
      if angleA > angleB { angleA -= 2 * .pi } else { angleB -= 2 * .pi }
    }
    // A full turn equals no turn; near 0 the sine is exact.
    if max(angleA, angleB) == 2 * .pi {
      angleA -= 2 * .pi
      angleB -= 2 * .pi
    }
    let turn = interpolate(angleA, angleB, f)
    let (c, s) = (cos(turn), sin(turn))
    let m11 = interpolate(rest.0.x, other.rest.0.x, f)
    let m12 = interpolate(rest.0.y, other.rest.0.y, f)
    let m21 = interpolate(rest.1.x, other.rest.1.x, f)
    let m22 = interpolate(rest.1.y, other.rest.1.y, f)
    let sx = interpolate(scaleA.x, scaleB.x, f)
    let sy = interpolate(scaleA.y, scaleB.y, f)
    // The rows of R(angle) · rest, each times its scale.
    return Transform2D(
      a: sx * (c * m11 + s * m21), b: sx * (c * m12 + s * m22),
      c: sy * (c * m21 - s * m11), d: sy * (c * m22 - s * m12),
      tx: interpolate(translation.x, other.translation.x, f),
      ty: interpolate(translation.y, other.translation.y, f))
  }

  static func == (a: PlaneDecomposition, b: PlaneDecomposition) -> Bool {
    a.translation == b.translation && a.scale == b.scale && a.angle == b.angle
      && a.rest == b.rest
  }
}
