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

  /// The widest blur that is evaluated for every pixel; wider ones are sampled, see ``SampledBlur``.
  static let largestExactDeviation = 64.0

  /// Whether the blur is evaluated on a grid and interpolated.
  var isSampled: Bool { deviation > Self.largestExactDeviation }

  /// The power of two that the distance between samples is, in pixels: at most an eighth of the
  /// deviation.
  var stepShift: Int { isSampled ? Int((deviation / 8).exponent) : 0 }

  /// The power of two that the width of a cell is, in pixels: a quarter of that distance.
  var cellShift: Int { isSampled ? stepShift - 2 : 0 }

  /// How many cells on each side of a sample count.
  var cellReach: Int { Int((3 * deviation / Double(1 << cellShift)).rounded(.up)) }

  /// How many pixels away a pixel still counts: what is further than three standard deviations is
  /// left out, from the nearest samples where the blur is sampled.
  var reach: Int { (cellReach << cellShift) + (isSampled ? 1 << stepShift : 0) }

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

  /// Whether it is evaluated on a grid along an axis.
  var isSampled: Bool { x.isSampled || y.isSampled }

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
