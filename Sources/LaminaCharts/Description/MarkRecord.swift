import Foundation
import Lamina

/// A mark as layout reads it: its kind, its values and its style.
package struct MarkRecord: Sendable, Equatable {
  /// The kinds of marks.
  package enum Kind: String, Sendable {
    case line, area, bar, point, rule, rectangle, sector

    /// True if the colour of a mark fills more than a symbol.
    var isFilled: Bool {
      switch self {
      case .area, .bar, .rectangle, .sector: true
      case .line, .point, .rule: false
      }
    }
  }

  /// A number, or the ends of an interval, that a mark shows.
  package struct Detail: Sendable, Equatable {
    package var name: String
    package var values: [Double]
  }

  /// The colour of a mark that no modifier gives one.
  package enum BaseColor: Sendable, Equatable {
    /// That of axes.
    case axis
    /// That of text.
    case text
    /// One of the palette, by its number.
    case palette(Int)
  }

  /// A mark's values in one dimension.
  package struct Extent: Sendable, Equatable {
    /// The name of the quantity.
    package var label = ""
    /// The value; nil if the mark has none in this dimension, or an interval.
    package var value: PlottedValue?
    /// The interval; nil if the mark has one value or none.
    package var start: PlottedValue?
    package var end: PlottedValue?
    /// The calendar unit that a date stands for.
    package var unit: Calendar.Component?
    /// True if the interval is the width of a bar, not its length.
    package var isBin = false

    /// True if the mark says nothing about this dimension, and so extends across it.
    package var isEmpty: Bool { value == nil && start == nil }
    /// The values that are given.
    package var values: [PlottedValue] { [value, start, end].compactMap { $0 } }

    package init() {}

    init<Value: Plottable>(_ value: PlottableValue<Value>) {
      label = value.label
      if let end = value.end {
        start = value.plotted
        self.end = end.primitivePlottable.plottedValue
        isBin = true
      } else {
        self.value = value.plotted
        unit = value.unit
      }
    }

    init<Value: Plottable>(_ start: PlottableValue<Value>, _ end: PlottableValue<Value>) {
      label = start.label == end.label ? start.label : ""
      self.start = start.plotted
      self.end = end.plotted
    }
  }

  package var kind: Kind
  package var x = Extent()
  package var y = Extent()
  /// The size of a sector, in parts of the sum of all.
  package var angle: PlottedValue?
  /// The name of the series that a line or an area belongs to.
  package var series: PlottedValue?
  package var stacking: MarkStackingMethod?
  package var width = MarkDimension.automatic
  package var height = MarkDimension.automatic
  package var innerRadius = MarkDimension.automatic
  package var outerRadius = MarkDimension.automatic
  package var angularInset = 0.0
  package var baseColor: BaseColor
  /// True for a part of a composed mark that other parts describe.
  package var isPart = false
  /// The numbers that a composed mark shows, with their names.
  package var details: [Detail] = []
  package var style = MarkStyle()
  /// The points of a plot, which the record stands for; nil for a mark.
  package var columns: PlotColumns?

  package init(_ kind: Kind) {
    self.kind = kind
    baseColor = kind == .rule ? .axis : .palette(0)
  }

  /// True if the y value is on the second axis.
  package var isSecondary: Bool { style.yAxis == .secondary }
}
