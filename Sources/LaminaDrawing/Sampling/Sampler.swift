import Foundation

/// A filter that samples a bitmap at fractional positions.
///
/// A value depends only on the requested position, so a row may begin anywhere.
@usableFromInline package struct Sampler {
  package let storage: PixelStorage
  private let filter: ContentsFilter

  init(_ storage: PixelStorage, filter: ContentsFilter) {
    self.storage = storage
    self.filter = filter
  }

  /// A filter tap on one axis: two neighbouring pixels, and the weight of the second, in 256ths.
  package struct FilterTap: BitwiseCopyable {
    var first: Int32
    var second: Int32
    var weight: UInt32
  }

  /// The bias subtracted from a position for nearest filtering: on the edge between two pixels, or
  /// if rounding has put a position just past it, the first is chosen, as in pixman. It is far less
  /// than a pixel of contents at the largest possible enlargement.
  private static let tieBias = 0x1p-42

  /// Returns the tap for `position` (in pixels; 0.5 is the centre of the first) on an axis of
  /// `length`.
  func tap(_ position: Double, _ length: Int) -> FilterTap {
    let last = Double(length - 1)
    if filter == .nearest {
      let index = Int32(max(0, min(last, position - Self.tieBias)))
      return FilterTap(first: index, second: index, weight: 0)
    }
    let shifted = max(0, min(last, position - 0.5))
    let first = Int32(shifted)
    return FilterTap(
      first: first, second: min(first + 1, Int32(length - 1)),
      weight: UInt32((shifted - Double(first)) * 256))
  }

  package func tapX(_ position: Double) -> FilterTap { tap(position, storage.width) }
  package func tapY(_ position: Double) -> FilterTap { tap(position, storage.height) }

  /// Returns the pixel at a pair of taps.
  @inline(__always)
  func pixel(_ x: FilterTap, _ y: FilterTap) -> UInt32 {
    let upper = storage.pixels + Int(y.first) * storage.stride
    if x.weight == 0, y.weight == 0 { return upper[Int(x.first)] }
    let lower = storage.pixels + Int(y.second) * storage.stride
    let (left, right) = (Int(x.first), Int(x.second))
    return Self.mix(
      SIMD4(upper[left], upper[right], 0, 0), SIMD4(lower[left], lower[right], 0, 0), x.weight,
      y.weight)
  }

  /// Returns the mix of `a` and `b` in the proportion of `256 - weight` to `weight`, rounded to the
  /// nearest.
  @inline(__always)
  @inlinable package static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
    let rest = 256 - weight
    // Two channels at a time.
    let odd: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let low: UInt32 = (a & odd) &* rest &+ (b & odd) &* weight &+ half
    let high: UInt32 = (a >> 8 & odd) &* rest &+ (b >> 8 & odd) &* weight &+ half
    return low >> 8 & odd | high & ~odd
  }
}
