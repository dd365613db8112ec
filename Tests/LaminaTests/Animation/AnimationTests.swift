import Foundation
import Testing

@testable import Lamina

@Suite("Animation objects")
struct AnimationTests {
  private final class Listener: AnimationDelegate {}

  private final class Labelled: BasicAnimation {
    var label = ""
    override func copyProperties(from other: Animation) {
      super.copyProperties(from: other)
      if let other = other as? Labelled { label = other.label }
    }
  }

  @Test("the defaults of CAAnimation")
  func defaults() {
    let animation = BasicAnimation(keyPath: "opacity")
    #expect(animation.timingFunction == nil)
    #expect(animation.delegate == nil)
    #expect(animation.isRemovedOnCompletion)
    #expect(animation.beginTime == 0)
    #expect(animation.duration == 0)
    #expect(animation.speed == 1)
    #expect(animation.timeOffset == 0)
    #expect(animation.repeatCount == 0)
    #expect(animation.repeatDuration == 0)
    #expect(!animation.autoreverses)
    #expect(animation.fillMode == .removed)
    #expect(animation.keyPath == "opacity")
    #expect(!animation.isAdditive)
    #expect(!animation.isCumulative)
    #expect(animation.valueFunction == nil)
    #expect(animation.fromValue == nil && animation.toValue == nil && animation.byValue == nil)
    #expect(Animation.defaultValue(forKey: "speed") as? Float == 1)
    #expect(Animation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    #expect(SpringAnimation.defaultValue(forKey: "mass") as? CGFloat == 1)
    #expect(SpringAnimation.defaultValue(forKey: "cumulative") as? Bool == false)
    #expect(Animation.defaultValue(forKey: "delegate") == nil)
  }

  @Test("the defaults of the other animation classes")
  func otherDefaults() {
    let keyframes = KeyframeAnimation(keyPath: "opacity")
    #expect(keyframes.values == nil && keyframes.path == nil)
    #expect(keyframes.keyTimes == nil && keyframes.timingFunctions == nil)
    #expect(keyframes.calculationMode == .linear)
    #expect(keyframes.tensionValues == nil && keyframes.continuityValues == nil)
    #expect(keyframes.biasValues == nil && keyframes.rotationMode == nil)
    #expect(AnimationGroup().animations == nil)
    let transition = Transition()
    #expect(transition.type == .fade && transition.subtype == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
    let listener = Listener()
    listener.animationDidStart(transition)
    listener.animationDidStop(transition, finished: true)
  }

