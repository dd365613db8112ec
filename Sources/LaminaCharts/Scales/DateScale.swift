import Foundation

/// A scale of dates, with ticks at steps of the calendar in a time zone.
///
/// Its ticks and round domains are those of d3-scale's `scaleTime`, to the millisecond.
package struct DateScale: Sendable, Equatable {
  package let domain: ClosedRange<Date>
  /// The places of the first and the last date, in points.
  package let range: (Double, Double)
  package let timeZone: TimeZone

  /// Creates a scale.
  ///
  /// - Parameter domain: two different dates from the years 1 to 9999.
  package init(
    domain: ClosedRange<Date>, range: (Double, Double), timeZone: TimeZone
  ) throws(ScaleError) {
    let seconds = (
      domain.lowerBound.timeIntervalSinceReferenceDate,
      domain.upperBound.timeIntervalSinceReferenceDate
    )
    guard seconds.0.isFinite, seconds.1.isFinite, range.0.isFinite, range.1.isFinite else {
      throw .notFinite
    }
    // A day is left at either end, for time zones.
    guard seconds.0 >= -63_114_076_800 - 86_400, seconds.1 <= 252_423_993_600 + 86_400 else {
      throw .dateOutOfRange
    }
    if seconds.0 == seconds.1 { throw .emptyDomain(seconds.0) }
    self.domain = domain
    self.range = range
    self.timeZone = timeZone
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.domain == right.domain && left.range == right.range && left.timeZone == right.timeZone
  }

  /// Returns the place of a date, in points.
  package func position(of date: Date) -> Double {
    let part =
      date.timeIntervalSince(domain.lowerBound)
      / domain.upperBound.timeIntervalSince(domain.lowerBound)
    return range.0 * (1 - part) + range.1 * part
  }

  /// Returns the date at a place, in points.
  package func date(at position: Double) -> Date {
    let part = (position - range.0) / (range.1 - range.0)
    return domain.lowerBound + part * domain.upperBound.timeIntervalSince(domain.lowerBound)
  }

  private var milliseconds: (start: Int, end: Int) {
    (
      Int((domain.lowerBound.timeIntervalSince1970 * 1000).rounded()),
      Int((domain.upperBound.timeIntervalSince1970 * 1000).rounded())
    )
  }

  /// Returns the distance of about so many ticks.
  package func tickInterval(count: Int) -> CalendarInterval {
    let (start, end) = milliseconds
    let count = min(Double(max(count, 1)), TickStep.maximumCount)
    return .dividing(start, max(end, start + 1), count: count)
  }

  /// Returns about so many dates at steps of the calendar, from the domain; none if `count` is not
  /// positive.
  package func ticks(count: Int) -> [Date] {
    if count <= 0 { return [] }
    let (start, end) = milliseconds
    let civil = CivilTime(timeZone: timeZone)
    let interval = tickInterval(count: count)
    var ticks: [Date] = []
    var tick = interval.ceiling(start, in: civil)
    while tick <= end {
      ticks.append(Date(timeIntervalSince1970: Double(tick) / 1000))
      let next = interval.next(after: tick, in: civil)
      guard next > tick else { break }
      tick = next
    }
    return ticks
  }

  /// Returns the scale with the ends of the domain moved out to ticks.
  package func nice(count: Int) -> DateScale {
    let (start, end) = milliseconds
    let civil = CivilTime(timeZone: timeZone)
    let interval = tickInterval(count: count)
    let low = Double(interval.floor(start, in: civil)) / 1000
    let high = Double(interval.ceiling(end, in: civil)) / 1000
    let nice = try? DateScale(
      domain: Date(timeIntervalSince1970: low)...Date(timeIntervalSince1970: high), range: range,
      timeZone: timeZone)
    return nice ?? self
  }
}
