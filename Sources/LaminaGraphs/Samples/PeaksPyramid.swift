import Lamina

/// The peaks of samples at every zoom: built once, asked in each frame.
///
/// The samples of each lane are divided into buckets, each four buckets make one of the level
/// above, and of every bucket the smallest and largest sample are kept. The peaks of a column of
/// pixels, however wide, are then those of a few buckets, and of a few samples at its two ends. They
/// are exact: what comes out is what comparing all samples of the column would give.
///
/// Samples that are NaN are passed over: a column of nothing else is a gap, with
/// ``Peaks/nothing``. Infinite samples count as what they are; ``finitePeaks(lane:)`` leaves them
/// out.
///
/// A pyramid is a value, and cheap to copy: copies share memory, and appending to one neither
/// copies nor disturbs the others, which may be on other threads.
///
/// Without its samples (``init(laneCount:samplesPerBucket:frameCapacity:)``) a pyramid of a day of
/// sound fits into memory. Columns then begin and end with buckets.
public struct PeaksPyramid: Sendable {
  /// How many samples a bucket of the finest level has.
  public let samplesPerBucket: Int

  /// How many samples each lane has.
  public internal(set) var frameCount: Int64 = 0

  /// Whether samples are kept, so that every column is exact.
  public let keepsSamples: Bool

  var lanes: [PeaksLane]

  /// How many rows of samples there are, one for each channel that is shown.
  public var laneCount: Int { lanes.count }

  /// Creates a pyramid that keeps what is appended to it.
  ///
  /// - Parameter frameCapacity: how many samples a lane is expected to have. Memory for as many is
  ///   taken at once; there may be more.
  /// - Precondition: `laneCount` is 1 or more, `frameCapacity` not negative.
  public init(laneCount: Int = 1, frameCapacity: Int = 0) {
    Self.check(laneCount, frameCapacity)
    samplesPerBucket = PeaksLane.fineBucket
    keepsSamples = true
    lanes = (0..<laneCount).map { _ in
      PeaksLane(keepsSamples: true, bucketSize: PeaksLane.fineBucket, capacity: frameCapacity)
    }
  }

  /// Creates a pyramid that forgets the samples of which it has taken the peaks.
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

  /// Creates a pyramid over samples in memory, one array for each lane. They are not copied.
  ///
  /// - Precondition: there is a lane, and all have the same length.
  /// - Complexity: O(number of samples).
  public init(lanes: [[Float]]) {
    Self.check(lanes.count, 0)
    Self.checkLengths(lanes)
    samplesPerBucket = PeaksLane.fineBucket
    keepsSamples = true
    self.lanes = lanes.map { PeaksLane($0) }
    frameCount = Int64(lanes[0].count)
  }

  /// Creates a pyramid over the points of a file; the last one may be of fewer samples than the
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
    require(frameCapacity >= 0, "\(frameCapacity) samples cannot be expected")
  }

  private static func checkLengths(_ lanes: [[Float]]) {
    for lane in lanes {
      require(
        lane.count == lanes[0].count,
        "lanes of \(lanes[0].count) and of \(lane.count) samples do not belong together")
    }
  }

  // MARK: - Appending

  /// Appends samples to each lane.
  ///
  /// - Precondition: there is an array for each lane, and all have the same length.
  /// - Complexity: O(number of new samples), amortised.
  public mutating func append(lanes new: [[Float]]) {
    require(new.count == laneCount, "\(new.count) arrays are not \(laneCount) lanes")
    Self.checkLengths(new)
    for (lane, samples) in new.enumerated() {
      samples.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        lanes[lane].append(start, count: buffer.count, stride: 1)
      }
    }
    frameCount += Int64(new[0].count)
  }

  /// Appends frames: for each, a sample of every lane in order.
  ///
  /// - Precondition: their number is a multiple of ``laneCount``.
  /// - Complexity: O(number of new samples), amortised.
  public mutating func append(interleaved samples: UnsafeBufferPointer<Float>) {
    require(
      samples.count % laneCount == 0, "\(samples.count) samples are no frames of \(laneCount)")
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

  /// The peaks of all samples of a lane but those that are NaN or infinite.
  public func finitePeaks(lane: Int = 0) -> Peaks { lanes[lane].finitePeaks }

  /// The peaks of a range of samples; those outside the pyramid do not count.
  ///
  /// If samples are not kept, these are the peaks of the buckets that begin in the range, or of the
  /// one bucket in which all of it is.
  ///
  /// - Complexity: O(log *n*).
  public func peaks(in range: Range<Int64>, lane: Int = 0) -> Peaks {
    var result = Peaks.nothing
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

  /// Writes the peaks of columns of pixels, for one lane.
  ///
  /// Column *k* holds the samples that `scale` says. One that holds none, or none but NaN, has the
  /// peaks ``Peaks/nothing``. Columns may lie before the first sample or behind the last.
  ///
  /// If samples are not kept, a column has the buckets whose first samples it holds, and where
  /// columns are narrower than buckets, the bucket in which it begins.
  ///
  /// - Parameters:
  ///   - columns: the columns, counted from that in which the first sample is.
  ///   - minima: gets the smallest sample of each column.
  ///   - maxima: gets the largest.
  /// - Precondition: both buffers have room for as many.
  /// - Complexity: O(number of columns) for any scale. No memory is allocated.
  public func writeColumns(
    _ columns: Range<Int64>, scale: ColumnScale, lane: Int = 0,
    minima: UnsafeMutableBufferPointer<Float>, maxima: UnsafeMutableBufferPointer<Float>
  ) {
    writeColumns(
      columns, scale: scale, lane: lane, firstFrame: 0, minima: minima, maxima: maxima)
  }

  /// Writes the peaks of columns for a pyramid whose first sample is that with the index
  /// `firstFrame`.
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
        // Columns before the first sample are not in the bucket with that sample.
        if !keepsSamples {
          for column in 0..<part where columns.lowerBound + Int64(first + column) < 0 {
            low[column] = Peaks.nothing.minimum
            high[column] = Peaks.nothing.maximum
          }
        }
        first += part
      }
    }
  }

  // MARK: - Samples

  /// A sample; nil outside the pyramid, or if samples are not kept.
  public func sample(at index: Int64, lane: Int = 0) -> Float? {
    guard index >= 0, index < frameCount else { return nil }
    return lanes[lane].withSamples { $0?[Int(index)] }
  }

  /// Calls `body` with the samples of a range, which must lie in the pyramid; returns nil if
  /// samples are not kept.
  public func withSamples<Result>(
    _ range: Range<Int64>, lane: Int = 0, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result? {
    require(
      range.lowerBound >= 0 && range.upperBound <= frameCount,
      "samples \(range) are not among the \(frameCount) there are")
    guard keepsSamples else { return nil }
    return lanes[lane].withSamples { start in
      body(
        UnsafeBufferPointer(start: start.map { $0 + Int(range.lowerBound) }, count: range.count))
    }
  }
}
