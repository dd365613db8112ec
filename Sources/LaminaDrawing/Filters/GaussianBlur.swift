import Foundation

/// A Gaussian blur of device pixels, along one axis.
package struct GaussianBlur: Sendable, Equatable {
  /// The standard deviation, in pixels.
  let deviation: Double

  /// The maximum standard deviation, in pixels; wider blurs are reduced to it.
  package static let largestDeviation = 256.0

  /// Creates a blur.
  ///
  /// - Parameter deviation: the standard deviation in pixels; 0.05 or less blurs nothing.
  init(deviation: Double) {
    self.deviation = deviation > 0.05 ? min(deviation, Self.largestDeviation) : 0
  }

  /// The maximum standard deviation, in pixels, that is evaluated for every pixel; wider blurs are
  /// sampled, see ``SampledBlur``.
  static let largestExactDeviation = 64.0

  /// True if the blur is evaluated on a grid and interpolated.
  var isSampled: Bool { deviation > Self.largestExactDeviation }

  /// The base-2 logarithm of the distance between samples in pixels, which is at most an eighth of
  /// the deviation.
  var stepShift: Int { isSampled ? Int((deviation / 8).exponent) : 0 }

  /// The base-2 logarithm of the width of a cell in pixels: a quarter of that distance.
  var cellShift: Int { isSampled ? stepShift - 2 : 0 }

  /// The number of cells on each side of a sample that contribute to it.
  var cellReach: Int { Int((3 * deviation / Double(1 << cellShift)).rounded(.up)) }

  /// The distance, in pixels, within which a pixel contributes: pixels more than three standard
  /// deviations away are ignored, measured from the nearest samples if the blur is sampled.
  package var reach: Int { (cellReach << cellShift) + (isSampled ? 1 << stepShift : 0) }

  /// The weights of the pixel itself, its neighbour, and so on, in 65,536ths: the Gaussian's
  /// integral over each pixel. The weights of both sides add up to one.
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
/// A pixel's result depends only on the pixels within reach, and on no rounding that varies with
/// position: blurring part of a picture gives the same result as blurring all of it.
package struct PixelBlur: Sendable, Equatable {
  package let x: GaussianBlur
  package let y: GaussianBlur

  package init(deviationX: Double, deviationY: Double) {
    x = GaussianBlur(deviation: deviationX)
    y = GaussianBlur(deviation: deviationY)
  }

  /// True if the blur is evaluated on a grid along either axis.
  var isSampled: Bool { x.isSampled || y.isSampled }

  /// True if the blur changes nothing.
  package var isIdentity: Bool { x.reach == 0 && y.reach == 0 }

  /// Returns a rectangle extended by the reach of the blur.
  package func grown(_ rect: PixelRect) -> PixelRect { rect.grown(byX: x.reach, y: y.reach) }
}

extension PixelRect {
  /// Returns this rectangle extended on each side; an empty one stays empty.
  @inlinable package func grown(byX x: Int, y: Int) -> PixelRect {
    isEmpty ? .empty : PixelRect(minX: minX - x, minY: minY - y, maxX: maxX + x, maxY: maxY + y)
  }

  @inlinable package func moved(byX x: Int, y: Int) -> PixelRect {
    isEmpty ? .empty : PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }
}
