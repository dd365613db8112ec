import Foundation
import Testing

@testable import Lamina

/// The committed form of a keyframe animation of one second, unless changed.
private func keyframes(
  _ values: [Any], of keyPath: String = "opacity",
  _ change: (KeyframeAnimation) -> Void = { _ in }
) -> CommittedAnimation {
  let animation = KeyframeAnimation(keyPath: keyPath)
  animation.values = values
  animation.duration = 1
  change(animation)
  return animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 0.25)[0]
}

@Suite("Keyframe animations")
struct KeyframeAnimationTests {
  private static let times = [0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9]

  @Test(
    "7.1, 7.2, 7.3: the values 0, 1, 0.5, 0.7 in each mode",
    arguments: [
      (
        KeyframeAnimation.CalculationMode.linear, false,
        [0.15, 0.6, 0.9, 0.9, 0.75, 0.52, 0.58, 0.64]
      ),
      (.linear, true, [0.5, 0.9, 0.8, 0.7, 0.6, 0.55, 0.6, 0.65]),
      (.discrete, false, [0, 0, 1, 1, 0.5, 0.5, 0.7, 0.7]),
      (.discrete, true, [0, 1, 1, 1, 1, 0.5, 0.5, 0.5]),
      (.paced, false, [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
      (.paced, true, [0.085, 0.34, 0.51, 0.68, 0.85, 0.81, 0.64, 0.53]),
      (.cubic, false, [0.164344, 0.708, 0.96075, 0.9848, 0.8, 0.49165, 0.5296, 0.61795]),
      (.cubic, true, [0.614583, 1.006667, 0.9, 0.74, 0.586667, 0.503125, 0.558333, 0.634375]),
    ])
  func modes(
    mode: KeyframeAnimation.CalculationMode, hasTimes: Bool, expected: [Double]
  ) throws {
    let committed = keyframes([0, 1, 0.5, 0.7]) {
      $0.calculationMode = mode
      $0.keyTimes = hasTimes ? [0, 0.1, 0.6, 1] : nil
    }
    let tolerance = mode == .cubic ? 1e-6 : 1e-9
    for (time, value) in zip(Self.times, expected) {
      let actual = try #require(committed.number(at: time, over: 0.25))
      #expect(abs(actual - value) < tolerance, "at \(time)")
    }
  }

  @Test("7.1: discrete values are held for equal times, linear ones reached at equal times")
  func evenTimes() {
    let discrete = keyframes([1, 2, 4, 8]) { $0.calculationMode = .discrete }
    #expect(discrete.number(at: 0.25.nextDown, over: 0) == 1)
    #expect(discrete.number(at: 0.25, over: 0) == 2)
    #expect(discrete.number(at: 1, over: 0) == 8)
    let linear = keyframes([1, 2, 4])
    #expect(linear.number(at: 0, over: 0) == 1)
    #expect(linear.number(at: 0.5, over: 0) == 2)
    #expect(linear.number(at: 1, over: 0) == 4)
  }

  @Test("7.2: the paced modes ignore timing functions of keyframes")
  func pacedIgnoresFunctions() {
    for mode in [KeyframeAnimation.CalculationMode.paced, .cubicPaced] {
      let plain = keyframes([0, 10, 30]) { $0.calculationMode = mode }
      let shaped = keyframes([0, 10, 30]) {
        $0.calculationMode = mode
        $0.timingFunctions = [.easeIn, .easeOut]
        $0.keyTimes = [0, 0.9, 1]
      }
      #expect(plain.number(at: 0.4, over: 0) == shaped.number(at: 0.4, over: 0))
    }
  }

  @Test("7.4: cubicPaced has an even speed along the curve of cubic")
  func cubicPaced() throws {
    let points = [
      CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 40), CGPoint(x: 90, y: 30), CGPoint(x: 95, y: 0),
    ]
    let committed = keyframes(points, of: "position") { $0.calculationMode = .cubicPaced }
    var last = CGPoint.zero
    var steps: [Double] = []
    for step in 1...50 {
      guard
        case .point(let point)? = committed.value(at: Double(step) / 50, over: .point(.zero))
      else {
        Issue.record("no point")
        return
      }
      steps.append(hypot(point.x - last.x, point.y - last.y))
      last = point
    }
    #expect(last == points[3])
    let mean = steps.reduce(0, +) / 50
    #expect(steps.allSatisfy { abs($0 / mean - 1) < 0.02 })
  }

  @Test("7.4: cubicPaced between numbers is a straight line, and cubic is not")
  func cubicPacedAlongLine() throws {
    for time in [0.1, 0.3, 0.5, 0.77] {
      let even = keyframes([0, 10, 30]) { $0.calculationMode = .cubicPaced }
      let value = try #require(even.number(at: time, over: 7))
      #expect(abs(value - 30 * time) < 1e-4, "\(value) at \(time)")
    }
    let curved = keyframes([0, 10, 30]) { $0.calculationMode = .cubic }
    // Catmull and Rom: slopes 10 and 15 at the ends of a segment from 0 to 10.
    let quarter = try #require(curved.number(at: 0.25, over: 7))
    #expect(abs(quarter - (5 + (10 - 15) / 8.0)) < 1e-12)
  }

  @Test("7.5: values and times of different counts pair up")
  func commonPrefix() throws {
    let linear = keyframes([0, 1, 0.5, 0.7]) { $0.keyTimes = [0, 0.5, 1] }
    for (time, value) in [
      (0.1, 0.2), (0.25, 0.5), (0.4, 0.8), (0.6, 0.9), (0.75, 0.75), (0.9, 0.6),
    ] {
      let actual = try #require(linear.number(at: time, over: 0))
      #expect(abs(actual - value) < 1e-9)
    }
    let discrete = keyframes([0, 1, 0.3]) {
      $0.keyTimes = [0, 0.3, 0.6, 1]
      $0.calculationMode = .discrete
    }
    for (time, value) in [(0.1, 0.0), (0.35, 1), (0.65, 0.3), (0.95, 0.3)] {
      #expect(discrete.number(at: time, over: 0) == value)
    }
  }

  @Test("7.6: one value, or none, changes nothing")
  func oneValue() {
    #expect(keyframes([0.3]).number(at: 0.5, over: 0.5) == nil)
    #expect(keyframes([]).number(at: 0.5, over: 0.5) == nil)
    #expect(keyframes([1, 2]) { $0.keyTimes = [0.5] }.number(at: 0.5, over: 0.5) == nil)
  }

  @Test("7.7: a keyframe's function shapes its segment, the animation's the whole")
  func functions() throws {
    let segment = keyframes([0, 10, 20]) { $0.timingFunctions = [.easeIn, .linear] }
    let quarter = try #require(segment.number(at: 0.25, over: 0))
    #expect(abs(quarter - 3.15356812573) < 1e-10)
    #expect(segment.number(at: 0.75, over: 0) == 15)
    let whole = keyframes([0, 10, 20]) { $0.timingFunction = .default }
    let half = try #require(whole.number(at: 0.5, over: 0))
    #expect(abs(half - 16.0480677517) < 1e-10)
  }

  @Test("7.10: a value function applies to the interpolated number")
  func valueFunction() {
    let committed = keyframes([0, 1, 3], of: "transform") {
      $0.valueFunction = ValueFunction(name: .rotateZ)
    }
    guard case .transform(let t)? = committed.value(at: 0.75, over: .transform(.identity)) else {
      Issue.record("no transform")
      return
    }
    #expect(abs(t.m11 + 0.416146836547) < 1e-12)
  }

  @Test("tension, continuity and bias bend the curve as Kochanek and Bartels define them")
  func splineShape() throws {
    func half(_ change: (KeyframeAnimation) -> Void) throws -> Double {
      let committed = keyframes([0, 8, 8, 0]) {
        $0.calculationMode = .cubic
        change($0)
      }
      return try #require(committed.number(at: 0.5, over: 0))
    }
    // Between equal values only the slopes count: h10(1/2) = 1/8, h11(1/2) = -1/8.
    #expect(abs(try half { _ in } - (8 + 4.0 / 8 + 4.0 / 8)) < 1e-12)
    #expect(abs(try half { $0.tensionValues = [0, 1, 1] } - 8) < 1e-12)
    #expect(abs(try half { $0.continuityValues = [0, 1] } - (8 + 8.0 / 8 + 4.0 / 8)) < 1e-12)
    #expect(abs(try half { $0.biasValues = [0, 0.5] } - (8 + 6.0 / 8 + 4.0 / 8)) < 1e-12)
  }

  @Test("tension, continuity and bias act together, on leaving a value and on reaching the next")
  func splineShapes() throws {
    let committed = keyframes([0, 1, 3, 10]) {
      $0.calculationMode = .cubic
      $0.tensionValues = [0, 0.25, -0.5]
      $0.continuityValues = [0, -0.5, 0.4]
      $0.biasValues = [0, 0.3, -0.2]
    }
    // Slopes 1.03125 and 9.54 by the definition; 2 + (1.03125 - 9.54) / 8.
    let half = try #require(committed.number(at: 0.5, over: 0))
    #expect(abs(half - 0.93640625) < 1e-9)
  }

  @Test("7.4b: key times are used as given, neither clamped nor sorted")
  func untidyTimes() {
    let before = keyframes([0, 0, 100, 100]) { $0.keyTimes = [0, -1, 1, 1] }
    #expect(before.number(at: 0, over: 7) == 50)
    #expect(before.number(at: 0.5, over: 7) == 75)
    let after = keyframes([0, 0, 100, 100]) { $0.keyTimes = [0, 0.5, 1.5, 1] }
    #expect(after.number(at: 0.75, over: 7) == 25)
    // Before 0.25 the first segment runs, from -1; from then on the last one, to 7.
    let committed = keyframes([0, 10, 20, 30]) { $0.keyTimes = [-1, 0.5, 0.25, 7] }
    #expect(committed.number(at: 0.125, over: 7) == 7.5)
    #expect(committed.number(at: 0.25, over: 7) == 20)
    #expect(committed.number(at: 0.925, over: 7) == 21)
    // A segment that ends before it begins is at its end.
    let backwards = keyframes([0, 10, 20]) { $0.keyTimes = [0, 0.5, 0.25] }
    #expect(backwards.number(at: 0.25, over: 7) == 5)
    #expect(backwards.number(at: 0.75, over: 7) == 20)
    let held = keyframes([1, 2, 3]) {
      $0.keyTimes = [0, 0.75, 0.5, 1]
      $0.calculationMode = .discrete
    }
    #expect(held.number(at: 0.375, over: 7) == 1)
    #expect(held.nextChange(after: 0.375) == 0.5)
    #expect(held.number(at: 0.5, over: 7) == 3)
    let inside = keyframes([4, 8]) { $0.keyTimes = [0.25, 0.75] }
    #expect(inside.number(at: 0.1, over: 0) == 4)
    #expect(inside.number(at: 0.9, over: 0) == 8)
  }

  @Test(
    "16.7: a translation accepts points in every animation with values",
    arguments: [false, true])
  func translations(isAdditive: Bool) {
    let basic = BasicAnimation(keyPath: "transform.translation")
    basic.fromValue = CGPoint(x: 10, y: 20)
    basic.byValue = CGPoint(x: 40, y: 60)
    let spring = SpringAnimation(keyPath: "transform.translation")
    spring.toValue = CGPoint(x: 30, y: 50)
    spring.fromValue = CGPoint(x: 30, y: 50)
    let frames = KeyframeAnimation(keyPath: "transform.translation")
    frames.values = [CGPoint(x: 10, y: 20), CGSize(width: 50, height: 80)]
    let way = KeyframeAnimation(keyPath: "transform.translation")
    var path = Path()
    path.move(to: CGPoint(x: 10, y: 20))
    path.addLine(to: CGPoint(x: 50, y: 80))
    way.path = path
    let underneath = Transform3D(translationX: 2, y: 3)
    for animation in [basic, spring, frames, way] as [PropertyAnimation] {
      animation.duration = 1
      animation.isAdditive = isAdditive
      let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 0.25)[0]
      #expect(committed.problem(over: .transform(underneath)) == nil)
      let expected =
        isAdditive ? Transform3D(translationX: 32, y: 53) : .init(translationX: 30, y: 50)
      #expect(
        committed.value(at: 0.5, over: .transform(underneath)) == .transform(expected),
        "\(type(of: animation))")
    }
  }

  @Test("6.6: a Boolean is the first value at the start of a segment, and the second one after it")
  func flags() {
    for values in [[true, false, true], [1, 0, 1]] as [[Any]] {
      let committed = keyframes(values, of: "hidden")
      for (time, isHidden) in [
        (0, true), (0.001, false), (0.25, false), (0.5, false), (0.501, true), (1, true),
      ] {
        #expect(committed.value(at: time, over: .bool(false)) == .bool(isHidden), "at \(time)")
      }
    }
  }

  @Test("colours, rectangles and transforms go through keyframes, too")
  func kinds() {
    let colors = keyframes([Color.red, Color.blue, Color.green], of: "backgroundColor") {
      $0.calculationMode = .cubic
    }
    #expect(colors.value(at: 0.5, over: .none) == .color(.blue))
    let transforms = keyframes(
      [Transform3D.identity, Transform3D(translationX: 8, y: 2), Transform3D(scaleX: 3, y: 5)],
      of: "transform")
    #expect(
      transforms.value(at: 0.25, over: .transform(.identity))
        == .transform(Transform3D(translationX: 4, y: 1)))
    let flags = keyframes([0, 1, 0], of: "hidden") { $0.calculationMode = .discrete }
    #expect(flags.value(at: 0.5, over: .bool(false)) == .bool(true))
  }

  @Test("cumulative keyframes add the last value")
  func cumulative() {
    let committed = keyframes([0, 4, 10]) {
      $0.repeatCount = 2
      $0.isCumulative = true
    }
    #expect(committed.number(at: 1.5, over: 0) == 14)
  }

  @Test("values of two kinds are refused")
  func mixedKinds() async {
    await #expect(processExitsWith: .failure) {
      KeyframeAnimation(keyPath: "opacity").values = [1, CGPoint(x: 1, y: 2)]
    }
  }
}
