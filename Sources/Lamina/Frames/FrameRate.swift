/// Frames for each second, as an exact fraction: 60/1, 30000/1001.
public struct FrameRate: Sendable, Hashable {
  /// At least 1.
  public let numerator: Int
  /// At least 1.
  public let denominator: Int

  /// A whole or fractional number of frames a second, kept in lowest terms.
  ///
  /// - Precondition: both are from 1 to 2,147,483,647.
  public init(_ numerator: Int, over denominator: Int = 1) {
    require(
      Self.range.contains(numerator) && Self.range.contains(denominator),
      "a frame rate of \(numerator)/\(denominator): both numbers must be from 1 to 2147483647")
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Reads `60`, `29.97` (that is 2997/100) or `30000/1001` (or with a colon).
  ///
  /// - Returns: nil if the text is anything else, zero, or does not fit.
  public init?(_ text: String) {
    func number(_ digits: Substring) -> Int? {
      guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
      return Int(digits)
    }
    var numerator: Int
    var denominator = 1
    if let mark = text.firstIndex(where: { $0 == "/" || $0 == ":" }) {
      guard let over = number(text[..<mark]), let under = number(text[mark...].dropFirst()) else {
        return nil
      }
      (numerator, denominator) = (over, under)
    } else {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let whole = number(parts[0]) else { return nil }
      numerator = whole
      if parts.count == 2 {
        guard parts[1].count <= 6, let part = number(parts[1]), whole <= Int(Int32.max) else {
          return nil
        }
        for _ in 0..<parts[1].count {
          numerator *= 10
          denominator *= 10
        }
        numerator += part
      }
    }
    guard numerator > 0, denominator > 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    guard Self.range.contains(numerator / divisor), Self.range.contains(denominator / divisor)
    else { return nil }
    self.init(numerator / divisor, over: denominator / divisor)
  }

  /// The time of a frame in seconds; the first frame has index 0 and time 0.
  ///
  /// Each time is computed from the index, so that long runs do not drift.
  public func time(ofFrame index: Int) -> Double {
    Double(index) * Double(denominator) / Double(numerator)
  }

  private static let range = 1...Int(Int32.max)

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}

extension FrameRate: CustomStringConvertible {
  /// `60`, or `30000/1001`.
  public var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
