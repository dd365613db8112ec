import Foundation
import Lamina
import Testing

@Suite("The time of the next frame of an idle tree")
struct IdleTreeTests {
  private let renderer: Renderer
  private let layer = Layer()

  init() throws {
    renderer = try Renderer(size: CGSize(width: 50, height: 20))
    layer.frame = CGRect(x: 0, y: 0, width: 5, height: 4)
    layer.backgroundColor = .red
    renderer.layer.addSublayer(layer)
    _ = try renderer.render(at: 0)
  }

  @Test("is never where nothing moves, also when a layer's time was changed")
  func idle() throws {
    #expect(renderer.nextFrameTime(after: 0) == .never)
    layer.speed = 0
    _ = try renderer.render(at: 1)
    #expect(renderer.nextFrameTime(after: 1) == .never)
    layer.speed = -2
    let other = Layer()
    renderer.layer.addSublayer(other)
    other.addSublayer(layer)
    _ = try renderer.render(at: 2)
    #expect(renderer.nextFrameTime(after: 2) != .never, "the change of sublayers is animated")
    _ = try renderer.render(at: 3)
    #expect(renderer.nextFrameTime(after: 3) == .never)
  }

  @Test(
    "is never after what was animated has left, or lost its animation", arguments: [true, false])
  func animationTaken(leaves: Bool) throws {
    Transaction.run(duration: 2) { layer.opacity = 0.5 }
    _ = try renderer.render(at: 1)
    #expect(renderer.nextFrameTime(after: 1) == .now)
    Transaction.run(disableActions: true) {
      if leaves { layer.removeFromSuperlayer() } else { layer.removeAllAnimations() }
    }
    _ = try renderer.render(at: 1.5)
    for time in [1.5, 3, 3.5] {
      #expect(renderer.nextFrameTime(after: time) == .never, "at \(time) s")
      _ = try renderer.render(at: time)
    }
  }

  @Test("is now or later where a layer's time runs backwards, as long as anything can change")
  func backwards() throws {
    Transaction.run(disableActions: true) { layer.speed = -1 }
    _ = try renderer.render(at: 0)
    Transaction.run(duration: 2, timingFunction: .linear) { layer.position.x += 40 }
    _ = try renderer.render(at: 10)
    #expect(renderer.nextFrameTime(after: 10) == .now)
    // Local time falls from -10: the layer stays where it was, for good.
    #expect(renderer.nextFrameTime(after: 11) == .never)
    // Frames may be asked for in any order: two seconds before, the animation is over.
    #expect(renderer.nextFrameTime(after: 7) == .at(8))
    let frame = try renderer.render(at: 7)
    #expect(frame.bitmap[42, 2] == 0xFFFF_0000)
    #expect(layer.animationKeys() == nil)
    #expect(renderer.nextFrameTime(after: 7) == .never)
  }

  @Test("is what an animation that ended and stays does once more when time goes back")
  func backAgain() throws {
    let steps = KeyframeAnimation(keyPath: "position.x")
    steps.values = [12.5, 22.5]
    steps.calculationMode = .discrete
    steps.duration = 4
    steps.isRemovedOnCompletion = false
    layer.add(steps, forKey: nil)
    /// Returns the left edge of the box, in pixels.
    func place(at time: Double) throws -> Int? {
      let bitmap = try renderer.render(at: time).bitmap
      #expect(layer.presentation()?.frame.minX == bitmap.firstRed)
      return bitmap.firstRed.map { Int($0) }
    }
    #expect(try place(at: 10) == 10)
    #expect(renderer.nextFrameTime(after: 10) == .at(12))
    #expect(try place(at: 15) == 0)
    #expect(renderer.nextFrameTime(after: 15) == .never)
    #expect(try place(at: 13) == 20)
    #expect(renderer.nextFrameTime(after: 13) == .at((14.0).nextUp))
    #expect(try place(at: 11) == 10)
    #expect(renderer.nextFrameTime(after: 11) == .at(12))
    #expect(try place(at: 14) == 20)
    #expect(renderer.nextFrameTime(after: 14) == .at((14.0).nextUp))
    #expect(try place(at: (14.0).nextUp) == 0)
    #expect(renderer.nextFrameTime(after: 15) == .never)
  }
}

extension Bitmap {
  /// The column of the first red pixel of the top row.
  fileprivate var firstRed: CGFloat? {
    (0..<width).first { self[$0, 0] == 0xFFFF_0000 }.map { CGFloat($0) }
  }
}
