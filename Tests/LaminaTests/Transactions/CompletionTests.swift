import Foundation
import Lamina
import Testing

@Suite("Completion blocks")
struct CompletionTests {
  private let journal = Journal()

  private func animation(_ name: String, duration: Double = 0.1) -> BasicAnimation {
    opacityAnimation(
      from: 0, to: 1, duration: duration, delegate: JournalDelegate(name, journal))
  }

  @Test("1.11, 1.12: run once, after the commit and on a later turn, with nothing to wait for")
  func nothingToWaitFor() throws {
    let scene = try LiveScene()
    Transaction.run(completion: { journal.note("block") }) {}
    #expect(journal.entries.isEmpty)
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["block"])
    scene.renderer.commit(at: 2)
    #expect(journal.entries == ["block"])
  }

  @Test("run on a tick where there is no renderer")
  func tick() {
    Transaction.begin()
    Transaction.completionBlock = { journal.note("block") }
    Transaction.tick()
    #expect(journal.entries.isEmpty)
    Transaction.commit()
    Transaction.tick()
    #expect(journal.entries == ["block"])
  }

  @Test("of the implicit transaction run on the turn that commits it")
  func implicit() throws {
    let scene = try LiveScene()
    Transaction.completionBlock = { journal.note("block") }
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["block"])
  }

  @Test("1.13: two of one transaction each wait for the animations added while they were set")
  func twoBlocks() throws {
    let scene = try LiveScene()
    Transaction.begin()
    Transaction.completionBlock = { journal.note("first") }
    scene.layer.add(animation("J"), forKey: "j")
    Transaction.completionBlock = { journal.note("second") }
    Transaction.commit()
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["start J", "second"])
    scene.renderer.commit(at: 2)
    #expect(journal.entries == ["start J", "second", "first", "stop J true"])
  }

  @Test("1.14: set to nil read as nil, and run all the same")
  func cleared() throws {
    let scene = try LiveScene()
    Transaction.begin()
    Transaction.completionBlock = { journal.note("block") }
    #expect(Transaction.completionBlock != nil)
    Transaction.completionBlock = nil
    #expect(Transaction.completionBlock == nil)
    Transaction.commit()
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["block"])
  }

  @Test("1.15: of an outer transaction wait for what inner ones add")
  func outer() throws {
    let scene = try LiveScene()
    Transaction.begin()
    Transaction.completionBlock = { journal.note("outer") }
    Transaction.begin()
    scene.layer.add(animation("G"), forKey: "g")
    Transaction.commit()
    Transaction.commit()
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["start G"])
    scene.renderer.commit(at: 2)
    #expect(journal.entries == ["start G", "outer", "stop G true"])
  }

  @Test("1.16: run before the delegate hears of the stop")
  func orderAtTheEnd() throws {
    let scene = try LiveScene()
    Transaction.begin()
    Transaction.completionBlock = { journal.note("block") }
    scene.layer.add(animation("A"), forKey: "a")
    journal.note("committing")
    Transaction.commit()
    journal.note("committed")
    scene.renderer.commit(at: 5)
    scene.renderer.commit(at: 5.05)
    scene.renderer.commit(at: 6)
    #expect(
      journal.entries == ["committing", "committed", "start A", "block", "stop A true"])
  }

  @Test("1.17: run when the animation is removed early, before the stop")
  func removedEarly() throws {
    let scene = try LiveScene()
    Transaction.begin()
    Transaction.completionBlock = { journal.note("block") }
    scene.layer.add(animation("B"), forKey: "b")
    Transaction.commit()
    scene.layer.removeAnimation(forKey: "b")
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["start B", "block", "stop B false"])
  }

  @Test("1.18: run after start and stop where the layer is in no live tree")
  func notLive() {
    let layer = Layer()
    Transaction.begin()
    Transaction.completionBlock = { journal.note("block") }
    layer.add(animation("M"), forKey: "m")
    #expect(layer.animationKeys() == ["m"])
    Transaction.commit()
    Transaction.tick()
    #expect(journal.entries == ["start M", "stop M false", "block"])
    #expect(layer.animationKeys() == nil)
  }

  @Test("1.19: do not wait for an animation to be removed that stays")
  func stays() throws {
    let scene = try LiveScene()
    let staying = animation("S")
    staying.isRemovedOnCompletion = false
    staying.fillMode = .forwards
    staying.toValue = 0.25
    Transaction.run(completion: { journal.note("block") }) {
      scene.layer.add(staying, forKey: "s")
    }
    scene.renderer.commit(at: 1)
    scene.renderer.commit(at: 2)
    scene.renderer.commit(at: 3)
    #expect(journal.entries == ["start S", "block", "stop S true"])
    #expect(scene.layer.animationKeys() == ["s"])
    #expect(scene.layer.presentation()?.opacity == 0.25)
    #expect(scene.renderer.nextFrameTime(after: 3) == .never)
    scene.layer.removeAllAnimations()
    scene.renderer.commit(at: 4)
    #expect(journal.entries.count == 3)
    #expect(scene.layer.presentation()?.opacity == 1)
  }

  @Test("what a block changes belongs to the next turn")
  func changesInside() throws {
    let scene = try LiveScene()
    Transaction.run(completion: {
      Transaction.run(disableActions: true, completion: { journal.note("inner") }) {
        scene.layer.opacity = 0.5
      }
      scene.renderer.commit(at: 1)
      journal.note("outer")
    }) {}
    scene.renderer.commit(at: 1)
    #expect(journal.entries == ["outer"])
    #expect(scene.renderer.nextFrameTime(after: 1) == .now)
    scene.renderer.commit(at: 2)
    #expect(journal.entries == ["outer", "inner"])
    #expect(scene.layer.presentation()?.opacity == 0.5)
  }
}
