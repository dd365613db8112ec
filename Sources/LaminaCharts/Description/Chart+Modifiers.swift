import Foundation
import Lamina
import LaminaBase

extension Chart {
  // MARK: - Titles

  /// Sets the title, at the top.
  public func chartTitle(_ title: String) -> Chart { with { $0.title = title } }

  /// Sets the line below the title.
  public func chartSubtitle(_ subtitle: String) -> Chart { with { $0.subtitle = subtitle } }

  /// Sets the note at the bottom, for example the source of the data.
  public func chartFootnote(_ footnote: String) -> Chart { with { $0.footnote = footnote } }

  // MARK: - Axes

  /// Sets the marks of the x axis.
  public func chartXAxis(_ marks: AxisMarks) -> Chart { chartXAxis { marks } }

  /// Sets the marks of the y axis.
  public func chartYAxis(_ marks: AxisMarks) -> Chart { chartYAxis { marks } }

  /// Sets the marks of the x axis; none of it is shown without any. The axis is at the side of the first that
  /// has one.
  public func chartXAxis(@AxisContentBuilder content: () -> [AxisMarks]) -> Chart {
    with {
      $0.x.marks = content()
      $0.x.isHidden = false
    }
  }

  /// Sets the marks of the y axis; none of it is shown without any. The axis is at the side of the first that
  /// has one.
  public func chartYAxis(@AxisContentBuilder content: () -> [AxisMarks]) -> Chart {
    with {
      $0.y.marks = content()
      $0.y.isHidden = false
    }
  }

  /// Shows or hides the x axis with its labels and title.
  public func chartXAxis(_ visibility: Visibility) -> Chart {
    with { $0.x.isHidden = visibility == .hidden }
  }

  /// Shows or hides the y axis with its labels and title.
  public func chartYAxis(_ visibility: Visibility) -> Chart {
    with { $0.y.isHidden = visibility == .hidden }
  }

  /// Sets the title of the x axis.
  ///
  /// By default it is the name of the marks' values, if they are numbers; an empty one is none.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - unit: the unit, which follows in brackets, or is the title if it is empty.
  public func chartXAxisLabel(_ title: String, unit: String? = nil) -> Chart {
    with { $0.x.title = Self.title(title, unit) }
  }

  /// Sets the title of the y axis, which is above it.
  ///
  /// By default it is the name of the marks' values, if they are numbers; an empty one is none.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - unit: the unit, which follows in brackets, or is the title if it is empty.
  public func chartYAxisLabel(_ title: String, unit: String? = nil) -> Chart {
    with { $0.y.title = Self.title(title, unit) }
  }

  private static func title(_ title: String, _ unit: String?) -> String {
    guard let unit else { return title }
    return title.isEmpty ? unit : "\(title) (\(unit))"
  }

  // MARK: - Scales

  /// Sets the domain and type of the x axis' scale.
  ///
  /// Marks outside an interval are clipped; categories that are not given are left out.
  public func chartXScale(domain: some ScaleDomain, type: ScaleType? = nil) -> Chart {
    with {
      $0.x.domain = domain.domainValue
      if let type { $0.x.type = type }
    }
  }

  /// Sets the type of the x axis' scale.
  public func chartXScale(type: ScaleType) -> Chart { with { $0.x.type = type } }

  /// Sets the domain and type of the y axis' scale.
  ///
  /// Marks outside an interval are clipped; categories that are not given are left out.
  public func chartYScale(domain: some ScaleDomain, type: ScaleType? = nil) -> Chart {
    with {
      $0.y.domain = domain.domainValue
      if let type { $0.y.type = type }
    }
  }

  /// Sets the type of the y axis' scale.
  public func chartYScale(type: ScaleType) -> Chart { with { $0.y.type = type } }

  // MARK: - The second y axis

