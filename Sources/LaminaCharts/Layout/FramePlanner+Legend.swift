import Foundation
import Lamina
import LaminaText

extension FramePlanner {
  /// An entry of the legend.
  private struct Entry {
    var text: String
    var color: Color
    var symbol: ChartSymbol?
    var dashes: [CGFloat]?
    /// True for a line, false for a filled symbol.
    var isLine: Bool
  }

  private var legendSide: AnnotationPosition {
    switch chart.options.legend.position {
    case .automatic, .overlay:
      chart.isPie ? (size.width > size.height * 1.2 ? .trailing : .bottom) : .top
    case .topLeading, .topTrailing: .top
    case .bottomLeading, .bottomTrailing: .bottom
    case let side: side
    }
  }

  private var legendAlignment: AnnotationAlignment {
    let options = chart.options.legend
    if let alignment = options.alignment { return alignment }
    switch options.position {
    case .topTrailing, .bottomTrailing: return .trailing
    default: return chart.isPie && legendSide != .top && legendSide != .bottom ? .center : .leading
    }
  }

  /// Returns the distance of the legend from the plot.
  ///
  /// - Parameter automatic: that of the theme.
  private func legendSpacing(_ automatic: Double) -> Double {
    chart.options.legend.spacing.map { Double($0) } ?? automatic
  }

  /// Places the legend at its side of a rectangle, and leaves the rest.
  mutating func placeLegend(_ rest: inout CGRect) {
    let options = chart.options.legend
    if options.visibility == .hidden { return }
    let entries = entries()
    if options.visibility == .automatic, entries.count < 2, chart.colors.limits == nil { return }
    let title = options.title ?? ""
    if chart.colors.limits != nil, chart.colors.categories.isEmpty {
      placeColorBar(title.isEmpty ? chart.colors.label : title, &rest)
    }
    if entries.isEmpty { return }
    let side = legendSide
    if side == .leading || side == .trailing {
      placeColumn(entries, title, side, &rest)
    } else {
      placeRows(entries, title, side, &rest)
    }
  }

  private func entries() -> [Entry] {
    func entry(_ name: String, color: Color, symbol: ChartSymbol?, dashes: [CGFloat]?) -> Entry {
      Entry(
        text: name, color: color,
        symbol: symbol ?? (kinds.hasLines ? nil : kinds.hasPoints ? .circle : nil),
        dashes: dashes, isLine: kinds.hasLines)
    }
    let colors = chart.colors.categories
    let symbols = chart.symbols.categories
    let dashes = chart.dashes.categories
    let isSame = chart.symbols.label == chart.colors.label
    let isSameDash = chart.dashes.label == chart.colors.label
    let isFilled = !kinds.hasLines && !kinds.hasPoints
    // Only as many as a legend can show are made.
    var entries = colors.prefix(200).map { name in
      let round = chart.colors.round(of: name)
      let own = isSame ? symbols.firstIndex(of: name).map(chart.symbol(ofCategory:)) : nil
      let symbol = own ?? (kinds.hasPoints ? ChartSymbol.symbol(ofCategory: round) : nil)
      let dashes = (isSameDash ? dashes.firstIndex(of: name) : nil) ?? round
      return entry(
        name, color: chart.colors.color(of: name, isFilled: isFilled),
        symbol: symbol, dashes: PreparedChart.dashPattern(ofCategory: dashes))
    }
    if !isSame || colors.isEmpty {
      entries += symbols.prefix(200).enumerated().map { index, name in
        Entry(
          text: name, color: colors.isEmpty ? chart.firstColor : theme.labelColor,
          symbol: chart.symbol(ofCategory: index), dashes: nil, isLine: false)
      }
    }
    if !isSameDash || colors.isEmpty, chart.dashes.label != chart.symbols.label {
      entries += dashes.prefix(200).enumerated().map { index, name in
        Entry(
          text: name, color: colors.isEmpty ? chart.firstColor : theme.labelColor, symbol: nil,
          dashes: PreparedChart.dashPattern(ofCategory: index), isLine: true)
      }
    }
    return entries
  }

