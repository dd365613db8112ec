import LaminaBase

/// The way in which an axis assigns places to values.
public struct ScaleType: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case linear
    case log(base: Double)
    case symmetricLog(slopeAtZero: Double)
    case power(exponent: Double)
    case duration
    case date
    case category
  }

  package let kind: Kind

  /// Equal distances for equal differences.
  public static let linear = ScaleType(kind: .linear)
  /// Equal distances for equal ratios, with ticks at powers of 10. All values have the same sign.
  public static let log = ScaleType(kind: .log(base: 10))
  /// A logarithmic scale that has a place for zero and for values of both signs.
  public static let symmetricLog = ScaleType(kind: .symmetricLog(slopeAtZero: 1))
  /// Distances in proportion to the square roots of values, and of their negatives below zero.
  public static let squareRoot = ScaleType(kind: .power(exponent: 0.5))
  /// Seconds, at equal distances, with ticks at steps of clocks: 15 s, 5 minutes, 6 hours, 2 days.
  public static let duration = ScaleType(kind: .duration)
  /// Dates, with ticks at steps of the calendar.
  public static let date = ScaleType(kind: .date)
  /// Categories side by side.
  public static let category = ScaleType(kind: .category)

  /// A logarithmic scale with ticks at the powers of a base.
  ///
  /// - Precondition: `base` is finite, and greater than 1.
  public static func log(base: Double) -> ScaleType {
    require(
      base.isFinite && base > 1, "the base of a logarithmic scale must be above 1, not \(base)")
    return ScaleType(kind: .log(base: base))
  }

  /// A logarithmic scale that has a place for zero and for values of both signs.
  ///
  /// - Parameter slopeAtZero: the slope of the scale at zero: it is nearly linear up to about
  ///   1/`slopeAtZero`.
  /// - Precondition: `slopeAtZero` is finite, and greater than 0.
  public static func symmetricLog(slopeAtZero: Double) -> ScaleType {
    require(
      slopeAtZero.isFinite && slopeAtZero > 0,
      "the slope of a symmetric logarithmic scale must be more than 0, not \(slopeAtZero)")
    return ScaleType(kind: .symmetricLog(slopeAtZero: slopeAtZero))
  }

  /// Distances in proportion to a power of values; of their magnitudes below zero.
  ///
  /// - Precondition: `exponent` is finite, and greater than 0.
  public static func power(exponent: Double) -> ScaleType {
    require(
      exponent.isFinite && exponent > 0,
      "the exponent of a scale must be more than 0, not \(exponent)")
    return ScaleType(kind: .power(exponent: exponent))
  }

  /// True if equal ratios have equal distances.
  package var isLogarithmic: Bool {
    if case .log = kind { true } else { false }
  }
}
