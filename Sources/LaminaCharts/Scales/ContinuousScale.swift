import Foundation

/// A scale of numbers: a monotone function from a domain to a range.
///
/// Its ticks and round domains are those of d3-scale 2.2, which is the oracle of its tests.
package struct ContinuousScale: Sendable, Equatable {
  package let type: ScaleType
  /// The values at the two ends of the range.
  package let domain: (Double, Double)
  /// The places of the two ends of the domain, in points.
  package private(set) var range: (Double, Double)
  /// True if values outside the domain are placed at its ends.
  package let isClamped: Bool
  private let transformed: (Double, Double)

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - domain: two different values, in any order; of the same sign on a logarithmic scale.
  ///   - range: their places, in points, in any order.
  ///   - isClamped: true to place values outside the domain at its ends.
  /// - Throws: `ScaleError` if an end is not finite, if the domain has no length or one beyond the
  ///   largest number, or if the scale has no place for an end of it.
  package init(
    type: ScaleType, domain: (Double, Double), range: (Double, Double), isClamped: Bool = false
  ) throws(ScaleError) {
    let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
    guard domain.0.isFinite, domain.1.isFinite else { throw .notFinite }
    guard range.0.isFinite, range.1.isFinite, (range.1 - range.0).isFinite else {
      throw .rangeNotFinite
    }
    if low == high { throw .emptyDomain(domain.0) }
    guard (high - low).isFinite else { throw .tooWide(low, high) }
    switch type.kind {
    case .date, .category: throw .notNumeric
    case .log: if low <= 0, high >= 0 { throw .zeroOnLogarithmicScale(low, high) }
    default: break
    }
    self.type = type
    self.domain = domain
    self.range = range
    self.isClamped = isClamped
    transformed = (
      Self.transform(domain.0, type, domain.0), Self.transform(domain.1, type, domain.0)
    )
    guard (transformed.1 - transformed.0).isFinite else { throw .tooWide(low, high) }
    if transformed.0 == transformed.1 { throw .tooNarrow(low, high) }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.type == right.type && left.domain == right.domain && left.range == right.range
      && left.isClamped == right.isClamped
  }

  /// Returns the scale with its range moved by a distance in points.
  func shifted(by distance: Double) -> ContinuousScale {
    var scale = self
    scale.range = (range.0 + distance, range.1 + distance)
    return scale
  }

  // MARK: - Places

  /// Returns the place of a value, in points; nil for NaN, and for zero and values of the other
  /// sign on a logarithmic scale.
  ///
  /// Infinity is infinitely far away, or at an end if the scale is clamped.
  package func position(of value: Double) -> Double? {
    if value.isNaN { return nil }
    if type.isLogarithmic, value == 0 || (value < 0) != (domain.0 < 0) { return nil }
    let place = Self.transform(value, type, domain.0)
    let part = (place - transformed.0) / (transformed.1 - transformed.0)
    let used = isClamped ? max(0, min(part, 1)) : part
    if range.0 == range.1 { return range.0 }
    if used.isInfinite { return (used < 0) == (range.1 > range.0) ? -.infinity : .infinity }
    return range.0 * (1 - used) + range.1 * used
  }

  /// Returns the value at a place, in points; the first end of the domain if the range has no
  /// length.
  package func value(at position: Double) -> Double {
    if range.0 == range.1 { return domain.0 }
    let part = (position - range.0) / (range.1 - range.0)
    let used = isClamped ? max(0, min(part, 1)) : part
    // The ends themselves, without the loss of a function and its inverse.
    if used == 0 { return domain.0 }
    if used == 1 { return domain.1 }
    let place = transformed.0 * (1 - used) + transformed.1 * used
    switch type.kind {
    case .linear, .duration, .date, .category: return place
    case .log: return domain.0 < 0 ? -exp(-place) : exp(place)
    case .symmetricLog(let slope): return Self.signed(place) { expm1($0) / slope }
    case .power(let exponent): return Self.signed(place) { pow($0, 1 / exponent) }
    }
  }

  /// Returns the function of a value that is linear in places.
  private static func transform(_ value: Double, _ type: ScaleType, _ sample: Double) -> Double {
    switch type.kind {
    case .linear, .duration, .date, .category: value
    case .log: sample < 0 ? -Foundation.log(-value) : Foundation.log(value)
    case .symmetricLog(let slope): signed(value) { log1p($0 * slope) }
    case .power(let exponent): signed(value) { pow($0, exponent) }
    }
  }

  private static func signed(_ value: Double, _ function: (Double) -> Double) -> Double {
    value < 0 ? -function(-value) : function(value)
  }

  // MARK: - Domains

  /// Returns the scale with the ends of the domain moved out to round values: powers on a
  /// logarithmic scale. The same scale if `count` is not positive.
  package func nice(count: Int) -> ContinuousScale {
    guard count > 0 else { return self }
    let isFalling = domain.1 < domain.0
    var (low, high) = isFalling ? (domain.1, domain.0) : domain
    switch type.kind {
    case .log(let base):
      func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double {
        if value < 0 {
          let opposite: FloatingPointRoundingRule = rule == .up ? .down : .up
          return -Self.power(base, Self.logarithm(-value, base).rounded(opposite))
        }
        return Self.power(base, Self.logarithm(value, base).rounded(rule))
      }
      // A power may be less than the value of which it is the rounded power, by the last bit.
      (low, high) = (min(low, rounded(low, .down)), max(high, rounded(high, .up)))
      if low == 0 || high == 0 { return self }
    case .duration:
      let step = DurationStep.dividing(high - low, count: Double(count))
      low = min(low, (low / step).rounded(.down) * step)
      high = max(high, (high / step).rounded(.up) * step)
    default: (low, high) = TickStep.nice(low, high, count: Double(count))
    }
    let nice = try? ContinuousScale(
      type: type, domain: isFalling ? (high, low) : (low, high), range: range,
      isClamped: isClamped)
    return nice ?? self
  }

  // MARK: - Ticks

  /// Returns about so many round values of the domain, in its direction; none if `count` is not
  /// positive.
  ///
  /// On a logarithmic scale they are the powers of its base and the multiples of each, which may be
  /// more than `count`; or, if the powers alone are more than that, every second, fifth, ... power.
  /// A domain that has few of these has ticks as a linear one.
  package func ticks(count: Int) -> [Double] {
    guard count > 0 else { return [] }
    let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
    let ticks =
      switch type.kind {
      case .log(let base): logarithmicTicks(base, low, high, count: Double(count))
      case .duration:
        DurationStep.multiples(
          of: DurationStep.dividing(
            high - low, count: min(Double(count), TickStep.maximumCount)), low, high)
      default: TickStep.ticks(low, high, count: Double(count))
      }
    return domain.1 < domain.0 ? ticks.reversed() : ticks
  }

  private func logarithmicTicks(
    _ base: Double, _ low: Double, _ high: Double, count: Double
  ) -> [Double] {
    let (first, last) = exponents(base)
    var ticks: [Double]
    if Self.hasMultiples(base), last - first < count {
      ticks = multiples(of: base)
    } else {
      let sign: Double = domain.0 < 0 ? -1 : 1
      let ends = sign < 0 ? (-last, -first) : (first, last)
      ticks = TickStep.ticks(ends.0, ends.1, count: min(last - first, count)).map {
        max(low, min(sign * Self.power(base, sign * $0), high))
      }
    }
    if last - first <= 1 || ticks.count < 3, Double(ticks.count * 2) < count {
      ticks = TickStep.ticks(low, high, count: count)
    }
    return ticks
  }

  /// Returns zero and powers of ten of both signs, at most half more than `count`, or three of them, on
  /// a symmetric logarithmic scale that reaches beyond its nearly linear part; nil on others.
  ///
  /// d3's ticks of such a scale are those of a linear one, most of which are close together at its ends.
  package func powers(count: Int) -> [Double]? {
    guard case .symmetricLog(let slope) = type.kind else { return nil }
    let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
    let first = log10(1 / slope).rounded(.up)
    let last = log10(max(abs(low), abs(high))).rounded(.down)
    guard low <= 0, high >= 0, last > first else { return nil }
    var step = 1.0
    while true {
      let powers = stride(from: first + step, through: last, by: step).map(TickStep.powerOfTen)
      let ticks = powers.reversed().map { -$0 } + [0] + powers
      let inside = ticks.filter { low...high ~= $0 }
      if inside.count <= max(3, count + count / 2) || step > last - first { return inside }
      step += 1
    }
  }

  /// Returns the ticks of a logarithmic scale with fewer than three powers of ten, of which the multiples
  /// are more than twice `count`: at most `count` with the digits 1, 2 and 5, or 1 and 3, or 1; nil on other
  /// scales, and if fewer than two would be left.
  ///
  /// d3's ticks of such a scale are all multiples, which an axis has no room for.
  package func sparseMultiples(count: Int) -> [Double]? {
    guard type.kind == .log(base: 10) else { return nil }
    let multiples = multiples(of: 10)
    func ticks(_ digits: [Double]) -> [Double] {
      multiples.filter { multiple in
        let power = TickStep.powerOfTen((log10(abs(multiple)) + 1e-9).rounded(.down))
        return digits.contains { abs(abs(multiple) / power - $0) < 1e-6 }
      }
    }
    guard multiples.count > 2 * count, ticks([1]).count < 3 else { return nil }
    let sparse = [[1, 2, 5], [1, 3], [1]].lazy.map(ticks).first { $0.count <= count }
    guard let sparse, sparse.count > 1 else { return nil }
    return domain.1 < domain.0 ? sparse.reversed() : sparse
  }

  /// True if the base is a whole number, and few enough for ticks at its multiples.
  private static func hasMultiples(_ base: Double) -> Bool { base == base.rounded() && base < 1000 }

  /// The logarithms of the magnitudes in the domain, the lower first.
  private func exponents(_ base: Double) -> (Double, Double) {
    let ends = (Self.logarithm(abs(domain.0), base), Self.logarithm(abs(domain.1), base))
    return (min(ends.0, ends.1), max(ends.0, ends.1))
  }

  /// Returns the multiples, by 1 to the base less 1, of its powers in the domain, rising.
  private func multiples(of base: Double) -> [Double] {
    let ends = (min(abs(domain.0), abs(domain.1)), max(abs(domain.0), abs(domain.1)))
    let (low, high) = exponents(base)
    var multiples: [Double] = []
    for exponent in Int(low.rounded()) - 1...Int(high.rounded()) {
      let power = Self.power(base, abs(Double(exponent)))
      for factor in 1..<Int(base) {
        // Powers below one are reciprocals: 3 / 10, not 3 * 0.1.
        let value = exponent < 0 ? Double(factor) / power : Double(factor) * power
        if value >= ends.0, value <= ends.1 { multiples.append(value) }
      }
    }
    return domain.0 < 0 ? multiples.reversed().map { -$0 } : multiples
  }

  private static func power(_ base: Double, _ exponent: Double) -> Double {
    switch base {
    case 10: TickStep.powerOfTen(exponent)
    case M_E: exp(exponent)
    default: pow(base, exponent)
    }
  }

  private static func logarithm(_ value: Double, _ base: Double) -> Double {
    switch base {
    case 10: return log10(value)
    case 2: return log2(value)
    default:
      let quotient = Foundation.log(value) / Foundation.log(base)
      // The exponent of a power is whole, which the quotient need not be.
      let whole = quotient.rounded()
      return abs(quotient - whole) < 1e-12 && power(base, whole) == value ? whole : quotient
    }
  }

  /// Returns the values of the domain that divide the distances of ticks, rising.
  ///
  /// - Between ticks at equal distances: five parts for steps of 1 or 5 times a power of ten, four
  ///   for steps of 2; quarters, thirds or fifths of an hour or a minute.
  /// - Between the powers of a logarithmic scale, or some of their multiples: the other multiples;
  ///   between every second power or fewer, the other powers.
  ///
  /// Empty if there are fewer than two ticks.
  package func minorTicks(for ticks: [Double]) -> [Double] {
    let rising = ticks.filter(\.isFinite).sorted()
    guard rising.count > 1 else { return [] }
    if case .log(let base) = type.kind, rising[0] * rising[1] > 0 {
      let exponents = rising.map { Self.logarithm(abs($0), base) }
      if exponents.allSatisfy({ abs($0 - $0.rounded()) < 1e-9 }) {
        return minorTicks(betweenPowersOf: base, rising, exponents.map { $0.rounded() })
      }
      if Self.hasMultiples(base) {
        let multiples = multiples(of: base)
        if Set(rising).isSubset(of: multiples) { return multiples.filter { !rising.contains($0) } }
      }
    }
    let step = zip(rising, rising.dropFirst()).map { $1 - $0 }.min() ?? 0
    guard step > 0, step.isFinite else { return [] }
    let parts = Self.parts(of: step, type)
    let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
    return ([rising[0] - step] + rising).flatMap { start in
      (1..<parts).map { start + step * Double($0) / Double(parts) }
    }.filter { $0 >= low && $0 <= high }
  }

  private func minorTicks(
    betweenPowersOf base: Double, _ ticks: [Double], _ exponents: [Double]
  ) -> [Double] {
    let distances = zip(exponents, exponents.dropFirst()).map { abs($1 - $0) }
    let (first, last) = self.exponents(base)
    if distances.contains(1) {
      guard Self.hasMultiples(base), last - first < 100 else { return [] }
      return multiples(of: base).filter { !ticks.contains($0) }
    }
    guard last - first < 1000 else { return [] }
    let (low, high) = (min(domain.0, domain.1), max(domain.0, domain.1))
    let powers = (Int(first.rounded(.up))...max(Int(first.rounded(.up)), Int(last.rounded(.down))))
      .map { (domain.0 < 0 ? -1 : 1) * Self.power(base, Double($0)) }
    return powers.filter { $0 >= low && $0 <= high && !ticks.contains($0) }.sorted()
  }

  /// Returns the number of parts into which minor ticks divide a step.
  private static func parts(of step: Double, _ type: ScaleType) -> Int {
    if type == .duration, step >= 1 {
      if let parts = DurationStep.parts(of: step) { return parts }
      return parts(of: step / 86_400, .linear)
    }
    let digit = step / pow(10, (log10(step) + 1e-9).rounded(.down))
    return (1.5..<3.5).contains(digit) ? 4 : 5
  }
}
