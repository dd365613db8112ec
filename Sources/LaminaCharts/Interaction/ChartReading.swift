import Foundation
import Lamina

/// The values of a chart at a place: what a crosshair shows.
package struct ChartReading: Sendable {
  /// The value of one series.
  package struct Row: Sendable {
    /// The name of the series; empty if it has none.
    package var name: String
    package var value: String
    package var color: Color
    /// The place of the mark, in points of the chart.
    package var point: CGPoint

    /// True if another row says the same of the same place.
    fileprivate func isSame(_ other: Row) -> Bool {
      name == other.name && value == other.value && color == other.color && point == other.point
    }
  }

  /// The value along the axis that marks are read along; nil for sectors.
  package var value: PlottedValue?
  package var title: String
  package var rows: [Row]
  /// The place along the axis, in points of the chart; nil for sectors.
  package var place: Double?
  package var plot: PlacedPlot

  /// True for an x value that other charts may have, too.
  var isShared: Bool { place != nil && !plot.isTurned && !plot.isScatter }
}

extension ChartLayout {
  /// The marks of one series that are read at a place, and their distance from it.
  private struct Nearest {
    var key: PlacedKey
    var mark: PlacedMark
    var distance: Double
  }

  /// Returns the values nearest to a point: of each series, those of the mark whose place along the
  /// axis is nearest; of points alone, those of the nearest one.
  package func reading(
    of chart: Chart, at point: CGPoint, in plot: PlacedPlot
  ) -> ChartReading? {
    if let sector = sector(at: point, in: plot) { return reading(of: chart, sector, in: plot) }
    var nearest: (mark: PlacedMark, distance: Double)?
    let isScatter = plot.isScatter
    let ofColumns = plot.columns.compactMap { columns in
      let search = plot.search(columns)
      let found =
        isScatter ? search.nearest(to: point) : search.nearest(along: Double(point.x))
      return found.map { plot.mark($0, of: columns) }
    }
    for mark in plot.marks + ofColumns where isRead(mark, in: plot) {
      let along = plot.place(of: mark) - (plot.isTurned ? point.y : point.x)
      let across = plot.isTurned ? mark.frame.midX - point.x : mark.frame.midY - point.y
      let distance = isScatter ? hypot(along, across) : abs(along)
      if distance < nearest?.distance ?? .infinity { nearest = (mark, distance) }
    }
    guard let nearest else { return nil }
    if isScatter { return reading(of: chart, [nearest.mark], at: nearest.mark, in: plot) }
    return reading(of: chart, near: nearest.mark, in: plot)
  }

  /// Returns the values at a value of the axis that marks are read along.
  package func reading(
    of chart: Chart, at value: PlottedValue, in plot: PlacedPlot
  ) -> ChartReading? {
    guard let place = plot.along.position(of: value) else { return nil }
    var nearest: (mark: PlacedMark, distance: Double)?
    for mark in plot.marks + plot.columnMarks(at: place) where isRead(mark, in: plot) {
      let distance = abs(plot.place(of: mark) - place)
      if distance < nearest?.distance ?? .infinity { nearest = (mark, distance) }
    }
    return nearest.flatMap { reading(of: chart, near: $0.mark, in: plot) }
  }

  /// Returns the mark that is next to a place along the axis: in plots of columns, the next that is at
  /// least a point away.
  ///
  /// - Parameters:
  ///   - place: in points; an infinity for the first mark in the direction.
  ///   - isForward: true for the next to the right, or below.
  func mark(nextTo place: Double, isForward: Bool, in plot: PlacedPlot) -> PlacedMark? {
    let ofColumns = plot.columns.compactMap { columns in
      plot.search(columns).next(from: place, by: 1, isForward: isForward)
        .map { plot.mark($0, of: columns) }
    }
    let marks = (plot.marks + ofColumns).filter {
      let distance = plot.place(of: $0) - place
      return isRead($0, in: plot) && (isForward ? distance > 0.001 : distance < -0.001)
    }
    let direction = isForward ? 1.0 : -1
    return marks.min { direction * plot.place(of: $0) < direction * plot.place(of: $1) }
  }

