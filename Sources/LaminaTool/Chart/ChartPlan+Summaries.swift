import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaTables

extension ChartPlan {
  /// Checks that what is summarized can be.
  ///
  /// - Throws: `ValidationError`.
  func checkSummaries() throws {
    for (option, width) in [("--resample", command.resample), ("--window-of", command.windowOf)] {
      guard let width else { continue }
      if let x, x.kind == .categories {
        throw ValidationError(
          "\(option): the x axis does not have numbers or times, but texts (\(x.name)); "
            + "if they are times, describe them with --time-format")
      }
      if width.isTime != (x?.kind == .times) {
        throw ValidationError(
          width.isTime
            ? "\(option): the x axis does not have times; give the width as a number"
            : "\(option): the x axis has times; give the width with a unit, such as 5m")
      }
    }
    if kind == .heatmap, x == nil {
      throw ValidationError("a heat map has a column along its x axis: name one with -x")
    }
  }

  // MARK: - Intervals

  /// The numbers of an interval.
  private struct Bucket {
    /// The number of the interval, counted from zero or from midnight at the start of 1970.
    let number: Double
    let series: String?
    var sum = 0.0
    var count = 0.0
    var low = Double.infinity
    var high = -Double.infinity

    mutating func add(_ value: Double) {
      guard value.isFinite else { return }
      sum += value
      count += 1
      low = min(low, value)
      high = max(high, value)
    }
  }

  /// Returns the difference of local time from Greenwich at a place on the x axis, in seconds; 0 for
  /// numbers.
  private func offset(at place: Double) -> Double {
    guard x?.kind == .times else { return 0 }
    return Double(command.timezone.secondsFromGMT(for: Date(timeIntervalSince1970: place)))
  }

  /// Returns the place of a row on the x axis: a number, or seconds since 1970. NaN is a gap.
  func place(_ row: Int) -> Double {
    switch x?.values {
    case .numbers(let numbers), .times(let numbers): numbers[row]
    default: Double(firstRow + row + 1)
    }
  }

