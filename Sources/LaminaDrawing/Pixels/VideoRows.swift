/// Conversion of opaque pixels to the luma and chroma of video: BT.709 of limited range, in integer
/// arithmetic, so that the bytes are the same on every machine.
///
///     Y  = ( 5983 R + 20127 G +  2032 B +  16 * 32768 + 16384) >> 15
///     Cb = (-3298 R - 11094 G + 14392 B + 128 * 32768 + 16384) >> 15
///     Cr = (14392 R - 13072 G -  1320 B + 128 * 32768 + 16384) >> 15
///
/// The factors are those of ITU-R BT.709-6, section 3, times 32768, in which red, green and blue
/// have 219 steps and chroma 224 of the 255 of a byte.
///
/// Chroma of half the size is that of weighted means of six pixels, 1 2 1 across and 1 1 down. Each
/// sample is at the place of the left one of two pixels, halfway between two rows, as in MPEG-2 and
/// H.264 (chroma sample location type 0).
package enum VideoRows {
  /// The number of columns that are converted at once.
  package static let blockWidth = 16

  /// Converts columns of two rows to luma, and to chroma of half the size.
  ///
  /// The pointers are those of the first column. The pixels beside the columns count, too.
  ///
  /// - Parameters:
  ///   - top: the upper row of `width` pixels.
  ///   - bottom: the lower row; the same as `top` at the end of an odd number of rows.
  ///   - columns: the columns, from a multiple of ``blockWidth`` to another, or to `width`.
  ///   - width: the number of columns in a row.
  ///   - luma: the luma of both rows; the lower one is that of `top` again if `bottom` is.
  ///   - blue: the blue chroma of both rows.
  ///   - red: the red chroma of both rows.
  package static func convertPair(
    _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, columns: Range<Int>, width: Int,
    luma: (top: UnsafeMutablePointer<UInt8>, bottom: UnsafeMutablePointer<UInt8>),
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>
  ) {
    var x = columns.lowerBound
    let end = columns.upperBound
    // The pixels come from the cache of the processor that drew them.
    let ahead = 2 * (bottom - top)
    while x + blockWidth <= end {
      prefetch(top + x + ahead)
      prefetch(bottom + x + ahead)
      let before = x == 0 ? 0 : x - 1
      let (first, second) = (top[x], bottom[x])
      // Cheaper to tell than it is to convert, and most of a picture of flat areas.
      if top[before] == first, bottom[before] == second {
        let run = uniformEnd(top, bottom, from: x, to: end)
        if run > x {
          let count = run - x
          let (upper, lower) = (
            PixelWords(SIMD4(repeating: first)), PixelWords(SIMD4(repeating: second))
          )
          (luma.top + x).update(repeating: upper.luma.firstByte, count: count)
          (luma.bottom + x).update(repeating: lower.luma.firstByte, count: count)
          let sum = upper + lower
          (blue + x / 2).update(repeating: sum.blue(1).firstByte, count: count / 2)
          (red + x / 2).update(repeating: sum.red(1).firstByte, count: count / 2)
          x = run
          continue
        }
      }
      convertBlock(
        top + x, bottom + x, before: before - x, luma: (luma.top + x, luma.bottom + x),
        blue: blue + x / 2, red: red + x / 2)
      x += blockWidth
    }
    guard x < end else { return }
    // The last block repeats the last pixel of its row.
    let count = end - x
    let pixelCount = 2 * (blockWidth + 1)
    let byteCount = 3 * blockWidth
    // One allocation: of two nested ones, Swift 6.3's optimizer takes the end for an error.
    withUnsafeTemporaryAllocation(byteCount: 4 * pixelCount + byteCount, alignment: 16) { memory in
      let upper = memory.baseAddress!.bindMemory(to: UInt32.self, capacity: pixelCount) + 1
      let lower = upper + blockWidth + 1
      for column in -1..<blockWidth {
        let place = max(0, min(x + column, width - 1))
        upper[column] = top[place]
        lower[column] = bottom[place]
      }
      let out = (memory.baseAddress! + 4 * pixelCount)
        .bindMemory(to: UInt8.self, capacity: byteCount)
      convertBlock(
        upper, lower, before: -1, luma: (out, out + blockWidth), blue: out + 2 * blockWidth,
        red: out + 5 * blockWidth / 2)
      (luma.top + x).update(from: out, count: count)
      (luma.bottom + x).update(from: out + blockWidth, count: count)
      (blue + x / 2).update(from: out + 2 * blockWidth, count: (count + 1) / 2)
      (red + x / 2).update(from: out + 5 * blockWidth / 2, count: (count + 1) / 2)
    }
  }

  /// Converts pixels to as many samples of luma and of chroma.
  package static func convert(
    _ pixels: UnsafePointer<UInt32>, count: Int, luma: UnsafeMutablePointer<UInt8>,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>
  ) {
    var x = 0
    while x + blockWidth <= count {
      convertBlock(pixels + x, luma: luma + x, blue: blue + x, red: red + x)
      x += blockWidth
    }
    while x < count {
      let words = PixelWords(SIMD4(repeating: pixels[x]))
      luma[x] = words.luma.firstByte
      blue[x] = words.blue(0).firstByte
      red[x] = words.red(0).firstByte
      x += 1
    }
  }

  /// Returns where the blocks end that repeat, in each of two rows, the pixel of a column.
  private static func uniformEnd(
    _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, from start: Int, to end: Int
  ) -> Int {
    let (first, second) = (SIMD4(repeating: top[start]), SIMD4(repeating: bottom[start]))
    var x = start
    let ahead = 2 * (bottom - top)
    while x + blockWidth <= end, isUniform(top + x, first), isUniform(bottom + x, second) {
      prefetch(top + x + ahead)
      prefetch(bottom + x + ahead)
      x += blockWidth
    }
    return x
  }

  private static func isUniform(_ pixels: UnsafePointer<UInt32>, _ color: SIMD4<UInt32>) -> Bool {
    let differences =
      (SIMD4(loading: pixels) ^ color) | (SIMD4(loading: pixels + 4) ^ color)
      | (SIMD4(loading: pixels + 8) ^ color) | (SIMD4(loading: pixels + 12) ^ color)
    return differences.isZero
  }

  private static func convertBlock(
    _ top: UnsafePointer<UInt32>, _ bottom: UnsafePointer<UInt32>, before: Int,
    luma: (top: UnsafeMutablePointer<UInt8>, bottom: UnsafeMutablePointer<UInt8>),
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>
  ) {
    let upper = PixelBlock(top)
    upper.storeLuma(to: luma.top)
    let lower = PixelBlock(bottom)
    lower.storeLuma(to: luma.bottom)
    let edge =
      PixelWords(SIMD4(repeating: top[before])) + PixelWords(SIMD4(repeating: bottom[before]))
    let (a, b) = (upper.words.0 + lower.words.0, upper.words.1 + lower.words.1)
    let (c, d) = (upper.words.2 + lower.words.2, upper.words.3 + lower.words.3)
    let first = PixelWords.filtered(edge, a, b)
    let last = PixelWords.filtered(b, c, d)
    let chroma = first.blue(3).clampedWords(followedBy: last.blue(3)).unsigned
      .bytes(followedBy: first.red(3).clampedWords(followedBy: last.red(3)).unsigned)
    UnsafeMutableRawPointer(blue).storeBytes(of: chroma.lowHalf, as: SIMD8<UInt8>.self)
    UnsafeMutableRawPointer(red).storeBytes(of: chroma.highHalf, as: SIMD8<UInt8>.self)
  }

  private static func convertBlock(
    _ pixels: UnsafePointer<UInt32>, luma: UnsafeMutablePointer<UInt8>,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>
  ) {
    let block = PixelBlock(pixels)
    block.storeLuma(to: luma)
    let (a, b, c, d) = block.words
    PixelBlock.store(a.blue(0), b.blue(0), c.blue(0), d.blue(0), to: blue)
    PixelBlock.store(a.red(0), b.red(0), c.red(0), d.red(0), to: red)
  }
}

