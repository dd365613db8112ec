import Foundation
import LaminaTables

// The columns that no option names, and those that are made of others.

extension ChartPlan {
  /// Returns neighbouring columns of dates and times of day along the x axis, if no option names another column
  /// for it, or one of them.
  static func automaticDateTime(
    _ table: Table, _ command: ChartCommand, group: TableColumn?
  ) -> DateTimeColumns? {
    guard command.x == nil, command.kind != .histogram, command.kind != .box,
      let pair = DateTimeColumns(in: table, zone: command.timezone),
      group.map(pair.has) != true
    else { return nil }
    return pair
  }

  /// True if a table is a single JSON object of numbers, which are bars or the parts of a pie.
  ///
  /// - Parameter y: the columns that options name; empty for all.
  static func isOneRow(_ table: Table, _ command: ChartCommand, y: [TableColumn]) -> Bool {
    table.format == .json && table.rowCount == 1 && !command.follow
      && (y.isEmpty ? table.columns : y).count > 1
      && command.x == nil && command.secondAxis.columns.isEmpty && command.aggregate == nil
      && [nil, .bar, .pie].contains(command.kind)
      && table.columns.allSatisfy { $0.kind == .numbers }
  }

  /// Returns the columns of the names and the values of some columns of one row.
  static func columnsOfRow(_ columns: [TableColumn]) -> (x: TableColumn, y: [TableColumn]) {
    let values = columns.map { column in
      if case .numbers(let numbers) = column.values { numbers[0] } else { Double.nan }
    }
    let names = Categories(columns.map(\.name))
    return (
      TableColumn(
        name: "column", values: .categories(names), gapCount: 0, timeNotation: nil, unit: nil),
      [
        TableColumn(
          name: "value", values: .numbers(values), gapCount: values.count(where: \.isNaN),
          timeNotation: nil, unit: columns.first?.unit)
      ]
    )
  }

  /// Returns the column along the x axis if no option names it; nil for the rows.
  static func automaticX(
    _ columns: [TableColumn], of kind: ChartKind?, y: [TableColumn], group: TableColumn?
  ) -> TableColumn? {
    switch kind {
    case .histogram: return nil
    case .box: return columns.first { $0.kind == .categories && $0.name != group?.name }
    default: break
    }
    let times = columns.filter { $0.kind == .times }
    // A time that is the same in all rows is that of the whole table.
    if let first = times.first { return times.first { !$0.isConstant } ?? first }
    let divider = group ?? automaticDivider(columns, of: kind)
    if let place = columns.first(where: { column in !(divider?.determines(column) ?? false) }),
      case .numbers(let numbers) = place.values, !y.contains(where: { $0.name == place.name }),
      columns.contains(where: { $0.kind == .numbers && $0.name != place.name }),
      kind == .point || rise(numbers, divider)
    {
      return place
    }
    guard let first = columns.first, first.kind == .categories, first.name != group?.name
    else { return nil }
    // Of the names in front of the numbers, those that all rows have.
    let names = columns.prefix { $0.kind == .categories && $0.name != group?.name }
    return names.first { $0.gapCount == 0 } ?? first
  }

  /// Returns whether numbers rise and never fall, in each of the series that a column makes of the rows. Gaps
  /// are left out, and a single number counts as one that rises.
  static func rise(_ numbers: [Double], _ divider: TableColumn?) -> Bool {
    var codes: [Int32]?
    if case .categories(let categories)? = divider?.values { codes = categories.codes }
    var last: [Int32: Double] = [:]
    var (count, hasRisen) = (0, false)
    for (row, number) in numbers.enumerated() where !number.isNaN {
      let code = codes?[row] ?? 0
      guard number >= last[code] ?? number else { return false }
      hasRisen = hasRisen || number > last[code] ?? number
      last[code] = number
      count += 1
    }
    return hasRisen || count == 1
  }

  /// Returns the column of categories that divides the rows into series along numbers, if there is one and
  /// no option names it: each category has two rows or more.
  private static func automaticDivider(
    _ columns: [TableColumn], of kind: ChartKind?
  ) -> TableColumn? {
    guard [nil, .line, .area, .point].contains(kind) else { return nil }
    if let column = categories(columns, limit: maximumGroupCount), hasTwoRowsEach(column) {
      return column
    }
    return seriesColumn(columns)
  }

  private static func hasTwoRowsEach(_ column: TableColumn) -> Bool {
    guard case .categories(let categories) = column.values else { return false }
    return 2 * categories.names.count <= categories.codes.count
  }

  /// Returns the column of categories, perhaps many, in each of which the first other column of numbers or
  /// times begins anew and rises, as the years do in a table of countries; nil if there is none.
  private static func seriesColumn(_ columns: [TableColumn]) -> TableColumn? {
    guard let column = categories(columns, limit: maximumSeriesCount), hasTwoRowsEach(column),
      let place = columns.first(where: { !column.determines($0) })
    else { return nil }
    switch place.values {
    case .numbers(let places), .times(let places):
      return rise(places, column) && zip(places, places.dropFirst()).contains { $1 < $0 }
        ? column : nil
    case .categories: return nil
    }
  }