  /// Sets the domain and type of the scale of marks with ``ChartContent/yAxis(_:)`` of `.secondary`.
  public func chartSecondaryYScale(domain: some ScaleDomain, type: ScaleType? = nil) -> Chart {
    with {
      $0.y2.domain = domain.domainValue
      if let type { $0.y2.type = type }
    }
  }

  /// Sets the type of the scale of the second y axis.
  public func chartSecondaryYScale(type: ScaleType) -> Chart { with { $0.y2.type = type } }

  /// Sets the marks of the second y axis, which is at the side opposite to the first. It has grid lines
  /// only if they are `.visible`.
  public func chartSecondaryYAxis(_ marks: AxisMarks) -> Chart {
    chartSecondaryYAxis { marks }
  }

  /// Sets the marks of the second y axis, whatever side they name.
  public func chartSecondaryYAxis(@AxisContentBuilder content: () -> [AxisMarks]) -> Chart {
    with {
      $0.y2.marks = content()
      $0.y2.isHidden = false
    }
  }

  /// Shows or hides the second y axis with its labels and title.
  public func chartSecondaryYAxis(_ visibility: Visibility) -> Chart {
    with { $0.y2.isHidden = visibility == .hidden }
  }

  /// Sets the title of the second y axis, which is above it.
  ///
  /// By default it is the name of the marks' values; an empty one is none.
  ///
  /// - Parameters:
  ///   - title: the title.
  ///   - unit: the unit, which follows in brackets, or is the title if it is empty.
  public func chartSecondaryYAxisLabel(_ title: String, unit: String? = nil) -> Chart {
    with { $0.y2.title = Self.title(title, unit) }
  }

  // MARK: - Facets

  /// Sets the number of columns in which the plots of ``ChartContent/facet(by:)`` are placed.
  ///
  /// - Parameter columns: the number; nil for the number that makes plots about one and a half times as
  ///   wide as high.
  /// - Precondition: `columns` is more than 0.
  public func chartFacets(columns: Int?) -> Chart {
    if let columns { require(columns > 0, "facets must have more than 0 columns, not \(columns)") }
    return with { $0.facetColumns = columns }
  }

  /// Sets the plots of ``ChartContent/facet(by:)``, in order. Marks of other facets are not shown, and
  /// a plot without marks of its own is empty.
  ///
  /// - Parameters:
  ///   - domain: the names of the facets; a name that comes again counts once.
  ///   - columns: the number of columns, as in ``chartFacets(columns:)``.
  /// - Precondition: `columns` is nil or more than 0.
  public func chartFacets(domain: [String], columns: Int? = nil) -> Chart {
    chartFacets(columns: columns).with { $0.facetDomain = domain }
  }

  // MARK: - Colours

  /// Sets the colours of categories, and their order.
  ///
  ///     .chartForegroundStyleScale(["Read": .blue, "Write": .orange])
  public func chartForegroundStyleScale(_ colors: KeyValuePairs<String, Color>) -> Chart {
    with { $0.color.categories = CategoryScaleOptions(colors) }
  }

  /// Sets the colours of categories in the order in which they appear. If there are more categories,
  /// the colours are repeated.
  public func chartForegroundStyleScale(range: [Color]) -> Chart {
    with { $0.color.categories = CategoryScaleOptions(range: range) }
  }

  /// Sets the colours of categories, in order.
  public func chartForegroundStyleScale(domain: [String], range: [Color]) -> Chart {
    with { $0.color.categories = CategoryScaleOptions(domain: domain, range: range) }
  }

  /// Sets the colours of numbers.
  ///
  /// - Parameters:
  ///   - palette: the colours.
  ///   - domain: the numbers at its ends, beyond which the colour stays the same; nil for the
  ///     smallest and the largest.
  public func chartForegroundStyleScale(
    _ palette: ContinuousPalette, domain: ClosedRange<Double>? = nil
  ) -> Chart {
    with {
      $0.color.continuous = palette
      $0.color.limits = domain
    }
  }

