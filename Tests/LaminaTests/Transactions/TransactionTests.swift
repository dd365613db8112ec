import Foundation
import Lamina
import Synchronization
import Testing

@Suite("Transactions")
struct TransactionTests {
  @Test("1.1: have defaults outside any transaction")
  func defaults() {
    Transaction.flush()
    #expect(Transaction.animationDuration == 0.25)
    #expect(Transaction.disableActions == false)
    #expect(Transaction.animationTimingFunction == nil)
    #expect(Transaction.completionBlock == nil)
  }

  @Test("1.2: nest, inherit what they do not set, and forget it when they close")
  func nesting() {
    Transaction.begin()
    Transaction.animationDuration = 1
    Transaction.disableActions = true
    Transaction.animationTimingFunction = .easeIn
    Transaction.completionBlock = {}
    Transaction.begin()
    #expect(Transaction.animationDuration == 1)
    #expect(Transaction.disableActions)
    #expect(Transaction.animationTimingFunction === TimingFunction.easeIn)
    #expect(Transaction.completionBlock != nil)
    Transaction.animationDuration = 2
    Transaction.animationTimingFunction = nil
    #expect(Transaction.animationTimingFunction == nil)
    Transaction.commit()
    #expect(Transaction.animationDuration == 1)
    #expect(Transaction.animationTimingFunction === TimingFunction.easeIn)
    Transaction.commit()
    #expect(Transaction.animationDuration == 0.25)
    #expect(!Transaction.disableActions)
    #expect(Transaction.animationTimingFunction == nil)
    #expect(Transaction.completionBlock == nil)
  }

  @Test("1.3: keep values under any key, and the properties under theirs")
  func keyedValues() {
    Transaction.begin()
    defer { Transaction.commit() }
    Transaction.animationDuration = 0.75
    #expect(Transaction.value(forKey: "animationDuration") as? Double == 0.75)
    Transaction.setValue(1.25, forKey: "animationDuration")
    #expect(Transaction.animationDuration == 1.25)
    #expect(Transaction.value(forKey: "nobody") == nil)
    #expect(Transaction.value(forKey: "completionBlock") == nil)
    Transaction.setValue({}, forKey: "completionBlock")
    #expect(Transaction.completionBlock != nil)
    #expect(Transaction.value(forKey: "completionBlock") is () -> Void)
    Transaction.setValue("move", forKey: "label")
    #expect(Transaction.label == "move")
    #expect(Transaction.value(forKey: "label") as? String == "move")
    Transaction.setValue("somebody", forKey: "somebody")
    Transaction.begin()
    #expect(Transaction.value(forKey: "somebody") as? String == "somebody")
    Transaction.commit()
    Transaction.setValue(TimingFunction.easeIn, forKey: "animationTimingFunction")
    #expect(Transaction.animationTimingFunction === TimingFunction.easeIn)
    Transaction.setValue(true, forKey: "disableActions")
    #expect(Transaction.disableActions)
  }

  @Test("1.4: ignore a commit too many")
  func unmatchedCommit() {
    Transaction.flush()
    Transaction.commit()
    #expect(Transaction.animationDuration == 0.25)
  }

  @Test("1.5: a value set outside any opens the implicit one, which flush commits")
  func implicit() {
    Transaction.flush()
    Transaction.animationDuration = 3
    #expect(Transaction.animationDuration == 3)
    Transaction.flush()
    #expect(Transaction.animationDuration == 0.25)
  }

  @Test("1.6: flush leaves an explicit one alone")
  func flushInside() {
    Transaction.begin()
    Transaction.animationDuration = 2
    Transaction.flush()
    #expect(Transaction.animationDuration == 2)
    Transaction.commit()
    #expect(Transaction.animationDuration == 0.25)
  }

