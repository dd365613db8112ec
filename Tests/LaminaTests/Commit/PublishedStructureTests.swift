import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The models of a copy's sublayers.
private func shown(_ layer: Layer) -> [Layer] {
  (layer.presentation()?.sublayers ?? []).map { $0.model() }
}

@Suite("The presentation tree before a commit")
struct PublishedStructureTests {
  private let a = Layer()
  private let b = Layer()
  private let c = Layer()

  /// The layer of the scene with sublayers a and b, without actions from here on.
  private func scene() throws -> LiveScene {
    let scene = try LiveScene()
    scene.layer.sublayers = [a, b]
    scene.renderer.commit(at: 0)
    Transaction.flush()
    Transaction.disableActions = true
    return scene
  }

  @Test("1.9: a sublayer that is added is not shown, one that is removed still is")
  func addingAndRemoving() throws {
    let scene = try scene()
    b.position = CGPoint(x: 3, y: 5)
    Transaction.flush()
    Transaction.disableActions = true
    scene.layer.insertSublayer(c, at: 0)
    b.removeFromSuperlayer()
    b.position = CGPoint(x: 30, y: 50)
    b.contents = try Bitmap(width: 1, height: 1, pixels: [7])
    #expect(scene.layer.sublayers == [c, a])
    #expect(shown(scene.layer) == [a, b])
    #expect(c.presentation() == nil)
    #expect(b.presentation()?.position == CGPoint(x: 3, y: 5))
    #expect(b.presentation()?.contents == nil)
    #expect(b.presentation()?.superlayer?.model() == scene.layer)
    Transaction.flush()
    #expect(shown(scene.layer) == [c, a])
    #expect(b.presentation() == nil)
    #expect(c.presentation()?.superlayer?.model() == scene.layer)
  }

  @Test("1.9: the order and the hierarchy are presented as published")
  func moving() throws {
    let scene = try scene()
    scene.layer.insertSublayer(b, at: 0)
    b.addSublayer(a)
    scene.root.addSublayer(b)
    #expect(shown(scene.layer) == [a, b])
    #expect(shown(b).isEmpty)
    #expect(shown(scene.root) == [scene.layer])
    #expect(a.presentation()?.superlayer?.model() == scene.layer)
    Transaction.flush()
    #expect(shown(scene.layer).isEmpty)
    #expect(shown(b) == [a])
    #expect(shown(scene.root) == [scene.layer, b])
    #expect(a.presentation()?.superlayer?.model() == b)
  }

  @Test("1.9: a subtree that left is shown whole, whatever becomes of its layers")
  func subtree() throws {
    let scene = try scene()
    b.addSublayer(c)
    Transaction.flush()
    Transaction.disableActions = true
    b.removeFromSuperlayer()
    c.removeFromSuperlayer()
    let other = Layer()
    other.addSublayer(c)
    c.opacity = 0.5
    #expect(shown(scene.layer) == [a, b])
    #expect(shown(b) == [c])
    #expect(c.presentation()?.opacity == 1)
    let second = try Renderer(size: CGSize(width: 10, height: 10))
    second.layer.addSublayer(other)
    #expect(shown(b) == [c])
    #expect(c.presentation()?.superlayer?.model() == b)
    // Nor does leaving a tree in which it was never published.
    other.removeFromSuperlayer()
    #expect(c.presentation()?.opacity == 1)
    #expect(c.presentation()?.superlayer?.model() == b)
    second.layer.addSublayer(other)
    Transaction.flush()
    #expect(shown(other) == [c])
    #expect(c.presentation()?.opacity == 0.5)
    #expect(b.presentation() == nil)
  }

  @Test("1.9: hit testing finds the presented layers")
  func hitTesting() throws {
    let scene = try scene()
    scene.layer.frame = CGRect(x: 10, y: 20, width: 100, height: 80)
    a.frame = CGRect(x: 5, y: 5, width: 20, height: 10)
    Transaction.flush()
    Transaction.disableActions = true
    a.removeFromSuperlayer()
    let copy = try #require(scene.layer.presentation())
    #expect(copy.hitTest(CGPoint(x: 16, y: 26))?.model() == a)
    #expect(scene.layer.hitTest(CGPoint(x: 16, y: 26)) == scene.layer)
  }

