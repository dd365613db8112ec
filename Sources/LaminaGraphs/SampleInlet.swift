import Lamina
import Synchronization

/// Takes samples from any thread for a ``SampleSeries``.
///
/// What is put in waits until the series' owner calls ``SampleSeries/receive()``, or a view that
/// shows the series is updated. Samples of one thread keep their order. It grows as long as
/// nobody takes them out.
public final class SampleInlet: Sendable {
  private struct State {
    var samples: [Double] = []
    var wakeUp: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  /// Whether anything waits: reading it costs the owner nothing while there is nothing.
  private let hasSamples = Atomic<Bool>(false)

  init() {}

  /// Puts one sample in.
  public func append(_ sample: Double) {
    put { $0.append(sample) }
  }

  /// Puts samples in, in order, with none of another thread between them.
  public func append(contentsOf samples: [Double]) {
    if !samples.isEmpty { put { $0.append(contentsOf: samples) } }
  }

  /// Sets what is called when samples arrive at an empty inlet: on the thread that put them in,
  /// after they are in. Use it to wake the owner, who then calls ``GraphView/update()``.
  public func setWakeUp(_ wakeUp: (@Sendable () -> Void)?) {
    state.withLock { $0.wakeUp = wakeUp }
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { !hasSamples.load(ordering: .acquiring) }

  /// Takes everything out.
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
