import Foundation
import Lamina

/// The identity of a placed item from one layout of a chart to the next.
///
/// Items with equal keys are told apart by their order.
package struct PlacedKey: Sendable, Hashable {
  /// The parts of a chart that have items.
  package enum Part: Sendable, Hashable {
    case mark(MarkRecord.Kind), text(PlacedText.Role), swatch
    case xGridLine, yGridLine, xTick, yTick, baseline
  }

  /// The attributes by which a mark belongs to a series.
  package struct Series: Sendable, Hashable {
    package var name: PlottedValue?
    package var color: String?
    package var symbol: PlottedValue?
    package var dashes: PlottedValue?
  }

  package var part: Part
  package var series: Series?
  /// The values, or the name, that the item stands for.
  package var x: PlottedValue?
  package var y: PlottedValue?
  /// The number of the plot that the item is in.
  package var panel = 0
  /// True for what belongs to the second y axis.
  package var isSecondary = false
  /// The number of the item among those that are otherwise the same.
  package var number = 0

  package init(
    _ part: Part, series: Series? = nil, x: PlottedValue? = nil, y: PlottedValue? = nil,
    panel: Int = 0, isSecondary: Bool = false
  ) {
    (self.part, self.series, self.x, self.y) = (part, series, x, y)
    (self.panel, self.isSecondary) = (panel, isSecondary)
  }

  /// Numbers the keys that are the same.
  package static func number(_ keys: inout [PlacedKey]) {
    var counts: [PlacedKey: Int] = [:]
    counts.reserveCapacity(keys.count)
    for index in keys.indices {
      let count = counts[keys[index], default: 0]
      counts[keys[index]] = count + 1
      keys[index].number = count
    }
  }
}

extension MarkRecord {
  /// The series, by names that stay when the colours of the theme change.
  var seriesKey: PlacedKey.Series {
    PlacedKey.Series(
      name: series, color: style.colorEncoding?.value.category,
      symbol: style.symbolEncoding?.value, dashes: style.dashEncoding?.value)
  }

  /// The key of what shows the marks of a kind of the series.
  func key(of kind: Kind) -> PlacedKey {
    PlacedKey(.mark(kind), series: seriesKey, isSecondary: isSecondary)
  }

  /// The key of an item that shows the mark alone.
  ///
  /// - Parameter isVertical: true for a bar along y, which is identified by its place along x.
  func key(isVertical: Bool = true) -> PlacedKey {
    var key = key(of: kind)
    switch kind {
    case .bar:
      key.x = isVertical ? x.value ?? x.start : nil
      key.y = isVertical ? nil : y.value ?? y.start
    case .rectangle: (key.x, key.y) = (x.value ?? x.start, y.value ?? y.start)
    case .line, .area, .point, .rule, .sector: break
    }
    return key
  }
}

/// A grid line, a tick or the line at which bars stand.
package struct PlacedLine: Sendable, Equatable {
  package var key: PlacedKey
  /// The line, in points of the chart, on whole pixels.
  package var frame: CGRect
  /// The style; nil for that of the theme.
  package var style: AxisLineStyle?

  /// Returns the shape of the line in a colour; nil if it has no dashes.
  func dashedShape(_ color: Color) -> PlacedShape? {
    guard var stroke = style?.stroke, !stroke.dashPattern.isEmpty else { return nil }
    let isVertical = frame.height > frame.width
    var shape = PlacedShape(kind: .rule, key: key)
    shape.path.move(
      to: isVertical
        ? CGPoint(x: frame.midX, y: frame.minY) : CGPoint(x: frame.minX, y: frame.midY))
    shape.path.addLine(
      to: isVertical
        ? CGPoint(x: frame.midX, y: frame.maxY) : CGPoint(x: frame.maxX, y: frame.midY))
    stroke.width = min(frame.width, frame.height)
    shape.stroke = color
    shape.strokeStyle = stroke
    return shape
  }
}

/// An entry of the legend.
package struct PlacedLegendEntry: Sendable, Equatable {
  /// The name of the category.
  package var name: String
  /// The symbol and the name, in points of the chart.
  package var frame: CGRect
}

extension ChartOptions {
  /// True if an entry of the legend that explains a mark is hidden.
  func isHidden(_ record: MarkRecord) -> Bool {
    !hiddenEntries.isEmpty && !record.legendNames.isDisjoint(with: hiddenEntries)
  }
}

extension MarkRecord {
  /// The names of the legend's entries that explain the mark.
  var legendNames: Set<String> {
    var names: Set<String> = []
    for encoding in [style.colorEncoding, style.symbolEncoding, style.dashEncoding] {
      if let encoding, let name = CategoryEncoding.name(encoding.value) { names.insert(name) }
    }
    return names
  }
}
