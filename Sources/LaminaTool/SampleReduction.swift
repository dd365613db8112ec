/// The extremes of a series of any length, in memory for a fixed number of them.
///
/// Consecutive samples share a bucket, of which the smallest and the largest are kept. When all
/// buckets are full, every two become one. So a bucket is at most two parts of `capacity` of the
/// series, and no extreme is lost.
struct SampleReduction {
  /// The number of samples.
  private(set) var count = 0
  /// The number of samples in a bucket: a power of two.
  private(set) var bucketSize = 1
  /// The extremes of the buckets; NaN where all samples are gaps.
  private var minima: [Double] = []
  private var maxima: [Double] = []
  private let capacity: Int

  /// - Parameter capacity: the number of buckets, which is made even.
  init(capacity: Int) { self.capacity = max(2, capacity & ~1) }

  /// Adds a sample. One that is not finite is a gap.
  mutating func append(_ sample: Double) {
    let sample = sample.isFinite ? sample : .nan
    if count & (bucketSize - 1) == 0 {
      if minima.count == capacity { mergeBuckets() }
      minima.append(sample)
      maxima.append(sample)
    } else {
      let last = minima.count - 1
      // Comparisons with NaN are false.
      if !(sample >= minima[last]), !sample.isNaN { minima[last] = sample }
      if !(sample <= maxima[last]), !sample.isNaN { maxima[last] = sample }
    }
    count += 1
  }

  private mutating func mergeBuckets() {
    for bucket in 0..<capacity / 2 {
      let (first, second) = (2 * bucket, 2 * bucket + 1)
      // The minimum of a number and NaN is the number.
      minima[bucket] = Double.minimum(minima[first], minima[second])
      maxima[bucket] = Double.maximum(maxima[first], maxima[second])
    }
    minima.removeLast(capacity / 2)
    maxima.removeLast(capacity / 2)
    bucketSize *= 2
  }

  /// The smallest and the largest sample; nil if all are gaps.
  var extremes: ClosedRange<Double>? {
    let low = minima.reduce(Double.nan, Double.minimum)
    let high = maxima.reduce(Double.nan, Double.maximum)
    return low <= high ? low...high : nil
  }

  /// The vertices of a line that covers what the line through all samples covers: the samples, or
  /// the two extremes of each bucket.
  var vertices: [Double] {
    bucketSize == 1 ? minima : zip(minima, maxima).flatMap { [$0, $1] }
  }
}
