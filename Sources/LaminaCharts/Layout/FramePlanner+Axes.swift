import Foundation
import Lamina
import LaminaText

extension FramePlanner {
  /// The labels of the x axis, and the room that they need.
  private struct XLabels {
    var labels: [AxisLabel] = []
    /// The number of labels that were aimed for.
    var count = 1
    /// The angle of the texts, 0 or upwards to the right.
    var angle = 0.0
    /// The width that longer texts are truncated to.
    var maxWidth = Double.infinity
    var height = 0.0

    func shifted(by distance: Double) -> XLabels {
      var result = self
      for index in labels.indices { result.labels[index].position += distance }
      return result
    }
  }

  /// The labels of a y axis.
  private struct AxisLabels {
    var labels: [AxisLabel] = []
    /// The number of labels that were aimed for.
    var count = 1

    func shifted(by distance: Double) -> AxisLabels {
      var result = self
      for index in labels.indices { result.labels[index].position += distance }
      return result
    }
  }

  // MARK: - Plot

  /// Places the axes and the plots in a rectangle.
  mutating func placeAxes(in inner: CGRect) throws(ChartError) {
    let lineHeight = measurer.size("Ag", theme.font, theme.labelSize).height
    let (xOptions, yOptions, y2Options) = (chart.options.x, chart.options.y, chart.options.y2)
    let showsX = showsLabels(chart.x, xOptions)
    let showsY = showsLabels(chart.y, yOptions)
    let showsY2 = showsLabels(chart.y2, y2Options)
    let isTop = xOptions.marks.position == .top
    let isTrailing = yOptions.marks.position == .trailing
    let gap = pixel(theme.spacing)

    var rest = inner
    let hasYTitle = placeYTitles(in: &rest, isTrailing)
    if let xTitle = title(of: chart.x, xOptions) {
      placeTitle(
        xTitle, .xTitle, theme.labelColor, in: &rest, at: isTop ? .top : .bottom, isAtRight: true)
    }
    // The topmost and the lowest label of y extend beyond the plot by half a line.
    let half = showsY || showsY2 ? pixels(lineHeight / 2) : 0
    let above = hasYTitle || hasTextAbove ? theme.spacing * 0.75 : 0
    let top = showsX && isTop || !chart.facets.categories.isEmpty ? 0 : max(0, pixels(half - above))
    let bottom = showsX && !isTop ? 0 : half
    xGap = max(gap, half + 1 / scale)

    // The labels of an axis take room from the other, whose labels depend on it.
    var xLabels = XLabels()
    var yLabels = AxisLabels()
    var y2Labels = AxisLabels()
    var widths = (y: 0.0, y2: 0.0)
    var xHeight = showsX ? lineHeight + xGap : 0
    var trailing = 0.0
    var leading = 0.0
    var cells: [CGRect] = []
    var rise = (top: 0.0, bottom: 0.0)
    for _ in 0..<4 {
      var area = rest
      cut(&area, top + (isTop ? xHeight : 0), at: .top)
      cut(&area, bottom + (isTop ? 0 : xHeight), at: .bottom)
      cut(&area, max(widths.y, isTrailing ? 0 : leading), at: isTrailing ? .trailing : .leading)
      cut(&area, max(widths.y2, trailing), at: isTrailing ? .leading : .trailing)
      let natural = area
      inset(&area)
      rise = (area.minY - natural.minY, natural.maxY - area.maxY)
      cells = self.cells(of: area)
      plot = cells[0]
      try makeScales()
      yLabels = showsY ? self.yLabels(lineHeight, y, chart.y, yOptions) : AxisLabels()
      y2Labels = showsY2 ? self.yLabels(lineHeight, y2, chart.y2, y2Options) : AxisLabels()
      let newWidths = (y: room(for: yLabels, gap), y2: room(for: y2Labels, gap))
      xLabels = showsX ? self.xLabels(lineHeight) : XLabels()
      let newHeight = xLabels.labels.isEmpty ? 0 : xLabels.height + xGap
      let newTrailing = showsX ? overhang(xLabels, isTrailing) : 0
      let newLeading = showsX && !isTrailing && xLabels.angle != 0 ? turnedOverhang(xLabels) : 0
      if newWidths == widths, newHeight == xHeight, newTrailing == trailing, newLeading == leading {
        break
      }
      (widths, xHeight, trailing, leading) = (newWidths, newHeight, newTrailing, newLeading)
    }
    outside = natural(widths, xHeight, trailing, leading, isTop, isTrailing, rest, top, bottom)
    // The titles of axes stay near them.
    for index in texts.indices {
      if texts[index].role == .yTitle { texts[index].box.origin.y += pixel(rise.top) }
      if texts[index].role == .xTitle {
        texts[index].box.origin.y += isTop ? pixel(rise.top) : -pixel(rise.bottom)
      }
    }
    addPlots(cells)
    let scales = (x, y, y2)
    let columns = cells.prefix { $0.minY == cells[0].minY }.count
    for (index, placed) in panels.enumerated() {
      let (dx, dy) = (placed.frame.minX - cells[0].minX, placed.frame.minY - cells[0].minY)
      (plot, x, y, y2) = (placed.frame, placed.x, placed.y, placed.y2)
      let isFirst = index % columns == 0
      let isLast = index % columns == columns - 1 || index == cells.count - 1
      let shifted = (
        x: xLabels.shifted(by: dx), y: yLabels.shifted(by: dy), y2: y2Labels.shifted(by: dy)
      )
      if isTrailing ? isLast : isFirst {
        addYLabels(shifted.y.labels, lineHeight, isTrailing, color(of: chart.y))
      }
      if isTrailing ? isFirst : isLast {
        addYLabels(shifted.y2.labels, lineHeight, !isTrailing, color(of: chart.y2))
      }
      if isTop ? index < columns : index + columns >= cells.count {
        addXLabels(shifted.x, lineHeight, isTop)
      }
      addLines(shifted.x, shifted.y, shifted.y2, isTop, isTrailing)
    }
    (plot, x, y, y2) = (cells[0], scales.0, scales.1, scales.2)
  }

