import Lamina
import Synchronization

/// A queue that accepts samples for a ``SampleSeries`` from any thread.
///
/// Samples stay in the queue until the series' owner calls ``SampleSeries/receive()``, or a view
/// that shows the series is updated. Samples from one thread keep their order. The queue grows
/// without limit until it is emptied.
public final class SampleInlet: Sendable {
  private struct InletState {
    var samples: [Double] = []
    var wakeUp: (@Sendable () -> Void)?
  }

  private let state = Locked(InletState())
  /// True if samples are queued. The owner checks it without taking the lock.
  private let hasSamples = Atomic<Bool>(false)

  init() {}

  /// Appends one sample.
  public func append(_ sample: Double) {
    put { $0.append(sample) }
  }

  /// Appends samples in order, without interleaving samples from other threads.
  public func append(contentsOf samples: [Double]) {
    if !samples.isEmpty { put { $0.append(contentsOf: samples) } }
  }

  /// Sets the callback for samples that arrive at an empty inlet. It is called on the thread that
  /// appended them, after the append. Use it to wake the owner, who then calls
  /// ``GraphView/update()``.
  public func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) {
    state.withLock { $0.wakeUp = wakeUp }
  }

  /// A Boolean value indicating whether the inlet is empty.
  public var isEmpty: Bool { !hasSamples.load(ordering: .acquiring) }

  /// Removes and returns all samples.
  func take() -> [Double] {
    state.withLock { state in
      let samples = state.samples
      state.samples = []
      hasSamples.store(false, ordering: .releasing)
      return samples
    }
  }

  private func put(_ change: (inout [Double]) -> Void) {
    let wakeUp = state.withLock { state in
      let wasEmpty = state.samples.isEmpty
      change(&state.samples)
      hasSamples.store(true, ordering: .releasing)
      return wasEmpty ? state.wakeUp : nil
    }
    wakeUp?()
  }
}