/// Sixteen pixels.
private struct PixelBlock {
  let words: (PixelWords, PixelWords, PixelWords, PixelWords)

  init(_ pixels: UnsafePointer<UInt32>) {
    words = (
      PixelWords(SIMD4(loading: pixels)), PixelWords(SIMD4(loading: pixels + 4)),
      PixelWords(SIMD4(loading: pixels + 8)), PixelWords(SIMD4(loading: pixels + 12))
    )
  }

  func storeLuma(to bytes: UnsafeMutablePointer<UInt8>) {
    Self.store(words.0.luma, words.1.luma, words.2.luma, words.3.luma, to: bytes)
  }

  static func store(
    _ a: SIMD4<Int32>, _ b: SIMD4<Int32>, _ c: SIMD4<Int32>, _ d: SIMD4<Int32>,
    to bytes: UnsafeMutablePointer<UInt8>
  ) {
    let low = a.clampedWords(followedBy: b).unsigned
    let high = c.clampedWords(followedBy: d).unsigned
    UnsafeMutableRawPointer(bytes).storeBytes(
      of: low.bytes(followedBy: high), as: SIMD16<UInt8>.self)
  }
}

/// The components of four pixels, or of sums of pixels, in words.
private struct PixelWords {
  /// Blue and red of each pixel.
  let blueAndRed: SIMD8<Int16>
  /// Green of each pixel, and alpha, which has no effect.
  let greenAndAlpha: SIMD8<Int16>

