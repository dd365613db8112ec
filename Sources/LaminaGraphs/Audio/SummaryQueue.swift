import Dispatch
import Lamina

/// The inputs from which a summary was, or is to be, computed.
struct SummaryState: Sendable, Equatable {
  var version: Int
  var kind: Summary.Kind
  var scale: ColumnScale
  var columns: Range<Int64>
}

/// A queue that computes summaries on a dispatch queue, always the latest one requested.
final class SummaryQueue: Sendable {
  /// A request for a summary.
  struct SummaryRequest: Sendable {
    let state: SummaryState
    let provider: DataProvider
  }

  private struct QueueState {
    var pending: SummaryRequest?
    var isRunning = false
    var result: (state: SummaryState, summary: Summary)?
    var wakeUp: (@Sendable () -> Void)?
  }

  private let queue: DispatchQueue
  private let state = Locked(QueueState())
  private let jobs = DispatchGroup()

  init(_ queue: DispatchQueue?) {
    self.queue = queue ?? DispatchQueue(label: "AudioGraphView summaries")
  }

  /// Requests a summary, in place of any request that has not begun.
  func request(_ request: SummaryRequest) {
    let begins = state.withLock { state in
      state.pending = request
      if state.isRunning { return false }
      state.isRunning = true
      return true
    }
    guard begins else { return }
    jobs.enter()
    queue.async { [self] in
      work()
      jobs.leave()
    }
  }

  private func work() {
    while let request = takeRequest() {
      let wanted = request.state
      let summary = request.provider.summary(
        wanted.kind, columns: wanted.columns, scale: wanted.scale)
      let wakeUp = state.withLock { state in
        state.result = (wanted, summary)
        return state.wakeUp
      }
      wakeUp?()
    }
  }

  private func takeRequest() -> SummaryRequest? {
    state.withLock { state in
      let request = state.pending
      state.pending = nil
      if request == nil { state.isRunning = false }
      return request
    }
  }

  /// Removes and returns the latest finished summary.
  func takeResult() -> (state: SummaryState, summary: Summary)? {
    state.withLock { state in
      let result = state.result
      state.result = nil
      return result
    }
  }

  /// Waits until no request is pending or running.
  func wait() { jobs.wait() }

  /// Waits likewise, without occupying a thread.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func finish(isolation: isolated (any Actor)? = #isolation) async throws(CancellationError) {
    try await jobs.finish()
  }

  /// Sets the closure that is called, on the queue, when there is a result.
  func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) { state.withLock { $0.wakeUp = wakeUp } }
}