  private var swatchWidth: Double {
    pixel(theme.labelSize * (kinds.hasLines ? 1.7 : 0.95))
  }

  /// Places entries in rows at the top or bottom.
  private mutating func placeRows(
    _ entries: [Entry], _ title: String, _ side: AnnotationPosition, _ rest: inout CGRect
  ) {
    let lineHeight = measurer.size("Ag", theme.font, theme.labelSize).height
    let rowHeight = pixels(lineHeight * 1.25)
    let gap = pixel(theme.labelSize * 1.5)
    let inset = swatchWidth + pixel(theme.spacing * 0.75)
    guard lineHeight > 0, rest.width > inset + 2 * theme.labelSize else { return }
    let rowLimit = max(1, Int(rest.height * 0.3 / rowHeight))
    /// The places of texts from the upper left corner of the legend.
    var places: [(entry: Int?, text: String, x: Double, row: Int, width: Double)] = []
    var (left, row) = (0.0, 0)
    if !title.isEmpty {
      let width = min(measurer.size(title, theme.font, theme.labelSize).width, rest.width)
      places.append((nil, title, 0, 0, width))
      left = width + gap
    }
    for (index, entry) in entries.enumerated() {
      let natural = measurer.size(entry.text, theme.font, theme.labelSize).width
      let width = min(natural, rest.width - inset)
      if left > 0, left + inset + width > rest.width {
        row += 1
        left = 0
      }
      if row >= rowLimit {
        omit(entries.count - index, &places, entries, rest.width)
        break
      }
      places.append((index, entry.text, left + inset, row, width))
      left += inset + width + gap
    }
    let rows = (places.map(\.row).max() ?? 0) + 1
    let height = Double(rows) * rowHeight
    let top = side == .bottom ? rest.maxY - height : rest.minY
    var widths = Array(repeating: 0.0, count: rows)
    for place in places { widths[place.row] = place.x + place.width }
    for place in places {
      let y = top + Double(place.row) * rowHeight
      let start = pixel((rest.width - widths[place.row]) * legendAlignment.part)
      let box = CGRect(
        x: rest.minX + start + place.x, y: pixel(y + (rowHeight - lineHeight) / 2),
        width: place.width,
        height: lineHeight)
      addLegendText(place.text, box)
      if let entry = place.entry {
        addSwatch(
          entries[entry],
          CGRect(x: box.minX - inset, y: y, width: swatchWidth, height: rowHeight))
        let row = CGRect(
          x: box.minX - inset, y: y, width: inset + box.width, height: rowHeight)
        legendEntries.append(PlacedLegendEntry(name: entries[entry].text, frame: row))
      }
    }
    cut(
      &rest, pixel(height + legendSpacing(theme.spacing * 1.5)),
      at: side == .bottom ? .bottom : .top)
  }

  /// Replaces the last entries by their number.
  private mutating func omit(
    _ count: Int,
    _ places: inout [(entry: Int?, text: String, x: Double, row: Int, width: Double)],
    _ entries: [Entry], _ width: Double
  ) {
    var count = count + max(0, chart.colors.categories.count - 200)
    while let last = places.last {
      let text = "+ \(count) more"
      let needed = measurer.size(text, theme.font, theme.labelSize).width
      let start = last.x + last.width + pixel(theme.labelSize * 1.5)
      if start + needed <= width {
        places.append((nil, text, start, last.row, needed))
        return
      }
      if last.entry == nil { return }
      places.removeLast()
      count += 1
    }
  }