  @Test("3.1: a copy has every property and does not follow the original")
  func copies() {
    let animation = Labelled(keyPath: "opacity")
    let listener = Listener()
    animation.label = "fade"
    animation.fromValue = 0.25
    animation.toValue = 0.5
    animation.byValue = 0.75
    animation.beginTime = 1
    animation.duration = 2
    animation.speed = 3
    animation.timeOffset = 4
    animation.repeatCount = 5
    animation.repeatDuration = 6
    animation.autoreverses = true
    animation.fillMode = .both
    animation.timingFunction = .easeIn
    animation.delegate = listener
    animation.isRemovedOnCompletion = false
    animation.isAdditive = true
    animation.isCumulative = true
    animation.valueFunction = ValueFunction(name: .scaleX)
    animation.setValue(7, forKey: "mine")

    let copy = animation.copy()
    animation.label = "other"
    animation.duration = 9
    animation.toValue = 9
    animation.setValue(9, forKey: "mine")

    #expect(type(of: copy) == Labelled.self)
    #expect(copy.label == "fade")
    #expect(copy.keyPath == "opacity")
    #expect(copy.fromValue as? Double == 0.25)
    #expect(copy.toValue as? Double == 0.5)
    #expect(copy.byValue as? Double == 0.75)
    #expect(
      copy.timing
        == TimingParameters(
          beginTime: 1, duration: 2, speed: 3, timeOffset: 4, repeatCount: 5, repeatDuration: 6,
          autoreverses: true, fillMode: .both))
    #expect(copy.timingFunction === TimingFunction.easeIn)
    #expect(copy.delegate === listener)
    #expect(!copy.isRemovedOnCompletion)
    #expect(copy.isAdditive && copy.isCumulative)
    #expect(copy.valueFunction?.name == .scaleX)
    #expect(copy.value(forKey: "mine") as? Int == 7)
  }

  @Test("copies of the other classes keep their own properties")
  func otherCopies() {
    let spring = SpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    spring.keyPath = "opacity"
    let springCopy = spring.copy()
    #expect(springCopy.damping == spring.damping)
    #expect(springCopy.allowsOverdamping)

    let frames = KeyframeAnimation(keyPath: "opacity")
    frames.values = [1, 2, 3]
    frames.keyTimes = [0, 0.25, 1]
    frames.timingFunctions = [.easeIn]
    frames.calculationMode = .cubic
    frames.tensionValues = [1]
    frames.continuityValues = [2]
    frames.biasValues = [3]
    let framesCopy = frames.copy()
    #expect(framesCopy.values as? [Int] == [1, 2, 3])
    #expect(framesCopy.keyTimes == [0, 0.25, 1])
    #expect(framesCopy.timingFunctions == [.easeIn])
    #expect(framesCopy.calculationMode == .cubic)
    #expect(framesCopy.tensionValues == [1])
    #expect(framesCopy.continuityValues == [2])
    #expect(framesCopy.biasValues == [3])

    let transition = Transition()
    transition.type = .push
    transition.subtype = .fromTop
    transition.startProgress = 0.25
    transition.endProgress = 0.75
    let group = AnimationGroup()
    group.animations = [spring, transition]
    let groupCopy = group.copy()
    #expect(groupCopy.animations?.count == 2)
    #expect(groupCopy.animations?[0] !== spring)
    let transitionCopy = groupCopy.animations?[1] as? Transition
    #expect(transitionCopy?.type == .push)
    #expect(transitionCopy?.subtype == .fromTop)
    #expect(transitionCopy?.startProgress == 0.25)
    #expect(transitionCopy?.endProgress == 0.75)
  }

  @Test("3.2: a frozen copy cannot be changed, but accepts custom keys")
  func frozen() async {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.freeze()
    animation.setValue("x", forKey: "mine")
    #expect(animation.value(forKey: "mine") as? String == "x")
    animation.setValue(nil, forKey: "mine")
    #expect(animation.value(forKey: "mine") == nil)
    #expect(!animation.copy().isFrozen)

    await #expect(processExitsWith: .failure) {
      let animation = BasicAnimation(keyPath: "opacity")
      animation.freeze()
      animation.duration = 3
    }
    await #expect(processExitsWith: .failure) {
      let child = BasicAnimation(keyPath: "opacity")
      let group = AnimationGroup()
      group.animations = [child]
      group.freeze()
      child.toValue = 3
    }
  }

  @Test("2.7, 3.8: duration and begin time are resolved in the frozen copy")
  func resolved() {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.freeze()
    animation.resolveDuration(0.7)
    animation.resolveBeginTime(12)
    #expect(animation.duration == 0.7)
    #expect(animation.beginTime == 12)
    animation.resolveDuration(3)
    animation.resolveBeginTime(13)
    #expect(animation.duration == 0.7)
    #expect(animation.beginTime == 12)
  }

  @Test("an infinite duration holds the first value, and one below every number is none")
  func infiniteDurations() throws {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.fromValue = 0.25
    animation.toValue = 0.75
    func value(at time: Double) -> Double? {
      animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 2)[0].number(
        at: time, over: 7)
    }
    animation.duration = .infinity
    for time in [0, 3, 1e9] { #expect(value(at: time) == 0.25) }
    animation.speed = -2
    for time in [0, 3, 1e9] { #expect(value(at: time) == 0.25) }
    animation.speed = 1
    animation.duration = -.infinity
    animation.repeatCount = -.infinity
    animation.repeatDuration = -.infinity
    #expect(value(at: 1) == 0.5 && value(at: 3) == nil)
    animation.repeatDuration = .infinity
    #expect(value(at: 1_000_001) == 0.5)
  }

  @Test("6.11: value functions make a transform that replaces the property")
  func valueFunctions() throws {
    func value(
      _ name: ValueFunction.Name, from: Any, to: Any, at time: Double, repeats: Float = 0
    ) throws -> Transform3D {
      let animation = BasicAnimation(keyPath: "transform")
      animation.valueFunction = ValueFunction(name: name)
      animation.fromValue = from
      animation.toValue = to
      animation.duration = 1
      animation.repeatCount = repeats
      animation.isCumulative = repeats > 0
      let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
      let base = AnimatableValue.transform(Transform3D(scaleX: 9, y: 9))
      guard case .transform(let transform)? = committed.value(at: time, over: base) else {
        throw UnsupportedValue(typeName: "nothing")
      }
      return transform
    }
    let turned = try value(.rotateZ, from: 0, to: Double.pi, at: 0.25)
    #expect(abs(turned.m11 - 0.707106781187) < 1e-12)
    #expect(abs(turned.m12 - 0.707106781187) < 1e-12)
    let scaled = try value(.scale, from: [1, 1, 1], to: [3, 5, 7], at: 0.5)
    #expect([scaled.m11, scaled.m22, scaled.m33] == [2, 3, 4])
    let moved = try value(.translate, from: [0, 0, 0], to: [10, 20, 0], at: 0.5)
    #expect([moved.m41, moved.m42] == [5, 10])
    #expect(moved.m11 == 1)
    let counted = try value(.translateX, from: 0, to: 1, at: 2.5, repeats: 3)
    #expect(counted.m41 == 2.5)
  }

  @Test("a value function takes the current number from the transform underneath")
  func valueFunctionFromCurrent() {
    let animation = BasicAnimation(keyPath: "transform")
    animation.valueFunction = ValueFunction(name: .translateY)
    animation.toValue = 10
    animation.duration = 1
    let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    #expect(
      committed.value(at: 0.5, over: .transform(Transform3D(translationX: 3, y: 4)))
        == .transform(Transform3D(translationX: 0, y: 7)))
    #expect(
      committed.problem(over: .scalar(1))
        == "transform is a number, but a value function makes a transform")
  }

  @Test("every value function reads back its own argument", arguments: ValueFunction.Name.allCases)
  func valueFunctionInverse(name: ValueFunction.Name) throws {
    let function = ValueFunction(name: name)
    let argument: AnimatableValue =
      name == .scale || name == .translate ? .numbers([0.5, 0.25, 0.75]) : .scalar(0.5)
    let transform = try #require(function.transform(of: argument))
    #expect(transform != .identity)
    #expect(function.arguments(of: .transform(transform)) == argument)
    #expect(function.transform(of: .point(CGPoint(x: 1, y: 2))) == nil)
  }

  @Test("an animation that changes nothing still takes its time")
  func emptyRecords() {
    let animation = Animation()
    animation.duration = 3
    let committedAnimations = animation.makeCommittedAnimations(beginTime: 2, defaultDuration: 1)
    #expect(committedAnimations.count == 1)
    #expect(committedAnimations[0].end == 5)
    #expect(committedAnimations[0].value(at: 3, over: .scalar(1)) == nil)
    #expect(committedAnimations[0].isRunning(at: 5))
    #expect(!committedAnimations[0].isRunning(at: 5.5))
  }

  @Test("a transition's progress runs from its start to its end")
  func transition() {
    let transition = Transition()
    transition.type = .push
    transition.subtype = .fromBottom
    transition.startProgress = 0.5
    transition.duration = 2
    let committed = transition.makeCommittedAnimations(beginTime: 1, defaultDuration: 1)[0]
    #expect(
      committed.transition(at: 2)
        == TransitionState(kind: .push, direction: .fromBottom, progress: 0.75))
    #expect(committed.transition(at: 0) == nil)
    #expect(committed.transition(at: 4) == nil)
    #expect(committed.value(at: 2, over: .scalar(1)) == nil)
  }
}

