import Foundation

/// The text of numbers and dates on an axis.
///
/// Numbers are written as ``automatic`` says if the format is one of dates, and dates if it is one of
/// numbers.
public struct AxisLabelFormat: Sendable, Equatable {
  package enum Content: Sendable {
    case automatic
    case percent
    case prefixed(unit: String)
    case bytes(isBinary: Bool)
    case currency(code: String)
    case duration
    case style(any Hashable & Sendable, @Sendable (Double) -> String)
    case timeOfDay
    case dateStyle(any Hashable & Sendable, @Sendable (Date, TimeZone, Locale) -> String)
  }

  package let content: Content

  /// As many digits as tell the numbers of a row apart; from ten millions on in thousands, millions
  /// or billions. Dates say each larger unit once.
  public static let automatic = AxisLabelFormat(content: .automatic)
  /// Percent: 0.25 is 25%.
  public static let percent = AxisLabelFormat(content: .percent)
  /// Bytes with the prefixes of powers of 1024: 1.5 GiB.
  public static let binaryBytes = AxisLabelFormat(content: .bytes(isBinary: true))
  /// Bytes with the prefixes of powers of 1000: 1.5 GB.
  public static let bytes = AxisLabelFormat(content: .bytes(isBinary: false))
  /// Seconds as days, hours, minutes or seconds if all numbers of a row are whole, as in 2 h; else
  /// as clocks show them: 1:30 is a minute and a half, 1:30:00 an hour and a half.
  public static let duration = AxisLabelFormat(content: .duration)

  /// Numbers with a prefix of the SI: 1,500 is 1.5k, and with the unit Hz 1.5 kHz.
  public static func prefixed(unit: String = "") -> AxisLabelFormat {
    AxisLabelFormat(content: .prefixed(unit: unit))
  }

  /// A currency, by its code of ISO 4217, such as EUR, in the chart's locale: without fractions if
  /// all numbers of a row are whole.
  public static func currency(code: String) -> AxisLabelFormat {
    AxisLabelFormat(content: .currency(code: code))
  }

  /// The times of day of dates, without the days that they are on.
  public static let timeOfDay = AxisLabelFormat(content: .timeOfDay)

  /// A format of Foundation's for numbers, such as `.number.grouping(.never)`. It has the locale that it was
  /// given.
  public static func format<Style: FormatStyle & Sendable>(_ style: Style) -> AxisLabelFormat
  where Style.FormatInput == Double, Style.FormatOutput == String { foundationFormat(style) }

  /// A format of Foundation's for dates, such as `.dateTime.month()`, or for numbers of another type than
  /// `Double`.
  ///
  /// Labels of dates that repeat the one before are left out. A `Date.FormatStyle` with the machine's locale
  /// or time zone gets the chart's, and one with the machine's calendar the Gregorian one. Other formats have
  /// the locale that they were given. A value that the format has no text for, such as a fraction in one for
  /// integers, has no label.
  public static func format<Style: FormatStyle & Sendable>(_ style: Style) -> AxisLabelFormat
  where Style.FormatInput: Plottable, Style.FormatOutput == String { foundationFormat(style) }

  private static func foundationFormat<Style: FormatStyle & Sendable>(
    _ style: Style
  ) -> AxisLabelFormat where Style.FormatInput: Plottable, Style.FormatOutput == String {
    @Sendable func text(_ value: PlottedValue) -> String {
      value.as(Style.FormatInput.self).map(style.format) ?? ""
    }
    guard Style.FormatInput.PrimitivePlottable.self == Date.self else {
      return AxisLabelFormat(content: .style(style) { text(.number($0)) })
    }
    return AxisLabelFormat(
      content: .dateStyle(style) { date, timeZone, locale in
        guard var dateStyle = style as? Date.FormatStyle else { return text(.date(date)) }
        if dateStyle.timeZone == .autoupdatingCurrent { dateStyle.timeZone = timeZone }
        if dateStyle.locale == .autoupdatingCurrent { dateStyle.locale = locale }
        if dateStyle.calendar == .autoupdatingCurrent {
          dateStyle.calendar = Calendar(identifier: .gregorian)
        }
        return dateStyle.format(date)
      })
  }

  public static func == (left: Self, right: Self) -> Bool {
    switch (left.content, right.content) {
    case (.automatic, .automatic), (.percent, .percent), (.duration, .duration),
      (.timeOfDay, .timeOfDay):
      true
    case (.prefixed(let left), .prefixed(let right)): left == right
    case (.bytes(let left), .bytes(let right)): left == right
    case (.currency(let left), .currency(let right)): left == right
    case (.style(let left, _), .style(let right, _)),
      (.dateStyle(let left, _), .dateStyle(let right, _)):
      AnyHashable(left) == AnyHashable(right)
    default: false
    }
  }
}
