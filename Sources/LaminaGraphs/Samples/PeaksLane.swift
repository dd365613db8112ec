import Lamina

/// The smallest and the largest of a number of samples.
public struct Peaks: Sendable, Hashable {
  /// The smallest sample.
  public var minimum: Float
  /// The largest sample.
  public var maximum: Float

  /// Creates peaks from the smallest and the largest sample.
  public init(minimum: Float, maximum: Float) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The peaks of no samples: infinity and -infinity, the identity of a union with other peaks.
  public static var empty: Peaks { Peaks(minimum: .infinity, maximum: -.infinity) }

  /// The peaks of no samples.
  @available(*, deprecated, renamed: "empty")
  public static var nothing: Peaks { .empty }

  /// A Boolean value indicating whether these are the peaks of no samples, or of NaN samples only:
  /// the minimum is above the maximum.
  public var isEmpty: Bool { minimum > maximum }

  mutating func formUnion(_ other: Peaks) {
    minimum = other.minimum < minimum ? other.minimum : minimum
    maximum = other.maximum > maximum ? other.maximum : maximum
  }
}

/// One lane of a ``PeaksPyramid``.
struct PeaksLane: Sendable {
  /// The number of buckets of a level in one bucket of the next.
  static let factor = 4

  /// The number of samples in a bucket of a lane that keeps its samples.
  static let fineBucket = 32

  enum Samples: Sendable {
    case notKept
    case array([Float])
    case row(NumberRow<Float>)
  }

  struct Level: Sendable {
    var minima = NumberRow<Float>()
    var maxima = NumberRow<Float>()
  }

  private(set) var samples: Samples
  let bucketSize: Int
  private(set) var count = 0
  /// The levels of buckets, from the finest up. They contain complete buckets only.
  private(set) var levels: [Level] = []
  /// The peaks of the samples after the last complete bucket.
  private(set) var pending = Peaks.empty
  /// The peaks of all finite samples.
  private(set) var finitePeaks = Peaks.empty

  var pendingCount: Int { count % bucketSize }
  var bucketCount: Int { count / bucketSize }

  /// Creates an empty lane; `capacity` is the expected number of samples.
  init(keepsSamples: Bool, bucketSize: Int, capacity: Int) {
    samples = keepsSamples ? .row(NumberRow<Float>(capacity: capacity)) : .notKept
    self.bucketSize = bucketSize
    reserve(capacity)
  }

