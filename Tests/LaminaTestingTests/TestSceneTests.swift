import Foundation
import Lamina
import LaminaTesting
import Testing

@Suite("A test scene")
struct TestSceneTests {
  @Test("stands still until its clock is turned, and shows what is seen at each time")
  func clock() throws {
    let (scene, box) = try TestScene.withBox()
    #expect(scene.time == 0)
    Transaction.run(duration: 2, timingFunction: .linear) { box.position.x += 10 }
    try scene.render()
    #expect(box.presentation()?.position.x == 25)
    #expect(try scene.advance(by: 0.5).time == 0.5)
    #expect(box.presentation()?.position.x == 27.5)
    try scene.advance(to: 1.5)
    #expect(box.presentation()?.position.x == 32.5)
    try scene.advance(by: -1)
    #expect(scene.time == 0.5)
    #expect(box.presentation()?.position.x == 27.5)
  }

  @Test("adds up tenths of seconds without drifting, and leaves other times alone")
  func sums() throws {
    let scene = try TestScene(size: CGSize(width: 4, height: 3))
    for _ in 0..<10 { try scene.advance(by: 0.1) }
    #expect(scene.time == 1)
    try scene.advance(by: 1.0 / 3)
    let third = 1.0 / 3
    #expect(scene.time == 1 + third)
    try scene.advance(to: 1e12)
    try scene.advance(by: 0.25)
    #expect(scene.time == 1e12 + 0.25)
  }

  @Test("goes to where something changes next")
  func nextChange() throws {
    let (scene, box) = try TestScene.withBox()
    #expect(try scene.advanceToNextChange() == nil)
    scene.frameRate = FrameRate(10)
    let late = BasicAnimation(keyPath: "opacity")
    late.toValue = 0
    late.duration = 0.25
    late.beginTime = 2
    box.add(late, forKey: "fade")
    var times: [Double] = []
    while let frame = try scene.advanceToNextChange() { times.append(frame.time) }
    #expect(times.prefix(5) == [0, 2, 2.1, 2.2, 2.3])
    #expect(times.count == 5)
    #expect(box.animationKeys() == nil)
  }

  @Test("becomes idle, or names what does not")
  func settle() throws {
    let (scene, box) = try TestScene.withBox()
    scene.frameRate = FrameRate(4)
    Transaction.run(duration: 0.5) { box.position.y = 3 }
    let times = try scene.settle().map(\.time)
    #expect(times == [0, 0.25, 0.5, 0.5.nextUp])
    let endless = BasicAnimation(keyPath: "opacity")
    endless.toValue = 0
    endless.duration = 2
    endless.repeatCount = .infinity
    box.add(endless, forKey: "pulse")
    let failure = #expect(throws: TestFailure.self) { try scene.settle(within: 1) }
    #expect(
      failure?.message == """
        the scene does not come to rest within 1 s:
        Layer (0, 0, 100, 80)
        └─ Layer "box" (20, -3, 10, 12), backgroundColor #FF0000
                animation "pulse": BasicAnimation of opacity to 0 over 2 s, at an even pace, \
        beginTime 0.5, repeatCount infinity; 62.5 % done, now opacity 0.375
        """)
    #expect(failure?.localizedDescription == failure?.message)
  }

  @Test("does not wait for ever for changes that cause others at the same time")
  func endlessChanges() throws {
    let (scene, box) = try TestScene.withBox()
    var isEndless = true
    func change() {
      guard isEndless else { return }
      Transaction.run(disableActions: true, completion: change) { box.position.x += 1 }
    }
    change()
    #expect(throws: TestFailure.self) { try scene.settle(within: 0.1) }
    // The block waits on this thread, where other tests run next.
    isEndless = false
    try scene.settle()
  }

  @Test("draws frames at given times, and at an even rate")
  func frames() throws {
    let scene = try TestScene(size: CGSize(width: 4, height: 3), startingAt: 5)
    #expect(try scene.frames(at: [6, 5.5, 7]).map(\.time) == [6, 5.5, 7])
    #expect(
      try scene.frames(for: 0.5, rate: FrameRate(8)).map(\.time) == [7, 7.125, 7.25, 7.375, 7.5])
    #expect(scene.time == 7.5)
    #expect(try scene.frames(for: 0).map(\.time) == [7.5])
    scene.frameRate = FrameRate(30_000, over: 1_001)
    let film = try scene.frames(for: 1)
    #expect(film.count == 30)
    #expect(film[29].time == 7.5 + 29 * 1_001.0 / 30_000)
  }

  @Test("calls completion blocks and delegates in the frames where they are due")
  func completion() throws {
    let (scene, box) = try TestScene.withBox()
    var calls = 0
    Transaction.run(duration: 1, completion: { calls += 1 }) { box.opacity = 0.5 }
    try scene.advance(to: 3)
    try scene.advance(to: 4)
    #expect(calls == 0)
    try scene.advance(to: 4.5)
    #expect(calls == 1)
    #expect(scene.log.completionBlockCalls == 1)
  }
}
