// The vector operations in portable Swift, for what has no SSE2, and the documentation of both.
#if !arch(x86_64) || LAMINA_PORTABLE
  /// Begins to load the cache line of an address, which need not be valid, or does nothing.
  @inlinable package func prefetch(_ address: UnsafeRawPointer) {}

  /// Returns, lane by lane, `a` if it is lower, else `b`: also if one of them is NaN.
  @inlinable
  package func laneMin<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
  where Vector.Scalar: Comparable {
    b.replacing(with: a, where: a .< b)
  }

  /// Returns, lane by lane, `a` if it is higher, else `b`: also if one of them is NaN.
  @inlinable
  package func laneMax<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
  where Vector.Scalar: Comparable {
    b.replacing(with: a, where: a .> b)
  }

  /// Returns the largest integers that are not above four numbers, which fit into 32 bits.
  @inlinable package func floors(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD4<Int32> {
    SIMD4<Int32>(SIMD4(lowHalf: a, highHalf: b).rounded(.down))
  }

  extension SIMD16<UInt8> {
    /// Creates a vector of the bytes of a number from the lowest on, each four times.
    init(fourfold numbers: UInt32) {
      self.init()
      for lane in 0..<16 { self[lane] = UInt8(truncatingIfNeeded: numbers >> UInt32(lane / 4 * 8)) }
    }

    /// Returns the sums, at most 255.
    func saturatingSum(_ other: Self) -> Self {
      let sum = self &+ other
      return sum.replacing(with: 255, where: sum .< self)
    }

    /// Returns all ones where a lane is not above the other, else 0.
    @inlinable package func isAtMost(_ other: Self) -> Self {
      Self().replacing(with: 255, where: self .<= other)
    }

    /// The highest bits of the lanes, the first lane's in the lowest bit.
    @inlinable package var signBits: UInt32 {
      indices.reduce(0) { $0 | UInt32(self[$1] >> 7) << UInt32($1) }
    }

    /// The first eight lanes.
    var lowWords: SIMD8<UInt16> {
      get { SIMD8(truncatingIfNeeded: lowHalf) }
    }

    /// The last eight lanes.
    var highWords: SIMD8<UInt16> {
      get { SIMD8(truncatingIfNeeded: highHalf) }
    }
  }

  extension SIMD8<UInt16> {
    /// Returns the high halves of the products.
    func highProduct(_ other: Self) -> Self {
      let product =
        SIMD8<UInt32>(truncatingIfNeeded: self) &* SIMD8<UInt32>(truncatingIfNeeded: other)
      return Self(truncatingIfNeeded: product &>> 16)
    }

    /// Returns the lanes of this vector and those of another, none of which exceeds 255.
    func bytes(followedBy other: Self) -> SIMD16<UInt8> {
      SIMD16(
        lowHalf: SIMD8<UInt8>(truncatingIfNeeded: self),
        highHalf: SIMD8<UInt8>(truncatingIfNeeded: other))
    }
  }

  extension SIMD8<Int16> {
    /// Returns the sums of the products of every two lanes with those of another vector, which wrap
    /// around if all four factors are -32,768.
    func sumsOfPairs(times other: Self) -> SIMD4<Int32> {
      let products =
        SIMD8<Int32>(truncatingIfNeeded: self) &* SIMD8<Int32>(truncatingIfNeeded: other)
      return products.evenHalf &+ products.oddHalf
    }

    /// Returns the first four lanes, each followed by that of another vector.
    func lowPairs(with other: Self) -> Self {
      Self(self[0], other[0], self[1], other[1], self[2], other[2], self[3], other[3])
    }

    /// Returns the last four lanes, each followed by that of another vector.
    func highPairs(with other: Self) -> Self {
      Self(self[4], other[4], self[5], other[5], self[6], other[6], self[7], other[7])
    }
  }

  extension SIMD4<Int16> {
    /// The lanes clamped to 0...255, the first in the lowest byte.
    @inlinable package var clampedBytes: UInt32 {
      indices.reduce(0) { $0 | UInt32(UInt8(clamping: self[$1])) << UInt32(8 * $1) }
    }
  }

  extension SIMD4<Int32> {
    /// Returns the lanes of this vector and those of another, clamped to 16 bits.
    @inlinable package func clampedWords(followedBy other: Self) -> SIMD8<Int16> {
      SIMD8(lowHalf: SIMD4<Int16>(clamping: self), highHalf: SIMD4<Int16>(clamping: other))
    }

    /// The highest bits of the lanes, the first lane's in the lowest bit.
    var signBits: UInt32 {
      indices.reduce(0) { $0 | (self[$1] < 0 ? 1 : 0) << UInt32($1) }
    }

    /// Returns the first, second and third lanes of four vectors.
    static func transposed(_ rows: (Self, Self, Self, Self)) -> (Self, Self, Self) {
      let (a, b, c, d) = rows
      return (
        Self(a[0], b[0], c[0], d[0]), Self(a[1], b[1], c[1], d[1]), Self(a[2], b[2], c[2], d[2])
      )
    }
  }
#endif
