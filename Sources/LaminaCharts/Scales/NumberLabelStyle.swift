import Foundation

/// The text of numbers on an axis or in a legend.
public struct NumberLabelStyle: Sendable, Equatable {
  package enum Content: Sendable {
    case automatic
    case percent
    case prefixed(unit: String)
    case bytes(isBinary: Bool)
    case currency(code: String)
    case duration
    case style(any Hashable & Sendable, @Sendable (Double) -> String)
  }

  package let content: Content

  /// As many digits as tell the numbers of a row apart; from ten millions on in thousands, millions
  /// or billions.
  public static let automatic = NumberLabelStyle(content: .automatic)
  /// Percent: 0.25 is 25%.
  public static let percent = NumberLabelStyle(content: .percent)
  /// Bytes with the prefixes of powers of 1024: 1.5 GiB.
  public static let binaryBytes = NumberLabelStyle(content: .bytes(isBinary: true))
  /// Bytes with the prefixes of powers of 1000: 1.5 GB.
  public static let bytes = NumberLabelStyle(content: .bytes(isBinary: false))
  /// Seconds as days, hours, minutes or seconds if all numbers of a row are whole, as in 2 h; else
  /// as clocks show them: 1:30 is a minute and a half, 1:30:00 an hour and a half.
  public static let duration = NumberLabelStyle(content: .duration)

  /// Numbers with a prefix of the SI: 1,500 is 1.5k, and with the unit Hz 1.5 kHz.
  public static func prefixed(unit: String = "") -> NumberLabelStyle {
    NumberLabelStyle(content: .prefixed(unit: unit))
  }

  /// A currency, by its code of ISO 4217, such as EUR, in the chart's locale: without fractions if
  /// all numbers of a row are whole.
  public static func currency(code: String) -> NumberLabelStyle {
    NumberLabelStyle(content: .currency(code: code))
  }

  /// A format of Foundation's. It has the locale that it was given.
  public static func format<Style: FormatStyle & Sendable>(_ style: Style) -> NumberLabelStyle
  where Style.FormatInput == Double, Style.FormatOutput == String {
    NumberLabelStyle(content: .style(style) { style.format($0) })
  }

  public static func == (left: Self, right: Self) -> Bool {
    switch (left.content, right.content) {
    case (.automatic, .automatic), (.percent, .percent), (.duration, .duration): true
    case (.prefixed(let left), .prefixed(let right)): left == right
    case (.bytes(let left), .bytes(let right)): left == right
    case (.currency(let left), .currency(let right)): left == right
    case (.style(let left, _), .style(let right, _)): AnyHashable(left) == AnyHashable(right)
    default: false
    }
  }
}
