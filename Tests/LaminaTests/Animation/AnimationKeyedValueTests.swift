import Foundation
import Lamina
import Testing

/// Every property of every animation by name, a value for it, and what is read then.
private func animationProperties() -> [(Animation, String, Any, String)] {
  [
    (Animation(), "beginTime", 1.5, "1.5"),
    (Animation(), "duration", "2.5", "2.5"),
    (Animation(), "speed", 3, "3.0"),
    (Animation(), "timeOffset", Float(0.25), "0.25"),
    (Animation(), "repeatCount", 4.5, "4.5"),
    (Animation(), "repeatDuration", 7, "7.0"),
    (Animation(), "autoreverses", true, "true"),
    (Animation(), "fillMode", "both", "both"),
    (Animation(), "fillMode", FillMode.backwards, "backwards"),
    (Animation(), "fillMode", "sideways", "removed"),
    (Animation(), "removedOnCompletion", 0, "false"),
    (PropertyAnimation(), "keyPath", "position.x", "position.x"),
    (PropertyAnimation(), "additive", true, "true"),
    (PropertyAnimation(), "cumulative", 1, "true"),
    (BasicAnimation(), "fromValue", 0.5, "0.5"),
    (BasicAnimation(), "toValue", 7, "7"),
    (BasicAnimation(), "byValue", 9, "9"),
    (SpringAnimation(), "mass", 2, "2.0"),
    (SpringAnimation(), "stiffness", 50, "50.0"),
    (SpringAnimation(), "damping", 3, "3.0"),
    (SpringAnimation(), "initialVelocity", -5, "-5.0"),
    (SpringAnimation(), "allowsOverdamping", true, "true"),
    (SpringAnimation(), "toValue", 8, "8"),
    (KeyframeAnimation(), "values", [1, 2], "[1, 2]"),
    (KeyframeAnimation(), "keyTimes", [0, 0.25, 1], "[0.0, 0.25, 1.0]"),
    (KeyframeAnimation(), "calculationMode", "cubic", "cubic"),
    (KeyframeAnimation(), "calculationMode", "unheard of", "linear"),
    (KeyframeAnimation(), "tensionValues", [1], "[1.0]"),
    (KeyframeAnimation(), "continuityValues", [2], "[2.0]"),
    (KeyframeAnimation(), "biasValues", [3], "[3.0]"),
    (KeyframeAnimation(), "rotationMode", "autoReverse", "autoReverse"),
    (KeyframeAnimation(), "keyPath", "opacity", "opacity"),
    (Transition(), "type", "push", "push"),
    (Transition(), "type", "fold", "fade"),
    (Transition(), "subtype", "fromTop", "fromTop"),
    (Transition(), "startProgress", 0.25, "0.25"),
    (Transition(), "endProgress", 0.75, "0.75"),
  ]
}

@Suite("Properties of animations by name")
struct AnimationKeyedValueTests {
  @Test("16: every property is set and read by its name")
  func properties() throws {
    for (animation, key, value, text) in animationProperties() {
      let animation = animation.copy()
      animation.setValue(value, forKey: key)
      let read = try #require(animation.value(forKey: key), "\(key)")
      #expect("\(read)" == text, "\(key)")
    }
  }

  @Test("16: objects are set and read by name, and removed with nil")
  func objects() throws {
    final class Listener: AnimationDelegate {}
    let listener = Listener()
    let animation = BasicAnimation(keyPath: "transform")
    animation.setValue(TimingFunction.easeOut, forKey: "timingFunction")
    animation.setValue(listener, forKey: "delegate")
    animation.setValue(ValueFunction(name: .rotateZ), forKey: "valueFunction")
    #expect(animation.timingFunction === TimingFunction.easeOut)
    #expect(animation.value(forKey: "timingFunction") as? TimingFunction === TimingFunction.easeOut)
    #expect(animation.value(forKey: "delegate") as? Listener === listener)
    #expect((animation.value(forKey: "valueFunction") as? ValueFunction)?.name == .rotateZ)
    for key in ["timingFunction", "delegate", "valueFunction", "keyPath", "toValue"] {
      animation.setValue(nil, forKey: key)
      #expect(animation.value(forKey: key) == nil, "\(key)")
    }
    let group = AnimationGroup()
    group.setValue([animation], forKey: "animations")
    #expect(group.animations?.first === animation)
    #expect((group.value(forKey: "animations") as? [Animation])?.count == 1)
    var path = Path()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 5))
    let frames = KeyframeAnimation()
    frames.setValue(path, forKey: "path")
    frames.setValue([TimingFunction.easeIn], forKey: "timingFunctions")
    #expect(frames.path == path)
    #expect(frames.timingFunctions == [.easeIn])
  }

  @Test("16.4: nil and NSNull set 0 and false, and another class's property name is a custom key")
  func nothing() {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.duration = 3
    animation.autoreverses = true
    animation.setValue(nil, forKey: "duration")
    animation.setValue(NSNull(), forKey: "autoreverses")
    #expect(animation.duration == 0 && !animation.autoreverses)
    animation.setValue("heavy", forKey: "mass")
    #expect(animation.value(forKey: "mass") as? String == "heavy")
    animation.setValue(nil, forKey: "mass")
    #expect(animation.value(forKey: "mass") == nil)
    #expect(animation.value(forKey: "settlingDuration") == nil)
    #expect(SpringAnimation().value(forKey: "perceptualDuration") as? Double == 2 * .pi / 10)
  }

  @Test("3.2: a layer's copy reads its properties by name and accepts only custom keys")
  func frozen() async throws {
    let layer = Layer()
    layer.add(opacityAnimation(from: 0, to: 1, duration: 3), forKey: "a")
    let copy = try #require(layer.animation(forKey: "a"))
    #expect(copy.value(forKey: "duration") as? Double == 3)
    copy.setValue(7, forKey: "mine")
    #expect(copy.value(forKey: "mine") as? Int == 7)
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.add(Animation(), forKey: "a")
      layer.animation(forKey: "a")?.setValue(3, forKey: "duration")
    }
  }

  @Test("16: a value of another type and a value of a computed property are refused")
  func wrongType() async {
    await #expect(processExitsWith: .failure) {
      Animation().setValue(Color.red, forKey: "duration")
    }
    await #expect(processExitsWith: .failure) {
      Animation().setValue("easeIn", forKey: "timingFunction")
    }
    await #expect(processExitsWith: .failure) {
      SpringAnimation().setValue(3, forKey: "bounce")
    }
  }
}
