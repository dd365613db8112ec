import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("Interpolating transforms")
struct TransformInterpolationTests {
  private func rotation(degrees: Double) -> Transform3D {
    Transform3D(rotation: degrees * .pi / 180, x: 0, y: 0, z: 1)
  }

  private func expect(
    _ transform: Transform3D, linearPart expected: (Double, Double, Double, Double),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let actual = [transform.m11, transform.m12, transform.m21, transform.m22]
    for (a, b) in zip(actual, [expected.0, expected.1, expected.2, expected.3]) {
      #expect(abs(a - b) < 1e-6, "\(actual)", sourceLocation: sourceLocation)
    }
  }

  @Test("6.8: rotations go the shorter way, and half a turn the negative way")
  func rotations() {
    let start = Transform3D.identity
    expect(
      start.interpolated(to: rotation(degrees: 170), 0.25),
      linearPart: (0.737277, 0.675590, -0.675590, 0.737277))
    expect(
      start.interpolated(to: rotation(degrees: 270), 0.25),
      linearPart: (0.923880, -0.382683, 0.382683, 0.923880))
    expect(start.interpolated(to: rotation(degrees: 180), 0.5), linearPart: (0, -1, 1, 0))
  }

  @Test("6.8: a mirror passes through 0, and two mirrors are a rotation")
  func mirrors() {
    let start = Transform3D.identity
    expect(
      start.interpolated(to: Transform3D(scaleX: -1, y: 1), 0.25), linearPart: (0.5, 0, 0, 1))
    expect(
      start.interpolated(to: Transform3D(scaleX: -1, y: -1), 0.25),
      linearPart: (0.707107, -0.707107, 0.707107, 0.707107))
    expect(
      Transform3D(scaleX: -1, y: 1).interpolated(to: Transform3D(scaleX: 1, y: -1), 0.5),
      linearPart: (0, -1, -1, 0))
  }

  @Test("6.8: a shear")
  func shear() {
    var shear = Transform3D.identity
    shear.m21 = 0.5
    expect(
      Transform3D.identity.interpolated(to: shear, 0.5),
      linearPart: (1, 0, 0.236803, 1.003115))
  }

  @Test("6.8: scale, rotation and translation at once")
  func mixed() {
    let end = Transform3D(rotation: 1, x: 0, y: 0, z: 1)
      .concatenating(Transform3D(translationX: 40, y: 0))
    let quarter = Transform3D(scaleX: 2, y: 1).interpolated(to: end, 0.25)
    expect(quarter, linearPart: (1.695597, 0.432957, -0.247404, 0.968912))
    #expect(quarter.m41 == 10)
  }

  @Test("scaling from 0 is linear and does not rotate")
  func growing() {
    let nothing = Transform3D(scaleX: 0, y: 0)
    expect(nothing.interpolated(to: .identity, 0.25), linearPart: (0.25, 0, 0, 0.25))
    expect(
      nothing.interpolated(to: rotation(degrees: 90), 0.5), linearPart: (0, 0.5, -0.5, 0))
    expect(
      Transform3D(scaleX: 1, y: 0).interpolated(to: .identity, 0.25),
      linearPart: (1, 0, 0, 0.25))
    let point = Transform3D(scaleX: 0, y: 0, z: 0)
    let half = point.interpolated(to: Transform3D(rotation: 1, x: 1, y: 0, z: 0), 0.5)
    #expect(abs(half.m11 - 0.5) < 1e-12)
    #expect(abs(half.m23 - 0.5 * sin(1)) < 1e-12)
  }

  @Test("6.9: space: rotation by slerp, the rest linearly")
  func space() {
    let quarter = Transform3D.identity.interpolated(
      to: Transform3D(rotation: 1.2, x: 0, y: 1, z: 0), 0.25)
    #expect(abs(quarter.m11 - 0.955336) < 1e-6)
    #expect(abs(quarter.m13 + 0.295520) < 1e-6)
    #expect(abs(quarter.m31 - 0.295520) < 1e-6)
    #expect(abs(quarter.m33 - 0.955336) < 1e-6)

    var far = Transform3D(scaleX: 3, y: 5, z: 7).concatenating(
      Transform3D(translationX: 8, y: 6, z: 4))
    far.m34 = -0.5
    let half = Transform3D.identity.interpolated(to: far, 0.5)
    #expect([half.m11, half.m22, half.m33] == [2, 3, 4])
    #expect([half.m41, half.m42, half.m43] == [4, 3, 2])
    #expect(half.m34 < 0)
  }

  @Test("6.9: a rotation in space goes the shorter way")
  func shorterWay() {
    func turned(_ degrees: Double) -> Transform3D {
      Transform3D(rotation: degrees * .pi / 180, x: 0, y: 1, z: 0)
    }
    #expect(distance(turned(170).interpolated(to: turned(-170), 0.25), turned(175)) < 1e-12)
    #expect(distance(turned(-100).interpolated(to: turned(170), 0.5), turned(-145)) < 1e-12)
    #expect(distance(turned(-30).interpolated(to: turned(50), 0.75), turned(30)) < 1e-12)
  }

