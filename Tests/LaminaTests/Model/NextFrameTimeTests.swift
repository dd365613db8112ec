import Foundation
import Testing

@testable import Lamina

@Suite("When something is due")
struct NextFrameTimeTests {
  @Test("never in a tree at rest, now after a change")
  func rest() throws {
    let scene = try LiveScene()
    #expect(scene.renderer.nextFrameTime(after: 0) == .never)
    Transaction.run(disableActions: true) { scene.layer.opacity = 0.5 }
    #expect(scene.renderer.nextFrameTime(after: 0) == .now)
    scene.renderer.commit(at: 1)
    #expect(scene.renderer.nextFrameTime(after: 1) == .never)
    scene.layer.setNeedsLayout()
    #expect(scene.renderer.nextFrameTime(after: 1) == .now)
    scene.renderer.commit(at: 2)
    #expect(scene.renderer.nextFrameTime(after: 2) == .never)
  }

  @Test("now where a completion block is waiting, and never once it has run")
  func blocks() throws {
    let scene = try LiveScene()
    Transaction.completionBlock = {}
    #expect(scene.renderer.nextFrameTime(after: 0) == .now)
    scene.renderer.commit(at: 0)
    #expect(scene.renderer.nextFrameTime(after: 0) == .never)
    Transaction.run(completion: {}) {}
    #expect(scene.renderer.nextFrameTime(after: 0) == .now)
    scene.renderer.commit(at: 0)
    #expect(scene.renderer.nextFrameTime(after: 0) == .never)
  }

  @Test("when an animation begins, while it runs, and just past its end")
  func animation() throws {
    let scene = try LiveScene()
    let animation = opacityAnimation(from: 0, to: 1, duration: 2)
    animation.beginTime = 5
    scene.layer.add(animation, forKey: "a")
    scene.renderer.commit(at: 1)
    #expect(scene.renderer.nextFrameTime(after: 1) == .at(5))
    #expect(scene.renderer.nextFrameTime(after: 6) == .now)
    #expect(scene.renderer.nextFrameTime(after: 7) == .at((7.0).nextUp))
    scene.renderer.commit(at: (7.0).nextUp)
    #expect(scene.layer.animationKeys() == nil)
    #expect(scene.renderer.nextFrameTime(after: 8) == .never)
  }

  @Test("never for animations of a layer whose time stands still")
  func stopped() throws {
    let scene = try LiveScene()
    scene.root.speed = 0
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 2), forKey: "a")
    scene.renderer.commit(at: 1)
    #expect(scene.renderer.nextFrameTime(after: 1) == .never)
  }

  @Test("now while a transition runs, and past its end")
  func transition() throws {
    let scene = try LiveScene()
    scene.layer.isHidden = true
    scene.renderer.commit(at: 1)
    #expect(scene.renderer.nextFrameTime(after: 1) == .now)
    #expect(scene.renderer.nextFrameTime(after: 1.25) == .at((1.25).nextUp))
    scene.renderer.commit(at: 2)
    #expect(scene.layer.animationKeys() == nil)
  }

  @Test(
    "the time given for an end is past it, however the layer's time runs",
    arguments: [(Float(0.001), 1000.0), (3, -7), (1e6, 0), (1, 1e9), (0.1, 0.3)])
  func pastTheEnd(speed: Float, offset: Double) {
    var timing = TimingParameters.layerDefaults
    timing.speed = speed
    timing.timeOffset = offset
    let mapping = TimeMapping.identity.nested(in: timing)
    let end = mapping.layerTime(at: 4.7) + 0.25
    let time = mapping.time(past: end)
    #expect(time.map { mapping.layerTime(at: $0) > end } == true)
    #expect(time.map { abs(mapping.layerTime(at: $0) - end) < 1e-6 } == true)
  }
}
