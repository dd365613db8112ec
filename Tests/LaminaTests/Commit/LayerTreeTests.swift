import Foundation
import Testing

@testable import Lamina

@Suite("The layer tree")
struct LayerTreeTests {
  private let p = Layer()
  private let q = Layer()
  private let a = Layer()
  private let x = Layer()
  private let y = Layer()
  private let z = Layer()

  private var order: String {
    (p.sublayers ?? []).map { $0 === x ? "x" : $0 === y ? "y" : $0 === z ? "z" : "?" }.joined()
  }

  @Test("11.1: adding a layer removes it from its previous superlayer")
  func moves() {
    p.addSublayer(a)
    p.addSublayer(x)
    q.addSublayer(a)
    #expect(p.sublayers?.count == 1)
    #expect(a.superlayer === q)
    #expect(q.sublayers?.first === a)
  }

  @Test("11.2: an index past the end is the end, and a sibling may be missing")
  func insertion() {
    p.sublayers = [y, z, x]
    p.insertSublayer(x, at: 100)
    #expect(order == "yzx")
    p.insertSublayer(x, below: nil)
    #expect(order == "xyz")
    p.insertSublayer(x, above: nil)
    #expect(order == "yzx")
    p.insertSublayer(y, below: a)
    #expect(order == "zxy")
    p.insertSublayer(y, below: z)
    #expect(order == "yzx")
    p.insertSublayer(y, above: z)
    #expect(order == "zyx")
    p.insertSublayer(x, above: z)
    #expect(order == "zxy")
    p.insertSublayer(z, below: y)
    #expect(order == "xzy")
    p.insertSublayer(x, at: -5)
    #expect(order == "xzy")
  }

  @Test("11.3: a replacement takes the index of the replaced layer")
  func replacement() {
    p.sublayers = [x, y]
    p.replaceSublayer(x, with: z)
    #expect(order == "zy")
    #expect(x.superlayer == nil)
    p.replaceSublayer(z, with: y)
    #expect(order == "y")
  }

  @Test("11.3: replacing a layer that is not a sublayer is refused")
  func strangerReplacement() async {
    await #expect(processExitsWith: .failure) {
      Layer().replaceSublayer(Layer(), with: Layer())
    }
  }

  @Test("11.4: no sublayers are nil")
  func none() {
    #expect(p.sublayers == nil)
    p.addSublayer(x)
    x.removeFromSuperlayer()
    #expect(p.sublayers == nil)
    p.addSublayer(x)
    p.sublayers = []
    #expect(p.sublayers == nil)
    #expect(x.superlayer == nil)
    p.addSublayer(x)
    p.sublayers = nil
    #expect(p.sublayers == nil)
  }

  @Test("11.6: cycles are refused")
  func cycles() async {
    await #expect(processExitsWith: .failure) {
      let top = Layer()
      let below = Layer()
      top.addSublayer(below)
      below.addSublayer(top)
    }
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.addSublayer(layer)
    }
  }

  @Test("layers are freed without recursion, and a layer that is held lives on without parent")
  func freeing() {
    var top: Layer? = Layer()
    weak let seen = top
    var leaf = top!
    for _ in 0..<100_000 {
      let next = Layer()
      leaf.addSublayer(next)
      leaf = next
    }
    top = nil
    #expect(seen == nil)
    #expect(leaf.superlayer == nil)
  }
}

/// A layer with a property of its own.
private final class TaggedLayer: Layer {
  var tag = 0

  override init() { super.init() }

  required init(layer: Any) {
    tag = (layer as? TaggedLayer)?.tag ?? -1
    super.init(layer: layer)
  }
}

@Suite("Presentation")
struct PresentationTests {
  @Test("11.7: is a tree of copies that know their models")
  func tree() throws {
    let scene = try LiveScene(TaggedLayer())
    (scene.layer as? TaggedLayer)?.tag = 7
    let child = Layer()
    child.name = "child"
    scene.layer.addSublayer(child)
    scene.renderer.commit(at: 0)
    let copy = try #require(scene.layer.presentation())
    #expect((copy as? TaggedLayer)?.tag == 7)
    #expect(copy !== scene.layer)
    #expect(copy.presentation() === copy)
    #expect(copy.model() === scene.layer)
    #expect(scene.layer.model() === scene.layer)
    #expect(copy.sublayers?.count == 1)
    #expect(copy.sublayers?.first !== child)
    #expect(copy.sublayers?.first?.name == "child")
    #expect(copy.sublayers?.first?.model() === child)
    #expect(copy.superlayer?.model() === scene.root)
    #expect(copy.superlayer !== scene.root)
    #expect(copy.superlayer?.superlayer == nil)
  }

