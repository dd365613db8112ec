import Foundation

/// An extended-range number for sums and products that exceed `Double`: of any size, and normally
/// exact.
///
/// It is a sum of nonoverlapping terms, each with the precision of a `Double` and an exponent of
/// its own (Shewchuk, "Adaptive precision floating-point arithmetic", 1997). So 1e300 + 20 has two
/// terms, and 1e300 · 1e300 one. At most eight terms are kept.
struct WideNumber: Sendable, Equatable {
  /// A term `significand · 2^exponent`, not 0.
  private struct Term: Sendable, Equatable {
    /// The significand, in [1, 2) or (-2, -1].
    let significand: Double
    let exponent: Int

    /// Creates a term, or nil for 0.
    init?(_ value: Double, exponent: Int = 0) {
      guard value != 0 else { return nil }
      significand = value < 0 ? -value.significand : value.significand
      self.exponent = exponent + Int(value.exponent)
    }
  }

  /// The terms in ascending order of magnitude; no two overlap.
  private var terms: [Term]

  private static let termLimit = 8

  static let zero = WideNumber(0)
  static let one = WideNumber(1)

  /// Creates a wide number from a `Double`.
  ///
  /// - Precondition: `value` is finite.
  init(_ value: Double) {
    require(value.isFinite, "a wide number must be finite, not \(value)")
    terms = Term(value).map { [$0] } ?? []
  }

  /// Creates a power of two.
  init(powerOfTwo exponent: Int) { terms = [Term(1, exponent: exponent)!] }

  var isZero: Bool { terms.isEmpty }

  /// The sign: -1, 0 or 1.
  var sign: Double {
    // The largest term exceeds the sum of all others in magnitude.
    terms.last.map { $0.significand < 0 ? -1 : 1 } ?? 0
  }

  var magnitude: WideNumber { sign < 0 ? -self : self }

  /// The exponent of the largest term, which gives the order of magnitude; nil for 0.
  var exponent: Int? { terms.last?.exponent }

  /// The exponent of the largest power of two that ``double(timesTwoTo:)`` returns.
  static let largestExponent = 400

  /// Returns the number times a power of two as a `Double`, clamped to ±2^``largestExponent``; a
  /// number smaller than the inverse of that becomes 0.
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

  /// The number as a `Double`; infinite from ±2^``largestExponent`` on.
  var unboundedDouble: Double {
    (exponent ?? 0) >= Self.largestExponent ? sign * .infinity : double()
  }

  /// Returns the quotient to about the precision of a `Double`; 0 if the divisor is 0.
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

  /// Adds a term to the terms, exact except for terms dropped at the small end.
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

  /// Returns the rounded sum of two terms, and its rounding error.
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
  /// True if the number is 0 or its magnitude is moderate: from 2^-200 to 2^200.
  @inline(__always)
  var isModerate: Bool {
    let size = abs(self)
    return (size <= 0x1p200 && size >= 0x1p-200) || size == 0
  }
}

extension CGFloat {
  /// True if the number is 0 or its magnitude is from 2^-200 to 2^200.
  @inline(__always)
  var isModerate: Bool { Double(self).isModerate }
}
