import Foundation

extension Chart {
  /// A description for people who cannot see the chart, in English: its title and axes, and the number,
  /// ends, extremes and trend of the values of each series.
  ///
  ///     Load of the build server. Line chart.
  ///     X axis: Time, from 25 Nov 2025, 00:00 to 25 Nov 2025, 23:55.
  ///     Y axis: Load, from 8.2 to 94.1.
  ///     288 values, from 12 at 25 Nov 2025, 00:00 to ...
  ///
  /// Values rise or fall if the correlation with their places is at least 0.5 or at most -0.5. Numbers
  /// and dates have the chart's locale and time zone. ``write(to:size:scale:createsFolder:)`` puts the
  /// text into PNG files.
  ///
  /// - Complexity: O(*n* log *n*) in the number of marks.
  public var textDescription: String { ChartDescriber(self).text }
}

/// Describes a chart in sentences.
struct ChartDescriber {
  private let chart: Chart
  private let options: ChartOptions

  init(_ chart: Chart) {
    self.chart = chart
    options = chart.options
  }

  /// The most series, shares or cells that are described one by one.
  private static let limit = 20

  var text: String {
    if !chart.cells.isEmpty {
      let own = [options.title, options.subtitle].compactMap { $0 }.map(ended)
      let head = own + ["A grid of \(chart.cells.count) charts."]
      return ([head.joined(separator: " ")] + chart.cells.map(\.textDescription))
        .joined(separator: "\n\n")
    }
    var lines: [String] = []
    let records = chart.records.filter { !$0.isPart }
    let head = [options.title, options.subtitle].compactMap { $0 }.filter { !$0.isEmpty }
    lines.append((head + [kinds(records)]).map { ended($0) }.joined(separator: " "))
    guard let prepared = try? PreparedChart(chart) else { return lines[0] }
    if prepared.isPie {
      lines.append(shares(records, prepared))
    } else {
      if let axis = axis("X axis", prepared.x, options.x) { lines.append(axis) }
      if let axis = axis("Y axis", prepared.y, options.y) { lines.append(axis) }
      if let axis = axis("Second y axis", prepared.y2, options.y2) { lines.append(axis) }
      lines += series(records, prepared)
    }
    if let note = options.footnote, !note.isEmpty { lines.append(ended(note)) }
    return lines.joined(separator: "\n")
  }

