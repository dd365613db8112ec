#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// The winding at 16 x 16 points of each pixel of a row in which several edges meet.
///
/// The points of a line of samples lie 1/16 pixel apart; each line is shifted by another of 16
/// fractions of that, so that all 256 points of a pixel are at different x.
///
/// Windings are counted from the lowest there can be, so `Counter` needs to hold only how many
/// there are.
struct PixelSamples<Counter: FixedWidthInteger & SIMDScalar & BitwiseCopyable>
where Counter.SIMD16Storage: BitwiseCopyable {
  /// One of 16 lines of samples, or the same place in all 16.
  typealias Line = SIMD16<Counter>

  /// By how much each line's first point of the line is shifted, in 1/256 pixel.
  private static var shifts: SIMD16<UInt8> {
    [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]
  }

  /// 16 lines for each column that was drawn into, one after another.
  private var counters = Growable<Counter>()
  /// Where each column's counters begin; -1 where there are none.
  private var places = Growable<Int32>()
  /// By how much the winding changes, at each column, for all points from there on.
  private var carries = Growable<Counter>()
  /// For each of the carries whether it was written.
  private var hasCarry = Growable<Bool>()
  /// What was carried up to the current column.
  private var carried = Line.zero
  /// 16 times 0, 16 times 1, 16 times 0.
  private let steps: UnsafeMutablePointer<Counter>
  /// The shifts in 1/65,536 pixel.
  private let shifts: UnsafeMutablePointer<Int32>
  /// How many samples of each line lie left of the edge that is being added.
  private let lefts: UnsafeMutablePointer<Int32>

  init() {
    steps = .allocate(capacity: 48)
    shifts = .allocate(capacity: 16)
    lefts = .allocate(capacity: 16)
    for index in 0..<48 { steps[index] = index / 16 == 1 ? 1 : 0 }
    for index in 0..<16 { shifts[index] = Int32(Self.shifts[index]) << 8 }
  }

  func deallocate() {
    steps.deallocate()
    shifts.deallocate()
    lefts.deallocate()
    counters.deallocate()
    places.deallocate()
    carries.deallocate()
    hasCarry.deallocate()
  }

  /// Makes ready for a row of `width` columns.
  mutating func begin(_ width: Int) {
    if places.count <= width {
      places.reserve(width + 1)
      places.count = places.capacity
      places.base.update(repeating: -1, count: places.count)
      hasCarry.reserve(places.count)
      hasCarry.base.update(repeating: false, count: places.count)
      carries.reserve(places.count * 16)
    }
    carried = .zero
    counters.count = 0
    lastColumn = width
  }

  private var lastColumn = 0

  mutating func endRow() {
    hasCarry[lastColumn] = false
  }

  @inline(__always)
  private mutating func place(_ column: Int) -> UnsafeMutablePointer<Counter> {
    if places[column] < 0 { addPlace(column) }
    return counters.base + Int(places[column])
  }

  @inline(never)
  private mutating func addPlace(_ column: Int) {
    let count = counters.count
    counters.reserve(count + 256)
    (counters.base + count).update(repeating: 0, count: 256)
    counters.count = count + 256
    places[column] = Int32(truncatingIfNeeded: count)
  }

  /// The first line of samples at or below `y`, in 1/256 pixel.
  @inline(__always)
  private static func line(_ y: Int32) -> Int { Int((y &+ 7) >> 4) }

  /// Adds `direction` to all samples of a column that lie right of a line down, or takes it
  /// from those left of it.
  @inline(__always)
  mutating func add(
    _ piece: Chain.Piece, _ direction: Int32, _ column: Int, countsLeft: Bool
  ) {
    let (first, end) = (Self.line(piece.y0), Self.line(piece.y1))
    if first >= end { return }
    let place = place(column)
    // In 1/65,536 pixel from the column's left edge, at the first line of samples.
    let height = Int(piece.y1 &- piece.y0)
    let slope = Double(Int(piece.x1 &- piece.x0)) * 256 / Double(height)
    let above = Double(first &* 16 &+ 8 &- Int(piece.y0))
    let x =
      (Int(piece.x0) &- column << 8) << 8 &+ Int(PathRasterizer.nearest64(above * slope))
    let change = Int(PathRasterizer.nearest64(16 * slope))
    setLefts(x &- first &* change, change)
    let table = UnsafeRawPointer(countsLeft ? steps + 32 : steps + 16)
    let size = MemoryLayout<Counter>.stride
    let adds = direction > 0 || countsLeft
    for line in first..<end {
      let mask = (table - Int(lefts[line]) &* size).loadUnaligned(as: Line.self)
      let target = UnsafeMutableRawPointer(place + line &* 16)
      let old = target.load(as: Line.self)
      target.storeBytes(of: adds ? old &+ mask : old &- mask, as: Line.self)
    }
  }

  /// Sets how many samples of each line lie left of an edge: at `x` on the first line and
  /// `change` further on each next one, in 1/65,536 pixel.
  @inline(__always)
  private func setLefts(_ x: Int, _ change: Int) {
    if (x &+ 1 << 29) >> 30 == 0, (change &+ 1 << 24) >> 25 == 0 {
      let change = Int32(truncatingIfNeeded: change)
      var x =
        SIMD4(repeating: Int32(truncatingIfNeeded: x) &+ 3967)
        &+ SIMD4(0, change, change &+ change, change &+ change &+ change)
      let four = SIMD4(repeating: change &<< 2)
      for group in 0..<4 {
        let shift = UnsafeRawPointer(shifts + group &* 4).load(as: SIMD4<Int32>.self)
        var left = (x &- shift) &>> 12
        left.replace(with: 0, where: left .< 0)
        left.replace(with: 16, where: left .> 16)
        UnsafeMutableRawPointer(lefts + group &* 4).storeBytes(of: left, as: SIMD4<Int32>.self)
        x &+= four
      }
    } else {
      for line in 0..<16 {
        let place = x &+ line &* change &- Int(shifts[line]) &+ 3967
        lefts[line] = Int32(truncatingIfNeeded: max(0, min(16, place >> 12)))
      }
    }
  }

  /// Adds `change` to the winding of all points from `column` on.
  @inline(__always)
  mutating func carry(_ column: Int, _ change: Counter) {
    if change == 0 { return }
    carry(column, Line(repeating: change))
  }

  /// Adds a line's direction to the winding of all points from `column` on that are in its
  /// height.
  @inline(__always)
  mutating func carry(_ column: Int, _ piece: Chain.Piece, _ direction: Int32) {
    let (first, end) = (Self.line(piece.y0), Self.line(piece.y1))
    if first >= end { return }
    let size = MemoryLayout<Counter>.stride
    let from = (UnsafeRawPointer(steps + 16) - first &* size).loadUnaligned(as: Line.self)
    let to = (UnsafeRawPointer(steps + 16) - end &* size).loadUnaligned(as: Line.self)
    carry(column, direction > 0 ? from &- to : to &- from)
  }

  @inline(__always)
  private mutating func carry(_ column: Int, _ change: Line) {
    let place = UnsafeMutableRawPointer(carries.base + column &* 16)
    if hasCarry[column] {
      place.storeBytes(of: place.load(as: Line.self) &+ change, as: Line.self)
    } else {
      hasCarry[column] = true
      place.storeBytes(of: change, as: Line.self)
    }
  }

  /// Goes on to `column`.
  @inline(__always)
  mutating func pass(_ column: Int) {
    if hasCarry[column] {
      hasCarry[column] = false
      carried &+= UnsafeRawPointer(carries.base + column &* 16).load(as: Line.self)
    }
  }

  /// Goes on to `column`, which has samples, and gives the share of them that is inside.
  @inline(__always)
  mutating func coverage(_ column: Int, _ low: Int32, _ rule: FillRule) -> UInt8 {
    pass(column)
    let place = UnsafeRawPointer(place(column))
    places[column] = -1
    // Counters begin at the lowest winding.
    let levels = Line(repeating: Counter(truncatingIfNeeded: 0 &- low)) &- carried
    let inside =
      Counter.self == UInt8.self
      ? SampleBytes.inside(place, unsafeBitCast(levels, to: SIMD16<UInt8>.self), rule)
      : Self.inside(place, levels, rule)
    return UInt8(truncatingIfNeeded: (inside &* 255 &+ 128) >> 8)
  }

  /// How many of 256 counters differ from the levels of their lines, or by an odd number.
  private static func inside(_ place: UnsafeRawPointer, _ levels: Line, _ rule: FillRule) -> Int {
    let counters = place.assumingMemoryBound(to: Counter.self)
    var count = 0
    for index in 0..<256 {
      let winding = counters[index] &- levels[index >> 4]
      if rule == .nonZero ? winding != 0 : winding & 1 != 0 { count += 1 }
    }
    return count
  }
}

