/// Reads the escapes of JSON strings.
enum JSONString {
  /// The length of the escape that begins at a backslash; nil if it is not one, or is cut off. Two
  /// that stand for one character above U+FFFF are one.
  static func escapeLength(_ bytes: Span<UInt8>, _ index: Int) -> Int? {
    guard index + 1 < bytes.count else { return nil }
    guard bytes[index + 1] == UInt8(ascii: "u") else {
      return "\"\\/bfnrt".utf8.contains(bytes[index + 1]) ? 2 : nil
    }
    return unit(bytes, index) == nil ? nil : 6
  }

  /// Appends the text of a string whose escapes are valid, in UTF-8. Half of a pair of escapes
  /// becomes U+FFFD.
  static func append(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, to text: inout [UInt8]) {
    var index = start
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < end else {
        text.append(bytes[index])
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var value = unit(bytes, index) ?? 0xFFFD
        index += 4
        if 0xD800..<0xDC00 ~= value, index + 2 < end, bytes[index + 2] == UInt8(ascii: "\\"),
          let low = unit(bytes, index + 2), 0xDC00..<0xE000 ~= low
        {
          value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        text.append(contentsOf: String(Character(scalar)).utf8)
      case let other: text.append(other)
      }
      index += 2
    }
  }

  /// The number of an escape such as `\u00e9`.
  private static func unit(_ bytes: Span<UInt8>, _ index: Int) -> UInt32? {
    guard index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else { return nil }
    var value: UInt32 = 0
    for place in index + 2..<index + 6 {
      guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue, bytes[place] < 0x80
      else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
