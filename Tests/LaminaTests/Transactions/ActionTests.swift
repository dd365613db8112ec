import Foundation
import Lamina
import Testing

/// A delegate that answers for chosen keys.
private final class ActionDelegate: LayerDelegate {
  var answers: [String: any Action] = [:]

  func action(for layer: Layer, forKey key: String) -> (any Action)? { answers[key] }
}

private final class LayerWithDefault: Layer {
  override class func defaultAction(forKey key: String) -> (any Action)? {
    key == "position" ? NoAction() : nil
  }
}

/// Notes every key it is asked for.
private final class AskedDelegate: LayerDelegate {
  let name: String
  let journal: Journal

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func action(for layer: Layer, forKey key: String) -> (any Action)? {
    journal.note("\(name).\(key)")
    return nil
  }
}

@Suite("Actions")
struct ActionTests {
  private let journal = Journal()

  private func action(_ name: String) -> JournalAction {
    JournalAction(name: name, journal: journal)
  }

  private func name(_ action: (any Action)?) -> String? { (action as? JournalAction)?.name }

  @Test("2.1: are searched for in the delegate, the actions, the style and the class")
  func searchOrder() {
    let layer = Layer()
    let delegate = ActionDelegate()
    layer.style = ["style": ["actions": ["position": action("Z")]]]
    #expect(name(layer.action(forKey: "position")) == "Z")
    layer.actions = ["position": action("Y")]
    #expect(name(layer.action(forKey: "position")) == "Y")
    layer.delegate = delegate
    #expect(name(layer.action(forKey: "position")) == "Y")
    delegate.answers["position"] = action("X")
    #expect(name(layer.action(forKey: "position")) == "X")
    #expect(layer.action(forKey: "opacity") == nil)
  }

  @Test("2.2: end the search with nothing where NoAction is found")
  func noAction() throws {
    let scene = try LiveScene()
    scene.layer.actions = ["opacity": .noAction]
    scene.layer.opacity = 0.9
    #expect(scene.layer.action(forKey: "opacity") == nil)
    #expect(scene.layer.animationKeys() == nil)

    let other = try LiveScene(LayerWithDefault())
    other.layer.position = CGPoint(x: 3, y: 5)
    #expect(other.layer.animationKeys() == nil)
    other.layer.actions = ["position": action("Y")]
    #expect(name(other.layer.action(forKey: "position")) == "Y")
  }

  @Test("2.3: are implicit only in a tree that was committed, and none belong to the class")
  func onlyLive() throws {
    for key in ["opacity", "bounds", "backgroundColor", "contents"] {
      #expect(Layer.defaultAction(forKey: key) == nil)
    }
    let layer = Layer()
    #expect(layer.action(forKey: "opacity") == nil)
    let renderer = try Renderer(size: CGSize(width: 30, height: 20))
    renderer.layer.addSublayer(layer)
    #expect(layer.action(forKey: "opacity") == nil)
    Transaction.flush()
    #expect(layer.action(forKey: "opacity") is BasicAnimation)
    layer.removeFromSuperlayer()
    #expect(layer.action(forKey: "opacity") == nil)
  }

  @Test("2.4: are found but not asked for where they are disabled")
  func disabled() throws {
    let scene = try LiveScene()
    scene.layer.actions = ["opacity": action("A")]
    Transaction.run(disableActions: true) {
      scene.layer.opacity = 0.5
      #expect(name(scene.layer.action(forKey: "opacity")) == "A")
    }
    #expect(journal.entries.isEmpty)
    Transaction.flush()
    scene.layer.opacity = 0.25
    #expect(journal.entries == ["A opacity"])
  }

  @Test(
    "2.5: are basic animations for properties that interpolate",
    arguments: [
      "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform",
      "sublayerTransform", "contents", "contentsRect", "contentsCenter", "contentsScale",
      "opacity", "cornerRadius", "borderWidth", "borderColor", "shadowColor", "shadowOpacity",
      "shadowOffset", "shadowRadius", "shadowPath", "rasterizationScale",
      "minificationFilterBias", "transform.scale",
    ])
  func implicitAnimation(key: String) throws {
    let scene = try LiveScene()
    let animation = scene.layer.action(forKey: key) as? BasicAnimation
    #expect(animation?.keyPath == key)
  }

