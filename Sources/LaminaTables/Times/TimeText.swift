/// Reads times in the forms of ISO 8601 that tables have.
///
/// They are `2024-05-31`, `2024-05` and `2024/05/31`, followed or not by `T` or a space and
/// `13:45`, `13:45:10` or `13:45:10.123` (with a comma, too), and by `Z`, `UTC`, `+02:00`, `+0200` or
/// `+02`; and the short form `20240531T134510`.
enum TimeText {
  /// Reads the whole of some bytes as a time; nil if they are not one.
  static func read(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> TimeFields? {
    guard end - start >= 7, digit(bytes, start, end) != nil else { return nil }
    var index = start
    var fields = TimeFields()
    guard let year = digits(bytes, &index, end, count: 4) else { return nil }
    fields.year = year
    let separator = bytes[index]
    let isShort = separator &- UInt8(ascii: "0") <= 9
    var needsTime = isShort
    if isShort {
      guard let month = digits(bytes, &index, end, count: 2),
        let day = digits(bytes, &index, end, count: 2),
        skip(UInt8(ascii: "T"), bytes, &index, end)
      else { return nil }
      (fields.month, fields.day) = (month, day)
    } else {
      guard separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") else { return nil }
      index += 1
      guard let month = digits(bytes, &index, end, count: 2) else { return nil }
      fields.month = month
      if index < end {
        guard skip(separator, bytes, &index, end),
          let day = digits(bytes, &index, end, count: 2)
        else { return nil }
        fields.day = day
      }
      if index < end {
        guard bytes[index] | 0x20 == UInt8(ascii: "t") || bytes[index] == UInt8(ascii: " ") else {
          return nil
        }
        index += 1
        needsTime = true
      }
    }
    if needsTime {
      guard readTimeOfDay(bytes, &index, end, isShort: isShort, into: &fields) else { return nil }
      if index < end, bytes[index] == UInt8(ascii: " ") { index += 1 }
      if index < end {
        guard let offset = zoneOffset(bytes, &index, end) else { return nil }
        fields.offset = offset
      }
    }
    return index == end && fields.isValid ? fields : nil
  }

  /// Reads the digits of a fraction of a second; those after the ninth are left out.
  static func readFraction(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, into fields: inout TimeFields
  ) -> Bool {
    let start = index
    while let digit = digit(bytes, index, end) {
      if fields.fractionDigits < 9 {
        fields.fraction = fields.fraction * 10 + digit
        fields.fractionDigits += 1
      }
      index += 1
    }
    return index > start
  }

  /// Reads `Z`, `UTC`, `GMT` or an offset such as `+02:00`, `-0330` or `+02`, in seconds.
  static func zoneOffset(_ bytes: Span<UInt8>, _ index: inout Int, _ end: Int) -> Int? {
    guard index < end else { return nil }
    let sign = bytes[index]
    if sign | 0x20 == UInt8(ascii: "z") {
      index += 1
      return 0
    }
    if skip("utc", bytes, &index, end) || skip("gmt", bytes, &index, end) { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    index += 1
    guard let hours = digits(bytes, &index, end, count: 2), hours <= 18 else { return nil }
    var minutes = 0
    if index < end, bytes[index] == UInt8(ascii: ":") || digit(bytes, index, end) != nil {
      if bytes[index] == UInt8(ascii: ":") { index += 1 }
      guard let read = digits(bytes, &index, end, count: 2), read < 60 else { return nil }
      minutes = read
    }
    let offset = hours * 3_600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  /// Reads exactly so many digits.
  static func digits(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, count: Int
  ) -> Int? {
    guard end - index >= count else { return nil }
    var value = 0
    for _ in 0..<count {
      guard let digit = digit(bytes, index, end) else { return nil }
      value = value * 10 + digit
      index += 1
    }
    return value
  }

  /// The digit at a place, if there is one.
  static func digit(_ bytes: Span<UInt8>, _ index: Int, _ end: Int) -> Int? {
    guard index < end else { return nil }
    let digit = bytes[index] &- UInt8(ascii: "0")
    return digit <= 9 ? Int(digit) : nil
  }

  /// Skips a byte if it is there.
  static func skip(
    _ byte: UInt8, _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  /// Skips a word in lower case if it is there, in any case.
  static func skip(
    _ word: StaticString, _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int
  ) -> Bool {
    guard end - index >= word.utf8CodeUnitCount else { return false }
    let start = index
    let isThere = word.withUTF8Buffer { letters in
      letters.indices.allSatisfy { bytes[start + $0] | 0x20 == letters[$0] }
    }
    if isThere { index += word.utf8CodeUnitCount }
    return isThere
  }

  private static func readTimeOfDay(
    _ bytes: Span<UInt8>, _ index: inout Int, _ end: Int, isShort: Bool,
    into fields: inout TimeFields
  ) -> Bool {
    guard let hour = digits(bytes, &index, end, count: 2),
      isShort || skip(UInt8(ascii: ":"), bytes, &index, end),
      let minute = digits(bytes, &index, end, count: 2)
    else { return false }
    (fields.hour, fields.minute) = (hour, minute)
    guard index < end else { return true }
    if isShort {
      guard digit(bytes, index, end) != nil else { return true }
    } else {
      guard skip(UInt8(ascii: ":"), bytes, &index, end) else { return true }
    }
    guard let second = digits(bytes, &index, end, count: 2) else { return false }
    fields.second = second
    if index < end, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
      index += 1
      return readFraction(bytes, &index, end, into: &fields)
    }
    return true
  }
}
