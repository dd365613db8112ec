import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

/// The order of siblings while `zPosition` is animated.
@Suite("Layers that move in depth")
struct DrawingOrderTests {
  private let renderer: Renderer
  /// Two boxes that overlap in x 30..<40, y 10..<25. Blue is in front while depths are equal.
  private let red = Layer()
  private let blue = Layer()

  private static let overlap = PixelRect(x: 30, y: 10, width: 10, height: 15)
  private static let redBox = PixelRect(x: 10, y: 5, width: 30, height: 20)
  private static let blueBox = PixelRect(x: 30, y: 10, width: 25, height: 18)

  init() throws {
    renderer = try Renderer(size: CGSize(width: 90, height: 50))
    red.frame = CGRect(x: 10, y: 5, width: 30, height: 20)
    red.backgroundColor = .red
    blue.frame = CGRect(x: 30, y: 10, width: 25, height: 18)
    blue.backgroundColor = .blue
    renderer.layer.sublayers = [red, blue]
    _ = try renderer.render(at: 0)
    renderer.layer.removeAllAnimations()
    _ = try renderer.render(at: 0)
  }

  /// Returns the frontmost of the two layers, as drawn and as hit, at a time.
  private func front(at time: Double) throws -> Layer {
    let pixel = try renderer.render(at: time).bitmap[35, 15]
    let drawn = pixel == 0xFFFF_0000 ? red : blue
    let hit = renderer.layer.presentation()?.hitTest(CGPoint(x: 35.5, y: 15.5))?.model()
    #expect(hit === drawn, "at \(time)")
    return drawn
  }

