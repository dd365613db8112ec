/// A line through the points of two columns.
///
///     LinePlot(x: .value("Time", times), y: .value("Load", loads))
///
/// The points are joined in order; a value that is NaN or infinite interrupts the line. Where there
/// are more than 16 points in a pixel and the x values rise, those are drawn that reach out of what the
/// others cover. They come from a pyramid of extremes, so that zooming and scrolling cost pixels, not
/// points. Otherwise every point is drawn.
///
/// A column of `[Double]` is referred to, and there is no mark for each of its values: modifiers
/// apply to the plot as a whole.
public struct LinePlot: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a plot of two columns.
  ///
  /// - Precondition: the columns have the same length.
  /// - Complexity: O(*n*).
  public init<X: PlottableColumnValue, Y: PlottableColumnNumber>(
    x: PlottableColumn<X>, y: PlottableColumn<Y>
  ) {
    record = MarkRecord(.line, PlotColumns(x, y), X.self, x: x.label, y: y.label)
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
    record = MarkRecord(.line, series.columns, X.self, x: x, y: y)
  }
}