  /// Takes the distances off a rectangle that a plot has to keep from the edges.
  private func inset(_ area: inout CGRect) {
    let (left, top) = (max(area.minX, least.left), max(area.minY, least.top))
    area = CGRect(
      x: left, y: top, width: max(1 / scale, min(area.maxX, size.width - least.right) - left),
      height: max(1 / scale, min(area.maxY, size.height - least.bottom) - top))
  }

  /// The distances that axes and titles need.
  private func natural(
    _ widths: (y: Double, y2: Double), _ xHeight: Double, _ trailing: Double, _ leading: Double,
    _ isTop: Bool, _ isTrailing: Bool, _ rest: CGRect, _ top: Double, _ bottom: Double
  ) -> PlotInsets {
    let first = max(widths.y, isTrailing ? 0 : leading)
    let second = max(widths.y2, trailing)
    return PlotInsets(
      left: rest.minX + (isTrailing ? second : first),
      right: size.width - rest.maxX + (isTrailing ? first : second),
      top: rest.minY + top + (isTop ? xHeight : 0),
      bottom: size.height - rest.maxY + bottom + (isTop ? 0 : xHeight))
  }

  /// The colour of the labels and the title of a y axis: that of its marks if there are two axes.
  private func color(of axis: PreparedAxis) -> Color {
    chart.y2.kind == .none || chart.y.kind == .none
      ? theme.labelColor : axis.color ?? theme.labelColor
  }

  /// The width of labels with their distance from the plot.
  private mutating func room(for labels: AxisLabels, _ gap: Double) -> Double {
    labels.labels.isEmpty ? 0 : width(of: labels.labels) + gap
  }

