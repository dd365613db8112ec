import Foundation
import Lamina
import LaminaTesting
import Testing

@Suite("The log of a scene")
struct SceneLogTests {
  private let scene: TestScene
  private let box: Layer

  init() throws { (scene, box) = try TestScene.withBox() }

  @Test("shows transactions inside each other, what they start, and what comes of it")
  func log() throws {
    scene.perform {
      Transaction.begin()
      Transaction.animationDuration = 1
      Transaction.completionBlock = {}
      box.opacity = 0.5
      Transaction.run(disableActions: true) { box.position.x = 40 }
      Transaction.commit()
      box.zPosition = 2
    }
    try scene.advance(to: 0.5)
    try scene.advance(to: 2)
    scene.expectLog(
      """
      begin
        completion block set
        Layer "box": opacity animates 1 to 0.5 over 1 s, default curve
        begin
          Layer "box": position (25, 36) -> (40, 36) without animation
        commit
      commit
      implicit transaction
        Layer "box": zPosition animates 0 to 2 over 0.25 s, default curve
      implicit transaction committed
      Layer "box": animation "opacity" begins
      Layer "box": animation "zPosition" begins
      frame at 0.5 s: damage (20, 30, 10, 12) (35, 30, 10, 12)
      Layer "box": animation "zPosition" ends
      Layer "box": animation "opacity" ends
      completion block called
      frame at 2 s: damage (35, 30, 10, 12)
      """)
    #expect(scene.log.animations.map(\.description).count == 2)
    #expect(scene.log.frames.map(\.time) == [0.5, 2])
    scene.clearLog()
    #expect(scene.log.description == "")
  }

  @Test("shows animations that are removed, replaced and described by themselves")
  func removal() throws {
    scene.perform {
      box.opacity = 0
      box.opacity = 1
      box.removeAllAnimations()
      box.add(Animation(), forKey: nil)
    }
    scene.expectLog(
      """
      implicit transaction
        Layer "box": opacity animates 1 to 0 over 0.25 s, default curve
        Layer "box": animation "opacity" is removed
        Layer "box": opacity animates 0 to 1 over 0.25 s, default curve
        Layer "box": animation "opacity" is removed
        Layer "box": Animation over 0.25 s, at an even pace
      """)
  }

  @Test("of damage names each frame's rectangles and causes")
  func damage() throws {
    scene.perform { Transaction.run(label: "jump", disableActions: true) { box.position.x = 50 } }
    try scene.advance(to: 1)
    try scene.advance(to: 2)
    expectText(
      scene.log.damageDescription,
      equals: """
        1 s: (20, 30, 10, 12) (45, 30, 10, 12)
          Layer "box" (20, 30, 10, 12) -> (45, 30, 10, 12): position (25, 36) -> (50, 36) \
        in transaction 2 "jump"
        2 s: nothing
        """)
  }

  @Test("contains nothing of other threads, nor of changes outside it")
  func outside() throws {
    box.opacity = 0.5
    #expect(scene.log.description == "")
    scene.perform {
      let thread = Thread { Transaction.run { Layer().opacity = 0.5 } }
      thread.start()
      while !thread.isFinished { sched_yield() }
    }
    #expect(scene.log.description == "")
    Transaction.flush()
  }

  @Test("shows a wrong line")
  func wrong() {
    scene.perform { Transaction.run {} }
    let found = messages { scene.expectLog("begin\n  completion block set\ncommit") }
    #expect(
      found == [
        """
        the text differs: - is expected, + was found
          begin
        -   completion block set
          commit
        """
      ])
  }
}
