import Foundation
import Lamina

/// How work that was finished elsewhere asks for a frame. May be used from any thread.
public final class FrameRequester: Sendable {
  private struct State {
    var isPending = true
    var callback: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Asks for a frame. The host's ``ViewHost/onNeedsFrame`` is called, on this thread, unless a
  /// frame was asked for already.
  public func setNeedsFrame() {
    let callback = state.withLock { state in
      if state.isPending { return nil as (@Sendable () -> Void)? }
      state.isPending = true
      return state.callback
    }
    callback?()
  }

  var isPending: Bool { state.withLock { $0.isPending } }

  /// What is to be done when a frame is asked for.
  var callback: (@Sendable () -> Void)? {
    get { state.withLock { $0.callback } }
    set { state.withLock { $0.callback = newValue } }
  }

  /// The frame is being made.
  func clear() { state.withLock { $0.isPending = false } }
}
