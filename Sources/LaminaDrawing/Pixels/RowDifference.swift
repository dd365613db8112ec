/// The difference of one row of pixels from another: each byte minus the other's, modulo 256.
package struct RowDifference {
  private let row: UnsafePointer<UInt32>
  private let other: UnsafePointer<UInt32>

  /// Creates the difference of `row` from `other`.
  package init(_ row: UnsafePointer<UInt32>, from other: UnsafePointer<UInt32>) {
    (self.row, self.other) = (row, other)
  }

  /// The difference in a column.
  private subscript(x: Int) -> UInt32 {
    @inline(__always) get {
      // The highest bit of each byte is added without a carry.
      let (high, a, b) = (0x8080_8080 as UInt32, row[x], other[x])
      return ((a | high) &- (b & ~high)) ^ ((a ^ ~b) & high)
    }
  }

  /// Returns the first column from `start` on whose difference is not `value`, or `end`.
  ///
  /// - Complexity: O(length of the run).
  @inline(__always)
  private func endOfRun(from start: Int, to end: Int, of value: UInt32) -> Int {
    var x = start
    let values = SIMD4(repeating: value).bytes
    while x + 16 <= end {
      let differences =
        (four(x) ^ values) | (four(x + 4) ^ values) | (four(x + 8) ^ values)
        | (four(x + 12) ^ values)
      guard differences.pixels.isZero else { break }
      x += 16
    }
    while x < end, self[x] == value { x += 1 }
    return x
  }

  /// Returns the first column between `start` and `end` whose pixels differ, or `end`.
  ///
  /// - Complexity: O(*result* - *start*).
  package func firstDifference(from start: Int, to end: Int) -> Int {
    endOfRun(from: start, to: end, of: 0)
  }

  /// Returns the column after the last one between `start` and `end` whose pixels differ, or `start`.
  ///
  /// - Complexity: O(*end* - *result*).
  package func endOfDifferences(from start: Int, to end: Int) -> Int {
    var x = end
    while x > start, self[x - 1] == 0 { x -= 1 }
    return x
  }

  /// Writes the runs of equal differences in the first `count` columns, at least 1: the difference in
  /// the low half of a number, and in the high half in how many further columns it is the same.
  ///
  /// - Returns: the number of runs.
  package func writeRuns(count: Int, to runs: UnsafeMutablePointer<UInt64>) -> Int {
    var x = 0
    var runCount = 0
    var value = self[0]
    while true {
      var end = x + 1
      var next = end < count ? self[end] : ~value
      if next == value {
        end = endOfRun(from: end + 1, to: count, of: value)
        if end < count { next = self[end] }
      }
      runs[runCount] = UInt64(end - x - 1) << 32 | UInt64(value)
      runCount += 1
      if end == count { return runCount }
      (x, value) = (end, next)
    }
  }

  /// Writes the differences in the first `count` columns.
  package func write(count: Int, to output: UnsafeMutablePointer<UInt32>) {
    var x = 0
    while x + 4 <= count {
      four(x).pixels.store(to: output + x)
      x += 4
    }
    while x < count {
      output[x] = self[x]
      x += 1
    }
  }

  private func four(_ x: Int) -> SIMD16<UInt8> {
    SIMD4(loading: row + x).bytes &- SIMD4(loading: other + x).bytes
  }
}
