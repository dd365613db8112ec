/// A symbol at each point of two columns.
///
///     PointPlot(x: .value("Time", times), y: .value("Load", loads))
///
/// Of more than 4,000 points, those are drawn that differ by a quarter of a pixel.
///
/// A column of `[Double]` is referred to, and there is no mark for each of its values: modifiers
/// apply to the plot as a whole.
public struct PointPlot: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a plot of two columns.
  ///
  /// - Precondition: the columns have the same length.
  /// - Complexity: O(*n*).
  public init<X: PlottableColumnValue, Y: PlottableColumnNumber>(
    x: PlottableColumn<X>, y: PlottableColumn<Y>
  ) {
    record = MarkRecord(.point, PlotColumns(x, y), X.self, x: x.label, y: y.label)
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
    record = MarkRecord(.point, series.columns, X.self, x: x, y: y)
  }
}
