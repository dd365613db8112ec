import Foundation
import Lamina
import Testing

@Suite("Transforms")
struct TransformTests {
  @Test("of the plane and of space have their numbers where Core Animation has them")
  func layout() {
    let shift = Transform3D(translationX: 3, y: 5, z: 7)
    #expect(shift.m41 == 3 && shift.m42 == 5 && shift.m43 == 7)
    let scale = Transform3D(scaleX: 2, y: 3, z: 4)
    #expect(scale.m11 == 2 && scale.m22 == 3 && scale.m33 == 4)
    let turn = Transform3D(rotation: 0.5, x: 0, y: 0, z: 2)
    #expect(isClose(turn.m11, cos(0.5)) && isClose(turn.m12, sin(0.5)))
    #expect(isClose(turn.m21, -sin(0.5)) && isClose(turn.m22, cos(0.5)))
    #expect(CGPoint(x: 1, y: 0).applying(Transform2D(rotationAngle: .pi / 2)).y == 1)
  }

  @Test("a rotation about no axis is the identity")
  func noAxis() {
    #expect(Transform3D(rotation: 1, x: 0, y: 0, z: 0) == .identity)
  }

  @Test("concatenating applies the other one afterwards, the shorthands apply theirs before")
  func order() {
    let scale = Transform3D(scaleX: 2, y: 3)
    let shift = Transform3D(translationX: 10, y: 100)
    let point = CGPoint(x: 1, y: 1)
    #expect(point.applying(scale.concatenating(shift).affine) == CGPoint(x: 12, y: 103))
    #expect(point.applying(shift.concatenating(scale).affine) == CGPoint(x: 22, y: 303))
    #expect(scale.translatedBy(x: 10, y: 100) == shift.concatenating(scale))
    #expect(shift.scaledBy(x: 2, y: 3) == scale.concatenating(shift))
    #expect(
      shift.rotated(by: 0.25, x: 0, y: 0, z: 1)
        == Transform3D(rotation: 0.25, x: 0, y: 0, z: 1).concatenating(shift))
  }

  @Test("an inverse undoes; a singular transform is given back unchanged")
  func inverse() {
    let transform = Transform3D(
      m11: 0, m12: 2, m13: 0, m14: 0.25, m21: -1, m22: 0, m23: 3, m24: 0,
      m31: 0, m32: 1, m33: 1, m34: 0, m41: 5, m42: 7, m43: 0, m44: 1)
    let both = transform.concatenating(transform.inverted())
    let numbers = [
      (both.m11, 1), (both.m12, 0), (both.m13, 0), (both.m14, 0),
      (both.m21, 0), (both.m22, 1), (both.m23, 0), (both.m24, 0),
      (both.m31, 0), (both.m32, 0), (both.m33, 1), (both.m34, 0),
      (both.m41, 0), (both.m42, 0), (both.m43, 0), (both.m44, 1.0),
    ]
    for (actual, expected) in numbers { #expect(isClose(actual, expected)) }
    let flat = Transform3D(scaleX: 2, y: 0, z: 3)
    #expect(flat.inverted() == flat)
    let line = Transform2D(a: 1, b: 2, c: 2, d: 4, tx: 5, ty: 6)
    #expect(line.inverted() == line)
  }

  @Test("what a plane transform cannot say has no affine part")
  func affine() {
    let plane = Transform2D(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(Transform3D(plane).isAffine)
    #expect(Transform3D(plane).affine == plane)
    var perspective = Transform3D.identity
    perspective.m34 = -0.002
    #expect(!perspective.isAffine)
    #expect(perspective.affine == .identity)
  }
}
