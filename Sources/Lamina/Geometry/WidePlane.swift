import Foundation

/// A point (x, y, z, w) of space in homogeneous coordinates of any magnitude.
struct WidePoint: Sendable, Equatable {
  var x: WideNumber
  var y: WideNumber
  var z: WideNumber
  var w: WideNumber

  func transformed(by transform: Transform3D) -> WidePoint {
    if transform.isIdentity { return self }
    func sum(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat) -> WideNumber {
      x * a + y * b + z * c + w * d
    }
    return WidePoint(
      x: sum(transform.m11, transform.m21, transform.m31, transform.m41),
      y: sum(transform.m12, transform.m22, transform.m32, transform.m42),
      z: sum(transform.m13, transform.m23, transform.m33, transform.m43),
      w: sum(transform.m14, transform.m24, transform.m34, transform.m44))
  }

  func moved(x dx: WideNumber, y dy: WideNumber, z dz: WideNumber) -> WidePoint {
    WidePoint(x: x + w * dx, y: y + w * dy, z: z + w * dz, w: w)
  }

  /// The largest of the exponents of x, y and w; 0 if all three are 0.
  var exponent: Int { [x.exponent, y.exponent, w.exponent].compactMap(\.self).max() ?? 0 }
}

/// A ``ProjectiveTransform`` with elements of any magnitude, whose products never overflow.
struct WidePlane: Sendable, Equatable {
  /// The images of (1, 0, 0), (0, 1, 0) and (0, 0, 1); their z is ignored.
  var right: WidePoint
  var down: WidePoint
  var origin: WidePoint

  init(right: WidePoint, down: WidePoint, origin: WidePoint) {
    self.right = right
    self.down = down
    self.origin = origin
  }

  /// Creates the wide form of a transform.
  ///
  /// - Precondition: all nine elements are finite.
  init(_ transform: ProjectiveTransform) {
    func row(_ x: Double, _ y: Double, _ w: Double) -> WidePoint {
      WidePoint(x: WideNumber(x), y: WideNumber(y), z: .zero, w: WideNumber(w))
    }
    right = row(transform.m11, transform.m12, transform.m13)
    down = row(transform.m21, transform.m22, transform.m23)
    origin = row(transform.m31, transform.m32, transform.m33)
  }

  /// Returns the image of a point; its z is ignored.
  func apply(_ point: WidePoint) -> WidePoint {
    WidePoint(
      x: point.x * right.x + point.y * down.x + point.w * origin.x,
      y: point.x * right.y + point.y * down.y + point.w * origin.y, z: .zero,
      w: point.x * right.w + point.y * down.w + point.w * origin.w)
  }

  func apply(x: WideNumber, y: WideNumber) -> WidePoint {
    apply(WidePoint(x: x, y: y, z: .zero, w: .one))
  }

  /// Returns this transform followed by `next`.
  func concatenating(_ next: WidePlane) -> WidePlane {
    WidePlane(
      right: next.apply(right), down: next.apply(down), origin: next.apply(origin))
  }

  /// True if parallel lines stay parallel, to the precision of `Double`: there is no perspective.
  var isAffine: Bool { right.w.isZero && down.w.isZero && origin.w.double() == 1 }

  /// True if axis-aligned rectangles stay axis-aligned, with the axes not swapped.
  var isUpright: Bool { isAffine && right.y.isZero && down.x.isZero }

  /// The point whose image is (0, 0), to high precision; nil if there is no such point or more than
  /// one.
  var pointAtZero: (x: WideNumber, y: WideNumber)? {
    let determinant = right.x * down.y - right.y * down.x
    if determinant.isZero { return nil }
    var point = (x: WideNumber.zero, y: WideNumber.zero)
    // Each Newton step adds some digits; there may be hundreds of zeros between them.
    for _ in 0..<6 {
      let image = apply(x: point.x, y: point.y)
      if image.x.isZero, image.y.isZero { break }
      let x = image.y * down.x - image.x * down.y
      let y = image.x * right.y - image.y * right.x
      point.x = point.x + x.divided(by: determinant)
      point.y = point.y + y.divided(by: determinant)
    }
    return point
  }
}
