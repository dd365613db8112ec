import Foundation

/// A decomposition of a 3-D transform into scale and skew, then rotation, then translation, then
/// perspective.
///
/// It defines `transform.scale`, `transform.rotation` and `transform.translation` the way Core
/// Animation does, and is how transforms that are not affine interpolate.
struct SpaceDecomposition: Sendable, Equatable {
  /// The length of each axis; negative if the axis is mirrored.
  var scale: SIMD3<Double>
  /// The shear of y along x, of z along x, and of z along y.
  var skew: SIMD3<Double>
  /// The orthonormal rows of the rotation.
  var rotation: Rotation
  var translation: SIMD3<Double>
  /// The last column of the perspective, (0, 0, 0, 1) without one.
  var perspective: SIMD4<Double>
  /// True if no axis has a length, so that any rotation would do.
  var isCollapsed: Bool

  /// The orthonormal rows of a rotation matrix.
  struct Rotation: Sendable, Equatable {
    var x: SIMD3<Double>
    var y: SIMD3<Double>
    var z: SIMD3<Double>
  }

  /// Creates the decomposition of a transform; nil if that is impossible: a number or the length of
  /// an axis is not finite, m44 is 0, exactly two axes have no length, those with a length are
  /// linearly dependent, or there is a perspective and the axes are linearly dependent.
  init?(_ t: Transform3D) {
    guard t.isFinite, t.m44 != 0 else { return nil }
    let w = t.m44
    var x = SIMD3<Double>(t.m11, t.m12, t.m13) / w
    var y = SIMD3<Double>(t.m21, t.m22, t.m23) / w
    var z = SIMD3<Double>(t.m31, t.m32, t.m33) / w
    translation = SIMD3(t.m41, t.m42, t.m43) / w

    // The perspective p solves A · p = last column, where A is the affine part.
    let column = SIMD3<Double>(t.m14, t.m24, t.m34) / w
    if column == .zero {
      perspective = SIMD4(0, 0, 0, 1)
    } else {
      let determinant = dot(x, cross(y, z))
      guard determinant != 0 else { return nil }
      let p =
        (column.x * cross(y, z) + column.y * cross(z, x) + column.z * cross(x, y)) / determinant
      perspective = SIMD4(p, 1 - dot(translation, p))
    }

    // Orthonormalize the rows (Gram-Schmidt); the factors are scale and skew.
    scale = SIMD3(length(x), length(y), length(z))
    skew = .zero
    let empty = (scale.x == 0 ? 1 : 0) + (scale.y == 0 ? 1 : 0) + (scale.z == 0 ? 1 : 0)
    isCollapsed = empty == 3
    guard empty != 2, scale.x.isFinite, scale.y.isFinite, scale.z.isFinite else { return nil }
    if isCollapsed {
      rotation = Rotation(x: SIMD3(1, 0, 0), y: SIMD3(0, 1, 0), z: SIMD3(0, 0, 1))
      return
    }
    if scale.x != 0 { x /= scale.x }
    if scale.y != 0 {
      let along = dot(x, y)
      let size = scale.y
      y -= along * x
      scale.y = length(y)
      guard scale.y > 1e-12 * size else { return nil }
      y /= scale.y
      skew.x = along / scale.y
    }
    if scale.z != 0 {
      let alongX = dot(x, z)
      let alongY = dot(y, z)
      let size = scale.z
      z -= alongX * x + alongY * y
      scale.z = length(z)
      guard scale.z > 1e-12 * size else { return nil }
      z /= scale.z
      skew.y = alongX / scale.z
      skew.z = alongY / scale.z
    }
    // A single axis without length takes the direction perpendicular to the others.
    if scale.x == 0 { x = cross(y, z) }
    if scale.y == 0 { y = cross(z, x) }
    if scale.z == 0 { z = cross(x, y) }
    rotation = Rotation(x: x, y: y, z: z)
    if dot(x, cross(y, z)) < 0 { mirror() }
  }

  /// Turns a left-handed set of rows into a right-handed one by mirroring one axis or all three,
  /// whichever leaves the smallest rotation.
  private mutating func mirror() {
    let diagonal = SIMD3(rotation.x.x, rotation.y.y, rotation.z.z)
    let least = min(diagonal.min(), diagonal.sum())
    let flip: SIMD3<Double> =
      if least == diagonal.x {
        SIMD3(-1, 1, 1)
      } else if least == diagonal.y {
        SIMD3(1, -1, 1)
      } else if least == diagonal.z {
        SIMD3(1, 1, -1)
      } else {
        SIMD3(-1, -1, -1)
      }
    scale *= flip
    rotation = Rotation(
      x: rotation.x * flip.x, y: rotation.y * flip.y, z: rotation.z * flip.z)
    skew *= SIMD3(flip.x * flip.y, flip.x * flip.z, flip.y * flip.z)
  }