  @Test(
    "2.5: are fades for properties that switch",
    arguments: [
      "hidden", "geometryFlipped", "masksToBounds", "maskedCorners", "sublayers", "mask", "filters",
      "backgroundFilters", "compositingFilter",
    ])
  func implicitTransition(key: String) throws {
    let scene = try LiveScene()
    let transition = scene.layer.action(forKey: key) as? Transition
    #expect(transition?.type == .fade)
    #expect(transition?.duration == 0.25)
  }

  @Test(
    "2.5: are nil for other keys",
    arguments: [
      "doubleSided", "contentsGravity", "frame", "name", "onOrderIn", "position.x", "speed",
      "cornerCurve", "nobody", "backgroundColor", "shouldRasterize",
      "edgeAntialiasingMask", "allowsEdgeAntialiasing", "alignsContentsToPixels",
    ])
  func noImplicit(key: String) throws {
    #expect(try LiveScene().layer.action(forKey: key) == nil)
  }

  @Test("2.5: a background colour animates where there was one before")
  func backgroundColor() throws {
    let scene = try LiveScene()
    scene.layer.backgroundColor = .red
    #expect(scene.layer.animationKeys() == nil)
    scene.layer.backgroundColor = .blue
    #expect(scene.layer.animationKeys() == ["backgroundColor"])
    let animation = scene.layer.animation(forKey: "backgroundColor") as? BasicAnimation
    #expect(animation?.fromValue as? Color == .red)
  }

  @Test("2.7: the implicit animation runs from the value before, over the transaction's time")
  func implicitProperties() throws {
    let scene = try LiveScene()
    scene.layer.opacity = 0.3
    #expect(scene.layer.animationKeys() == ["opacity"])
    let animation = try #require(scene.layer.animation(forKey: "opacity") as? BasicAnimation)
    #expect(animation.duration == 0.25)
    #expect(animation.fromValue as? Double == 1)
    #expect(animation.toValue == nil)
    #expect(animation.fillMode == .backwards)
    #expect(animation.timingFunction === TimingFunction.default)
    #expect(animation.isRemovedOnCompletion)
    #expect(!animation.isAdditive)
    #expect(animation.beginTime == 0)
    scene.renderer.commit(at: 7)
    #expect(animation.beginTime == 7)

    Transaction.run(duration: 0.7, timingFunction: .linear) { scene.layer.zPosition = 4 }
    let second = scene.layer.animation(forKey: "zPosition")
    #expect(second?.duration == 0.7)
    #expect(second?.timingFunction === TimingFunction.linear)
  }

  @Test(
    "2.8: opacity from 1 to 0 follows the default curve",
    arguments: [
      (0, 1), (0.05, 0.704755665732), (0.1, 0.317459494022), (0.125, 0.197596612415),
      (0.2, 0.0243746443764), (0.25, 0), (3, 0),
    ])
  func headlineNumber(time: Double, expected: Float) throws {
    let scene = try LiveScene(at: 10)
    scene.layer.opacity = 0
    scene.renderer.commit(at: 10)
    scene.renderer.commit(at: 10 + time)
    let opacity = try #require(scene.layer.presentation()).opacity
    #expect(abs(opacity - expected) <= 1e-6)
    #expect(scene.layer.opacity == 0)
  }

  @Test("2.9: setting the frame asks for position, then bounds")
  func frame() throws {
    let scene = try LiveScene()
    scene.layer.frame = CGRect(x: 10, y: 20, width: 30, height: 50)
    #expect(scene.layer.animationKeys() == ["position", "bounds"])
    #expect(scene.layer.animation(forKey: "frame") == nil)
    scene.layer.removeAllAnimations()
    scene.layer.frame = CGRect(x: 13, y: 27, width: 30, height: 50)
    #expect(scene.layer.animationKeys() == ["position"])
  }

