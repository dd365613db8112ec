import Foundation
import Lamina

/// A series of measured samples, in order, that graphs display.
///
/// Any number of views can show one series. Each sample has a fixed index, counted from 0, but only
/// the newest samples are retained. A sample that is NaN or infinite is a gap.
///
/// A series belongs to the isolation domain that created it; measurements from other threads arrive
/// through its ``inlet``.
public final class SampleSeries {
  /// The number of samples ever appended, including those no longer retained.
  public private(set) var totalSampleCount = 0

  /// The minimum number of newest samples to retain. With 0, the default, the series retains as
  /// many as the views that show it need.
  ///
  /// Set this if a view may grow, since samples that it did not need before are discarded.
  ///
  /// - Precondition: not negative.
  public var minimumRetainedCount: Int {
    didSet { checkMinimum() }
  }

  /// The queue to which other threads append samples.
  public let inlet = SampleInlet()

  private var samples: [Double] = []
  private var viewers: [Viewer] = []

  /// A view that shows the series.
  private struct Viewer {
    weak var view: GraphView?
    var retainedCount: Int
  }

  /// Creates an empty series.
  ///
  /// - Precondition: `minimumRetainedCount` is not negative.
  public init(minimumRetainedCount: Int = 0) {
    self.minimumRetainedCount = minimumRetainedCount
    checkMinimum()
  }

  private func checkMinimum() {
    require(
      minimumRetainedCount >= 0,
      "minimumRetainedCount of a series cannot be \(minimumRetainedCount)")
  }

  // MARK: - Reading

  /// The indices of the retained samples.
  public var retainedIndices: Range<Int> {
    totalSampleCount - samples.count..<totalSampleCount
  }

  /// The number of newest samples that are retained at least: ``minimumRetainedCount``, or more if a
  /// view needs more.
  public var effectiveMinimumRetainedCount: Int {
    viewers.reduce(minimumRetainedCount) { max($0, $1.retainedCount) }
  }

  /// The number of newest samples that are retained at least.
  @available(*, deprecated, renamed: "effectiveMinimumRetainedCount")
  public var retainedCount: Int { effectiveMinimumRetainedCount }

  /// Accesses the sample at an index; nil if it is no longer retained or not yet appended.
  public subscript(index: Int) -> Double? {
    retainedIndices.contains(index) ? samples[index - retainedIndices.lowerBound] : nil
  }

  /// Calls `body` with the samples in a range of retained indices.
  func withSamples(_ range: Range<Int>, _ body: (UnsafeBufferPointer<Double>) -> Void) {
    let first = retainedIndices.lowerBound
    samples.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[range.lowerBound - first..<range.upperBound - first]))
    }
  }

  // MARK: - Appending

  /// Appends one sample, and advances the views that show the series.
  public func append(_ sample: Double) {
    samples.append(sample)
    totalSampleCount += 1
    discardSamplesIfNeeded(effectiveMinimumRetainedCount)
    viewsNeedToMove(by: 1)
  }

  /// Appends samples in order. The result is the same as appending them one by one, but the views
  /// advance only once.
  ///
  /// - Complexity: O(number of samples).
  @inlinable
  public func append(contentsOf new: some Sequence<Double>) {
    // In batches, so that a sequence of practically unlimited length needs no memory.
    var portion: [Double] = []
    var count = 0
    for sample in new {
      portion.append(sample)
      if portion.count == 4096 {
        count += store(portion)
        portion.removeAll(keepingCapacity: true)
      }
    }
    count += store(portion)
    viewsNeedToMove(by: count)
  }

  /// Appends a random sample, uniformly distributed from 0 to 120.
  @available(*, deprecated, message: "use append(.random(in: 0...120, using: &generator))")
  public func appendRandomSample(using generator: inout some RandomNumberGenerator) {
    append(120 * Double.random(in: 0...1, using: &generator))
  }

  /// Appends the samples that other threads have put into the ``inlet`` since the last call.
  ///
  /// - Returns: the number of samples appended.
  @discardableResult
  public func receive() -> Int {
    guard !inlet.isEmpty else { return 0 }
    let new = inlet.take()
    append(contentsOf: new)
    return new.count
  }

  /// Removes all samples: the next one has index 0. Samples still in the ``inlet`` stay there.
  public func removeAll() {
    samples.removeAll()
    totalSampleCount = 0
    notify { $0.seriesWasReset() }
  }

  /// Stores samples without notifying the views.
  ///
  /// - Returns: the number of samples stored.
  @usableFromInline
  func store(_ portion: [Double]) -> Int {
    let retained = effectiveMinimumRetainedCount
    for sample in portion {
      samples.append(sample)
      discardSamplesIfNeeded(retained)
    }
    totalSampleCount += portion.count
    return portion.count
  }

  @usableFromInline
  func viewsNeedToMove(by count: Int) {
    if count > 0 { notify { $0.samplesWereAppended(count) } }
  }

  /// Discards the oldest samples in batches: only once there are as many of them as are retained.
  private func discardSamplesIfNeeded(_ retained: Int) {
    if samples.count >= 2 * max(retained, 1) {
      samples.removeFirst(samples.count - retained)
    }
  }

  // MARK: - Views

  /// Registers a view as a viewer of the series, with the number of samples it needs.
  func setRetainedCount(_ count: Int, for view: GraphView) {
    viewers.removeAll { $0.view == nil || $0.view === view }
    viewers.append(Viewer(view: view, retainedCount: count))
  }

  func removeViewer(_ view: GraphView) {
    viewers.removeAll { $0.view == nil || $0.view === view }
  }

  private func notify(_ body: (GraphView) -> Void) {
    for viewer in viewers {
      if let view = viewer.view { body(view) }
    }
  }
}