  init(_ pixels: SIMD4<UInt32>) {
    let mask = SIMD4<UInt32>(repeating: 0xFF_00FF)
    blueAndRed = unsafeBitCast(pixels & mask, to: SIMD8<Int16>.self)
    greenAndAlpha = unsafeBitCast((pixels &>> 8) & mask, to: SIMD8<Int16>.self)
  }

  private init(_ blueAndRed: SIMD8<Int16>, _ greenAndAlpha: SIMD8<Int16>) {
    (self.blueAndRed, self.greenAndAlpha) = (blueAndRed, greenAndAlpha)
  }

  static func + (left: Self, right: Self) -> Self {
    Self(left.blueAndRed &+ right.blueAndRed, left.greenAndAlpha &+ right.greenAndAlpha)
  }

  /// Returns the sums of the pixels beside every second one of eight, and twice of itself.
  ///
  /// - Parameter before: four pixels, the last of which is before the eight.
  static func filtered(_ before: Self, _ a: Self, _ b: Self) -> Self {
    Self(
      filtered(before.blueAndRed, a.blueAndRed, b.blueAndRed),
      filtered(before.greenAndAlpha, a.greenAndAlpha, b.greenAndAlpha))
  }

  private static func filtered(
    _ before: SIMD8<Int16>, _ a: SIMD8<Int16>, _ b: SIMD8<Int16>
  ) -> SIMD8<Int16> {
    let (a, b) = (a.pairs, b.pairs)
    let even = SIMD4(lowHalf: a.evenHalf, highHalf: b.evenHalf).words
    let odd = SIMD4(lowHalf: a.oddHalf, highHalf: b.oddHalf)
    let earlier = SIMD4(before.pairs[3], odd[0], odd[1], odd[2])
    return even &+ even &+ odd.words &+ earlier.words
  }

  var luma: SIMD4<Int32> { mean(5983, 20_127, 2032, base: 16, exponent: 0) }

  /// Returns the blue chroma of the means of 2 to the power of `exponent` pixels.
  func blue(_ exponent: Int32) -> SIMD4<Int32> {
    mean(-3298, -11_094, 14_392, base: 128, exponent: exponent)
  }

  /// Returns the red chroma of the means of 2 to the power of `exponent` pixels.
  func red(_ exponent: Int32) -> SIMD4<Int32> {
    mean(14_392, -13_072, -1320, base: 128, exponent: exponent)
  }

  private func mean(
    _ red: Int16, _ green: Int16, _ blue: Int16, base: Int32, exponent: Int32
  ) -> SIMD4<Int32> {
    let outer = SIMD8(blue, red, blue, red, blue, red, blue, red)
    let inner = SIMD8(green, 0, green, 0, green, 0, green, 0)
    let sums =
      blueAndRed.sumsOfPairs(times: outer) &+ greenAndAlpha.sumsOfPairs(times: inner)
    return (sums &+ SIMD4(repeating: (2 * base + 1) << (14 + exponent)))
      &>> SIMD4(repeating: 15 + exponent)
  }
}

extension SIMD4<Int32> {
  fileprivate var firstByte: UInt8 {
    get { UInt8(truncatingIfNeeded: self[0]) }
  }

  fileprivate var words: SIMD8<Int16> {
    get { unsafeBitCast(self, to: SIMD8<Int16>.self) }
  }
}

extension SIMD8<Int16> {
  fileprivate var pairs: SIMD4<Int32> {
    get { unsafeBitCast(self, to: SIMD4<Int32>.self) }
  }

  fileprivate var unsigned: SIMD8<UInt16> {
    get { unsafeBitCast(self, to: SIMD8<UInt16>.self) }
  }
}