  /// Places the titles of the y axes above them, and returns true if there is one.
  private mutating func placeYTitles(in rest: inout CGRect, _ isTrailing: Bool) -> Bool {
    let first = title(of: chart.y, chart.options.y)
    let second = title(of: chart.y2, chart.options.y2)
    var both = rest
    if let first, second != nil {
      both.size.width = rest.width / 2 - theme.spacing
      if isTrailing { both.origin.x = rest.maxX - both.width }
      placeTitle(first, .yTitle, color(of: chart.y), in: &both, at: .top, isAtRight: isTrailing)
      both = rest
      both.size.width = rest.width / 2 - theme.spacing
      if !isTrailing { both.origin.x = rest.maxX - both.width }
    }
    guard let last = second ?? first else { return false }
    let isAtRight = (second == nil) == isTrailing
    let before = both.height
    placeTitle(
      last, .yTitle, color(of: second == nil ? chart.y : chart.y2), in: &both, at: .top,
      isAtRight: isAtRight)
    cut(&rest, before - both.height, at: .top)
    return true
  }

  // MARK: - Plots

  /// Divides a rectangle into plots, with room for the headings of facets.
  mutating func cells(of area: CGRect) -> [CGRect] {
    let count = chart.facets.categories.count
    if count == 0 { return [chart.isPie ? area : snapped(area)] }
    let gap = pixel(theme.labelSize * 1.5)
    let heading = pixels(headingHeight)
    func size(_ columns: Int) -> CGSize {
      let rows = (count + columns - 1) / columns
      func length(_ whole: Double, _ parts: Int, _ less: Double) -> Double {
        let rest = (whole - gap * Double(parts - 1)) / Double(parts) - less
        return max(1 / scale, (rest * scale).rounded(.down) / scale)
      }
      return CGSize(
        width: length(area.width, columns, 0), height: length(area.height, rows, heading))
    }
    func distortion(_ columns: Int) -> Double {
      let size = size(columns)
      return abs(log(size.width / size.height / 1.5))
    }
    let columns =
      chart.options.facetColumns.map { min($0, count) }
      ?? (1...min(count, 100)).min { distortion($0) < distortion($1) } ?? 1
    let cell = size(columns)
    return (0..<count).map { index in
      let (column, row) = (Double(index % columns), Double(index / columns))
      return CGRect(
        x: pixel(area.minX) + column * (cell.width + gap),
        y: pixel(area.minY) + heading + row * (cell.height + gap + heading), width: cell.width,
        height: cell.height)
    }
  }

  private var headingHeight: Double {
    mutating get {
      measurer.size("Ag", theme.font, theme.labelSize).height + theme.spacing / 2
    }
  }

  /// Adds plots in some places, with scales like those of the first, and the headings of facets.
  mutating func addPlots(_ cells: [CGRect]) {
    plot = cells[0]
    let names = chart.facets.categories
    let heading = headingHeight - theme.spacing / 2
    for (index, cell) in cells.enumerated() {
      let (dx, dy) = (cell.minX - plot.minX, cell.minY - plot.minY)
      panels.append(
        PlacedPanel(
          facet: names.isEmpty ? nil : index, frame: cell, x: x.shifted(by: dx),
          y: y.shifted(by: dy), y2: y2.shifted(by: dy),
          clipsMarks: [chart.x, chart.y, chart.y2].contains { $0.fixed != nil }))
      guard !names.isEmpty, has(.labels) else { continue }
      texts.append(
        PlacedText(
          role: .facet, string: names[index], font: theme.font, fontSize: theme.labelSize,
          color: theme.titleColor,
          box: CGRect(
            x: cell.minX, y: pixel(cell.minY - heading - theme.spacing / 2), width: cell.width,
            height: heading), isTruncated: true))
    }
  }

  /// True if a title or legend is directly above the plot.
  private var hasTextAbove: Bool { texts.contains { $0.role != .footnote } }

