import Foundation
import LaminaTestSupport
import Testing

@testable import Lamina

@Suite("Many animations of a layer")
struct AnimationListTests {
  private static func makeAnimation(_ value: Double = 0.25) -> BasicAnimation {
    let animation = BasicAnimation(keyPath: "opacity")
    animation.fromValue = value
    animation.toValue = value
    animation.duration = 100
    return animation
  }

  @Test("are found and listed as an array has them", arguments: 1...6 as ClosedRange<UInt64>)
  func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let layer = renderer.layer
    var expected: [(key: String?, animation: Animation)] = []
    for step in 0..<3_000 {
      // Few at first, then many, then few again.
      let key = "\(random.below(step < 500 ? 12 : 300))"
      switch random.below(step < 2_000 ? 4 : 9) {
      case 0, 1:
        layer.add(Self.makeAnimation(), forKey: key)
        expected.removeAll { $0.key == key }
        expected.append((key, try #require(layer.animation(forKey: key))))
      case 2 where step % 3 == 0: layer.add(Self.makeAnimation(), forKey: nil)
      default:
        layer.removeAnimation(forKey: key)
        expected.removeAll { $0.key == key }
      }
      if step % 701 == 0 { _ = try renderer.render(at: Double(step) / 1_000) }
      if step % 97 == 0 {
        #expect(layer.animationKeys() ?? [] == expected.compactMap(\.key))
        for (key, animation) in expected where layer.animation(forKey: key!) !== animation {
          Issue.record("\(key!) is another animation")
        }
      }
    }
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
    #expect(layer.storage.animations.isEmpty)
  }

  @Test("leave room when they are removed or replaced")
  func places() throws {
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let layer = renderer.layer
    for index in 0..<1_000 { layer.add(Self.makeAnimation(), forKey: "\(index)") }
    _ = try renderer.render(at: 0)
    for index in 0..<990 { layer.removeAnimation(forKey: "\(index)") }
    for _ in 0..<500 { layer.add(Self.makeAnimation(), forKey: "995") }
    // What is removed of the published ones is still presented.
    #expect(layer.storage.animations.placeCount <= 2 * 1_001)
    _ = try renderer.render(at: 1)
    #expect(layer.storage.animations.placeCount <= 20)
    #expect(layer.animationKeys()?.last == "995")
    #expect(layer.animationKeys()?.count == 10)
  }

  @Test("that a transaction replaces again and again are let go of before its commit")
  func replaced() throws {
    struct Weak { weak var animation: Animation? }
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    _ = try renderer.render(at: 0)
    let dot = Layer()
    renderer.layer.addSublayer(dot)
    _ = try renderer.render(at: 1)
    var made: [Weak] = []
    for step in 0..<1_000 {
      dot.position = CGPoint(x: step + 1, y: 7)
      made.append(Weak(animation: dot.animation(forKey: "position")))
    }
    #expect(made.count { $0.animation != nil } <= 70)
    _ = try renderer.render(at: 2)
    #expect(made.count { $0.animation != nil } == 1)
  }

  @Test("are presented until the transaction that removes them is committed")
  func presented() throws {
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let layer = renderer.layer
    for index in 0..<40 {
      layer.add(Self.makeAnimation(Double(index + 1) / 100), forKey: "\(index)")
    }
    _ = try renderer.render(at: 0)
    #expect(layer.presentation()!.opacity == 0.4)
    Transaction.begin()
    for index in (0..<40).reversed() { layer.removeAnimation(forKey: "\(index)") }
    layer.add(Self.makeAnimation(0.9), forKey: "3")
    layer.add(Self.makeAnimation(0.8), forKey: "3")
    #expect(layer.animationKeys() == ["3"])
    #expect(layer.presentation()!.opacity == 0.4)
    Transaction.commit()
    _ = try renderer.render(at: 1)
    #expect(layer.presentation()!.opacity == 0.8)
    layer.removeAllAnimations()
    #expect(layer.presentation()!.opacity == 0.8)
    _ = try renderer.render(at: 2)
    #expect(layer.presentation()!.opacity == 1)
  }

  @Test("stop in the order in which they were added when their layers leave the tree")
  func stopsOfLayersThatLeave() throws {
    final class Log: AnimationDelegate {
      var stopped: [String] = []
      func animationDidStop(_ animation: Animation, finished: Bool) {
        stopped.append("\(animation.value(forKey: "name")!) \(finished)")
      }
    }
    let log = Log()
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let layers = (0..<3).map { _ in Layer() }
    renderer.layer.sublayers = layers
    func add(_ name: String, to layer: Layer) {
      let animation = Self.makeAnimation()
      animation.delegate = log
      animation.setValue(name, forKey: "name")
      layer.add(animation, forKey: name)
    }
    add("a", to: layers[1])
    add("b", to: layers[0])
    add("c", to: layers[2])
    _ = try renderer.render(at: 0)
    Transaction.run(disableActions: true) {
      add("d", to: layers[2])
      layers[2].removeFromSuperlayer()
      layers[0].removeFromSuperlayer()
      layers[1].removeFromSuperlayer()
      renderer.layer.addSublayer(layers[1])
    }
    _ = try renderer.render(at: 1)
    #expect(log.stopped == ["d false", "b false", "c false"])
    #expect(layers[1].animationKeys() == ["a"])
  }

  @Test("of hidden layers keep a picture each that is as large as the layers in it")
  func oldPictures() throws {
    let renderer = try Renderer(layer: Layer(), width: 8, height: 8)
    let leaf = Layer()
    leaf.bounds.size = CGSize(width: 2, height: 2)
    leaf.backgroundColor = .white
    let holder = Layer()
    holder.sublayers = [Layer(), Layer()]
    renderer.layer.sublayers = [leaf, holder]
    _ = try renderer.render(at: 0)
    leaf.isHidden = true
    holder.isHidden = true
    _ = try renderer.render(at: 1)
    for (layer, count) in [(leaf, 1), (holder, 3)] {
      let tree = try #require(layer.activeTransition?.picture.tree)
      #expect(tree.layerCount == count)
      #expect(tree.pages[0].chunks[0].capacity == count)
    }
  }
}
