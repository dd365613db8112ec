import Foundation
import Lamina

extension FramePlanner {
  /// The width of grid lines in points: a whole number of pixels.
  var lineWidth: Double { max(1, (theme.gridWidth * scale).rounded()) / scale }

  /// Returns the edge of a line about a coordinate, on a whole pixel.
  func edge(_ position: Double) -> Double { pixel(position - lineWidth / 2) }

  mutating func addLines(
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
      for label in yLabels.labels { addYGridLine(label, isSecondary: false) }
    }
    if shows(chart.options.y2, false) {
      for label in y2Labels.labels { addYGridLine(label, isSecondary: true) }
    }
    if shows(xMarks, chart.x.kind != .category && (isHorizontal || isScatter)) {
      for label in xLabels.labels {
        let frame = CGRect(
          x: edge(label.position), y: plot.minY, width: lineWidth, height: plot.height)
        gridLines.append(
          PlacedLine(key: PlacedKey(.xGridLine, x: label.value, panel: panel), frame: frame))
      }
    } else if has(.labels), !xMarks.isHidden, chart.x.kind != .category {
      addXTicks(xLabels.labels, pixel(theme.spacing * 0.6), isTop)
    }
    addMinorTicks(xLabels, yLabels, y2Labels, isTop, isTrailing)
    addBaseline(isHorizontal, isTop)
  }

  mutating func addYGridLine(_ label: AxisLabel, isSecondary: Bool) {
    let key = PlacedKey(.yGridLine, y: label.value, panel: panel, isSecondary: isSecondary)
    let frame = CGRect(
      x: plot.minX, y: edge(label.position), width: plot.width, height: lineWidth)
    gridLines.append(PlacedLine(key: key, frame: frame))
  }

  mutating func addXTicks(_ ticks: [AxisLabel], _ length: Double, _ isTop: Bool) {
    for tick in ticks {
      let frame = CGRect(
        x: edge(tick.position), y: isTop ? plot.minY - length : plot.maxY, width: lineWidth,
        height: length)
      axisLines.append(
        PlacedLine(key: PlacedKey(.xTick, x: tick.value, panel: panel), frame: frame))
    }
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
      switch options.marks.minorTicks {
      case .hidden: return []
      case .automatic: if !scale.isLogarithmic { return [] }
      case .visible: break
      }
      let places = scale.minorTicks(labels.compactMap(\.value.scalar), count: count)
      // So close together they say nothing.
      let sorted = places.map(\.position).sorted()
      return zip(sorted, sorted.dropFirst()).contains { $1 - $0 < 1.5 } ? [] : places
    }
    addXTicks(places(chart.options.x, x, xLabels.labels, xLabels.count), length, isTop)
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
  mutating func addBaseline(_ isHorizontal: Bool, _ isTop: Bool) {
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
