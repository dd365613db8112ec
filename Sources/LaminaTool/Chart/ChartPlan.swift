import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaTables

/// The chart of a table: which columns it shows, and how.
struct ChartPlan {
  /// The largest number of categories that divide a column of numbers without being asked to.
  static let maximumGroupCount = 12
  /// The largest number of categories that do so if the places along x begin anew in each.
  static let maximumSeriesCount = 1000

  /// The largest number of rows for each of which a bar is a mark.
  private static let fewBars = 4000

  let kind: ChartKind
  /// The column along the x axis; nil for the numbers of rows.
  private(set) var x: TableColumn?
  /// The columns to show, those on the second axis last.
  private(set) var y: [TableColumn]
  private(set) var group: TableColumn?
  private(set) var rowCount: Int
  /// The other columns of categories.
  let others: [TableColumn]
  /// The number of rows that came before the first.
  private(set) var firstRow = 0
  /// The ends of the x axis, if it shows the newest rows; else nil.
  private(set) var window: ClosedRange<Double>?
  /// The ends of the x axis that `--range-x` gives.
  private(set) var range: ClosedRange<Double>?
  let command: ChartCommand
  /// The number of columns on the first axis.
  let firstCount: Int
  /// True if the rows are counted, not the values of a column.
  let countsRows: Bool
  /// The columns of dates and times of day that ``x`` is made of; nil if it is a column of the table.
  let dateTime: DateTimeColumns?
  /// The columns of durations.
  let durations: [DurationColumn]
  /// The number of values that cannot be read as these.
  private(set) var unreadDurationCount: Int
  /// True if the values are those of a single row, and ``x`` has the names of their columns.
  let isOneRow: Bool

  /// The error of a table that cannot be shown, although the options are valid.
  struct UnsuitableTable: Error, CustomStringConvertible {
    let description: String

    init(description: String) { self.description = description }

    /// The error of a table that has no column of numbers to show, but perhaps others.
    init(withoutNumbers table: Table, others: [TableColumn]) {
      let others = others.prefix(ChartPlan.maximumGroupCount).map(\.description)
      let found = others.isEmpty ? "" : ", only " + others.joined(separator: "; ")
      let isUndivided = table.columns.count == 1 && table.columns[0].hasSeveralWords
      description =
        "there is no column of numbers to show"
        + (isUndivided
          ? ": the rows are one column, as they do not have equally many words"
          : found + "; --aggregate count counts the rows")
    }
  }

  /// Chooses the columns.
  ///
  /// - Throws: `ValidationError` if the table lacks a column that an option names, or it is of a kind that
  ///   does not suit; ``UnsuitableTable``; ``BadDuration``.
  init(table unread: Table, command: ChartCommand) throws {
    self.command = command
    rowCount = unread.rowCount
    durations = try Self.durations(in: unread, command)
    let table = unread.reading(durations)
    unreadDurationCount = Self.unreadCount(of: table, before: unread)
    let named = NamedColumns(table: table)
    let group = try command.group.map { try named.categories($0, "--group") }
    let wanted = try named.numbers(command.y, "-y")
    let secondary = try named.numbers(command.secondAxis.columns, "--y2")
    let dateTime =
      try command.x.flatMap { try named.dateTime($0, in: command.timezone) }
      ?? Self.automaticDateTime(table, command, group: group)
    let namedX = try dateTime?.column(of: table) ?? command.x.map { try named.column($0, "-x") }
    let columns = table.columns.filter { dateTime?.has($0) != true }
    // Those that no option names have values.
    let filled = columns.filter { $0.gapCount < table.rowCount }
    isOneRow = Self.isOneRow(table, command, y: wanted)
    let x =
      isOneRow
      ? nil
      : namedX ?? Self.automaticX(filled, of: command.kind, y: wanted + secondary, group: group)
    let others = columns.filter { $0.name != x?.name }
    let numbers = others.filter { $0.kind == .numbers }
    let shown = numbers.filter(\.hasFiniteNumber)
    let candidates = command.y.isEmpty ? (shown.isEmpty ? numbers : shown) : wanted
    let otherwiseShown = Set((secondary + [group]).compactMap { $0?.name })
    countsRows = command.aggregate == .count && command.y.isEmpty
    let first =
      countsRows
      ? [Self.rowColumn(count: table.rowCount)]
      : candidates.filter { !otherwiseShown.contains($0.name) }
    let y = first + secondary
    if y.isEmpty { throw UnsuitableTable(withoutNumbers: table, others: others) }
    if isOneRow {
      (self.x, self.y) = Self.columnsOfRow(y)
      (rowCount, firstCount) = (y.count, 1)
    } else {
      (self.x, self.y, firstCount) = (x, y, first.count)
    }
    let hasBars =
      self.x?.kind == .categories || (command.aggregate != nil && command.resample == nil)
    kind = command.kind ?? (hasBars ? .bar : .line)
    self.dateTime = dateTime
    self.others = others.filter { $0.kind == .categories }
    self.group = group
    if group == nil, !(combinesRows && hasCategories) {
      self.group = Self.automaticGroup(filled, x: self.x, y: y, of: command.kind)
    }
    self.x = acrossMidnights(self.x)
    try checkOptions()
    range = try command.rangeX?.places(on: self.x, in: command.timezone)
  }

