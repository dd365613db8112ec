import Foundation
import Lamina
import Testing

@Suite("Animations on a layer")
struct LayerAnimationTests {
  private let journal = Journal()

  @Test("3.1: are copies, and the same object each time")
  func copies() throws {
    let scene = try LiveScene()
    let original = opacityAnimation(from: 0, to: 1, duration: 1)
    scene.layer.add(original, forKey: "a")
    original.duration = 9
    let stored = try #require(scene.layer.animation(forKey: "a"))
    #expect(stored.duration == 1)
    #expect(stored !== original)
    #expect(scene.layer.animation(forKey: "a") === stored)
    stored.setValue("mine", forKey: "mine")
    #expect(scene.layer.animation(forKey: "a")?.value(forKey: "mine") as? String == "mine")
  }

  @Test("of changes are the same object each time, asked for before they begin or after")
  func implicit() throws {
    let scene = try LiveScene()
    scene.layer.opacity = 0.5
    let early = try #require(scene.layer.animation(forKey: "opacity") as? BasicAnimation)
    scene.layer.zPosition = 3
    scene.renderer.commit(at: 2)
    #expect(scene.layer.animation(forKey: "opacity") === early)
    let late = try #require(scene.layer.animation(forKey: "zPosition") as? BasicAnimation)
    #expect(scene.layer.animation(forKey: "zPosition") === late)
    #expect(early.keyPath == "opacity" && early.fromValue as? Double == 1)
    #expect(late.keyPath == "zPosition" && late.fromValue as? Double == 0)
    for animation in [early, late] {
      #expect(animation.toValue == nil && animation.beginTime == 2 && animation.duration == 0.25)
      #expect(animation.timingFunction === TimingFunction.default)
      #expect(animation.isRemovedOnCompletion && animation.fillMode == .backwards)
    }
    scene.renderer.commit(at: 3)
    #expect(scene.layer.animationKeys() == nil)
  }

