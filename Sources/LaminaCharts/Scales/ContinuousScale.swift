import Foundation

/// A scale of numbers: a monotone function from a domain to a range.
///
/// Its ticks and round domains are those of d3-scale 2.2, which are the oracle of its tests.
package struct ContinuousScale: Sendable, Equatable {
  package let type: ScaleType
  /// The values at the two ends of the range.
  package let domain: (Double, Double)
  /// The places of the two ends of the domain, in points.
  package let range: (Double, Double)
  /// True if values outside the domain are placed at its ends.
  package let isClamped: Bool
  private let transformed: (Double, Double)

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - domain: two different values, in any order; of the same sign on a logarithmic scale.
  ///   - range: their places, in points.
  package init(
    type: ScaleType, domain: (Double, Double), range: (Double, Double), isClamped: Bool = false
  ) throws(ScaleError) {
    guard domain.0.isFinite, domain.1.isFinite, (domain.1 - domain.0).isFinite,
      range.0.isFinite, range.1.isFinite
    else { throw .notFinite }
    if domain.0 == domain.1 { throw .emptyDomain(domain.0) }
    switch type.kind {
    case .date, .category: throw .notNumeric
    case .log:
      let signs = (domain.0.sign, domain.1.sign)
      if signs.0 != signs.1 || domain.0 == 0 || domain.1 == 0 {
        throw .zeroOnLogarithmicScale(min(domain.0, domain.1), max(domain.0, domain.1))
      }
    default: break
    }
    self.type = type
    self.domain = domain
    self.range = range
    self.isClamped = isClamped
    transformed = (
      Self.transform(domain.0, type, domain.0), Self.transform(domain.1, type, domain.0)
    )
    if transformed.0 == transformed.1 { throw .emptyDomain(domain.0) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.type == right.type && left.domain == right.domain && left.range == right.range
      && left.isClamped == right.isClamped
  }

  // MARK: - Places

  /// Returns the place of a value, in points; nil for NaN, and for zero and values of the other sign
  /// on a logarithmic scale.
  package func position(of value: Double) -> Double? {
    if value.isNaN { return nil }
    if type.isLogarithmic, value == 0 || (value < 0) != (domain.0 < 0) { return nil }
    let place = Self.transform(value, type, domain.0)
    let part = (place - transformed.0) / (transformed.1 - transformed.0)
    let used = isClamped ? max(0, min(part, 1)) : part
    if used.isInfinite { return (used < 0) == (range.1 > range.0) ? -.infinity : .infinity }
    return range.0 * (1 - used) + range.1 * used
  }

  /// Returns the value at a place, in points.
  package func value(at position: Double) -> Double {
    let part = (position - range.0) / (range.1 - range.0)
    let used = isClamped ? max(0, min(part, 1)) : part
    let place = transformed.0 * (1 - used) + transformed.1 * used
    switch type.kind {
    case .linear, .date, .category: return place
    case .log: return domain.0 < 0 ? -exp(-place) : exp(place)
    case .symmetricLog(let slope): return Self.signed(place) { expm1($0) / slope }
    case .power(let exponent): return Self.signed(place) { pow($0, 1 / exponent) }
    }
  }

  /// Returns the function of a value that is linear in places.
  private static func transform(_ value: Double, _ type: ScaleType, _ sample: Double) -> Double {
    switch type.kind {
    case .linear, .date, .category: value
    case .log: sample < 0 ? -Foundation.log(-value) : Foundation.log(value)
    case .symmetricLog(let slope): signed(value) { log1p($0 * slope) }
    case .power(let exponent): signed(value) { pow($0, exponent) }
    }
  }

  private static func signed(_ value: Double, _ function: (Double) -> Double) -> Double {
    value < 0 ? -function(-value) : function(value)
  }

  // MARK: - Ticks

  /// Returns about so many round values of the domain, in its direction.
  package func ticks(count: Int) -> [Double] {
    if case .log(let base) = type.kind { return logarithmicTicks(base, count: Double(count)) }
    return TickStep.ticks(domain.0, domain.1, count: Double(count))
  }

  private func logarithmicTicks(_ base: Double, count: Double) -> [Double] {
    guard count > 0 else { return [] }
    let isNegative = domain.0 < 0
    let ends = [abs(domain.0), abs(domain.1)].sorted()
    let exponents = ends.map { Self.logarithm($0, base) }
    var ticks: [Double] = []
    if base == base.rounded(), base < 1000, exponents[1] - exponents[0] < count {
      let first = Int(exponents[0].rounded()) - 1
      let last = Int(exponents[1].rounded()) + 1
      for exponent in first..<max(first, last) {
        for factor in 1..<Int(base) {
          let tick =
            exponent < 0
            ? Double(factor) / Self.power(base, -exponent)
            : Double(factor) * Self.power(base, exponent)
          if tick >= ends[0], tick <= ends[1] { ticks.append(tick) }
        }
      }
    } else {
      ticks = TickStep.ticks(
        exponents[0], exponents[1], count: min(exponents[1] - exponents[0], count)
      ).map { pow(base, $0) }
    }
    if isNegative { ticks = ticks.reversed().map { -$0 } }
    return domain.1 < domain.0 ? ticks.reversed() : ticks
  }

  private static func logarithm(_ value: Double, _ base: Double) -> Double {
    switch base {
    case 10: log10(value)
    case 2: log2(value)
    default: Foundation.log(value) / Foundation.log(base)
    }
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    pow(base, Double(exponent))
  }

  /// Returns the values between ticks that divide their distances: in five parts for steps of 1 or 5
  /// times a power of ten, in four for steps of 2; on a logarithmic scale with ticks at powers, the
  /// multiples of each power.
  package func minorTicks(for ticks: [Double]) -> [Double] {
    guard ticks.count > 1 else { return [] }
    let low = min(domain.0, domain.1)
    let high = max(domain.0, domain.1)
    if case .log(let base) = type.kind {
      guard base == base.rounded(), base <= 10 else { return [] }
      let powers = ticks.map { $0 / base } + ticks
      let multiples = powers.flatMap { power in (2..<max(2, Int(base))).map { power * Double($0) } }
      return Set(multiples).subtracting(ticks).filter { $0 >= low && $0 <= high }.sorted()
    }
    guard type.kind == .linear else { return [] }
    let rising = ticks.sorted()
    let step = rising[1] - rising[0]
    let digit = step / pow(10, (log10(step) + 1e-9).rounded(.down))
    let parts = (1.5..<3.5).contains(digit) ? 4 : 5
    let starts = [rising[0] - step] + rising
    return starts.flatMap { start in
      (1..<parts).map { start + step * Double($0) / Double(parts) }
    }.filter { $0 >= low && $0 <= high }
  }

  /// Returns the scale with the ends of the domain moved out to round values.
  package func nice(count: Int) -> ContinuousScale {
    let isFalling = domain.1 < domain.0
    var (low, high) = isFalling ? (domain.1, domain.0) : domain
    if case .log(let base) = type.kind {
      func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        if value < 0 {
          let opposite: FloatingPointRoundingRule = rule == .up ? .down : .up
          return -pow(base, Self.logarithm(-value, base).rounded(opposite))
        }
        return pow(base, Self.logarithm(value, base).rounded(rule))
      }
      (low, high) = (rounded(low, .down), rounded(high, .up))
    } else {
      (low, high) = TickStep.nice(low, high, count: Double(count))
    }
    let nice = try? ContinuousScale(
      type: type, domain: isFalling ? (high, low) : (low, high), range: range,
      isClamped: isClamped)
    return nice ?? self
  }
}