  /// Places entries below each other at the left or right.
  private mutating func placeColumn(
    _ entries: [Entry], _ title: String, _ side: AnnotationPosition, _ rest: inout CGRect
  ) {
    let lineHeight = measurer.size("Ag", theme.font, theme.labelSize).height
    let rowHeight = pixels(lineHeight * 1.4)
    let inset = swatchWidth + pixel(theme.spacing * 0.75)
    let hasTitle = !title.isEmpty
    let rows = Int(rest.height / rowHeight) - (hasTitle ? 1 : 0)
    guard lineHeight > 0, rows > 0, rest.width > 3 * inset else { return }
    var shown = Array(entries.prefix(rows))
    var more: String?
    if shown.count < entries.count {
      shown.removeLast()
      more = "+ \(entries.count - shown.count + max(0, chart.colors.categories.count - 200)) more"
    }
    var widths = shown.map { measurer.size($0.text, theme.font, theme.labelSize).width + inset }
    if let more { widths.append(measurer.size(more, theme.font, theme.labelSize).width) }
    if hasTitle { widths.append(measurer.size(title, theme.font, theme.labelSize).width) }
    let width = min(widths.max() ?? 0, pixel(rest.width * 0.4))
    let left = side == .trailing ? rest.maxX - width : rest.minX
    let count = shown.count + (more == nil ? 0 : 1) + (hasTitle ? 1 : 0)
    let height = Double(count) * rowHeight
    var top = pixel(rest.minY + (rest.height - height) * legendAlignment.part)
    func box(_ x: Double) -> CGRect {
      CGRect(
        x: x, y: pixel(top + (rowHeight - lineHeight) / 2), width: left + width - x,
        height: lineHeight)
    }
    if hasTitle {
      addLegendText(title, box(left))
      top += rowHeight
    }
    for entry in shown {
      addSwatch(entry, CGRect(x: left, y: top, width: swatchWidth, height: rowHeight))
      addLegendText(entry.text, box(left + inset))
      let row = CGRect(x: left, y: top, width: width, height: rowHeight)
      legendEntries.append(PlacedLegendEntry(name: entry.text, frame: row))
      top += rowHeight
    }
    if let more { addLegendText(more, box(left)) }
    cut(&rest, width + pixel(legendSpacing(theme.spacing * 2)), at: side)
  }

  private mutating func addLegendText(_ string: String, _ box: CGRect) {
    let isHidden = chart.options.hiddenEntries.contains(string)
    texts.append(
      PlacedText(
        role: .legend, string: string, font: theme.font, fontSize: theme.labelSize,
        color: isHidden ? Self.faded(theme.labelColor) : theme.labelColor, box: box,
        isTruncated: true, subject: PlacedKey(.swatch, x: .category(string))))
  }

  /// Returns the colour of what belongs to a hidden entry.
  private static func faded(_ color: Color) -> Color { color.opacity(0.35) }

  private mutating func addSwatch(_ entry: Entry, _ box: CGRect) {
    var entry = entry
    if chart.options.hiddenEntries.contains(entry.text) { entry.color = Self.faded(entry.color) }
    let y = pixel(box.midY)
    let key = PlacedKey(.swatch, x: .category(entry.text), y: entry.isLine ? .missing : nil)
    if entry.isLine {
      var line = PlacedShape(kind: .line, key: key, stroke: entry.color)
      var style =
        chart.lineStyles[entry.text]
        ?? StrokeStyle(width: theme.lineWidth, dashPattern: entry.dashes ?? [])
      style.width = min(style.width, box.height * 0.6)
      if style.cap == .butt, style.dashPattern.isEmpty { style.cap = .round }
      line.strokeStyle = style
      let inset = min(style.width, box.width) / 2
      line.path.move(to: CGPoint(x: box.minX + inset, y: y))
      line.path.addLine(to: CGPoint(x: box.maxX - inset, y: y))
      legendShapes.append(line)
    }
    var shape = PlacedShape(kind: .point, key: key, fill: entry.color)
    if let symbol = entry.symbol {
      shape.path = symbol.path(
        center: CGPoint(x: box.midX, y: y), area: min(theme.symbolSize, box.height * box.height))
    } else if !entry.isLine {
      let side = pixel(min(theme.labelSize * 0.9, box.width))
      shape.path = Path(
        roundedRect: CGRect(x: box.minX, y: pixel(y - side / 2), width: side, height: side),
        cornerWidth: 2, cornerHeight: 2)
    }
    if !shape.path.isEmpty { legendShapes.append(shape) }
  }

