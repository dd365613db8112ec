/// The discs of one radius that are on the upper edge of all of them.
///
/// Of two discs, the left one is the higher one left of some place, and the other one right of it. So
/// one pass with a stack finds those that are on the edge, as for a convex hull, in a time proportional
/// to their number.
@usableFromInline package struct DiscEnvelope: ~Copyable {
  @usableFromInline package struct Disc: BitwiseCopyable {
    /// The centre; smaller y are higher.
    @usableFromInline package var center: SIMD2<Double>
    /// The place from which the disc is above those before it.
    @usableFromInline package var from: Double
    /// The number of the disc, of all that were given.
    @usableFromInline package var index: Int

    @inlinable init(center: SIMD2<Double>, from: Double, index: Int) {
      (self.center, self.from, self.index) = (center, from, index)
    }
  }

  /// The discs on the edge, from left to right.
  @usableFromInline package private(set) var discs = ScratchArray<Disc>()

  @inlinable package init() {}

  /// Finds the discs that are on the edge.
  ///
  /// - Parameters:
  ///   - count: the number of discs, at least one.
  ///   - narrowest: the width of the visible part up to which a disc is left out, unless it is higher by half
  ///     its radius than the lower one of those beside it.
  ///   - center: returns the centre of a disc by its number. None is left of the one before it.
  @inlinable
  package mutating func find(
    count: Int, radius: Double, narrowest: Double = 0, center: (Int) -> SIMD2<Double>
  ) {
    discs.reserve(count)
    let discs = discs.base
    var last = 0
    discs[0] = Disc(center: center(0), from: -.infinity, index: 0)
    for index in 1..<max(count, 1) {
      let disc = center(index)
      var from = Self.meeting(discs[last].center, disc, radius: radius)
      // Nothing of the last disc is visible, or little.
      while from <= discs[last].from + narrowest, last > 0 {
        if from > discs[last].from,
          max(discs[last &- 1].center.y, disc.y) - discs[last].center.y >= radius / 2
        {
          break
        }
        last &-= 1
        from = Self.meeting(discs[last].center, disc, radius: radius)
      }
      last &+= 1
      discs[last] = Disc(center: disc, from: from, index: index)
    }
    self.discs.count = last + 1
  }

  /// Returns the place from which a disc is above another, whose centre is not right of its own.
  @inlinable @inline(__always)
  package static func meeting(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, radius: Double
  ) -> Double {
    let d = b - a
    // All is computed without a branch, as what is true of the next two discs cannot be foreseen.
    let ratio = radius * radius / (d.x * d.x + d.y * d.y) - 0.25
    let part = (ratio > 0 ? ratio : 0).squareRoot()
    let beside = d.y < 0 ? b.x - radius : max(a.x + radius, b.x - radius)
    // They meet on the upper half of both, or else where the higher one ends.
    return abs(d.y) <= 2 * d.x * part ? (a.x + b.x) * 0.5 + d.y * part : beside
  }
}
