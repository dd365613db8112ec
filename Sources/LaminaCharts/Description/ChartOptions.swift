import Foundation
import Lamina

/// The attributes that the modifiers of a chart set.
package struct ChartOptions: Sendable, Equatable {
  package var title: String?
  package var subtitle: String?
  package var footnote: String?
  package var theme = ChartTheme.light
  package var x = AxisOptions()
  package var y = AxisOptions()
  package var y2 = AxisOptions()
  /// True if the ends of the y axes are those of the values within the domain of x, if the chart gives
  /// one.
  package var fitsValuesToX = false
  /// The number of columns of facets; nil for as many as look well.
  package var facetColumns: Int?
  /// The names of the facets to show, in order; nil for those of the marks.
  package var facetDomain: [String]?
  package var color = ColorScaleOptions()
  package var symbol = CategoryScaleOptions<ChartSymbol>()
  package var lineStyle = CategoryScaleOptions<StrokeStyle>()
  package var legend = LegendOptions()
  /// The names of the legend's entries whose marks are not shown.
  package var hiddenEntries: Set<String> = []
  package var locale = Locale(identifier: "en_US")
  package var timeZone = TimeZone(identifier: "UTC") ?? .current

  package init() {}
}

/// The options of one axis and its scale.
package struct AxisOptions: Sendable, Equatable {
  package var marks = [AxisMarks()]
  package var isHidden = false
  /// The title; nil for the name of the marks' values, empty for none.
  package var title: String?
  package var domain = ScaleDomainValue.automatic(includesZero: nil, isReversed: false)
  /// The part of an axis of categories that is shown, in bands from its first; nil for all of it.
  package var shownBands: ClosedRange<Double>?
  package var type: ScaleType?

  package init() {}

  /// The side of the plot that the axis is at.
  var position: AxisMarkPosition {
    marks.lazy.map(\.position).first { $0 != .automatic } ?? .automatic
  }

  /// The number of labels to aim for; nil for as many as fit.
  var desiredCount: Int? {
    for marks in marks {
      if case .automatic(let count?, _) = marks.values.rule { return count }
    }
    return nil
  }

  /// True if the number of some of the values can be reduced until they fit.
  var isAutomatic: Bool {
    marks.contains { if case .automatic = $0.values.rule { true } else { false } }
  }

  /// True if there may be texts beside the axis.
  var hasLabels: Bool { marks.contains { $0.builder != nil || $0.labels != .hidden } }

  /// Returns the format in which a value stands alone: that of the axis' labels, but for a format of dates,
  /// which may show a part of them only. Without one, numbers on an axis of durations are durations.
  func format(of value: PlottedValue) -> AxisLabelFormat {
    for marks in marks {
      var format = marks.format
      let group = marks.builder?.marks(AxisValue(index: 0, count: 1, value: value))
      if case .value(let own)? = group?.label?.content { format = own }
      if case .dateStyle = format.content { continue }
      if format != .automatic { return format }
    }
    return type == .duration ? .duration : .automatic
  }
}

/// The options of a scale that gives categories colours, symbols or styles of lines.
package struct CategoryScaleOptions<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The values of named categories.
  package var named: [String: Value] = [:]
  /// The order of the categories that are given.
  package var domain: [String] = []
  /// The values in order; none for those of the theme.
  package var range: [Value] = []

  package init() {}

  init(_ mapping: KeyValuePairs<String, Value>) {
    self.init(domain: mapping.map(\.key), range: mapping.map(\.value))
  }

  init(domain: [String], range: [Value]) {
    self.domain = domain
    named = Dictionary(zip(domain, range).map { ($0, $1) }) { _, last in last }
  }

  init(range: [Value]) { self.range = range }

  /// Returns the value of the category with a number; nil for that of the theme.
  func value(of category: String, number: Int) -> Value? {
    named[category] ?? (range.isEmpty ? nil : range[number % range.count])
  }
}

/// The options of the scale of colours.
package struct ColorScaleOptions: Sendable, Equatable {
  package var categories = CategoryScaleOptions<Color>()
  /// The scale of colours for numbers; nil for that of the theme.
  package var continuous: ContinuousPalette?
  /// The numbers at its ends; nil for the smallest and the largest.
  package var limits: ClosedRange<Double>?

  package init() {}
}

/// The options of the legend.
package struct LegendOptions: Sendable, Equatable {
  package var visibility = Visibility.automatic
  package var position = AnnotationPosition.automatic
  /// The alignment along its side; nil for that of the position.
  package var alignment: AnnotationAlignment?
  /// The distance from the plot in points; nil for that of the theme.
  package var spacing: CGFloat?
  package var title: String?

  package init() {}
}
