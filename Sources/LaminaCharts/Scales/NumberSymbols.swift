import Foundation
import LaminaBase

/// The signs that a locale writes numbers with.
///
/// Foundation loads its data about a locale in milliseconds, and formats a number in some
/// microseconds; a picture of a small chart takes no longer. Numbers of the usual form are put
/// together here from the signs, which are found once for each locale.
struct NumberSymbols: Sendable {
  var minus = "-"
  var decimal = "."
  /// The separator of groups of three digits: empty for none.
  var grouping = ","
  /// The number of digits from which on they are grouped.
  var minimumGrouped = 4
  /// The texts before and after a number of percent.
  var percent = (before: "", after: "%")
  /// False if the locale's digits or groups are not the usual ones: Foundation formats its numbers.
  var isUsual = true
  let locale: Locale

  private static let known = Locked<[String: NumberSymbols]>([:])

  /// Returns the signs of a locale.
  static func of(_ locale: Locale) -> NumberSymbols {
    if let symbols = known.withLock({ $0[locale.identifier] }) { return symbols }
    let symbols =
      switch locale.identifier {
      case "en", "en_US", "en_GB": NumberSymbols(locale: locale)
      case "en_US_POSIX": NumberSymbols(grouping: "", locale: locale)
      default: found(locale)
      }
    known.withLock { $0[locale.identifier] = symbols }
    return symbols
  }

  /// Finds the signs between the digits of numbers that Foundation has formatted.
  private static func found(_ locale: Locale) -> NumberSymbols {
    let style = FloatingPointFormatStyle<Double>.number.locale(locale)
    let long = style.precision(.fractionLength(1)).format(-1_234_567.5)
    let parts = between(["1", "234", "567", "5"], long)
    let short = between(["1", "234"], style.precision(.fractionLength(0)).format(1234))
    let percent = between(
      ["50"],
      FloatingPointFormatStyle<Double>.Percent.percent.locale(locale).precision(
        .fractionLength(0)
      ).format(0.5))
    guard let parts, parts[1] == parts[2], parts[4].isEmpty, let short, short[0].isEmpty,
      short[2].isEmpty, let percent
    else { return NumberSymbols(isUsual: false, locale: locale) }
    return NumberSymbols(
      minus: parts[0], decimal: parts[3], grouping: parts[1],
      minimumGrouped: short[1].isEmpty ? 5 : 4, percent: (percent[0], percent[1]), locale: locale)
  }

  /// Returns the texts before, between and after some texts that follow each other; nil if they do
  /// not.
  private static func between(_ texts: [String], _ whole: String) -> [String]? {
    var rest = whole[...]
    var parts: [String] = []
    for text in texts {
      guard let place = rest.range(of: text) else { return nil }
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }

  /// Returns a number with so many digits after the point, 15 at most. Zero has no sign, nor has a
  /// number that is rounded to it.
  func text(_ value: Double, digits: Int) -> String {
    let power = pow(10, Double(digits))
    let rounded = (abs(value) * power).rounded(.toNearestOrEven)
    if rounded == 0, value != 0 { return text(0, digits: digits) }
    guard isUsual, rounded < 9e15 else {
      return (value == 0 ? 0 : value).formatted(
        .number.precision(.fractionLength(digits)).locale(locale))
    }
    let (whole, fraction) = Int(rounded).quotientAndRemainder(dividingBy: Int(power))
    var text = value < 0 ? minus : ""
    text += grouped("\(whole)")
    if digits > 0 {
      let fraction = "\(fraction)"
      text += decimal + String(repeating: "0", count: digits - fraction.count) + fraction
    }
    return text
  }

  private func grouped(_ digits: String) -> String {
    if grouping.isEmpty || digits.count < minimumGrouped { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += grouping }
      text.append(digit)
    }
    return text
  }
}