  /// The marks of the means of intervals, each in the middle of its own. Lines have a band from the
  /// least to the greatest value behind them, and a gap where there are intervals without values.
  func resampled(_ width: ChartInterval) -> Chart {
    var lists: [MarkList] = []
    for (index, column) in y.enumerated() {
      let values = numbers(column)
      var buckets: [String?: [Double: Bucket]] = [:]
      for row in 0..<rowCount where place(row).isFinite {
        let place = place(row)
        let number = ((place + offset(at: place)) / width.width).rounded(.down)
        let name = series(column, row)
        buckets[name, default: [:]][number, default: Bucket(number: number, series: name)]
          .add(values[row])
      }
      for name in buckets.keys.sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
        let members = (buckets[name] ?? [:]).values.filter { $0.count > 0 }
        let marks = marks(
          members.sorted { $0.number < $1.number }, width.width, column.name, name)
        lists.append(isSecondary(index) ? marks.yAxis(.secondary) : marks)
      }
    }
    return Chart {
      for list in lists { list }
      thresholds
    }
  }

  private func marks(
    _ buckets: [Bucket], _ width: Double, _ column: String, _ name: String?
  ) -> MarkList {
    func marks<X: Plottable>(_ place: (Double) -> PlottableValue<X>) -> MarkList {
      ForEach(0..<1) { _ in
        if kind == .line {
          for (index, bucket) in buckets.enumerated() {
            if index > 0, bucket.number > buckets[index - 1].number + 1 {
              AreaMark(
                x: place(bucket.number - 1), yStart: .value(column, Double?.none),
                yEnd: .value(column, Double?.none), series: .value("Series", name ?? column))
            }
            AreaMark(
              x: place(bucket.number), yStart: .value(column, bucket.low),
              yEnd: .value(column, bucket.high), series: .value("Series", name ?? column))
          }
        }
        for (index, bucket) in buckets.enumerated() {
          if kind != .bar, index > 0, bucket.number > buckets[index - 1].number + 1 {
            mark(place(bucket.number - 1), .value(column, nil), nil)
          }
          mark(place(bucket.number), .value(column, bucket.sum / bucket.count), nil)
        }
      }
      .marks
    }
    let list: MarkList
    if x?.kind == .times {
      list = marks { number in
        let local = (number + 0.5) * width
        return .value(x?.name ?? "", Date(timeIntervalSince1970: local - offset(at: local)))
      }
    } else {
      list = marks { .value(x?.name ?? "Row", ($0 + 0.5) * width) }
    }
    guard let name else { return list }
    let series = PlottableValue.value("Series", name)
    return kind == .bar
      ? list.foregroundStyle(by: series).position(by: series) : list.foregroundStyle(by: series)
  }

  // MARK: - Boxes

  /// A box for each category, and for each group or column.
  var boxes: Chart {
    var members: [(place: String, series: String?, values: [Double])] = []
    var indices: [[String?]: Int] = [:]
    for column in y {
      for (row, value) in numbers(column).enumerated() {
        let name = series(column, row)
        var place = name ?? column.name
        if case .categories(let categories)? = x?.values { place = categories[row] ?? "(none)" }
        let index = indices[[place, name]] ?? members.count
        if index == members.count {
          indices[[place, name]] = index
          members.append((place, name, []))
        }
        members[index].values.append(value)
      }
    }
    return Chart {
      for member in members {
        let box = BoxPlotMark(
          x: .value(x?.name ?? group?.name ?? "Column", member.place),
          y: .values(y.count == 1 ? y[0].name : "", member.values))
        if let series = member.series, x != nil {
          box.foregroundStyle(by: .value("Series", series)).position(by: .value("Series", series))
        } else {
          box
        }
      }
      thresholds
    }
  }

  // MARK: - Heat maps

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Cells that have the colour of the mean of their values.
  var heatMap: Chart {
    let isWeek = x?.kind == .times && group == nil && y.count == 1 && command.resample == nil
    /// The sums and counts of the values of cells, by column and row.
    var cells: [[String]: (sum: Double, count: Double)] = [:]
    let width = columnWidth
    for column in y {
      let values = numbers(column)
      for row in 0..<rowCount where values[row].isFinite {
        guard let name = columnName(row, width, isWeek: isWeek) else { continue }
        let line = isWeek ? weekday(row) : series(column, row) ?? column.name
        let old = cells[[name, line]] ?? (0, 0)
        cells[[name, line]] = (old.sum + values[row], old.count + 1)
      }
    }
    let columns = columnNames(Set(cells.keys.map { $0[0] }), isWeek: isWeek)
    var lines = isWeek ? Self.weekdays : []
    if !isWeek {
      for column in y {
        for row in 0..<rowCount {
          let line = series(column, row) ?? column.name
          if !lines.contains(line) { lines.append(line) }
        }
      }
    }
    let label = y.count == 1 ? y[0].name : "Mean"
    let title = command.unit.map { "\(label) (\($0))" } ?? label
    return Chart {
      for name in columns {
        for line in lines {
          if let cell = cells[[name, line]] {
            RectangleMark(
              x: .value(x?.name ?? "", name), y: .value(group?.name ?? "", line)
            )
            .foregroundStyle(by: .value(title, cell.sum / cell.count))
          }
        }
      }
    }
    .chartXScale(domain: columns)
    .chartYScale(domain: lines)
    .chartXAxisLabel(isWeek ? "" : x?.name ?? "")
  }

  private func weekday(_ row: Int) -> String {
    let days = Int(((place(row) + offset(at: place(row))) / 86_400).rounded(.down))
    // Day 0 of 1970 was a Thursday.
    return Self.weekdays[((days + 3) % 7 + 7) % 7]
  }

  /// The width of the intervals of numbers or times that are a column each; nil for one that has a
  /// column for each of its values.
  private var columnWidth: Double? {
    if let width = command.resample { return width.width }
    let count = 30
    switch x?.values {
    case .categories, nil: return nil
    case .numbers(let numbers), .times(let numbers):
      let values = Set(numbers.filter(\.isFinite))
      guard values.count > 60, let low = values.min(), let high = values.max() else { return nil }
      if x?.kind == .times { return DurationStep.dividing(high - low, count: Double(count)) }
      let edges = HistogramBins.count(count).edges(of: Array(values))
      return edges.count > 1 ? edges[1] - edges[0] : nil
    }
  }

  /// Returns the name of the column that a row belongs to; nil for a gap.
  private func columnName(_ row: Int, _ width: Double?, isWeek: Bool) -> String? {
    if case .categories(let categories)? = x?.values { return categories[row] }
    let place = place(row)
    guard place.isFinite else { return nil }
    let local = place + offset(at: place)
    if isWeek {
      return "\(Int((local / 3600).rounded(.down).truncatingRemainder(dividingBy: 24) + 24) % 24)"
    }
    let start = width.map { (local / $0).rounded(.down) * $0 } ?? local
    if x?.kind == .times {
      let isWhole = width?.truncatingRemainder(dividingBy: 86_400) == 0
      let text = Date(timeIntervalSince1970: start).formatted(.iso8601)
      return String(text.prefix(isWhole ? 10 : 16)).replacing("T", with: " ")
    }
    return start == start.rounded() && abs(start) < 1e15 ? "\(Int(start))" : "\(start)"
  }

  /// Returns the names of columns in order: that of the rows for categories, else rising.
  private func columnNames(_ names: Set<String>, isWeek: Bool) -> [String] {
    if isWeek { return (0..<24).map(String.init) }
    guard let x else { return [] }
    switch x.values {
    case .categories(let categories): return categories.names.filter(names.contains)
    case .times: return names.sorted()
    case .numbers: return names.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
    }
  }
}
