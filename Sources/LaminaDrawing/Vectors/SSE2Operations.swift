// The vector operations as SSE2 instructions. Each is documented in `PortableOperations.swift`.
#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2

  @inlinable package func prefetch(_ address: UnsafeRawPointer) { csse2_prefetch(address) }

  @inlinable
  package func laneMin(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { _mm_min_ps(a, b) }

  @inlinable
  package func laneMax(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { _mm_max_ps(a, b) }

  @inlinable package func laneMin(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    _mm_min_pd(a, b)
  }

  @inlinable package func laneMax(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    _mm_max_pd(a, b)
  }

  @inlinable
  package func laneMin(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    unsafeBitCast(
      _mm_min_epi16(unsafeBitCast(a, to: __m128i.self), unsafeBitCast(b, to: __m128i.self)),
      to: SIMD8<Int16>.self)
  }

  @inlinable
  package func laneMax(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    unsafeBitCast(
      _mm_max_epi16(unsafeBitCast(a, to: __m128i.self), unsafeBitCast(b, to: __m128i.self)),
      to: SIMD8<Int16>.self)
  }

  @inlinable package func floors(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD4<Int32> {
    let (first, last) = (_mm_cvttpd_epi32(a), _mm_cvttpd_epi32(b))
    // -1 in both halves of each number that was truncated upwards.
    let firstExcess = _mm_cmpgt_pd(_mm_cvtepi32_pd(first), a)
    let lastExcess = _mm_cmpgt_pd(_mm_cvtepi32_pd(last), b)
    return unsafeBitCast(_mm_unpacklo_epi64(first, last), to: SIMD4<Int32>.self)
      &+ SIMD4(
        lowHalf: unsafeBitCast(firstExcess, to: SIMD4<Int32>.self).evenHalf,
        highHalf: unsafeBitCast(lastExcess, to: SIMD4<Int32>.self).evenHalf)
  }

  extension SIMD16<UInt8> {
    init(fourfold numbers: UInt32) {
      let bytes = _mm_cvtsi32_si128(Int32(bitPattern: numbers))
      let pairs = _mm_unpacklo_epi8(bytes, bytes)
      self = unsafeBitCast(_mm_unpacklo_epi16(pairs, pairs), to: Self.self)
    }

    @inlinable var vector: __m128i {
      get { unsafeBitCast(self, to: __m128i.self) }
    }

    func saturatingSum(_ other: Self) -> Self {
      unsafeBitCast(_mm_adds_epu8(vector, other.vector), to: Self.self)
    }

    @inlinable package func isAtMost(_ other: Self) -> Self {
      unsafeBitCast(_mm_cmpeq_epi8(_mm_min_epu8(vector, other.vector), vector), to: Self.self)
    }

    @inlinable package var signBits: UInt32 {
      get { UInt32(bitPattern: _mm_movemask_epi8(vector)) }
    }

    var lowWords: SIMD8<UInt16> {
      get {
        unsafeBitCast(_mm_unpacklo_epi8(vector, _mm_setzero_si128()), to: SIMD8<UInt16>.self)
      }
    }

    var highWords: SIMD8<UInt16> {
      get {
        unsafeBitCast(_mm_unpackhi_epi8(vector, _mm_setzero_si128()), to: SIMD8<UInt16>.self)
      }
    }
  }

  extension SIMD8<UInt16> {
    private var vector: __m128i {
      get { unsafeBitCast(self, to: __m128i.self) }
    }

    func highProduct(_ other: Self) -> Self {
      unsafeBitCast(_mm_mulhi_epu16(vector, other.vector), to: Self.self)
    }

    func bytes(followedBy other: Self) -> SIMD16<UInt8> {
      unsafeBitCast(_mm_packus_epi16(vector, other.vector), to: SIMD16<UInt8>.self)
    }
  }

  extension SIMD8<Int16> {
    private var vector: __m128i {
      get { unsafeBitCast(self, to: __m128i.self) }
    }

    func sumsOfPairs(times other: Self) -> SIMD4<Int32> {
      unsafeBitCast(_mm_madd_epi16(vector, other.vector), to: SIMD4<Int32>.self)
    }

    func lowPairs(with other: Self) -> Self {
      unsafeBitCast(_mm_unpacklo_epi16(vector, other.vector), to: Self.self)
    }

    func highPairs(with other: Self) -> Self {
      unsafeBitCast(_mm_unpackhi_epi16(vector, other.vector), to: Self.self)
    }
  }

  extension SIMD4<Int16> {
    @inlinable package var clampedBytes: UInt32 {
      @inline(__always) get {
        let words = unsafeBitCast(SIMD8(lowHalf: self, highHalf: self), to: __m128i.self)
        return UInt32(bitPattern: _mm_cvtsi128_si32(_mm_packus_epi16(words, words)))
      }
    }
  }

  extension SIMD4<Int32> {
    @inlinable var vector: __m128i {
      get { unsafeBitCast(self, to: __m128i.self) }
    }

    @inlinable package func clampedWords(followedBy other: Self) -> SIMD8<Int16> {
      unsafeBitCast(_mm_packs_epi32(vector, other.vector), to: SIMD8<Int16>.self)
    }

    var signBits: UInt32 {
      get {
        UInt32(bitPattern: _mm_movemask_ps(unsafeBitCast(self, to: SIMD4<Float>.self)))
      }
    }

    static func transposed(_ rows: (Self, Self, Self, Self)) -> (Self, Self, Self) {
      let (a, b, c, d) = (rows.0.vector, rows.1.vector, rows.2.vector, rows.3.vector)
      let (ab, cd) = (_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d))
      return (
        unsafeBitCast(_mm_unpacklo_epi64(ab, cd), to: Self.self),
        unsafeBitCast(_mm_unpackhi_epi64(ab, cd), to: Self.self),
        unsafeBitCast(
          _mm_unpacklo_epi64(_mm_unpackhi_epi32(a, b), _mm_unpackhi_epi32(c, d)), to: Self.self)
      )
    }
  }
#endif
