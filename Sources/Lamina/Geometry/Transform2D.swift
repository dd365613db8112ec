import Foundation

/// A 3 × 2 affine transform of the plane.
///
/// Points are rows and multiply from the left, as in Core Graphics:
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`. With y growing downwards a positive
/// ``init(rotation:)`` turns clockwise on the picture.
public struct Transform2D: Sendable, Hashable {
  public var a: CGFloat
  public var b: CGFloat
  public var c: CGFloat
  public var d: CGFloat
  public var tx: CGFloat
  public var ty: CGFloat

  /// Creates a transform from its six numbers.
  public init(
    a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The transform that leaves every point where it is.
  public static let identity = Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A shift by (`x`, `y`) points.
  public init(translationX x: CGFloat, y: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scale about the origin.
  public init(scaleX x: CGFloat, y: CGFloat) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A rotation about the origin by `angle` radians, from the x axis towards the y axis.
  public init(rotation angle: CGFloat) {
    let sine = sin(angle)
    let cosine = cos(angle)
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether this is exactly ``identity``.
  public var isIdentity: Bool { self == .identity }

  /// Whether all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The factor by which the transform multiplies signed areas.
  public var determinant: CGFloat { a * d - b * c }

  /// This transform followed by `next`.
  public func concatenating(_ next: Transform2D) -> Transform2D {
    Transform2D(
      a: a * next.a + b * next.c,
      b: a * next.b + b * next.d,
      c: c * next.a + d * next.c,
      d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }

  /// This transform with a shift applied before it, as `CGAffineTransform.translatedBy` does.
  public func translatedBy(x: CGFloat, y: CGFloat) -> Transform2D {
    Transform2D(translationX: x, y: y).concatenating(self)
  }

  /// This transform with a scale applied before it.
  public func scaledBy(x: CGFloat, y: CGFloat) -> Transform2D {
    Transform2D(scaleX: x, y: y).concatenating(self)
  }

  /// This transform with a rotation applied before it.
  public func rotated(by angle: CGFloat) -> Transform2D {
    Transform2D(rotation: angle).concatenating(self)
  }

  /// The transform that undoes this one; a singular or non-finite transform is returned
  /// unchanged, as Core Graphics does.
  public func inverted() -> Transform2D {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite, isFinite else { return self }
    let ia = d / determinant
    let ib = -b / determinant
    let ic = -c / determinant
    let id = a / determinant
    return Transform2D(
      a: ia, b: ib, c: ic, d: id, tx: -(tx * ia + ty * ic), ty: -(tx * ib + ty * id))
  }
}

extension CGPoint {
  /// This point after `transform`.
  public func applying(_ transform: Transform2D) -> CGPoint {
    CGPoint(
      x: x * transform.a + y * transform.c + transform.tx,
      y: x * transform.b + y * transform.d + transform.ty)
  }
}

extension CGSize {
  /// This size's vector after the linear part of `transform`.
  public func applying(_ transform: Transform2D) -> CGSize {
    CGSize(
      width: width * transform.a + height * transform.c,
      height: width * transform.b + height * transform.d)
  }
}

extension CGRect {
  /// The smallest upright rectangle that holds the four corners after `transform`.
  ///
  /// A null or infinite rectangle is returned as it is.
  public func applying(_ transform: Transform2D) -> CGRect {
    guard !isNull, !isInfinite else { return self }
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY),
      CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
    ].map { $0.applying(transform) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    let left = xs.min()!
    let top = ys.min()!
    return CGRect(x: left, y: top, width: xs.max()! - left, height: ys.max()! - top)
  }
}