  /// The transform recomposed from its parts.
  var transform: Transform3D {
    let x = scale.x * rotation.x
    let y = scale.y * (rotation.y + skew.x * rotation.x)
    let z = scale.z * (rotation.z + skew.y * rotation.x + skew.z * rotation.y)
    var result = Transform3D(
      m11: x.x, m12: x.y, m13: x.z, m14: 0,
      m21: y.x, m22: y.y, m23: y.z, m24: 0,
      m31: z.x, m32: z.y, m33: z.z, m34: 0,
      m41: translation.x, m42: translation.y, m43: translation.z, m44: 1)
    if perspective != SIMD4(0, 0, 0, 1) {
      let p = SIMD3(perspective.x, perspective.y, perspective.z)
      result.m14 = dot(x, p)
      result.m24 = dot(y, p)
      result.m34 = dot(z, p)
      result.m44 = dot(translation, p) + perspective.w
    }
    return result
  }

  /// Returns the decomposition at fraction `f` of the way to `b`.
  func interpolated(to b: SpaceDecomposition, _ f: Double) -> SpaceDecomposition {
    var result = self
    result.scale += (b.scale - scale) * f
    result.skew += (b.skew - skew) * f
    result.translation += (b.translation - translation) * f
    result.perspective += (b.perspective - perspective) * f
    let start = isCollapsed ? b.rotation : rotation
    let end = b.isCollapsed ? rotation : b.rotation
    if start == end {
      result.rotation = start
    } else {
      result.rotation = Rotation(
        quaternion: slerp(start.quaternion, end.quaternion, f))
    }
    return result
  }
}

extension SpaceDecomposition {
  /// The angles, in radians, of the rotations about x, then y, then z that make up this rotation.
  var angles: SIMD3<Double> {
    let r = rotation
    let y = atan2(-r.x.z, hypot(r.x.x, r.x.y))
    if hypot(r.x.x, r.x.y) < 1e-12 {
      // Gimbal lock: x and z rotate about the same axis, and x takes the whole angle.
      return SIMD3(atan2(r.y.x * (y < 0 ? -1 : 1), r.y.y), y, 0)
    }
    return SIMD3(atan2(r.y.z, r.z.z), y, atan2(r.x.y, r.x.x))
  }

  /// Returns this decomposition with its rotation replaced by rotations about x, then y, then z, in
  /// radians.
  func rotated(to angles: SIMD3<Double>) -> SpaceDecomposition {
    let (cx, sx) = (cos(angles.x), sin(angles.x))
    let (cy, sy) = (cos(angles.y), sin(angles.y))
    let (cz, sz) = (cos(angles.z), sin(angles.z))
    var result = self
    result.rotation = Rotation(
      x: SIMD3(cy * cz, cy * sz, -sy),
      y: SIMD3(sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy),
      z: SIMD3(cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy))
    return result
  }
}

extension SpaceDecomposition.Rotation {
  /// The unit quaternion (x, y, z, w) of this rotation.
  fileprivate var quaternion: SIMD4<Double> {
    let trace = x.x + y.y + z.z
    if trace > 0 {
      let s = (trace + 1).squareRoot() * 2
      return SIMD4((y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4)
    }
    if x.x >= y.y && x.x >= z.z {
      let s = (1 + x.x - y.y - z.z).squareRoot() * 2
      return SIMD4(s / 4, (x.y + y.x) / s, (x.z + z.x) / s, (y.z - z.y) / s)
    }
    if y.y >= z.z {
      let s = (1 + y.y - x.x - z.z).squareRoot() * 2
      return SIMD4((x.y + y.x) / s, s / 4, (y.z + z.y) / s, (z.x - x.z) / s)
    }
    let s = (1 + z.z - x.x - y.y).squareRoot() * 2
    return SIMD4((x.z + z.x) / s, (y.z + z.y) / s, s / 4, (x.y - y.x) / s)
  }

  fileprivate init(quaternion q: SIMD4<Double>) {
    x = SIMD3(
      1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.z * q.w), 2 * (q.x * q.z - q.y * q.w))
    y = SIMD3(
      2 * (q.x * q.y - q.z * q.w), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z + q.x * q.w))
    z = SIMD3(
      2 * (q.x * q.z + q.y * q.w), 2 * (q.y * q.z - q.x * q.w), 1 - 2 * (q.x * q.x + q.y * q.y))
  }
}

/// Returns the rotation at fraction `f` of the shorter arc between two quaternions.
private func slerp(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ f: Double) -> SIMD4<Double> {
  var b = b
  var cosine = (a * b).sum()
  if cosine < 0 {
    b = -b
    cosine = -cosine
  }
  let sine = max(1 - cosine * cosine, 0).squareRoot()
  var mix: SIMD4<Double>
  if sine < 1e-9 {
    mix = a + (b - a) * f
  } else {
    let angle = atan2(sine, cosine)
    mix = (sin((1 - f) * angle) * a + sin(f * angle) * b) / sine
  }
  let size = (mix * mix).sum().squareRoot()
  return size > 0 ? mix / size : a
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

private func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
