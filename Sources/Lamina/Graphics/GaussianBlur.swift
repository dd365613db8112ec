import Foundation

/// Blurs coverage by a Gaussian, exactly alike wherever it is asked for.
///
/// The weights are the Gaussian's integral over each pixel, in 65,536ths that add up to one; what is
/// further than three standard deviations counts as nothing. A pixel's result depends on the pixels
/// within ``reach`` alone, so part of a picture comes out as the whole does.
struct GaussianBlur: Equatable {
  /// How many pixels away a pixel still counts.
  let reach: Int
  /// The weight of the pixel itself, then of one further, and so on.
  private let weights: [UInt32]

  /// - Parameter deviation: the standard deviation, in pixels; 0 or less blurs nothing.
  init(deviation: Double) {
    guard deviation > 0.05 else {
      reach = 0
      weights = [65_536]
      return
    }
    let deviation = min(deviation, Self.largestDeviation)
    let reach = Int((3 * deviation).rounded(.up))
    func below(_ place: Double) -> Double { 0.5 * erf(place / (deviation * 2.0.squareRoot())) }
    let shares = (0...reach).map { below(Double($0) + 0.5) - below(Double($0) - 0.5) }
    let sum = shares[0] + 2 * shares.dropFirst().reduce(0, +)
    var weights = shares.map { UInt32(($0 / sum * 65_536).rounded()) }
    let rest = 65_536 - Int(weights[0]) - 2 * weights.dropFirst().reduce(0) { $0 + Int($1) }
    weights[0] = UInt32(Int(weights[0]) + rest)
    self.reach = reach
    self.weights = weights
  }

  /// Past this a blur is no more noticed in pictures of at most 32,767 pixels.
  static let largestDeviation = 512.0

  /// Blurs a picture of bytes into one that is smaller by ``reach`` on each side.
  ///
  /// - Parameters:
  ///   - source: `width + 2 * reach` bytes a row, `height + 2 * reach` rows.
  ///   - scratch: room for `width * (height + 2 * reach)` numbers.
  ///   - result: `width` bytes in each of `height` rows, `stride` from row to row.
  /// - Complexity: O(pixels of the source * reach).
  func apply(
    to source: UnsafePointer<UInt8>, scratch: UnsafeMutablePointer<UInt16>,
    result: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int
  ) {
    let rows = height + 2 * reach
    let sourceStride = width + 2 * reach
    weights.withUnsafeBufferPointer { weights in
      for y in 0..<rows {
        let row = source + y * sourceStride + reach
        let out = scratch + y * width
        for x in 0..<width {
          var sum = weights[0] &* UInt32(row[x])
          for offset in 1..<(reach + 1) {
            sum &+= weights[offset] &* (UInt32(row[x - offset]) &+ UInt32(row[x + offset]))
          }
          out[x] = UInt16(truncatingIfNeeded: (sum &+ 128) >> 8)
        }
      }
      for y in 0..<height {
        let middle = scratch + (y + reach) * width
        let out = result + y * stride
        for x in 0..<width {
          var sum = UInt64(weights[0]) &* UInt64(middle[x])
          for offset in 1..<(reach + 1) {
            let pair =
              UInt64(middle[x - offset * width]) &+ UInt64(middle[x + offset * width])
            sum &+= UInt64(weights[offset]) &* pair
          }
          out[x] = UInt8(truncatingIfNeeded: (sum &+ 8_388_608) >> 24)
        }
      }
    }
  }
}