  private func snapped(_ rect: CGRect) -> CGRect {
    let (left, top) = (pixel(rect.minX), pixel(rect.minY))
    return CGRect(
      x: left, y: top, width: max(1 / scale, pixel(rect.maxX) - left),
      height: max(1 / scale, pixel(rect.maxY) - top))
  }

  private func showsLabels(_ axis: PreparedAxis, _ options: AxisOptions) -> Bool {
    has(.labels) && axis.kind != .none && !options.isHidden && options.marks.labels != .hidden
  }

  private func title(of axis: PreparedAxis, _ options: AxisOptions) -> String? {
    guard has(.axisTitles), axis.kind != .none, !options.isHidden else { return nil }
    if let title = options.title { return title.isEmpty ? nil : title }
    return axis.kind == .number && !axis.label.isEmpty ? axis.label : nil
  }

  private mutating func placeTitle(
    _ string: String, _ role: PlacedText.Role, _ color: Color, in rest: inout CGRect,
    at side: AnnotationPosition, isAtRight: Bool
  ) {
    let natural = measurer.size(string, theme.font, theme.labelSize)
    let (width, height) = (min(natural.width, rest.width), natural.height)
    guard height > 0, height < rest.height else { return }
    let top = side == .top ? rest.minY : rest.maxY - height
    texts.append(
      PlacedText(
        role: role, string: string, font: theme.font, fontSize: theme.labelSize, color: color,
        box: CGRect(
          x: isAtRight ? rest.maxX - width : rest.minX, y: pixel(top), width: width,
          height: height), isTruncated: true))
    cut(&rest, pixels(height + theme.spacing * 0.75), at: side)
  }

  private mutating func makeScales() throws(ChartError) {
    // Points, and lines without an axis, are whole at the ends of the plot.
    func inset(_ axis: PreparedAxis, _ options: AxisOptions, _ length: Double) -> Double {
      if axis.fixed != nil || axis.kind == .category { return 0 }
      if axis.hasPoints, axis.kind == .date || axis.isContinuous {
        return min(theme.symbolSize.squareRoot() / 2 + 2, length / 8)
      }
      return options.isHidden ? min(theme.lineWidth / 2, length / 8) : 0
    }
    let xInset = chart.x.isMeasured ? 0 : inset(chart.x, chart.options.x, plot.width)
    let yInset = chart.y.isMeasured ? 0 : inset(chart.y, chart.options.y, plot.height)
    let y2Inset = chart.y2.isMeasured ? 0 : inset(chart.y2, chart.options.y2, plot.height)
    let ends = annotationInsets()
    x = try AxisScale(
      chart.x, named: "x", options: chart.options.x, timeZone: chart.options.timeZone,
      start: plot.minX + xInset, end: plot.maxX - max(xInset, ends.trailing), tickCount: xCount)
    y = try AxisScale(
      chart.y, named: "y", options: chart.options.y, timeZone: chart.options.timeZone,
      start: plot.maxY - yInset, end: plot.minY + max(yInset, ends.top),
      tickCount: yCount(chart.options.y))
    y2 = try AxisScale(
      chart.y2, named: "second y", options: chart.options.y2, timeZone: chart.options.timeZone,
      start: plot.maxY - y2Inset, end: plot.minY + max(y2Inset, ends.top),
      tickCount: yCount(chart.options.y2))
  }

  /// The room that the texts at the ends of bars need within the plot.
  private mutating func annotationInsets() -> (top: Double, trailing: Double) {
    if chart.x.fixed != nil || chart.y.fixed != nil { return (0, 0) }
    var (top, trailing) = (0.0, 0.0)
    for (text, isVertical) in chart.endTexts {
      let size = measurer.size(text, theme.font, theme.labelSize)
      if isVertical {
        top = max(top, size.height + 4 - plot.minY)
      } else {
        trailing = max(trailing, size.width + 4 - (self.size.width - plot.maxX))
      }
    }
    return (min(top, plot.height / 4), min(trailing, plot.width / 3))
  }

