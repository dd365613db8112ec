/// A number as people write it: with separators of thousands, a currency or a percent sign.
///
///     1,234,567.8   12 345   1'000   12,34,567   $1,234.50   -€5   45%   (1,234)
struct FormattedNumber: Equatable {
  let value: Double
  /// A percent sign or the symbol of a currency; nil for none.
  let unit: Unicode.Scalar?

  /// Reads the whole of some bytes as a number.
  ///
  /// - Returns: nil if the bytes are no such number. Most text is told by its ends.
  init?(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, usesDecimalComma: Bool) {
    guard end > start, end - start <= 40, Self.mayBegin(bytes[start]), Self.mayEnd(bytes[end - 1])
    else { return nil }
    var text: [UInt8] = []
    for index in start..<end { text.append(bytes[index]) }
    guard let text = String(validating: text, as: UTF8.self) else { return nil }
    self.init(text, usesDecimalComma: usesDecimalComma)
  }

  /// Reads the whole of a text as a number of at most 19 digits.
  ///
  /// Groups have three digits, the first of them one to three that do not begin with zero; as in India,
  /// those between the first and the last may have two. All are separated alike: by a comma, or a point
  /// where the comma is the decimal separator, by an apostrophe or a space. A currency is in front of the
  /// number or behind it, a percent sign behind it. Parentheses make a number negative that has a unit,
  /// groups or a decimal separator.
  ///
  /// - Returns: nil if the text is no such number.
  init?(_ text: String, usesDecimalComma: Bool) {
    var rest = Substring(text).unicodeScalars
    func skip(_ isWanted: (Unicode.Scalar) -> Bool) -> Unicode.Scalar? {
      guard let first = rest.first, isWanted(first) else { return nil }
      return rest.popFirst()
    }
    let isInParentheses = skip { $0 == "(" } != nil
    let sign = skip { Self.isMinus($0) || $0 == "+" }
    var unit = skip(Self.isCurrency)
    if unit != nil { _ = skip(Self.isSpace) }
    let signInside = unit == nil ? nil : skip(Self.isMinus)
    let signs = [sign, signInside].compactMap { $0 }
    guard signs.count + (isInParentheses ? 1 : 0) <= 1 else { return nil }

    var groups = [Self.digits(&rest)]
    var separator: Unicode.Scalar?
    while let next = rest.first, let found = Self.separator(next, usesDecimalComma),
      separator ?? found == found, rest.dropFirst().first.map(Self.isDigit) == true
    {
      separator = found
      rest.removeFirst()
      groups.append(Self.digits(&rest))
    }
    guard groups.count == 1 || Self.areGroups(groups) else { return nil }
    let hasFraction = skip { $0 == (usesDecimalComma ? "," : ".") } != nil
    let fraction = hasFraction ? Self.digits(&rest) : ""

    let hasSpace = skip(Self.isSpace) != nil
    if unit == nil {
      unit = skip { $0 == "%" || Self.isCurrency($0) }
      if hasSpace, unit == nil { return nil }
    }
    if isInParentheses {
      guard skip({ $0 == ")" }) != nil, unit != nil || separator != nil || hasFraction else {
        return nil
      }
    }
    let digits = groups.joined() + fraction
    guard rest.isEmpty, digits.count <= 19, let significand = UInt64(digits),
      let magnitude = DecimalNumber.value(significand, power: -fraction.count)
    else { return nil }
    value = isInParentheses || signs.contains(where: Self.isMinus) ? -magnitude : magnitude
    self.unit = unit
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: "+-($.,".utf8.contains(byte)
    }
  }

  private static func mayEnd(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: "%)$.,".utf8.contains(byte)
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isMinus(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "\u{2212}"
  }

  /// True for a space, also one that does not break, a narrow or a thin one.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    [" ", "\u{A0}", "\u{202F}", "\u{2009}"].contains(scalar)
  }

  private static func isCurrency(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .currencySymbol
  }

  /// Returns the separator of groups that a character is, the same for all spaces and apostrophes.
  private static func separator(
    _ scalar: Unicode.Scalar, _ usesDecimalComma: Bool
  ) -> Unicode.Scalar? {
    if isSpace(scalar) { return " " }
    switch scalar {
    case "'", "\u{2019}": return "'"
    case ",": return usesDecimalComma ? nil : ","
    case ".": return usesDecimalComma ? "." : nil
    default: return nil
    }
  }

  private static func digits(_ rest: inout Substring.UnicodeScalarView) -> String {
    let digits = rest.prefix(while: isDigit)
    rest.removeFirst(digits.count)
    return String(digits)
  }

  /// True if groups of digits have the lengths that they must.
  private static func areGroups(_ groups: [String]) -> Bool {
    guard (1...3).contains(groups[0].count), groups[0].first != "0", groups.last?.count == 3 else {
      return false
    }
    let inner = groups.dropFirst().dropLast()
    return inner.allSatisfy { $0.count == 3 }
      || groups[0].count <= 2 && inner.allSatisfy { $0.count == 2 }
  }
}