@Suite("Animation groups")
struct AnimationGroupTests {
  private func group(
    duration: Double, _ children: [Animation], _ change: (AnimationGroup) -> Void = { _ in }
  ) -> [CommittedAnimation] {
    let group = AnimationGroup()
    group.duration = duration
    group.animations = children
    change(group)
    return group.makeCommittedAnimations(beginTime: 0, defaultDuration: 0.25)
  }

  private func child(
    _ keyPath: String, to: Double, duration: Double = 0, beginTime: Double = 0
  ) -> BasicAnimation {
    let child = BasicAnimation(keyPath: keyPath)
    child.fromValue = 0
    child.toValue = to
    child.duration = duration
    child.beginTime = beginTime
    return child
  }

  @Test("9.1: children run in the group's time; one without a duration takes the group's")
  func children() throws {
    let committedAnimations = group(
      duration: 2,
      [child("opacity", to: 1, duration: 1, beginTime: 0.5), child("position.x", to: 100)])
    let rows: [(Double, Double?, Double)] = [
      (0.25, nil, 12.5), (0.5, 0, 25), (1, 0.5, 50), (1.4, 0.9, 70), (1.6, nil, 80),
    ]
    for (time, opacity, x) in rows {
      switch (committedAnimations[0].number(at: time, over: 0.5), opacity) {
      case (let actual?, let expected?): #expect(abs(actual - expected) < 1e-9)
      case (let actual, let expected): #expect(actual == expected)
      }
      guard case .point(let point)? = committedAnimations[1].value(at: time, over: .point(.zero))
      else {
        Issue.record("no point at \(time)")
        continue
      }
      #expect(abs(point.x - x) < 1e-9)
    }
    #expect(committedAnimations.map(\.property) == ["opacity", "position"])
  }

