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
  /// The number of columns of facets; nil for as many as look well.
  package var facetColumns: Int?
  /// The names of the facets to show, in order; nil for those of the marks.
  package var facetDomain: [String]?
  package var color = ColorScaleOptions()
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
      if case .automatic(let count?, _) = marks.values.content { return count }
    }
    return nil
  }

  /// True if the number of some of the values can be reduced until they fit.
  var isAutomatic: Bool {
    marks.contains { if case .automatic = $0.values.content { true } else { false } }
  }

  /// True if there may be texts beside the axis.
  var hasLabels: Bool { marks.contains { $0.content != nil || $0.labels != .hidden } }

  /// Returns the format in which a value stands alone: that of the axis' labels, but for a format of dates,
  /// which may show a part of them only.
  func format(of value: PlottedValue) -> AxisLabelFormat {
    for marks in marks {
      var format = marks.format
      let group = marks.content?.marks(AxisValue(index: 0, count: 1, value: value))
      if case .value(let own)? = group?.label?.content { format = own }
      if case .dateStyle = format.content { continue }
      if format != .automatic { return format }
    }
    return .automatic
  }
}

/// The options of the scale of colours.
package struct ColorScaleOptions: Sendable, Equatable {
  /// The colours of named categories.
  package var named: [String: Color] = [:]
  /// The order of the categories that are given.
  package var domain: [String] = []
  /// The colours in order; nil for those of the theme.
  package var range: [Color]?
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
  package var title: String?

  package init() {}
}
