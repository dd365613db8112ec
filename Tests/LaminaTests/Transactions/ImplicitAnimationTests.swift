import Foundation
import Lamina
import Testing

/// Changes what the search for an action finds before it is used.
private final class SlowLayer: Layer {
  static let factor = 3.0

  override func action(forKey key: String) -> (any Action)? {
    let action = super.action(forKey: key)
    if let animation = action as? BasicAnimation {
      animation.duration *= Self.factor
      if key == "position" { animation.fromValue = CGPoint(x: 1, y: 2) }
    }
    return action
  }
}

@Suite("An implicit animation")
struct ImplicitAnimationTests {
  @Test("is the same whether a class has a say in its actions or not")
  func sameWays() throws {
    final class Plain: Layer {}
    for layer in [Layer(), Plain()] {
      let scene = try LiveScene(layer)
      layer.position = CGPoint(x: 30, y: 40)
      layer.opacity = 0.25
      #expect(layer.animationKeys() == ["position", "opacity"])
      let animation = try #require(layer.animation(forKey: "position") as? BasicAnimation)
      #expect(type(of: animation) == BasicAnimation.self)
      #expect(animation.keyPath == "position")
      #expect(animation.fromValue as? CGPoint == .zero)
      #expect(animation.toValue == nil && animation.byValue == nil)
      #expect(animation.duration == 0.25)
      #expect(animation.timingFunction === TimingFunction.default)
      #expect(animation.fillMode == .backwards)
      #expect(animation.isRemovedOnCompletion && !animation.isAdditive)
      #expect(animation.beginTime == 0)
      scene.renderer.commit(at: 7)
      #expect(animation.beginTime == 7)
      #expect(layer.animation(forKey: "position") === animation)
      scene.renderer.commit(at: 7.125)
      let x = try #require(layer.presentation()).position.x
      #expect(abs(x - 30 * 0.802403387585) < 1e-6)
      scene.renderer.commit(at: 7.26)
      #expect(layer.animationKeys() == nil)
    }
  }

  @Test("can be changed by a class that overrides the search")
  func overridden() throws {
    let scene = try LiveScene(SlowLayer())
    scene.layer.position = CGPoint(x: 31, y: 42)
    scene.layer.opacity = 0
    #expect(scene.layer.animation(forKey: "opacity")?.duration == 0.75)
    scene.renderer.commit(at: 2)
    #expect(scene.layer.presentation()?.position == CGPoint(x: 1, y: 2))
    scene.renderer.commit(at: 2.75)
    #expect(scene.layer.presentation()?.position == CGPoint(x: 31, y: 42))
    scene.renderer.commit(at: 2.76)
    #expect(scene.layer.animationKeys() == nil)
  }

  @Test("found by hand is a copy's original, and may be changed after it was added")
  func byHand() throws {
    let scene = try LiveScene()
    let found = try #require(scene.layer.action(forKey: "opacity") as? BasicAnimation)
    found.run(forKey: "opacity", on: scene.layer, arguments: nil)
    found.duration = 9
    #expect(scene.layer.animation(forKey: "opacity") !== found)
    #expect(scene.layer.animation(forKey: "opacity")?.duration == 0.25)
  }

  @Test("changed to another property is looked at like any other animation")
  func misused() async throws {
    await #expect(processExitsWith: .failure) {
      let scene = try LiveScene()
      let found = scene.layer.action(forKey: "opacity") as! BasicAnimation
      found.keyPath = "position"
      scene.layer.add(found, forKey: "a")
    }
  }

  @Test("takes the place of the one before, from what the model was")
  func replaced() throws {
    let scene = try LiveScene()
    scene.layer.opacity = 0.5
    scene.renderer.commit(at: 0)
    scene.layer.opacity = 0.75
    #expect(scene.layer.animationKeys() == ["opacity"])
    let animation = try #require(scene.layer.animation(forKey: "opacity") as? BasicAnimation)
    #expect(animation.fromValue as? Double == 0.5)
    scene.renderer.commit(at: 0.1)
    #expect(scene.layer.presentation()?.opacity == 0.5)
  }

  @Test("has the durations, curves and blocks of the transactions around it, the innermost first")
  func settings() throws {
    let journal = Journal()
    let scene = try LiveScene()
    Transaction.run(duration: 2, timingFunction: .linear, completion: { journal.note("outer") }) {
      scene.layer.opacity = 0.5
      Transaction.run(duration: 1, completion: { journal.note("inner") }) {
        scene.layer.position = CGPoint(x: 8, y: 9)
      }
      scene.layer.bounds = CGRect(x: 0, y: 0, width: 3, height: 4)
    }
    let durations = ["opacity", "position", "bounds"].map {
      scene.layer.animation(forKey: $0)?.duration
    }
    #expect(durations == [2, 1, 2])
    #expect(
      scene.layer.animation(forKey: "position")?.timingFunction === TimingFunction.linear)
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 1.5)
    #expect(journal.entries == ["inner"])
    scene.renderer.commit(at: 2.5)
    #expect(journal.entries == ["inner", "outer"])
  }
}
