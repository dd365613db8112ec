/// The fraction of a pixel right of an edge on each of 16 horizontal sub-scanlines through it, in
/// 1/2048, and whether the edge goes down.
///
/// The lines are 1/16 pixel apart; the outermost ones are 1/32 pixel from the pixel's upper and
/// lower side. Each number is twice the share, plus one for an edge down, so that they can be
/// sorted; on lines that the edge does not cross it is 0.
struct SubScanlineCoverage {
  /// The shares on half of the lines.
  typealias Half = SIMD8<Int16>

  private(set) var upper: Half
  private(set) var lower: Half

  /// The shares of no edge.
  static var zero: SubScanlineCoverage { SubScanlineCoverage(upper: .zero, lower: .zero) }

  private init(upper: Half, lower: Half) {
    self.upper = upper
    self.lower = lower
  }

  @inline(__always)
  init(_ edge: SubsampledCells.CellEdge, _ column: Int32) {
    let first = SubsampledCells.line(edge.y0)
    let end = SubsampledCells.line(edge.y1)
    if first >= end {
      upper = .zero
      lower = .zero
      return
    }
    let mark: Int16 = edge.direction > 0 ? 1 : 0
    if max(edge.x0, edge.x1) <= column << 8 {
      // All of the edge lies left of the pixel.
      upper = Half(repeating: 4096 | mark) & Self.mask(first, end)
      lower = Half(repeating: 4096 | mark) & Self.mask(first &- 8, end &- 8)
      return
    }
    // Sums may overflow on lines that the edge does not cross.
    let slope = Double(edge.x1 &- edge.x0) / Double(edge.y1 &- edge.y0)
    let above = Double(Int32(truncatingIfNeeded: first &* 16 &+ 8) &- edge.y0)
    let place = Double(edge.x0 &- column << 8) + above * slope
    let step = Int32(truncatingIfNeeded: NearestInteger.int64(slope * 128))
    let start =
      2048 &- Int32(truncatingIfNeeded: NearestInteger.int64(place * 8))
      &+ Int32(truncatingIfNeeded: first) &* step
    (upper, lower) = Self.clamped(start, step)
    upper = (upper &+ upper) | Half(repeating: mark)
    lower = (lower &+ lower) | Half(repeating: mark)
    if end &- first < 16 {
      upper &= Self.mask(first, end)
      lower &= Self.mask(first &- 8, end &- 8)
    }
  }

  /// Creates the shares of a line through the whole row, from `x0` to `x1`.
  @inline(__always)
  init(x0: Int32, x1: Int32, _ direction: Int32, _ column: Int32) {
    let change = Double(x1 &- x0)
    let place = Double(x0 &- column << 8) + change * (1 / 32)
    let step = Int32(truncatingIfNeeded: NearestInteger.int64(change * 0.5))
    let start = 2048 &- Int32(truncatingIfNeeded: NearestInteger.int64(place * 8))
    let mark: Int16 = direction > 0 ? 1 : 0
    (upper, lower) = Self.clamped(start, step)
    upper = (upper &+ upper) | Half(repeating: mark)
    lower = (lower &+ lower) | Half(repeating: mark)
  }

  /// Returns all ones in `first..<end`, zero elsewhere.
  @inline(__always)
  private static func mask(_ first: Int, _ end: Int) -> Half {
    let places = Half(0, 1, 2, 3, 4, 5, 6, 7)
    let low = Half(repeating: Int16(truncatingIfNeeded: first))
    let high = Half(repeating: Int16(truncatingIfNeeded: end))
    // The sign of a number below zero is all ones.
    return ((places &- high) &>> 15) & ~((places &- low) &>> 15)
  }

  /// Returns `start`, reduced by another `step` on each line, clamped to 0...2048.
  private static func clamped(_ start: Int32, _ step: Int32) -> (upper: Half, lower: Half) {
    let one = SIMD4(repeating: step)
    let two = one &+ one
    let four = two &+ two
    let a = SIMD4(repeating: start) &- (one & SIMD4(0, -1, 0, -1)) &- (two & SIMD4(0, 0, -1, -1))
    let b = a &- four
    let c = b &- four
    let d = c &- four
    return (clamped(a.clampedWords(followedBy: b)), clamped(c.clampedWords(followedBy: d)))
  }

