import Foundation
import Lamina

/// A chart whose marks are resolved, without a size: what layout starts from.
package struct PreparedChart: Sendable {
  package var x = PreparedAxis()
  package var y = PreparedAxis()
  /// The second y axis, whose kind is `.none` if there is none.
  package var y2 = PreparedAxis()
  /// The values that divide the chart into plots, in order; none if it has one plot.
  package var facets: CategoryEncoding
  package var marks: [PreparedMark] = []
  package var colors: ColorEncoding
  /// The categories of symbols and dashes, with the names of their quantities.
  package var symbols: CategoryEncoding
  package var dashes: CategoryEncoding
  /// The strokes that the chart gives to lines, by the names of the legend's entries for them.
  package var lineStyles: [String: StrokeStyle] = [:]
  /// The largest number that selects the area of a symbol.
  package var largestSize = 0.0
  /// The sums of the sectors' shares, one for each plot.
  package var angleSums: [Double]
  /// True if the chart consists of sectors.
  package var isPie = false
  package let options: ChartOptions
  /// The annotations at the ends of bars: at most 200.
  var endTexts: [(text: String, isVertical: Bool)] = []

  /// Resolves the marks of a chart.
  ///
  /// - Complexity: O(*n* log *n*) in the number of marks.
  package init(_ chart: Chart) throws(ChartError) {
    let records = chart.records
    options = chart.options
    colors = ColorEncoding(records, options)
    symbols = CategoryEncoding(records, first: options.symbol.domain) { $0.style.symbolEncoding }
    dashes = CategoryEncoding(records, first: options.lineStyle.domain) { $0.style.dashEncoding }
    facets = CategoryEncoding(records, domain: options.facetDomain) { $0.style.facetEncoding }
    angleSums = Array(repeating: 0, count: max(1, facets.categories.count))
    isPie = records.contains { $0.kind == .sector }
    if isPie, records.contains(where: { $0.kind != .sector }) { throw .sectorsWithAxes }
    let shown = options.facetDomain == nil ? records : records.filter(hasPlot)
    x = try Self.axis("x", shown, options.x) { $0.x }
    y = try Self.axis("y", shown, options.y) { $0.isSecondary ? nil : $0.y }
    if shown.contains(where: \.isSecondary) {
      y2 = try Self.axis("second y", shown, options.y2) { $0.isSecondary ? $0.y : nil }
    }

    var series = SeriesNumbers()
    var seriesCount = 0
    let positions = CategoryEncoding(records) { $0.style.positionEncoding }
    let xNumbers = Self.numbers(x.categories)
    let yNumbers = Self.numbers(y.categories)
    let y2Numbers = Self.numbers(y2.categories)
    let calendar = Self.calendar(options.timeZone)
    marks.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      let number = series.number(of: record)
      if number == seriesCount {
        seriesCount += 1
        if record.kind == .line, let stroke = givenStroke(of: record) {
          for name in record.legendNames { lineStyles[name] = lineStyles[name] ?? stroke }
        }
      }
      if options.isHidden(record) || !hasPlot(record) { continue }
      let isVertical = Self.isVertical(record)
      let round = colors.round(of: record)
      var mark = PreparedMark(
        record: index, kind: record.kind,
        x: Self.place(record.x, record.kind, xNumbers, calendar),
        y: Self.place(
          record.y, record.kind, record.isSecondary ? y2Numbers : yNumbers, calendar),
        series: number, color: colors.color(of: record),
        symbol: record.style.symbol
          ?? symbols.index(of: record.style.symbolEncoding).map(symbol(ofCategory:))
          ?? ChartSymbol.symbol(ofCategory: round ?? 0),
        hasSymbol: record.kind == .point || record.style.symbol != nil
          || record.style.symbolEncoding != nil,
        dashes: (dashes.index(of: record.style.dashEncoding) ?? round)
          .map(Self.dashPattern(ofCategory:)), isVertical: isVertical)
      if let encoding = record.style.positionEncoding, let slot = positions.index(of: encoding) {
        mark.slot = (slot, positions.categories.count)
      }
      mark.isBand = record.kind == .area && (record.x.start ?? record.y.start) != nil
      mark.isSecondary = record.isSecondary
      mark.facet = facets.index(of: record.style.facetEncoding)
      marks.append(mark)
      if case .number(let size)? = record.style.sizeEncoding?.value {
        largestSize = max(largestSize, size)
      }
      if case .number(let share)? = record.angle, share > 0 {
        for facet in mark.facet.map({ $0...$0 }) ?? 0...angleSums.count - 1 {
          angleSums[facet] += share
        }
      }
    }
    if isPie { return }
    stack(records)
    measure(records)
    noteEndTexts(records)
  }

  /// Returns false for a mark of a facet that is not shown.
  private func hasPlot(_ record: MarkRecord) -> Bool {
    guard let encoding = record.style.facetEncoding else { return true }
    return facets.index(of: encoding) != nil || CategoryEncoding.name(encoding.value) == nil
  }

  private mutating func noteEndTexts(_ records: [MarkRecord]) {
    for mark in marks where mark.kind == .bar && endTexts.count < 200 {
      for annotation in records[mark.record].style.annotations {
        switch annotation.position {
        case .automatic, mark.isVertical ? .top : .trailing:
          endTexts.append((annotation.text, mark.isVertical))
        default: break
        }
      }
    }
  }

  static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  // MARK: - Axes

  /// Returns the type and the categories of an axis.
  private static func axis(
    _ name: String, _ records: [MarkRecord], _ options: AxisOptions,
    _ extent: (MarkRecord) -> MarkRecord.Extent?
  ) throws(ChartError) -> PreparedAxis {
    var axis = PreparedAxis()
    var (hasNumbers, hasDates, hasCategories) = (false, false, false)
    var categories: [String] = []
    var known: Set<String> = []
    var labels: Set<String> = []
    func note(_ value: PlottedValue) {
      switch value {
      case .number: hasNumbers = true
      case .date: hasDates = true
      case .category(let name):
        hasCategories = true
        if known.insert(name).inserted { categories.append(name) }
      case .missing: break
      }
    }
    switch options.domain {
    case .automatic(_, let isReversed): axis.isReversed = isReversed
    case .latest: break
    case .categories(let names):
      for name in names { note(.category(name)) }
    case .interval(let start, let end):
      note(start)
      note(end)
      if let start = start.scalar, let end = end.scalar { axis.fixed = (start, end) }
    }
    let givenCount = categories.count
    for record in records {
      guard let extent = extent(record) else { continue }
      // The names of rules and bands are those of limits, not of what the axis shows.
      if let unit = extent.unit, record.kind == .bar || record.kind == .rectangle {
        axis.unit = unit
      }
      if !extent.isEmpty, record.kind != .rule, labels.count < 2 { labels.insert(extent.label) }
      if let value = extent.value { note(value) }
      if let start = extent.start { note(start) }
      if let end = extent.end { note(end) }
    }
    let types = [(hasCategories, "categories"), (hasDates, "dates"), (hasNumbers, "numbers")]
      .filter(\.0).map(\.1)
    if types.count > 1 { throw .mixedValues(axis: name, types: types) }
    if givenCount > 0 { categories.removeLast(categories.count - givenCount) }
    axis.categories = axis.isReversed ? categories.reversed() : categories
    axis.kind =
      hasNumbers ? .number : hasDates ? .date : hasCategories ? .category : .none
    if axis.kind == .category, let bands = options.shownBands {
      axis.fixed = (bands.lowerBound, bands.upperBound)
    }
    if labels.count == 1, let label = labels.first { axis.label = label }
    if case .latest = options.domain, axis.kind == .category {
      throw .unsuitableScale(axis: name, reason: "categories have no latest values")
    }
    return axis
  }

  private static func numbers(_ categories: [String]) -> [String: Int] {
    Dictionary(categories.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// True if a bar or area extends along y: unless only its x value is a number, or an interval
  /// that is its length.
  private static func isVertical(_ record: MarkRecord) -> Bool {
    if record.y.start != nil { return !record.y.isBin }
    if record.x.start != nil { return record.x.isBin }
    if record.y.isEmpty { return false }
    if record.x.isEmpty { return true }
    func isNumber(_ value: PlottedValue?) -> Bool {
      if case .number? = value { true } else { false }
    }
    if isNumber(record.y.value) || record.y.value == .missing { return true }
    return !isNumber(record.x.value)
  }

  private static func place(
    _ extent: MarkRecord.Extent, _ kind: MarkRecord.Kind, _ categories: [String: Int],
    _ calendar: Calendar
  ) -> PreparedMark.AxisPosition {
    func place(_ value: PlottedValue) -> PreparedMark.AxisPosition {
      if let category = value.category {
        return categories[category].map { .category($0) } ?? .missing
      }
      return value.scalar.map { .value($0) } ?? .missing
    }
    if let value = extent.value {
      guard let unit = extent.unit, case .date(let date) = value,
        let interval = calendar.dateInterval(of: unit, for: date)
      else { return place(value) }
      let start = interval.start.timeIntervalSinceReferenceDate
      let end = interval.end.timeIntervalSinceReferenceDate
      if kind == .bar || kind == .rectangle { return .interval(start, end) }
      return .value((start + end) / 2)
    }
    guard let start = extent.start, let end = extent.end else { return .all }
    switch (place(start), place(end)) {
    case (.value(let start), .value(let end)): return .interval(start, end)
    case (.category(let start), .category(let end)) where start == end: return .category(start)
    case (.category(let start), .category(let end)):
      return .interval(Double(min(start, end)), Double(max(start, end)))
    default: return .missing
    }
  }
}
