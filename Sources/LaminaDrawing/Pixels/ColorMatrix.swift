import Foundation

/// A linear map of colours: each component of the result is a sum of the four components, each
/// times a number, and a constant. Components are 0 to 1, as stored in sRGB, and not multiplied by
/// alpha; results are clamped.
public struct ColorMatrix: Sendable, Hashable {
  /// Twenty numbers, four rows of five: for red, green, blue and alpha of the result, the factors
  /// of red, green, blue and alpha, and the constant.
  public let elements: [Double]

  /// Creates a matrix of twenty numbers, row by row.
  ///
  /// - Precondition: there are twenty, and all are finite.
  public init(_ elements: [Double]) {
    require(
      elements.count == 20, "a colour matrix needs 20 numbers, not \(elements.count)")
    require(
      elements.allSatisfy(\.isFinite),
      "the numbers of a colour matrix must be finite, not \(elements)")
    self.elements = elements
  }

  /// The matrix that leaves colours as they are.
  public static let identity = ColorMatrix([
    1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0,
  ])
}

extension ColorMatrix {
  /// A matrix for red, green and blue alone.
  private init(rows: [[Double]], constant: Double = 0) {
    self.init(rows.flatMap { $0 + [0, constant] } + [0, 0, 0, 1, 0])
  }

  /// Colours moved away from grey, or towards it: the matrix of CSS's `saturate`.
  static func saturation(_ amount: Double) -> ColorMatrix {
    let s = amount
    return ColorMatrix(rows: [
      [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
      [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
      [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s],
    ])
  }

  /// A constant added to red, green and blue.
  static func brightness(_ amount: Double) -> ColorMatrix {
    ColorMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], constant: amount)
  }

  /// Colours moved away from the middle grey, or towards it.
  static func contrast(_ amount: Double) -> ColorMatrix {
    ColorMatrix(
      rows: [[amount, 0, 0], [0, amount, 0], [0, 0, amount]], constant: 0.5 - 0.5 * amount)
  }

  /// Each component taken from 1.
  static let inversion = ColorMatrix(
    rows: [[-1, 0, 0], [0, -1, 0], [0, 0, -1]], constant: 1)

  /// So much of an old photograph: the matrix of CSS's `sepia`.
  static func sepia(_ intensity: Double) -> ColorMatrix {
    let s = 1 - intensity
    return ColorMatrix(rows: [
      [0.393 + 0.607 * s, 0.769 - 0.769 * s, 0.189 - 0.189 * s],
      [0.349 - 0.349 * s, 0.686 + 0.314 * s, 0.168 - 0.168 * s],
      [0.272 - 0.272 * s, 0.534 - 0.534 * s, 0.131 + 0.869 * s],
    ])
  }
}

/// A ``ColorMatrix`` made ready for premultiplied 8-bit pixels, in whole numbers, so that it gives
/// the same bytes everywhere.
package struct PixelMatrix: Sendable, Equatable {
  /// Factors in 65,536ths; constants in 65,536ths of a 255th.
  private let factors: [Int64]

  package init(_ matrix: ColorMatrix) {
    factors = matrix.elements.enumerated().map { index, element in
      let scale = index % 5 == 4 ? 65_536.0 * 255 : 65_536.0
      return Int64(max(-1e12, min(1e12, (element * scale).rounded())))
    }
  }

  /// The map of one pixel.
  func apply(_ pixel: UInt32) -> UInt32 {
    factors.withUnsafeBufferPointer { Self.apply($0, pixel) }
  }

  /// Maps a row of pixels.
  package func apply(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    factors.withUnsafeBufferPointer { factors in
      // Neighbours often have one colour.
      var last: UInt32 = 0
      var result = Self.apply(factors, 0)
      for index in 0..<count {
        if row[index] != last {
          last = row[index]
          result = Self.apply(factors, last)
        }
        row[index] = result
      }
    }
  }

  private static func apply(_ factors: UnsafeBufferPointer<Int64>, _ pixel: UInt32) -> UInt32 {
    let alpha = Int64(pixel >> 24)
    func plain(_ shift: UInt32) -> Int64 {
      alpha == 0 ? 0 : min(255, (Int64(pixel >> shift & 255) * 255 + alpha / 2) / alpha)
    }
    let red = plain(16)
    let green = plain(8)
    let blue = plain(0)
    func component(_ row: Int) -> Int64 {
      let i = row * 5
      let sum =
        factors[i] * red + factors[i + 1] * green + factors[i + 2] * blue + factors[i + 3] * alpha
        + factors[i + 4]
      return max(0, min(255, (sum + 32_768) >> 16))
    }
    let newAlpha = UInt8(component(3))
    if newAlpha == 0 { return 0 }
    func multiplied(_ row: Int) -> UInt32 {
      UInt32(Pixel.multiply(UInt8(component(row)), newAlpha))
    }
    return UInt32(newAlpha) << 24 | multiplied(0) << 16 | multiplied(1) << 8 | multiplied(2)
  }
}
