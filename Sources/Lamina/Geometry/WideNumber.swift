import Foundation

/// A number for sums and products that `Double` cannot hold: of any size, and exact, as a rule.
///
/// It is a sum of terms that do not overlap, each with the precision of a `Double` and an exponent
/// of its own (Shewchuk, "Adaptive precision floating-point arithmetic", 1997). So 1e300 + 20 is
/// two terms, and 1e300 · 1e300 one. Up to eight terms are kept.
struct WideNumber: Sendable, Equatable {
  /// `significand · 2^exponent`, not 0.
  private struct Term: Sendable, Equatable {
    /// Between 1 and 2, or -1 and -2.
    let significand: Double
    let exponent: Int

    /// Nil for 0.
    init?(_ value: Double, exponent: Int = 0) {
      guard value != 0 else { return nil }
      significand = value < 0 ? -value.significand : value.significand
      self.exponent = exponent + Int(value.exponent)
    }
  }

  /// The smallest first. No two have digits in the same places.
  private var terms: [Term]

  private static let termLimit = 8

  static let zero = WideNumber(0)
  static let one = WideNumber(1)

  /// - Precondition: `value` is finite.
  init(_ value: Double) {
    require(value.isFinite, "a wide number of \(value)")
    terms = Term(value).map { [$0] } ?? []
  }

  /// 2 to a power.
  init(powerOfTwo exponent: Int) { terms = [Term(1, exponent: exponent)!] }

  var isZero: Bool { terms.isEmpty }

  /// -1, 0 or 1.
  var sign: Double {
    // The largest term exceeds the sum of all others.
    terms.last.map { $0.significand < 0 ? -1 : 1 } ?? 0
  }

  var magnitude: WideNumber { sign < 0 ? -self : self }

  /// The power of 2 that is about as large; nil for 0.
  var exponent: Int? { terms.last?.exponent }

  /// The largest power of 2 that ``double(timesTwoTo:)`` gives.
  static let largestExponent = 400

  /// The number times a power of 2 as a `Double`; past ±2^``largestExponent`` that, and 0 where
  /// it is less than the inverse.
  func double(timesTwoTo power: Int = 0) -> Double {
    guard let largest = terms.last else { return 0 }
    if largest.exponent + power >= Self.largestExponent {
      return sign * Double(sign: .plus, exponent: Self.largestExponent, significand: 1)
    }
    if largest.exponent + power < -Self.largestExponent { return 0 }
    return terms.reduce(0) { sum, term in
      let exponent = term.exponent + power
      guard exponent > -1000 else { return sum }
      return sum + Double(sign: .plus, exponent: exponent, significand: 1) * term.significand
    }
  }

  /// The quotient, to about the precision of a `Double`; 0 where the divisor is 0.
  func divided(by divisor: WideNumber) -> WideNumber {
    guard let exponent, let other = divisor.exponent else { return .zero }
    var result = WideNumber.zero
    let quotient = double(timesTwoTo: -exponent) / divisor.double(timesTwoTo: -other)
    result.add(Term(quotient, exponent: exponent - other))
    return result
  }

  static prefix func - (value: WideNumber) -> WideNumber {
    var result = value
    result.terms = value.terms.compactMap { Term(-$0.significand, exponent: $0.exponent) }
    return result
  }

  static func + (left: WideNumber, right: WideNumber) -> WideNumber {
    if left.isZero { return right }
    var result = left
    for term in right.terms { result.add(term) }
    return result
  }

  static func - (left: WideNumber, right: WideNumber) -> WideNumber { left + -right }

  static func * (left: WideNumber, right: WideNumber) -> WideNumber {
    var result = WideNumber.zero
    for a in left.terms {
      for b in right.terms {
        let product = a.significand * b.significand
        let rest = (-product).addingProduct(a.significand, b.significand)
        result.add(Term(rest, exponent: a.exponent + b.exponent))
        result.add(Term(product, exponent: a.exponent + b.exponent))
      }
    }
    return result
  }

  static func * (left: WideNumber, right: CGFloat) -> WideNumber {
    if right == 1 { return left }
    return left * WideNumber(Double(right))
  }

  static func < (left: WideNumber, right: WideNumber) -> Bool { (left - right).sign < 0 }

  /// Adds a term to the terms, exactly but for what falls off at the small end.
  private mutating func add(_ term: Term?) {
    guard var rest = term else { return }
    var result: [Term] = []
    result.reserveCapacity(terms.count + 1)
    for (index, next) in terms.enumerated() {
      let (sum, error) = Self.sum(rest, next)
      if let error { result.append(error) }
      guard let sum else {
        result.append(contentsOf: terms[(index + 1)...])
        terms = result
        return
      }
      rest = sum
    }
    result.append(rest)
    terms = result.suffix(Self.termLimit)
  }

  /// A sum, rounded, and what rounding left out.
  private static func sum(_ a: Term, _ b: Term) -> (sum: Term?, error: Term?) {
    let (large, small) = a.exponent >= b.exponent ? (a, b) : (b, a)
    let distance = large.exponent - small.exponent
    if distance > 110 { return (large, small) }
    let x = large.significand
    let y = small.significand * Double(sign: .plus, exponent: -distance, significand: 1)
    let sum = x + y
    let part = sum - x
    let error = (x - (sum - part)) + (y - part)
    return (Term(sum, exponent: large.exponent), Term(error, exponent: large.exponent))
  }
}

extension Double {
  /// Whether it is 0 or far from what a `Double` can hold: between 2^-200 and 2^200.
  @inline(__always)
  var isModerate: Bool {
    let size = abs(self)
    return (size <= 0x1p200 && size >= 0x1p-200) || size == 0
  }
}

extension CGFloat {
  /// The same.
  @inline(__always)
  var isModerate: Bool { Double(self).isModerate }
}
