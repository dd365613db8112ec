import ArgumentParser
import Foundation
import LaminaCharts
import LaminaTables

// Bars that are made of several rows each.

extension ChartPlan {
  /// True if all rows with the same x value are one bar.
  var combinesRows: Bool {
    kind == .bar && command.aggregate != nil && command.resample == nil
  }

  /// True if the values along x are categories, or numbers that are treated as such.
  var hasCategories: Bool {
    switch x?.kind {
    case .categories: true
    case .numbers: kind == .box || combinesRows
    case .times: false
    case nil: kind == .box
    }
  }

  /// Returns a column of a value for each row, by which rows are counted.
  static func rowColumn(count: Int) -> TableColumn {
    TableColumn(
      name: "rows", values: .numbers([Double](repeating: 1, count: count)), gapCount: 0,
      timeNotation: nil, unit: nil)
  }

  /// Checks that `--aggregate` and `--horizontal` suit the columns.
  ///
  /// - Throws: `ValidationError`.
  func checkAggregate() throws {
    if command.aggregate != nil {
      if [.line, .area, .point].contains(kind), command.resample == nil {
        throw ValidationError(
          "--aggregate has no effect on a chart of the kind \(kind.rawValue) without --resample")
      }
      if combinesRows, x == nil {
        throw ValidationError("--aggregate needs a column along the x axis: name one with -x")
      }
    }
    if command.horizontal, !hasCategories {
      throw ValidationError(
        "--horizontal needs categories along the x axis, not "
          + (x.map { "\($0.kind) (\($0.name))" } ?? "the rows"))
    }
  }

  /// A bar for each x value, and for each group or column.
  var aggregatedBars: Chart {
    switch x?.values {
    case .categories(let categories):
      return bars { .value(x?.name ?? "", categories.names[Int($0)]) }
    case .numbers:
      return sortingPlaces(bars { .value(x?.name ?? "", CategoryEncoding.name($0)) })
    case .times(let times):
      let unit = barUnit(times)
      return bars { time in
        let date = Date(timeIntervalSince1970: time)
        return unit.map { .value(x?.name ?? "", date, unit: $0) } ?? .value(x?.name ?? "", date)
      }
    case nil: return Chart {}
    }
  }

  /// Returns a chart whose categories along x are in the order of their numbers, if they are numbers.
  func sortingPlaces(_ chart: Chart) -> Chart {
    guard case .numbers(let numbers)? = x?.values else { return chart }
    let names = Set(numbers.filter(\.isFinite)).sorted().map { CategoryEncoding.name($0) }
    return command.horizontal
      ? chart.chartYScale(domain: names) : chart.chartXScale(domain: names)
  }

  /// The bars of a series at an x value: a number, seconds since 1970, or the code of a category.
  private struct Place: Hashable {
    let x: Double
    let series: String?
  }

  private func bars<X: Plottable>(_ place: (Double) -> PlottableValue<X>) -> Chart {
    Chart {
      for (index, column) in y.enumerated() {
        for (key, value) in aggregates(of: column) {
          mark(
            place(key.x), .value(column.name, value), key.series, isSecondary: isSecondary(index))
        }
      }
      thresholds
    }
  }

  /// The aggregates of a column in the order in which their x values first occur; nil where all values are
  /// gaps.
  private func aggregates(of column: TableColumn) -> [(Place, Double?)] {
    let empty = AggregatedValues(command.aggregate ?? .sum)
    var members: [(place: Place, values: AggregatedValues)] = []
    var indices: [Place: Int] = [:]
    for (row, value) in numbers(column).enumerated() {
      let x: Double
      if case .categories(let categories)? = self.x?.values {
        x = categories.codes[row] < 0 ? .nan : Double(categories.codes[row])
      } else {
        x = place(row)
      }
      guard x.isFinite else { continue }
      let place = Place(x: x, series: series(column, row))
      let index = indices[place] ?? members.count
      if index == members.count {
        indices[place] = index
        members.append((place, empty))
      }
      members[index].values.add(value)
    }
    return members.map { ($0.place, $0.values.result) }
  }
}
