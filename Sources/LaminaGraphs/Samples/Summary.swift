import Lamina

/// Samples reduced to one value, or one pair of values, for each column of pixels.
///
/// A summary is a value: it can be made on any thread and shown once it is ready.
public struct Summary: Sendable, Equatable {
  /// The method by which samples are reduced to columns.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// The smallest and the largest of the column's samples: no extreme value is lost.
    case peaks

    /// The mean magnitude of the `window` samples from the column's first one on. The window moves
    /// by one column at a time, whatever the width of a column. It contains fewer samples at the
    /// end, and those that are NaN or infinite are ignored.
    ///
    /// The column is symmetric: from minus the mean to the mean.
    ///
    /// - Precondition: `window` is 1 or more.
    case movingMean(window: Int = 128)
  }

  /// The kind of the values: always peaks, whatever was requested, if only peaks are known.
  public internal(set) var kind: Kind
  /// The width of a column in samples.
  public internal(set) var scale: ColumnScale
  /// The columns, counted from the one that contains the first sample.
  public internal(set) var columns: Range<Int64>
  /// The number of lanes.
  public internal(set) var laneCount: Int
  /// A Boolean value indicating whether the values are those of exactly the column's samples; see
  /// ``DataProvider/writeColumns(_:scale:lane:minima:maxima:readsSamples:)``.
  public internal(set) var isExact: Bool
  var minima: [Float]
  var maxima: [Float]

  /// Creates an empty summary.
  public init() {
    kind = .peaks
    scale = ColumnScale(samplesPerColumn: 1)
    columns = 0..<0
    laneCount = 1
    isExact = true
    minima = []
    maxima = []
  }

  /// Accesses the values of a column; ``Peaks/empty`` for a gap, and for a column that is not in
  /// the summary.
  public subscript(column: Int64, lane lane: Int = 0) -> Peaks {
    guard columns.contains(column) else { return .empty }
    let index = lane * columns.count + Int(column - columns.lowerBound)
    return Peaks(minimum: minima[index], maximum: maxima[index])
  }

  /// Calls `body` with the minima and the maxima of a lane, one of each for every column.
  public func withValues<Result>(
    lane: Int = 0,
    _ body: (_ minima: UnsafeBufferPointer<Float>, _ maxima: UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    require(lane >= 0 && lane < laneCount, "lane \(lane) is out of range: there are \(laneCount)")
    let range = lane * columns.count..<(lane + 1) * columns.count
    return minima.withUnsafeBufferPointer { minima in
      maxima.withUnsafeBufferPointer { maxima in
        body(
          UnsafeBufferPointer(rebasing: minima[range]), UnsafeBufferPointer(rebasing: maxima[range])
        )
      }
    }
  }

  /// Prepares for new values, reusing the storage.
  mutating func prepare(_ kind: Kind, _ columns: Range<Int64>, _ scale: ColumnScale, lanes: Int) {
    self.kind = kind
    self.scale = scale
    self.columns = columns
    laneCount = lanes
    isExact = true
    let count = columns.count * lanes
    if minima.count != count {
      minima.removeAll(keepingCapacity: true)
      minima.append(contentsOf: repeatElement(Peaks.empty.minimum, count: count))
      maxima.removeAll(keepingCapacity: true)
      maxima.append(contentsOf: repeatElement(Peaks.empty.maximum, count: count))
    }
  }
}
