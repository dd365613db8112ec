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
  /// The marks in it, in the order of the chart.
  package var marks: [PlacedMark]
  /// True if the marks are bars that lie, so that they are read along y.
  package var isTurned: Bool

  /// The scale along which marks are read.
  var along: AxisScale { isTurned ? y : x }

  /// True if the plot has points alone, the nearest of which is read.
  var isScatter: Bool { marks.allSatisfy { $0.kind == .point || $0.kind == .rule } }

  /// Returns the place of a mark along the axis that marks are read along, in points.
  func place(of mark: PlacedMark) -> Double { isTurned ? mark.frame.midY : mark.frame.midX }
}

extension ChartLayout {
  /// The areas between axes, in reading order; none for a grid, whose charts have values and scales of
  /// their own.
  package var plots: [PlacedPlot] {
    if isGrid { return [] }
    let parts = panels.count == 1 ? [0: marks] : Dictionary(grouping: marks, by: \.panel)
    return panels.enumerated().map { index, panel in
      var isTurned = false
      if case .band = panel.y {
        if case .band = panel.x {} else { isTurned = true }
      }
      return PlacedPlot(
        frame: panel.frame, x: panel.x, y: panel.y, y2: panel.y2, marks: parts[index] ?? [],
        isTurned: isTurned)
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

  /// Returns a number or a date of this axis.
  func plotted(_ scalar: Double) -> PlottedValue {
    if case .date = self {
      .date(Date(timeIntervalSinceReferenceDate: scalar))
    } else {
      .number(scalar)
    }
  }
}
