import Foundation
import Lamina

/// The area between the axes of a chart, and the way from points to values there.
package struct PlacedPlot: Sendable {
  /// The area, in points of the chart.
  package var frame: CGRect
  package var x: AxisScale
  package var y: AxisScale
  /// The scale of the second y axis; `.none` if there is none.
  package var y2: AxisScale
  /// The marks in it, in the order of the chart; without those of ``columns``.
  package var marks: [PlacedMark]
  /// The plots of columns in it.
  package var columns: [PlacedColumns]
  /// True if the marks are bars that lie, so that they are read along y.
  package var isTurned: Bool

  /// The scale along which marks are read.
  var along: AxisScale { isTurned ? y : x }

  /// True if the plot has points alone, the nearest of which is read.
  var isScatter: Bool {
    marks.allSatisfy { $0.kind == .point || $0.kind == .rule }
      && columns.allSatisfy { $0.kind == .point }
  }

  /// Returns the place of a mark along the axis that marks are read along, in points.
  func place(of mark: PlacedMark) -> Double { isTurned ? mark.frame.midY : mark.frame.midX }
}

extension PlacedPlot {
  package func search(_ placed: PlacedColumns) -> PlotSearch {
    PlotSearch(
      columns: placed.columns, x: x, y: placed.isSecondary ? y2 : y, frame: frame)
  }

  /// Returns the mark that stands for a point of a plot of columns; the box of a bar is as wide as the
  /// smallest distance of bars.
  func mark(_ found: PlacedColumnPoint, of placed: PlacedColumns) -> PlacedMark {
    var frame = CGRect(origin: found.place, size: .zero)
    if placed.kind == .bar, let step = placed.columns.step {
      let value = placed.columns.x.withReader { $0[found.index] }
      let width = x.position(of: value + step).map { abs($0 - found.place.x) } ?? 0
      frame = CGRect(
        x: found.place.x - width / 2, y: found.place.y, width: width, height: 0)
    }
    return PlacedMark(
      record: placed.record, kind: placed.kind, frame: frame, panel: placed.panel,
      index: found.index)
  }

  /// Returns the point of each plot of columns that is nearest to a place along the x axis, as marks.
  func columnMarks(at place: Double) -> [PlacedMark] {
    columns.compactMap { placed in
      search(placed).nearest(along: place).map { mark($0, of: placed) }
    }
  }
}

extension ChartLayout {
  /// The areas between axes, in reading order; none for a grid, whose charts have values and scales of
  /// their own.
  package var plots: [PlacedPlot] {
    if isGrid { return [] }
    let ofColumns = Set(columns.map(\.record))
    let single = ofColumns.isEmpty ? marks : marks.filter { !ofColumns.contains($0.record) }
    let parts = panels.count == 1 ? [0: single] : Dictionary(grouping: single, by: \.panel)
    return panels.enumerated().map { index, panel in
      var isTurned = false
      if case .band = panel.y {
        if case .band = panel.x {} else { isTurned = true }
      }
      return PlacedPlot(
        frame: panel.frame, x: panel.x, y: panel.y, y2: panel.y2, marks: parts[index] ?? [],
        columns: columns.filter { $0.panel == index }, isTurned: isTurned)
    }
  }

  /// The number of the plot at a point of the chart; nil if there is none.
  func plotIndex(at point: CGPoint) -> Int? {
    isGrid ? nil : panels.firstIndex { $0.frame.insetBy(dx: -4, dy: -4).contains(point) }
  }

  /// The plot at a point of the chart; nil if there is none.
  func plot(at point: CGPoint) -> PlacedPlot? { plotIndex(at: point).map { plots[$0] } }

  /// Returns the point of the first plot that is where a point is in the plot there. The plots of facets
  /// have the same scales.
  func pointInFirstPlot(_ point: CGPoint) -> CGPoint {
    guard let index = plotIndex(at: point) else { return point }
    let (from, to) = (panels[index].frame, panels[0].frame)
    return CGPoint(x: point.x - from.minX + to.minX, y: point.y - from.minY + to.minY)
  }

  /// The name of the legend's entry at a point of the chart; nil if there is none.
  package func legendEntry(at point: CGPoint) -> String? {
    legendEntries.first { $0.frame.contains(point) }?.name
  }
}

extension AxisScale {
  /// Returns the value at a place, in points; nil if the axis has no values.
  package func value(at position: Double) -> PlottedValue? {
    guard position.isFinite else { return nil }
    switch self {
    case .none: return nil
    case .continuous(let scale): return .number(scale.value(at: position))
    case .date(let scale): return .date(scale.date(at: position))
    case .band(let scale):
      return scale.index(at: position).map { .category(scale.categories[$0]) }
    }
  }

  /// Returns the place of a value, the middle of a category's band, in points; nil for none.
  package func position(of value: PlottedValue) -> Double? {
    if let scalar = value.scalar { return position(of: scalar) }
    guard case .band(let scale) = self, let name = value.category else { return nil }
    return scale.position(of: name).map { $0 + scale.bandwidth / 2 }
  }

  /// The values at the ends of the range, as numbers or seconds since the reference date; nil for an
  /// axis of categories or without values.
  package var ends: (Double, Double)? {
    switch self {
    case .none, .band: return nil
    case .continuous(let scale): return scale.domain
    case .date(let scale):
      return (
        scale.domain.lowerBound.timeIntervalSinceReferenceDate,
        scale.domain.upperBound.timeIntervalSinceReferenceDate
      )
    }
  }

  /// True if values grow to the right, or downwards.
  var isRising: Bool { ends.map { ($0.0 < $0.1) == (range.start < range.end) } ?? true }

  /// Returns a number or a date of this axis.
  func plotted(_ scalar: Double) -> PlottedValue {
    if case .date = self {
      .date(Date(timeIntervalSinceReferenceDate: scalar))
    } else {
      .number(scalar)
    }
  }
}
