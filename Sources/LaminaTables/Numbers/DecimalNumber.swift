/// Reads decimal numbers, correctly rounded to the nearest `Double`.
///
/// A number of at most 19 digits is a whole number times a power of ten. Where both are exact as
/// `Double`, one multiplication or division rounds once (Clinger, "How to read floating point numbers
/// accurately", 1990). Otherwise a product of 64 by 128 bits decides (Lemire, "Number parsing at a
/// gigabyte per second", 2021). What neither can decide is left to `Double.init`.
enum DecimalNumber {
  /// Reads the whole of some bytes as a number.
  ///
  /// The form is an optional sign, digits with an optional decimal separator, and an optional power
  /// of ten (`-1.5e-3`, `.5`, `5.`); or `inf` or `infinity` in any case. A number too large for a
  /// `Double` is infinite; ``isInfinity(_:_:_:)`` tells it from one that is written so.
  ///
  /// - Parameter decimal: the decimal separator.
  /// - Returns: the number, or nil if the bytes are not one.
  static func read(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, decimal: UInt8
  ) -> Double? {
    var index = start
    guard index < end else { return nil }
    var isNegative = false
    let first = bytes[index]
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      index += 1
    }
    var significand: UInt64 = 0
    var digitCount = addDigits(bytes, &index, end, to: &significand)
    var exponent = 0
    if index < end, bytes[index] == decimal {
      index += 1
      let count = addDigits(bytes, &index, end, to: &significand)
      exponent = -count
      digitCount += count
    }
    guard digitCount > 0 else {
      guard isInfinity(bytes, start, end) else { return nil }
      return isNegative ? -.infinity : .infinity
    }
    if index < end {
      guard bytes[index] | 0x20 == UInt8(ascii: "e") else { return nil }
      index += 1
      guard let power = powerPrefix(bytes, &index), index == end else { return nil }
      exponent += power
    }
    guard digitCount <= 19, let magnitude = value(significand, power: exponent) else {
      return slowValue(bytes, start, end, decimal: decimal)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Reads the number with which some bytes begin, if that is quickly done.
  ///
  /// - Parameter index: the place of the first byte, and then of the first that is no part of the
  ///   number. It is moved even if there is no number, but never past a byte that cannot be in one.
  /// - Returns: a finite number; nil if there is none, or if ``read(_:_:_:decimal:)`` has to decide.
  static func readPrefix(_ bytes: Span<UInt8>, _ index: inout Int, decimal: UInt8) -> Double? {
    let end = bytes.count
    guard index < end else { return nil }
    let first = bytes[index]
    let isNegative = first == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var significand: UInt64 = 0
    var digitCount = addDigits(bytes, &index, end, to: &significand)
    guard digitCount > 0 else { return nil }
    var exponent = 0
    if index < end, bytes[index] == decimal {
      index += 1
      let count = addDigits(bytes, &index, end, to: &significand)
      exponent = -count
      digitCount += count
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      guard let power = powerPrefix(bytes, &index) else { return nil }
      exponent += power
    }
    guard digitCount <= 19, let magnitude = value(significand, power: exponent) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Returns true if some bytes spell infinity, with or without a sign.
  static func isInfinity(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var index = start
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      index += 1
    }
    let word: StaticString
    switch end - index {
    case 3: word = "inf"
    case 8: word = "infinity"
    default: return false
    }
    return word.withUTF8Buffer { letters in
      for offset in 0..<letters.count where bytes[index + offset] | 0x20 != letters[offset] {
        return false
      }
      return true
    }
  }

  /// Returns `significand` times ten to a power, correctly rounded; nil if that takes more than the
  /// powers that are kept.
  static func value(_ significand: UInt64, power: Int) -> Double? {
    if significand <= 1 << 53 {
      // Converting a signed number takes one instruction, an unsigned one several.
      let exact = Double(Int64(truncatingIfNeeded: significand))
      if power == 0 { return exact }
      if power < 0, power >= -22 { return exact / exactPowers[-power] }
      if power > 0, power <= 22 { return exact * exactPowers[power] }
    }
    return product(significand, power: power)
  }

  /// The powers of ten that are exact as `Double`.
  private static let exactPowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static func addDigits(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, to significand: inout UInt64
  ) -> Int {
    let start = index
    var place = start
    var value = significand
    while place < end {
      let digit = bytes[unchecked: place] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ UInt64(digit)
      place &+= 1
    }
    index = place
    significand = value
    return place &- start
  }

  /// Reads the power after the `e`; one with more than six digits is as large as they say.
  private static func powerPrefix(_ bytes: Span<UInt8>, _ index: inout Int) -> Int? {
    let end = bytes.count
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    let start = index
    var power = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      power = min(power * 10 + Int(digit), 1_000_000)
      index += 1
    }
    guard index > start else { return nil }
    return isNegative ? -power : power
  }

  /// The algorithm of Eisel and Lemire, within powers whose results are always normal numbers.
  @inline(never)
  private static func product(_ significand: UInt64, power: Int) -> Double? {
    if significand == 0 || power == 0 { return Double(significand) }
    guard PowersOfFive.range.contains(power) else { return nil }
    let factor = PowersOfFive.table[power - PowersOfFive.range.lowerBound]
    let shift = significand.leadingZeroBitCount
    let normal = significand << UInt64(shift)
    var (high, low) = normal.multipliedFullWidth(by: factor.high)
    if high & 0x1FF == 0x1FF {
      // The bits that round are not certain yet.
      let more = normal.multipliedFullWidth(by: factor.low).high
      let (sum, overflow) = low.addingReportingOverflow(more)
      low = sum
      if overflow { high &+= 1 }
      if low == .max, power < -27 { return nil }
    }
    let upperBit = high >> 63
    let drop = upperBit + 9
    var mantissa = high >> drop
    var exponent = ((217_706 * power) >> 16) + 63 + Int(upperBit) - shift + 1023
    if low <= 1, power >= -4, power <= 23, mantissa & 3 == 1, mantissa << drop == high {
      // Exactly between two: to the even one.
      mantissa &= ~1
    }
    mantissa = (mantissa + (mantissa & 1)) >> 1
    if mantissa == 1 << 53 {
      mantissa = 1 << 52
      exponent += 1
    }
    return Double(bitPattern: mantissa & (1 << 52 - 1) | UInt64(exponent) << 52)
  }

  /// Reads a number whose form is right.
  @inline(never)
  private static func slowValue(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, decimal: UInt8
  ) -> Double? {
    var text: [UInt8] = []
    text.reserveCapacity(end - start)
    for index in start..<end {
      text.append(bytes[index] == decimal ? UInt8(ascii: ".") : bytes[index])
    }
    return Double(String(decoding: text, as: UTF8.self))
  }
}
