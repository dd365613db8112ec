import Foundation
import LaminaBase

/// The words of a locale for days of the calendar.
///
/// English has the day before the month, whatever the country, and no data are loaded for it: 25
/// Nov 2025. Other languages are as Foundation formats them, but for the years before 1583, for
/// which it has another calendar: these are as in English, with the language's months.
struct DateNames {
  let locale: Locale

  private var isEnglish: Bool { locale.identifier == "en" || locale.identifier.hasPrefix("en_") }

  private func hasEnglishOrder(_ day: CivilDate) -> Bool { isEnglish || day.year < 1583 }

  private static let english = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the name of the month, as in `Nov`.
  func month(_ day: CivilDate) -> String {
    if isEnglish { return Self.english[day.month - 1] }
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    return calendar.shortStandaloneMonthSymbols[day.month - 1]
  }

  /// Returns the month and the year, as in `Nov 2025`.
  func monthAndYear(_ day: CivilDate) -> String {
    hasEnglishOrder(day)
      ? "\(month(day)) \(day.year)" : format(day, style.month(.abbreviated).year())
  }

  /// Returns the day and the month, as in `25 Nov`.
  func dayAndMonth(_ day: CivilDate) -> String {
    hasEnglishOrder(day)
      ? "\(day.day) \(month(day))" : format(day, style.day().month(.abbreviated))
  }

  /// Returns the day, the month and the year, as in `25 Nov 2025`.
  func date(_ day: CivilDate) -> String {
    hasEnglishOrder(day)
      ? "\(dayAndMonth(day)) \(day.year)"
      : format(day, style.day().month(.abbreviated).year())
  }

  private var style: Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
  }

  private func format(_ day: CivilDate, _ style: Date.FormatStyle) -> String {
    Date(timeIntervalSince1970: Double(day.days) * 86_400).formatted(style)
  }
}
