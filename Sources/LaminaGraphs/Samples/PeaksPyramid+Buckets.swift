import Lamina

/// The buckets of a lane of a pyramid, which are read in place.
package struct PeaksBuckets {
  fileprivate let levels: UnsafePointer<PeaksLane.LevelStart>

  /// Returns the peaks of a range of buckets.
  ///
  /// - Parameter range: buckets of the finest level, complete.
  /// - Complexity: O(*n*), O(1) for a power of four buckets that begins at a multiple of it.
  package func peaks(in range: Range<Int>) -> Peaks {
    var (first, end, level) = (range.lowerBound, range.upperBound, 0)
    while first < end, (first | end) & 3 == 0 {
      (first, end, level) = (first >> 2, end >> 2, level + 1)
    }
    let (minima, maxima) = (levels[level].minima, levels[level].maxima)
    var peaks = Peaks.empty
    for bucket in first..<end {
      peaks.formUnion(Peaks(minimum: minima[bucket], maximum: maxima[bucket]))
    }
    return peaks
  }

  /// Returns the first bucket of the finest level that has the smallest or the largest number of a
  /// range, and that number.
  ///
  /// - Parameter range: buckets of the finest level, complete and at least one.
  /// - Complexity: O(*n*), O(log *n*) for a power of four buckets that begins at a multiple of it.
  package func extreme(in range: Range<Int>, isHighest: Bool) -> (bucket: Int, number: Float) {
    var (first, end, level) = (range.lowerBound, range.upperBound, 0)
    while (first | end) & 3 == 0 {
      (first, end, level) = (first >> 2, end >> 2, level + 1)
    }
    func row(_ level: Int) -> UnsafePointer<Float> {
      isHighest ? levels[level].maxima : levels[level].minima
    }
    let numbers = row(level)
    var (bucket, number) = (first, numbers[first])
    for other in first &+ 1..<end
    where isHighest ? numbers[other] > number : numbers[other] < number {
      (bucket, number) = (other, numbers[other])
    }
    while level > 0 {
      level -= 1
      bucket <<= 2
      let numbers = row(level)
      while numbers[bucket] != number { bucket += 1 }
    }
    return (bucket, number)
  }

  /// Returns the buckets of the finest level that have the smallest and the largest number of a
  /// range: the first of them, if several have it.
  ///
  /// - Parameter range: buckets of the finest level, complete and at least one.
  /// - Complexity: O(log *n*).
  package func extremes(in range: Range<Int>) -> (lowest: Int, highest: Int) {
    var low = (value: Float.infinity, bucket: range.lowerBound, level: 0)
    var high = (value: -Float.infinity, bucket: range.lowerBound, level: 0)
    var (first, end, level) = (range.lowerBound, range.upperBound, 0)
    func look(_ first: Int, _ end: Int) {
      let (minima, maxima) = (levels[level].minima, levels[level].maxima)
      var bucket = first
      while bucket < end {
        if minima[bucket] < low.value { low = (minima[bucket], bucket, level) }
        if maxima[bucket] > high.value { high = (maxima[bucket], bucket, level) }
        bucket += 1
      }
    }
    // The ends that are not whole buckets of the level above; those are looked at there.
    while end - first >= 4 * PeaksLane.factor {
      let (wholeFirst, wholeEnd) = ((first + 3) >> 2, end >> 2)
      look(first, wholeFirst << 2)
      look(wholeEnd << 2, end)
      (first, end) = (wholeFirst, wholeEnd)
      level += 1
    }
    look(first, end)
    func bucket(
      _ place: (value: Float, bucket: Int, level: Int),
      _ row: (PeaksLane.LevelStart) -> UnsafePointer<Float>
    ) -> Int {
      var bucket = place.bucket
      for level in stride(from: place.level - 1, through: 0, by: -1) {
        let numbers = row(levels[level])
        bucket <<= 2
        while numbers[bucket] != place.value { bucket += 1 }
      }
      return bucket
    }
    return (bucket(low) { $0.minima }, bucket(high) { $0.maxima })
  }
}

extension PeaksPyramid {
  /// Calls `body` with the buckets of a lane.
  package func withBuckets(lane: Int = 0, _ body: (PeaksBuckets) -> Void) {
    lanes[lane].withLevels { body(PeaksBuckets(levels: $0)) }
  }
}
