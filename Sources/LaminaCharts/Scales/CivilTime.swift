import Foundation
import LaminaBase

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
  func local(_ time: Int) -> Int { time + timeZone.offset(at: time.flooredQuotient(1000)) * 1000 }

  /// Returns the time at which clocks show `local`. Of two it is the first; one that is left out
  /// counts on from the time before.
  func time(_ local: Int) -> Int {
    local - timeZone.offset(ofLocal: local.flooredQuotient(1000)) * 1000
  }

  static let minute = 60_000
  static let hour = 60 * minute
  static let day = 24 * hour
}
