import Foundation
import Testing

@testable import Lamina

/// A basic animation of one second, unless changed.
private func basic(
  _ keyPath: String = "opacity", from: Any? = nil, to: Any? = nil, by: Any? = nil,
  _ change: (BasicAnimation) -> Void = { _ in }
) -> CommittedAnimation {
  let animation = BasicAnimation(keyPath: keyPath)
  animation.fromValue = from
  animation.toValue = to
  animation.byValue = by
  animation.duration = 1
  change(animation)
  return animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 0.25)[0]
}

extension CommittedAnimation {
  /// The number shown at a time over a number.
  func number(at time: Double, over underlying: Double) -> Double? {
    guard case .scalar(let value)? = value(at: time, over: .scalar(underlying)) else {
      return nil
    }
    return value
  }
}

@Suite("Basic animations")
struct BasicAnimationTests {
  @Test(
    "6.1: the six combinations, over 0.5, at half",
    arguments: [
      (0.2, 0.8, nil, 0.5), (0.2, nil, 0.3, 0.35), (nil, 0.9, 0.3, 0.75), (0.2, nil, nil, 0.35),
      (nil, 0.8, nil, 0.65), (nil, nil, 0.3, 0.65), (0.2, 0.8, 9, 0.5),
    ] as [(Double?, Double?, Double?, Double)])
  func combinations(from: Double?, to: Double?, by: Double?, half: Double) throws {
    let value = try #require(basic(from: from, to: to, by: by).number(at: 0.5, over: 0.5))
    #expect(abs(value - half) < 1e-12)
  }

  @Test("6.1: without any value nothing changes")
  func noValues() {
    #expect(basic().number(at: 0.5, over: 0.5) == nil)
  }

  @Test("2.8: the default curve over 0.25 s")
  func implicitOpacity() throws {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.fromValue = Float(1)
    animation.timingFunction = .default
    animation.fillMode = .backwards
    let committed = animation.makeCommittedAnimations(beginTime: 10, defaultDuration: 0.25)[0]
    let rows = [
      (0.0, 1.0), (0.05, 0.704755665732), (0.1, 0.317459494022), (0.125, 0.197596612415),
      (0.2, 0.0243746443764), (0.25, 0),
    ]
    for (time, expected) in rows {
      let value = try #require(committed.number(at: 10 + time, over: 0))
      #expect(abs(value - expected) < 1e-12)
    }
    #expect(committed.number(at: 9, over: 0) == 1)
    #expect(committed.number(at: 10.26, over: 0) == nil)
    #expect(committed.end == 10.25)
  }

  @Test("3.6: without a duration it takes the transaction's")
  func defaultDuration() {
    let committed = basic(from: 0, to: 1) { $0.duration = 0 }
    #expect(committed.number(at: 0.2, over: 0.5) == 0.8)
    #expect(committed.number(at: 0.5, over: 0.5) == nil)
    let negative = basic(from: 0, to: 1) { $0.duration = -3 }
    #expect(negative.end == 0.25)
  }

  @Test("6.2: the current value is the underlying value at each time")
  func currentValueMoves() {
    let committed = basic(to: 1)
    #expect(committed.number(at: 0.5, over: 0) == 0.5)
    #expect(committed.number(at: 0.5, over: 0.5) == 0.75)
  }

  @Test("6.3: an additive value is added to the underlying value")
  func additive() throws {
    let first = basic(from: 0, to: 0.2) { $0.isAdditive = true }
    let second = basic(from: 0, to: 0.1) { $0.isAdditive = true }
    let one = try #require(first.number(at: 0.5, over: 0.5))
    #expect(abs(one - 0.6) < 1e-12)
    let two = try #require(second.number(at: 0.5, over: one))
    #expect(abs(two - 0.65) < 1e-12)
  }

