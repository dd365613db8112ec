import Foundation

extension AxisScale {
  /// The lines that are shown at the values of an axis where its marks leave the choice to the chart.
  struct AutomaticLines {
    var hasGridLines: Bool
    var hasTicks: Bool
  }

  /// Returns the marks of an axis: for each ``AxisMarks`` those at about so many places.
  ///
  /// - Parameters:
  ///   - count: the number of places to aim for.
  ///   - lines: the lines that are shown by default.
  ///   - options: those of the axis.
  ///   - chartOptions: those of the chart.
  func marks(
    count: Int, lines: AutomaticLines, axis: PreparedAxis, options: AxisOptions,
    chartOptions: ChartOptions
  ) -> [AxisLabel] {
    options.marks.flatMap { marks -> [AxisLabel] in
      var places = labels(
        count: count, marks: marks, axis: axis, options: chartOptions, type: options.type)
      if let content = marks.content {
        return custom(content, places, options: options, chartOptions: chartOptions)
      }
      let hasGridLines =
        marks.gridLines == .visible || (marks.gridLines == .automatic && lines.hasGridLines)
      let width = marks.stroke?.width ?? chartOptions.theme.gridWidth
      let style = marks.stroke.map { AxisLineStyle(stroke: $0) }
      for index in places.indices {
        if marks.labels == .hidden { (places[index].text, places[index].larger) = ("", nil) }
        let line = AxisLine(position: places[index].position, style: style)
        if hasGridLines, width > 0 {
          places[index].gridLine = line
        } else if lines.hasTicks {
          places[index].tick = line
        }
      }
      return places
    }
  }

  /// Returns the marks that a closure describes.
  ///
  /// - Parameter places: the values with the labels that they have by default.
  private func custom(
    _ content: AxisMarks.Content, _ places: [AxisLabel], options: AxisOptions,
    chartOptions: ChartOptions
  ) -> [AxisLabel] {
    var texts = LabelTexts(places, self, chartOptions)
    return places.indices.map { index in
      let place = places[index]
      let group = content.marks(AxisValue(index: index, count: places.count, value: place.value))
      func position(_ isCentered: Bool?) -> Double? {
        switch isCentered {
        case nil: place.position
        case false?: place.value.scalar.flatMap { self.position(of: $0) } ?? place.position
        case true?: middle(after: index, of: places)
        }
      }
      var label = AxisLabel(position: place.position, text: "", value: place.value)
      if let line = group.gridLine, line.stroke?.width != 0,
        let position = position(line.isCentered)
      {
        label.gridLine = AxisLine(
          position: position, style: AxisLineStyle(stroke: line.stroke, color: line.color))
      }
      if let tick = group.tick, tick.stroke?.width != 0,
        let position = position(tick.isCentered)
      {
        label.tick = AxisLine(
          position: position,
          style: AxisLineStyle(
            stroke: tick.stroke, color: tick.color, length: tick.length.map { Double($0) }))
      }
      if let part = group.label, let position = position(part.isCentered) {
        label.position = position
        label.color = part.color
        switch part.content {
        case .value(let format): (label.text, label.larger) = texts.text(at: index, format)
        case .text(let lines):
          label.text = lines.first ?? ""
          if lines.count > 1 { label.larger = lines.dropFirst().joined(separator: " ") }
        }
      }
      return label
    }
  }

  /// Returns the place in the middle between a value and the next, or as far after the last; nil outside of
  /// the range.
  private func middle(after index: Int, of places: [AxisLabel]) -> Double? {
    // Categories are in the middle of their places anyway.
    guard places.count > 1, bandwidth == nil else { return places[index].position }
    let starts = places.map { place in
      place.value.scalar.flatMap { self.position(of: $0) } ?? place.position
    }
    let middle =
      index + 1 < starts.count
      ? (starts[index] + starts[index + 1]) / 2
      : starts[index] + (starts[index] - starts[index - 1]) / 2
    let isInside = middle >= min(range.start, range.end) && middle <= max(range.start, range.end)
    return isInside ? middle : nil
  }
}

/// The texts of the values of an axis in the formats of its labels. Each format is used for all values, so
/// that it tells them apart.
private struct LabelTexts {
  private let places: [AxisLabel]
  private let isDate: Bool
  private let options: ChartOptions
  private var known: [(format: AxisLabelFormat, texts: [(String, String?)])] = []

  init(_ places: [AxisLabel], _ scale: AxisScale, _ options: ChartOptions) {
    self.places = places
    if case .date = scale { isDate = true } else { isDate = false }
    self.options = options
    known = [(.automatic, places.map { ($0.text, $0.larger) })]
  }

  /// Returns the text of a value, and its second line.
  mutating func text(at index: Int, _ format: AxisLabelFormat) -> (String, String?) {
    if let known = known.first(where: { $0.format == format }) { return known.texts[index] }
    let texts = texts(format)
    known.append((format, texts))
    return texts[index]
  }

  private func texts(_ format: AxisLabelFormat) -> [(String, String?)] {
    let scalars = places.compactMap(\.value.scalar)
    // Categories have their names.
    guard scalars.count == places.count else { return places.map { ($0.text, nil) } }
    if isDate {
      return TickLabels.dates(
        scalars.map { Date(timeIntervalSinceReferenceDate: $0) }, format: format,
        timeZone: options.timeZone, locale: options.locale
      ).map { ($0.text, $0.larger) }
    }
    return TickLabels.numbers(scalars, style: format, locale: options.locale).map { ($0, nil) }
  }
}
