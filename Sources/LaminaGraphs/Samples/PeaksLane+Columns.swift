extension PeaksLane {
  typealias Four = PeaksKernels.Four

  /// Pointers to the first bucket of a level.
  struct LevelStart {
    let minima: UnsafePointer<Float>
    let maxima: UnsafePointer<Float>
  }

  /// Writes the peaks of `columns` columns. The samples of each lie between two consecutive
  /// borders, which are in 0...``count``.
  func writePeaks(
    between borders: UnsafePointer<Int64>, columns: Int, minima: UnsafeMutablePointer<Float>,
    maxima: UnsafeMutablePointer<Float>
  ) {
    withLevels { levels in
      withSamples { samples in
        if let samples {
          Self.writePeaks(
            between: borders, columns, minima, maxima, samples: samples, levels: levels)
        } else {
          writePeaksOfBuckets(between: borders, columns, minima, maxima, levels: levels)
        }
      }
    }
  }

  func withLevels(_ body: (UnsafePointer<LevelStart>) -> Void) {
    withUnsafeTemporaryAllocation(of: LevelStart.self, capacity: levels.count + 1) { starts in
      for (index, level) in levels.enumerated() {
        let start = LevelStart(
          minima: level.minima.withUnsafePointer { $0 },
          maxima: level.maxima.withUnsafePointer { $0 })
        starts.initializeElement(at: index, to: start)
      }
      withExtendedLifetime(levels) { body(UnsafePointer(starts.baseAddress!)) }
    }
  }

  /// The number of samples in a column below which they are compared directly. From there on a
  /// column contains at least one whole bucket.
  private static let fewSamples: Int64 = 96

  private static func writePeaks(
    between borders: UnsafePointer<Int64>, _ columns: Int, _ minima: UnsafeMutablePointer<Float>,
    _ maxima: UnsafeMutablePointer<Float>, samples: UnsafePointer<Float>,
    levels: UnsafePointer<LevelStart>
  ) {
    for column in 0..<columns {
      let first = borders[column]
      let end = borders[column + 1]
      if end - first < fewSamples {
        let peaks = PeaksKernels.peaks(samples + Int(first), count: Int(end - first))
        minima[column] = peaks.minimum
        maxima[column] = peaks.maximum
        continue
      }
      // The samples before the first whole bucket, and those after the last. Comparing some of them
      // twice does no harm, as all are in this column.
      var (low, high) = PeaksKernels.thirtyTwo(samples + Int(first))
      let (low2, high2) = PeaksKernels.thirtyTwo(samples + Int(end) - fineBucket)
      PeaksKernels.lower(&low, low2)
      PeaksKernels.raise(&high, high2)
      join(
        Int(first + 31) >> 5..<Int(end) >> 5, of: levels, low: &low, high: &high)
      minima[column] = PeaksKernels.minimum(low)
      maxima[column] = PeaksKernels.maximum(high)
    }
  }

  /// The number of buckets of a level below which they are compared one by one. From there on they
  /// contain at least four whole buckets of the level above.
  private static let fewBuckets = 24

  /// Merges the peaks of a range of the finest level's buckets into `low` and `high`.
  @inline(__always)
  private static func join(
    _ buckets: Range<Int>, of levels: UnsafePointer<LevelStart>, low: inout Four, high: inout Four
  ) {
    var level = levels
    var first = buckets.lowerBound
    var end = buckets.upperBound
    while end - first >= fewBuckets {
      let (minima, maxima) = (level.pointee.minima, level.pointee.maxima)
      PeaksKernels.lower(&low, PeaksKernels.load(minima + first))
      PeaksKernels.raise(&high, PeaksKernels.load(maxima + first))
      PeaksKernels.lower(&low, PeaksKernels.load(minima + end - 4))
      PeaksKernels.raise(&high, PeaksKernels.load(maxima + end - 4))
      first = (first + 3) >> 2
      end = end >> 2
      level += 1
    }
    let (minima, maxima) = (level.pointee.minima, level.pointee.maxima)
    if end - first < 4 {
      while first < end {
        PeaksKernels.lower(&low, Four(repeating: minima[first]))
        PeaksKernels.raise(&high, Four(repeating: maxima[first]))
        first += 1
      }
      return
    }
    while first + 4 < end {
      PeaksKernels.lower(&low, PeaksKernels.load(minima + first))
      PeaksKernels.raise(&high, PeaksKernels.load(maxima + first))
      first += 4
    }
    PeaksKernels.lower(&low, PeaksKernels.load(minima + end - 4))
    PeaksKernels.raise(&high, PeaksKernels.load(maxima + end - 4))
  }

  // MARK: - Without samples

  /// Writes the peaks of columns from buckets alone. A column covers the buckets whose first sample
  /// it contains; where columns are narrower than buckets, it covers the one bucket in which it
  /// begins.
  private func writePeaksOfBuckets(
    between borders: UnsafePointer<Int64>, _ columns: Int, _ minima: UnsafeMutablePointer<Float>,
    _ maxima: UnsafeMutablePointer<Float>, levels: UnsafePointer<LevelStart>
  ) {
    for column in 0..<columns {
      let begin = Int(borders[column])
      guard begin < count else {
        minima[column] = Peaks.empty.minimum
        maxima[column] = Peaks.empty.maximum
        continue
      }
      let peaks = peaksOfBuckets(touching: begin..<Int(borders[column + 1]), levels: levels)
      minima[column] = peaks.minimum
      maxima[column] = peaks.maximum
    }
  }

  private func peaksOfBuckets(
    touching range: Range<Int>, levels: UnsafePointer<LevelStart>
  ) -> Peaks {
    let first = range.lowerBound / bucketSize
    var end = range.upperBound == count ? bucketCount + 1 : range.upperBound / bucketSize
    end = max(end, first + 1)
    // The last bucket may be incomplete.
    let peaks = end > bucketCount ? pending : .empty
    end = min(end, bucketCount)
    var low = Four(repeating: peaks.minimum)
    var high = Four(repeating: peaks.maximum)
    if first < end { Self.join(first..<end, of: levels, low: &low, high: &high) }
    return Peaks(minimum: PeaksKernels.minimum(low), maximum: PeaksKernels.maximum(high))
  }
}
