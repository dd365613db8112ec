/// An integer of any size, times a power of 2: what sums and products of `Double`s are exactly.
///
/// Made for references in tests. It shares nothing with the engine's numbers.
struct ExactNumber {
  private var isNegative = false
  /// The lowest 32 bits first; no zeros at the end.
  private var limbs: [UInt32] = []
  private var exponent = 0

  /// - Precondition: `value` is finite.
  init(_ value: Double) {
    guard value != 0 else { return }
    isNegative = value < 0
    // 53 bits before the point.
    var bits = UInt64(value.significand * 0x1p52)
    exponent = Int(value.exponent) - 52
    while bits & 1 == 0 {
      bits >>= 1
      exponent += 1
    }
    limbs = [UInt32(truncatingIfNeeded: bits), UInt32(bits >> 32)]
    trim()
  }

  var isZero: Bool { limbs.isEmpty }
  var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
    // Keep numbers short: whole limbs of zeros go into the exponent.
    let zeros = limbs.prefix { $0 == 0 }.count
    limbs.removeFirst(zeros)
    exponent += 32 * zeros
    if limbs.isEmpty { (exponent, isNegative) = (0, false) }
  }

  static prefix func - (value: ExactNumber) -> ExactNumber {
    var result = value
    result.isNegative = !value.isNegative && !value.isZero
    return result
  }

  static func * (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    var result = ExactNumber(0)
    if left.isZero || right.isZero { return result }
    var limbs = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (i, a) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (j, b) in right.limbs.enumerated() {
        let sum = UInt64(a) * UInt64(b) + UInt64(limbs[i + j]) + carry
        limbs[i + j] = UInt32(truncatingIfNeeded: sum)
        carry = sum >> 32
      }
      limbs[i + right.limbs.count] = UInt32(carry)
    }
    result.limbs = limbs
    result.exponent = left.exponent + right.exponent
    result.isNegative = left.isNegative != right.isNegative
    result.trim()
    return result
  }

  static func + (left: ExactNumber, right: ExactNumber) -> ExactNumber {
    if left.isZero { return right }
    if right.isZero { return left }
    let exponent = min(left.exponent, right.exponent)
    let a = left.shifted(left.exponent - exponent)
    let b = right.shifted(right.exponent - exponent)
    var result = ExactNumber(0)
    result.exponent = exponent
    if left.isNegative == right.isNegative {
      result.limbs = sum(a, b)
      result.isNegative = left.isNegative
    } else if isLess(a, b) {
      result.limbs = difference(b, a)
      result.isNegative = right.isNegative
    } else {
      result.limbs = difference(a, b)
      result.isNegative = left.isNegative
    }
    result.trim()
    return result
  }

  static func - (left: ExactNumber, right: ExactNumber) -> ExactNumber { left + -right }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool { (left - right).sign < 0 }

  /// The nearest `Double`, or about that; ±infinity where there is none.
  var double: Double {
    var value = 0.0
    for limb in limbs.suffix(4) { value = value / 0x1p32 + Double(limb) }
    let power = exponent + 32 * (limbs.count - 1)
    let result = power > 2_000 ? .infinity : scaled(value, power)
    return isNegative ? -result : result
  }

  /// Returns the approximate quotient of the number and another; 0 / 0 is NaN.
  func divided(by divisor: ExactNumber) -> Double {
    func leading(_ number: ExactNumber) -> (Double, Int) {
      var value = 0.0
      for limb in number.limbs.suffix(4) { value = value / 0x1p32 + Double(limb) }
      return (
        number.isNegative ? -value : value, number.exponent + 32 * (number.limbs.count - 1)
      )
    }
    let (a, powerA) = leading(self)
    let (b, powerB) = leading(divisor)
    return scaled(a / b, powerA - powerB)
  }

  private func scaled(_ value: Double, _ power: Int) -> Double {
    var result = value
    var rest = power
    while rest != 0, result != 0, result.isFinite {
      let step = max(-1_000, min(1_000, rest))
      result *= Double(sign: .plus, exponent: step, significand: 1)
      rest -= step
    }
    return result
  }

  private func shifted(_ bits: Int) -> [UInt32] {
    var result = [UInt32](repeating: 0, count: bits / 32)
    var carry: UInt32 = 0
    let shift = UInt32(bits % 32)
    for limb in limbs {
      result.append(limb << shift | carry)
      carry = shift == 0 ? 0 : limb >> (32 - shift)
    }
    result.append(carry)
    return result
  }

  private static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for index in 0..<max(a.count, b.count) {
      let sum =
        (index < a.count ? UInt64(a[index]) : 0) + (index < b.count ? UInt64(b[index]) : 0) + carry
      result.append(UInt32(truncatingIfNeeded: sum))
      carry = sum >> 32
    }
    result.append(UInt32(carry))
    return result
  }

  /// `a` must not be less than `b`.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    var borrow: Int64 = 0
    for index in 0..<a.count {
      var digit = Int64(a[index]) - (index < b.count ? Int64(b[index]) : 0) - borrow
      borrow = digit < 0 ? 1 : 0
      if digit < 0 { digit += 1 << 32 }
      result.append(UInt32(digit))
    }
    return result
  }

  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    for index in (0..<max(a.count, b.count)).reversed() {
      let x = index < a.count ? a[index] : 0
      let y = index < b.count ? b[index] : 0
      if x != y { return x < y }
    }
    return false
  }
}
