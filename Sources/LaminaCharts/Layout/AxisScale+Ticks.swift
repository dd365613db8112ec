import Foundation

extension AxisScale {
  /// Returns the labels at about so many places, which are inside the range.
  ///
  /// - Parameters:
  ///   - count: the number of labels to aim for; all categories whatever it is.
  ///   - axis: the values: if all of them are whole numbers, so are the labels'.
  ///   - type: the type of scale: numbers on one of durations are labelled as such.
  func labels(
    count: Int, marks: AxisMarks, axis: PreparedAxis, options: ChartOptions, type: ScaleType?
  ) -> [AxisLabel] {
    let inside = min(range.start, range.end) - 0.01...max(range.start, range.end) + 0.01
    func placed(_ values: [Double], _ texts: [String]) -> [AxisLabel] {
      zip(values, texts).compactMap { value, text in
        guard let position = position(of: value), inside.contains(position) else { return nil }
        return AxisLabel(position: position, text: text, value: .number(value))
      }
    }
    switch self {
    case .none: return []
    case .band(let scale):
      func label(_ category: String) -> AxisLabel? {
        guard let start = scale.position(of: category),
          inside.contains(start + scale.bandwidth / 2)
        else { return nil }
        return AxisLabel(
          position: start + scale.bandwidth / 2, text: category, value: .category(category))
      }
      if case .values(let values) = marks.values.rule {
        return values.compactMap { $0.category.flatMap(label) }
      }
      guard let first = scale.index(at: inside.lowerBound),
        let last = scale.index(at: inside.upperBound)
      else { return [] }
      // No axis has room for more than a thousand.
      let step = max(1, (last - first + 1) / 1000)
      return stride(from: first, through: last, by: step).compactMap { label(scale.categories[$0]) }
    case .continuous(let scale):
      var ticks: [Double]
      switch marks.values.rule {
      case .automatic(_, let least):
        ticks = Self.ticks(count, leastStep: least, \.self) { count in
          scale.powers(count: count) ?? scale.sparseMultiples(count: count)
            ?? scale.ticks(count: count)
        }
      case .calendar: ticks = scale.powers(count: count) ?? scale.ticks(count: count)
      case .stride(let step):
        ticks = Self.multiples(of: step, from: scale.domain.0, to: scale.domain.1)
      case .values(let values): ticks = values.compactMap(\.scalar)
      }
      if axis.isWhole, axis.low != nil, case .automatic = marks.values.rule {
        ticks = ticks.filter { $0 == $0.rounded() }
      }
      ticks = ticks.filter { position(of: $0).map(inside.contains) ?? false }
      let style = marks.format == .automatic && type == .duration ? .duration : marks.format
      return placed(ticks, TickLabels.numbers(ticks, style: style, locale: options.locale))
    case .date(let scale):
      var ticks: [Date]
      switch marks.values.rule {
      case .automatic(_, let least):
        ticks = Self.ticks(count, leastStep: least, \.timeIntervalSinceReferenceDate) {
          scale.ticks(count: $0)
        }
      case .calendar(let interval):
        ticks = scale.ticks(at: interval) ?? scale.ticks(count: count)
      case .stride(let step):
        ticks = Self.multiples(
          of: step, from: scale.domain.lowerBound.timeIntervalSince1970,
          to: scale.domain.upperBound.timeIntervalSince1970
        ).map { Date(timeIntervalSince1970: $0) }
      case .values(let values):
        ticks = values.compactMap(\.scalar).map { Date(timeIntervalSinceReferenceDate: $0) }
      }
      ticks = ticks.filter { inside.contains(scale.position(of: $0)) }
      let labels = TickLabels.dates(
        ticks, format: marks.format, timeZone: options.timeZone, locale: options.locale)
      // The label of a bar that stands for a day is in the middle of the day.
      let calendar = PreparedChart.calendar(options.timeZone)
      func place(_ tick: Date) -> Double {
        guard let unit = axis.unit, let interval = calendar.dateInterval(of: unit, for: tick),
          interval.start == tick
        else { return scale.position(of: tick) }
        return (scale.position(of: interval.start) + scale.position(of: interval.end)) / 2
      }
      var previous: String?
      return zip(ticks, labels).compactMap { tick, label in
        let position = place(tick)
        guard inside.contains(position) else { return nil }
        // A given format may not tell ticks apart.
        if marks.format != .automatic, label.text == previous { return nil }
        previous = label.text
        return AxisLabel(
          position: position, text: label.text, value: .date(tick), larger: label.larger)
      }
    }
  }

  /// Returns the places between labels, at most 1,000, without texts.
  ///
  /// - Parameters:
  ///   - values: the numbers of the labels.
  ///   - count: the number of labels that were aimed for.
  func minorTicks(_ values: [Double], count: Int) -> [AxisLabel] {
    let inside = min(range.start, range.end) - 0.01...max(range.start, range.end) + 0.01
    let ticks: [PlottedValue] =
      switch self {
      case .none, .band: []
      case .continuous(let scale): scale.minorTicks(for: values).map { .number($0) }
      case .date(let scale): scale.minorTicks(count: count).map { .date($0) }
      }
    if ticks.count > 1000 { return [] }
    return ticks.compactMap { tick in
      guard let position = position(of: tick), inside.contains(position) else { return nil }
      return AxisLabel(position: position, text: "", value: tick)
    }
  }

  /// True for a logarithmic scale.
  var isLogarithmic: Bool {
    if case .continuous(let scale) = self { scale.type.isLogarithmic } else { false }
  }

  /// Returns about so many ticks, fewer if they would be less than a step apart.
  private static func ticks<Tick>(
    _ count: Int, leastStep: Double, _ number: (Tick) -> Double, _ ticks: (Int) -> [Tick]
  ) -> [Tick] {
    for count in (1...max(1, count)).reversed() {
      let found = ticks(count)
      let isWide = zip(found, found.dropFirst()).allSatisfy {
        abs(number($1) - number($0)) >= leastStep * (1 - 1e-9)
      }
      if isWide { return found }
    }
    return Array(ticks(1).prefix(1))
  }

  /// Returns the multiples of a step in an interval: at most 1,000, or none.
  private static func multiples(of step: Double, from a: Double, to b: Double) -> [Double] {
    let (low, high) = ((min(a, b) / step).rounded(.up), (max(a, b) / step).rounded(.down))
    guard low.isFinite, high.isFinite, high >= low, high - low < 1000 else { return [] }
    return (0...Int(high - low)).map { (low + Double($0)) * step }
  }
}