  private func desired(_ options: AxisOptions) -> Int? {
    if case .automatic(let count) = options.marks.values.content { count } else { nil }
  }

  private var xCount: Int {
    max(1, min(desired(chart.options.x) ?? Int(plot.width / (theme.labelSize * 7.5)), 100))
  }

  private func yCount(_ options: AxisOptions) -> Int {
    max(1, min(desired(options) ?? Int(plot.height / (theme.labelSize * 3.2)), 100))
  }

  // MARK: - Labels of the y axis

  private mutating func yLabels(
    _ lineHeight: Double, _ scale: AxisScale, _ axis: PreparedAxis, _ options: AxisOptions
  ) -> AxisLabels {
    var count = yCount(options)
    while true {
      let labels = scale.labels(
        count: count, marks: options.marks, axis: axis, options: chart.options, type: options.type)
      if fits(labels, lineHeight) {
        return AxisLabels(labels: labels.map(Self.onOneLine), count: count)
      }
      if case .automatic = options.marks.values.content, axis.kind != .category, count > 1 {
        count -= 1
        continue
      }
      let thinned = Self.thinned(labels) { fits($0, lineHeight) }
      return AxisLabels(labels: thinned.map(Self.onOneLine), count: count)
    }
  }

  private static func onOneLine(_ label: AxisLabel) -> AxisLabel {
    guard let larger = label.larger else { return label }
    return AxisLabel(
      position: label.position, text: "\(label.text) \(larger)", value: label.value)
  }

  /// Returns the upper edge of a label of the y axis, which is in the picture if it can be.
  private func top(_ label: AxisLabel, _ lineHeight: Double) -> Double {
    let lowest = ((size.height - lineHeight) * scale).rounded(.down) / scale
    return max(0, min(pixel(label.position - lineHeight / 2), lowest))
  }

