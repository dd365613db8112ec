import Foundation
import Lamina
import Testing

@Suite("Hit testing")
struct HitTestTests {
  private let a = makeLayer(bounds: CGRect(x: 0, y: 0, width: 100, height: 100), anchor: .zero)

  private func child(_ frame: CGRect, in parent: Layer) -> Layer {
    let layer = Layer()
    layer.frame = frame
    parent.addSublayer(layer)
    return layer
  }

  @Test("12.1: takes a point of the superlayer's space and finds the deepest, topmost layer")
  func topmost() {
    let low = child(CGRect(x: 10, y: 20, width: 50, height: 40), in: a)
    let high = child(CGRect(x: 30, y: 20, width: 50, height: 40), in: a)
    let deep = child(CGRect(x: 5, y: 5, width: 10, height: 10), in: low)
    a.position = CGPoint(x: 1000, y: 0)
    #expect(a.hitTest(CGPoint(x: 1035, y: 30)) === high)
    #expect(a.hitTest(CGPoint(x: 1017, y: 27)) === deep)
    #expect(a.hitTest(CGPoint(x: 1002, y: 2)) === a)
    #expect(a.hitTest(CGPoint(x: 35, y: 30)) == nil)
    low.zPosition = 1
    #expect(a.hitTest(CGPoint(x: 1035, y: 30)) === low)
  }

  @Test("12.2: the near edges belong to the bounds, the far edges do not")
  func contains() {
    let layer = makeLayer(bounds: CGRect(x: 10, y: 10, width: 100, height: 100))
    #expect(layer.contains(CGPoint(x: 10, y: 10)))
    #expect(!layer.contains(CGPoint(x: 0, y: 0)))
    #expect(!layer.contains(CGPoint(x: 110, y: 50)))
    #expect(!layer.contains(CGPoint(x: 50, y: 110)))
    #expect(!layer.contains(CGPoint(x: CGFloat.nan, y: 50)))
  }

  @Test("12.3: hidden layers and those of opacity 0 are left out with all they hold")
  func invisible() {
    let b = child(CGRect(x: 0, y: 0, width: 50, height: 50), in: a)
    let c = child(CGRect(x: 0, y: 0, width: 20, height: 20), in: b)
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) === c)
    b.opacity = 0
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) === a)
    b.opacity = 0.01
    b.isHidden = true
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) === a)
    a.isHidden = true
    #expect(a.hitTest(CGPoint(x: 10, y: 11)) == nil)
  }

  @Test("12.4: a sublayer outside the bounds is hit unless they mask")
  func outside() {
    let b = child(CGRect(x: 80, y: 80, width: 50, height: 50), in: a)
    #expect(a.hitTest(CGPoint(x: 120, y: 120)) === b)
    a.masksToBounds = true
    #expect(a.hitTest(CGPoint(x: 120, y: 120)) == nil)
  }

  @Test("12.6: a flipped layer is hit where it is seen")
  func flipped() {
    let b = child(CGRect(x: 80, y: 80, width: 20, height: 20), in: a)
    a.isGeometryFlipped = true
    #expect(a.hitTest(CGPoint(x: 90, y: 90)) === a)
    #expect(a.hitTest(CGPoint(x: 90, y: 15)) === b)
  }

  @Test("a class may have another shape")
  func shape() {
    final class Disc: Layer {
      override func contains(_ point: CGPoint) -> Bool {
        let x = point.x - bounds.midX
        let y = point.y - bounds.midY
        return x * x + y * y < bounds.width * bounds.width / 4
      }
    }
    let disc = Disc()
    disc.frame = CGRect(x: 10, y: 20, width: 40, height: 40)
    a.addSublayer(disc)
    #expect(a.hitTest(CGPoint(x: 12, y: 22)) === a)
    #expect(a.hitTest(CGPoint(x: 30, y: 21)) === disc)
  }

  @Test("a chain of 100,000 layers is no deeper than the stack")
  func deep() {
    var leaf = a
    for _ in 0..<100_000 {
      let next = Layer()
      next.bounds = a.bounds
      next.anchorPoint = .zero
      leaf.addSublayer(next)
      leaf = next
    }
    #expect(a.hitTest(CGPoint(x: 3, y: 5)) === leaf)
    #expect(leaf.convert(CGPoint(x: 3, y: 5), to: nil) == CGPoint(x: 3, y: 5))
  }

  @Test("finds a moving layer where it is seen")
  func presentation() throws {
    let scene = try LiveScene(makeLayer(bounds: CGRect(x: 0, y: 0, width: 20, height: 20)))
    Transaction.run(duration: 1, timingFunction: .linear) {
      scene.layer.position = CGPoint(x: 200, y: 100)
    }
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.5)
    let root = try #require(scene.root.presentation())
    let hit = root.hitTest(CGPoint(x: 100, y: 50))
    #expect(hit?.model() === scene.layer)
    #expect(hit?.convert(CGPoint(x: 10, y: 10), to: root) == CGPoint(x: 100, y: 50))
    #expect(scene.root.hitTest(CGPoint(x: 100, y: 50)) === scene.root)
  }
}
