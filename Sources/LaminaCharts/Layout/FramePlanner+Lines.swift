import Foundation
import Lamina

extension FramePlanner {
  /// The width of grid lines in points: a whole number of pixels.
  var lineWidth: Double { max(1, (theme.gridWidth * scale).rounded()) / scale }

  /// Returns the edge of a line about a coordinate, on a whole pixel.
  func edge(_ position: Double) -> Double { pixel(position - lineWidth / 2) }

  private var isHorizontal: Bool { chart.y.hasBars && !chart.x.hasBars }

  /// The lines of the x axis that are shown by default.
  var xLines: AxisScale.AutomaticLines {
    let isScatter = chart.x.hasPoints && chart.y.hasPoints
    let isCategory = chart.x.kind == .category
    return AxisScale.AutomaticLines(
      hasGridLines: !isCategory && (isHorizontal || isScatter), hasTicks: !isCategory)
  }

  /// The lines of a y axis that are shown by default.
  func yLines(isSecondary: Bool) -> AxisScale.AutomaticLines {
    AxisScale.AutomaticLines(
      hasGridLines: !isSecondary && chart.y.kind != .category && !isHorizontal, hasTicks: false)
  }

  mutating func addLines(
    _ xLabels: XLabels, _ yLabels: AxisLabels, _ y2Labels: AxisLabels, _ isTop: Bool,
    _ isTrailing: Bool
  ) {
    for label in yLabels.labels { addYLines(label, isTrailing, isSecondary: false) }
    for label in y2Labels.labels { addYLines(label, !isTrailing, isSecondary: true) }
    for label in xLabels.labels { addXLines(label, isTop) }
    addMinorTicks(xLabels, yLabels, y2Labels, isTop, isTrailing)
    addBaseline(isTop)
  }

  private mutating func addXLines(_ label: AxisLabel, _ isTop: Bool) {
    if let line = label.gridLine {
      let (edge, width) = extent(of: line)
      let frame = CGRect(x: edge, y: plot.minY, width: width, height: plot.height)
      let key = PlacedKey(.xGridLine, x: label.value, panel: panel)
      gridLines.append(PlacedLine(key: key, frame: frame, style: line.style))
    }
    if let tick = label.tick {
      let (edge, width) = extent(of: tick)
      let length = length(of: tick)
      let frame = CGRect(
        x: edge, y: isTop ? plot.minY - length : plot.maxY, width: width, height: length)
      let key = PlacedKey(.xTick, x: label.value, panel: panel)
      axisLines.append(PlacedLine(key: key, frame: frame, style: tick.style))
    }
  }

  private mutating func addYLines(_ label: AxisLabel, _ isRight: Bool, isSecondary: Bool) {
    if let line = label.gridLine {
      let (edge, width) = extent(of: line)
      let frame = CGRect(x: plot.minX, y: edge, width: plot.width, height: width)
      let key = PlacedKey(.yGridLine, y: label.value, panel: panel, isSecondary: isSecondary)
      gridLines.append(PlacedLine(key: key, frame: frame, style: line.style))
    }
    if let tick = label.tick {
      let (edge, width) = extent(of: tick)
      let length = length(of: tick)
      let frame = CGRect(
        x: isRight ? plot.maxX : plot.minX - length, y: edge, width: length, height: width)
      let key = PlacedKey(.yTick, y: label.value, panel: panel, isSecondary: isSecondary)
      axisLines.append(PlacedLine(key: key, frame: frame, style: tick.style))
    }
  }

  /// Returns the edge of a line and its width, both on whole pixels, in points.
  private func extent(of line: AxisLine) -> (edge: Double, width: Double) {
    let width =
      line.style?.stroke.map { max(1, ($0.width * scale).rounded()) / scale } ?? lineWidth
    return (pixel(line.position - width / 2), width)
  }

  /// The length of a tick in points, at most a tenth of the chart.
  func length(of tick: AxisLine) -> Double {
    guard let length = tick.style?.length else { return pixel(theme.spacing * 0.6) }
    return pixel(min(length, size.width / 10, size.height / 10))
  }

  /// Adds the short ticks between the labels of axes, outside of the plot.
  mutating func addMinorTicks(
    _ xLabels: XLabels, _ yLabels: AxisLabels, _ y2Labels: AxisLabels, _ isTop: Bool,
    _ isTrailing: Bool
  ) {
    let length = pixels(theme.spacing * 0.35)
    func places(_ options: AxisOptions, _ scale: AxisScale, _ labels: [AxisLabel], _ count: Int)
      -> [AxisLabel]
    {
      if options.isHidden || !has(.labels) || labels.isEmpty { return [] }
      let isShown = options.marks.contains { marks in
        marks.minorTicks == .visible
          || (marks.minorTicks == .automatic && marks.builder == nil && scale.isLogarithmic)
      }
      if !isShown { return [] }
      let places = scale.minorTicks(labels.compactMap(\.value.scalar), count: count)
      // So close together they say nothing.
      let sorted = places.map(\.position).sorted()
      return zip(sorted, sorted.dropFirst()).contains { $1 - $0 < 1.5 } ? [] : places
    }
    for tick in places(chart.options.x, x, xLabels.labels, xLabels.count) {
      let frame = CGRect(
        x: edge(tick.position), y: isTop ? plot.minY - length : plot.maxY, width: lineWidth,
        height: length)
      axisLines.append(
        PlacedLine(key: PlacedKey(.xTick, x: tick.value, panel: panel), frame: frame))
    }
    for (options, scale, labels, isSecondary) in [
      (chart.options.y, y, yLabels, false), (chart.options.y2, y2, y2Labels, true),
    ] {
      let isRight = isTrailing != isSecondary
      for tick in places(options, scale, labels.labels, labels.count) {
        let key = PlacedKey(.yTick, y: tick.value, panel: panel, isSecondary: isSecondary)
        let frame = CGRect(
          x: isRight ? plot.maxX : plot.minX - length, y: edge(tick.position), width: length,
          height: lineWidth)
        axisLines.append(PlacedLine(key: key, frame: frame))
      }
    }
  }

  /// Adds the line at which bars and areas stand, or that is the end of a plot with an axis of time.
  mutating func addBaseline(_ isTop: Bool) {
    guard has(.labels) else { return }
    if isHorizontal {
      guard chart.x.isMeasured, !chart.options.y.isHidden, let zero = x.position(of: 0),
        zero >= plot.minX - 0.01, zero <= plot.maxX + 0.01
      else { return }
      let frame = CGRect(x: edge(zero), y: plot.minY, width: lineWidth, height: plot.height)
      axisLines.append(PlacedLine(key: PlacedKey(.baseline, panel: panel), frame: frame))
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
    axisLines.append(PlacedLine(key: PlacedKey(.baseline, panel: panel), frame: frame))
  }
}