  private func ended(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } ?? true ? text : text + "."
  }

  /// Returns a number with up to four digits, in the format of an axis.
  private func number(_ value: Double, _ axis: AxisOptions? = nil) -> String {
    let digits = FloatingPointFormatStyle<Double>.number.precision(.significantDigits(1...4))
    guard let format = axis?.format(of: .number(value)), format != .automatic else {
      return value.formatted(digits.locale(options.locale))
    }
    let plain = digits.grouping(.never).locale(TickLabels.defaultLocale)
    let rounded = Double(value.formatted(plain)) ?? value
    return TickLabels.numbers([rounded], style: format, locale: options.locale)[0]
  }

  private func text(_ value: PlottedValue, _ axis: AxisOptions? = nil) -> String {
    switch value {
    case .number(let number): self.number(number, axis)
    case .date(let date):
      TickLabels.dates(
        [date], format: axis?.format(of: value) ?? .automatic, timeZone: options.timeZone,
        locale: options.locale
      ).flatMap { [$0.text, $0.larger ?? ""] }.filter { !$0.isEmpty }.joined(separator: " ")
    case .category(let name): name
    case .missing: "none"
    }
  }

  /// The kinds of marks.
  private func kinds(_ records: [MarkRecord]) -> String {
    if records.isEmpty { return "Empty chart" }
    var names: [String] = []
    for record in records {
      let name: String? =
        switch record.kind {
        case .line: "line"
        case .area: "area"
        case .bar: record.details.isEmpty ? "bar" : "box"
        case .point: "point"
        case .rectangle: record.style.colorEncoding == nil ? nil : "heat"
        case .sector: "pie"
        case .rule: nil
        }
      if let name, !names.contains(name) { names.append(name) }
    }
    let list = names.joined(separator: " and ")
    return list.isEmpty ? "Chart" : list.prefix(1).uppercased() + list.dropFirst() + " chart"
  }

  private func axis(_ name: String, _ axis: PreparedAxis, _ options: AxisOptions) -> String? {
    let title = options.title ?? axis.label
    let start = "\(name)\(title.isEmpty ? "" : ": \(title)")"
    func value(_ scalar: Double) -> PlottedValue {
      axis.kind == .date ? .date(Date(timeIntervalSinceReferenceDate: scalar)) : .number(scalar)
    }
    switch axis.kind {
    case .none: return nil
    case .category:
      let names = axis.isReversed ? axis.categories.reversed() : axis.categories
      let shown = names.prefix(Self.limit).joined(separator: ", ")
      let more = names.count > Self.limit ? ", and \(names.count - Self.limit) more" : ""
      return "\(start), \(names.count) categories: \(shown)\(more)."
    case .number, .date:
      guard let low = axis.fixed.map({ min($0.start, $0.end) }) ?? axis.low,
        let high = axis.fixed.map({ max($0.start, $0.end) }) ?? axis.high
      else { return start + "." }
      let type = options.type?.isLogarithmic == true ? ", logarithmic" : ""
      let (first, last) = (text(value(low), options), text(value(high), options))
      return "\(start)\(type), from \(first) to \(last)."
    }
  }

  private func shares(_ records: [MarkRecord], _ prepared: PreparedChart) -> String {
    var parts: [String] = []
    for mark in prepared.marks {
      let record = chart.records[mark.record]
      guard case .number(let share)? = record.angle, share > 0 else { continue }
      let sum = prepared.angleSums[mark.facet ?? 0]
      let name = name(of: record) ?? "Share \(parts.count + 1)"
      parts.append("\(name) \(number((share / sum * 1000).rounded() / 10))%")
    }
    let more = parts.count > Self.limit ? ", and \(parts.count - Self.limit) more" : ""
    return "Shares: " + parts.prefix(Self.limit).joined(separator: ", ") + more + "."
  }

  private func yAxis(of record: MarkRecord) -> AxisOptions {
    record.isSecondary ? options.y2 : options.y
  }

  /// Returns the name of the series of a mark; nil if it has none.
  private func name(of record: MarkRecord) -> String? {
    var names: [String] = []
    for value in [
      record.style.facetEncoding?.value, record.style.colorEncoding?.value, record.series,
      record.style.symbolEncoding?.value, record.style.dashEncoding?.value,
      record.style.positionEncoding?.value,
    ] {
      if let name = value?.category, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  // MARK: - Series

  /// The values of a series, and where they are.
  private struct SeriesSummary {
    var name: String?
    var kind: MarkRecord.Kind
    var count = 0
    var lowest: (value: Double, place: PlottedValue?)?
    var highest: (value: Double, place: PlottedValue?)?
    var first: (value: Double, place: PlottedValue?)?
    var last: (value: Double, place: PlottedValue?)?
    /// The places as numbers, and the values, for the trend.
    var points: [(x: Double, y: Double)] = []

    mutating func add(_ low: Double, _ high: Double, at place: PlottedValue?) {
      count += 1
      if first == nil { first = (low, place) }
      last = (high, place)
      if low < lowest?.value ?? .infinity { lowest = (low, place) }
      if high > highest?.value ?? -.infinity { highest = (high, place) }
      if let x = place?.scalar { points.append((x, low / 2 + high / 2)) }
    }

    /// The points of a plot; nil for marks.
    var columns: PlotColumns?
    /// The axes of the places and of the values.
    var axes: (places: AxisOptions, values: AxisOptions)?

    /// The correlation of values with places; nil for fewer than three places, or equal values.
    var correlation: Double? {
      if let columns { return columns.correlation }
      guard points.count > 2 else { return nil }
      let n = Double(points.count)
      let x = points.reduce(0) { $0 + $1.x / n }
      let y = points.reduce(0) { $0 + $1.y / n }
      var (xx, xy, yy) = (0.0, 0.0, 0.0)
      for point in points {
        xx += (point.x - x) * (point.x - x)
        yy += (point.y - y) * (point.y - y)
        xy += (point.x - x) * (point.y - y)
      }
      let result = xy / (xx * yy).squareRoot()
      return result.isFinite ? result : nil
    }
  }

  /// Returns the points of a plot as a series.
  private func series(_ columns: PlotColumns, _ name: String?, _ record: MarkRecord)
    -> SeriesSummary
  {
    var series = SeriesSummary(name: name, kind: record.kind)
    var (count, lowest, highest, first, last) = (
      0, nil as End?, nil as End?, nil as End?, nil as End?
    )
    columns.forEachPoint { x, y in
      guard x.isFinite, y.isFinite else { return }
      count += 1
      if first == nil { first = End(x: x, y: y) }
      last = End(x: x, y: y)
      if y < lowest?.y ?? .infinity { lowest = last }
      if y > highest?.y ?? -.infinity { highest = last }
    }
    var isDate = false
    if case .date? = record.x.value { isDate = true }
    func end(_ end: End?) -> (value: Double, place: PlottedValue?)? {
      end.map {
        ($0.y, isDate ? .date(Date(timeIntervalSinceReferenceDate: $0.x)) : .number($0.x))
      }
    }
    series.count = count
    (series.lowest, series.highest) = (end(lowest), end(highest))
    (series.first, series.last) = (end(first), end(last))
    series.columns = columns
    series.axes = (options.x, yAxis(of: record))
    return series
  }

  private struct End {
    var x: Double
    var y: Double
  }

  private func series(_ records: [MarkRecord], _ prepared: PreparedChart) -> [String] {
    var lines: [String] = []
    var list: [SeriesSummary] = []
    var indices: [String: Int] = [:]
    var cells = SeriesSummary(kind: .rectangle)
    for mark in prepared.marks where !mark.isFilled && !chart.records[mark.record].isPart {
      let record = chart.records[mark.record]
      let value = mark.isVertical ? record.y : record.x
      let place = mark.isVertical ? record.x : record.y
      let at = place.value ?? place.start
      let y = yAxis(of: record)
      let axes = mark.isVertical ? (places: options.x, values: y) : (places: y, values: options.x)
      if !record.details.isEmpty {
        let numbers = record.details.map { detail in
          let values = detail.values.map { number($0, axes.values) }.joined(separator: " to ")
          return "\(detail.name) \(values)"
        }
        let box = [name(of: record), at.map { text($0, axes.places) }].compactMap { $0 }
          .joined(separator: ", ")
        lines.append("\(box.isEmpty ? "Box" : box): \(numbers.joined(separator: ", ")).")
        continue
      }
      if record.kind == .rule, let limit = limit(record) {
        if !lines.contains(limit) { lines.append(limit) }
        continue
      }
      if record.kind == .rectangle {
        if case .number(let heat)? = record.style.colorEncoding?.value {
          let names = [(record.x, options.x), (record.y, y)].compactMap { extent, axis in
            (extent.value ?? extent.start).map { text($0, axis) }
          }
          cells.add(heat, heat, at: .category(names.joined(separator: ", ")))
        }
        continue
      }
      if let columns = record.columns {
        list.append(series(columns, name(of: record), record))
        continue
      }
      let low = value.value?.scalar ?? value.start?.scalar
      guard let low, let high = value.value?.scalar ?? value.end?.scalar else { continue }
      let name = name(of: record)
      let key = "\(record.kind.rawValue) \(record.isSecondary) \(name ?? "")"
      let index = indices[key] ?? list.count
      if index == list.count {
        indices[key] = index
        list.append(SeriesSummary(name: name, kind: record.kind, axes: axes))
      }
      list[index].add(min(low, high), max(low, high), at: at)
    }
    // An area of the same values as a line adds nothing.
    list = list.enumerated().filter { index, series in
      !list.prefix(index).contains {
        $0.name == series.name && $0.count == series.count
          && $0.lowest?.value == series.lowest?.value
          && $0.highest?.value == series.highest?.value
      }
    }.map(\.element)
    if cells.count > 0 { lines.append(sentence(cells, prepared.colors.label)) }
    let areAlike = Set(list.map(\.kind)).count < 2
    lines =
      list.prefix(Self.limit).map { series in
        let kind = series.kind == .rule ? "Range" : series.kind.rawValue.capitalized
        let name = [areAlike ? nil : kind, series.name].compactMap { $0 }.joined(separator: " ")
        return sentence(series, name)
      } + lines
    let hidden = list.count - Self.limit + max(0, lines.count - 3 * Self.limit)
    if hidden > 0 { lines = lines.prefix(3 * Self.limit) + ["And \(hidden) more."] }
    return lines
  }

  /// Returns a sentence about a rule across the plot; nil for one between two values.
  private func limit(_ record: MarkRecord) -> String? {
    guard record.x.isEmpty || record.y.isEmpty,
      let value = (record.x.isEmpty ? record.y : record.x).value,
      value != .missing
    else { return nil }
    let note = record.style.annotations.first.map { " (\($0.text))" } ?? ""
    let label = record.x.isEmpty ? record.y.label : record.x.label
    let axis = record.x.isEmpty ? yAxis(of: record) : options.x
    return "\(label.isEmpty ? "Line" : label) at \(text(value, axis))\(note)."
  }

  private func sentence(_ series: SeriesSummary, _ name: String?) -> String {
    let start = name.map { $0.isEmpty ? "" : "\($0): " } ?? ""
    guard let lowest = series.lowest, let highest = series.highest, let first = series.first,
      let last = series.last
    else { return "\(start)no values." }
    func at(_ end: (value: Double, place: PlottedValue?)) -> String {
      number(end.value, series.axes?.values)
        + (end.place.map { " at \(text($0, series.axes?.places))" } ?? "")
    }
    if series.count == 1 { return "\(start)\(at(first))." }
    var parts = ["\(series.count) values"]
    if !series.points.isEmpty || series.columns != nil {
      parts.append("from \(at(first)) to \(at(last))")
    }
    parts.append("lowest \(at(lowest))")
    parts.append("highest \(at(highest))")
    if let correlation = series.correlation {
      parts.append(
        correlation >= 0.5 ? "rising" : correlation <= -0.5 ? "falling" : "without a steady trend")
    }
    return start + parts.joined(separator: ", ") + "."
  }
}
