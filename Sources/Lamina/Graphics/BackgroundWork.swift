import Foundation

/// Work that is done once, by whichever thread comes to it first: one in the background, or one
/// that cannot go on without the result.
///
/// `@unchecked Sendable`: every stored property is read and written with `condition` locked.
final class BackgroundWork: @unchecked Sendable {
  private enum Progress {
    case waiting, running, done
  }

  private let condition = NSCondition()
  private var progress = Progress.waiting
  private var body: (@Sendable () -> Void)?

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Lets a background thread do the work.
  func start() {
    DispatchQueue.global(qos: .userInitiated).async { [self] in run() }
  }

  /// Returns when the work is done; does it here if nobody has begun.
  func finish() {
    run()
    condition.lock()
    while progress != .done { condition.wait() }
    condition.unlock()
  }

  /// Drops the work if nobody has begun.
  func cancel() {
    condition.lock()
    defer { condition.unlock() }
    guard progress == .waiting else { return }
    body = nil
    progress = .done
    condition.broadcast()
  }

  /// Whether the work was done or dropped.
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
