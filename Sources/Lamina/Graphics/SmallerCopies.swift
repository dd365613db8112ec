import Foundation

extension PixelStorage {
  /// Whoever adds to the copies of any storage holds it.
  private static let copying = NSLock()

  /// How many copies there can be: the last has one pixel.
  var copyCount: Int { Int.bitWidth - (max(width, height) - 1).leadingZeroBitCount }

  /// The pixels halved so many times, each time in both directions; rounded up to whole pixels.
  ///
  /// - Precondition: the drawing of the pixels is finished, and `count` is not more than
  ///   ``copyCount``.
  /// - Complexity: O(pixels) at the first call, then O(1).
  func halved(_ count: Int) -> PixelStorage {
    if count == 0 { return self }
    return Self.copying.withLock {
      while smallerCopies.count < count {
        smallerCopies.append((smallerCopies.last ?? self).makeHalf())
      }
      return smallerCopies[count - 1]
    }
  }

  /// Each pixel is the mean of four, of which the last column or row may be there twice.
  private func makeHalf() -> PixelStorage {
    let half = PixelStorage(width: (width + 1) / 2, height: (height + 1) / 2, padded: false)
    half.isOpaque = isOpaque
    for y in 0..<half.height {
      let upper = pixels + 2 * y * stride
      let lower = pixels + min(2 * y + 1, height - 1) * stride
      let out = half.pixels + y * half.stride
      for x in 0..<half.width {
        let left = 2 * x
        let right = min(left + 1, width - 1)
        out[x] = Self.mean(upper[left], upper[right], lower[left], lower[right])
      }
    }
    return half
  }

  /// Of each component, halves rounded up.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let high =
      (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
    return low >> 2 & mask | (high >> 2 & mask) << 8
  }
}

/// Reads pixels between those of two copies of a bitmap, of which the larger one may be the bitmap
/// itself.
struct CopySampler {
  let larger: Sampler
  let smaller: Sampler
  /// What a coordinate of the bitmap is multiplied by.
  let largerScale: Double
  let smallerScale: Double
  /// How much the smaller copy counts, in 256ths.
  let weight: UInt32

  /// - Parameters:
  ///   - filter: how pixels are read; those of copies by the linear filter.
  ///   - level: how many times halved: the whole part says which copy, the rest how much of the next.
  init(_ storage: PixelStorage, filter: ContentsFilter, level: Double) {
    let last = storage.copyCount
    let first = min(last, Int(min(level, 64)))
    larger = Sampler(storage.halved(first), filter: level == 0 ? filter : .linear)
    weight = first < last ? UInt32((level - Double(first)) * 256) : 0
    smaller = weight == 0 ? larger : Sampler(storage.halved(first + 1), filter: .linear)
    largerScale = 1 / Double(1 << first)
    smallerScale = largerScale / 2
  }

  /// The pixel at a place, in pixels of the bitmap.
  @inline(__always)
  func pixel(_ x: Double, _ y: Double) -> UInt32 {
    let first = larger.pixel(larger.tapX(x * largerScale), larger.tapY(y * largerScale))
    if weight == 0 { return first }
    return Sampler.mix(
      first, smaller.pixel(smaller.tapX(x * smallerScale), smaller.tapY(y * smallerScale)), weight)
  }
}
