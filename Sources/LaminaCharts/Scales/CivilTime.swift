import Foundation

/// The Gregorian calendar of a time zone, extended to all years: conversions between milliseconds
/// since 1970 and the time that clocks show.
///
/// `Calendar` gives the same answers, much more slowly.
struct CivilTime: Sendable {
  let timeZone: TimeZone

  /// Returns a date in milliseconds since 1970, for dates from about the years 1 to 9999.
  ///
  /// A date is a number of seconds, in which few milliseconds have an exact value: one that is
  /// nearly a whole number of them is that number, and others are rounded as asked for.
  static func milliseconds(_ date: Date, _ rule: FloatingPointRoundingRule) -> Int {
    let time = date.timeIntervalSince1970 * 1000
    let nearest = time.rounded()
    return Int(abs(time - nearest) < 0.05 ? nearest : time.rounded(rule))
  }

  /// Returns the date of a number of milliseconds since 1970.
  static func date(_ milliseconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// Milliseconds that a clock in the zone shows, counted as if it had no offset.
  func local(_ time: Int) -> Int { time + offset(time) }

  private func offset(_ time: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time) / 1000)) * 1000
  }

  /// Returns the time at which clocks show `local`. Of two it is the first; one that is left out
  /// counts on from the time before.
  func time(_ local: Int) -> Int {
    let before = offset(local - Self.day)
    let after = offset(local + Self.day)
    let first = local - before
    if before == after || offset(first) == before { return first }
    let second = local - after
    return offset(second) == after ? second : first
  }

  static let minute = 60_000
  static let hour = 60 * minute
  static let day = 24 * hour

  /// A day of the calendar.
  struct Day {
    var year: Int
    /// From 1 to 12.
    var month: Int
    /// From 1 to 31.
    var day: Int
  }

  /// Returns the calendar's day of a number of days since 1970.
  static func day(_ days: Int) -> Day {
    // Years begin in March, so that leap days are at the end of a year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return Day(
      year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0),
      month: month < 10 ? month + 3 : month - 9,
      day: dayOfYear - (153 * month + 2) / 5 + 1)
  }

  /// Returns the number of days since 1970 of the first day of a month, counted from 1; months
  /// beyond 12 are those of later years.
  static func days(year: Int, month: Int) -> Int {
    let year = year + floorDivide(month - 1, 12)
    let month = month - 1 - floorDivide(month - 1, 12) * 12 + 1
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
  }
}