  /// Checks that the options suit the columns.
  ///
  /// - Throws: `ValidationError`, ``UnsuitableTable``.
  private func checkOptions() throws {
    try command.check(kind)
    try checkSummaries()
    if firstCount == 0 {
      throw ValidationError("--y2: there is no other column of numbers for the first y axis")
    }
    if command.log.contains(.y2), command.secondAxis.columns.isEmpty {
      throw ValidationError("--log y2: there is no second y axis; --y2 makes one")
    }
    try checkPie()
    try checkAggregate()
    if command.rangeX != nil, let x, hasCategories {
      throw ValidationError(
        "--range-x: the x axis does not have numbers or times, but \(x.name)")
    }
    if command.log.contains(.x), let x, x.kind != .numbers || hasCategories {
      throw ValidationError("--log x: the x axis does not have numbers, but \(x.name)")
    }
  }

  /// Returns this plan for other rows of the same columns: for those that `--window-of` leaves.
  ///
  /// - Parameter firstRow: the number of rows that came before those of the table.
  func showing(_ table: Table, firstRow: Int = 0) -> ChartPlan {
    let plan = replacingRows(by: table, firstRow: firstRow)
    guard let width = command.windowOf?.width,
      let newest = (0..<table.rowCount).lazy.map(plan.place).filter(\.isFinite).max()
    else { return plan }
    let oldest = newest - width
    let first = (0..<table.rowCount).first { plan.place($0) >= oldest } ?? 0
    // Lines come from the row before the window.
    let removed = max(0, first - 1)
    var rest = replacingRows(
      by: table.rows(removed..<table.rowCount), firstRow: firstRow + removed)
    if kind != .histogram, kind != .heatmap, !hasCategories {
      // Their times of day may be counted from a later midnight.
      let end = (0..<rest.rowCount).lazy.map(rest.place).filter(\.isFinite).max() ?? newest
      rest.window = end - width...end
    }
    return rest
  }

  private func replacingRows(by unread: Table, firstRow: Int) -> ChartPlan {
    if isOneRow { return self }
    let table = unread.reading(durations)
    func replacement(_ column: TableColumn) -> TableColumn { table[column.name] ?? column }
    var plan = self
    plan.unreadDurationCount = Self.unreadCount(of: table, before: unread)
    plan.x = dateTime.flatMap { $0.column(of: table) } ?? x.map(replacement)
    plan.y = countsRows ? [Self.rowColumn(count: table.rowCount)] : y.map(replacement)
    plan.group = group.map(replacement)
    plan.x = plan.acrossMidnights(plan.x)
    plan.rowCount = table.rowCount
    plan.firstRow = firstRow
    return plan
  }

  /// The kind and the columns, in one line.
  var summary: String {
    let columns = y.prefix(firstCount).map(\.name).joined(separator: ", ")
    let shown = command.aggregate?.title(of: columns) ?? columns
    let second = y.dropFirst(firstCount).map(\.name).joined(separator: ", ")
    let hasRows = kind != .histogram && kind != .box
    let along = x.map { " along \($0.name)" } ?? (hasRows ? " along the rows" : "")
    let groups =
      group.map { ", a \(kind == .heatmap ? "row" : "colour") for each \($0.name)" } ?? ""
    let intervals =
      command.resample.map { ", summarized in intervals of \($0.text)" } ?? ""
    // Over bars they are lines.
    let secondKind = kind == .bar ? ChartKind.line : kind
    let others =
      second.isEmpty ? "" : "; \(secondKind.rawValue) of \(second) on the second y axis"
    let forms = durations.map { "; \($0.name) in \($0.form.rawValue)" }.joined()
    return "\(kind.rawValue) of \(shown)\(along)\(groups)\(intervals)\(others)\(forms)".escaped
  }

  // MARK: - The chart

