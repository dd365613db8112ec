import Foundation
import Lamina
import LaminaBase
import LaminaGraphs

/// The y values of a plot, and what is known of them: extremes, gaps and a pyramid.
package struct PlotValues: Sendable {
  package private(set) var numbers: NumberColumn
  /// The extremes of the finite values; infinity and -infinity if there are none.
  package private(set) var low = Double.infinity
  package private(set) var high = -Double.infinity
  /// True if all finite values are whole.
  package private(set) var isWhole = true
  /// The peaks of the values less ``base``, as `Float`, in buckets of ``bucketSize``.
  private var pyramid: PeaksPyramid
  private var base: Double?
  /// The indices at which a gap begins or ends, in turn.
  private var borders = NumberRow<Int>()
  private var isInGap = false

  /// The number of values in a bucket, a power of two.
  static let bucketSize = 32

  package var count: Int { numbers.count }

  package init(_ numbers: NumberColumn) {
    self.numbers = numbers
    pyramid = PeaksPyramid(
      laneCount: 1, samplesPerBucket: Self.bucketSize, frameCapacity: numbers.count)
    numbers.withNumbers { note($0, from: 0) }
  }

  package mutating func append(_ new: UnsafeBufferPointer<Double>) {
    let first = count
    numbers.append(new)
    note(new, from: first)
  }

  // MARK: - What is known

  private typealias Four = SIMD4<Double>

  /// Notes what is to be known of new values, the first of which has an index.
  private mutating func note(_ new: UnsafeBufferPointer<Double>, from first: Int) {
    guard let start = new.baseAddress else { return }
    let portion = 4096
    withUnsafeTemporaryAllocation(of: Float.self, capacity: min(portion, max(new.count, 1))) {
      floats in
      var done = 0
      while done < new.count {
        let part = UnsafeBufferPointer(start: start + done, count: min(portion, new.count - done))
        if base == nil { chooseBase(part) }
        let base = base ?? 0
        if !noteFinite(part, base, floats) { noteEach(part, base, floats, from: first + done) }
        pyramid.append(
          interleaved: UnsafeBufferPointer(start: floats.baseAddress, count: part.count))
        done += part.count
      }
    }
  }

  /// Chooses what is subtracted from all values: something near them if they are far from zero, so
  /// that `Float` tells them apart.
  private mutating func chooseBase(_ part: UnsafeBufferPointer<Double>) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in part where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
    guard low <= high else { return }
    base = high - low < max(abs(low), abs(high)) / 16 ? low : 0
  }

  /// Notes a part of the values; false if some are not finite, in which case nothing is noted.
  private mutating func noteFinite(
    _ part: UnsafeBufferPointer<Double>, _ base: Double, _ floats: UnsafeMutableBufferPointer<Float>
  ) -> Bool {
    guard part.count >= 4, let start = part.baseAddress, let to = floats.baseAddress else {
      return false
    }
    var low = Four(repeating: .infinity)
    var high = -low
    var sum = Four.zero
    let raw = UnsafeRawPointer(start)
    let target = UnsafeMutableRawPointer(to)
    func note(_ index: Int) {
      let four = raw.loadUnaligned(fromByteOffset: 8 * index, as: Four.self)
      low.replace(with: four, where: four .< low)
      high.replace(with: four, where: four .> high)
      // NaN if a value is not finite.
      sum += four * 0
      target.storeBytes(
        of: SIMD4<Float>(four - base), toByteOffset: 4 * index, as: SIMD4<Float>.self)
    }
    for index in stride(from: 0, through: part.count - 4, by: 4) { note(index) }
    // The last four once more, so that none is left over.
    note(part.count - 4)
    guard sum.sum() == 0 else { return false }
    if isInGap { endGap(at: Int(pyramid.frameCount)) }
    self.low = min(self.low, low.min())
    self.high = max(self.high, high.max())
    if isWhole { isWhole = part.allSatisfy(\.isWhole) }
    return true
  }

  private mutating func noteEach(
    _ part: UnsafeBufferPointer<Double>, _ base: Double,
    _ floats: UnsafeMutableBufferPointer<Float>, from first: Int
  ) {
    for (index, value) in part.enumerated() {
      if value.isFinite {
        if isInGap { endGap(at: first + index) }
        if value < low { low = value }
        if value > high { high = value }
        if isWhole, !value.isWhole { isWhole = false }
        floats[index] = Float(value - base)
      } else {
        if !isInGap {
          borders.append(1).initialize(to: first + index)
          isInGap = true
        }
        floats[index] = .nan
      }
    }
  }

  private mutating func endGap(at index: Int) {
    borders.append(1).initialize(to: index)
    isInGap = false
  }

  // MARK: - Reading

  /// The largest difference of a value and ``base``.
  private var reach: Double { base.map { max(high - $0, $0 - low) } ?? 0 }

  /// True if the pyramid finds the extremes of a column of pixels to a 64th of one.
  ///
  /// - Parameters:
  ///   - unit: a pixel in units of the values; nil if it is not the same everywhere, as on a
  ///     logarithmic scale.
  package func isExact(to unit: Double?) -> Bool {
    let error = reach * 0x1p-23
    if reach == 0 { return true }
    guard reach > 1e-30, reach < 1e30 else { return false }
    if let unit { return error * 64 <= unit }
    return base == 0 || low > reach * 0x1p-12
  }

  /// Calls `body` with the runs of values between gaps that have values in a range, clamped to it.
  package func forEachRun(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    borders.withUnsafePointer { borders in
      // The first border after the start of the range.
      let first = (0..<self.borders.count).partitioningIndex { borders[$0] > range.lowerBound }
      // An odd number of borders is in a gap.
      var start = first % 2 == 0 ? range.lowerBound : nil as Int?
      var border = first
      while border < self.borders.count, borders[border] < range.upperBound {
        if let known = start {
          body(known..<borders[border])
          start = nil
        } else {
          start = borders[border]
        }
        border += 1
      }
      if let start, start < range.upperBound { body(start..<range.upperBound) }
    }
  }

  /// Calls `body` with a reader of the values.
  ///
  /// - Parameter usesPyramid: false to compare all values of a range.
  package func withReader(usesPyramid: Bool, _ body: (ValueReader) -> Void) {
    numbers.withNumbers { numbers in
      guard let start = numbers.baseAddress else { return }
      let base = base ?? 0
      if !usesPyramid { return body(ValueReader(numbers: start, base: base, buckets: nil)) }
      pyramid.withBuckets { body(ValueReader(numbers: start, base: base, buckets: $0)) }
    }
  }
}