  /// Returns the column of categories that each have a colour if no option names it; nil for none.
  ///
  /// Several columns of numbers are divided, too, if x values of one category are those of another.
  static func automaticGroup(
    _ columns: [TableColumn], x: TableColumn?, y: [TableColumn], of kind: ChartKind?
  ) -> TableColumn? {
    guard let x, x.kind != .categories else { return nil }
    let divider = automaticDivider(columns, of: kind)
    if y.count == 1 {
      // A line of one row each would not be seen.
      return [nil, .line, .area].contains(kind)
        ? divider : divider ?? categories(columns, limit: maximumGroupCount)
    }
    guard let column = divider, kind != .point, case .categories(let categories) = column.values,
      y.count * categories.names.count <= maximumGroupCount
        || categories.names.count > maximumGroupCount
    else { return nil }
    switch x.values {
    case .numbers(let places), .times(let places):
      return rise(places, column) && zip(places, places.dropFirst()).contains { $1 <= $0 }
        ? column : nil
    case .categories: return nil
    }
  }

  /// Returns the column of at most so many categories, if there is only one, or the others follow from it, as
  /// a country's code does from its name.
  private static func categories(_ columns: [TableColumn], limit: Int) -> TableColumn? {
    let candidates = columns.filter { column in
      guard case .categories(let categories) = column.values else { return false }
      return (2...limit).contains(categories.names.count)
    }
    return candidates.first { column in candidates.allSatisfy(column.determines) }
  }
}

extension ChartPlan {
  /// Returns a column of times of day as times of several days, one after the other, if the rows are in their order:
  /// within each group, no time is before the last one by less than half a day. Other columns are as they
  /// were.
  func acrossMidnights(_ column: TableColumn?) -> TableColumn? {
    guard let column, column.isTimeOfDay, case .times(let times) = column.values,
      [.line, .area, .bar].contains(kind), command.aggregate == nil, command.rangeX == nil
    else { return column }
    var categories: Categories?
    if case .categories(let found)? = group?.values { categories = found }
    // The last time of each group, and of the rows without one, and the midnight before it.
    var last = [(time: Double, midnight: Double)](
      repeating: (-.infinity, 0), count: (categories?.names.count ?? 0) + 1)
    let day = 86_400.0
    var moved = times
    for (row, time) in times.enumerated() where time.isFinite {
      let index = categories.map { Int($0.codes[row]) + 1 } ?? 0
      if time < last[index].time {
        guard time < last[index].time - day / 2 else { return column }
        last[index].midnight += day
      }
      last[index].time = time
      moved[row] = time + last[index].midnight
    }
    return TableColumn(
      name: column.name, values: .times(moved), gapCount: column.gapCount,
      timeNotation: column.timeNotation, unit: nil)
  }

  /// Returns the calendar unit that each of some times begins, for which a bar stands: a year, a quarter, a
  /// month or a day; nil if there is none, or all of them are more than two units apart, as weeks are.
  func barUnit(_ times: [Double]) -> Calendar.Component? {
    guard x?.isTimeOfDay == false else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = command.timezone
    let dates = Set(times.lazy.filter(\.isFinite).map { Date(timeIntervalSince1970: $0) })
    // One date tells nothing of the distance to the next.
    let units: [Calendar.Component] = dates.count > 1 ? [.year, .quarter, .month, .day] : [.day]
    return units.first { unit in
      func end(_ date: Date) -> Date? {
        let interval = calendar.dateInterval(of: unit, for: date)
        return interval?.start == date ? interval?.end : nil
      }
      var areNear = dates.count == 1
      for date in dates {
        guard let next = end(date) else { return false }
        areNear = areNear || dates.contains(next) || end(next).map(dates.contains) == true
      }
      return areNear
    }
  }
}

extension TableColumn {
  /// True if there are two rows or more, and all have the same number or time.
  fileprivate var isConstant: Bool {
    switch values {
    case .numbers(let numbers), .times(let numbers):
      numbers.count > 1 && numbers.allSatisfy { $0 == numbers[0] }
    case .categories: false
    }
  }

  /// True if a number or time of the column is finite.
  var hasFiniteNumber: Bool {
    switch values {
    case .numbers(let numbers), .times(let numbers): numbers.contains(where: \.isFinite)
    case .categories: false
    }
  }

  /// True for texts that have spaces between words.
  var hasSeveralWords: Bool {
    if case .categories(let categories) = values {
      categories.names.contains { $0.contains(where: \.isWhitespace) }
    } else {
      false
    }
  }

  /// Returns true if all rows with the same category have the same category of another column, or none.
  func determines(_ other: TableColumn) -> Bool {
    guard case .categories(let own) = values, case .categories(let others) = other.values else {
      return false
    }
    var found = [Int32](repeating: -1, count: own.names.count)
    for (code, other) in zip(own.codes, others.codes) where code >= 0 && other >= 0 {
      if found[Int(code)] < 0 { found[Int(code)] = other }
      guard found[Int(code)] == other else { return false }
    }
    return true
  }
}
