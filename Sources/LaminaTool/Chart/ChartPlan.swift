import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaTables

/// The chart of a table: which columns it shows, and how.
struct ChartPlan {
  /// The largest number of categories that divide a column of numbers without being asked to.
  static let maximumGroupCount = 12

  let kind: ChartKind
  /// The column along the x axis; nil for the numbers of rows.
  let x: TableColumn?
  let y: [TableColumn]
  let group: TableColumn?
  private let rowCount: Int
  private let command: ChartCommand

  /// Chooses the columns.
  ///
  /// - Throws: `ValidationError` if the table lacks a column, or it is of a kind that does not suit.
  init(table: Table, command: ChartCommand) throws {
    self.command = command
    rowCount = table.rowCount
    let columns = table.columns
    func column(_ name: String, _ option: String) throws -> TableColumn {
      if let column = table[name] { return column }
      if let number = Int(name), columns.indices.contains(number - 1) { return columns[number - 1] }
      throw ValidationError(
        "\(option) \(name): there is no such column; there are "
          + columns.map(\.name).joined(separator: ", "))
    }
    func isX(_ column: TableColumn) -> Bool { column.name == xName }
    let x = try command.x.map { try column($0, "-x") }
    let group = try command.group.map { try column($0, "--group") }
    let names = command.y.flatMap { name in
      table[name] == nil ? name.split(separator: ",").map(String.init) : [name]
    }
    let wanted = try names.map { try column($0, "-y") }
    let isHistogram = command.kind == .histogram
    let chosenX = x ?? (isHistogram ? nil : Self.automaticX(columns, besides: wanted + [group]))
    let xName = chosenX?.name
    let y =
      names.isEmpty
      ? columns.filter { $0.kind == .numbers && !isX($0) && $0.name != group?.name } : wanted
    if let other = y.first(where: { $0.kind != .numbers }) {
      throw ValidationError("-y \(other.name): the column does not have numbers")
    }
    if let group, group.kind != .categories {
      throw ValidationError("--group \(group.name): the column does not have categories")
    }
    guard !y.isEmpty else {
      throw ValidationError("there is no column of numbers to show: name one with -y")
    }
    self.x = chosenX
    self.y = y
    self.group =
      group ?? Self.automaticGroup(columns, x: chosenX, y: y)
    kind = command.kind ?? (chosenX?.kind == .categories ? .bar : .line)
    if kind == .pie, chosenX?.kind != .categories || y.count > 1 {
      throw ValidationError("a pie has one column of categories (-x) and one of numbers (-y)")
    }
    if command.rangeX != nil, let chosenX, chosenX.kind != .numbers {
      throw ValidationError("--range-x: the x axis does not have numbers, but \(chosenX.name)")
    }
    if command.log.contains(.x), let chosenX, chosenX.kind != .numbers {
      throw ValidationError("--log x: the x axis does not have numbers, but \(chosenX.name)")
    }
  }

  private static func automaticX(
    _ columns: [TableColumn], besides used: [TableColumn?]
  ) -> TableColumn? {
    let names = Set(used.compactMap { $0?.name })
    if let times = columns.first(where: { $0.kind == .times && !names.contains($0.name) }) {
      return times
    }
    guard let first = columns.first, !names.contains(first.name) else { return nil }
    switch first.values {
    case .categories: return first
    case .times: return nil
    case .numbers(let numbers):
      let others = columns.dropFirst().contains { $0.kind == .numbers }
      let isRising = numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy(<)
      return others && isRising ? first : nil
    }
  }

  private static func automaticGroup(
    _ columns: [TableColumn], x: TableColumn?, y: [TableColumn]
  ) -> TableColumn? {
    guard y.count == 1, let x, x.kind != .categories else { return nil }
    let candidates = columns.filter { column in
      guard case .categories(let categories) = column.values else { return false }
      return (2...maximumGroupCount).contains(categories.names.count)
    }
    return candidates.count == 1 ? candidates[0] : nil
  }

  /// The kind and the columns, in one line.
  var summary: String {
    let shown = y.map(\.name).joined(separator: ", ")
    let along = x.map { " along \($0.name)" } ?? (kind == .histogram ? "" : " along the rows")
    let groups = group.map { ", a colour for each \($0.name)" } ?? ""
    return "\(kind.rawValue) of \(shown)\(along)\(groups)".escaped
  }

  // MARK: - The chart