  @Test("9.1: a longer child is clipped, not scaled")
  func clipped() throws {
    let committed = group(duration: 5, [child("opacity", to: 100, duration: 10)])[0]
    let half = try #require(committed.number(at: 2.5, over: 7))
    #expect(abs(half - 25) < 1e-9)
    let last = try #require(committed.number(at: 4.999, over: 7))
    #expect(abs(last - 49.99) < 1e-9)
    #expect(committed.number(at: 5.1, over: 7) == nil)
    #expect(committed.end == 5)
  }

  @Test("9.3: a child's begin time counts from the group's start")
  func begin() {
    let group = AnimationGroup()
    group.animations = [child("opacity", to: 1, duration: 1, beginTime: 2)]
    group.duration = 4
    let committed = group.makeCommittedAnimations(beginTime: 10, defaultDuration: 1)[0]
    #expect(committed.beginTime == 10)
    #expect(committed.number(at: 11, over: 0.25) == nil)
    #expect(committed.number(at: 12.5, over: 0.25) == 0.5)
  }

  @Test("9.4: the group's repetition, speed, reversal and curve act on the children")
  func groupTiming() throws {
    let repeated = group(duration: 1, [child("opacity", to: 8)]) { $0.repeatCount = 2 }[0]
    #expect(repeated.number(at: 1.25, over: 0) == 2)
    let fast = group(duration: 1, [child("opacity", to: 8)]) { $0.speed = 2 }[0]
    #expect(fast.number(at: 0.25, over: 0) == 4)
    let reversed = group(duration: 1, [child("opacity", to: 8)]) { $0.autoreverses = true }[0]
    #expect(reversed.number(at: 1.75, over: 0) == 2)
    let eased = group(duration: 1, [child("opacity", to: 1)]) { $0.timingFunction = .easeIn }[0]
    let value = try #require(eased.number(at: 0.5, over: 0))
    #expect(abs(value - 0.315356812573) < 1e-12)
  }

  @Test("groups nest, and fill modes inside and outside count")
  func nested() {
    let inner = AnimationGroup()
    let held = child("opacity", to: 8, duration: 1)
    held.fillMode = .forwards
    inner.animations = [held]
    inner.beginTime = 1
    let committed = group(duration: 4, [inner]) { $0.fillMode = .forwards }[0]
    #expect(committed.number(at: 0.5, over: 3) == nil)
    #expect(committed.number(at: 1.5, over: 3) == 4)
    #expect(committed.number(at: 3, over: 3) == 8)
    #expect(committed.number(at: 4, over: 3) == 8)
    let short = group(duration: 1, [child("opacity", to: 8)]) { $0.fillMode = .both }[0]
    #expect(short.number(at: -1, over: 3) == 0)
    #expect(short.number(at: 9, over: 3) == 8)
  }

  @Test("an empty group takes its time")
  func empty() {
    let committedAnimations = group(duration: 3, [])
    #expect(committedAnimations.count == 1)
    #expect(committedAnimations[0].end == 3)
    let endless = group(duration: .infinity, [child("opacity", to: 8, duration: 2)])[0]
    #expect(endless.number(at: 0.5, over: 3) == 2)
  }
}
