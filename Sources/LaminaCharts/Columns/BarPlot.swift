/// A vertical bar from zero for each value of a column, as wide as the x values allow.
///
///     BarPlot(x: .value("Time", times), y: .value("Load", loads))
///
/// Bars narrower than half a pixel are drawn as one for each half pixel.
///
/// A column of `[Double]` is referred to, and there is no mark for each of its values: modifiers
/// apply to the plot as a whole.
public struct BarPlot: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a plot of two columns.
  ///
  /// - Precondition: the columns have the same length.
  /// - Complexity: O(*n*).
  public init<X: PlottableColumnValue, Y: PlottableColumnNumber>(
    x: PlottableColumn<X>, y: PlottableColumn<Y>
  ) {
    record = MarkRecord(.bar, PlotColumns(x, y), X.self, x: x.label, y: y.label)
  }

  /// Creates a plot of two properties of the elements of a collection, which are read once.
  ///
  /// - Complexity: O(*n*).
  public init<Data: Collection, X: PlottableColumnValue, Y: PlottableColumnNumber>(
    _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>
  ) {
    self.init(x: x.column(of: data), y: y.column(of: data))
  }

  /// Creates a plot of the points that a series has now.
  ///
  /// - Parameters:
  ///   - series: the points.
  ///   - x: the name of the x values, which titles the axis.
  ///   - y: the name of the y values, which titles the axis.
  /// - Complexity: O(1).
  public init<X: PlottableColumnValue>(_ series: ChartSeries<X>, x: String, y: String) {
    record = MarkRecord(.bar, series.columns, X.self, x: x, y: y)
  }
}
