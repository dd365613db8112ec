/// The coverage of one row of pixels, put together from intervals of sample rows.
///
/// All places are in 1/256 pixel from the left edge of the clip, and all sums are of integers.
struct GraphCoverage {
  /// Sample rows in a row of pixels.
  static let sampleRows = 16

  /// The width of the clip, in 1/256 pixel.
  private let width: Int
  /// 1/256 pixel times sample rows, for each pixel.
  private let cover: UnsafeMutablePointer<Int32>
  /// The intervals of one sample row, by their starts.
  private let starts: UnsafeMutablePointer<Int>
  private let ends: UnsafeMutablePointer<Int>
  private var count = 0

  /// - Parameters:
  ///   - columns: the width of the clip in pixels.
  ///   - memory: with room for so many columns.
  init(columns: Int, _ memory: Memory) {
    width = columns << 8
    cover = memory.cover
    starts = memory.starts
    ends = memory.ends
  }

  /// The memory that coverage is worked out in. Between uses, all of ``cover`` is 0.
  final class Memory {
    private(set) var cover: UnsafeMutablePointer<Int32>
    private(set) var starts: UnsafeMutablePointer<Int>
    private(set) var ends: UnsafeMutablePointer<Int>
    /// Indices of the pieces of the line that are near the row.
    private(set) var near: UnsafeMutablePointer<Int>
    private var columns = 0
    private var intervals = 0

    init() {
      cover = .allocate(capacity: 1)
      starts = .allocate(capacity: 1)
      ends = .allocate(capacity: 1)
      near = .allocate(capacity: 1)
    }

    deinit { deallocate() }

    private func deallocate() {
      cover.deallocate()
      starts.deallocate()
      ends.deallocate()
      near.deallocate()
    }

    /// Makes room for so many columns, and for so many intervals in a sample row.
    func reserve(columns: Int, intervals: Int) {
      if columns <= self.columns, intervals <= self.intervals { return }
      deallocate()
      self.columns = max(columns, self.columns)
      self.intervals = max(intervals, self.intervals)
      cover = .allocate(capacity: self.columns + 1)
      cover.update(repeating: 0, count: self.columns + 1)
      starts = .allocate(capacity: self.intervals)
      ends = .allocate(capacity: self.intervals)
      near = .allocate(capacity: self.intervals)
    }
  }

  /// Notes an interval of the sample row.
  @inline(__always)
  mutating func note(_ interval: (start: Int, end: Int)) {
    let start = max(interval.start, 0)
    let end = min(interval.end, width)
    if start >= end { return }
    var place = count
    count += 1
    while place > 0, starts[place - 1] > start {
      starts[place] = starts[place - 1]
      ends[place] = ends[place - 1]
      place -= 1
    }
    starts[place] = start
    ends[place] = end
  }

  /// Adds what the noted intervals cover together, and begins the next sample row.
  @inline(__always)
  mutating func addNoted() {
    if count == 0 { return }
    var start = starts[0]
    var end = ends[0]
    var index = 1
    while index < count {
      if starts[index] > end {
        add(start, end, weight: 1)
        start = starts[index]
      }
      end = max(end, ends[index])
      index += 1
    }
    add(start, end, weight: 1)
    count = 0
  }

  /// Adds an interval inside of the clip, to so many sample rows.
  @inline(__always)
  private func add(_ start: Int, _ end: Int, weight: Int32) {
    let first = start >> 8
    let last = end >> 8
    if first == last {
      cover[first] &+= Int32(truncatingIfNeeded: end - start) &* weight
      return
    }
    cover[first] &+= Int32(truncatingIfNeeded: 256 - start & 255) &* weight
    var pixel = first + 1
    while pixel < last {
      cover[pixel] &+= 256 &* weight
      pixel += 1
    }
    // Past the last column there is one more, which is not drawn.
    cover[last] &+= Int32(truncatingIfNeeded: end & 255) &* weight
  }

  /// Adds an interval that may reach out of the clip.
  @inline(__always)
  func addClipped(_ start: Int, _ end: Int, weight: Int32) {
    let start = max(start, 0)
    let end = min(end, width)
    if start < end { add(start, end, weight: weight) }
  }

  /// Draws the row with its coverage, and forgets that.
  @inline(__always)
  func blend(_ pixel: UInt32, into pixels: UnsafeMutablePointer<UInt32>) {
    let whole = Int32(256 * Self.sampleRows)
    for index in 0..<width >> 8 where cover[index] > 0 {
      let amount = UInt8(truncatingIfNeeded: (cover[index] * 255 + whole / 2) / whole)
      pixels[index] = Pixel.over(Pixel.multiply(pixel, amount), pixels[index])
      cover[index] = 0
    }
  }
}