  private static func clamped(_ shares: Half) -> Half {
    laneMax(laneMin(shares, Half(repeating: 2048)), .zero)
  }

  /// Returns the share on a line.
  subscript(line: Int) -> Int16 { (line < 8 ? upper[line] : lower[line &- 8]) >> 1 }

  /// Adds an edge that crosses other lines.
  mutating func add(_ other: SubScanlineCoverage) {
    upper &+= other.upper
    lower &+= other.lower
  }

  /// Keeps the larger number of each line and leaves the smaller in `other`.
  mutating func exchange(_ other: inout SubScanlineCoverage) {
    (upper, other.upper) = (laneMax(upper, other.upper), laneMin(upper, other.upper))
    (lower, other.lower) = (laneMax(lower, other.lower), laneMin(lower, other.lower))
  }
}

/// The winding number on each of a pixel's 16 sub-scanlines.
struct SubScanlineWindings {
  private var upper: SubScanlineCoverage.Half
  private var lower: SubScanlineCoverage.Half

  init(_ winding: Int32) {
    // There are too few edges to bring a clamped winding back to 0.
    upper = .init(repeating: Int16(clamping: winding))
    lower = upper
  }

  /// Creates the windings from a common one and their differences from it.
  ///
  /// - Parameter carried: the amount by which each line's winding exceeds `winding`.
  init(_ winding: Int32, _ carried: UnsafePointer<SIMD4<Int32>>, _ rule: FillRule) {
    func sum(_ index: Int) -> SIMD4<Int32> {
      let sum = carried[index] &+ SIMD4(repeating: winding)
      return rule == .nonZero ? sum : sum & 1
    }
    upper = sum(0).clampedWords(followedBy: sum(1))
    lower = sum(2).clampedWords(followedBy: sum(3))
  }

  /// Returns the coverage of a pixel from its left side through edges that are sorted on each line.
  @inline(__always)
  func coverage(
    _ sorted: UnsafePointer<SubScanlineCoverage>, _ count: Int, _ rule: FillRule
  ) -> UInt8 {
    var (upper, lower) = (upper, lower)
    var beforeUpper = SubScanlineCoverage.Half(repeating: 2048)
    var beforeLower = beforeUpper
    var sumUpper = SubScanlineCoverage.Half.zero
    var sumLower = sumUpper
    let one = SubScanlineCoverage.Half(repeating: 1)
    for index in 0..<count {
      let shares = sorted[index]
      let (right, rightLower) = (shares.upper &>> 1, shares.lower &>> 1)
      sumUpper &+= (beforeUpper &- right) & Self.inside(upper, rule)
      sumLower &+= (beforeLower &- rightLower) & Self.inside(lower, rule)
      upper &+= ((shares.upper & one) &<< 1) &- one
      lower &+= ((shares.lower & one) &<< 1) &- one
      beforeUpper = right
      beforeLower = rightLower
    }
    sumUpper &+= beforeUpper & Self.inside(upper, rule)
    sumLower &+= beforeLower & Self.inside(lower, rule)
    let sum = Self.sum(sumUpper &+ sumLower)
    return UInt8(truncatingIfNeeded: (sum &* 255 &+ 16_384) >> 15)
  }

  /// Returns all ones where a winding is inside.
  private static func inside(_ winding: SubScanlineCoverage.Half, _ rule: FillRule)
    -> SubScanlineCoverage.Half
  {
    if rule == .evenOdd { return SubScanlineCoverage.Half.zero &- (winding & 1) }
    return unsafeBitCast(winding .!= .zero, to: SubScanlineCoverage.Half.self)
  }

  /// Returns the sum of numbers in 0...4096.
  private static func sum(_ numbers: SubScanlineCoverage.Half) -> Int {
    // Eight of them fit into 16 bits without a sign.
    let words = unsafeBitCast(numbers, to: SIMD2<UInt64>.self)
    let all = words[0] &+ words[1]
    return Int((all &* 0x0001_0001_0001_0001) >> 48)
  }
}
