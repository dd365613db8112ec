import LaminaTestSupport
import Testing

/// The walks that other suites carry out: that they find what is wrong, and tell it in short.
@Suite("A walk of random edits", .slow)
struct RandomWalkTests {
  private struct Refusal: Error {}

  /// Adds edits up, and refuses what is wrong with two of them.
  private func run(_ walk: RandomWalk<Int>) -> WalkFailure? {
    walk.run(in: Set<Int>()) { seen, edit in
      seen.insert(edit)
      return seen.isSuperset(of: [17, 63]) ? "both" : nil
    }
  }

  @Test("ends at the first edit after which something is wrong")
  func firstFailure() {
    let failure = run(RandomWalk(seed: 1, edits: Array(0..<100)))
    #expect(failure?.edit == 63 && failure?.text == "both")
    #expect(failure?.description == "after edit 63: both")
    #expect(run(RandomWalk(seed: 1, edits: Array(20..<100))) == nil)
  }

  @Test("fails where an edit throws")
  func errors() {
    let failure = RandomWalk(seed: 1, edits: [1, 2, 3]).run(in: 0) { _, edit in
      if edit == 2 { throw Refusal() }
      return nil
    }
    #expect(failure?.edit == 1 && failure?.text == "Refusal()")
  }

  @Test("is made as short as it can be while it fails, within so many attempts")
  func shrinking() {
    let walk = RandomWalk(seed: 1, edits: Array(0..<100))
    var left = 1_500
    #expect(walk.shrunk(attempts: &left) { run($0) != nil }.edits == [17, 63])
    #expect(left > 1_300)
    left = 3
    #expect(walk.shrunk(attempts: &left) { run($0) != nil }.edits.count > 2)
    #expect(left == 0)
  }

  @Test("that fails is recorded once, with its seed and its shortest form")
  func recording() throws {
    let walk = RandomWalk(seed: 5, edits: Array(0..<100), setting: "nothing")
    let file = "RandomWalkTests"
    try withKnownIssue {
      try walk.expectNoFailure { walk, _ in run(walk) }
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        seed 5 failed after edit 63: both
        short form, after edit 1: both: nothing
          17
          63
        again: LAMINA_WALK_SEED=5 swift test --filter \(file)
        """
      ]
    }
    try RandomWalk(seed: 5, edits: [1, 2]).expectNoFailure { walk, _ in run(walk) }
  }

  @Test("does the same for the same seed, and its steps have seeds of their own")
  func steps() {
    let steps = RandomWalk.stepSeeds(9, count: 30).edits
    #expect(RandomWalk.stepSeeds(9, count: 30).edits == steps)
    #expect(RandomWalk.stepSeeds(10, count: 30).edits != steps)
    #expect(Set(steps).count == 30)
  }
}
