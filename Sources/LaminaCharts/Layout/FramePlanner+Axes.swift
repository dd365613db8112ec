import Foundation
import Lamina
import LaminaText

extension FramePlanner {
  /// The labels of the x axis, and the room that they need.
  private struct XLabels {
    var labels: [AxisLabel] = []
    /// The angle of the texts, 0 or upwards to the right.
    var angle = 0.0
    /// The width that longer texts are truncated to.
    var maxWidth = Double.infinity
    var height = 0.0
  }

  // MARK: - Plot

  /// Places the axes and the plot in a rectangle.
  mutating func placeAxes(in inner: CGRect) throws(ChartError) {
    let lineHeight = measurer.size("Ag", theme.font, theme.labelSize).height
    let xOptions = chart.options.x
    let yOptions = chart.options.y
    let showsX = showsLabels(chart.x, xOptions)
    let showsY = showsLabels(chart.y, yOptions)
    let xTitle = title(of: chart.x, xOptions)
    let yTitle = title(of: chart.y, yOptions)
    let isTop = xOptions.marks.position == .top
    let isTrailing = yOptions.marks.position == .trailing
    let gap = pixel(theme.spacing)

    var rest = inner
    if let yTitle { placeTitle(yTitle, .yTitle, in: &rest, at: .top, isAtRight: isTrailing) }
    if let xTitle {
      placeTitle(xTitle, .xTitle, in: &rest, at: isTop ? .top : .bottom, isAtRight: true)
    }
    // The topmost and the lowest label of y extend beyond the plot by half a line.
    let half = showsY ? pixels(lineHeight / 2) : 0
    let above = yTitle != nil || hasTextAbove ? theme.spacing * 0.75 : 0
    let top = showsX && isTop ? 0 : max(0, pixels(half - above))
    let bottom = showsX && !isTop ? 0 : half
    xGap = max(gap, half + 1 / scale)

    // The labels of an axis take room from the other, whose labels depend on it.
    var xLabels = XLabels()
    var yLabels: [AxisLabel] = []
    var yWidth = 0.0
    var xHeight = showsX ? lineHeight + xGap : 0
    var trailing = 0.0
    var leading = 0.0
    for _ in 0..<4 {
      var area = rest
      cut(&area, top + (isTop ? xHeight : 0), at: .top)
      cut(&area, bottom + (isTop ? 0 : xHeight), at: .bottom)
      cut(&area, max(yWidth, isTrailing ? 0 : leading), at: isTrailing ? .trailing : .leading)
      cut(&area, trailing, at: isTrailing ? .leading : .trailing)
      plot = snapped(area)
      try makeScales()
      yLabels = showsY ? self.yLabels(lineHeight) : []
      let newWidth = showsY ? self.width(of: yLabels) + (yLabels.isEmpty ? 0 : gap) : 0
      xLabels = showsX ? self.xLabels(lineHeight) : XLabels()
      let newHeight = xLabels.labels.isEmpty ? 0 : xLabels.height + xGap
      let newTrailing = showsX ? overhang(xLabels, isTrailing) : 0
      let newLeading = showsX && !isTrailing && xLabels.angle != 0 ? turnedOverhang(xLabels) : 0
      if newWidth == yWidth, newHeight == xHeight, newTrailing == trailing, newLeading == leading {
        break
      }
      (yWidth, xHeight, trailing, leading) = (newWidth, newHeight, newTrailing, newLeading)
    }
    addYLabels(yLabels, lineHeight, isTrailing)
    addXLabels(xLabels, lineHeight, isTop)
    addLines(xLabels.labels, yLabels, isTop, isTrailing)
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
    _ string: String, _ role: PlacedText.Role, in rest: inout CGRect,
    at side: AnnotationPosition, isAtRight: Bool
  ) {
    let natural = measurer.size(string, theme.font, theme.labelSize)
    let (width, height) = (min(natural.width, rest.width), natural.height)
    guard height > 0, height < rest.height else { return }
    let top = side == .top ? rest.minY : rest.maxY - height
    texts.append(
      PlacedText(
        role: role, string: string, font: theme.font, fontSize: theme.labelSize,
        color: theme.labelColor,
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
    let ends = annotationInsets()
    x = try AxisScale(
      chart.x, named: "x", options: chart.options.x, timeZone: chart.options.timeZone,
      start: plot.minX + xInset, end: plot.maxX - max(xInset, ends.trailing), tickCount: xCount)
    y = try AxisScale(
      chart.y, named: "y", options: chart.options.y, timeZone: chart.options.timeZone,
      start: plot.maxY - yInset, end: plot.minY + max(yInset, ends.top), tickCount: yCount)
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

  private var yCount: Int {
    max(1, min(desired(chart.options.y) ?? Int(plot.height / (theme.labelSize * 3.2)), 100))
  }

  // MARK: - Labels of the y axis

  private mutating func yLabels(_ lineHeight: Double) -> [AxisLabel] {
    var count = yCount
    while true {
      let labels = y.labels(
        count: count, marks: chart.options.y.marks, axis: chart.y,
        options: chart.options)
      if fits(labels, lineHeight) { return labels.map(Self.onOneLine) }
      if case .automatic = chart.options.y.marks.values.content, chart.y.kind != .category,
        count > 1
      {
        count -= 1
        continue
      }
      return Self.thinned(labels) { fits($0, lineHeight) }.map(Self.onOneLine)
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
    _ labels: [AxisLabel], _ lineHeight: Double, _ isTrailing: Bool
  ) {
    let width = width(of: labels)
    let left =
      isTrailing ? plot.maxX + pixel(theme.spacing) : plot.minX - pixel(theme.spacing) - width
    for label in labels {
      let natural = min(measurer.size(label.text, theme.font, theme.labelSize).width, width)
      let top = top(label, lineHeight)
      addLabel(
        .yLabel, label.text, label.value,
        CGRect(
          x: isTrailing ? left : left + width - natural, y: top, width: natural,
          height: lineHeight))
    }
  }

  private mutating func addLabel(
    _ role: PlacedText.Role, _ string: String, _ value: PlottedValue, _ box: CGRect,
    angle: Double = 0
  ) {
    var text = PlacedText(
      role: role, string: string, font: theme.font, fontSize: theme.labelSize,
      color: theme.labelColor, box: box, angle: angle, isTruncated: true)
    if angle != 0 { text.alignment = .right }
    text.subject = PlacedKey(.text(role), x: value)
    texts.append(text)
  }

  // MARK: - Labels of the x axis

  private mutating func xLabels(_ lineHeight: Double) -> XLabels {
    let marks = chart.options.x.marks
    let gap = theme.labelSize * 0.7
    var count = xCount
    while true {
      let labels = x.labels(
        count: count, marks: marks, axis: chart.x, options: chart.options)
      let isAutomatic = if case .automatic = marks.values.content { true } else { false }
      if fitsUpright(labels, gap) { return upright(labels, lineHeight) }
      if isAutomatic, chart.x.kind != .category {
        if count > 1 {
          count -= 1
          continue
        }
        return upright(thinnedUpright(labels, gap), lineHeight)
      }
      if chart.x.kind != .category { return upright(thinnedUpright(labels, gap), lineHeight) }
      return turned(labels, lineHeight) ?? upright(thinnedUpright(labels, gap), lineHeight)
    }
  }

  private mutating func thinnedUpright(_ labels: [AxisLabel], _ gap: Double) -> [AxisLabel] {
    var planner = self
    let result = Self.thinned(labels) { planner.fitsUpright($0, gap) }
    measurer = planner.measurer
    return result
  }

  private func upright(_ labels: [AxisLabel], _ lineHeight: Double) -> XLabels {
    let lines = labels.contains { $0.larger != nil } ? 2.0 : 1.0
    return XLabels(labels: labels, height: labels.isEmpty ? 0 : lineHeight * lines)
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
          .xLabel, label.text, label.value,
          CGRect(
            x: left(label.position, natural), y: top, width: natural, height: lineHeight))
        guard let larger = label.larger else { continue }
        let width = measurer.size(larger, theme.font, theme.labelSize).width
        addLabel(
          .xLabel, larger, label.value,
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
        .xLabel, label.text, label.value,
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
    _ xLabels: [AxisLabel], _ yLabels: [AxisLabel], _ isTop: Bool, _ isTrailing: Bool
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
      for label in yLabels {
        let frame = CGRect(
          x: plot.minX, y: edge(label.position), width: plot.width, height: lineWidth)
        gridLines.append(PlacedLine(key: PlacedKey(.yGridLine, y: label.value), frame: frame))
      }
    }
    if shows(xMarks, chart.x.kind != .category && (isHorizontal || isScatter)) {
      for label in xLabels {
        let frame = CGRect(
          x: edge(label.position), y: plot.minY, width: lineWidth, height: plot.height)
        gridLines.append(PlacedLine(key: PlacedKey(.xGridLine, x: label.value), frame: frame))
      }
    } else if has(.labels), !xMarks.isHidden, chart.x.kind != .category {
      let length = pixel(theme.spacing * 0.6)
      for label in xLabels {
        let frame = CGRect(
          x: edge(label.position), y: isTop ? plot.minY - length : plot.maxY, width: lineWidth,
          height: length)
        axisLines.append(PlacedLine(key: PlacedKey(.xTick, x: label.value), frame: frame))
      }
    }
    addBaseline(isHorizontal, isTop)
  }

  /// Adds the line at which bars and areas stand, or that is the end of a plot with an axis of time.
  private mutating func addBaseline(_ isHorizontal: Bool, _ isTop: Bool) {
    guard has(.labels) else { return }
    if isHorizontal {
      guard chart.x.isMeasured, !chart.options.y.isHidden, let zero = x.position(of: 0),
        zero >= plot.minX - 0.01, zero <= plot.maxX + 0.01
      else { return }
      let frame = CGRect(x: edge(zero), y: plot.minY, width: lineWidth, height: plot.height)
      axisLines.append(PlacedLine(key: PlacedKey(.baseline), frame: frame))
      return
    }
    if chart.options.x.isHidden || chart.x.kind == .none { return }
    if chart.y.kind == .category { return }
    let zero = y.position(of: 0) ?? plot.maxY
    guard chart.y.isMeasured || abs(zero - plot.maxY) < 1 || chart.x.isContinuous else { return }
    let isInside = zero >= plot.minY - 0.01 && zero <= plot.maxY + 0.01
    let frame = CGRect(
      x: plot.minX, y: edge(isInside ? zero : isTop ? plot.minY : plot.maxY), width: plot.width,
      height: lineWidth)
    axisLines.append(PlacedLine(key: PlacedKey(.baseline), frame: frame))
  }
}
