import Lamina

/// The peaks of samples at every zoom: built once, queried in each frame.
///
/// The samples of each lane are divided into buckets, every four buckets form one of the level
/// above, and for each bucket the smallest and the largest sample are stored. The peaks of a column
/// of pixels, however wide, then follow from a few buckets, and from a few samples at its two ends.
/// They are exact: the result is the same as that of comparing all samples of the column.
///
/// Samples that are NaN are skipped: a column that contains nothing else is a gap, with
/// ``Peaks/empty``. Infinite samples are compared like any other; ``finitePeaks(lane:)`` excludes
/// them.
///
/// A pyramid is a value, and cheap to copy: copies share memory, and appending to one neither
/// copies nor affects the others, which may be on other threads.
///
/// Without its samples (``init(laneCount:samplesPerBucket:frameCapacity:)``) a pyramid for a day of
/// sound fits into memory. Columns then begin and end at bucket boundaries.
public struct PeaksPyramid: Sendable {
  /// The number of samples in a bucket of the finest level.
  public let samplesPerBucket: Int

  /// The number of samples in each lane.
  public internal(set) var frameCount: Int64 = 0

  /// A Boolean value indicating whether samples are kept, so that every column is exact.
  public let keepsSamples: Bool

  var lanes: [PeaksLane]

  /// The number of lanes, one for each channel on display.
  public var laneCount: Int { lanes.count }

  /// Creates a pyramid that keeps the samples appended to it.
  ///
  /// - Parameters:
  ///   - laneCount: the number of lanes.
  ///   - frameCapacity: the expected number of samples in a lane. Memory for them is allocated at
  ///     once; a lane can grow beyond it.
  /// - Precondition: `laneCount` is 1 or more, `frameCapacity` is not negative.
  public init(laneCount: Int = 1, frameCapacity: Int = 0) {
    Self.check(laneCount, frameCapacity)
    samplesPerBucket = PeaksLane.fineBucket
    keepsSamples = true
    lanes = (0..<laneCount).map { _ in
      PeaksLane(keepsSamples: true, bucketSize: PeaksLane.fineBucket, capacity: frameCapacity)
    }
  }

  /// Creates a pyramid that discards samples once their peaks are taken.
  ///
  /// - Precondition: `laneCount` and `samplesPerBucket` are 1 or more, `frameCapacity` is not
  ///   negative.
  public init(laneCount: Int = 1, samplesPerBucket: Int, frameCapacity: Int = 0) {
    Self.check(laneCount, frameCapacity)
    require(samplesPerBucket >= 1, "a bucket cannot have \(samplesPerBucket) samples")
    self.samplesPerBucket = samplesPerBucket
    keepsSamples = false
    lanes = (0..<laneCount).map { _ in
      PeaksLane(keepsSamples: false, bucketSize: samplesPerBucket, capacity: frameCapacity)
    }
  }

  /// Creates a pyramid for samples in memory, one array for each lane. They are not copied.
  ///
  /// - Precondition: there is at least one lane, and all have the same length.
  /// - Complexity: O(number of samples).
  public init(lanes: [[Float]]) {
    Self.check(lanes.count, 0)
    Self.checkLengths(lanes)
    samplesPerBucket = PeaksLane.fineBucket
    keepsSamples = true
    self.lanes = lanes.map { PeaksLane($0) }
    frameCount = Int64(lanes[0].count)
  }

  /// Creates a pyramid from the points of a file; the last one may cover fewer samples than the
  /// others.
  init(_ file: PeaksFile, frameCount: Int64) {
    self.init(
      laneCount: file.channelCount, samplesPerBucket: file.samplesPerPixel,
      frameCapacity: Int(frameCount))
    for lane in lanes.indices {
      lanes[lane].setBuckets(frameCount: Int(frameCount)) { file.peaks(at: $0, channel: lane) }
    }
    self.frameCount = frameCount
  }

  private static func check(_ laneCount: Int, _ frameCapacity: Int) {
    require(laneCount >= 1, "a pyramid cannot have \(laneCount) lanes")
    require(frameCapacity >= 0, "a frame capacity of \(frameCapacity) is negative")
  }

  private static func checkLengths(_ lanes: [[Float]]) {
    for lane in lanes {
      require(
        lane.count == lanes[0].count,
        "lanes must have equally many samples, not \(lanes[0].count) and \(lane.count)")
    }
  }

  // MARK: - Appending

