import Dispatch
import Lamina

/// What a summary was, or is to be, worked out from.
struct SummaryState: Sendable, Equatable {
  var version: Int
  var kind: Summary.Kind
  var scale: ColumnScale
  var columns: Range<Int64>
}

/// Works out summaries on a dispatch queue, always the latest one that was asked for.
final class SummaryQueue: Sendable {
  /// What is asked for.
  struct Request: Sendable {
    let state: SummaryState
    let provider: DataProvider
  }

  private struct State {
    var pending: Request?
    var isRunning = false
    var result: (state: SummaryState, summary: Summary)?
    var wakeUp: (@Sendable () -> Void)?
  }

  private let queue: DispatchQueue
  private let state = Locked(State())
  private let jobs = DispatchGroup()

  init(_ queue: DispatchQueue?) {
    self.queue = queue ?? DispatchQueue(label: "AudioGraphView summaries")
  }

  /// Asks for a summary in the place of any that was not begun.
  func request(_ request: Request) {
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

  private func takeRequest() -> Request? {
    state.withLock { state in
      let request = state.pending
      state.pending = nil
      if request == nil { state.isRunning = false }
      return request
    }
  }

  /// Takes out the latest summary that is finished.
  func takeResult() -> (state: SummaryState, summary: Summary)? {
    state.withLock { state in
      let result = state.result
      state.result = nil
      return result
    }
  }

  /// Waits until nothing is asked for any more.
  func wait() { jobs.wait() }

  /// What is called, on the queue, when there is a result.
  func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) { state.withLock { $0.wakeUp = wakeUp } }
}
