import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("Committed animations")
struct CommittedAnimationTests {
  /// Values of one kind that a property may hold, and parts of it.
  private struct Subject: Sendable {
    let keyPath: String
    let underlying: AnimatableValue
    let value: @Sendable (inout SeededGenerator) -> Any
  }

  private static let subjects: [Subject] = [
    Subject(keyPath: "opacity", underlying: .scalar(0.3)) { $0.unit() },
    Subject(keyPath: "position", underlying: .point(CGPoint(x: 3, y: -4))) {
      CGPoint(x: $0.unit() * 9, y: $0.unit() * 7)
    },
    Subject(keyPath: "shadowOffset", underlying: .size(CGSize(width: 3, height: -4))) {
      CGSize(width: $0.unit() * 9, height: $0.unit() * 7)
    },
    Subject(keyPath: "bounds", underlying: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))) {
      CGRect(x: $0.unit(), y: $0.unit(), width: $0.unit() * 9, height: $0.unit() * 7)
    },
    Subject(keyPath: "backgroundColor", underlying: .color(.orange)) {
      Color(red: $0.unit(), green: $0.unit(), blue: $0.unit(), alpha: $0.unit())
    },
    Subject(keyPath: "position.y", underlying: .point(CGPoint(x: 3, y: -4))) { $0.unit() },
    Subject(keyPath: "shadowOffset.width", underlying: .size(CGSize(width: 3, height: -4))) {
      $0.unit()
    },
    Subject(keyPath: "bounds.origin", underlying: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))) {
      CGPoint(x: $0.unit() * 9, y: $0.unit() * 7)
    },
    Subject(keyPath: "bounds.size", underlying: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))) {
      CGSize(width: $0.unit() * 9, height: $0.unit() * 7)
    },
    Subject(
      keyPath: "bounds.size.height", underlying: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))
    ) { $0.unit() },
  ]

  @Test("the fast path gives the same numbers as the general one", arguments: 0..<400)
  func fastIsGeneral(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 77)
    let subject = Self.subjects[seed % Self.subjects.count]
    let animation =
      seed % 3 == 0
      ? SpringAnimation(keyPath: subject.keyPath) : BasicAnimation(keyPath: subject.keyPath)
    if generator.unit() < 0.6 { animation.fromValue = subject.value(&generator) }
    if generator.unit() < 0.6 { animation.toValue = subject.value(&generator) }
    if generator.unit() < 0.4 { animation.byValue = subject.value(&generator) }
    animation.duration = 0.5 + generator.unit()
    animation.isAdditive = generator.unit() < 0.3
    animation.isCumulative = generator.unit() < 0.3
    animation.autoreverses = generator.unit() < 0.3
    animation.repeatCount = generator.unit() < 0.5 ? 0 : Float(generator.unit() * 4)
    animation.speed = generator.unit() < 0.7 ? 1 : Float(generator.unit() * 4 - 2)
    animation.timeOffset = generator.unit() < 0.7 ? 0 : generator.unit()
    animation.fillMode = FillMode.allCases[Int(generator.unit() * 4)]
    animation.timingFunction = generator.unit() < 0.5 ? nil : .default
    let committed = animation.makeCommittedAnimations(beginTime: 1, defaultDuration: 1)[0]
    for step in 0..<40 {
      let time = 0.5 + Double(step) * 0.125
      let fast = committed.value(at: time, over: subject.underlying)
      let general = committed.generalValue(at: time, over: subject.underlying)
      #expect(fast == general, "\(subject.keyPath) at \(time)")
      switch subject.underlying {
      case .scalar(let value):
        #expect(committed.scalar(at: time, over: value).map { .scalar($0) } == general)
      case .point(let value):
        #expect(committed.point(at: time, over: value).map { .point($0) } == general)
      case .size(let value):
        #expect(committed.size(at: time, over: value).map { .size($0) } == general)
      case .rect(let value):
        #expect(committed.rect(at: time, over: value).map { .rect($0) } == general)
      default: break
      }
    }
  }

  @Test("a property's slot gives the same value as its name", arguments: 1...60)
  func slots(seed: UInt64) {
    let sample = SampleMaker.sample(seed: seed)
    var values = LayerValues()
    values.backgroundColor = seed % 2 == 0 ? .orange : nil
    for reference in sample.scene.animations {
      let committedAnimations = EngineScene.animation(reference)
        .makeCommittedAnimations(beginTime: 0.5, defaultDuration: 0.25)
      for time in sample.times {
        var bySlot = values
        var byName = values
        bySlot.apply(committedAnimations, at: time)
        for committed in committedAnimations { byName.applyByName(committed, at: time) }
        for key in values.properties.all.map(\.key.rawValue) {
          #expect(
            bySlot.animatableValue(of: key) == byName.animatableValue(of: key), "\(key) at \(time)")
        }
        #expect(bySlot.backgroundPixel == byName.backgroundPixel)
      }
    }
  }

  @Test("typed evaluation gives nothing for a property of another kind")
  func otherKinds() {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.toValue = 1
    let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    #expect(committed.scalar(at: 0.5, over: 0) == 0.5)
    #expect(committed.scalar(at: 2, over: 0) == nil)
    #expect(committed.point(at: 0.5, over: .zero) == nil)
    #expect(committed.size(at: 0.5, over: .zero) == nil)
    #expect(committed.rect(at: 0.5, over: .zero) == nil)
    #expect(committed.transform(at: 0.5, over: .identity) == nil)
    let keyframes = KeyframeAnimation(keyPath: "opacity")
    keyframes.values = [2, 4]
    let general = keyframes.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    #expect(general.scalar(at: 0.5, over: 0) == 3)
    let turn = BasicAnimation(keyPath: "transform.scale")
    turn.fromValue = 1
    turn.toValue = 3
    let typed = turn.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    #expect(typed.transform(at: 0.5, over: .identity) == Transform3D(scaleX: 2, y: 2, z: 2))
  }

  @Test("setting a component of a plane transform equals decomposing it")
  func inPlane() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let angle = generator.unit() * 6 - 3
      var flat = Transform3D(scaleX: generator.unit() + 0.1, y: generator.unit() + 0.1)
        .concatenating(Transform3D(rotation: angle, x: 0, y: 0, z: 1))
      flat.m21 += generator.unit() * 0.05
      // The same, but turned out of the plane far too little to matter.
      var tilted = flat
      tilted.m43 = .leastNonzeroMagnitude
      for component in [KeyPathComponent.rotationZ, .scale, .scaleX, .scaleY, .scaleZ] {
        let number = AnimatableValue.scalar(generator.unit() * 2)
        guard
          case .transform(let a)? = component.write(number, into: .transform(flat)),
          case .transform(let b)? = component.write(number, into: .transform(tilted))
        else {
          Issue.record("no transform")
          return
        }
        #expect(abs(a.m11 - b.m11) < 1e-12 && abs(a.m12 - b.m12) < 1e-12)
        #expect(abs(a.m21 - b.m21) < 1e-12 && abs(a.m22 - b.m22) < 1e-12)
        #expect(a.m33 == b.m33)
      }
    }
  }

  @Test("evaluation does not depend on earlier evaluations")
  func anyOrder() {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.fromValue = 0
    animation.toValue = 1
    animation.timingFunction = .easeInEaseOut
    animation.duration = 0.3
    animation.repeatCount = .infinity
    animation.autoreverses = true
    let committed = animation.makeCommittedAnimations(beginTime: 0, defaultDuration: 1)[0]
    let times = (0..<500).map { Double($0) * 0.0137 }
    let forwards = times.map { committed.scalar(at: $0, over: 0) }
    let backwards = times.reversed().map { committed.scalar(at: $0, over: 0) }
    #expect(forwards == backwards.reversed())
    #expect(committed.scalar(at: 1e15 + 0.125, over: 0) != nil)
  }
}
