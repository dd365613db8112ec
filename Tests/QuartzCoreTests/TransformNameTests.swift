import QuartzCore
import Testing

@Suite("Transforms by Apple's names")
struct TransformNameTests {
  private let shift = CATransform3DMakeTranslation(3, 5, 7)
  private let scale = CATransform3DMakeScale(2, 4, 8)

  @Test("A transform made without numbers has sixteen zeros")
  func zeros() {
    let transform = CATransform3D()
    #expect(transform.m11 == 0 && transform.m22 == 0 && transform.m33 == 0 && transform.m44 == 0)
    #expect(transform != CATransform3DIdentity && CGAffineTransform().a == 0)
  }

  @Test("CATransform3D functions: makers")
  func makers() {
    #expect(CATransform3DIdentity.m11 == 1 && CATransform3DIdentity.m34 == 0)
    #expect([shift.m41, shift.m42, shift.m43, shift.m44] == [3, 5, 7, 1])
    #expect([scale.m11, scale.m22, scale.m33, scale.m44] == [2, 4, 8, 1])
    let turn = CATransform3DMakeRotation(.pi / 2, 0, 0, 2)
    #expect(abs(turn.m12 - 1) < 1e-15 && abs(turn.m21 + 1) < 1e-15 && abs(turn.m11) < 1e-15)
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(1, 0, 0, 0)))
    let plane = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    let made = CATransform3DMakeAffineTransform(plane)
    #expect([made.m11, made.m12, made.m21, made.m22, made.m41, made.m42] == [1, 2, 3, 4, 5, 6])
    #expect(CATransform3DGetAffineTransform(made) == plane)
  }

  @Test("CATransform3D functions: each comes before what is there")
  func order() {
    let shiftedFirst = CATransform3DTranslate(scale, 3, 5, 7)
    #expect([shiftedFirst.m41, shiftedFirst.m42, shiftedFirst.m43] == [6, 20, 56])
    #expect(CATransform3DEqualToTransform(shiftedFirst, CATransform3DConcat(shift, scale)))
    let scaledFirst = CATransform3DScale(shift, 2, 4, 8)
    #expect([scaledFirst.m11, scaledFirst.m41, scaledFirst.m42] == [2, 3, 5])
    #expect(CATransform3DEqualToTransform(scaledFirst, CATransform3DConcat(scale, shift)))
    let turned = CATransform3DRotate(shift, .pi, 0, 0, 1)
    #expect(turned.m11 == -1 && turned.m41 == 3)
    #expect(!CATransform3DEqualToTransform(turned, shift))
  }

  @Test("CATransform3D functions: inverse and plane")
  func inverse() {
    let both = CATransform3DConcat(scale, CATransform3DMakeTranslation(1, 2, -4))
    #expect(CATransform3DIsIdentity(CATransform3DConcat(both, CATransform3DInvert(both))))
    let flat = CATransform3DMakeScale(0, 4, 8)
    #expect(CATransform3DEqualToTransform(CATransform3DInvert(flat), flat))
    #expect(CATransform3DIsAffine(CATransform3DMakeScale(2, 4, 1)))
    #expect(!CATransform3DIsAffine(scale))
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    #expect(!CATransform3DIsAffine(perspective) && !CATransform3DIsIdentity(perspective))
  }

  @Test("CGAffineTransform has Apple's initialisers and members")
  func affine() {
    #expect(CGAffineTransform().a == 0 && CGAffineTransform().d == 0)
    #expect(
      CGAffineTransform(1, 2, 3, 4, 5, 6)
        == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    let turn = CGAffineTransform(rotationAngle: .pi / 2)
    let point = CGPoint(x: 2, y: 0).applying(turn)
    #expect(abs(point.x) < 1e-15 && point.y == 2)
    let moved = CGAffineTransform(translationX: 10, y: 20).scaledBy(x: 2, y: 3)
    #expect(CGPoint(x: 1, y: 1).applying(moved) == CGPoint(x: 12, y: 23))
    #expect(CGSize(width: 1, height: 1).applying(moved) == CGSize(width: 2, height: 3))
    #expect(
      CGRect(x: 1, y: 1, width: 4, height: 5).applying(moved)
        == CGRect(x: 12, y: 23, width: 8, height: 15))
    #expect(moved.concatenating(moved.inverted()).isIdentity)
    #expect(
      CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 5, y: 7)
        == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 10, ty: 21))
    #expect(CGAffineTransform.identity.rotated(by: .pi).a == -1)
  }

  @Test("Transforms, points, sizes and rectangles go into boxes and out again")
  func boxes() {
    let all = CATransform3D(
      m11: 1, m12: 2, m13: 3, m14: 4, m21: 5, m22: 6, m23: 7, m24: 8, m31: 9, m32: 10, m33: 11,
      m34: 12, m41: 13, m42: 14, m43: 15, m44: 16)
    #expect(NSValue(caTransform3D: all).caTransform3DValue == all)
    let plane = CGAffineTransform(1, 2, 3, 4, 5, 6)
    #expect(NSValue(cgAffineTransform: plane).cgAffineTransformValue == plane)
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
    let size = CGSize(width: 3, height: 4)
    #expect(NSValue(cgSize: size).cgSizeValue == size)
    let rect = CGRect(x: 5, y: 6, width: 7, height: 8)
    #expect(NSValue(cgRect: rect).cgRectValue == rect)
  }

  @Test("A box with something else in it is refused")
  func wrongBox() async {
    await #expect(processExitsWith: .failure) {
      _ = NSValue(cgPoint: .zero).caTransform3DValue
    }
    await #expect(processExitsWith: .failure) {
      _ = NSValue(caTransform3D: CATransform3DIdentity).cgAffineTransformValue
    }
  }
}