  @Test("3.2: cannot be changed")
  func frozen() async {
    await #expect(processExitsWith: .failure) {
      let layer = Layer()
      layer.add(Animation(), forKey: "a")
      layer.animation(forKey: "a")?.duration = 3
    }
  }

  @Test("3.3: replace the one under the same key, which stops unfinished")
  func replaced() throws {
    let scene = try LiveScene()
    scene.layer.add(
      opacityAnimation(from: 0, to: 1, duration: 1, delegate: JournalDelegate("A", journal)),
      forKey: "x")
    scene.renderer.commit(at: 1)
    scene.layer.add(
      opacityAnimation(from: 0, to: 1, duration: 1, delegate: JournalDelegate("B", journal)),
      forKey: "x")
    scene.renderer.commit(at: 1.5)
    #expect(journal.entries == ["start A", "start B", "stop A false"])
    #expect(scene.layer.animationKeys() == ["x"])
  }

  @Test("3.4: without a key are not listed, and run")
  func withoutKey() throws {
    let scene = try LiveScene()
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: nil)
    scene.layer.add(opacityAnimation(from: 0, to: 0.5, duration: 1), forKey: nil)
    #expect(scene.layer.animationKeys() == nil)
    scene.renderer.commit(at: 1)
    scene.renderer.commit(at: 1.5)
    #expect(scene.layer.presentation()?.opacity == 0.25)
    scene.layer.add(Transition(), forKey: "mine")
    #expect(scene.layer.animationKeys() == ["transition"])
  }

  @Test("3.5: of one property under two keys: the later wins")
  func order() throws {
    let scene = try LiveScene()
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "a")
    scene.layer.add(opacityAnimation(from: 0.4, to: 0.4, duration: 1), forKey: "b")
    #expect(scene.layer.animationKeys() == ["a", "b"])
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.5)
    #expect(scene.layer.presentation()?.opacity == 0.4)
  }

  @Test("3.6: without a duration take the transaction's")
  func defaultDuration() throws {
    let scene = try LiveScene()
    Transaction.run(disableActions: true) { scene.layer.opacity = 0.5 }
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 0), forKey: "a")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.2)
    #expect(scene.layer.presentation()?.opacity == 0.8)
    scene.renderer.commit(at: 0.5)
    #expect(scene.layer.presentation()?.opacity == 0.5)
    Transaction.run(duration: 4) {
      scene.layer.add(opacityAnimation(from: 0, to: 1, duration: -1), forKey: "a")
    }
    #expect(scene.layer.animation(forKey: "a")?.duration == 4)
  }

  @Test("3.7: without a timing function take the transaction's")
  func timingFunction() throws {
    let scene = try LiveScene()
    Transaction.run(timingFunction: .easeOut) {
      scene.layer.add(BasicAnimation(keyPath: "opacity"), forKey: "a")
      scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "b")
    }
    scene.layer.add(BasicAnimation(keyPath: "opacity"), forKey: "c")
    #expect(scene.layer.animation(forKey: "a")?.timingFunction === TimingFunction.easeOut)
    #expect(scene.layer.animation(forKey: "b")?.timingFunction === TimingFunction.linear)
    #expect(scene.layer.animation(forKey: "c")?.timingFunction == nil)
  }

  @Test("3.8: begin at the layer's local time of the commit, unless they say when")
  func beginTime() throws {
    let scene = try LiveScene()
    scene.root.speed = 2
    scene.layer.timeOffset = 3
    let late = opacityAnimation(from: 0, to: 1, duration: 1)
    late.beginTime = 24
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "a")
    scene.layer.add(late, forKey: "b")
    scene.renderer.commit(at: 10)
    #expect(scene.layer.animation(forKey: "a")?.beginTime == 23)
    #expect(scene.layer.animation(forKey: "b")?.beginTime == 24)
  }

  @Test("3.9: stop unfinished and are gone when the layer leaves the tree")
  func leaving() throws {
    let scene = try LiveScene()
    let child = Layer()
    scene.layer.addSublayer(child)
    scene.renderer.commit(at: 0)
    child.add(
      opacityAnimation(from: 0, to: 1, duration: 1, delegate: JournalDelegate("A", journal)),
      forKey: "a")
    scene.renderer.commit(at: 1)
    scene.layer.removeFromSuperlayer()
    scene.renderer.commit(at: 1.25)
    #expect(journal.entries == ["start A", "stop A false"])
    #expect(child.animationKeys() == nil)
    #expect(child.presentation() == nil)
  }

  @Test("go on where the layer only changes its place in the tree")
  func moving() throws {
    let scene = try LiveScene()
    let other = Layer()
    scene.root.addSublayer(other)
    scene.renderer.commit(at: 0)
    scene.layer.add(opacityAnimation(from: 0, to: 1, duration: 1), forKey: "a")
    scene.renderer.commit(at: 1)
    other.addSublayer(scene.layer)
    scene.renderer.commit(at: 1.5)
    #expect(scene.layer.presentation()?.opacity == 0.5)
  }

  @Test("end with the renderer")
  func rendererGoes() throws {
    let layer = Layer()
    var scene: LiveScene? = try LiveScene(layer)
    layer.add(
      opacityAnimation(from: 0, to: 1, duration: 1, delegate: JournalDelegate("A", journal)),
      forKey: "a")
    scene?.renderer.commit(at: 0)
    scene = nil
    Transaction.tick()
    #expect(journal.entries == ["start A", "stop A false"])
    #expect(layer.animationKeys() == nil)
  }

  @Test("3.10: start after the commit that begins them")
  func start() throws {
    let scene = try LiveScene()
    scene.layer.add(
      opacityAnimation(from: 0, to: 1, duration: 1, delegate: JournalDelegate("A", journal)),
      forKey: "a")
    #expect(journal.entries.isEmpty)
    Transaction.flush()
    #expect(journal.entries.isEmpty)
    scene.renderer.commit(at: 1)
    scene.renderer.commit(at: 1.5)
    #expect(journal.entries == ["start A"])
  }

  @Test("3.10: start when the layer's time comes to their begin time")
  func startAhead() throws {
    let scene = try LiveScene()
    scene.layer.speed = 2
    func add(_ name: String, beginTime: Double, isRemoved: Bool = true) {
      let animation = opacityAnimation(
        from: 0, to: 1, duration: 1, delegate: JournalDelegate(name, journal))
      animation.beginTime = beginTime
      animation.isRemovedOnCompletion = isRemoved
      scene.layer.add(animation, forKey: name)
    }
    add("late", beginTime: 7)
    add("early", beginTime: 3, isRemoved: false)
    let group = AnimationGroup()
    group.beginTime = 5
    group.duration = 1
    group.delegate = JournalDelegate("group", journal)
    scene.layer.add(group, forKey: "group")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 1)
    #expect(journal.entries == [])
    // Nothing is seen of the group, and still a frame is asked for where it begins.
    #expect(scene.renderer.nextFrameTime(after: 1) == .at(1.5))
    scene.renderer.commit(at: 1.5)
    #expect(journal.entries == ["start early"])
    scene.renderer.commit(at: 2.25)
    #expect(journal.entries == ["start early", "stop early true"])
    #expect(scene.renderer.nextFrameTime(after: 2.25) == .at(2.5))
    scene.renderer.commit(at: 2.5)
    scene.renderer.commit(at: 2.75)
    #expect(journal.entries.dropFirst(2) == ["start group"])
    // One that was jumped over starts and stops.
    scene.renderer.commit(at: 9)
    #expect(
      Set(journal.entries.dropFirst(3))
        == ["start late", "stop late true", "stop group true"])
  }

  @Test("3.11: leave the model alone")
  func model() throws {
    let scene = try LiveScene()
    Transaction.run(disableActions: true) { scene.layer.position = CGPoint(x: 10, y: 7) }
    let animation = BasicAnimation(keyPath: "position.x")
    animation.fromValue = 0
    animation.toValue = 100
    animation.duration = 1
    scene.layer.add(animation, forKey: "a")
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 0.25)
    #expect(scene.layer.presentation()?.position == CGPoint(x: 25, y: 7))
    #expect(scene.layer.position.x == 10)
    scene.layer.removeAnimation(forKey: "a")
    #expect(scene.layer.presentation()?.position.x == 25, "the removal is not committed yet")
    Transaction.flush()
    #expect(scene.layer.presentation()?.position.x == 10)
  }

  @Test("3.12: go at the first commit past the end, or stay without effect")
  func removal() throws {
    let scene = try LiveScene()
    let staying = opacityAnimation(from: 0, to: 0.5, duration: 1)
    staying.isRemovedOnCompletion = false
    scene.layer.add(opacityAnimation(from: 0, to: 0.5, duration: 1), forKey: "a")
    scene.layer.add(staying, forKey: "b")
    scene.renderer.commit(at: 3)
    scene.renderer.commit(at: 4)
    #expect(scene.layer.animationKeys() == ["a", "b"])
    #expect(scene.layer.presentation()?.opacity == 0.5)
    scene.renderer.commit(at: 4.001)
    #expect(scene.layer.animationKeys() == ["b"])
    #expect(scene.layer.presentation()?.opacity == 1)
  }

  @Test("a transaction of no duration makes an animation that is over at once")
  func noDuration() throws {
    let scene = try LiveScene()
    Transaction.run(duration: 0) { scene.layer.opacity = 0.5 }
    scene.renderer.commit(at: 1)
    #expect(scene.layer.presentation()?.opacity == 0.5)
    scene.renderer.commit(at: 1.5)
    #expect(scene.layer.animationKeys() == nil)
  }

  @Test("those that end in one turn stop in the order of their ends")
  func orderOfEnds() throws {
    let scene = try LiveScene()
    for (name, duration) in [("A", 0.3), ("B", 0.1), ("C", 0.3), ("D", 0.2)] {
      scene.layer.add(
        opacityAnimation(
          from: 0, to: 1, duration: duration, delegate: JournalDelegate(name, journal)),
        forKey: name)
    }
    scene.renderer.commit(at: 0)
    scene.renderer.commit(at: 1)
    #expect(
      journal.entries.suffix(4) == ["stop B true", "stop D true", "stop A true", "stop C true"])
  }
}
