import Foundation
import LaminaBase

/// A column of dates and a column of times of day beside it, which together have times.
package struct DateTimeColumns: Sendable {
  /// The column of dates, and the one of times of day.
  package let date: String
  package let time: String
  /// The forms of dates and times of day that are categories; nil for columns of times.
  private let dateFormat: TimePattern?
  private let timeFormat: TimePattern?
  private let zone: TimeZone

  /// Finds the first two neighbouring columns of a table that have dates and times of day, in either order.
  ///
  /// - Parameter zone: the zone in which the table was read.
  package init?(in table: Table, zone: TimeZone) {
    let pairs = zip(table.columns, table.columns.dropFirst())
    let found = pairs.lazy.compactMap { first, second in
      Self(first, second, zone) ?? Self(second, first, zone)
    }.first
    guard let found else { return nil }
    self = found
  }

  /// Creates the pair of two columns; nil if one does not have dates, at least one of them, or the other one
  /// times of day.
  package init?(_ date: TableColumn, _ time: TableColumn, _ zone: TimeZone) {
    self.date = date.name
    self.time = time.name
    self.zone = zone
    switch date.values {
    case .categories(let categories):
      guard let format = Self.format(of: categories), format.hasDate else { return nil }
      dateFormat = format
    case .times where !date.isTimeOfDay: dateFormat = nil
    case .times, .numbers: return nil
    }
    switch time.values {
    case .categories(let categories):
      guard let format = Self.format(of: categories), !format.hasDate else { return nil }
      timeFormat = format
    case .times where time.isTimeOfDay: timeFormat = nil
    case .times, .numbers: return nil
    }
    let days = Self.localSeconds(date, dateFormat, zone).filter(\.isFinite)
    let isDate = days.allSatisfy { $0.truncatingRemainder(dividingBy: 86_400) == 0 }
    guard !days.isEmpty, isDate else { return nil }
  }

  /// True for one of the two columns.
  package func has(_ column: TableColumn) -> Bool { column.name == date || column.name == time }

  /// Returns the form of all strings; nil if they have none in common.
  private static func format(of categories: Categories) -> TimePattern? {
    let texts = categories.names.map { Array($0.utf8) }
    guard let format = CommonTimeFormats.find(in: texts).flatMap({ try? TimePattern($0) }) else {
      return nil
    }
    var localTimes = LocalTimes(.gmt)
    let areAll = texts.allSatisfy { format.seconds($0.span, 0, $0.count, &localTimes) != nil }
    return areAll ? format : nil
  }

  /// Returns the local times of a column, in seconds since 1970 as if they were Greenwich's. NaN is a gap.
  private static func localSeconds(
    _ column: TableColumn, _ format: TimePattern?, _ zone: TimeZone
  ) -> [Double] {
    switch column.values {
    case .times: return column.localSeconds(in: zone)
    case .categories(let categories):
      var localTimes = LocalTimes(.gmt)
      let seconds = categories.names.map { name in
        let text = Array(name.utf8)
        return format?.seconds(text.span, 0, text.count, &localTimes) ?? .nan
      }
      return categories.codes.map { $0 < 0 ? .nan : seconds[Int($0)] }
    case .numbers(let numbers): return numbers.map { _ in .nan }
    }
  }

  /// Returns the column of times of a table, which has the names of both columns; nil if the table lacks one
  /// of them.
  ///
  /// - Complexity: O(rows).
  package func column(of table: Table) -> TableColumn? {
    guard let date = table[date], let time = table[time] else { return nil }
    var localTimes = LocalTimes(zone)
    let days = Self.localSeconds(date, dateFormat, zone)
    let clocks = Self.localSeconds(time, timeFormat, zone)
    let times = zip(days, clocks).map { day, clock in
      guard day.isFinite, clock.isFinite else { return Double.nan }
      let local = day + clock
      return local - Double(localTimes.offset(ofLocal: Int(local.rounded(.down))))
    }
    return TableColumn(
      name: "\(date.name) \(time.name)", values: .times(times),
      gapCount: times.count(where: \.isNaN), timeNotation: .iso8601, unit: nil)
  }
}

extension TableColumn {
  /// Returns local times, in seconds since 1970 as if they were Greenwich's. NaN is a gap, and so is what is no
  /// time.
  func localSeconds(in zone: TimeZone) -> [Double] {
    switch values {
    case .times(let times):
      times.map { $0.isFinite ? $0 + Double(zone.offset(at: Int($0.rounded(.down)))) : .nan }
    case .numbers, .categories: [Double](repeating: .nan, count: count)
    }
  }
}
