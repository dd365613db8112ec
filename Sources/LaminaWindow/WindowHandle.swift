import Lamina

/// What other threads may do with a window: wake it, and ask it to close.
public final class WindowHandle: Sendable {
  private struct Requests {
    var wakes = false
    var closes = false
  }

  private let requests = Locked(Requests())
  private let post: @Sendable () -> Void

  init(post: @escaping @Sendable () -> Void) { self.post = post }

  /// Makes the window look whether something is to be drawn. Can be called on any thread, also when
  /// the window is closed; calls before it has looked count as one.
  public func wake() { request(\.wakes) }

  /// Asks the window to close, which ends ``Window/run(frameLimit:)``. Can be called on any thread.
  public func close() { request(\.closes) }

  private func request(_ which: WritableKeyPath<Requests, Bool> & Sendable) {
    let isFirst = requests.withLock { requests in
      defer { requests[keyPath: which] = true }
      return !requests.wakes && !requests.closes
    }
    if isFirst { post() }
  }

  /// What was asked for since it was last taken.
  func take() -> (wakes: Bool, closes: Bool) {
    requests.withLock { requests in
      defer { requests = Requests() }
      return (requests.wakes, requests.closes)
    }
  }
}