  private func fits(_ labels: [AxisLabel], _ lineHeight: Double) -> Bool {
    let sorted = labels.map { top($0, lineHeight) }.sorted()
    return zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 >= lineHeight }
  }

  /// Leaves every second, third, ... label until they fit.
  private static func thinned(
    _ labels: [AxisLabel], _ fits: ([AxisLabel]) -> Bool
  ) -> [AxisLabel] {
    var step = 1
    while step < labels.count {
      let some = stride(from: 0, to: labels.count, by: step).map { labels[$0] }
      if fits(some) { return some }
      step += max(1, step / 8)
    }
    return labels.first.map { fits([$0]) ? [$0] : [] } ?? []
  }

  /// The width of the longest label: at most a third of the chart, at which it is truncated.
  private mutating func width(of labels: [AxisLabel]) -> Double {
    var width = 0.0
    for label in labels {
      width = max(width, measurer.size(label.text, theme.font, theme.labelSize).width)
    }
    return min(width, pixel(size.width * 0.36))
  }

  private mutating func addYLabels(
    _ labels: [AxisLabel], _ lineHeight: Double, _ isTrailing: Bool, _ color: Color
  ) {
    let width = width(of: labels)
    let left =
      isTrailing ? plot.maxX + pixel(theme.spacing) : plot.minX - pixel(theme.spacing) - width
    for label in labels {
      let natural = min(measurer.size(label.text, theme.font, theme.labelSize).width, width)
      let top = top(label, lineHeight)
      addLabel(
        .yLabel, label.text,
        CGRect(
          x: isTrailing ? left : left + width - natural, y: top, width: natural,
          height: lineHeight), color: color)
    }
  }

  private mutating func addLabel(
    _ role: PlacedText.Role, _ string: String, _ box: CGRect, angle: Double = 0,
    color: Color? = nil
  ) {
    var text = PlacedText(
      role: role, string: string, font: theme.font, fontSize: theme.labelSize,
      color: color ?? theme.labelColor, box: box, angle: angle, isTruncated: true)
    if angle != 0 { text.alignment = .right }
    texts.append(text)
  }

  // MARK: - Labels of the x axis

  private mutating func xLabels(_ lineHeight: Double) -> XLabels {
    let marks = chart.options.x.marks
    let gap = theme.labelSize * 0.7
    var count = xCount
    while true {
      let labels = x.labels(
        count: count, marks: marks, axis: chart.x, options: chart.options,
        type: chart.options.x.type)
      let isAutomatic = if case .automatic = marks.values.content { true } else { false }
      if fitsUpright(labels, gap) { return upright(labels, lineHeight, count) }
      if isAutomatic, chart.x.kind != .category {
        if count > 1 {
          count -= 1
          continue
        }
        return upright(thinnedUpright(labels, gap), lineHeight, count)
      }
      if chart.x.kind != .category {
        return upright(thinnedUpright(labels, gap), lineHeight, count)
      }
      // Numbers among which some are left out are still understood.
      if labels.allSatisfy({ Double($0.text) != nil }) {
        return upright(thinnedUpright(labels, gap), lineHeight, count)
      }
      return turned(labels, lineHeight) ?? upright(thinnedUpright(labels, gap), lineHeight, count)
    }
  }

  private mutating func thinnedUpright(_ labels: [AxisLabel], _ gap: Double) -> [AxisLabel] {
    var planner = self
    let result = Self.thinned(labels) { planner.fitsUpright($0, gap) }
    measurer = planner.measurer
    return result
  }

  private func upright(_ labels: [AxisLabel], _ lineHeight: Double, _ count: Int) -> XLabels {
    let lines = labels.contains { $0.larger != nil } ? 2.0 : 1.0
    return XLabels(
      labels: labels, count: count, height: labels.isEmpty ? 0 : lineHeight * lines)
  }

  /// Returns the horizontal place of a text of a width, which is in the picture if it can be.
  private func left(_ position: Double, _ width: Double) -> Double {
    let margin = has(.margin) ? pixel(theme.margin) : 0
    let rightmost = ((size.width - margin / 2 - width) * scale).rounded(.down) / scale
    if rightmost < margin {
      return max(0, ((size.width - width) / 2 * scale).rounded(.down) / scale)
    }
    return max(margin, min(pixel(position - width / 2), rightmost))
  }

  private mutating func fitsUpright(_ labels: [AxisLabel], _ gap: Double) -> Bool {
    var ends = (text: -Double.infinity, larger: -Double.infinity)
    for label in labels.sorted(by: { $0.position < $1.position }) {
      let width = measurer.size(label.text, theme.font, theme.labelSize).width
      let start = left(label.position, width)
      if start < ends.text || width > size.width { return false }
      ends.text = start + width + gap
      if let larger = label.larger {
        let width = measurer.size(larger, theme.font, theme.labelSize).width
        let start = left(label.position, width)
        if start < ends.larger || width > size.width { return false }
        ends.larger = start + width + gap
      }
    }
    return true
  }

  /// Returns labels that rise by 45 degrees, as many as fit; nil if none does.
  private mutating func turned(_ labels: [AxisLabel], _ lineHeight: Double) -> XLabels? {
    guard labels.count > 1 else { return nil }
    let angle = -Double.pi / 4
    let distance = lineHeight * 1.15 / sin(Double.pi / 4)
    let step = abs(labels[1].position - labels[0].position)
    let every = max(1, Int((distance / max(step, 1e-9)).rounded(.up)))
    let some = stride(from: 0, to: labels.count, by: every).map { labels[$0] }
    var width = 0.0
    for label in some {
      width = max(width, measurer.size(label.text, theme.font, theme.labelSize).width)
    }
    let limit = size.height * 0.3 / sin(Double.pi / 4)
    guard limit > 3 * theme.labelSize else { return nil }
    width = min(width, pixel(limit))
    return XLabels(
      labels: some, angle: angle, maxWidth: width,
      height: pixels((width + lineHeight) * sin(Double.pi / 4)))
  }

  /// The room that turned labels need at the left of the plot.
  private mutating func turnedOverhang(_ labels: XLabels) -> Double {
    var reach = 0.0
    for label in labels.labels {
      let width = min(
        measurer.size(label.text, theme.font, theme.labelSize).width, labels.maxWidth)
      reach = max(reach, width * cos(labels.angle) + theme.labelSize - (label.position - plot.minX))
    }
    return pixels(min(reach, size.width * 0.3))
  }

  /// The room that the last label needs at the right of the plot, beyond the margin.
  private mutating func overhang(_ labels: XLabels, _ isTrailing: Bool) -> Double {
    guard labels.angle == 0, !isTrailing else { return 0 }
    var reach = 0.0
    for label in labels.labels {
      for text in [label.text, label.larger ?? ""] where label.position > plot.midX {
        let width = measurer.size(text, theme.font, theme.labelSize).width
        reach = max(reach, label.position + width / 2 - plot.maxX)
      }
    }
    return pixels(max(0, min(reach - theme.margin / 2, size.width * 0.2)))
  }

  private mutating func addXLabels(_ xLabels: XLabels, _ lineHeight: Double, _ isTop: Bool) {
    let top =
      isTop
      ? plot.minY - xGap - xLabels.height : plot.maxY + xGap
    for label in xLabels.labels {
      let natural = measurer.size(label.text, theme.font, theme.labelSize).width
      if xLabels.angle == 0 {
        addLabel(
          .xLabel, label.text,
          CGRect(
            x: left(label.position, natural), y: top, width: natural, height: lineHeight))
        guard let larger = label.larger else { continue }
        let width = measurer.size(larger, theme.font, theme.labelSize).width
        addLabel(
          .xLabel, larger,
          CGRect(
            x: left(label.position, width), y: top + lineHeight, width: width,
            height: lineHeight))
        continue
      }
      // The end of the text is below the place.
      let width = min(natural, xLabels.maxWidth)
      let end = CGPoint(x: label.position, y: top + lineHeight * 0.5 * sin(Double.pi / 4))
      let center = CGPoint(
        x: end.x - width / 2 * cos(xLabels.angle), y: end.y - width / 2 * sin(xLabels.angle))
      addLabel(
        .xLabel, label.text,
        CGRect(
          x: center.x - width / 2, y: center.y - lineHeight / 2, width: width, height: lineHeight),
        angle: xLabels.angle)
    }
  }

  // MARK: - Lines

  /// The width of grid lines in points: a whole number of pixels.
  private var lineWidth: Double { max(1, (theme.gridWidth * scale).rounded()) / scale }

  /// Returns the edge of a line about a coordinate, on a whole pixel.
  private func edge(_ position: Double) -> Double { pixel(position - lineWidth / 2) }

  private mutating func addLines(
    _ xLabels: XLabels, _ yLabels: AxisLabels, _ y2Labels: AxisLabels, _ isTop: Bool,
    _ isTrailing: Bool
  ) {
    let isHorizontal = chart.y.hasBars && !chart.x.hasBars
    let (xMarks, yMarks) = (chart.options.x, chart.options.y)
    let isScatter = chart.x.hasPoints && chart.y.hasPoints
    func shows(_ options: AxisOptions, _ automatic: Bool) -> Bool {
      if options.isHidden || !has(.labels) || theme.gridWidth == 0 { return false }
      return options.marks.gridLines == .visible
        || (options.marks.gridLines == .automatic && automatic)
    }
    if shows(yMarks, chart.y.kind != .category && !isHorizontal) {
      for label in yLabels.labels {
        gridLines.append(
          CGRect(x: plot.minX, y: edge(label.position), width: plot.width, height: lineWidth))
      }
    }
    if shows(chart.options.y2, false) {
      for label in y2Labels.labels {
        gridLines.append(
          CGRect(x: plot.minX, y: edge(label.position), width: plot.width, height: lineWidth))
      }
    }
    if shows(xMarks, chart.x.kind != .category && (isHorizontal || isScatter)) {
      for label in xLabels.labels {
        gridLines.append(
          CGRect(x: edge(label.position), y: plot.minY, width: lineWidth, height: plot.height))
      }
    } else if has(.labels), !xMarks.isHidden, chart.x.kind != .category {
      let length = pixel(theme.spacing * 0.6)
      for label in xLabels.labels {
        axisLines.append(
          CGRect(
            x: edge(label.position), y: isTop ? plot.minY - length : plot.maxY, width: lineWidth,
            height: length))
      }
    }
    addMinorTicks(xLabels, yLabels, y2Labels, isTop, isTrailing)
    addBaseline(isHorizontal, isTop)
  }

  /// Adds the short ticks between the labels of axes, outside of the plot.
  private mutating func addMinorTicks(
    _ xLabels: XLabels, _ yLabels: AxisLabels, _ y2Labels: AxisLabels, _ isTop: Bool,
    _ isTrailing: Bool
  ) {
    let length = pixels(theme.spacing * 0.35)
    func places(_ options: AxisOptions, _ scale: AxisScale, _ labels: [AxisLabel], _ count: Int)
      -> [Double]
    {
      if options.isHidden || !has(.labels) || labels.isEmpty { return [] }
      switch options.marks.minorTicks {
      case .hidden: return []
      case .automatic: if !scale.isLogarithmic { return [] }
      case .visible: break
      }
      let places = scale.minorTicks(labels.compactMap(\.value.scalar), count: count)
      // So close together they say nothing.
      let sorted = places.sorted()
      return zip(sorted, sorted.dropFirst()).contains { $1 - $0 < 1.5 } ? [] : places
    }
    for place in places(chart.options.x, x, xLabels.labels, xLabels.count) {
      axisLines.append(
        CGRect(
          x: edge(place), y: isTop ? plot.minY - length : plot.maxY, width: lineWidth,
          height: length))
    }
    for (options, scale, labels, isRight) in [
      (chart.options.y, y, yLabels, isTrailing), (chart.options.y2, y2, y2Labels, !isTrailing),
    ] {
      for place in places(options, scale, labels.labels, labels.count) {
        axisLines.append(
          CGRect(
            x: isRight ? plot.maxX : plot.minX - length, y: edge(place), width: length,
            height: lineWidth))
      }
    }
  }

  /// Adds the line at which bars and areas stand, or that is the end of a plot with an axis of time.
  private mutating func addBaseline(_ isHorizontal: Bool, _ isTop: Bool) {
    guard has(.labels) else { return }
    if isHorizontal {
      guard chart.x.isMeasured, !chart.options.y.isHidden, let zero = x.position(of: 0),
        zero >= plot.minX - 0.01, zero <= plot.maxX + 0.01
      else { return }
      axisLines.append(
        CGRect(x: edge(zero), y: plot.minY, width: lineWidth, height: plot.height))
      return
    }
    if chart.options.x.isHidden || chart.x.kind == .none { return }
    if chart.y.kind == .category { return }
    let zero = y.position(of: 0) ?? plot.maxY
    guard chart.y.isMeasured || abs(zero - plot.maxY) < 1 || chart.x.isContinuous else { return }
    let isInside = zero >= plot.minY - 0.01 && zero <= plot.maxY + 0.01
    axisLines.append(
      CGRect(
        x: plot.minX, y: edge(isInside ? zero : isTop ? plot.minY : plot.maxY),
        width: plot.width, height: lineWidth))
  }
}