  /// The chart.
  var chart: Chart {
    var chart =
      switch kind {
      case .histogram: histogram
      case .pie: pie
      case .box: boxes
      case .heatmap: heatMap
      default: marks
      }
    if kind != .pie, kind != .heatmap { chart.options.color.categories.domain = groupNames }
    chart = chart.chartXAxis(xMarks)
    chart = chart.chartTheme(command.theme.theme).chartTimeZone(command.timezone)
    chart = chart.chartTitle(command.title ?? Self.title(of: command.files))
    if kind == .pie { return legend(chart) }
    if kind == .heatmap {
      if let label = command.xLabel { chart = chart.chartXAxisLabel(label) }
      if let label = command.yLabel { chart = chart.chartYAxisLabel(label) }
      return legend(chart)
    }
    return legend(scaled(labelled(chart)))
  }

  /// The percent sign or currency of the values that the chart shows of some columns, if all have the same;
  /// the seconds of durations where they have no axis of durations; nil for none, and for counts.
  func unit(of columns: ArraySlice<TableColumn>) -> String? {
    if areDurations(columns) {
      let axis: ChartAxisName =
        kind == .histogram ? .x : columns.startIndex < firstCount ? .y : .y2
      return kind == .heatmap || command.log.contains(axis) ? "s" : nil
    }
    guard command.aggregate != .count, let unit = columns.first?.unit,
      columns.allSatisfy({ $0.unit == unit })
    else { return nil }
    return unit
  }

  private static func title(of files: [String]) -> String {
    files.count == 1 && files[0] != "-"
      ? URL(filePath: files[0]).deletingPathExtension().lastPathComponent : ""
  }

  private func legend(_ chart: Chart) -> Chart {
    command.legend.map { chart.chartLegend($0 ? .visible : .hidden) } ?? chart
  }

  /// The marks of the rows.
  private var marks: Chart {
    if let width = command.resample { return resampled(width) }
    if combinesRows { return aggregatedBars }
    if let plots { return plots }
    guard let x else {
      return rows { row in .value("Row", place(row)) }
    }
    switch x.values {
    case .numbers(let numbers): return rows { .value(x.name, numbers[$0]) }
    case .times(let times):
      let unit = kind == .bar ? barUnit(times) : nil
      return rows { row in
        let date = times[row].isFinite ? Date(timeIntervalSince1970: times[row]) : nil
        return unit.map { .value(x.name, date, unit: $0) } ?? .value(x.name, date)
      }
    case .categories(let categories): return rows { .value(x.name, categories[$0]) }
    }
  }

  /// The chart as plots of whole columns; nil if it needs a mark for each row.
  private var plots: Chart? {
    switch kind {
    case .line, .point, .area: break
    // Up to here, each bar is a mark of its own anyway, and moves when the chart changes.
    case .bar where rowCount > Self.fewBars: break
    case .bar, .histogram, .pie, .box, .heatmap: return nil
    }
    switch x?.values {
    case .numbers(let numbers):
      return plots { .value(x?.name ?? "", $0?.map { numbers[$0] } ?? numbers) }
    case .times(let times):
      let dates = times.map { Date(timeIntervalSince1970: $0) }
      return plots { .value(x?.name ?? "", $0?.map { dates[$0] } ?? dates) }
    case .categories: return nil
    case nil:
      guard group == nil else { return nil }
      return plots { _ in .value("Row", from: place(0), by: 1) }
    }
  }
  private func plots<X: PlottableColumnValue>(
    _ place: ([Int]?) -> PlottableColumn<X>
  ) -> Chart {
    let parts = groupRows
    return Chart {
      for (index, column) in y.enumerated() {
        let values = numbers(column)
        for rows in parts {
          let plot = plot(
            place(rows), .value(column.name, rows?.map { values[$0] } ?? values),
            series(column, rows?.first ?? 0), isSecondary: isSecondary(index))
          if isSecondary(index) { plot.yAxis(.secondary) } else { plot }
        }
      }
      thresholds
    }
  }

  /// The names of the series of all groups that the table has had: each keeps its colour, whichever rows
  /// are shown.
  private var groupNames: [String] {
    guard let group, case .categories(let categories) = group.values else { return [] }
    return y.flatMap { column in categories.names.map { series(column, of: $0) } }
  }

  /// The rows of each group, in the order in which the groups appear; nil for all rows.
  private var groupRows: [[Int]?] {
    guard let group, case .categories(let categories) = group.values else { return [nil] }
    var parts: [[Int]?] = []
    var indices: [String?: Int] = [:]
    for row in 0..<rowCount {
      let name = categories[row]
      let index = indices[name] ?? parts.count
      if index == parts.count {
        indices[name] = index
        parts.append([])
      }
      parts[index]?.append(row)
    }
    return parts
  }