  /// Creates a lane that keeps an array without copying it.
  init(_ array: [Float]) {
    samples = .array(array)
    bucketSize = Self.fineBucket
    reserve(array.count)
    array.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { index(start, count: buffer.count) }
    }
  }

  private mutating func reserve(_ capacity: Int) {
    var buckets = capacity / bucketSize
    while buckets > 0 {
      levels.append(
        Level(
          minima: NumberRow<Float>(capacity: buckets), maxima: NumberRow<Float>(capacity: buckets)))
      buckets /= Self.factor
    }
  }

  // MARK: - Appending

  /// Appends `count` numbers, every `stride`th from `start` on.
  mutating func append(_ start: UnsafePointer<Float>, count: Int, stride: Int) {
    guard count > 0 else { return }
    switch samples {
    case .notKept where stride == 1:
      index(start, count: count)
    case .notKept:
      withUnsafeTemporaryAllocation(of: Float.self, capacity: min(count, 4096)) { buffer in
        let own = buffer.baseAddress!
        for first in Swift.stride(from: 0, to: count, by: buffer.count) {
          let part = min(buffer.count, count - first)
          Self.copy(start + first * stride, count: part, stride: stride, to: own)
          index(own, count: part)
        }
      }
    case .array(let array):
      // From here on the lane grows in memory of its own, which its copies do not read.
      var row = NumberRow<Float>(capacity: array.count + max(array.count / 2, count))
      let place = row.append(array.count)
      array.withUnsafeBufferPointer { buffer in
        if let start = buffer.baseAddress { place.initialize(from: start, count: buffer.count) }
      }
      samples = .row(row)
      append(start, count: count, stride: stride)
    case .row(var row):
      samples = .notKept
      let place = row.append(count)
      Self.copy(start, count: count, stride: stride, to: place)
      index(place, count: count)
      samples = .row(row)
    }
  }

  /// Appends to two lanes as many complete buckets as `frames` frames of two samples contain.
  ///
  /// - Returns: the number of frames appended; 0 if the lanes end in the middle of a bucket, or
  ///   keep samples.
  static func appendPairs(
    _ start: UnsafePointer<Float>, frames: Int, to first: inout PeaksLane,
    _ second: inout PeaksLane
  ) -> Int {
    let size = first.bucketSize
    let buckets = frames / size
    guard case .notKept = first.samples, first.pendingCount == 0, buckets > 0 else { return 0 }
    let (one, two) = (first.appendLevel(buckets), second.appendLevel(buckets))
    for bucket in 0..<buckets {
      let peaks = PeaksKernels.peaksOfPairs(start + 2 * size * bucket, frames: size)
      one.minima[bucket] = peaks.low.z < peaks.low.x ? peaks.low.z : peaks.low.x
      one.maxima[bucket] = peaks.high.z > peaks.high.x ? peaks.high.z : peaks.high.x
      two.minima[bucket] = peaks.low.w < peaks.low.y ? peaks.low.w : peaks.low.y
      two.maxima[bucket] = peaks.high.w > peaks.high.y ? peaks.high.w : peaks.high.y
    }
    first.noteBuckets(buckets, one.minima, one.maxima, of: start, stride: 2)
    second.noteBuckets(buckets, two.minima, two.maxima, of: start + 1, stride: 2)
    return buckets * size
  }

  /// Fills an empty lane with `frameCount` samples of which only the peaks of buckets are known;
  /// the last bucket may be incomplete.
  mutating func setBuckets(frameCount: Int, _ peaks: (_ bucket: Int) -> Peaks) {
    require(count == 0, "cannot set buckets in a lane that has samples")
    let whole = frameCount / bucketSize
    if levels.isEmpty { levels.append(Level()) }
    if whole > 0 {
      let minima = levels[0].minima.append(whole)
      let maxima = levels[0].maxima.append(whole)
      for bucket in 0..<whole {
        let peaks = peaks(bucket)
        minima[bucket] = peaks.minimum
        maxima[bucket] = peaks.maximum
        finitePeaks.formUnion(peaks)
      }
    }
    if frameCount % bucketSize > 0 {
      pending = peaks(whole)
      finitePeaks.formUnion(pending)
    }
    count = frameCount
    growLevels()
  }

  private static func copy(
    _ start: UnsafePointer<Float>, count: Int, stride: Int, to place: UnsafeMutablePointer<Float>
  ) {
    if stride == 1 { return place.initialize(from: start, count: count) }
    var index = 0
    if stride == 2 {
      // Stops before the last group: the second load would read past the end.
      while index + 4 < count {
        let pairs = start + 2 * index
        PeaksKernels.store(
          PeaksKernels.evens(PeaksKernels.load(pairs), PeaksKernels.load(pairs + 4)), place + index)
        index += 4
      }
    }
    while index < count {
      place[index] = start[index * stride]
      index += 1
    }
  }

  /// Indexes samples that follow the present ones.
  private mutating func index(_ start: UnsafePointer<Float>, count new: Int) {
    var start = start
    var left = new
    if pendingCount > 0 {
      let part = min(left, bucketSize - pendingCount)
      addToPending(start, count: part)
      start += part
      left -= part
      if pendingCount == 0 {
        push(pending)
        pending = .empty
      }
    }
    // In batches that stay in the processor's cache until the levels above have read them.
    while left >= bucketSize {
      let buckets = max(min(left, 1 << 15) / bucketSize, 1)
      pushBuckets(start, buckets)
      start += buckets * bucketSize
      left -= buckets * bucketSize
    }
    if left > 0 { addToPending(start, count: left) }
    growLevels()
  }

  private mutating func addToPending(_ start: UnsafePointer<Float>, count new: Int) {
    let peaks = PeaksKernels.peaks(start, count: new)
    let union = Peaks(minimum: peaks.minimum, maximum: peaks.maximum)
    pending.formUnion(union)
    count += new
    noteFinite(union, of: start, count: new)
  }

  private mutating func push(_ peaks: Peaks) {
    if levels.isEmpty { levels.append(Level()) }
    levels[0].minima.append(1).pointee = peaks.minimum
    levels[0].maxima.append(1).pointee = peaks.maximum
  }

  private mutating func pushBuckets(_ start: UnsafePointer<Float>, _ buckets: Int) {
    let (minima, maxima) = appendLevel(buckets)
    PeaksKernels.peaks(start, buckets: buckets, of: bucketSize, minima: minima, maxima: maxima)
    noteBuckets(buckets, minima, maxima, of: start, stride: 1)
  }

  /// Appends uninitialized buckets to the finest level.
  mutating func appendLevel(
    _ buckets: Int
  ) -> (minima: UnsafeMutablePointer<Float>, maxima: UnsafeMutablePointer<Float>) {
    if levels.isEmpty { levels.append(Level()) }
    return (levels[0].minima.append(buckets), levels[0].maxima.append(buckets))
  }

  /// Accounts for new buckets of the finest level, and builds those above. If `start` is nil, all
  /// peaks are taken as finite.
  mutating func noteBuckets(
    _ buckets: Int, _ minima: UnsafePointer<Float>, _ maxima: UnsafePointer<Float>,
    of start: UnsafePointer<Float>?, stride: Int
  ) {
    let union = Peaks(
      minimum: PeaksKernels.peaks(minima, count: buckets).minimum,
      maximum: PeaksKernels.peaks(maxima, count: buckets).maximum)
    count += buckets * bucketSize
    noteFinite(union, of: start, count: buckets * bucketSize, stride: stride)
    growLevels()
  }

  /// Adds the finite peaks of new samples to those of the lane. Infinite samples are rare enough to
  /// afford a second pass.
  private mutating func noteFinite(
    _ peaks: Peaks, of start: UnsafePointer<Float>?, count new: Int, stride: Int = 1
  ) {
    guard let start else { return finitePeaks.formUnion(peaks) }
    if peaks.isEmpty || (peaks.minimum.isFinite && peaks.maximum.isFinite) {
      return finitePeaks.formUnion(peaks)
    }
    for index in 0..<new {
      let sample = start[index * stride]
      guard sample.isFinite else { continue }
      finitePeaks.formUnion(Peaks(minimum: sample, maximum: sample))
    }
  }

  /// Builds a bucket from every four new ones of the level below.
  private mutating func growLevels() {
    var level = 1
    while true {
      let whole = level <= levels.count ? levels[level - 1].minima.count / Self.factor : 0
      guard whole > 0 else { return }
      if level == levels.count { levels.append(Level()) }
      let known = levels[level].minima.count
      guard whole > known else { return }
      let below = levels[level - 1]
      let minima = levels[level].minima.append(whole - known)
      below.minima.withUnsafePointer {
        PeaksKernels.minimaOfFours($0 + Self.factor * known, groups: whole - known, to: minima)
      }
      let maxima = levels[level].maxima.append(whole - known)
      below.maxima.withUnsafePointer {
        PeaksKernels.maximaOfFours($0 + Self.factor * known, groups: whole - known, to: maxima)
      }
      level += 1
    }
  }

  // MARK: - Samples

  /// Calls `body` with all samples, or with nil if they are not kept.
  func withSamples<Result>(_ body: (UnsafePointer<Float>?) -> Result) -> Result {
    switch samples {
    case .notKept: body(nil)
    case .array(let array): array.withUnsafeBufferPointer { body($0.baseAddress) }
    case .row(let row): row.withUnsafePointer { body($0) }
    }
  }
}
