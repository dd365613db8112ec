import ArgumentParser
import Foundation
import Lamina
import LaminaCharts
import LaminaTables

extension ChartPlan {
  /// The largest number of categories along the x axis of boxes and heat maps.
  private static let maximumPlaceCount = 10_000

  /// Checks that what is summarized can be.
  ///
  /// - Throws: `ValidationError`, ``UnsuitableTable``.
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
    if let count = placeCount, count > Self.maximumPlaceCount {
      throw UnsuitableTable(
        description: "\(x?.name ?? "") has \(count) categories, and a chart of "
          + "this kind has places for \(Self.maximumPlaceCount); name another column with -x")
    }
    if kind == .box, let x, x.kind == .times {
      throw ValidationError(
        "-x \(x.name): the x axis of boxes has categories or numbers, not times")
    }
    if kind == .heatmap, x == nil {
      throw ValidationError("a heat map has a column along its x axis: name one with -x")
    }
  }

  /// The number of categories along the x axis of boxes and heat maps; nil if it has none.
  private var placeCount: Int? {
    switch x?.values {
    case .categories(let categories) where kind == .box || kind == .heatmap: categories.names.count
    case .numbers(let numbers) where hasCategories: Set(numbers.filter(\.isFinite)).count
    default: nil
    }
  }

  // MARK: - Intervals

  /// The numbers of an interval.
  private struct Bucket {
    /// The number of the interval, counted from zero or from midnight at the start of 1970.
    let number: Double
    let series: String?
    var values: AggregatedValues
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

  /// The marks of what intervals are summarized by, each in the middle of its own. Lines of means and
  /// medians have a band from the least to the greatest value behind them; lines have a gap where there are
  /// intervals without values.
  func resampled(_ width: ChartInterval) -> Chart {
    let empty = AggregatedValues(command.aggregate ?? .mean)
    var (bands, lists): ([MarkList], [MarkList]) = ([], [])
    for (index, column) in y.enumerated() {
      let values = numbers(column)
      var buckets: [String?: [Double: Bucket]] = [:]
      var names: [String?] = []
      for row in 0..<rowCount where place(row).isFinite {
        let place = place(row)
        let number = ((place + offset(at: place)) / width.width).rounded(.down)
        let name = series(column, row)
        if buckets[name] == nil { names.append(name) }
        buckets[name, default: [:]][
          number, default: Bucket(number: number, series: name, values: empty)
        ].values.add(values[row])
      }
      for name in names {
        let members = (buckets[name] ?? [:]).values.filter { $0.values.count > 0 }
        let marks = marks(
          members.sorted { $0.number < $1.number }, width.width, column.name, name)
        bands.append(isSecondary(index) ? marks.band.yAxis(.secondary) : marks.band)
        lists.append(isSecondary(index) ? marks.values.yAxis(.secondary) : marks.values)
      }
    }
    return Chart {
      // A band of one series does not cover the line of another.
      for list in bands { list }
      for list in lists { list }
      thresholds
    }
  }

  /// Returns the marks of the intervals of a series, and for a line the band behind it.
  private func marks(
    _ buckets: [Bucket], _ width: Double, _ column: String, _ name: String?
  ) -> (band: MarkList, values: MarkList) {
    if x?.kind == .times {
      return marks(buckets, column, name) { number in
        let local = (number + 0.5) * width
        return .value(x?.name ?? "", Date(timeIntervalSince1970: local - offset(at: local)))
      }
    }
    return marks(buckets, column, name) { .value(x?.name ?? "Row", ($0 + 0.5) * width) }
  }

  private func marks<X: Plottable>(
    _ buckets: [Bucket], _ column: String, _ name: String?, _ place: (Double) -> PlottableValue<X>
  ) -> (band: MarkList, values: MarkList) {
    let followsGap = buckets.indices.map { index in
      index > 0 && buckets[index].number > buckets[index - 1].number + 1
    }
    let series = PlottableValue.value("Series", name ?? column)
    let hasBand = kind == .line && [nil, .mean, .median].contains(command.aggregate)
    let band = ForEach(hasBand ? Array(buckets.enumerated()) : []) { index, bucket in
      if followsGap[index] {
        AreaMark(
          x: place(bucket.number - 1), yStart: .value(column, Double?.none),
          yEnd: .value(column, Double?.none), series: series)
      }
      AreaMark(
        x: place(bucket.number), yStart: .value(column, bucket.values.low),
        yEnd: .value(column, bucket.values.high), series: series)
    }
    let values = ForEach(Array(buckets.enumerated())) { index, bucket in
      if kind != .bar, followsGap[index] {
        mark(place(bucket.number - 1), .value(column, nil), name)
      }
      mark(place(bucket.number), .value(column, bucket.values.result), name)
    }
    return (
      name == nil ? band.marks : band.foregroundStyle(by: series), values.marks
    )
  }

  // MARK: - Boxes

  /// A box for each category or number, and for each group or column.
  var boxes: Chart {
    var members: [(place: String, series: String?, values: [Double])] = []
    var indices: [[String?]: Int] = [:]
    for column in y {
      for (row, value) in numbers(column).enumerated() {
        let name = series(column, row)
        var place = name ?? column.name
        switch x?.values {
        case .categories(let categories): place = categories[row] ?? "(none)"
        case .numbers(let numbers):
          guard numbers[row].isFinite else { continue }
          place = CategoryEncoding.name(numbers[row])
        case .times, nil: break
        }
        let index = indices[[place, name]] ?? members.count
        if index == members.count {
          indices[[place, name]] = index
          members.append((place, name, []))
        }
        members[index].values.append(value)
      }
    }
    let chart = Chart {
      for member in members {
        let place = PlottableValue.value(x?.name ?? group?.name ?? "Column", member.place)
        let values = PlottableValues.values(y.count == 1 ? y[0].name : "", member.values)
        let box =
          command.horizontal
          ? BoxPlotMark(x: values, y: place) : BoxPlotMark(x: place, y: values)
        if let series = member.series, x != nil, isGrouped {
          box.foregroundStyle(by: .value("Series", series)).position(by: .value("Series", series))
        } else {
          box
        }
      }
      thresholds
    }
    return sortingPlaces(chart)
  }

  // MARK: - Heat maps

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// A column of a heat map.
  private enum HeatMapColumn: Hashable {
    case named(String)
    /// The smallest value or time of an interval.
    case starting(Double)
  }

  /// Cells that have the colour of the mean of their values, or of another aggregate.
  var heatMap: Chart {
    let hasDates = x?.kind == .times && x?.isTimeOfDay == false
    let isWeek = hasDates && group == nil && y.count == 1 && command.resample == nil
    /// The values of cells, by column and row.
    var cells: [HeatMapColumn: [String: AggregatedValues]] = [:]
    let empty = AggregatedValues(command.aggregate ?? .mean)
    let width = columnWidth
    for column in y {
      let values = numbers(column)
      for row in 0..<rowCount where values[row].isFinite {
        guard let place = self.column(row, width, isWeek: isWeek) else { continue }
        let line = isWeek ? weekday(row) : series(column, row) ?? column.name
        cells[place, default: [:]][line, default: empty].add(values[row])
      }
    }
    var lines = isWeek ? Self.weekdays : []
    if !isWeek {
      for column in y {
        for row in 0..<rowCount {
          let line = series(column, row) ?? column.name
          if !lines.contains(line) { lines.append(line) }
        }
      }
    }
    let label = y.count == 1 ? title(of: y[0]) : command.aggregate?.rawValue ?? "Mean"
    let title = (command.unit ?? unit(of: y[...])).map { "\(label) (\($0))" } ?? label
    let names = columnNames(cells.keys, isWeek: isWeek)
    let intervals = columnIntervals(cells.keys, width)
    let (xName, yName) = (x?.name ?? "", group?.name ?? "")
    let chart = Chart {
      for name in names {
        for line in lines {
          if let cell = cells[.named(name)]?[line] {
            RectangleMark(x: .value(xName, name), y: .value(yName, line))
              .foregroundStyle(by: .value(title, cell.result ?? 0))
          }
        }
      }
      for (start, end) in intervals {
        for line in lines {
          if let cell = cells[.starting(start)]?[line] {
            interval(start, end, line, names: (xName, yName))
              .foregroundStyle(by: .value(title, cell.result ?? 0))
          }
        }
      }
    }
    .chartYScale(domain: lines)
    .chartXAxisLabel(isWeek ? "" : xName)
    guard let low = intervals.first?.start, let high = intervals.last?.end else {
      return chart.chartXScale(domain: names)
    }
    return x?.kind == .times
      ? chart.chartXScale(
        domain: Date(timeIntervalSince1970: low)...Date(timeIntervalSince1970: high))
      : chart.chartXScale(domain: low...high)
  }

  /// Returns the cell of an interval.
  private func interval(
    _ start: Double, _ end: Double, _ line: String, names: (x: String, y: String)
  ) -> RectangleMark {
    if x?.kind == .times {
      return RectangleMark(
        xStart: .value(names.x, Date(timeIntervalSince1970: start)),
        xEnd: .value(names.x, Date(timeIntervalSince1970: end)), y: .value(names.y, line))
    }
    return RectangleMark(
      xStart: .value(names.x, start), xEnd: .value(names.x, end), y: .value(names.y, line))
  }

  private func weekday(_ row: Int) -> String {
    let days = Int(((place(row) + offset(at: place(row))) / 86_400).rounded(.down))
    // Day 0 of 1970 was a Thursday.
    return Self.weekdays[((days + 3) % 7 + 7) % 7]
  }

  /// The width of the intervals of numbers or times that are a column each; nil if each of the values
  /// has one.
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

  /// Returns the column that a row belongs to; nil for a gap.
  private func column(_ row: Int, _ width: Double?, isWeek: Bool) -> HeatMapColumn? {
    if case .categories(let categories)? = x?.values { return categories[row].map { .named($0) } }
    let place = place(row)
    guard place.isFinite else { return nil }
    let local = place + offset(at: place)
    if isWeek {
      let hour = Int((local / 3600).rounded(.down).truncatingRemainder(dividingBy: 24) + 24) % 24
      return .named("\(hour)")
    }
    if let width {
      let start = (local / width).rounded(.down) * width
      // The clock may have been changed since the start.
      return .starting(start - offset(at: start - offset(at: place)))
    }
    if x?.kind == .times { return .starting(place) }
    return .named(CategoryEncoding.name(place))
  }

  /// Returns the names of columns in order: that of the rows for categories, else rising.
  private func columnNames(
    _ columns: some Sequence<HeatMapColumn>, isWeek: Bool
  ) -> [String] {
    if isWeek { return (0..<24).map(String.init) }
    let names = Set(
      columns.compactMap { column in
        if case .named(let name) = column { return name }
        return nil
      })
    if case .categories(let categories)? = x?.values {
      return categories.names.filter(names.contains)
    }
    return names.sorted { (Double($0) ?? 0) < (Double($1) ?? 0) }
  }

  /// Returns the intervals of columns, rising. One ends where the next one starts, unless there is a gap.
  ///
  /// - Parameter width: their width; nil for the smallest distance of two.
  private func columnIntervals(
    _ columns: some Sequence<HeatMapColumn>, _ width: Double?
  ) -> [(start: Double, end: Double)] {
    let starts = columns.compactMap { column in
      if case .starting(let start) = column { return start }
      return nil
    }.sorted()
    let steps = zip(starts, starts.dropFirst()).map { $1 - $0 }
    let width = width ?? steps.min() ?? 1
    return starts.indices.map { index in
      let start = starts[index]
      // Days may have 25 hours, and months differ.
      let isNext = index < steps.count && steps[index] < 1.5 * width
      return (start, isNext ? starts[index + 1] : start + width)
    }
  }
}