  private func plot<X: PlottableColumnValue>(
    _ x: PlottableColumn<X>, _ y: PlottableColumn<Double>, _ series: String?, isSecondary: Bool
  ) -> MarkList {
    let method: InterpolationMethod = command.smooth ? .monotone : .linear
    let stacking: MarkStackingMethod = command.stack ? .standard : .unstacked
    let plot: MarkList =
      switch kind {
      case .area: AreaPlot(x: x, y: y, stacking: stacking).interpolationMethod(method)
      case .point: PointPlot(x: x, y: y).marks
      case .bar where !isSecondary: BarPlot(x: x, y: y, stacking: stacking).marks
      default: LinePlot(x: x, y: y).interpolationMethod(method)
      }
    guard let series else { return plot }
    let value = PlottableValue.value("Series", series)
    let isBeside = kind == .bar && isGrouped && !isSecondary
    return isBeside
      ? plot.foregroundStyle(by: value).position(by: value) : plot.foregroundStyle(by: value)
  }

  private func rows<X: Plottable>(_ place: (Int) -> PlottableValue<X>) -> Chart {
    Chart {
      for (index, column) in y.enumerated() {
        let values = numbers(column)
        for row in 0..<rowCount {
          mark(
            place(row), .value(column.name, values[row]), series(column, row),
            isSecondary: isSecondary(index))
        }
      }
      thresholds
    }
  }

  /// Returns a mark for one of the axes. Over bars, one for the second is the vertex of a line with symbols.
  func mark<X: Plottable>(
    _ x: PlottableValue<X>, _ y: PlottableValue<Double>, _ series: String?, isSecondary: Bool
  ) -> MarkList {
    guard isSecondary else { return mark(x, y, series) }
    guard kind == .bar else { return mark(x, y, series).yAxis(.secondary) }
    return LineMark(x: x, y: y).symbol(.circle)
      .foregroundStyle(by: .value("Series", series ?? y.label))
      .yAxis(.secondary)
  }

  /// True if a column of ``y`` is on the second axis.
  func isSecondary(_ index: Int) -> Bool { index >= firstCount }

  /// The lines across the chart.
  @ChartContentBuilder
  var thresholds: MarkList {
    for threshold in command.threshold {
      line(threshold, labelAlignment: command.horizontal ? .trailing : .leading)
    }
    for threshold in command.secondAxis.threshold {
      line(threshold, labelAlignment: .trailing).yAxis(.secondary)
    }
  }

  private func line(_ threshold: ChartThreshold, labelAlignment: AnnotationAlignment) -> MarkList {
    let value = PlottableValue.value("Threshold", threshold.value)
    return (command.horizontal ? RuleMark(x: value) : RuleMark(y: value))
      .foregroundStyle(threshold.color)
      .lineStyle(StrokeStyle(dashPattern: [5, 4]))
      .annotation(
        position: command.horizontal ? .trailing : .automatic, alignment: labelAlignment
      ) { threshold.label ?? "" }
  }

  func numbers(_ column: TableColumn) -> [Double] {
    if case .numbers(let numbers) = column.values { numbers } else { [] }
  }

  /// Returns the name of the group and column that a value belongs to; nil if there is only one.
  func series(_ column: TableColumn, _ row: Int) -> String? {
    if let group, case .categories(let categories) = group.values {
      return series(column, of: categories[row] ?? "(none)")
    }
    return y.count > 1 || command.legend == true ? column.name : nil
  }

  private func series(_ column: TableColumn, of group: String) -> String {
    y.count > 1 ? "\(group), \(column.name)" : group
  }

  /// True if bars at the same position are side by side: of several columns, or of groups that are not
  /// those of the x axis.
  var isGrouped: Bool { !command.stack && (y.count > 1 || group?.name != x?.name) }

  func mark<X: Plottable>(
    _ x: PlottableValue<X>, _ y: PlottableValue<Double>, _ series: String?
  ) -> MarkList {
    let method: InterpolationMethod = command.smooth ? .monotone : .linear
    let stacking: MarkStackingMethod = command.stack ? .standard : .unstacked
    var mark: MarkList
    switch kind {
    case .area: mark = AreaMark(x: x, y: y, stacking: stacking).interpolationMethod(method)
    case .bar:
      mark = command.horizontal ? BarMark(x: y, y: x).marks : BarMark(x: x, y: y).marks
      if isGrouped, let series { mark = mark.position(by: .value("Series", series)) }
    case .point: mark = PointMark(x: x, y: y).marks
    case .line, .histogram, .pie, .box, .heatmap:
      mark = LineMark(x: x, y: y).interpolationMethod(method)
    }
    guard let series else { return mark }
    return mark.foregroundStyle(by: .value("Series", series))
  }
}