/// Counting among 256 samples of a byte.
private enum SampleBytes {
  /// How many differ from the levels of their lines, or by an odd number.
  @inline(__always)
  static func inside(
    _ place: UnsafeRawPointer, _ levels: SIMD16<UInt8>, _ rule: FillRule
  ) -> Int {
    if rule == .evenOdd {
      var sums = SIMD16<UInt8>.zero
      for line in 0..<16 {
        sums &+=
          (place + line &* 16).load(as: SIMD16<UInt8>.self) & 1
          ^ SIMD16(repeating: levels[line] & 1)
      }
      return sum(sums)
    }
    #if arch(x86_64) && !LAMINA_PORTABLE
      // What compares equal is -1.
      var sums = _mm_setzero_si128()
      if levels == SIMD16(repeating: levels[0]) {
        let level = _mm_set1_epi8(Int8(bitPattern: levels[0]))
        for line in 0..<16 {
          let counts = (place + line &* 16).load(as: __m128i.self)
          sums = _mm_sub_epi8(sums, _mm_cmpeq_epi8(counts, level))
        }
      } else {
        for line in 0..<16 {
          let counts = (place + line &* 16).load(as: __m128i.self)
          let level = _mm_set1_epi8(Int8(bitPattern: levels[line]))
          sums = _mm_sub_epi8(sums, _mm_cmpeq_epi8(counts, level))
        }
      }
      let halves = _mm_sad_epu8(sums, _mm_setzero_si128())
      return 256 &- Int(truncatingIfNeeded: halves[0] &+ halves[1])
    #else
      // The upper bit of each byte that is not zero.
      let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
      var count = 0
      for line in 0..<16 {
        let level = UInt64(levels[line]) &* 0x0101_0101_0101_0101
        for half in 0..<2 {
          let bytes = place.load(fromByteOffset: line &* 16 &+ half &* 8, as: UInt64.self)
          let value: UInt64 = bytes ^ level
          let carry: UInt64 = (value & low) &+ low
          count &+= ((carry | value) & ~low).nonzeroBitCount
        }
      }
      return count
    #endif
  }

  @inline(__always)
  private static func sum(_ bytes: SIMD16<UInt8>) -> Int {
    let words = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    // Each is 16 at most, so pairs and fours of them fit into a byte.
    let pairs = (words & 0x00FF_00FF_00FF_00FF) &+ ((words &>> 8) & 0x00FF_00FF_00FF_00FF)
    let all = pairs[0] &+ pairs[1]
    return Int((all &* 0x0001_0001_0001_0001) >> 48)
  }
}
