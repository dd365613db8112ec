import LaminaBase

/// Writes times as ISO 8601 for descriptions.
enum TimeLabel {
  /// Returns the time in Greenwich's zone, with a fraction of up to nine digits where it has one.
  ///
  /// - Parameter hasDate: false for the time of day alone, without a zone.
  static func text(_ seconds: Double, hasDate: Bool = true) -> String {
    guard seconds.isFinite, abs(seconds) < 1e14 else { return "\(seconds) s" }
    var whole = Int(seconds.rounded(.down))
    var nanoseconds = Int(((seconds - Double(whole)) * 1e9).rounded())
    // A Double near the present has steps of a quarter of a microsecond.
    if abs(whole) > 1 << 23 { nanoseconds = (nanoseconds + 500) / 1_000 * 1_000 }
    if nanoseconds >= 1_000_000_000 {
      whole += 1
      nanoseconds = 0
    }
    let days = whole.flooredQuotient(86_400)
    let second = whole - days * 86_400
    let date = CivilDate(days: days)
    let (hour, minute) = (second / 3_600, second / 60 % 60)
    var text = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second % 60, 2))"
    if nanoseconds > 0 {
      var digits = padded(nanoseconds, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      text += ".\(digits)"
    }
    if !hasDate { return text }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(text)Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count))
      + digits
  }
}
