import Foundation
import Lamina

/// A handle by which work that finished elsewhere requests a frame. It can be used from any thread.
public final class FrameRequester: Sendable {
  private struct RequestState {
    var isPending = true
    var callback: (@Sendable () -> Void)?
  }

  private let state = Locked(RequestState())

  /// Requests a frame. Calls the host's ``ViewHost/onNeedsFrame`` on this thread, unless a frame
  /// was already requested.
  public func setNeedsFrame() {
    let callback = state.withLock { state in
      if state.isPending { return nil as (@Sendable () -> Void)? }
      state.isPending = true
      return state.callback
    }
    callback?()
  }

  var isPending: Bool { state.withLock { $0.isPending } }

  /// The closure that is called when a frame is requested.
  var callback: (@Sendable () -> Void)? {
    get { state.withLock { $0.callback } }
    set { state.withLock { $0.callback = newValue } }
  }

  /// Clears the request: the frame is being made.
  func clear() { state.withLock { $0.isPending = false } }
}