  @Test("1.9: a layer's timing is presented as published")
  func timing() throws {
    let scene = try LiveScene()
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 8), forKey: "a")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 2)
    scene.root.speed = 2
    scene.layer.timeOffset = 1
    scene.layer.beginTime = 50
    #expect(scene.layer.presentation()?.opacity == 0.25)
    #expect(scene.layer.presentation()?.timeOffset == 0)
    #expect(scene.root.presentation()?.sublayers?.count == 1)
    #expect(scene.layer.presentation()?.convertTime(3, to: nil) == 3)
    #expect(scene.layer.convertTime(3, from: nil) == -43)
    scene.layer.beginTime = 0
    Transaction.flush()
    #expect(scene.layer.presentation()?.opacity == 0.625)
    #expect(scene.layer.presentation()?.convertTime(3, from: nil) == 7)
  }

  @Test("1.9: animations that are removed or replaced act until the commit")
  func animations() throws {
    let scene = try LiveScene()
    scene.layer.add(opacityAnimation(from: 0, to: 0.5, duration: 8), forKey: "a")
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 8), forKey: "b")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 2)
    scene.layer.removeAnimation(forKey: "b")
    #expect(scene.layer.presentation()?.opacity == 0.25)
    scene.layer.add(opacityAnimation(from: 0.75, to: 0.75, duration: 8), forKey: "a")
    scene.layer.removeAllAnimations()
    #expect(scene.layer.animationKeys() == nil)
    #expect(scene.layer.presentation()?.opacity == 0.25)
    Transaction.flush()
    #expect(scene.layer.presentation()?.opacity == 1)
  }

  @Test("1.9: values under custom keys are presented as published")
  func ownKeys() throws {
    let scene = try LiveScene()
    scene.layer.setValue(1, forKey: "level")
    #expect(scene.layer.presentation()?.value(forKey: "level") == nil)
    Transaction.flush()
    scene.layer.setValue(2, forKey: "level")
    scene.layer.setValue(3, forKey: "other")
    #expect(scene.layer.presentation()?.value(forKey: "level") as? Int == 1)
    #expect(scene.layer.presentation()?.value(forKey: "other") == nil)
    Transaction.flush()
    #expect(scene.layer.presentation()?.value(forKey: "level") as? Int == 2)
  }

  @Test("layers that left are let go of by the commit, and by the end of the renderer")
  func lifetimes() throws {
    var scene: LiveScene? = try LiveScene()
    var left: Layer? = Layer()
    weak let seen = left
    scene!.layer.addSublayer(left!)
    scene!.renderer.commit(at: 0)
    left!.removeFromSuperlayer()
    left = nil
    Transaction.flush()
    #expect(seen == nil)
    var other: Layer? = Layer()
    weak let last = other
    scene!.layer.addSublayer(other!)
    Transaction.flush()
    other!.removeFromSuperlayer()
    #expect(other!.presentation() != nil)
    scene = nil
    #expect(other!.presentation() == nil)
    other = nil
    #expect(last == nil)
    Transaction.flush()
  }

  @Test("of random edits is what the last commit left", arguments: 1...20)
  func randomEdits(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    let renderer = try Renderer(size: CGSize(width: 100, height: 100))
    let layers = [renderer.layer] + (0..<12).map { _ in Layer() }
    for layer in layers.dropFirst() { renderer.layer.addSublayer(layer) }
    renderer.commit(at: 0)
    func tree(_ layer: Layer) -> String {
      let index = layers.firstIndex(of: layer.model())!
      return "\(index)\(layer.opacity)(" + (layer.sublayers ?? []).map(tree).joined() + ")"
    }
    for _ in 0..<20 {
      let before = tree(renderer.layer)
      Transaction.run(disableActions: true) {
        for _ in 0..<numbers.below(12) {
          let (moved, parent) = (numbers.pick(layers), numbers.pick(layers))
          var ancestors: [Layer] = []
          var next: Layer? = parent
          while let layer = next {
            ancestors.append(layer)
            next = layer.superlayer
          }
          switch numbers.below(4) {
          case 0 where moved !== renderer.layer: moved.removeFromSuperlayer()
          case 1: moved.opacity = Float(numbers.below(8)) / 8
          default:
            if moved !== renderer.layer, !ancestors.contains(moved) {
              parent.insertSublayer(moved, at: numbers.below(4))
            }
          }
          #expect(tree(renderer.layer.presentation()!) == before)
        }
      }
      #expect(tree(renderer.layer.presentation()!) == tree(renderer.layer))
    }
  }
}
