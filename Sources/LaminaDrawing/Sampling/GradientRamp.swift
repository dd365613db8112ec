import Foundation

/// A piecewise linear colour gradient over locations from 0 to 1.
@usableFromInline package struct GradientRamp: Sendable, Equatable {
  /// The locations of the colours, in ascending order.
  @usableFromInline let locations: [Double]
  /// The red, green, blue and alpha components, not premultiplied, each from 0 to 1.
  @usableFromInline let colors: [SIMD4<Double>]

  /// Creates a ramp, or returns nil for fewer than two colours or a different number of locations.
  ///
  /// - Parameter locations: the location of each colour; nil for even spacing.
  package init?(_ colors: [Color], at locations: [Double]?) {
    let count = colors.count
    guard count > 1, locations.map({ $0.count == count }) ?? true else { return nil }
    let given = locations ?? (0..<count).map { Double($0) / Double(count - 1) }
    var last = -Double.infinity
    self.locations = given.map {
      last = max(last, $0)
      return last
    }
    func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
    self.colors = colors.map {
      SIMD4(unit($0.red), unit($0.green), unit($0.blue), unit($0.alpha))
    }
  }

  /// True if every colour is opaque.
  package var isOpaque: Bool { colors.allSatisfy { $0.w == 1 } }

  /// Writes the pixels at `count` places.
  ///
  /// - Parameter place: the place of each pixel, clamped to 0...1.
  @inlinable package func fill(
    _ row: UnsafeMutablePointer<UInt32>, _ count: Int, at place: (Int) -> Double
  ) {
    locations.withUnsafeBufferPointer { locations in
      colors.withUnsafeBufferPointer { colors in
        // The colour before the place. The result depends on the place alone.
        var segment = 0
        let last = locations.count - 1
        for index in 0..<count {
          let t = max(0, min(1, place(index)))
          while segment < last, locations[segment + 1] <= t { segment += 1 }
          while segment > 0, locations[segment] > t { segment -= 1 }
          var color = colors[segment]
          if segment < last, t > locations[segment] {
            let start = locations[segment]
            let part: Double = (t - start) / (locations[segment + 1] - start)
            let way: SIMD4<Double> = colors[segment + 1] - color
            color += way * part
          }
          row[index] = Self.pixel(color)
        }
      }
    }
  }

  /// Returns the pixel at a place.
  package func pixel(at place: Double) -> UInt32 {
    var pixel: UInt32 = 0
    fill(&pixel, 1) { _ in place }
    return pixel
  }

  /// Returns a premultiplied pixel, each component rounded to the nearest integer, ties to even.
  @inlinable static func pixel(_ color: SIMD4<Double>) -> UInt32 {
    let factors = SIMD4<Double>(color.w, color.w, color.w, 1)
    let bytes: SIMD4<Double> = color * factors * 255
    func byte(_ value: Double) -> UInt32 {
      UInt32(bitPattern: NearestInteger.int32(value)) & 255
    }
    return byte(bytes.w) << 24 | byte(bytes.x) << 16 | byte(bytes.y) << 8 | byte(bytes.z)
  }
}

/// Trigonometry without the mathematics library, whose last digits differ between machines.
package enum AngleApproximation {
  /// Returns the cosine and the sine of an angle in radians, accurate to 1e-11; exact at quarter
  /// turns, as closely as `Double` can represent them.
  package static func direction(_ angle: Double) -> (cosine: Double, sine: Double) {
    guard abs(angle) < 0x1p40 else { return (1, 0) }
    let quarters = (angle / (Double.pi / 2)).rounded(.toNearestOrEven)
    let x = (angle / (Double.pi / 2) - quarters) * (Double.pi / 2)
    let s = x * x
    // Within an eighth of a turn the next terms of the series are below 1e-11.
    var sine = -1.0 / 39_916_800
    for divisor in [362_880.0, -5_040, 120, -6, 1] { sine = sine * s + 1 / divisor }
    sine *= x
    var cosine = 1.0 / 479_001_600
    for divisor in [-3_628_800.0, 40_320, -720, 24, -2, 1] { cosine = cosine * s + 1 / divisor }
    switch Int(quarters) & 3 {
    case 0: return (cosine, sine)
    case 1: return (-sine, cosine)
    case 2: return (-cosine, -sine)
    default: return (sine, -cosine)
    }
  }

  /// Returns the angle of (x, y) from +x towards +y as a fraction of a full turn: 0 or more, less
  /// than 1, accurate to 4e-9. 0 for (0, 0).
  package static func angle(x: Double, y: Double) -> Double {
    let (ax, ay) = (abs(x), abs(y))
    let largest = max(ax, ay)
    guard largest > 0 else { return 0 }
    // An eighth of a turn, approximated by a polynomial: Abramowitz and Stegun 4.4.49.
    let a = min(ax, ay) / largest
    let s = a * a
    var p = 0.002_866_225_7
    p = p * s - 0.016_165_736_7
    p = p * s + 0.042_909_613_8
    p = p * s - 0.075_289_640_0
    p = p * s + 0.106_562_639_3
    p = p * s - 0.142_088_994_4
    p = p * s + 0.199_935_508_5
    p = p * s - 0.333_331_452_8
    p = (p * s + 1) * a * (0.5 / Double.pi)
    if ay > ax { p = 0.25 - p }
    if x < 0 { p = 0.5 - p }
    if y < 0 { p = 1 - p }
    return p < 1 ? p : 0
  }
}
