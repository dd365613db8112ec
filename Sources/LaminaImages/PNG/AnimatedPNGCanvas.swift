import Lamina

/// The picture that an animated PNG displays after the frames so far.
struct AnimatedPNGCanvas {
  /// The last frame.
  var bitmap: Bitmap
  /// True if the file has an alpha channel.
  let hasAlpha: Bool

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: bitmap.width, height: bitmap.height) }

  /// Returns the bounding box of the pixels within `rect` that differ from another bitmap of the same
  /// size.
  ///
  /// - Complexity: O(area of *rect*) at most. Inside the box, rows are compared up to its sides only.
  func difference(from other: Bitmap, in rect: PixelRect) -> PixelRect {
    let rect = rect.intersection(bounds)
    return bitmap.withPixels { pixels, stride in
      other.withPixels { otherPixels, otherStride in
        func row(_ y: Int) -> RowDifference {
          RowDifference(pixels + y * stride, from: otherPixels + y * otherStride)
        }
        func differs(_ y: Int) -> Bool {
          row(y).firstDifference(from: rect.minX, to: rect.maxX) < rect.maxX
        }
        let rows = rect.minY..<max(rect.minY, rect.maxY)
        guard let minY = rows.first(where: differs), let maxY = rows.last(where: differs) else {
          return .empty
        }
        var found = PixelRect(minX: rect.maxX, minY: minY, maxX: rect.minX, maxY: maxY + 1)
        for y in minY...maxY {
          found.minX = row(y).firstDifference(from: rect.minX, to: found.minX)
          found.maxX = row(y).endOfDifferences(from: found.maxX, to: rect.maxX)
        }
        return found
      }
    }
  }

  /// Calls `body` with the pixels in `rect`, which is inside the canvas.
  func withRows<Result>(of rect: PixelRect, _ body: (PNGRows) -> Result) -> Result {
    bitmap.withPixels { pixels, stride in
      body(
        PNGRows(
          first: pixels + rect.minY * stride + rect.minX, stride: stride,
          width: rect.width, height: rect.height, hasAlpha: hasAlpha))
    }
  }
}

/// A converter from frame durations to the delays of an animated PNG, which are fractions of a
/// second with 16-bit terms.
struct AnimatedPNGDelays {
  struct Fraction: Equatable {
    let numerator: Int
    let denominator: Int
  }

  static let largest = 65_535
  private let frameRate: FrameRate
  /// The divisors of the rate's numerator, in descending order.
  private let divisors: [Int]

  /// - Precondition: both terms of the rate are at most ``largest``.
  init(_ frameRate: FrameRate) {
    self.frameRate = frameRate
    divisors = (1...frameRate.numerator).reversed().filter { frameRate.numerator % $0 == 0 }
  }

  /// Returns the duration of a number of frames as a sum of fractions in lowest terms.
  ///
  /// The result is a single fraction where that fits; otherwise the longest fraction that fits is
  /// taken off repeatedly.
  ///
  /// - Parameter ticks: the number of frames, at least 1 and at most as many as 2^32 seconds
  ///   contain.
  func parts(ticks: Int) -> [Fraction] {
    var parts: [Fraction] = []
    var rest = ticks
    while rest > 0 {
      let whole = fraction(rest)
      if whole.numerator <= Self.largest { return parts + [whole] }
      // With a divisor d of the numerator, n * d frames last (n * denominator) / (numerator / d)
      // seconds.
      let most = Self.largest / frameRate.denominator
      let part = divisors.reduce(1) { max($0, $1 * min(most, rest / $1)) }
      parts.append(fraction(part))
      rest -= part
    }
    return parts
  }

  private func fraction(_ ticks: Int) -> Fraction {
    let seconds = ticks * frameRate.denominator
    var (divisor, rest) = (seconds, frameRate.numerator)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return Fraction(numerator: seconds / divisor, denominator: frameRate.numerator / divisor)
  }
}