  /// Places a bar of colours above the numbers at its ends and round ones between them, at the right of
  /// its title.
  private mutating func placeColorBar(_ title: String, _ rest: inout CGRect) {
    guard let limits = chart.colors.limits else { return }
    let lineHeight = measurer.size("Ag", theme.font, theme.labelSize).height
    let ends = TickLabels.numbers([limits.low, limits.high], locale: chart.options.locale)
    guard ends.count == 2, lineHeight > 0 else { return }
    let widths = ends.map { measurer.size($0, theme.font, theme.labelSize).width }
    let gap = theme.labelSize * 0.7
    let isPoint = ends[0] == ends[1]
    let width = pixels(
      max(min(160, rest.width * 0.4), isPoint ? widths[0] : widths[0] + gap + widths[1]))
    var titleWidth = title.isEmpty ? 0 : measurer.size(title, theme.font, theme.labelSize).width
    if titleWidth + 2 * theme.spacing + width > rest.width { titleWidth = 0 }
    guard width <= rest.width, width >= 20 else { return }
    let side = legendSide == .bottom ? AnnotationPosition.bottom : .top
    let top = side == .bottom ? rest.maxY - 2 * lineHeight : rest.minY
    let height = pixel(theme.labelSize)
    let start = titleWidth > 0 ? titleWidth + 2 * theme.spacing : 0
    let left = pixel(rest.minX + (rest.width - start - width) * legendAlignment.part)
    let bar = CGRect(
      x: pixel(left + start), y: pixel(top + (lineHeight - height) / 2), width: width,
      height: height)
    colorBar = (bar, chart.colors.palette.colors)
    if titleWidth > 0 {
      addLegendText(title, CGRect(x: left, y: top, width: titleWidth, height: lineHeight))
    }
    /// Adds a number below the bar.
    func add(_ text: String, _ left: Double, _ width: Double, to planner: inout FramePlanner) {
      planner.addLegendText(
        text, CGRect(x: left, y: top + lineHeight, width: width, height: lineHeight))
    }
    if isPoint {
      add(ends[0], pixel(bar.midX - widths[0] / 2), widths[0], to: &self)
    } else {
      add(ends[0], bar.minX, widths[0], to: &self)
      for label in innerLabels(
        bar, limits, from: bar.minX + widths[0] + gap, to: bar.maxX - widths[1] - gap)
      {
        let width = measurer.size(label.text, theme.font, theme.labelSize).width
        add(label.text, pixel(label.position - width / 2), width, to: &self)
        axisLines.append(
          PlacedLine(
            key: PlacedKey(.swatch, x: label.value),
            frame: CGRect(
              x: edge(label.position), y: bar.maxY, width: lineWidth,
              height: pixel(theme.spacing * 0.35))))
      }
      add(ends[1], pixel(bar.maxX - widths[1]), widths[1], to: &self)
    }
    cut(&rest, pixel(2 * lineHeight + legendSpacing(theme.spacing * 1.5)), at: side)
  }

  /// Returns the numbers below a bar of colours that are between two places, as many as fit. One that is
  /// less than half a step from an end may be left out.
  private func innerLabels(
    _ bar: CGRect, _ limits: (low: Double, high: Double), from start: Double, to end: Double
  ) -> [AxisLabel] {
    guard
      let scale = try? ContinuousScale(
        type: .linear, domain: (limits.low, limits.high), range: (bar.minX, bar.maxX))
    else { return [] }
    var axis = PreparedAxis()
    (axis.low, axis.isWhole) = (limits.low, chart.colors.isWhole)
    for count in (1...max(1, min(Int(bar.width / (theme.labelSize * 2)), 100))).reversed() {
      var labels = AxisScale.continuous(scale).labels(
        count: count, marks: AxisMarks(), axis: axis, options: chart.options, type: nil)
      let step = labels.count > 1 ? labels[1].position - labels[0].position : bar.width
      labels.removeAll { min($0.position - bar.minX, bar.maxX - $0.position) < step / 2 }
      var left = start
      let fits = labels.allSatisfy { label in
        let half = measurer.size(label.text, theme.font, theme.labelSize).width / 2 + 1 / self.scale
        defer { left = label.position + half + theme.labelSize * 0.7 }
        return label.position - half >= left && label.position + half <= end
      }
      if fits { return labels }
    }
    return []
  }
}
