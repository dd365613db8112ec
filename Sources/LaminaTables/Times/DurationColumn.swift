import Foundation

/// A column of durations as clocks show them, which are seconds as numbers.
package struct DurationColumn: Sendable {
  /// The meanings of the fields between colons.
  package enum Form: String, Sendable {
    case hoursMinutesSeconds = "hours, minutes and seconds"
    case hoursMinutes = "hours and minutes"
    case minutesSeconds = "minutes and seconds"
  }

  package let name: String
  package let form: Form
  /// The first text that is no duration, of which fewer than half may be, and its row from 1; nil if there is
  /// none.
  package private(set) var unread: (text: String, row: Int)?
  private let zone: TimeZone

  /// Creates the reading of a column; nil if it has no values, or if its first text, or half of them, are others
  /// than durations or times of day.
  ///
  /// A text has the form `1:02:03`, `2:03`, either of them with a fraction or a sign, or behind days, as in
  /// `2 days 1:02:03`. Of two fields, the first one is hours, as on clocks; it is minutes if another
  /// text has three, or one has more than 23 hours or a fraction.
  ///
  /// - Parameter zone: the zone in which the table was read.
  package init?(_ column: TableColumn, zone: TimeZone) {
    guard column.gapCount < column.count else { return nil }
    name = column.name
    self.zone = zone
    switch column.values {
    case .numbers: return nil
    case .times:
      guard column.isTimeOfDay, case .format(let format)? = column.timeNotation,
        !format.contains("%p")
      else { return nil }
      form =
        !format.contains("%S")
        ? .hoursMinutes : format.contains("%H") ? .hoursMinutesSeconds : .minutesSeconds
    case .categories(let categories):
      guard let first = categories.names.first, ClockText(first) != nil else { return nil }
      var (areLong, haveSeconds) = (true, false)
      var others: [Int] = []
      for (code, name) in categories.names.enumerated() {
        guard let text = ClockText(name) else {
          others.append(code)
          if 2 * others.count >= categories.names.count { return nil }
          continue
        }
        let isLong = text.fields.count == 3
        areLong = areLong && isLong
        haveSeconds = haveSeconds || isLong || text.hasFraction || text.fields[0] > 23
      }
      form = areLong ? .hoursMinutesSeconds : haveSeconds ? .minutesSeconds : .hoursMinutes
      if let code = others.first, let row = categories.codes.firstIndex(of: Int32(code)) {
        unread = (categories.names[code], row + 1)
      }
    }
  }

  /// Returns the column of a table as seconds. Texts that are no durations are gaps.
  ///
  /// - Complexity: O(rows).
  func column(from column: TableColumn) -> TableColumn {
    let seconds: [Double]
    switch column.values {
    case .numbers: return column
    case .times: seconds = column.localSeconds(in: zone)
    case .categories(let categories):
      let minutes = form == .hoursMinutes
      let names = categories.names.map { name in
        ClockText(name)?.seconds(endingInMinutes: minutes) ?? .nan
      }
      seconds = categories.codes.map { $0 < 0 ? .nan : names[Int($0)] }
    }
    return TableColumn(
      name: name, values: .numbers(seconds), gapCount: seconds.count(where: \.isNaN),
      timeNotation: nil, unit: nil, isDuration: true)
  }
}

extension Table {
  /// Returns a table with some of the columns as numbers of seconds.
  package func reading(_ durations: [DurationColumn]) -> Table {
    var table = self
    for (index, column) in columns.enumerated() {
      guard let duration = durations.first(where: { $0.name == column.name }) else { continue }
      table.columns[index] = duration.column(from: column)
    }
    return table
  }
}

/// A text such as `1:02:03`.
private struct ClockText {
  private let isNegative: Bool
  private let days: Double
  /// The two or three numbers between colons.
  let fields: [Double]
  let hasFraction: Bool

  init?(_ text: String) {
    var rest = text[...].trimmingCharacters(in: .whitespaces)[...]
    isNegative = rest.first == "-" || rest.first == "−"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    // As Python and pandas write them: "2 days, 1:02:03", "2 days 01:02:03".
    let words = rest.split(whereSeparator: { $0 == " " || $0 == "," && rest.contains("day") })
    if words.count == 3, words[1] == "day" || words[1] == "days", let count = Self.digits(words[0])
    {
      days = count
      rest = words[2]
    } else {
      days = 0
    }
    let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let first = Self.digits(parts[0]) else { return nil }
    var fields = [first]
    var hasFraction = false
    for (index, part) in parts.enumerated().dropFirst() {
      let halves = part.split(maxSplits: 1, omittingEmptySubsequences: false) {
        index == parts.count - 1 && ($0 == "." || $0 == ",")
      }
      guard halves[0].utf8.count == 2, let whole = Self.digits(halves[0]), whole < 60 else {
        return nil
      }
      if halves.count == 2 {
        hasFraction = true
        guard Self.digits(halves[1]) != nil, let value = Double("\(halves[0]).\(halves[1])") else {
          return nil
        }
        fields.append(value)
      } else {
        fields.append(whole)
      }
    }
    self.fields = fields
    self.hasFraction = hasFraction
  }

  private static func digits(_ text: Substring) -> Double? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Double(text)
  }

  /// Returns the duration in seconds.
  ///
  /// - Parameter endingInMinutes: true if the last of two fields is minutes, not seconds.
  func seconds(endingInMinutes: Bool) -> Double {
    var seconds = fields.reduce(0) { $0 * 60 + $1 }
    if endingInMinutes, fields.count == 2 { seconds *= 60 }
    seconds += days * 86_400
    return isNegative ? -seconds : seconds
  }
}
