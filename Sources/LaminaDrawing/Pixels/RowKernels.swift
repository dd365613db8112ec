/// Loops over rows of pixels that give the same bytes as pixman and are faster for what layers
/// mostly are. A switch turns them off: `RenderOptions.usesReferenceLoops`.
package enum RowKernels {
  /// Blends `count` pixels over others.
  @inline(__always)
  package static func over(
    _ destination: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    var index = 0
    // Two groups at a time: the second is begun while the first is under way.
    while index + 8 <= count {
      let target = destination + index
      let first = over(SIMD4(loading: source + index), SIMD4(loading: target))
      let second = over(SIMD4(loading: source + index + 4), SIMD4(loading: target + 4))
      first.store(to: target)
      second.store(to: target + 4)
      index += 8
    }
    if index + 4 <= count {
      over(SIMD4(loading: source + index), SIMD4(loading: destination + index))
        .store(to: destination + index)
      index += 4
    }
    if index + 2 <= count {
      over(SIMD4(loadingTwo: source + index), SIMD4(loadingTwo: destination + index))
        .storeTwo(to: destination + index)
      index += 2
    }
    if index < count {
      destination[index] =
        over(
          SIMD4(source[index], 0, 0, 0), SIMD4(destination[index], 0, 0, 0))[0]
    }
  }

  /// Blends `count` rows of `width` pixels over others.
  package static func over(
    _ destination: UnsafeMutablePointer<UInt32>, stride: Int,
    _ source: UnsafePointer<UInt32>, stride sourceStride: Int, width: Int, count: Int
  ) {
    var (destination, source) = (destination, source)
    for _ in 0..<count {
      over(destination, source, width)
      destination += stride
      source += sourceStride
    }
  }

  /// Blends one colour over `count` pixels.
  package static func over(_ destination: UnsafeMutablePointer<UInt32>, color: UInt32, _ count: Int)
  {
    var index = 0
    let four = SIMD4(repeating: color)
    while index + 4 <= count {
      over(four, SIMD4(loading: destination + index)).store(to: destination + index)
      index += 4
    }
    while index < count {
      destination[index] = Pixel.over(color, destination[index])
      index += 1
    }
  }

  /// Multiplies `count` pixels by `alpha / 255`.
  package static func multiply(
    _ pixels: UnsafeMutablePointer<UInt32>, by alpha: UInt8, _ count: Int
  ) {
    if alpha == 255 { return }
    for index in 0..<count { pixels[index] = Pixel.multiply(pixels[index], alpha) }
  }

  /// Multiplies each pixel by its coverage.
  package static func multiply(
    _ pixels: UnsafeMutablePointer<UInt32>, by coverage: UnsafePointer<UInt8>, _ count: Int
  ) {
    var index = 0
    while index &+ 4 <= count {
      let four = UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt32.self)
      if four != .max {
        let bytes = SIMD4(loading: pixels + index).bytes
        let all = SIMD16(fourfold: UInt32(littleEndian: four))
        SpanKernels.multiply(bytes.lowWords, all.lowWords)
          .bytes(followedBy: SpanKernels.multiply(bytes.highWords, all.highWords))
          .pixels.store(to: pixels + index)
      }
      index &+= 4
    }
    while index < count {
      pixels[index] = Pixel.multiply(pixels[index], coverage[index])
      index &+= 1
    }
  }

  /// Multiplies each component of `count` pixels by that of a colour.
  package static func tint(_ pixels: UnsafeMutablePointer<UInt32>, by color: UInt32, _ count: Int) {
    if color == .max { return }
    let factors = SIMD4(repeating: color).bytes.lowWords
    @inline(__always)
    func product(_ two: SIMD4<UInt32>) -> SIMD4<UInt32> {
      let words = SpanKernels.multiply(two.bytes.lowWords, factors)
      return words.bytes(followedBy: words).pixels
    }
    var index = 0
    while index &+ 2 <= count {
      product(SIMD4(loadingTwo: pixels + index)).storeTwo(to: pixels + index)
      index &+= 2
    }
    if index < count { pixels[index] = product(SIMD4(pixels[index], 0, 0, 0))[0] }
  }

  /// Adds `count` pixels to others, each component up to 255.
  package static func add(
    _ destination: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count where source[index] != 0 {
      let (a, b) = (destination[index], source[index])
      func sum(_ shift: UInt32) -> UInt32 {
        min(255, (a >> shift & 255) &+ (b >> shift & 255)) << shift
      }
      destination[index] = sum(24) | sum(16) | sum(8) | sum(0)
    }
  }

  /// Four pixels over four: `s + d * (255 - alpha) / 255`, each component rounded by
  /// `(t + (t >> 8)) >> 8` with `t = d * (255 - alpha) + 128`, which is the high half of `t * 257`.
  @inline(__always)
  private static func over(_ s: SIMD4<UInt32>, _ d: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let lowBytes = SIMD8<UInt16>(repeating: 0x00FF)
    let half = SIMD8<UInt16>(repeating: 0x80)
    let fraction = SIMD8<UInt16>(repeating: 0x0101)
    let eight = SIMD8<UInt16>(repeating: 8)
    // 255 - alpha in both halves of each pixel.
    let alpha = s &>> SIMD4(repeating: 24)
    let inverse = lowBytes &- (alpha | alpha &<< SIMD4(repeating: 16)).words
    let redBlue = ((d.words & lowBytes) &* inverse &+ half).highProduct(fraction)
    let alphaGreen = ((d.words &>> eight) &* inverse &+ half).highProduct(fraction)
    return s.bytes.saturatingSum((redBlue | alphaGreen &<< eight).pixels.bytes).pixels
  }
}
