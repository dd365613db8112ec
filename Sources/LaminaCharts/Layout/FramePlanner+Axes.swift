import Foundation
import Lamina
import LaminaText

extension FramePlanner {
  /// The labels of the x axis, and the room that they need.
  struct XLabels {
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
      for index in labels.indices { result.labels[index].shift(by: distance) }
      return result
    }
  }

  /// The labels of a y axis.
  struct AxisLabels {
    var labels: [AxisLabel] = []
    /// The number of labels that were aimed for.
    var count = 1

    func shifted(by distance: Double) -> AxisLabels {
      var result = self
      for index in labels.indices { result.labels[index].shift(by: distance) }
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
    let isTop = xOptions.position == .top
    let isTrailing = yOptions.position == .trailing
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
    let leastXGap = max(gap, half + 1 / scale)

    // The labels of an axis take room from the other, whose labels depend on it.
    var xLabels = XLabels()
    var yLabels = AxisLabels()
    var y2Labels = AxisLabels()
    var widths = (y: 0.0, y2: 0.0)
    var xHeight = showsX ? lineHeight + leastXGap : 0
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
      yLabels = self.yLabels(lineHeight, isSecondary: false)
      y2Labels = self.yLabels(lineHeight, isSecondary: true)
      let newWidths = (y: room(for: yLabels, gap), y2: room(for: y2Labels, gap))
      xLabels = self.xLabels(lineHeight)
      xGap = distance(of: xLabels.labels, atLeast: leastXGap)
      let newHeight =
        xLabels.height > 0 ? xLabels.height + xGap : tickLength(xLabels.labels)
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
      (panel, plot, x, y, y2) = (index, placed.frame, placed.x, placed.y, placed.y2)
      let isFirst = index % columns == 0
      let isLast = index % columns == columns - 1 || index == cells.count - 1
      let shifted = (
        x: xLabels.shifted(by: dx), y: yLabels.shifted(by: dy), y2: y2Labels.shifted(by: dy)
      )
      if isTrailing ? isLast : isFirst {
        addYLabels(shifted.y.labels, lineHeight, isTrailing, color(of: chart.y))
      }
      if isTrailing ? isFirst : isLast {
        addYLabels(
          shifted.y2.labels, lineHeight, !isTrailing, color(of: chart.y2), isSecondary: true)
      }
      if isTop ? index < columns : index + columns >= cells.count {
        addXLabels(shifted.x, lineHeight, isTop)
      }
      addLines(shifted.x, shifted.y, shifted.y2, isTop, isTrailing)
    }
    (plot, x, y, y2) = (cells[0], scales.0, scales.1, scales.2)
  }

  /// Takes the distances off a rectangle that a plot has to keep from the edges.
  func inset(_ area: inout CGRect) {
    let (left, top) = (max(area.minX, least.left), max(area.minY, least.top))
    area = CGRect(
      x: left, y: top, width: max(1 / scale, min(area.maxX, size.width - least.right) - left),
      height: max(1 / scale, min(area.maxY, size.height - least.bottom) - top))
  }

  /// The distances that axes and titles need.
  func natural(
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
  func color(of axis: PreparedAxis) -> Color {
    chart.y2.kind == .none || chart.y.kind == .none
      ? theme.labelColor : axis.color ?? theme.labelColor
  }

  /// The width of labels with their distance from the plot.
  func room(for labels: AxisLabels, _ gap: Double) -> Double {
    guard labels.labels.contains(where: \.hasText) else { return tickLength(labels.labels) }
    return width(of: labels.labels) + distance(of: labels.labels, atLeast: gap)
  }

  /// The length of the longest of the ticks that have a length of their own.
  func tickLength(_ labels: [AxisLabel]) -> Double {
    labels.lazy.compactMap(\.tick).filter { $0.style?.length != nil }.map(length(of:)).max() ?? 0
  }

  /// The distance of labels from the plot: beyond the ends of such ticks.
  func distance(of labels: [AxisLabel], atLeast gap: Double) -> Double {
    let length = tickLength(labels)
    return length > 0 ? max(gap, length + pixel(theme.spacing * 0.4)) : gap
  }

  /// Places the titles of the y axes above them, and returns true if there is one.
  mutating func placeYTitles(in rest: inout CGRect, _ isTrailing: Bool) -> Bool {
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
}
