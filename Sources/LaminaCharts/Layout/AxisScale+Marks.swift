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
      if let builder = marks.builder {
        return custom(builder, places, options: options, chartOptions: chartOptions)
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
    _ builder: AxisMarks.MarkBuilder, _ places: [AxisLabel], options: AxisOptions,
    chartOptions: ChartOptions
  ) -> [AxisLabel] {
    let groups = places.enumerated().map { index, place in
      builder.marks(AxisValue(index: index, count: places.count, value: place.value))
    }
    let texts = texts(groups, places, options.type, chartOptions)
    return places.indices.map { index in
      let (place, group) = (places[index], groups[index])
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
        case .value: (label.text, label.larger) = texts[index] ?? ("", nil)
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

  /// Returns the texts of the labels with values, and their second lines. Those of one format are made
  /// together, so that they differ, and so that each larger unit of dates is said once.
  private func texts(
    _ groups: [AxisMarkGroup], _ places: [AxisLabel], _ type: ScaleType?, _ options: ChartOptions
  ) -> [Int: (String, String?)] {
    var texts: [Int: (String, String?)] = [:]
    for (index, group) in groups.enumerated() where texts[index] == nil {
      guard case .value(let format)? = group.label?.content else { continue }
      let same = groups.indices.filter { groups[$0].label?.content == .value(format) }
      for (index, text) in zip(same, self.texts(same.map { places[$0] }, format, type, options)) {
        texts[index] = text
      }
    }
    return texts
  }

  private func texts(
    _ places: [AxisLabel], _ format: AxisLabelFormat, _ type: ScaleType?, _ options: ChartOptions
  ) -> [(String, String?)] {
    let scalars = places.compactMap(\.value.scalar)
    switch self {
    // Categories have their names.
    case .none, .band: return places.map { ($0.text, nil) }
    case .date:
      return TickLabels.dates(
        scalars.map { Date(timeIntervalSinceReferenceDate: $0) }, format: format,
        timeZone: options.timeZone, locale: options.locale
      ).map { ($0.text, $0.larger) }
    case .continuous:
      let style = format == .automatic && type == .duration ? .duration : format
      return TickLabels.numbers(scalars, style: style, locale: options.locale).map { ($0, nil) }
    }
  }
}
