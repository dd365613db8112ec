import Lamina

/// The loops over samples. A comparison with NaN is false, so a sample that is NaN changes neither
/// the minimum nor the maximum.
enum PeaksKernels {
  typealias Four = SIMD4<Float>

  /// The smallest and largest of no samples: the minimum is above the maximum.
  static let nothing = (minimum: Float.infinity, maximum: -Float.infinity)

  static func load(_ pointer: UnsafePointer<Float>) -> Four {
    UnsafeRawPointer(pointer).loadUnaligned(as: Four.self)
  }

  static func store(_ four: Four, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: four, as: Four.self)
  }

  static func lower(_ value: inout Four, _ other: Four) { value = laneMin(other, value) }

  static func raise(_ value: inout Four, _ other: Four) { value = laneMax(other, value) }

  /// The smallest number of each of four vectors.
  static func minima(_ a: Four, _ b: Four, _ c: Four, _ d: Four) -> Four {
    let ab = laneMin(Four(a.x, b.x, a.y, b.y), Four(a.z, b.z, a.w, b.w))
    let cd = laneMin(Four(c.x, d.x, c.y, d.y), Four(c.z, d.z, c.w, d.w))
    return laneMin(Four(ab.x, ab.y, cd.x, cd.y), Four(ab.z, ab.w, cd.z, cd.w))
  }

  /// The largest number of each of four vectors.
  static func maxima(_ a: Four, _ b: Four, _ c: Four, _ d: Four) -> Four {
    let ab = laneMax(Four(a.x, b.x, a.y, b.y), Four(a.z, b.z, a.w, b.w))
    let cd = laneMax(Four(c.x, d.x, c.y, d.y), Four(c.z, d.z, c.w, d.w))
    return laneMax(Four(ab.x, ab.y, cd.x, cd.y), Four(ab.z, ab.w, cd.z, cd.w))
  }

  /// The numbers with even indices, of eight.
  static func evens(_ a: Four, _ b: Four) -> Four { Four(a.x, a.z, b.x, b.z) }

  /// The numbers with odd indices, of eight.
  static func odds(_ a: Four, _ b: Four) -> Four { Four(a.y, a.w, b.y, b.w) }

  static func minimum(_ value: Four) -> Float { minima(value, value, value, value).x }

  static func maximum(_ value: Four) -> Float { maxima(value, value, value, value).x }

  /// The peaks of 32 samples, as four lanes still to be compared with each other.
  @inline(__always)
  static func thirtyTwo(_ samples: UnsafePointer<Float>) -> (low: Four, high: Four) {
    var low = Four(repeating: .infinity)
    var high = Four(repeating: -.infinity)
    for part in 0..<8 {
      let four = load(samples + 4 * part)
      lower(&low, four)
      raise(&high, four)
    }
    return (low, high)
  }

  /// The peaks of each bucket of 32 samples.
  static func peaksOfThirtyTwos(
    _ samples: UnsafePointer<Float>, buckets: Int, minima: UnsafeMutablePointer<Float>,
    maxima: UnsafeMutablePointer<Float>
  ) {
    var bucket = 0
    while bucket + 4 <= buckets {
      let start = samples + 32 * bucket
      let (a, b) = (thirtyTwo(start), thirtyTwo(start + 32))
      let (c, d) = (thirtyTwo(start + 64), thirtyTwo(start + 96))
      store(Self.minima(a.low, b.low, c.low, d.low), minima + bucket)
      store(Self.maxima(a.high, b.high, c.high, d.high), maxima + bucket)
      bucket += 4
    }
    while bucket < buckets {
      let peaks = thirtyTwo(samples + 32 * bucket)
      minima[bucket] = minimum(peaks.low)
      maxima[bucket] = maximum(peaks.high)
      bucket += 1
    }
  }

  /// The peaks of each bucket of `size` samples.
  static func peaks(
    _ samples: UnsafePointer<Float>, buckets: Int, of size: Int,
    minima: UnsafeMutablePointer<Float>, maxima: UnsafeMutablePointer<Float>
  ) {
    if size == 32 {
      return peaksOfThirtyTwos(samples, buckets: buckets, minima: minima, maxima: maxima)
    }
    for bucket in 0..<buckets {
      let peaks = self.peaks(samples + size * bucket, count: size)
      minima[bucket] = peaks.minimum
      maxima[bucket] = peaks.maximum
    }
  }

  /// The peaks of a row of samples.
  static func peaks(
    _ samples: UnsafePointer<Float>, count: Int
  ) -> (minimum: Float, maximum: Float) {
    guard count >= 4 else {
      var (least, most) = nothing
      for index in 0..<count {
        least = samples[index] < least ? samples[index] : least
        most = samples[index] > most ? samples[index] : most
      }
      return (least, most)
    }
    var low = Four(repeating: .infinity)
    var high = Four(repeating: -.infinity)
    // Two of each, so that one comparison need not wait for the other.
    var (low2, high2) = (low, high)
    var index = 0
    while index + 8 <= count {
      let (a, b) = (load(samples + index), load(samples + index + 4))
      lower(&low, a)
      raise(&high, a)
      lower(&low2, b)
      raise(&high2, b)
      index += 8
    }
    if index + 4 <= count {
      let four = load(samples + index)
      lower(&low, four)
      raise(&high, four)
    }
    // The last four once more: it does no harm, and nothing is left over.
    let last = load(samples + count - 4)
    lower(&low2, last)
    raise(&high2, last)
    lower(&low, low2)
    raise(&high, high2)
    return (minimum(low), maximum(high))
  }

  /// The peaks of frames of two samples, as lanes of which the even ones are those of the first
  /// samples, and the odd ones of the second.
  static func peaksOfPairs(
    _ samples: UnsafePointer<Float>, frames: Int
  ) -> (low: Four, high: Four) {
    var low = Four(repeating: .infinity)
    var high = Four(repeating: -.infinity)
    var (low2, high2) = (low, high)
    var place = samples
    for _ in 0..<frames / 8 {
      for half in 0..<2 {
        let (a, b) = (load(place + 8 * half), load(place + 8 * half + 4))
        lower(&low, a)
        raise(&high, a)
        lower(&low2, b)
        raise(&high2, b)
      }
      place += 16
    }
    var index = frames / 8 * 8
    while index < frames {
      let pair = Four(
        samples[2 * index], samples[2 * index + 1], samples[2 * index], samples[2 * index + 1])
      lower(&low, pair)
      raise(&high, pair)
      index += 1
    }
    lower(&low, low2)
    raise(&high, high2)
    return (low, high)
  }

  /// The smallest number of each four.
  static func minimaOfFours(
    _ values: UnsafePointer<Float>, groups: Int, to result: UnsafeMutablePointer<Float>
  ) {
    var group = 0
    while group + 4 <= groups {
      let start = values + 4 * group
      store(minima(load(start), load(start + 4), load(start + 8), load(start + 12)), result + group)
      group += 4
    }
    while group < groups {
      result[group] = minimum(load(values + 4 * group))
      group += 1
    }
  }

  /// The largest number of each four.
  static func maximaOfFours(
    _ values: UnsafePointer<Float>, groups: Int, to result: UnsafeMutablePointer<Float>
  ) {
    var group = 0
    while group + 4 <= groups {
      let start = values + 4 * group
      store(maxima(load(start), load(start + 4), load(start + 8), load(start + 12)), result + group)
      group += 4
    }
    while group < groups {
      result[group] = maximum(load(values + 4 * group))
      group += 1
    }
  }
}