  /// True if a mark has a value that is read, and is visible.
  private func isRead(_ mark: PlacedMark, in plot: PlacedPlot) -> Bool {
    guard mark.kind != .rule, mark.kind != .sector else { return false }
    let place = plot.place(of: mark)
    let range =
      plot.isTurned ? plot.frame.minY...plot.frame.maxY : plot.frame.minX...plot.frame.maxX
    return place >= range.lowerBound - 0.01 && place <= range.upperBound + 0.01
  }

  /// Returns the values of each series nearest to a mark.
  private func reading(
    of chart: Chart, near mark: PlacedMark, in plot: PlacedPlot
  ) -> ChartReading? {
    let place = plot.place(of: mark)
    var rows: [Nearest] = []
    var numbers: [PlacedKey: Int] = [:]
    for other in plot.marks + plot.columnMarks(at: place) where isRead(other, in: plot) {
      let distance = abs(plot.place(of: other) - place)
      var key = chart.records[other.record].key(of: other.kind)
      // Symbols at the vertices of a line say the same as the line.
      if other.kind == .point || other.kind == .area { key.part = .mark(.line) }
      if other.kind == .rectangle { (key.x, key.y) = cell(chart.records[other.record]) }
      // A plot of columns is a series by itself.
      if other.index != nil { key.number = other.record + 1 }
      if let number = numbers[key] {
        if distance < rows[number].distance {
          rows[number] = Nearest(key: key, mark: other, distance: distance)
        }
      } else {
        numbers[key] = rows.count
        rows.append(Nearest(key: key, mark: other, distance: distance))
      }
    }
    // Cells, and bars of other places, are no values of this one.
    let marks = rows.filter {
      ($0.mark.kind != .rectangle && $0.mark.kind != .bar) || $0.distance < 0.01
        || $0.distance < $0.mark.frame.width / 2
    }.map(\.mark)
    return reading(of: chart, marks, at: mark, in: plot)
  }

  private func cell(_ record: MarkRecord) -> (PlottedValue?, PlottedValue?) {
    (record.x.value ?? record.x.start, record.y.value ?? record.y.start)
  }

  private func reading(
    of chart: Chart, _ marks: [PlacedMark], at mark: PlacedMark, in plot: PlacedPlot
  ) -> ChartReading? {
    let extent = self.extent(of: mark, chart, inY: plot.isTurned, plot)
    let place = plot.place(of: mark)
    let value = extent.value ?? extent.start ?? plot.along.value(at: place)
    var rows = marks.map { mark in
      let record = chart.records[mark.record]
      let extent = self.extent(of: mark, chart, inY: !plot.isTurned, plot)
      let scale = plot.isTurned ? plot.x : record.isSecondary ? plot.y2 : plot.y
      let options =
        plot.isTurned
        ? chart.options.x : record.isSecondary ? chart.options.y2 : chart.options.y
      var text = extent.value.map { self.text($0, scale, options, chart) } ?? ""
      if let start = extent.start, let end = extent.end {
        text = self.text(start, scale, options, chart) + "–" + self.text(end, scale, options, chart)
      }
      if mark.kind == .rectangle, case .number(let number)? = record.style.colorEncoding?.value {
        text += text.isEmpty ? "" : ": "
        let limits = colors.limits.map { ($0.low, $0.high) }
        text += self.text(number, within: limits, .automatic, chart)
      }
      return ChartReading.Row(
        name: record.entryName, value: text, color: color(of: mark, record),
        point: self.point(of: mark, in: plot))
    }
    // A plot of points on a plot of lines says the same.
    for index in rows.indices.reversed() where rows[..<index].contains(where: rows[index].isSame) {
      rows.remove(at: index)
    }
    let options = plot.isTurned ? chart.options.y : chart.options.x
    return ChartReading(
      value: value, title: value.map { text($0, plot.along, options, chart) } ?? "",
      rows: Array(rows.prefix(12)), place: place, plot: plot)
  }

  /// Returns the values of a mark, or of the point of a plot of columns that it stands for.
  private func extent(
    of mark: PlacedMark, _ chart: Chart, inY: Bool, _ plot: PlacedPlot
  ) -> MarkRecord.Extent {
    let record = chart.records[mark.record]
    var extent = inY ? record.y : record.x
    if let index = mark.index, let columns = record.columns {
      extent.value =
        inY ? .number(columns.y.numbers[index]) : plot.x.plotted(columns.x.withReader { $0[index] })
    }
    return extent
  }

