import Lamina

extension PeaksPyramid {
  /// Appends frames of whole numbers, samples times 32,768, to a pyramid that keeps no samples.
  mutating func append(integers samples: UnsafeBufferPointer<Int16>) {
    require(
      samples.count % laneCount == 0,
      "\(samples.count) samples do not divide into frames of \(laneCount)")
    let done = appendBuckets(samples)
    guard done < samples.count else { return }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: samples.count - done) { floats in
      for index in done..<samples.count {
        floats[index - done] = Self.sample(samples[index])
      }
      append(interleaved: UnsafeBufferPointer(floats))
    }
  }

  private static func sample(_ integer: Int16) -> Float { Float(integer) / 32_768 }

  /// Appends as many whole buckets as there are, if the lanes are in a row of eight whole frames
  /// or more, and end with a bucket.
  ///
  /// - Returns: of how many samples they are.
  private mutating func appendBuckets(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    let laneCount = laneCount
    let size = samplesPerBucket * laneCount
    let buckets = samples.count / size
    guard buckets > 0, 8 % laneCount == 0, size % 16 == 0, lanes[0].pendingCount == 0,
      let start = samples.baseAddress
    else { return 0 }
    let levels = lanes.indices.map { lanes[$0].appendLevel(buckets) }
    for bucket in 0..<buckets {
      let peaks = Self.peaks(start + bucket * size, count: size)
      for lane in 0..<laneCount {
        var (low, high) = (peaks.low[lane], peaks.high[lane])
        var index = lane + laneCount
        while index < 8 {
          low = min(low, peaks.low[index])
          high = max(high, peaks.high[index])
          index += laneCount
        }
        levels[lane].minima[bucket] = Self.sample(low)
        levels[lane].maxima[bucket] = Self.sample(high)
      }
    }
    for (lane, level) in levels.enumerated() {
      lanes[lane].noteBuckets(buckets, level.minima, level.maxima, of: nil, stride: 1)
    }
    frameCount += Int64(buckets * samplesPerBucket)
    return buckets * size
  }

  private typealias Eight = SIMD8<Int16>

  /// The smallest and largest of every eighth number; `count` is a multiple of 16.
  private static func peaks(
    _ start: UnsafePointer<Int16>, count: Int
  ) -> (low: Eight, high: Eight) {
    var (low, high) = (Eight(repeating: .max), Eight(repeating: .min))
    var (low2, high2) = (low, high)
    var place = UnsafeRawPointer(start)
    for _ in 0..<count / 16 {
      let first = place.loadUnaligned(as: Eight.self)
      let second = place.loadUnaligned(fromByteOffset: 16, as: Eight.self)
      low = laneMin(low, first)
      high = laneMax(high, first)
      low2 = laneMin(low2, second)
      high2 = laneMax(high2, second)
      place += 32
    }
    return (laneMin(low, low2), laneMax(high, high2))
  }
}
