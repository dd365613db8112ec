#if arch(x86_64) && !LAMINA_PORTABLE
  import CSSE2
#endif

/// Loops over rows of pixels that give the same bytes as pixman and are faster for what layers
/// mostly are. A switch turns them off: `RenderOptions.usesReferenceLoops`.
enum RowKernels {
  /// Blends `count` pixels over others.
  @inline(__always)
  static func over(
    _ destination: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    var index = 0
    #if arch(x86_64) && !LAMINA_PORTABLE
      // Two groups at a time: the second is begun while the first is under way.
      while index + 8 <= count {
        let target = destination + index
        let first = over4(load(source + index), load(target))
        let second = over4(load(source + index + 4), load(target + 4))
        store(first, target)
        store(second, target + 4)
        index += 8
      }
      if index + 4 <= count {
        store(over4(load(source + index), load(destination + index)), destination + index)
        index += 4
      }
      if index + 2 <= count {
        let pair = over4(load2(source + index), load2(destination + index))
        store2(pair, destination + index)
        index += 2
      }
      if index < count {
        let last = over4(load1(source + index), load1(destination + index))
        destination[index] = UInt32(bitPattern: _mm_cvtsi128_si32(last))
      }
    #else
      while index < count {
        destination[index] = Pixel.over(source[index], destination[index])
        index += 1
      }
    #endif
  }

  /// Blends one colour over `count` pixels.
  @inline(__always)
  static func over(_ destination: UnsafeMutablePointer<UInt32>, color: UInt32, _ count: Int) {
    var index = 0
    #if arch(x86_64) && !LAMINA_PORTABLE
      let four = _mm_set1_epi32(Int32(bitPattern: color))
      while index + 4 <= count {
        store(over4(four, load(destination + index)), destination + index)
        index += 4
      }
    #endif
    while index < count {
      destination[index] = Pixel.over(color, destination[index])
      index += 1
    }
  }

  /// Multiplies `count` pixels by `alpha / 255`.
  static func multiply(_ pixels: UnsafeMutablePointer<UInt32>, by alpha: UInt8, _ count: Int) {
    if alpha == 255 { return }
    for index in 0..<count { pixels[index] = Pixel.multiply(pixels[index], alpha) }
  }

  /// Multiplies each pixel by its coverage.
  static func multiply(
    _ pixels: UnsafeMutablePointer<UInt32>, by coverage: UnsafePointer<UInt8>, _ count: Int
  ) {
    for index in 0..<count {
      pixels[index] = Pixel.multiply(pixels[index], coverage[index])
    }
  }

  #if arch(x86_64) && !LAMINA_PORTABLE
    @inline(__always)
    private static func load(_ pointer: UnsafePointer<UInt32>) -> __m128i {
      UnsafeRawPointer(pointer).loadUnaligned(as: __m128i.self)
    }

    @inline(__always)
    private static func store(_ pixels: __m128i, _ pointer: UnsafeMutablePointer<UInt32>) {
      UnsafeMutableRawPointer(pointer).storeBytes(of: pixels, as: __m128i.self)
    }

    /// Two pixels, with nothing after them.
    @inline(__always)
    private static func load2(_ pointer: UnsafePointer<UInt32>) -> __m128i {
      __m128i(UnsafeRawPointer(pointer).loadUnaligned(as: Int64.self), 0)
    }

    @inline(__always)
    private static func store2(_ pixels: __m128i, _ pointer: UnsafeMutablePointer<UInt32>) {
      UnsafeMutableRawPointer(pointer).storeBytes(of: pixels[0], as: Int64.self)
    }

    /// One pixel, with nothing after it.
    @inline(__always)
    private static func load1(_ pointer: UnsafePointer<UInt32>) -> __m128i {
      _mm_cvtsi32_si128(Int32(bitPattern: pointer.pointee))
    }

    /// Four pixels over four: `s + d * (255 - alpha) / 255`, each component rounded by
    /// `(t + (t >> 8)) >> 8` with `t = d * (255 - alpha) + 128`, which is the high half of
    /// `t * 257`.
    @inline(__always)
    private static func over4(_ s: __m128i, _ d: __m128i) -> __m128i {
      let lowBytes = _mm_set1_epi16(0x00FF)
      let half = _mm_set1_epi16(0x80)
      let fraction = _mm_set1_epi16(0x0101)
      // 255 - alpha in both halves of each pixel.
      let alpha = _mm_srli_epi32(s, 24)
      let inverse = _mm_sub_epi16(lowBytes, _mm_or_si128(alpha, _mm_slli_epi32(alpha, 16)))
      let redBlue = _mm_mulhi_epu16(
        _mm_add_epi16(_mm_mullo_epi16(_mm_and_si128(d, lowBytes), inverse), half), fraction)
      let alphaGreen = _mm_mulhi_epu16(
        _mm_add_epi16(_mm_mullo_epi16(_mm_srli_epi16(d, 8), inverse), half), fraction)
      let below = _mm_or_si128(redBlue, _mm_slli_epi16(alphaGreen, 8))
      return _mm_adds_epu8(s, below)
    }
  #endif
}
