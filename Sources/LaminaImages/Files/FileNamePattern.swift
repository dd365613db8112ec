import Lamina

/// A pattern for the names of the files of a sequence: `frames/g-%05d.png` yields
/// `frames/g-00000.png`, `frames/g-00001.png` and so on.
///
/// The pattern has exactly one `%d` (the plain number) or `%0Nd` (at least N digits, N from 1 to
/// 20, padded with leading zeros), as in C's `printf`. `%%` is one percent sign. A number with more
/// than N digits keeps them all.
public struct FileNamePattern: Sendable, Hashable {
  private let prefix: String
  private let suffix: String
  private let digits: Int
  /// The pattern as it was given.
  public let pattern: String

  /// Parses a pattern.
  ///
  /// - Throws: ``OutputError/invalidPattern(_:reason:)`` if it has no number, more than one,
  ///   or anything else after a percent sign.
  public init(_ pattern: String) throws(OutputError) {
    func invalid(_ reason: String) -> OutputError {
      .invalidPattern(pattern, reason: reason)
    }
    var parts = [""]
    var digits = 0
    var rest = Substring(pattern)
    while let percent = rest.firstIndex(of: "%") {
      parts[parts.count - 1] += rest[..<percent]
      rest = rest[percent...].dropFirst()
      if rest.first == "%" {
        parts[parts.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      let width = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(width.count)
      guard rest.first == "d" else {
        throw invalid("has a '%\(width)\(rest.first.map(String.init) ?? "")'")
      }
      rest = rest.dropFirst()
      guard parts.count == 1 else { throw invalid("has more than one number") }
      if !width.isEmpty {
        guard width.first == "0", let count = Int(width), (1...20).contains(count) else {
          throw invalid("has a '%\(width)d', which is not '%0Nd' with N from 1 to 20")
        }
        digits = count
      }
      parts.append("")
    }
    guard parts.count == 2 else { throw invalid("has no number") }
    prefix = parts[0]
    suffix = parts[1] + rest
    self.digits = digits
    self.pattern = pattern
  }

  /// Returns the name with a number.
  ///
  /// - Precondition: `number` is not negative.
  public func name(_ number: Int) -> String {
    require(number >= 0, "the file number \(number) is negative")
    let text = String(number)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text + suffix
  }

  /// Returns the number that a name has; nil if it is no name of the pattern.
  package func number(in name: Substring) -> Int? {
    let digits = name.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
    guard let number = Int(String(decoding: digits, as: UTF8.self)), number >= 0 else { return nil }
    return self.name(number).utf8.elementsEqual(name.utf8) ? number : nil
  }

  /// Returns a Boolean value indicating whether a name is a pattern, that is, has a percent sign.
  public static func isPattern(_ name: String) -> Bool { name.contains("%") }
}
