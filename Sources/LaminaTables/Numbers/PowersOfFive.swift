/// The leading 128 bits of powers of five, for ``DecimalNumber``.
///
/// Powers from 0 on are exact. The reciprocals are truncated, and those of at most 64 bits rounded up,
/// as the proof of the algorithm supposes.
enum PowersOfFive {
  /// The powers that the table has.
  static let range = -54...55

  /// The powers, that of `range.lowerBound` first, shifted so that the topmost bit is set.
  static let table: [(high: UInt64, low: UInt64)] = range.map { power in
    let bits = power < 0 ? reciprocal(-power) : shifted(power)
    return (UInt64(truncatingIfNeeded: bits >> 64), UInt64(truncatingIfNeeded: bits))
  }

  private static func exact(_ power: Int) -> UInt128 {
    (0..<power).reduce(1) { product, _ in product * 5 }
  }

  private static func shifted(_ power: Int) -> UInt128 {
    let value = exact(power)
    return value << UInt128(value.leadingZeroBitCount)
  }

  /// 2^(n + 127) / 5^power, where n is the number of bits of 5^power: a long division, bit by bit.
  private static func reciprocal(_ power: Int) -> UInt128 {
    let divisor = exact(power)
    var quotient: UInt128 = 0
    var remainder: UInt128 = 1
    for _ in 0..<(128 - divisor.leadingZeroBitCount + 127) {
      remainder <<= 1
      quotient <<= 1
      if remainder >= divisor {
        remainder -= divisor
        quotient |= 1
      }
    }
    return power <= 27 ? quotient + 1 : quotient
  }
}
