import Lamina

/// A handle by which other threads wake a window or ask it to close.
public final class WindowHandle: Sendable {
  private struct Requests {
    var wakes = false
    var closes = false
  }

  private let requests = Locked(Requests())
  private let post: @Sendable () -> Void

  init(post: @escaping @Sendable () -> Void) { self.post = post }

  /// Makes the window check whether there is something to draw. It can be called on any thread,
  /// even after the window is closed; calls before the window has checked are coalesced.
  public func wake() { request(\.wakes) }

  /// Asks the window to close, which ends ``Window/run(frameLimit:)``. It can be called on any
  /// thread.
  public func close() { request(\.closes) }

  private func request(_ which: WritableKeyPath<Requests, Bool> & Sendable) {
    let isFirst = requests.withLock { requests in
      defer { requests[keyPath: which] = true }
      return !requests.wakes && !requests.closes
    }
    if isFirst { post() }
  }

  /// Returns the requests since the last call, and clears them.
  func take() -> (wakes: Bool, closes: Bool) {
    requests.withLock { requests in
      defer { requests = Requests() }
      return (requests.wakes, requests.closes)
    }
  }
}
