import Foundation
import Lamina

/// The samples that graphs show: what has been measured, in order.
///
/// Any number of views may show one series. Each sample has an index, counted from 0 and never
/// changed, but only the newest samples are kept. A sample that is NaN or infinite is a gap.
///
/// A series belongs to the isolation that made it; measurements from other threads come in
/// through its ``inlet``.
public final class SampleSeries {
  /// How many samples have ever been appended, including those no longer kept.
  public private(set) var totalSampleCount = 0

  /// How many of the newest samples are always kept, at least. 0 by default: as many as the
  /// views that show the series need.
  ///
  /// Set it if a view may grow, since what it did not need before is gone.
  ///
  /// - Precondition: not negative.
  public var minimumRetainedCount: Int {
    didSet { checkMinimum() }
  }

  /// Where other threads put samples.
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
      "a series cannot retain \(minimumRetainedCount) samples at least")
  }

  // MARK: - Reading

  /// The indices of the samples that are kept.
  public var retainedIndices: Range<Int> {
    totalSampleCount - samples.count..<totalSampleCount
  }

  /// How many of the newest samples are kept at least.
  public var retainedCount: Int {
    viewers.reduce(minimumRetainedCount) { max($0, $1.retainedCount) }
  }

  /// The sample of an index; nil if it is no longer kept, or not there yet.
  public subscript(index: Int) -> Double? {
    retainedIndices.contains(index) ? samples[index - retainedIndices.lowerBound] : nil
  }

  /// Calls `body` with the samples of a range, which must be kept.
  func withSamples(_ range: Range<Int>, _ body: (UnsafeBufferPointer<Double>) -> Void) {
    let first = retainedIndices.lowerBound
    samples.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[range.lowerBound - first..<range.upperBound - first]))
    }
  }

  // MARK: - Appending

  /// Appends one sample, and lets the views that show the series move on.
  public func append(_ sample: Double) {
    samples.append(sample)
    totalSampleCount += 1
    discardSamplesIfNeeded(retainedCount)
    viewsNeedToMove(by: 1)
  }

  /// Appends samples in order. The result is that of appending them one by one; the views move
  /// once.
  ///
  /// - Complexity: O(number of samples).
  @inlinable
  public func append(contentsOf new: some Sequence<Double>) {
    // In portions, so that a sequence without end to speak of needs no memory.
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

  /// Appends a random sample, evenly distributed from 0 to 120.
  public func appendRandomSample(using generator: inout some RandomNumberGenerator) {
    append(120 * Double.random(in: 0...1, using: &generator))
  }

  /// Appends what other threads have put into the ``inlet`` since the last call.
  ///
  /// - Returns: how many samples that were.
  @discardableResult
  public func receive() -> Int {
    guard !inlet.isEmpty else { return 0 }
    let new = inlet.take()
    append(contentsOf: new)
    return new.count
  }

  /// Forgets everything: the next sample has index 0. What is still in the ``inlet`` stays there.
  public func removeAll() {
    samples.removeAll()
    totalSampleCount = 0
    notify { $0.seriesWasReset() }
  }

  /// Keeps samples without telling the views.
  ///
  /// - Returns: how many there are.
  @usableFromInline
  func store(_ portion: [Double]) -> Int {
    let retained = retainedCount
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

  /// Throws the oldest samples away, but not one at a time: the garbage builds up until there
  /// is as much of it as of what is kept.
  @inline(__always)
  private func discardSamplesIfNeeded(_ retained: Int) {
    if samples.count >= 2 * max(retained, 1) {
      samples.removeFirst(samples.count - retained)
    }
  }

  // MARK: - Views

  /// Notes that a view shows the series, and how many samples it needs.
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