  /// Appends samples to each lane.
  ///
  /// - Precondition: there is one array for each lane, and all have the same length.
  /// - Complexity: O(number of new samples), amortised.
  public mutating func append(lanes new: [[Float]]) {
    require(
      new.count == laneCount, "expected \(laneCount) arrays, one per lane, not \(new.count)")
    Self.checkLengths(new)
    for (lane, samples) in new.enumerated() {
      samples.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        lanes[lane].append(start, count: buffer.count, stride: 1)
      }
    }
    frameCount += Int64(new[0].count)
  }

  /// Appends interleaved frames, each with one sample of every lane in order.
  ///
  /// - Precondition: the number of samples is a multiple of ``laneCount``.
  /// - Complexity: O(number of new samples), amortised.
  public mutating func append(interleaved samples: UnsafeBufferPointer<Float>) {
    require(
      samples.count % laneCount == 0,
      "\(samples.count) samples do not divide into frames of \(laneCount)")
    guard let start = samples.baseAddress else { return }
    let frames = samples.count / laneCount
    var done = 0
    if laneCount == 2 {
      var (first, second) = (lanes[0], lanes[1])
      lanes = []
      done = PeaksLane.appendPairs(start, frames: frames, to: &first, &second)
      lanes = [first, second]
    }
    for lane in lanes.indices {
      lanes[lane].append(
        start + done * laneCount + lane, count: frames - done, stride: laneCount)
    }
    frameCount += Int64(frames)
  }

  // MARK: - Peaks

  /// Returns the peaks of the finite samples of a lane.
  public func finitePeaks(lane: Int = 0) -> Peaks { lanes[lane].finitePeaks }

  /// Returns the peaks of a range of samples; those outside the pyramid are ignored.
  ///
  /// If samples are not kept, these are the peaks of the buckets that begin in the range, or of the
  /// one bucket that contains it.
  ///
  /// - Complexity: O(log *n*).
  public func peaks(in range: Range<Int64>, lane: Int = 0) -> Peaks {
    var result = Peaks.empty
    guard range.clamped(to: 0..<frameCount).count > 0 else { return result }
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: 2) { borders in
      borders[0] = min(max(range.lowerBound, 0), frameCount)
      borders[1] = min(max(range.upperBound, 0), frameCount)
      lanes[lane].writePeaks(
        between: UnsafePointer(borders.baseAddress!), columns: 1, minima: &result.minimum,
        maxima: &result.maximum)
    }
    return result
  }

  /// Writes the peaks of a range of columns of pixels, for one lane.
  ///
  /// Column *k* contains the samples that `scale` assigns to it. One that contains none, or only
  /// NaN, has the peaks ``Peaks/empty``. Columns may lie before the first sample or after the
  /// last.
  ///
  /// If samples are not kept, a column covers the buckets whose first sample it contains; where
  /// columns are narrower than buckets, it covers the bucket in which it begins.
  ///
  /// - Parameters:
  ///   - columns: the columns, counted from the one that contains the first sample.
  ///   - scale: the assignment of samples to columns.
  ///   - lane: the lane of the samples.
  ///   - minima: receives the smallest sample of each column.
  ///   - maxima: receives the largest sample of each column.
  /// - Precondition: both buffers have room for all columns.
  /// - Complexity: O(number of columns) for any scale. No memory is allocated.
  public func writeColumns(
    _ columns: Range<Int64>, scale: ColumnScale, lane: Int = 0,
    minima: UnsafeMutableBufferPointer<Float>, maxima: UnsafeMutableBufferPointer<Float>
  ) {
    writeColumns(
      columns, scale: scale, lane: lane, firstFrame: 0, minima: minima, maxima: maxima)
  }

  /// Writes the peaks of columns for a pyramid whose first sample has the index `firstFrame`.
  func writeColumns(
    _ columns: Range<Int64>, scale: ColumnScale, lane: Int, firstFrame: Int64,
    minima: UnsafeMutableBufferPointer<Float>, maxima: UnsafeMutableBufferPointer<Float>
  ) {
    require(
      columns.count <= minima.count && columns.count <= maxima.count,
      "\(minima.count) minima and \(maxima.count) maxima are too few for \(columns.count) columns")
    let portion = 256
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: portion + 1) { borders in
      var first = 0
      while first < columns.count {
        let part = min(portion, columns.count - first)
        scale.writeBorders(
          of: columns.lowerBound + Int64(first), count: part + 1,
          within: firstFrame..<firstFrame + frameCount, to: borders.baseAddress!)
        let (low, high) = (minima.baseAddress! + first, maxima.baseAddress! + first)
        lanes[lane].writePeaks(
          between: UnsafePointer(borders.baseAddress!), columns: part, minima: low, maxima: high)
        // Columns before the first sample are not in the bucket that contains that sample.
        if !keepsSamples {
          for column in 0..<part where columns.lowerBound + Int64(first + column) < 0 {
            low[column] = Peaks.empty.minimum
            high[column] = Peaks.empty.maximum
          }
        }
        first += part
      }
    }
  }

  // MARK: - Samples

  /// Returns a sample; nil outside the pyramid, or if samples are not kept.
  public func sample(at index: Int64, lane: Int = 0) -> Float? {
    guard index >= 0, index < frameCount else { return nil }
    return lanes[lane].withSamples { $0?[Int(index)] }
  }

  /// Calls `body` with the samples of a range, which must lie in the pyramid. Returns nil if
  /// samples are not kept.
  public func withSamples<Result>(
    _ range: Range<Int64>, lane: Int = 0, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result? {
    require(
      range.lowerBound >= 0 && range.upperBound <= frameCount,
      "samples \(range) are out of range: there are \(frameCount)")
    guard keepsSamples else { return nil }
    return lanes[lane].withSamples { start in
      body(
        UnsafeBufferPointer(start: start.map { $0 + Int(range.lowerBound) }, count: range.count))
    }
  }
}
