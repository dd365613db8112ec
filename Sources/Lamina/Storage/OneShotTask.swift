import Foundation

/// A one-shot task, executed by whichever thread gets to it first: one in the background, or one
/// that cannot continue without the result.
///
/// `@unchecked Sendable`: every stored property is accessed with `condition` locked.
final class OneShotTask: @unchecked Sendable {
  private enum TaskState {
    case waiting, running, done
  }

  private let condition = NSCondition()
  private var progress = TaskState.waiting
  private var body: (@Sendable () -> Void)?

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Schedules the work on a background thread.
  func start() {
    DispatchQueue.global(qos: .userInitiated).async { [self] in run() }
  }

  /// Waits until the work is done; executes it on this thread if it has not begun.
  func finish() {
    run()
    condition.lock()
    while progress != .done { condition.wait() }
    condition.unlock()
  }

  /// Drops the work if it has not begun.
  func cancel() {
    condition.lock()
    defer { condition.unlock() }
    guard progress == .waiting else { return }
    body = nil
    progress = .done
    condition.broadcast()
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
    condition.lock()
    progress = .done
    condition.broadcast()
    condition.unlock()
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
