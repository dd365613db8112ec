import Foundation

/// A scale of dates, with ticks at steps of the calendar in a time zone.
///
/// Its ticks and round domains are those of d3-scale's `scaleUtc` and `scaleTime`, to the
/// millisecond.
package struct DateScale: Sendable, Equatable {
  package let domain: ClosedRange<Date>
  /// The places of the first and the last date, in points.
  package private(set) var range: (Double, Double)
  package let timeZone: TimeZone
  /// True if dates outside the domain are placed at its ends.
  package let isClamped: Bool

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - domain: two different dates from the years 1 to 9999.
  ///   - range: their places, in points, in any order.
  ///   - timeZone: the time zone of ticks.
  ///   - isClamped: true to place dates outside the domain at its ends.
  /// - Throws: `ScaleError` if an end is not finite, or if the domain has no length or is outside
  ///   the years 1 to 9999.
  package init(
    domain: ClosedRange<Date>, range: (Double, Double), timeZone: TimeZone, isClamped: Bool = false
  ) throws(ScaleError) {
    let seconds = (
      domain.lowerBound.timeIntervalSinceReferenceDate,
      domain.upperBound.timeIntervalSinceReferenceDate
    )
    guard seconds.0.isFinite, seconds.1.isFinite else { throw .notFinite }
    guard range.0.isFinite, range.1.isFinite, (range.1 - range.0).isFinite else {
      throw .rangeNotFinite
    }
    guard Self.isInYears1To9999(domain.lowerBound), Self.isInYears1To9999(domain.upperBound) else {
      throw .dateOutOfRange
    }
    if seconds.0 == seconds.1 { throw .emptyDates(domain.lowerBound) }
    self.domain = domain
    self.range = range
    self.timeZone = timeZone
    self.isClamped = isClamped
  }

  /// True for the years 1 to 9999 of any time zone: a day is left at either end.
  static func isInYears1To9999(_ date: Date) -> Bool {
    (-63_114_076_800 - 86_400...252_423_993_600 + 86_400).contains(
      date.timeIntervalSinceReferenceDate)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.domain == right.domain && left.range == right.range && left.timeZone == right.timeZone
      && left.isClamped == right.isClamped
  }

  // MARK: - Places

  /// Returns the place of a date, in points; NaN for a date that is.
  package func position(of date: Date) -> Double {
    let part =
      date.timeIntervalSince(domain.lowerBound)
      / domain.upperBound.timeIntervalSince(domain.lowerBound)
    if part.isNaN { return .nan }
    let used = isClamped ? max(0, min(part, 1)) : part
    if range.0 == range.1 { return range.0 }
    return used.isInfinite
      ? used * (range.1 - range.0) : range.0 * (1 - used) + range.1 * used
  }

  /// Returns the date at a place, in points; the first date if the range has no length.
  package func date(at position: Double) -> Date {
    if range.0 == range.1 { return domain.lowerBound }
    let part = (position - range.0) / (range.1 - range.0)
    let used = isClamped ? max(0, min(part, 1)) : part
    return domain.lowerBound + used * domain.upperBound.timeIntervalSince(domain.lowerBound)
  }

  /// Returns the scale with its range moved by a distance in points.
  func shifted(by distance: Double) -> DateScale {
    var scale = self
    scale.range = (range.0 + distance, range.1 + distance)
    return scale
  }

  // MARK: - Ticks

  /// Returns the distance of about so many ticks.
  package func tickInterval(count: Int) -> CalendarInterval {
    let start = CivilTime.milliseconds(domain.lowerBound, .down)
    let end = CivilTime.milliseconds(domain.upperBound, .up)
    let count = min(Double(max(count, 1)), TickStep.maximumCount)
    return .dividing(start, max(end, start + 1), count: count)
  }

  /// Returns about so many dates at steps of the calendar, from the domain; none if `count` is not
  /// positive.
  package func ticks(count: Int) -> [Date] {
    count > 0 ? multiples(of: tickInterval(count: count)).map(CivilTime.date) : []
  }

  /// Returns the dates at a step of the calendar, from the domain; nil if they are more than about 1,000.
  package func ticks(at interval: CalendarInterval) -> [Date]? {
    let length = domain.upperBound.timeIntervalSince(domain.lowerBound) * 1000
    guard length / interval.duration <= 1000 else { return nil }
    return multiples(of: interval).map(CivilTime.date)
  }

  /// Returns the dates between the ticks of the same count that divide their distances: days of
  /// weeks, months of quarters, quarters of hours and years.
  package func minorTicks(count: Int) -> [Date] {
    guard count > 0 else { return [] }
    let interval = tickInterval(count: count)
    guard let subdivision = interval.subdivision else { return [] }
    let ticks = Set(multiples(of: interval))
    return multiples(of: subdivision).filter { !ticks.contains($0) }.map(CivilTime.date)
  }

  private func multiples(of interval: CalendarInterval) -> [Int] {
    interval.multiples(
      from: CivilTime.milliseconds(domain.lowerBound, .up),
      to: CivilTime.milliseconds(domain.upperBound, .down), in: CivilTime(timeZone: timeZone))
  }

  /// Returns the scale with the ends of the domain moved out to ticks; the same scale if that left
  /// the years 1 to 9999, or if `count` is not positive.
  package func nice(count: Int) -> DateScale {
    guard count > 0 else { return self }
    let start = CivilTime.milliseconds(domain.lowerBound, .down)
    let end = CivilTime.milliseconds(domain.upperBound, .up)
    let civil = CivilTime(timeZone: timeZone)
    let interval = tickInterval(count: count)
    let low = CivilTime.date(interval.floor(start, in: civil))
    let high = CivilTime.date(interval.ceiling(end, in: civil))
    let nice = try? DateScale(
      domain: min(low, domain.lowerBound)...max(high, domain.upperBound), range: range,
      timeZone: timeZone, isClamped: isClamped)
    return nice ?? self
  }
}
