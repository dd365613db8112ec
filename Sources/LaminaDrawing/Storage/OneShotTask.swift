import Foundation

/// A one-shot task, executed by whichever thread gets to it first: one in the background, or one
/// that cannot continue without the result.
///
/// `@unchecked Sendable`: every stored property is accessed with `condition` locked.
@usableFromInline package final class OneShotTask: @unchecked Sendable {
  private enum TaskState {
    case waiting, running, done
  }

  private let condition = NSCondition()
  private var progress = TaskState.waiting
  private var body: (@Sendable () -> Void)?
  /// The tasks that wait; nil until there is one.
  private var gate: TaskGate?

  package init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Schedules the work on a background thread.
  package func start() {
    DispatchQueue.global(qos: .userInitiated).async { [self] in run() }
  }

  /// Waits until the work is done; executes it on this thread if it has not begun.
  @usableFromInline package func finish() {
    run()
    condition.lock()
    while progress != .done { condition.wait() }
    condition.unlock()
  }

  /// Waits until the work is done, by the thread that was to begin it.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled; the work goes on.
  package func finish(isolation: isolated (any Actor)? = #isolation) async throws(CancellationError)
  {
    try await makeGate().wait { self.isDone }
  }

  /// Drops the work if it has not begun.
  package func cancel() {
    guard claim() != nil else { return }
    end()
  }

  /// True if the work was done or dropped.
  var isDone: Bool {
    condition.lock()
    defer { condition.unlock() }
    return progress == .done
  }

  private func run() {
    guard let body = claim() else { return }
    body()
    end()
  }

  private func end() {
    condition.lock()
    progress = .done
    condition.broadcast()
    let gate = self.gate
    condition.unlock()
    gate?.signal()
  }

  private func makeGate() -> TaskGate {
    condition.lock()
    defer { condition.unlock() }
    let gate = self.gate ?? TaskGate()
    self.gate = gate
    return gate
  }

  private func claim() -> (@Sendable () -> Void)? {
    condition.lock()
    defer { condition.unlock() }
    guard progress == .waiting else { return nil }
    progress = .running
    defer { body = nil }
    return body
  }
}