  /// Sets the colours of numbers, from the smallest to the largest.
  ///
  ///     .chartForegroundStyleScale(range: Gradient(colors: [.white, .red]))
  ///
  /// - Precondition: the gradient has at least one stop.
  public func chartForegroundStyleScale(range gradient: Gradient) -> Chart {
    chartForegroundStyleScale(ContinuousPalette(gradient))
  }

  // MARK: - Symbols and styles of lines

  /// Sets the symbols of categories, and their order.
  ///
  ///     .chartSymbolScale(["Read": .circle, "Write": .asterisk])
  public func chartSymbolScale(_ symbols: KeyValuePairs<String, ChartSymbol>) -> Chart {
    with { $0.symbol = CategoryScaleOptions(symbols) }
  }

  /// Sets the symbols of categories in the order in which they appear. If there are more categories,
  /// the symbols are repeated.
  public func chartSymbolScale(range: [ChartSymbol]) -> Chart {
    with { $0.symbol = CategoryScaleOptions(range: range) }
  }

  /// Sets the symbols of categories, in order.
  public func chartSymbolScale(domain: [String], range: [ChartSymbol]) -> Chart {
    with { $0.symbol = CategoryScaleOptions(domain: domain, range: range) }
  }

  /// Sets the styles of lines of categories, and their order.
  ///
  ///     .chartLineStyleScale(["Measured": StrokeStyle(), "Forecast": StrokeStyle(dash: [4, 4])])
  public func chartLineStyleScale(_ styles: KeyValuePairs<String, StrokeStyle>) -> Chart {
    with { $0.lineStyle = CategoryScaleOptions(styles) }
  }

  /// Sets the styles of lines of categories in the order in which they appear. If there are more
  /// categories, the styles are repeated.
  public func chartLineStyleScale(range: [StrokeStyle]) -> Chart {
    with { $0.lineStyle = CategoryScaleOptions(range: range) }
  }

  /// Sets the styles of lines of categories, in order.
  public func chartLineStyleScale(domain: [String], range: [StrokeStyle]) -> Chart {
    with { $0.lineStyle = CategoryScaleOptions(domain: domain, range: range) }
  }

  // MARK: - Legend, theme, language

  /// Shows or hides the legend. By default it is shown if a value selects a colour, a symbol or
  /// dashes.
  public func chartLegend(_ visibility: Visibility) -> Chart {
    with { $0.legend.visibility = visibility }
  }

  /// Shows the legend at a side of the plot.
  ///
  /// - Parameters:
  ///   - position: the side, or one end of it for a corner; `.automatic` is above the plot, or beside or
  ///     below a pie.
  ///   - alignment: the alignment along the side; nil for the corner's, or else the leading end and the
  ///     middle of a pie.
  ///   - spacing: the distance from the plot in points; nil for the theme's.
  ///   - title: a heading; nil for none.
  /// - Precondition: `spacing` is finite, 0 or more.
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: AnnotationAlignment? = nil,
    spacing: CGFloat? = nil, title: String? = nil
  ) -> Chart {
    if let spacing {
      require(
        spacing.isFinite && spacing >= 0,
        "the spacing of a legend must be 0 or more points, not \(spacing)")
    }
    return with {
      $0.legend.visibility = .visible
      $0.legend.position = position
      $0.legend.alignment = alignment
      $0.legend.spacing = spacing
      $0.legend.title = title
    }
  }

  /// Sets the theme.
  public func chartTheme(_ theme: ChartTheme) -> Chart { with { $0.theme = theme } }

  /// Sets the language of the labels, and the forms of numbers and dates. The default is `en_US`.
  public func chartLocale(_ locale: Locale) -> Chart { with { $0.locale = locale } }

  /// Sets the time zone of dates. The default is UTC.
  public func chartTimeZone(_ timeZone: TimeZone) -> Chart { with { $0.timeZone = timeZone } }
}
