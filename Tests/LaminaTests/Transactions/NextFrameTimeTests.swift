import Foundation
import Testing

@testable import Lamina

@Suite("The time of the next frame")
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

  @Test("the next step of an animation whose values are held, and its end")
  func heldValues() throws {
    let layer = Layer()
    layer.speed = 2
    let scene = try LiveScene(layer)
    let blink = KeyframeAnimation(keyPath: "opacity")
    blink.values = [1, 0.25, 0.5]
    blink.keyTimes = [0, 0.25, 0.75, 1]
    blink.calculationMode = .discrete
    blink.duration = 4
    blink.repeatCount = 2
    layer.add(blink, forKey: "blink")
    scene.renderer.commit(at: 10)
    var time = 10.0
    var seen: [(Double, Float?)] = []
    while case .at(let next) = scene.renderer.nextFrameTime(after: time), seen.count < 20 {
      scene.renderer.commit(at: next - 1e-6)
      let before = layer.presentation()?.opacity
      scene.renderer.commit(at: next)
      #expect(before != layer.presentation()?.opacity, "at \(next)")
      seen.append((next, layer.presentation()?.opacity))
      time = next
    }
    #expect(seen.map(\.0) == [10.5, 11.5, 12, 12.5, 13.5, (14.0).nextUp])
    #expect(seen.map(\.1) == [0.25, 0.5, 1, 0.25, 0.5, 1])
    #expect(scene.renderer.nextFrameTime(after: time) == .never)
  }

  @Test(
    "the next step, whatever the numbers",
    arguments: [
      (Float(0.3), 0.7, 0.1, 0.0), (3, -7.1, 1e-3, 0.02), (1, 1e9, 0.1, 0), (0.001, 5, 7, 3),
    ])
  func heldValuesOfAnyNumbers(speed: Float, begin: Double, duration: Double, offset: Double)
    throws
  {
    let layer = Layer()
    layer.speed = speed
    let scene = try LiveScene(layer)
    let steps = KeyframeAnimation(keyPath: "zPosition")
    steps.values = [1, 2, 3, 4, 5, 6, 7]
    steps.calculationMode = .discrete
    steps.duration = duration
    steps.timeOffset = offset
    steps.repeatCount = 3
    layer.add(steps, forKey: "steps")
    scene.renderer.commit(at: begin)
    var time = begin
    var last = try #require(layer.presentation()).zPosition
    for _ in 0..<20 {
      guard case .at(let next) = scene.renderer.nextFrameTime(after: time) else { break }
      scene.renderer.commit(at: time + (next - time) * 0.999)
      #expect(layer.presentation()?.zPosition == last)
      scene.renderer.commit(at: next)
      let value = try #require(layer.presentation()).zPosition
      #expect(value == (last < 7 ? last + 1 : 1), "\(next)")
      last = value
      time = next
    }
  }

  @Test("now where held values are shaped by a curve, or run back")
  func shapedSteps() throws {
    for change: (KeyframeAnimation) -> Void in [
      { $0.timingFunction = .easeIn }, { $0.autoreverses = true }, { $0.speed = -1 },
    ] {
      let scene = try LiveScene()
      let steps = KeyframeAnimation(keyPath: "opacity")
      steps.values = [1, 0.5]
      steps.calculationMode = .discrete
      steps.duration = 1
      change(steps)
      scene.layer.add(steps, forKey: nil)
      scene.renderer.commit(at: 0)
      #expect(scene.renderer.nextFrameTime(after: 0.2) == .now)
    }
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
