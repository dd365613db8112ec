/// Shortens what is quoted from a table for a message.
package enum TextExcerpt {
  /// The greatest number of characters that are quoted.
  static let limit = 60

  /// The beginning of a text that is too long for a message.
  package static func shortened(_ text: String) -> String {
    guard text.count > limit else { return text }
    return text.prefix(limit) + "…"
  }

  /// The beginning of some bytes as text, with U+FFFD in the place of what is not UTF-8.
  static func text(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> String {
    // A character may have many scalars, but a message need not show them all.
    let cut = min(end, start + limit * 16)
    let part = String(decoding: (start..<cut).map { bytes[$0] }, as: UTF8.self)
    return shortened(part)
  }

  /// A whole number with commas between thousands.
  package static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    groups.insert(digits, at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}