  /// The chart.
  var chart: Chart {
    var chart = kind == .histogram ? histogram : marks
    chart = chart.chartTheme(command.theme.theme).chartTimeZone(command.timezone)
    chart = chart.chartTitle(command.title ?? Self.title(of: command.files))
    if kind == .pie { return legend(chart) }
    if let label = command.xLabel { chart = chart.chartXAxisLabel(label) }
    let values = kind == .histogram ? "" : (y.count == 1 && command.yLabel == nil ? y[0].name : "")
    if kind == .histogram, command.xLabel == nil {
      chart = chart.chartXAxisLabel(y.count == 1 ? y[0].name : "", unit: command.unit)
    } else {
      chart = chart.chartYAxisLabel(command.yLabel ?? values, unit: command.unit)
    }
    chart = scaled(chart)
    return legend(chart)
  }

  private static func title(of files: [String]) -> String {
    files.count == 1 && files[0] != "-"
      ? URL(filePath: files[0]).deletingPathExtension().lastPathComponent : ""
  }

  private func legend(_ chart: Chart) -> Chart {
    command.legend.map { chart.chartLegend($0 ? .visible : .hidden) } ?? chart
  }

  private func scaled(_ chart: Chart) -> Chart {
    var chart = chart
    let (logX, logY) = (command.log.contains(.x), command.log.contains(.y))
    if let range = command.rangeX {
      chart = chart.chartXScale(domain: range.lower...range.upper, type: logX ? .log : nil)
    } else if logX {
      chart = chart.chartXScale(type: .log)
    }
    if let range = command.rangeY {
      chart = chart.chartYScale(domain: range.lower...range.upper, type: logY ? .log : nil)
    } else if logY {
      chart = chart.chartYScale(type: .log)
    }
    return chart
  }

  /// The marks of the rows.
  private var marks: Chart {
    guard let x else {
      return rows { row in .value("Row", Double(row + 1)) }
    }
    switch x.values {
    case .numbers(let numbers): return rows { .value(x.name, numbers[$0]) }
    case .times(let times):
      return rows { row in
        .value(x.name, times[row].isFinite ? Date(timeIntervalSince1970: times[row]) : nil)
      }
    case .categories(let categories): return rows { .value(x.name, categories[$0]) }
    }
  }

  private func rows<X: Plottable>(_ place: (Int) -> PlottableValue<X>) -> Chart {
    Chart {
      for column in y {
        let values = numbers(column)
        for row in 0..<rowCount {
          mark(place(row), .value(column.name, values[row]), series(column, row))
        }
      }
      for threshold in command.threshold {
        RuleMark(y: .value("Threshold", threshold.value))
          .foregroundStyle(threshold.color)
          .lineStyle(StrokeStyle(dashPattern: [5, 4]))
          .annotation(alignment: .leading) { threshold.label ?? "" }
      }
    }
  }

  private func numbers(_ column: TableColumn) -> [Double] {
    if case .numbers(let numbers) = column.values { numbers } else { [] }
  }

  /// Returns the name of the group and column that a value belongs to; nil if there is only one.
  private func series(_ column: TableColumn, _ row: Int) -> String? {
    var parts: [String] = []
    if let group, case .categories(let categories) = group.values {
      parts.append(categories[row] ?? "(none)")
    }
    if y.count > 1 { parts.append(column.name) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func mark<X: Plottable>(
    _ x: PlottableValue<X>, _ y: PlottableValue<Double>, _ series: String?
  ) -> MarkList {
    let method: InterpolationMethod = command.smooth ? .monotone : .linear
    let stacking: MarkStackingMethod = command.stack ? .standard : .unstacked
    var mark: MarkList
    switch kind {
    case .area: mark = AreaMark(x: x, y: y, stacking: stacking).interpolationMethod(method)
    case .bar:
      mark = BarMark(x: x, y: y).marks
      if !command.stack, let series { mark = mark.position(by: .value("Series", series)) }
    case .point: mark = PointMark(x: x, y: y).marks
    case .pie:
      return SectorMark(angle: y).foregroundStyle(by: x)
    case .line, .histogram: mark = LineMark(x: x, y: y).interpolationMethod(method)
    }
    guard let series else { return mark }
    return mark.foregroundStyle(by: .value("Series", series))
  }

  /// Bars for the bins of each column, or of each group.
  private var histogram: Chart {
    var members: [(name: String?, values: [Double])] = []
    var indices: [String?: Int] = [:]
    for column in y {
      for (row, value) in numbers(column).enumerated() {
        let name = series(column, row)
        if let index = indices[name] {
          members[index].values.append(value)
        } else {
          indices[name] = members.count
          members.append((name, [value]))
        }
      }
    }
    let edges = HistogramBins.freedmanDiaconis.edges(of: members.flatMap(\.values))
    return Chart {
      for member in members {
        for (bin, count) in HistogramBins.counts(of: member.values, edges: edges).enumerated() {
          let bar = BarMark(
            x: .value(y[0].name, edges[bin]..<edges[bin + 1]), y: .value("Rows", count))
          if let name = member.name {
            bar.foregroundStyle(by: .value("Series", name))
          } else {
            bar
          }
        }
      }
    }
  }
}
