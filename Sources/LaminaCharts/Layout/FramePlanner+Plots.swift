import Foundation
import Lamina
import LaminaText

extension FramePlanner {
  /// Divides a rectangle into plots, with room for the headings of facets.
  func cells(of area: CGRect) -> [CGRect] {
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

  var headingHeight: Double {
    measurer.size("Ag", theme.font, theme.labelSize).height + theme.spacing / 2
  }

  /// Returns the area that the marks of a plot are clipped to; nil if all are within the plot.
  private func clip(of cell: CGRect) -> CGRect? {
    let isFixedX = chart.x.fixed != nil
    let isFixedY = chart.y.fixed != nil || chart.y2.fixed != nil
    if !isFixedX, !isFixedY { return nil }
    // Half of a line lies outside of the plot where its value is at the end of the axis. Lines leave a y
    // axis that fits what the domain of x shows.
    let widths = chart.lineStyles.values.map(\.width) + [theme.lineWidth, theme.spacing]
    let margin = isFixedX && chart.options.fitsValuesToX ? (widths.max() ?? 0) / 2 : size.height
    return cell.insetBy(dx: isFixedX ? 0 : -size.width, dy: isFixedY ? 0 : -margin)
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
          clip: clip(of: cell)))
      guard !names.isEmpty, has(.labels) else { continue }
      texts.append(
        PlacedText(
          role: .facet, string: names[index], font: theme.font, fontSize: theme.labelSize,
          color: theme.titleColor,
          box: CGRect(
            x: cell.minX, y: pixel(cell.minY - heading - theme.spacing / 2), width: cell.width,
            height: heading), isTruncated: true,
          subject: PlacedKey(.text(.facet), x: .category(names[index]))))
    }
  }

  /// True if a title or legend is directly above the plot.
  var hasTextAbove: Bool { texts.contains { $0.role != .footnote } }

  func snapped(_ rect: CGRect) -> CGRect {
    let (left, top) = (pixel(rect.minX), pixel(rect.minY))
    return CGRect(
      x: left, y: top, width: max(1 / scale, pixel(rect.maxX) - left),
      height: max(1 / scale, pixel(rect.maxY) - top))
  }

  func showsMarks(_ axis: PreparedAxis, _ options: AxisOptions) -> Bool {
    has(.labels) && axis.kind != .none && !options.isHidden
  }

  func showsLabels(_ axis: PreparedAxis, _ options: AxisOptions) -> Bool {
    showsMarks(axis, options) && options.hasLabels
  }

  func title(of axis: PreparedAxis, _ options: AxisOptions) -> String? {
    guard has(.axisTitles), axis.kind != .none, !options.isHidden else { return nil }
    if let title = options.title { return title.isEmpty ? nil : title }
    return axis.kind == .number && !axis.label.isEmpty ? axis.label : nil
  }

  mutating func placeTitle(
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

  mutating func makeScales() throws(ChartError) {
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
  func annotationInsets() -> (top: Double, trailing: Double) {
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

  /// The number of labels to aim for: a small plot, too, has two along x and three along y if they fit.
  var xCount: Int {
    max(
      1, min(chart.options.x.desiredCount ?? max(2, Int(plot.width / (theme.labelSize * 7.5))), 100)
    )
  }

  func yCount(_ options: AxisOptions) -> Int {
    max(1, min(options.desiredCount ?? max(3, Int(plot.height / (theme.labelSize * 3.2))), 100))
  }
}