  @Test("2.10: a fade stands under the key transition")
  func transitionKey() throws {
    let scene = try LiveScene()
    scene.layer.isHidden = true
    #expect(scene.layer.animationKeys() == ["transition"])
    scene.root.addSublayer(Layer())
    #expect(scene.root.animationKeys() == ["transition"])
  }

  @Test("2.11: a sublayer added and changed in one transaction does not animate")
  func newSublayer() throws {
    let scene = try LiveScene()
    let child = Layer()
    scene.layer.addSublayer(child)
    child.position = CGPoint(x: 3, y: 5)
    #expect(child.animationKeys() == nil)
    Transaction.flush()
    child.position = CGPoint(x: 7, y: 11)
    #expect(child.animationKeys() == ["position"])
  }

  @Test("2.12: are asked for in order while a live tree is edited")
  func hierarchyKeys() throws {
    let scene = try LiveScene()
    let parent = AskedDelegate("P", journal)
    let childDelegate = AskedDelegate("C", journal)
    let otherDelegate = AskedDelegate("D", journal)
    scene.layer.delegate = parent
    let child = Layer()
    let other = Layer()
    child.delegate = childDelegate
    other.delegate = otherDelegate

    scene.layer.addSublayer(child)
    #expect(journal.entries == ["P.sublayers", "C.onOrderIn"])
    Transaction.flush()
    #expect(journal.entries.suffix(1) == ["P.onLayout"])
    child.removeFromSuperlayer()
    #expect(journal.entries.suffix(2) == ["P.sublayers", "C.onOrderOut"])
    scene.layer.addSublayer(child)
    Transaction.flush()
    scene.layer.replaceSublayer(child, with: other)
    #expect(journal.entries.suffix(3) == ["P.sublayers", "C.onOrderOut", "D.onOrderIn"])
    Transaction.flush()
    scene.layer.sublayers = nil
    #expect(journal.entries.suffix(2) == ["P.sublayers", "D.onOrderOut"])
    scene.layer.sublayers = [child, other]
    Transaction.flush()
    let count = journal.entries.count
    scene.layer.insertSublayer(other, at: 0)
    #expect(journal.entries.count == count + 1)
    #expect(journal.entries.last == "P.sublayers")
  }

  @Test("2.13: an animation as an action is added under the event's key")
  func orderInAnimation() throws {
    let scene = try LiveScene()
    let child = Layer()
    child.actions = ["onOrderIn": opacityAnimation(from: 0, to: 1, duration: 2)]
    scene.layer.addSublayer(child)
    #expect(child.animationKeys() == ["onOrderIn"])
    scene.renderer.commit(at: 1)
    scene.renderer.commit(at: 2)
    #expect(child.presentation()?.opacity == 0.5)
  }

  @Test("2.15: get no arguments for changes of properties and of the tree")
  func arguments() throws {
    struct Noting: Action {
      let journal: Journal
      func run(forKey key: String, on layer: Layer, arguments: [String: Any]?) {
        journal.note("\(key) \(arguments == nil)")
      }
    }
    let scene = try LiveScene()
    let child = Layer()
    scene.layer.actions = [
      "opacity": Noting(journal: journal), "sublayers": Noting(journal: journal),
    ]
    child.actions = ["onOrderIn": Noting(journal: journal)]
    scene.layer.opacity = 0.5
    scene.layer.addSublayer(child)
    #expect(Set(journal.entries) == ["opacity true", "sublayers true", "onOrderIn true"])
    #expect(journal.entries.count == 3)
  }

  @Test("2.14: NoAction does nothing when it is run")
  func runNoAction() throws {
    let scene = try LiveScene()
    NoAction().run(forKey: "opacity", on: scene.layer, arguments: nil)
    #expect(scene.layer.animationKeys() == nil)
    #expect(scene.layer.opacity == 1)
  }
}
