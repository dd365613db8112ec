import Lamina

/// The picture that an animated PNG displays after the frames so far.
final class AnimatedPNGCanvas {
  let width: Int
  let height: Int
  /// True if the file has an alpha channel.
  let hasAlpha: Bool
  private let pixels: UnsafeMutablePointer<UInt32>

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Creates a canvas whose pixels are undefined.
  init(width: Int, height: Int, hasAlpha: Bool) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    pixels = .allocate(capacity: width * height)
  }

  deinit { pixels.deallocate() }

  /// Returns the bounding box of the pixels within `rect` that differ from a bitmap of the same
  /// size.
  ///
  /// - Complexity: O(area of *rect*).
  func difference(from bitmap: Bitmap, in rect: PixelRect) -> PixelRect {
    let rect = rect.intersection(bounds)
    var found = PixelRect(minX: rect.maxX, minY: 0, maxX: rect.minX, maxY: 0)
    for y in rect.minY..<max(rect.minY, rect.maxY) {
      let row = pixels + y * width
      bitmap.withRow(y) { other in
        guard let first = (rect.minX..<rect.maxX).first(where: { row[$0] != other[$0] }) else {
          return
        }
        var end = rect.maxX
        while row[end - 1] == other[end - 1] { end -= 1 }
        if found.maxY == 0 { found.minY = y }
        found.maxY = y + 1
        found.minX = min(found.minX, first)
        found.maxX = max(found.maxX, end)
      }
    }
    return found.isEmpty ? .empty : found
  }

  /// Copies the pixels in `rect` from a bitmap of the same size; `rect` is inside both.
  func copy(_ rect: PixelRect, from bitmap: Bitmap) {
    for y in rect.minY..<rect.maxY {
      bitmap.withRow(y) { row in
        (pixels + y * width + rect.minX).update(
          from: row.baseAddress! + rect.minX, count: rect.width)
      }
    }
  }

  /// Returns true if every pixel in `rect`, which is inside the canvas, has alpha 255.
  func isOpaque(_ rect: PixelRect) -> Bool {
    (rect.minY..<rect.maxY).allSatisfy { y in
      let row = pixels + y * width
      return (rect.minX..<rect.maxX).allSatisfy { row[$0] >> 24 == 255 }
    }
  }

  /// Returns the pixels in `rect`, which is inside the canvas. They are valid until the canvas
  /// changes.
  func rows(of rect: PixelRect) -> PNGRows {
    PNGRows(
      first: UnsafePointer(pixels + rect.minY * width + rect.minX), stride: width,
      width: rect.width, height: rect.height, hasAlpha: hasAlpha)
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