  /// Returns the place of a mark's value: the end of a bar, the upper edge of an area.
  private func point(of mark: PlacedMark, in plot: PlacedPlot) -> CGPoint {
    switch mark.kind {
    case .bar where plot.isTurned: CGPoint(x: mark.frame.maxX, y: mark.frame.midY)
    case .bar, .area: CGPoint(x: mark.frame.midX, y: mark.frame.minY)
    default: CGPoint(x: mark.frame.midX, y: mark.frame.midY)
    }
  }

  private func color(of mark: PlacedMark, _ record: MarkRecord) -> Color {
    colors.color(of: record)
  }

  // MARK: - Sectors

  /// Returns the sector at a point; nil if there is none.
  private func sector(at point: CGPoint, in plot: PlacedPlot) -> PlacedMark? {
    let angle = angle(at: point, in: plot)
    return plot.marks.first { mark in
      guard let angles = mark.angles, let angle else { return false }
      return angle >= angles.start && angle < angles.end
    }
  }

  /// Returns the angle at a point, clockwise from the top in radians; nil outside of the circle.
  func angle(at point: CGPoint, in plot: PlacedPlot) -> Double? {
    let (dx, dy) = (point.x - plot.frame.midX, point.y - plot.frame.midY)
    guard hypot(dx, dy) <= min(plot.frame.width, plot.frame.height) / 2 else { return nil }
    let angle = atan2(dx, -dy)
    return angle < 0 ? angle + 2 * .pi : angle
  }

  private func reading(
    of chart: Chart, _ sector: PlacedMark, in plot: PlacedPlot
  ) -> ChartReading? {
    guard let angles = sector.angles else { return nil }
    let record = chart.records[sector.record]
    let middle = (angles.start + angles.end) / 2
    let radius = min(plot.frame.width, plot.frame.height) * 0.33
    let point = CGPoint(
      x: plot.frame.midX + radius * sin(middle), y: plot.frame.midY - radius * cos(middle))
    let value = record.angle?.scalar ?? 0
    let row = ChartReading.Row(
      name: record.entryName,
      value: TickLabels.numbers([value], locale: chart.options.locale).first ?? "",
      color: color(of: sector, record), point: point)
    return ChartReading(value: nil, title: "", rows: [row], place: nil, plot: plot)
  }

  // MARK: - Texts

  /// Returns the text of a value, with as many digits as can be seen in the plot.
  private func text(
    _ value: PlottedValue, _ scale: AxisScale, _ options: AxisOptions, _ chart: Chart
  ) -> String {
    switch value {
    case .missing: return ""
    case .category(let name): return name
    case .date(let date):
      let label = TickLabels.dates(
        [date], format: options.format(of: value), timeZone: chart.options.timeZone,
        locale: chart.options.locale
      ).first
      return [label?.text, label?.larger].compactMap { $0 }.joined(separator: " ")
    case .number(let number):
      return text(number, within: scale.ends, options.format(of: value), chart)
    }
  }

  /// Returns the text of a number, rounded to about a thousandth of an interval; durations to a second at most.
  private func text(
    _ number: Double, within ends: (Double, Double)?, _ style: AxisLabelFormat, _ chart: Chart
  ) -> String {
    var rounded = number
    if let (low, high) = ends {
      let least = style == .duration ? 0 : -Double.infinity
      let digits = max(least, (3 - log10(abs(high - low))).rounded(.up))
      let unit = pow(10, abs(digits))
      let part =
        digits < 0 ? (number / unit).rounded() * unit : (number * unit).rounded() / unit
      if part.isFinite { rounded = part }
    }
    return TickLabels.numbers([rounded], style: style, locale: chart.options.locale).first ?? ""
  }
}

extension MarkRecord {
  /// The name of the legend's entry that explains the mark, or of its series; empty for none.
  fileprivate var entryName: String {
    let encoding = style.colorEncoding ?? style.symbolEncoding ?? style.dashEncoding
    if let encoding {
      if case .number = encoding.value { return "" }
      return CategoryEncoding.name(encoding.value) ?? ""
    }
    return series.flatMap(CategoryEncoding.name) ?? ""
  }
}
