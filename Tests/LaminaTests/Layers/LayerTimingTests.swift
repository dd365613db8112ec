import Foundation
import Lamina
import Testing

@Suite("A layer's time")
struct LayerTimingTests {
  @Test("4.1: is the superlayer's, shifted and scaled")
  func conversion() {
    let layer = Layer()
    layer.speed = 2
    layer.timeOffset = 1
    layer.beginTime = 3
    #expect(layer.convertTime(10, from: nil) == 15)
    #expect(layer.convertTime(15, to: nil) == 10)
  }

  @Test("4.2: nests, and goes by way of the layer that holds both")
  func nesting() {
    let top = Layer()
    let left = Layer()
    let right = Layer()
    top.addSublayer(left)
    top.addSublayer(right)
    top.speed = 0
    left.beginTime = 2
    right.speed = 4
    #expect(left.convertTime(5, to: right) == 28)
    #expect(right.convertTime(28, to: left) == 5)
    #expect(left.convertTime(5, to: left) == 5)
    #expect(left.convertTime(5, to: top) == 7)
    #expect(top.convertTime(10, to: nil) == 0)
    top.timeOffset = 6
    #expect(left.convertTime(100, from: nil) == 4)
  }

  @Test("4.9: does not end by itself")
  func duration() {
    #expect(Layer().duration == .infinity)
    #expect(Layer().convertTime(1e9, from: nil) == 1e9)
  }

  @Test("4.10: can be paused and resumed")
  func pausing() {
    let layer = Layer()
    let paused = layer.convertTime(12, from: nil)
    layer.speed = 0
    layer.timeOffset = paused
    #expect(layer.convertTime(20, from: nil) == 12)
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(20, from: nil) - paused
    #expect(layer.beginTime == 8)
    #expect(layer.convertTime(21, from: nil) == 13)
  }

  @Test("4.11: the speed scales animations, its own and those below")
  func speed() throws {
    let scene = try LiveScene()
    let child = Layer()
    scene.layer.speed = 0.5
    scene.layer.addSublayer(child)
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "a")
    child.add(opacityAnimation(from: 0, to: 0.5, duration: 1), forKey: "a")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 1)
    #expect(scene.layer.presentation()?.opacity == 0.5)
    #expect(child.presentation()?.opacity == 0.25)
    scene.renderer.commit(at: 2)
    #expect(child.animationKeys() == ["a"])
    scene.renderer.commit(at: 2.01)
    #expect(child.animationKeys() == nil)
  }

  @Test("at speed 0 the time offset scrubs animations, in the picture too")
  func scrubbing() throws {
    let layer = Layer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.speed = 0
    layer.backgroundColor = .white
    let scene = try LiveScene(layer)
    layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "a")
    scene.renderer.commit(at: 3)
    for (offset, alpha) in [(0.2, 51), (0.6, 153), (0.4, 102)] as [(Double, UInt32)] {
      Transaction.run(disableActions: true) { layer.timeOffset = offset }
      let frame = try scene.renderer.render(at: 3)
      #expect(layer.presentation()?.opacity == Float(offset))
      #expect(frame.bitmap[5, 5] >> 24 == alpha)
    }
    layer.timeOffset = 1.5
    scene.renderer.commit(at: 3)
    #expect(layer.animationKeys() == nil)
  }
}
