import Foundation
import LaminaBase

/// A step of the calendar, such as 5 minutes or 3 months.
///
/// Its multiples are those of d3-time: of seconds to hours, they count from the next larger unit;
/// of days, from the first of the month; of years, from year 0; of weeks, from 1970. Weeks begin on Sunday.
package struct CalendarInterval: Sendable, Hashable {
  package enum Unit: Int, Sendable, Comparable {
    case millisecond
    case second
    case minute
    case hour
    case day
    case week
    case month
    case year

    package static func < (left: Unit, right: Unit) -> Bool { left.rawValue < right.rawValue }

    /// The usual duration, in milliseconds.
    var duration: Int {
      switch self {
      case .millisecond: 1
      case .second: 1000
      case .minute: CivilTime.minute
      case .hour: CivilTime.hour
      case .day: CivilTime.day
      case .week: 7 * CivilTime.day
      case .month: 30 * CivilTime.day
      case .year: 365 * CivilTime.day
      }
    }
  }

  package let unit: Unit
  /// The number of units: at least 1.
  package let count: Int

  package init(unit: Unit, count: Int) { (self.unit, self.count) = (unit, count) }

  private static let choices: [CalendarInterval] = [
    .init(unit: .second, count: 1), .init(unit: .second, count: 5), .init(unit: .second, count: 15),
    .init(unit: .second, count: 30), .init(unit: .minute, count: 1), .init(unit: .minute, count: 5),
    .init(unit: .minute, count: 15), .init(unit: .minute, count: 30), .init(unit: .hour, count: 1),
    .init(unit: .hour, count: 3), .init(unit: .hour, count: 6), .init(unit: .hour, count: 12),
    .init(unit: .day, count: 1), .init(unit: .day, count: 2), .init(unit: .week, count: 1),
    .init(unit: .month, count: 1), .init(unit: .month, count: 3), .init(unit: .year, count: 1),
  ]

  /// The usual duration, in milliseconds.
  var duration: Double { Double(unit.duration) * Double(count) }

  /// Returns the interval that divides a time in about so many parts.
  ///
  /// - Parameters:
  ///   - start: milliseconds since 1970.
  ///   - end: milliseconds since 1970, not before `start`.
  static func dividing(_ start: Int, _ end: Int, count: Double) -> CalendarInterval {
    let target = Double(end - start) / count
    guard let above = choices.firstIndex(where: { $0.duration > target }) else {
      let year = Double(Unit.year.duration)
      let step = TickStep.step(Double(start) / year, Double(end) / year, count: count)
      return CalendarInterval(unit: .year, count: max(1, Int(step)))
    }
    if above == 0 {
      let step = TickStep.step(Double(start), Double(end), count: count)
      return CalendarInterval(unit: .millisecond, count: step >= 1 ? Int(step) : 1)
    }
    let (shorter, longer) = (choices[above - 1], choices[above])
    return target / shorter.duration < longer.duration / target ? shorter : longer
  }

  /// The interval of minor ticks; nil for a month, whose weeks do not begin with it, and a
  /// millisecond.
  var subdivision: CalendarInterval? {
    switch (unit, count) {
    case (.millisecond, 1), (.month, 1): return nil
    case (.second, 1): return .init(unit: .millisecond, count: 200)
    case (.second, 5), (.second, 30): return .init(unit: .second, count: count == 5 ? 1 : 5)
    case (.second, _): return .init(unit: .second, count: 5)
    case (.minute, 1): return .init(unit: .second, count: 15)
    case (.minute, 5), (.minute, 30): return .init(unit: .minute, count: count == 5 ? 1 : 5)
    case (.minute, _): return .init(unit: .minute, count: 5)
    case (.hour, 1): return .init(unit: .minute, count: 15)
    case (.hour, 12): return .init(unit: .hour, count: 3)
    case (.hour, _): return .init(unit: .hour, count: 1)
    case (.day, 1): return .init(unit: .hour, count: 6)
    case (.day, _), (.week, _): return .init(unit: .day, count: 1)
    case (.month, _): return .init(unit: .month, count: 1)
    case (.year, 1): return .init(unit: .month, count: 3)
    case (.millisecond, _), (.year, _):
      // Steps of 1, 2 or 5 times a power of ten.
      var leading = count
      while leading >= 10 { leading /= 10 }
      let part = leading == 2 ? count / 4 : count / 5
      return .init(unit: unit, count: max(1, part))
    }
  }

  /// Returns the last multiple that is not after a time, in milliseconds since 1970.
  func floor(_ time: Int, in civil: CivilTime) -> Int {
    switch unit {
    case .millisecond: return time.flooredQuotient(count) * count
    case .week:
      let day = civil.local(time).flooredQuotient(CivilTime.day)
      // Day 3 of 1970 was a Sunday.
      let days = 7 * count
      return civil.time(((day - 3).flooredQuotient(days) * days + 3) * CivilTime.day)
    case .year:
      let year = CivilDate(days: civil.local(time).flooredQuotient(CivilTime.day)).year
      let start = year.flooredQuotient(count) * count
      return civil.time(CivilDate(year: start, month: 1, day: 1).days * CivilTime.day)
    default:
      var floored = unitFloor(time, in: civil)
      while index(of: floored, in: civil) % count != 0 {
        floored = unitFloor(floored - 1, in: civil)
      }
      return floored
    }
  }

  /// Returns the multiple after a multiple.
  func next(after time: Int, in civil: CivilTime) -> Int {
    switch unit {
    case .millisecond: return time + count
    case .week:
      let day = civil.local(time).flooredQuotient(CivilTime.day)
      return civil.time((day + 7 * count) * CivilTime.day)
    case .year:
      let year = CivilDate(days: civil.local(time).flooredQuotient(CivilTime.day)).year
      return civil.time(CivilDate(year: year + count, month: 1, day: 1).days * CivilTime.day)
    default:
      var next = time
      repeat {
        next = unitFloor(unitNext(next, in: civil), in: civil)
      } while index(of: next, in: civil) % count != 0
      return next
    }
  }

  /// Returns the first multiple that is not before a time.
  func ceiling(_ time: Int, in civil: CivilTime) -> Int {
    let floored = floor(time, in: civil)
    return floored == time ? time : next(after: floored, in: civil)
  }

  /// Returns the multiples in an interval.
  func multiples(from start: Int, to end: Int, in civil: CivilTime) -> [Int] {
    var multiples: [Int] = []
    var time = ceiling(start, in: civil)
    while time <= end {
      // A day that begins twice, since clocks go back over midnight, begins before some of the day
      // before it.
      if time >= start { multiples.append(time) }
      let next = next(after: time, in: civil)
      guard next > time else { break }
      time = next
    }
    return multiples
  }

  /// Returns the start of the unit of a time.
  private func unitFloor(_ time: Int, in civil: CivilTime) -> Int {
    let local = civil.local(time)
    switch unit {
    case .month:
      let day = CivilDate(days: local.flooredQuotient(CivilTime.day))
      return civil.time(CivilDate(year: day.year, month: day.month, day: 1).days * CivilTime.day)
    case .day: return civil.time(local.flooredQuotient(CivilTime.day) * CivilTime.day)
    default:
      return time - (local - local.flooredQuotient(unit.duration) * unit.duration)
    }
  }

  /// Returns a time in the unit after that of the start of a unit.
  private func unitNext(_ time: Int, in civil: CivilTime) -> Int {
    let local = civil.local(time)
    switch unit {
    case .month:
      let day = CivilDate(days: local.flooredQuotient(CivilTime.day))
      let first = CivilDate(year: day.year, month: day.month, day: 1).days
      // 31 days after its first a month is over, and the next one is not.
      return civil.time((first + 31) * CivilTime.day)
    case .day:
      return civil.time((local.flooredQuotient(CivilTime.day) + 1) * CivilTime.day)
    default: return time + unit.duration
    }
  }

  /// Returns the number of the unit that a time starts, in the next larger one.
  private func index(of time: Int, in civil: CivilTime) -> Int {
    let local = civil.local(time)
    let days = local.flooredQuotient(CivilTime.day)
    let inDay = local - days * CivilTime.day
    switch unit {
    case .second: return inDay / 1000 % 60
    case .minute: return inDay / CivilTime.minute % 60
    case .hour: return inDay / CivilTime.hour
    case .day: return CivilDate(days: days).day - 1
    case .month: return CivilDate(days: days).month - 1
    case .millisecond, .week, .year: return 0
    }
  }
}