  @Test("6.3: additive transforms concatenate")
  func additiveTransforms() {
    let committed = basic(
      "transform", from: Transform3D.identity, to: Transform2D(translationX: 10, y: 6)
    ) { $0.isAdditive = true }
    let base = Transform3D(scaleX: 2, y: 3)
    #expect(
      committed.value(at: 0.5, over: .transform(base))
        == .transform(base.translatedBy(x: 5, y: 3)))
  }

  @Test("an additive animation of one end starts or stops at nothing")
  func additiveSingleEnds() {
    #expect(basic(to: 4) { $0.isAdditive = true }.number(at: 0.25, over: 100) == 101)
    #expect(basic(from: 4) { $0.isAdditive = true }.number(at: 0.25, over: 100) == 103)
    #expect(basic(by: 4) { $0.isAdditive = true }.number(at: 0.5, over: 100) == 102)
  }

  @Test("6.4: each cycle of a cumulative animation starts where the one before ended")
  func cumulative() {
    let committed = basic("position.x", from: 0, to: 10) {
      $0.repeatCount = 3
      $0.isCumulative = true
    }
    for (time, expected) in [(0.5, 5.0), (1.5, 15), (2.5, 25), (3, 30)] {
      #expect(
        committed.value(at: time, over: .point(CGPoint(x: 1, y: 7)))
          == .point(CGPoint(x: expected, y: 7)))
    }
    let by = basic(by: 10) {
      $0.repeatCount = 3
      $0.isCumulative = true
    }
    #expect(by.number(at: 0.5, over: 100) == 105)
    #expect(by.number(at: 1.5, over: 100) == 215)
    #expect(by.number(at: 2.5, over: 100) == 325)
  }

  @Test("6.4: with a reversed leg the end of a cycle is its start")
  func cumulativeReversed() {
    let committed = basic(from: 0, to: 10) {
      $0.repeatCount = 2
      $0.isCumulative = true
      $0.autoreverses = true
    }
    #expect(committed.number(at: 2.5, over: 0) == 5)
  }

  @Test("5.4: without a function the pace is even")
  func noFunction() {
    let committed = basic(from: 0, to: 1)
    for time in [0.1, 0.25, 0.67, 0.9] { #expect(committed.number(at: time, over: 0.5) == time) }
  }

  @Test("5.5: the reversed leg replays the curve backwards")
  func reversedCurve() throws {
    let committed = basic(from: 0, to: 1) {
      $0.autoreverses = true
      $0.timingFunction = .easeIn
    }
    for time in [0.5, 1.5] {
      let value = try #require(committed.number(at: time, over: 0))
      #expect(abs(value - 0.315356812573) < 1e-12)
    }
  }

  @Test("6.5: structures go component by component, colours in red, green, blue and alpha")
  func structures() {
    #expect(
      basic("position", from: CGPoint(x: 1, y: 2), to: CGPoint(x: 5, y: 12))
        .value(at: 0.25, over: .point(.zero)) == .point(CGPoint(x: 2, y: 4.5)))
    #expect(
      basic("shadowOffset", from: CGSize(width: 1, height: 2), to: CGSize(width: 5, height: 12))
        .value(at: 0.25, over: .size(.zero)) == .size(CGSize(width: 2, height: 4.5)))
    #expect(
      basic(
        "bounds", from: CGRect(x: 0, y: 4, width: 8, height: 16),
        to: CGRect(x: 4, y: 0, width: 16, height: 8)
      ).value(at: 0.25, over: .rect(.zero))
        == .rect(CGRect(x: 1, y: 3, width: 10, height: 14)))
    #expect(
      basic(
        "backgroundColor", from: Color.red, to: Color(red: 0, green: 0, blue: 1, alpha: 0.5)
      ).value(at: 0.5, over: .color(.black))
        == .color(Color(red: 0.5, green: 0, blue: 0.5, alpha: 0.75)))
  }

  @Test("6.6: a Boolean switches as soon as the animation has begun")
  func booleans() {
    let shown = basic("hidden", from: 0, to: 1)
    #expect(shown.value(at: 0.25, over: .bool(false)) == .bool(true))
    #expect(shown.value(at: 1e-9, over: .bool(false)) == .bool(true))
    #expect(shown.value(at: 0, over: .bool(false)) == .bool(false))
    let hidden = basic("hidden", from: true, to: false)
    #expect(hidden.value(at: 0.25, over: .bool(true)) == .bool(false))
  }

  @Test("6.7: with no colour at one end there is none")
  func missingColor() {
    for committed in [
      basic("backgroundColor", to: Color.red), basic("backgroundColor", from: Color.red),
    ] {
      #expect(committed.value(at: 0.5, over: .none) == AnimatableValue.none)
    }
  }

  @Test("6.10: a component is a number: a full turn turns")
  func fullTurn() throws {
    let committed = basic("transform.rotation.z", from: 0, to: 2 * Double.pi)
    guard case .transform(let half)? = committed.value(at: 0.5, over: .transform(.identity)) else {
      Issue.record("no transform")
      return
    }
    #expect(abs(half.m11 + 1) < 1e-12)
    let one = basic("transform.rotation.z", from: 0, to: 1)
    guard case .transform(let turned)? = one.value(at: 0.5, over: .transform(.identity)) else {
      Issue.record("no transform")
      return
    }
    #expect(abs(turned.m12 - 0.479425538604) < 1e-12)
  }

  @Test("a component starts at the underlying value")
  func componentFromCurrent() {
    let committed = basic("bounds.size.width", to: 20)
    #expect(
      committed.value(at: 0.5, over: .rect(CGRect(x: 3, y: 4, width: 10, height: 6)))
        == .rect(CGRect(x: 3, y: 4, width: 15, height: 6)))
    #expect(committed.property == "bounds")
    #expect(committed.component == .sizeWidth)
  }

  @Test("bitmaps cross-fade, and nil cross-fades into a bitmap")
  func bitmaps() throws {
    let a = try Bitmap(width: 1, height: 1, pixels: [0xFF00_00FF])
    let b = try Bitmap(width: 1, height: 1, pixels: [0xFFFF_0000])
    let committed = basic("contents", from: a)
    #expect(committed.value(at: 0, over: .bitmap(b)) == .bitmap(a))
    #expect(
      committed.value(at: 0.25, over: .bitmap(b))
        == .crossfade(Crossfade(from: a, to: b, progress: 0.25)))
    #expect(committed.value(at: 1, over: .bitmap(b)) == .bitmap(b))
    #expect(
      basic("contents", to: b).value(at: 0.75, over: .none)
        == .crossfade(Crossfade(from: nil, to: b, progress: 0.75)))
    #expect(committed.value(at: 0.25, over: .bitmap(a)) == .bitmap(a))
  }

  @Test("a value of the wrong kind has no effect, and says why")
  func wrongKinds() throws {
    let point = basic(from: CGPoint(x: 1, y: 2), to: CGPoint(x: 3, y: 4))
    #expect(point.value(at: 0.5, over: .scalar(1)) == nil)
    #expect(
      point.problem(over: .scalar(1))
        == "the animation gives opacity a point, but it takes a number")
    let mixed = basic(from: 1, to: CGPoint(x: 3, y: 4))
    #expect(mixed.value(at: 0.5, over: .scalar(1)) == nil)
    #expect(
      mixed.problem(over: .scalar(1))
        == "an animation of opacity cannot combine a number and a point")
    let part = basic("opacity.x", from: 1, to: 2)
    #expect(part.problem(over: .scalar(1)) == "opacity is a number, which has no x")
    #expect(basic(from: 1, to: 2).problem(over: .scalar(1)) == nil)
    #expect(basic("transform.scale", to: 2).problem(over: .transform(.identity)) == nil)
    #expect(basic("backgroundColor", from: Color.red).problem(over: .none) == nil)
  }

  @Test("accepts values of every supported type")
  func conversions() throws {
    #expect(try AnimatableValue(nil) == AnimatableValue.none)
    #expect(try AnimatableValue(3) == .scalar(3))
    #expect(try AnimatableValue(UInt8(200)) == .scalar(200))
    #expect(try AnimatableValue(Float(0.5)) == .scalar(0.5))
    #expect(try AnimatableValue(CGFloat(2.5)) == .scalar(2.5))
    #expect(try AnimatableValue(NSNumber(value: 7)) == .scalar(7))
    #expect(try AnimatableValue(true) == .bool(true))
    #expect(
      try AnimatableValue(Transform2D(translationX: 3, y: 4))
        == .transform(Transform3D(translationX: 3, y: 4)))
    #expect(try AnimatableValue([1, 2.5] as [Any]) == .numbers([1, 2.5]))
    #expect(try AnimatableValue([CGFloat(1), 2]) == .numbers([1, 2]))
    #expect(try AnimatableValue([Color.red, .blue]) == .colors([.red, .blue]))
    let none: Color? = nil
    #expect(try AnimatableValue(none) == AnimatableValue.none)
    #expect(throws: UnsupportedValue(typeName: "String")) { try AnimatableValue("red") }
    #expect(throws: UnsupportedValue.self) { try AnimatableValue([Color.red, 1] as [Any]) }
  }

  @Test("a value that cannot be animated is refused where it is set")
  func unsupportedValue() async {
    await #expect(processExitsWith: .failure) {
      BasicAnimation(keyPath: "opacity").toValue = "half"
    }
  }

  @Test("a value that is not finite is refused where it is set")
  func notFinite() async throws {
    await #expect(processExitsWith: .failure) {
      BasicAnimation(keyPath: "opacity").fromValue = Double.nan
    }
    await #expect(processExitsWith: .failure) {
      KeyframeAnimation(keyPath: "position").values = [CGPoint(x: 1, y: CGFloat.infinity)]
    }
    let colors = [Color.red, Color(white: -.infinity)]
    #expect(try !AnimatableValue(colors).isFinite)
    #expect(try !AnimatableValue([1, Double.nan]).isFinite)
    #expect(try !AnimatableValue(Transform2D(translationX: .nan, y: 0)).isFinite)
    #expect(try AnimatableValue(CGRect.infinite).isFinite)
  }

  @Test("the end is exact, and equal ends give the same value throughout")
  func exactEnds() {
    let committed = basic(from: 0.1, to: 0.7)
    #expect(committed.number(at: 1, over: 0) == 0.7)
    let constant = basic(from: 0.1, to: 0.1)
    #expect((0...10).allSatisfy { constant.number(at: Double($0) / 10, over: 0) == 0.1 })
    let huge = basic(from: -1.7e308, to: 1.7e308)
    #expect(huge.number(at: 0.5, over: 0) == 0)
  }
}