  private func depthAnimation(from: CGFloat, to: CGFloat, duration: Double = 2) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: "zPosition")
    animation.fromValue = from
    animation.toValue = to
    animation.duration = duration
    animation.timingFunction = .linear
    return animation
  }

  @Test("14.1: are drawn in the order of the depths that are seen; the index decides ties")
  func passing() throws {
    red.add(depthAnimation(from: -1, to: 1), forKey: nil)
    for (time, layer) in [(10.0, blue), (10.9, blue), (11, blue), (11.1, red), (12, red)] {
      #expect(try front(at: time) === layer, "at \(time)")
    }
    // Past its end the animation is gone.
    #expect(try front(at: 12.1) === blue)
  }

  @Test("14.1: are drawn by index where a depth comes to equal that of a sibling's model")
  func ties() throws {
    Transaction.run(disableActions: true) { red.zPosition = 5 }
    #expect(try front(at: 0) === red)
    let steps = KeyframeAnimation(keyPath: "zPosition")
    steps.values = [CGFloat(0), CGFloat(1), CGFloat(-0.0)]
    steps.calculationMode = .discrete
    steps.duration = 3
    red.add(steps, forKey: nil)
    #expect(try front(at: 10) === blue)
    #expect(try front(at: 11) === red)
    #expect(try front(at: 12) === blue)
    #expect(try front(at: 13.5) === red)
  }

  @Test("keep their order while a change of zPosition comes in gradually")
  func implicit() throws {
    Transaction.run(duration: 2, timingFunction: .linear) {
      red.zPosition = 4
      blue.zPosition = 2
    }
    // 4 t against 2 t: in front at once, but not at the beginning.
    #expect(try front(at: 10) === blue)
    #expect(try front(at: 10.25) === red)
    #expect(try front(at: 12) === red)
    #expect(try front(at: 20) === red)
    Transaction.run(duration: 2, timingFunction: .linear) { red.zPosition = 0 }
    // 4 - 2 t against 2.
    #expect(try front(at: 30) === red)
    #expect(try front(at: 30.75) === red)
    #expect(try front(at: 31) === blue)
    #expect(try front(at: 40) === blue)
  }

  @Test("wait for a delayed animation, and fill before and after it where that is asked for")
  func fillModes() throws {
    for (mode, before, after) in [
      (FillMode.removed, blue, blue), (.forwards, blue, red), (.backwards, red, blue),
      (.both, red, red),
    ] {
      let animation = depthAnimation(from: 3, to: 2)
      animation.beginTime = 105
      animation.fillMode = mode
      animation.isRemovedOnCompletion = false
      red.add(animation, forKey: "depth")
      #expect(try front(at: 100) === before, "\(mode)")
      #expect(renderer.nextFrameTime(after: 100) == .at(105), "\(mode)")
      #expect(try front(at: 105) === red, "\(mode)")
      #expect(renderer.nextFrameTime(after: 105) == .now, "\(mode)")
      #expect(try front(at: 108) === after, "\(mode)")
      #expect(renderer.nextFrameTime(after: 108) == .never, "\(mode)")
      // Back before its end, and before its beginning.
      #expect(try front(at: 106) === red, "\(mode)")
      #expect(try front(at: 104) === before, "\(mode)")
      red.removeAnimation(forKey: "depth")
      #expect(try front(at: 106) === blue, "\(mode)")
    }
  }

  @Test("follow a spring to and fro")
  func spring() throws {
    let spring = SpringAnimation(keyPath: "zPosition")
    spring.fromValue = CGFloat(-1)
    spring.toValue = CGFloat(0.2)
    spring.damping = 1
    spring.duration = spring.settlingDuration
    blue.add(spring, forKey: nil)
    var order: [Layer] = []
    for frame in 0..<180 {
      let front = try front(at: 10 + Double(frame) / 60)
      let depth = try #require(blue.presentation()).zPosition
      #expect(front === (depth >= 0 ? blue : red))
      if order.last !== front { order.append(front) }
    }
    #expect(order.count > 4, "it passes again and again")
  }

  @Test("follow the time of a layer that runs backwards or stands still")
  func layerTime() throws {
    red.add(depthAnimation(from: -1, to: 1), forKey: nil)
    #expect(try front(at: 10) === blue)
    Transaction.run(disableActions: true) {
      red.speed = 0
      red.timeOffset = 11.5
    }
    #expect(try front(at: 10.1) === red)
    #expect(try front(at: 300) === red)
    #expect(renderer.nextFrameTime(after: 300) == .never)
    Transaction.run(disableActions: true) {
      red.speed = -1
      red.timeOffset = 311.5
    }
    // Local time 11.5 at 300, and 10.5 a second later.
    #expect(try front(at: 300) === red)
    #expect(try front(at: 301) === blue)
  }

  @Test("damage the boxes of layers that pass each other, when they do, and nothing else")
  func damage() throws {
    red.add(depthAnimation(from: -1, to: 1), forKey: nil)
    _ = try renderer.render(at: 10)
    #expect(try renderer.render(at: 10.5).damage.isEmpty)
    #expect(try renderer.render(at: 11.5).damage.rects == [Self.redBox])
    #expect(try renderer.render(at: 11.9).damage.isEmpty)
    #expect(try renderer.render(at: 10.5).damage.rects == [Self.redBox])
    #expect(try renderer.render(at: 11.5).damage.rects == [Self.redBox])
    // What it is damaged by does not depend on how it comes to be undone.
    red.removeAllAnimations()
    #expect(try renderer.render(at: 11.6).damage.rects == [Self.redBox])
    #expect(try renderer.render(at: 11.6).damage.isEmpty)
  }

  @Test("that do not pass each other cost no order, and those at rest have none to be looked at")
  func cost() throws {
    red.add(depthAnimation(from: -1, to: 1), forKey: nil)
    let before = renderer.commit(at: 10).storage
    #expect(DrawingOrder.of(before, at: 10.5, after: nil) == nil)
    let passed = try #require(DrawingOrder.of(before, at: 11.5, after: nil))
    #expect(DrawingOrder.of(before, at: 11.7, after: passed) === passed)
    red.position.x += 1
    let moved = renderer.commit(at: 10).storage
    #expect(moved !== before)
    #expect(moved.depthMotion === before.depthMotion, "no layer came, went or changed places")
    renderer.layer.addSublayer(Layer())
    let joined = renderer.commit(at: 10).storage
    #expect(joined.depthMotion !== before.depthMotion)
    red.removeAllAnimations()
    #expect(renderer.commit(at: 10).storage.depthMotion == nil)
    red.add(depthAnimation(from: -1, to: 1), forKey: nil)
    #expect(renderer.commit(at: 10).storage.depthMotion != nil)
    red.removeFromSuperlayer()
    #expect(renderer.commit(at: 10).storage.depthMotion == nil)
  }

  @Test("take their sublayers along, however many, and these may move in depth themselves")
  func subtrees() throws {
    // Red carries three chunks of layers, of which the last two move in depth too.
    for index in 0..<NodeChunk.capacity * 3 {
      let layer = Layer()
      layer.frame = CGRect(x: 20 + index % 5, y: 6, width: 6, height: 18)
      layer.backgroundColor = .green
      red.addSublayer(layer)
    }
    let tall = Layer()
    tall.frame = CGRect(x: 22, y: -2, width: 7, height: 30)
    tall.backgroundColor = .white
    red.insertSublayer(tall, at: 0)
    _ = try renderer.render(at: 1)
    red.removeAllAnimations()
    red.add(depthAnimation(from: -1, to: 1), forKey: nil)
    let animation = depthAnimation(from: 3, to: -3)
    animation.beginTime = 10
    tall.add(animation, forKey: nil)
    func pixel(_ time: Double) throws -> UInt32 {
      let frame = try renderer.render(at: time)
      let full = try Compositor(width: 90, height: 50).render(renderer.commit(at: time), at: time)
      #expect(frame.bitmap == full.bitmap)
      return frame.bitmap[35, 15]
    }
    // The tall one leaves before red comes to the front, and both are undone.
    #expect(try pixel(10) == 0xFF00_00FF)
    #expect(try pixel(10.5) == 0xFF00_00FF)
    #expect(try pixel(11.5) == 0xFF00_FF00)
    Transaction.run(disableActions: true) { tall.zPosition = 1 }
    #expect(try pixel(11.6) == 0xFF00_FF00)
    tall.removeAllAnimations()
    #expect(try pixel(11.7) == 0xFFFF_FFFF)
  }

  @Test("put opaque layers behind and in front in the plan as well")
  func culling() throws {
    let cover = Layer()
    cover.frame = renderer.layer.bounds
    cover.backgroundColor = .white
    renderer.layer.addSublayer(cover)
    _ = try renderer.render(at: 1)
    renderer.layer.removeAllAnimations()
    cover.add(depthAnimation(from: 0, to: -2), forKey: nil)
    _ = try renderer.render(at: 10)
    let behind = try renderer.render(at: 11)
    #expect(behind.bitmap[35, 15] == 0xFF00_00FF)
    #expect(behind.report.layersCulled == 0)
    let front = try renderer.render(at: 10)
    #expect(front.bitmap[35, 15] == 0xFFFF_FFFF)
    #expect(front.report.layersCulled == 2)
  }

  @Test("of one render tree are drawn correctly at times in any order, by any compositor")
  func anyOrder() throws {
    let third = Layer()
    third.frame = CGRect(x: 25, y: 12, width: 20, height: 9)
    third.backgroundColor = Color.green.withAlpha(0.5)
    renderer.layer.addSublayer(third)
    red.add(depthAnimation(from: -3, to: 3), forKey: nil)
    let spin = depthAnimation(from: 2, to: -2, duration: 0.7)
    spin.autoreverses = true
    spin.repeatCount = 2
    third.add(spin, forKey: nil)
    let tree = renderer.commit(at: 0)
    blue.removeFromSuperlayer()
    red.removeAllAnimations()
    let later = renderer.commit(at: 0)
    let compositor = try Compositor(width: 80, height: 50)
    var numbers = SeededGenerator(seed: 5)
    for _ in 0..<120 {
      let drawn = numbers.chance(80) ? tree : later
      let time = numbers.number(in: -0.2...3)
      let expected = try Compositor(width: 80, height: 50).render(drawn, at: time)
      #expect(try compositor.render(drawn, at: time).bitmap == expected.bitmap, "at \(time)")
    }
  }
}
