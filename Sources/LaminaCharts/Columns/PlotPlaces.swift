import Foundation
import LaminaBase
import LaminaGraphs

/// The x values of a plot, and what is known of them.
package struct PlotPlaces: Sendable {
  /// The values; nil if they are evenly spaced.
  package private(set) var numbers: NumberColumn?
  private let start: Double
  private let step: Double
  /// Every ``PlotValues/bucketSize``th of the values, unless they are evenly spaced. They are few enough
  /// to stay in the processor's caches.
  private var borders: NumberRow<Double>
  /// The number of values.
  package private(set) var count = 0
  /// True if no value is less than the one before it, and all are finite: what a pyramid needs.
  package private(set) var isRising = true
  /// The extremes of the finite values; infinity and -infinity if there are none.
  package private(set) var low = Double.infinity
  package private(set) var high = -Double.infinity
  /// True if all values are whole.
  package private(set) var isWhole = true

  init(_ numbers: NumberColumn) {
    self.numbers = numbers
    (start, step) = (0, 1)
    borders = NumberRow(capacity: numbers.count / PlotValues.bucketSize + 1)
    note(from: 0)
  }

  init(from start: Double, by step: Double) {
    require(
      start.isFinite && step.isFinite && step > 0,
      "evenly spaced values need a finite start and a step of more than 0, not \(start) and \(step)"
    )
    (self.start, self.step) = (start, step)
    borders = NumberRow()
  }

  /// True if the values are evenly spaced.
  package var isEven: Bool { numbers == nil }

  /// Extends evenly spaced values to a number of them.
  mutating func extend(to count: Int) {
    self.count = count
    guard count > 0 else { return }
    (low, high) = (start, start + step * Double(count - 1))
    isWhole = start.isWhole && step.isWhole
    // Beyond the largest number, the last ones would be equal to infinity.
    isRising = high.isFinite
    if !isRising { high = .greatestFiniteMagnitude }
  }

  mutating func append(_ new: UnsafeBufferPointer<Double>) {
    let old = count
    numbers?.append(new)
    note(from: old)
  }

  /// Notes what is to be known of the numbers from an index on.
  private mutating func note(from first: Int) {
    guard let numbers else { return }
    count = numbers.count
    var (low, high, isRising, isWhole) = (low, high, isRising, isWhole)
    numbers.withNumbers { all in
      guard first < all.count, let start = all.baseAddress else { return }
      let portion = 4096
      var done = first
      while isRising, done < all.count {
        let end = min(done + portion, all.count)
        isRising = Self.isRising(start, from: max(0, done - 1), to: end)
        noteBorders(start, to: end)
        done = end
      }
      if isRising, all[first].isFinite, all[all.count - 1].isFinite {
        low = min(low, all[first])
        high = max(high, all[all.count - 1])
      } else {
        isRising = false
        for number in all[first...] where number.isFinite {
          if number < low { low = number }
          if number > high { high = number }
        }
      }
      if isWhole { isWhole = all[first...].allSatisfy { !$0.isFinite || $0.isWhole } }
    }
    (self.low, self.high, self.isRising, self.isWhole) = (low, high, isRising, isWhole)
  }

  /// Notes every so many of the numbers, up to an index.
  private mutating func noteBorders(_ numbers: UnsafePointer<Double>, to end: Int) {
    let size = PlotValues.bucketSize
    let first = borders.count
    let new = (end + size - 1) / size - first
    guard new > 0 else { return }
    let target = borders.append(new)
    for number in 0..<new { target[number] = numbers[(first + number) * size] }
  }

  private static func isRising(_ start: UnsafePointer<Double>, from first: Int, to end: Int) -> Bool
  {
    var index = first
    while index + 65 <= end {
      var rises = SIMDMask<SIMD4<Int64>>(repeating: true)
      let raw = UnsafeRawPointer(start + index)
      for part in 0..<16 {
        let here = raw.loadUnaligned(fromByteOffset: 32 * part, as: SIMD4<Double>.self)
        let next = raw.loadUnaligned(fromByteOffset: 32 * part + 8, as: SIMD4<Double>.self)
        rises = rises .& (here .<= next)
      }
      if !all(rises) { return false }
      index += 64
    }
    while index + 1 < end {
      if !(start[index] <= start[index + 1]) { return false }
      index += 1
    }
    return !start[end - 1].isNaN
  }

  /// Calls `body` with a reader of the values.
  func withReader<Result>(_ body: (PlaceReader) -> Result) -> Result {
    guard let numbers else {
      return body(PlaceReader(start: start, step: step, numbers: nil, borders: nil))
    }
    return numbers.withNumbers { all in
      borders.withUnsafePointer {
        body(
          PlaceReader(
            start: 0, step: 1, numbers: all.baseAddress, borders: isRising ? $0 : nil))
      }
    }
  }

  /// Returns the smallest distance of different values; nil if there are no two.
  ///
  /// - Complexity: O(1) for evenly spaced values, O(*n*) for rising ones, else O(*n* log *n*).
  func smallestStep() -> Double? {
    guard let numbers else { return count > 1 ? step : nil }
    var step = Double.infinity
    func look(_ all: UnsafeBufferPointer<Double>) {
      for index in all.indices.dropFirst() {
        let distance = all[index] - all[index - 1]
        if distance > 0, distance < step { step = distance }
      }
    }
    numbers.withNumbers { all in
      if isRising { return look(all) }
      all.filter(\.isFinite).sorted().withUnsafeBufferPointer(look)
    }
    return step.isFinite ? step : nil
  }
}

extension PlotPlaces: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.start == right.start && left.step == right.step
      && left.numbers == right.numbers
  }
}

/// Reads x values in place.
struct PlaceReader {
  let start: Double
  let step: Double
  let numbers: UnsafePointer<Double>?
  /// Every ``PlotValues/bucketSize``th of the numbers, if they rise.
  let borders: UnsafePointer<Double>?

  @inline(__always)
  subscript(index: Int) -> Double {
    guard let numbers else { return start + step * Double(index) }
    let size = PlotValues.bucketSize
    if let borders, index & (size - 1) == 0 { return borders[index / size] }
    return numbers[index]
  }
}
