import LaminaBase
import LaminaTables

// Durations as values: columns that would be times of day, or categories.

extension ChartPlan {
  /// The error of a text that is no duration, as most of its column are.
  struct BadDuration: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns the columns of a table that are read as durations.
  ///
  /// - Throws: `ValidationError` if the table lacks a column that an option names; ``BadDuration``, unless bad rows
  ///   are skipped.
  static func durations(in table: Table, _ command: ChartCommand) throws -> [DurationColumn] {
    let durations = try durationColumns(of: table, command)
    for column in durations where !command.rows.skipBad {
      guard let unread = column.unread else { continue }
      throw BadDuration(
        description: ("\(command.inputName), row \(unread.row) (\(column.name)): "
          + "'\(TextExcerpt.shortened(unread.text))' is not a duration").escaped)
    }
    return durations
  }

  /// Returns the columns of durations that `-y` and `--y2` name, and if `-y` names none, all that no other option
  /// names, unless there are numbers to show.
  private static func durationColumns(
    of table: Table, _ command: ChartCommand
  ) throws -> [DurationColumn] {
    let named = NamedColumns(table: table)
    func durations(_ columns: [TableColumn]) -> [DurationColumn] {
      columns.compactMap { DurationColumn($0, zone: command.timezone) }
    }
    let secondary = try named.columns(command.secondAxis.columns, "--y2")
    let wanted = durations(try named.columns(command.y, "-y") + secondary)
    guard command.y.isEmpty, command.aggregate != .count else { return wanted }
    let group = try command.group.map { try named.column($0, "--group") }
    let places = try named.places(command.x, in: command.timezone)
    let taken = Set((secondary + places + [group].compactMap { $0 }).map(\.name))
    let free = table.columns.filter { !taken.contains($0.name) }
    let numbers = free.filter { $0.kind == .numbers && $0.hasFiniteNumber }
    guard numbers.count < 2 else { return wanted }
    let hasPlaces =
      command.x != nil || free.contains { $0.kind == .times && !$0.isTimeOfDay }
      || automaticDateTime(table, command, group: group) != nil
    let found = durations(free)
    return numbers.isEmpty || !hasPlaces && areLaps(numbers[0], found.first, table)
      ? wanted + found : wanted
  }

  /// Returns true if numbers rise and durations fall, so that these are values along the numbers: times of laps,
  /// say, and not times of day.
  private static func areLaps(
    _ column: TableColumn, _ duration: DurationColumn?, _ table: Table
  ) -> Bool {
    guard case .numbers(let numbers) = column.values, rise(numbers, nil), let duration,
      case .numbers(let seconds)? = table.reading([duration])[duration.name]?.values
    else { return false }
    // Times of day fall by more than half a day, at midnight.
    return zip(seconds, seconds.dropFirst()).contains { $1 < $0 && $1 > $0 - 43_200 }
  }

  /// True if the values that the chart shows of some columns are durations.
  func areDurations(_ columns: ArraySlice<TableColumn>) -> Bool {
    !columns.isEmpty && columns.allSatisfy(\.isDuration) && command.aggregate != .count
  }

  /// Returns the number of values of a table that are gaps only as they cannot be read as durations.
  static func unreadCount(of table: Table, before unread: Table) -> Int {
    zip(table.columns, unread.columns).reduce(0) { $0 + $1.0.gapCount - $1.1.gapCount }
  }

  /// A warning if texts are no durations, as most of their columns are.
  var unreadDurations: String? {
    unreadDurationCount == 0
      ? nil : "\(unreadDurationCount) of the values are no durations, and are not drawn"
  }
}