  @Test("1.6: the implicit one waits for an explicit one in it")
  func flushOfOpen() throws {
    let scene = try LiveScene()
    Transaction.flush()
    Transaction.disableActions = true
    scene.layer.opacity = 0.5
    Transaction.begin()
    scene.layer.zPosition = 3
    Transaction.flush()
    #expect(scene.layer.presentation()?.opacity == 1)
    Transaction.commit()
    #expect(scene.layer.presentation()?.opacity == 1)
    Transaction.flush()
    #expect(scene.layer.presentation()?.opacity == 0.5)
    #expect(scene.layer.presentation()?.zPosition == 3)
    #expect(!Transaction.disableActions)
  }

  @Test("1.7: belong to their thread")
  func threads() {
    Transaction.begin()
    Transaction.animationDuration = 5
    let seen = Mutex(0.0)
    let done = DispatchSemaphore(value: 0)
    Thread {
      seen.withLock { $0 = Transaction.animationDuration }
      done.signal()
    }.start()
    done.wait()
    #expect(seen.withLock { $0 } == 0.25)
    Transaction.commit()
  }

  @Test("1.8: the lock is recursive, and an unlock too many does nothing")
  func locking() {
    Transaction.lock()
    Transaction.lock()
    Transaction.unlock()
    Transaction.unlock()
    Transaction.unlock()
    let got = Mutex(false)
    let done = DispatchSemaphore(value: 0)
    Thread {
      Transaction.lock()
      got.withLock { $0 = true }
      Transaction.unlock()
      done.signal()
    }.start()
    done.wait()
    #expect(got.withLock { $0 })
  }

  @Test("1.9: presentation shows nothing of what is not committed")
  func isolation() throws {
    let scene = try LiveScene()
    Transaction.begin()
    Transaction.disableActions = true
    scene.layer.opacity = 0.25
    #expect(scene.layer.presentation()?.opacity == 1)
    Transaction.commit()
    #expect(scene.layer.presentation()?.opacity == 0.25)

    Transaction.disableActions = true
    scene.layer.opacity = 0.75
    scene.layer.transform = Transform3D(scaleX: 3, y: 5)
    scene.layer.backgroundColor = .red
    #expect(scene.layer.presentation()?.opacity == 0.25)
    #expect(scene.layer.presentation()?.transform == .identity)
    #expect(scene.layer.presentation()?.backgroundColor == nil)
    Transaction.flush()
    #expect(scene.layer.presentation()?.opacity == 0.75)
    #expect(scene.layer.presentation()?.transform == Transform3D(scaleX: 3, y: 5))
    #expect(scene.layer.presentation()?.backgroundColor == .red)
  }

  @Test("a commit inside an explicit transaction publishes nothing of it")
  func commitInside() throws {
    let scene = try LiveScene()
    Transaction.disableActions = true
    scene.layer.frame = CGRect(x: 3, y: 5, width: 20, height: 10)
    scene.layer.backgroundColor = .red
    _ = try scene.renderer.render(at: 0)
    Transaction.run(disableActions: true) {
      scene.layer.position.x += 50
      let frame = try? scene.renderer.render(at: 1)
      #expect(frame?.damage.isEmpty == true)
    }
    let frame = try scene.renderer.render(at: 2)
    #expect(!frame.damage.isEmpty)
  }

  @Test("1.10: an equal value runs no action")
  func equalValue() throws {
    let scene = try LiveScene()
    scene.layer.position = CGPoint(x: 60, y: 61)
    scene.layer.removeAllAnimations()
    scene.layer.position = CGPoint(x: 60, y: 61)
    #expect(scene.layer.animationKeys() == nil)
  }

  @Test("run commits also when the changes throw, and gives back their result")
  func closure() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try Transaction.run(duration: 3) { () throws(Failure) in throw Failure() }
    }
    #expect(Transaction.animationDuration == 0.25)
    let duration = Transaction.run(duration: 2, timingFunction: .easeOut) {
      #expect(Transaction.animationTimingFunction === TimingFunction.easeOut)
      return Transaction.animationDuration
    }
    #expect(duration == 2)
  }
}
