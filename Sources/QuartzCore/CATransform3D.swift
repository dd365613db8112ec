// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Lamina

/// The transform that leaves every point where it is.
public let CATransform3DIdentity = CATransform3D.identity

/// Whether a transform is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t.isIdentity }

/// Whether two transforms have the same sixteen numbers.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
  a == b
}

/// A shift, in points.
public func CATransform3DMakeTranslation(
  _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3D(translationX: tx, y: ty, z: tz)
}

/// A scale about the origin.
public func CATransform3DMakeScale(
  _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
  CATransform3D(scaleX: sx, y: sy, z: sz)
}

/// A rotation by an angle in radians about an axis; about no axis it is the identity.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3D(rotation: angle, x: x, y: y, z: z)
}

/// A transform with a shift before it.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  t.translatedBy(x: tx, y: ty, z: tz)
}

/// A transform with a scale before it.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
  t.scaledBy(x: sx, y: sy, z: sz)
}

/// A transform with a rotation before it.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  t.rotated(by: angle, x: x, y: y, z: z)
}

/// The first transform followed by the second: `a * b`.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  a.concatenating(b)
}

/// The transform that undoes another; one that cannot be undone is returned as it is.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D { t.inverted() }

/// The transform of space that does to the plane what another does.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(m)
}

/// Whether a ``CGAffineTransform`` says the same.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool { t.isAffine }

/// The affine part, or the identity where there is none.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform { t.affine }