  @Test("composing a decomposed transform gives the transform", arguments: 0..<200)
  func roundTrip(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1)
    func number() -> Double { generator.unit() * 4 - 2 }
    var t = Transform3D(rotation: number(), x: number(), y: number(), z: number())
      .concatenating(Transform3D(scaleX: number(), y: number(), z: number()))
      .concatenating(Transform3D(rotation: number(), x: number(), y: number(), z: number()))
    t.m41 = number()
    t.m42 = number()
    t.m43 = number()
    if seed % 2 == 0 {
      t.m14 = number() / 8
      t.m24 = number() / 8
      t.m34 = number() / 8
    }
    let parts = try #require(SpaceDecomposition(t))
    let again = parts.transform
    #expect(distance(again, t) < 1e-9)
    let turned = parts.rotated(to: parts.angles).transform
    #expect(distance(turned, t) < 1e-9)
  }

  @Test("a transform that cannot be decomposed is interpolated by element")
  func degenerate() {
    let flat = Transform3D(
      m11: 1, m12: 2, m13: 3, m14: 0, m21: 2, m22: 4, m23: 6, m24: 0, m31: 1, m32: 0, m33: 0,
      m34: 0, m41: 0, m42: 0, m43: 0, m44: 1)
    #expect(SpaceDecomposition(flat) == nil)
    #expect(flat.interpolated(to: .identity, 0.5).m12 == 1)
    #expect(flat.interpolated(to: .identity, 0) == flat)
    #expect(flat.interpolated(to: .identity, 1) == .identity)
  }

  @Test("16.1, 16.2: reading and writing parts of a transform")
  func components() throws {
    let identity = AnimatableValue.transform(.identity)
    #expect(KeyPathComponent.scale.read(from: identity) == .scalar(1))
    #expect(KeyPathComponent.rotationZ.read(from: identity) == .scalar(0))
    let scaled = try #require(KeyPathComponent.scale.write(.scalar(2), into: identity))
    #expect(scaled == .transform(Transform3D(scaleX: 2, y: 2, z: 2)))
    let turned = try #require(KeyPathComponent.rotationZ.write(.scalar(0.5), into: scaled))
    guard case .transform(let matrix) = turned else { return }
    #expect(abs(matrix.m11 - 1.7551651237807455) < 1e-12)
    #expect(abs(matrix.m12 - 0.958851077208406) < 1e-12)
    #expect(KeyPathComponent.scale.read(from: turned) == .scalar(2))
  }

  @Test("16.7: the translation is a size, and the scale reads as the average")
  func compoundParts() {
    let t = AnimatableValue.transform(Transform3D(scaleX: 2, y: 3, z: 4))
    #expect(KeyPathComponent.scale.read(from: t) == .scalar(3))
    #expect(
      KeyPathComponent.translation.write(.size(CGSize(width: 7, height: 8)), into: t)
        == .transform(
          Transform3D(scaleX: 2, y: 3, z: 4).concatenating(Transform3D(translationX: 7, y: 8))))
    #expect(
      KeyPathComponent.translation.read(from: .transform(Transform3D(translationX: 5, y: 6)))
        == .size(CGSize(width: 5, height: 6)))
  }

  @Test("a mirrored axis reads back as it was set")
  func mirroredScale() throws {
    let identity = AnimatableValue.transform(.identity)
    for component in [KeyPathComponent.scaleX, .scaleY, .scaleZ, .scale] {
      let mirrored = try #require(component.write(.scalar(-2), into: identity))
      #expect(component.read(from: mirrored) == .scalar(-2))
      #expect(KeyPathComponent.rotationZ.read(from: mirrored) == .scalar(0))
    }
  }

  @Test("16.3: each part of a key path reads back what was written")
  func everyComponent() throws {
    let values: [AnimatableValue] = [
      .point(CGPoint(x: 1, y: 2)), .size(CGSize(width: 3, height: 4)),
      .rect(CGRect(x: 5, y: 6, width: 7, height: 8)), .transform(.identity),
    ]
    for component in KeyPathComponent.allCases {
      let value = try #require(values.first { component.read(from: $0) != nil })
      let part: AnimatableValue =
        switch component {
        case .origin: .point(CGPoint(x: 0.25, y: 0.75))
        case .size, .translation: .size(CGSize(width: 0.25, height: 0.75))
        default: .scalar(0.5)
        }
      let written = try #require(component.write(part, into: value))
      #expect(written != value)
      #expect(component.read(from: written) == part, "\(component)")
      #expect(AnimationKeyPath("p." + component.rawValue).component == component)
    }
    #expect(AnimationKeyPath("position.q").component == nil)
    #expect(AnimationKeyPath("position.q").property == "position.q")
  }

  private func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
    func numbers(_ t: Transform3D) -> [Double] {
      [
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34,
        t.m41, t.m42, t.m43, t.m44,
      ].map { Double($0) }
    }
    return zip(numbers(a), numbers(b)).map { abs($0 - $1) }.max()!
  }
}
