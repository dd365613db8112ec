import Lamina

/// Samples brought down to one value, or one pair of values, for each column of pixels.
///
/// A summary is a value: it can be made on any thread, and shown when it is there.
public struct Summary: Sendable, Equatable {
  /// How many samples become one column.
  public enum Kind: Sendable, Hashable {
    /// The smallest and the largest of the column's samples: no sample is lost.
    case peaks

    /// The mean magnitude of the `window` samples that begin with the column's first one: a window
    /// that moves by a column each time, whatever the width of a column. There are fewer at the end
    /// of the samples, and those that are NaN or infinite do not count.
    ///
    /// The column goes as far down as up: from minus the mean to the mean.
    ///
    /// - Precondition: `window` is 1 or more.
    case movingMean(window: Int = 128)
  }

  /// What the values are. Peaks, whatever was asked for, if only peaks are known.
  public internal(set) var kind: Kind
  public internal(set) var scale: ColumnScale
  /// The columns, counted from that in which the first sample is.
  public internal(set) var columns: Range<Int64>
  public internal(set) var laneCount: Int
  /// Whether the values are those of exactly the column's samples, see
  /// ``DataProvider/writeColumns(_:scale:lane:minima:maxima:readsSamples:)``.
  public internal(set) var isExact: Bool
  var minima: [Float]
  var maxima: [Float]

  /// A summary of nothing.
  public init() {
    kind = .peaks
    scale = ColumnScale(samplesPerColumn: 1)
    columns = 0..<0
    laneCount = 1
    isExact = true
    minima = []
    maxima = []
  }

  /// The values of a column; ``Peaks/nothing`` for a gap, and for a column that is not in the
  /// summary.
  public subscript(column: Int64, lane lane: Int = 0) -> Peaks {
    guard columns.contains(column) else { return .nothing }
    let index = lane * columns.count + Int(column - columns.lowerBound)
    return Peaks(minimum: minima[index], maximum: maxima[index])
  }

  /// Calls `body` with the minima and the maxima of a lane, one of each for every column.
  public func withValues<Result>(
    lane: Int = 0,
    _ body: (_ minima: UnsafeBufferPointer<Float>, _ maxima: UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    require(lane >= 0 && lane < laneCount, "there is no lane \(lane) among \(laneCount)")
    let range = lane * columns.count..<(lane + 1) * columns.count
    return minima.withUnsafeBufferPointer { minima in
      maxima.withUnsafeBufferPointer { maxima in
        body(
          UnsafeBufferPointer(rebasing: minima[range]), UnsafeBufferPointer(rebasing: maxima[range])
        )
      }
    }
  }

  /// Makes room for values, keeping the memory.
  mutating func prepare(_ kind: Kind, _ columns: Range<Int64>, _ scale: ColumnScale, lanes: Int) {
    self.kind = kind
    self.scale = scale
    self.columns = columns
    laneCount = lanes
    isExact = true
    let count = columns.count * lanes
    if minima.count != count {
      minima.removeAll(keepingCapacity: true)
      minima.append(contentsOf: repeatElement(Peaks.nothing.minimum, count: count))
      maxima.removeAll(keepingCapacity: true)
      maxima.append(contentsOf: repeatElement(Peaks.nothing.maximum, count: count))
    }
  }
}