extension PlotValues: Equatable {
  package static func == (left: Self, right: Self) -> Bool { left.numbers == right.numbers }
}

/// Reads y values in place.
package struct ValueReader {
  package let numbers: UnsafePointer<Double>
  /// The number that was subtracted from the values of the buckets.
  let base: Double
  let buckets: PeaksBuckets?

  /// Returns the smallest and the largest of some values, all of which are finite, as exactly as the buckets
  /// have them.
  ///
  /// - Complexity: O(log *n*) with a pyramid.
  @inline(__always)
  func peaks(in range: Range<Int>) -> (low: Double, high: Double) {
    let size = PlotValues.bucketSize
    if let buckets, (range.lowerBound | range.upperBound) & (size - 1) == 0 {
      let peaks = buckets.peaks(in: range.lowerBound / size..<range.upperBound / size)
      return (base + Double(peaks.minimum), base + Double(peaks.maximum))
    }
    if range.count > 2 * size {
      let (lowest, highest) = extremes(in: range)
      return (numbers[lowest], numbers[highest])
    }
    return comparedPeaks(in: range)
  }

  /// Returns the smallest and the largest of some values, all of which are compared.
  @inline(__always)
  private func comparedPeaks(in range: Range<Int>) -> (low: Double, high: Double) {
    let raw = UnsafeRawPointer(numbers)
    // The first value counts twice if their number is odd.
    var low = SIMD2(repeating: numbers[range.lowerBound])
    var high = low
    var index = range.lowerBound &+ range.count & 1
    while index < range.upperBound {
      let two = raw.loadUnaligned(fromByteOffset: 8 &* index, as: SIMD2<Double>.self)
      (low, high) = (laneMin(low, two), laneMax(high, two))
      index &+= 2
    }
    return (Swift.min(low.x, low.y), Swift.max(high.x, high.y))
  }

  /// Returns the bucket that has the smallest or the largest of some values, all of which are finite, and
  /// that value as exactly as the buckets have it; nil if the values are not those of whole buckets.
  @inline(__always)
  func extremeBucket(in range: Range<Int>, isHighest: Bool) -> (bucket: Int, value: Double)? {
    let size = PlotValues.bucketSize
    guard let buckets, (range.lowerBound | range.upperBound) & (size - 1) == 0 else {
      return nil
    }
    let found = buckets.extreme(
      in: range.lowerBound / size..<range.upperBound / size, isHighest: isHighest)
    return (found.bucket, base + Double(found.number))
  }

  /// Returns the index of the smallest or the largest of some values, all of which are finite.
  ///
  /// - Complexity: O(log *n*) with a pyramid.
  func extreme(in range: Range<Int>, isHighest: Bool) -> Int {
    if range.count > 2 * PlotValues.bucketSize {
      let (lowest, highest) = extremes(in: range)
      return isHighest ? highest : lowest
    }
    let (low, high) = comparedPeaks(in: range)
    let value = isHighest ? high : low
    var index = range.lowerBound
    while numbers[index] != value { index &+= 1 }
    return index
  }

  /// Returns the indices of the smallest and the largest of some values, all of which are finite.
  ///
  /// - Complexity: O(log *n*) with a pyramid.
  package func extremes(in range: Range<Int>) -> (lowest: Int, highest: Int) {
    var (lowest, highest) = (range.lowerBound, range.lowerBound)
    var (low, high) = (numbers[lowest], numbers[lowest])
    func look(_ first: Int, _ end: Int) {
      var index = first
      while index < end {
        let value = numbers[index]
        if value < low { (low, lowest) = (value, index) }
        if value > high { (high, highest) = (value, index) }
        index += 1
      }
    }
    let size = PlotValues.bucketSize
    let (first, end) = ((range.lowerBound + size - 1) / size, range.upperBound / size)
    guard let buckets, end - first >= 2 else {
      look(range.lowerBound, range.upperBound)
      return (lowest, highest)
    }
    look(range.lowerBound, first * size)
    let found = buckets.extremes(in: first..<end)
    look(found.lowest * size, found.lowest * size + size)
    if found.highest != found.lowest { look(found.highest * size, found.highest * size + size) }
    look(end * size, range.upperBound)
    return (lowest, highest)
  }
}