  @Test("11.7: cannot be changed")
  func readOnly() async {
    await #expect(processExitsWith: .failure) {
      let scene = try LiveScene()
      scene.layer.presentation()?.opacity = 0.5
    }
    await #expect(processExitsWith: .failure) {
      let scene = try LiveScene()
      scene.layer.presentation()?.addSublayer(Layer())
    }
  }

  @Test("11.8: is nil until the layer has been committed, and then equals the model")
  func untilCommitted() throws {
    let layer = Layer()
    layer.frame = CGRect(x: 3, y: 5, width: 7, height: 11)
    layer.zPosition = 2
    #expect(layer.presentation() == nil)
    let renderer = try Renderer(size: CGSize(width: 30, height: 20))
    renderer.layer.addSublayer(layer)
    #expect(layer.presentation() == nil)
    renderer.commit(at: 0)
    #expect(layer.presentation()?.frame == CGRect(x: 3, y: 5, width: 7, height: 11))
    #expect(layer.presentation()?.zPosition == 2)
    layer.removeFromSuperlayer()
    #expect(layer.presentation() != nil)
    Transaction.flush()
    #expect(layer.presentation() == nil)
  }

  @Test("of a change that has not begun shows its beginning")
  func notBegun() throws {
    let scene = try LiveScene(at: 5)
    scene.layer.opacity = 0
    Transaction.flush()
    #expect(scene.layer.presentation()?.opacity == 1)
    scene.renderer.commit(at: 8)
    #expect(scene.layer.presentation()?.opacity == 1)
  }

  @Test("keeps the frame's time it was made for")
  func time() throws {
    let scene = try LiveScene()
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "a")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.25)
    let early = try #require(scene.layer.presentation())
    scene.renderer.commit(at: 0.5)
    #expect(early.opacity == 0.25)
    #expect(scene.layer.presentation()?.opacity == 0.5)
    #expect(scene.layer.presentation(at: 0.75).opacity == 0.75)
  }

  @Test(
    "applies animations of every property",
    arguments: [
      ("zPosition", 4.0), ("anchorPointZ", 4), ("contentsScale", 4), ("position.y", 4),
      ("anchorPoint.x", 4), ("bounds.size.width", 4), ("bounds.origin.y", 4),
      ("transform.translation.x", 4), ("sublayerTransform.translation.z", 4),
      ("contentsRect.size.height", 4), ("contentsCenter.origin.x", 4),
    ])
  func properties(keyPath: String, end: Double) throws {
    let scene = try LiveScene()
    let animation = BasicAnimation(keyPath: keyPath)
    animation.fromValue = 2.0
    animation.toValue = end
    animation.duration = 1
    scene.layer.add(animation, forKey: nil)
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.5)
    let path = AnimationKeyPath(keyPath)
    let values = try #require(scene.layer.presentation()).values
    let whole = try #require(values.animatableValue(of: path.property))
    #expect((path.component?.read(from: whole) ?? whole) == .scalar(3))
  }

  @Test("applies animations of flags, colours and contents")
  func otherKinds() throws {
    let scene = try LiveScene()
    let from = try Bitmap(width: 1, height: 1, pixels: [0xFFFF_0000])
    let to = try Bitmap(width: 1, height: 1, pixels: [0xFF00_FF00])
    func add(_ keyPath: String, _ from: Any, _ to: Any) {
      let animation = BasicAnimation(keyPath: keyPath)
      animation.fromValue = from
      animation.toValue = to
      animation.duration = 1
      scene.layer.add(animation, forKey: nil)
    }
    add("hidden", false, true)
    add("masksToBounds", false, true)
    add("geometryFlipped", false, true)
    add("doubleSided", true, false)
    add("contents", from, to)
    scene.layer.backgroundColor = .red
    add(
      "backgroundColor", Color(red: 1, green: 0, blue: 0, alpha: 1),
      Color(red: 0, green: 0, blue: 1, alpha: 0.5))
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.75)
    let copy = try #require(scene.layer.presentation())
    #expect(copy.isHidden && copy.masksToBounds && copy.isGeometryFlipped && !copy.isDoubleSided)
    #expect(copy.backgroundColor == Color(red: 0.25, green: 0, blue: 0.75, alpha: 0.625))
    #expect(copy.values.backgroundPixel == copy.backgroundColor?.premultipliedPixel)
    #expect(copy.contents == to)
    #expect(copy.values.rareValues.contentsFade?.progress == 0.75)
    scene.renderer.commit(at: 2)
    #expect(scene.layer.presentation()?.values.rareValues.contentsFade == nil)
  }
}
