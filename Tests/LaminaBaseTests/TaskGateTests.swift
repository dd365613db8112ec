import Dispatch
import LaminaBase
import Testing

@Suite("A gate for tasks")
struct TaskGateTests {
  @Test("lets tasks pass once its condition holds, however many wait, in any order of events")
  func passing() async throws {
    for _ in 0..<200 {
      let gate = TaskGate()
      let count = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for threshold in 1...5 {
          group.addTask { try await gate.wait { count.withLock { $0 } >= threshold } }
        }
        for _ in 0..<5 {
          group.addTask {
            count.withLock { $0 += 1 }
            gate.signal()
          }
        }
        try await group.waitForAll()
      }
      #expect(count.withLock { $0 } == 5)
    }
  }

  @Test("does not wait if the condition holds, not even in a cancelled task")
  func open() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await TaskGate().wait { true }
      return Task.isCancelled
    }
    #expect(try await task.value)
  }

  @Test("throws when the task is cancelled, before it waits or while it does")
  func cancelling() async {
    for _ in 0..<200 {
      let gate = TaskGate()
      let task = Task { try await gate.wait { false } }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      gate.signal()
    }
  }
}

@Suite("Background tasks")
struct BackgroundWorkTests {
  private struct Failure: Error, Equatable {}

  @Test("gives its value, or its error")
  func result() async throws {
    #expect(try await inBackground { _ in 7 } == 7)
    await #expect(throws: Failure()) { try await inBackground { _ in throw Failure() } }
  }

  @Test("is not begun by a cancelled task")
  func cancelledBefore() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await inBackground { _ in Issue.record("it was begun") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("that is blocked does not hold up a cancelled task, and learns of the cancellation")
  func cancelledMeanwhile() async throws {
    let blocked = DispatchSemaphore(value: 0)
    let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
    let task = Task {
      try await inBackground { isCancelled in
        continuation.yield(isCancelled())
        blocked.wait()
        continuation.yield(isCancelled())
      }
    }
    var answer = answers.makeAsyncIterator()
    #expect(await answer.next() == false)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    blocked.signal()
    #expect(await answer.next() == true)
  }

  @Test("leaves the caller where it was")
  @MainActor
  func isolation() async throws {
    let value = try await inBackground { _ in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return 3
    }
    MainActor.preconditionIsolated()
    #expect(value == 3)
  }

  @Test("of a group is waited for")
  func group() async throws {
    let group = DispatchGroup()
    let count = Locked(0)
    for _ in 0..<20 {
      DispatchQueue.global().async(group: group) { count.withLock { $0 += 1 } }
    }
    try await group.finish()
    #expect(count.withLock { $0 } == 20)
  }
}
