import Foundation

/// Reads a bitmap between its pixels.
///
/// A value depends on nothing but the place that is asked for, so a row may begin anywhere.
struct Sampler {
  let storage: PixelStorage
  private let filter: ContentsFilter

  init(_ storage: PixelStorage, filter: ContentsFilter) {
    self.storage = storage
    self.filter = filter
  }

  /// One place on an axis: two neighbouring pixels, and how much of the second, in 256ths.
  struct Tap {
    var first: Int32
    var second: Int32
    var weight: UInt32
  }

  /// What is subtracted where one pixel is read: on the edge between two, and where rounding has put a
  /// place just behind it, the first is meant, as pixman has it: far less than a pixel of contents that are
  /// enlarged as far as they can be.
  private static let tieBias = 0x1p-42

  /// The place of `position` (in pixels, 0.5 the middle of the first) on an axis of `length`.
  @inline(__always)
  func tap(_ position: Double, _ length: Int) -> Tap {
    let last = Double(length - 1)
    if filter == .nearest {
      let index = Int32(max(0, min(last, position - Self.tieBias)))
      return Tap(first: index, second: index, weight: 0)
    }
    let shifted = max(0, min(last, position - 0.5))
    let first = Int32(shifted)
    return Tap(
      first: first, second: min(first + 1, Int32(length - 1)),
      weight: UInt32((shifted - Double(first)) * 256))
  }

  @inline(__always)
  func tapX(_ position: Double) -> Tap { tap(position, storage.width) }
  @inline(__always)
  func tapY(_ position: Double) -> Tap { tap(position, storage.height) }

  /// The pixel at a place.
  @inline(__always)
  func pixel(_ x: Tap, _ y: Tap) -> UInt32 {
    let upper = storage.pixels + Int(y.first) * storage.stride
    if x.weight == 0, y.weight == 0 { return upper[Int(x.first)] }
    let lower = storage.pixels + Int(y.second) * storage.stride
    let (left, right) = (Int(x.first), Int(x.second))
    #if arch(x86_64) && !LAMINA_PORTABLE
      return Self.mix(
        Self.pair(upper[left], upper[right]), Self.pair(lower[left], lower[right]), x.weight,
        y.weight)
    #else
      return Self.mix(
        Self.mix(upper[left], upper[right], x.weight),
        Self.mix(lower[left], lower[right], x.weight), y.weight)
    #endif
  }

  /// `a` and `b` in the proportion of `256 - weight` to `weight`, rounded to the nearest.
  @inline(__always)
  static func mix(_ a: UInt32, _ b: UInt32, _ weight: UInt32) -> UInt32 {
    let rest = 256 - weight
    let low =
      ((a & 0x00FF_00FF) &* rest &+ (b & 0x00FF_00FF) &* weight &+ 0x0080_0080) >> 8 & 0x00FF_00FF
    let high =
      ((a >> 8 & 0x00FF_00FF) &* rest &+ (b >> 8 & 0x00FF_00FF) &* weight &+ 0x0080_0080)
      & 0xFF00_FF00
    return low | high
  }
}
