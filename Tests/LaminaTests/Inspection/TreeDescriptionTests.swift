import Foundation
import Lamina
import Testing

@Suite("The description of a tree")
struct TreeDescriptionTests {
  private func layer(_ name: String, _ frame: CGRect = .zero) -> Layer {
    let layer = Layer()
    layer.name = name
    layer.frame = frame
    return layer
  }

  @Test("has a line for each layer, in drawing order, with lines that join them")
  func lines() throws {
    let renderer = try Renderer(size: CGSize(width: 320, height: 200))
    let menu = layer("menu", CGRect(x: 10, y: 20, width: 100, height: 50))
    menu.addSublayer(layer("first", CGRect(x: 1, y: 2, width: 3, height: 4)))
    menu.addSublayer(layer("second"))
    let front = layer("front")
    front.zPosition = 1
    renderer.layer.addSublayer(front)
    renderer.layer.addSublayer(menu)
    let last = layer("last")
    last.addSublayer(layer("inner"))
    front.addSublayer(last)
    renderer.commit(at: 0)
    #expect(
      renderer.layer.treeDescription() == """
        Layer (0, 0, 320, 200)
        ├─ Layer "menu" (10, 20, 100, 50)
        │  ├─ Layer "first" (1, 2, 3, 4)
        │  └─ Layer "second" (0, 0, 0, 0)
        └─ Layer "front" (0, 0, 0, 0), zPosition 1
           └─ Layer "last" (0, 0, 0, 0)
              └─ Layer "inner" (0, 0, 0, 0)
        """)
    #expect(last.treeDescription().hasPrefix("Layer \"last\" (0, 0, 0, 0)\n└─ Layer \"inner\""))
  }

  @Test("lists animations with their values and where they stand at a time")
  func animations() throws {
    let renderer = try Renderer(size: CGSize(width: 320, height: 200))
    let box = layer("box")
    renderer.layer.addSublayer(box)
    box.addSublayer(layer("child"))
    renderer.commit(at: 0)
    Transaction.run(duration: 2) { box.opacity = 0.5 }
    let pulse = BasicAnimation(keyPath: "position.x")
    pulse.toValue = 8
    pulse.duration = 4
    pulse.autoreverses = true
    pulse.repeatCount = 3
    box.add(pulse, forKey: nil)
    let published = """
      Layer "box" (0, 0, 0, 0), opacity 0.5
      │    animation "opacity": BasicAnimation of opacity from 1 over 2 s, default curve, \
      fillMode backwards; begins with the next frame
      │    animation without a key: BasicAnimation of position.x to 8 over 4 s, at an even pace, \
      repeatCount 3, autoreverses; begins with the next frame
      └─ Layer "child" (0, 0, 0, 0)
      """
    Transaction.flush()
    #expect(
      box.treeDescription()
        == published.replacing("opacity 0.5\n", with: "opacity 0.5 [not in a frame yet]\n"))
    renderer.commit(at: 1)
    #expect(
      box.treeDescription(at: 10) == """
        Layer "box" (0, 0, 0, 0), opacity 0.5
        │    animation "opacity": BasicAnimation of opacity from 1 over 2 s, default curve, \
        beginTime 1, fillMode backwards; has ended
        │    animation without a key: BasicAnimation of position.x to 8 over 4 s, at an even pace, \
        beginTime 1, repeatCount 3, autoreverses; 25 % done in cycle 2, now position (2, 0)
        └─ Layer "child" (0, 0, 0, 0)
        """)
    #expect(
      box.treeDescription().contains(
        "animation \"opacity\": BasicAnimation of opacity from 1 over 2 s, default curve, beginTime 1, fillMode backwards; 0 % done, now opacity 1\n"
      ))
  }

  @Test("describes every kind of animation")
  func kinds() {
    let spring = SpringAnimation(keyPath: "position")
    spring.toValue = CGPoint(x: 3, y: 4)
    spring.duration = 1.5
    #expect(
      spring.debugDescription
        == "SpringAnimation of position to (3, 4) over 1.5 s, "
        + "mass 1, stiffness 100, damping 10, at an even pace")
    let keyframes = KeyframeAnimation(keyPath: "opacity")
    keyframes.values = [0, 1, 0.5]
    keyframes.calculationMode = .discrete
    keyframes.isAdditive = true
    keyframes.timingFunction = .easeIn
    #expect(
      keyframes.debugDescription
        == "KeyframeAnimation of opacity through [0, 1, 0.5], discrete, easeIn curve, additive")
    let push = Transition()
    push.type = .push
    push.subtype = .fromTop
    let group = AnimationGroup()
    group.animations = [spring, push]
    group.duration = 3
    group.isRemovedOnCompletion = false
    #expect(
      group.debugDescription
        == "AnimationGroup of [SpringAnimation of position to (3, 4) over 1.5 s, mass 1, stiffness 100, "
        + "damping 10, at an even pace; Transition push fromTop, at an even pace] over 3 s, at an even pace, "
        + "stays")
  }

  @Test("of a deep tree is not indented without end, and needs no stack")
  func depth() {
    let top = Layer()
    var deepest = top
    for _ in 0..<20_000 {
      let next = Layer()
      deepest.addSublayer(next)
      deepest = next
    }
    let lines = top.treeDescription().split(separator: "\n")
    #expect(lines.count == 20_001)
    #expect(lines[1] == "└─ Layer (0, 0, 0, 0) [needs layout]")
    let indent = String(repeating: "   ", count: 32)
    #expect(lines[33] == indent + "└─ (33) Layer (0, 0, 0, 0) [needs layout]")
    #expect(lines[20_000] == indent + "└─ (20000) Layer (0, 0, 0, 0)")
  }
}
