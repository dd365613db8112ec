import Foundation

/// A Gaussian blur of device pixels, along one axis.
struct GaussianBlur: Sendable, Equatable {
  /// The standard deviation, in pixels.
  let deviation: Double

  /// Wider blurs are drawn as this one.
  static let largestDeviation = 256.0

  /// - Parameter deviation: in pixels; nothing that is less than a twentieth of one blurs.
  init(deviation: Double) {
    self.deviation = deviation > 0.05 ? min(deviation, Self.largestDeviation) : 0
  }

  /// How many pixels away a pixel still counts: what is further than three standard deviations is
  /// left out.
  var reach: Int { Int((3 * deviation).rounded(.up)) }

  /// The weight of the pixel itself, then of one further, and so on, in 65,536ths: the Gaussian's
  /// integral over each pixel. Those of both sides add up to one.
  var weights: [UInt32] {
    if deviation == 0 { return [65_536] }
    func below(_ place: Double) -> Double { 0.5 * erf(place / (deviation * 2.0.squareRoot())) }
    let shares = (0...reach).map { below(Double($0) + 0.5) - below(Double($0) - 0.5) }
    let sum = shares[0] + 2 * shares.dropFirst().reduce(0, +)
    var weights = shares.map { UInt32(($0 / sum * 65_536).rounded()) }
    let rest = 65_536 - Int(weights[0]) - 2 * weights.dropFirst().reduce(0) { $0 + Int($1) }
    weights[0] = UInt32(Int(weights[0]) + rest)
    return weights
  }
}

/// A Gaussian blur of device pixels along both axes.
///
/// A pixel's result depends only on the pixels within reach, and on no rounding that differs from
/// place to place: part of a picture comes out as the whole does.
struct PixelBlur: Sendable, Equatable {
  let x: GaussianBlur
  let y: GaussianBlur

  init(deviationX: Double, deviationY: Double) {
    x = GaussianBlur(deviation: deviationX)
    y = GaussianBlur(deviation: deviationY)
  }

  /// Whether it changes nothing.
  var isIdentity: Bool { x.reach == 0 && y.reach == 0 }

  /// A rectangle and all pixels within reach of it.
  func grown(_ rect: PixelRect) -> PixelRect { rect.grown(byX: x.reach, y: y.reach) }
}

extension PixelRect {
  /// This rectangle, larger on each side; an empty one stays empty.
  func grown(byX x: Int, y: Int) -> PixelRect {
    isEmpty ? .empty : PixelRect(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }

  func moved(byX x: Int, y: Int) -> PixelRect {
    isEmpty ? .empty : PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }
}

/// Blurs pictures of one or four bytes a pixel; keeps memory from one to the next.
final class BlurWorker {
  private var sums = Growable<UInt32>()
  private var middle = Growable<UInt16>()

  deinit {
    sums.deallocate()
    middle.deallocate()
  }

  /// Blurs `source` into `result`, which is smaller by the reach on each side.
  ///
  /// - Parameters:
  ///   - source: rows of `(width + 2 * blur.x.reach) * channels` bytes, `height + 2 * blur.y.reach`
  ///     of them, `sourceStride` bytes from one to the next.
  ///   - result: `height` rows of `width * channels` bytes, `resultStride` from one to the next.
  /// - Complexity: O(bytes of the source * reach).
  func apply(
    _ blur: PixelBlur, to source: UnsafePointer<UInt8>, sourceStride: Int,
    result: UnsafeMutablePointer<UInt8>, resultStride: Int, width: Int, height: Int, channels: Int
  ) {
    let bytes = width * channels
    let rows = height + 2 * blur.y.reach
    self.sums.reserve(bytes)
    self.middle.reserve(bytes * rows)
    let sums = self.sums.base
    let middle = self.middle.base
    blur.x.weights.withUnsafeBufferPointer { weights in
      for y in 0..<rows {
        let row = source + y * sourceStride + blur.x.reach * channels
        let out = middle + y * bytes
        for x in 0..<bytes { sums[x] = weights[0] &* UInt32(row[x]) }
        for offset in 1..<max(1, weights.count) {
          let weight = weights[offset]
          let left = row - offset * channels
          let right = row + offset * channels
          for x in 0..<bytes { sums[x] &+= weight &* (UInt32(left[x]) &+ UInt32(right[x])) }
        }
        for x in 0..<bytes { out[x] = UInt16(truncatingIfNeeded: (sums[x] &+ 128) >> 8) }
      }
    }
    blur.y.weights.withUnsafeBufferPointer { weights in
      for y in 0..<height {
        let row = middle + (y + blur.y.reach) * bytes
        let out = result + y * resultStride
        // No sum exceeds 65,536 * 65,280, and the rounding still fits above it.
        for x in 0..<bytes { sums[x] = weights[0] &* UInt32(row[x]) }
        for offset in 1..<max(1, weights.count) {
          let weight = weights[offset]
          let above = row - offset * bytes
          let below = row + offset * bytes
          for x in 0..<bytes { sums[x] &+= weight &* (UInt32(above[x]) &+ UInt32(below[x])) }
        }
        for x in 0..<bytes { out[x] = UInt8(truncatingIfNeeded: (sums[x] &+ 8_388_608) >> 24) }
      }
    }
  }
}
