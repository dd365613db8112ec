import Foundation

extension PixelStorage {
  /// The lock that guards the mipmap chains of all storages.
  private static let copying = NSLock()

  /// The number of possible copies in the mipmap chain: the last has one pixel.
  var copyCount: Int { Int.bitWidth - (max(width, height) - 1).leadingZeroBitCount }

  /// Returns the level of the mipmap chain that is halved `count` times in both directions, each
  /// time rounded up to whole pixels.
  ///
  /// - Precondition: the drawing of the pixels is finished, and `count` is not more than
  ///   ``copyCount``.
  /// - Complexity: O(pixels) at the first call, then O(1).
  func halved(_ count: Int) -> PixelStorage {
    if count == 0 { return self }
    return Self.copying.withLock {
      while mipmapLevels.count < count {
        mipmapLevels.append((mipmapLevels.last ?? self).makeHalf())
      }
      return mipmapLevels[count - 1]
    }
  }

  /// Returns the next mipmap level. Each pixel is the mean of four, of which the last column or row
  /// may be used twice.
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

  /// Returns the mean of each component, halves rounded up.
  private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
    let high =
      (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
    return low >> 2 & mask | (high >> 2 & mask) << 8
  }
}

/// A trilinear sampler that reads between the pixels of two levels of a bitmap's mipmap chain, of
/// which the larger one may be the bitmap itself.
package struct TrilinearSampler {
  package let larger: Sampler
  package let smaller: Sampler
  /// The factors from a coordinate of the bitmap to one of each copy.
  package let largerScale: Double
  package let smallerScale: Double
  /// The weight of the smaller copy, in 256ths.
  package let weight: UInt32

  /// Creates a sampler for a level of detail.
  ///
  /// - Parameters:
  ///   - filter: the filter for the bitmap itself; copies are read with the linear filter.
  ///   - level: the number of halvings: the integer part selects the copy, the fraction is the
  ///     weight of the next.
  package init(_ storage: PixelStorage, filter: ContentsFilter, level: Double) {
    let last = storage.copyCount
    let first = min(last, Int(min(level, 64)))
    larger = Sampler(storage.halved(first), filter: level == 0 ? filter : .linear)
    weight = first < last ? UInt32((level - Double(first)) * 256) : 0
    smaller = weight == 0 ? larger : Sampler(storage.halved(first + 1), filter: .linear)
    largerScale = 1 / Double(1 << first)
    smallerScale = largerScale / 2
  }

  /// Reads a row of `count` device pixels, each at the place in the bitmap that `transform` gives its
  /// middle.
  package func read(
    fromX column: Int, y: Int, through transform: ProjectiveTransform,
    into row: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    transform.read(fromX: column, y: y, into: row, count) { pixel($0, $1) }
  }

  /// Returns the pixel at a position, in pixels of the bitmap.
  func pixel(_ x: Double, _ y: Double) -> UInt32 {
    let first = larger.pixel(larger.tapX(x * largerScale), larger.tapY(y * largerScale))
    if weight == 0 { return first }
    return Sampler.mix(
      first, smaller.pixel(smaller.tapX(x * smallerScale), smaller.tapY(y * smallerScale)), weight)
  }
}
