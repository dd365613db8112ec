/// The tasks that wait until something has happened, without occupying a thread.
///
/// The counterpart of a condition for asynchronous code. What is waited for is state behind a lock
/// of its own: whoever changes it calls ``signal()`` afterwards.
package final class TaskGate: Sendable {
  private struct Waiting {
    var tasks: [Int: CheckedContinuation<Void, any Error>] = [:]
    var lastNumber = 0
  }

  private let waiting = Locked(Waiting())

  package init() {}

  /// Waits until a condition holds.
  ///
  /// - Parameter isOpen: the condition, evaluated at once and after each ``signal()``, on any
  ///   thread. It must not call the gate.
  /// - Throws: `CancellationError`, as soon as the task is cancelled.
  package func wait(
    isolation: isolated (any Actor)? = #isolation, until isOpen: @escaping @Sendable () -> Bool
  ) async throws(CancellationError) {
    while !isOpen() {
      do {
        try await suspend(unless: isOpen)
      } catch {
        throw CancellationError()
      }
    }
  }

  /// Has the waiting tasks evaluate their conditions again.
  package func signal() {
    let tasks = waiting.withLock { waiting in
      defer { waiting.tasks = [:] }
      return waiting.tasks.values
    }
    for task in tasks { task.resume() }
  }

  /// Suspends the task until the next signal, unless the condition holds by now.
  private func suspend(
    isolation: isolated (any Actor)? = #isolation, unless isOpen: @escaping @Sendable () -> Bool
  ) async throws {
    let number = waiting.withLock { waiting in
      waiting.lastNumber += 1
      return waiting.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { task in
        // With the lock held, so that neither a signal nor a cancellation is missed.
        let isOver = waiting.withLock { waiting in
          if Task.isCancelled || isOpen() { return true }
          waiting.tasks[number] = task
          return false
        }
        guard isOver else { return }
        task.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
      }
    } onCancel: {
      let task = waiting.withLock { $0.tasks.removeValue(forKey: number) }
      task?.resume(throwing: CancellationError())
    }
  }
}
