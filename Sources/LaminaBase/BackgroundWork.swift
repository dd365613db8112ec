import Dispatch

/// Runs blocking work on a background thread, and waits for it without occupying a thread.
///
/// A cancelled task waits no longer: what the work returns then is discarded.
///
/// - Parameter work: runs on Dispatch's global queue, since reading may block, and the threads of
///   Swift's tasks must not. It polls `isCancelled` to end early.
/// - Throws: `CancellationError`, and what the work throws.
package func inBackground<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  _ work: @escaping @Sendable (_ isCancelled: @Sendable () -> Bool) throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  let isCancelled = Locked(false)
  let result = Locked<Result<Value, any Error>?>(nil)
  let gate = TaskGate()
  DispatchQueue.global(qos: .userInitiated).async {
    guard !isCancelled.withLock({ $0 }) else { return }
    let value = Result { try work { isCancelled.withLock { $0 } } }
    result.withLock { $0 = value }
    gate.signal()
  }
  do {
    try await gate.wait { result.withLock { $0 != nil } }
  } catch {
    isCancelled.withLock { $0 = true }
    throw error
  }
  return try result.withLock { $0! }.get()
}

extension DispatchGroup {
  /// Waits until the group is empty, without occupying a thread.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func finish(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let isEmpty = Locked(false)
    let gate = TaskGate()
    notify(queue: .global()) {
      isEmpty.withLock { $0 = true }
      gate.signal()
    }
    try await gate.wait { isEmpty.withLock { $0 } }
  }
}
