/// An area between zero and the values of a column.
///
///     AreaPlot(x: .value("Time", times), y: .value("Load", loads))
///
/// The areas of several plots are stacked where their x values are equal, or translucent if their
/// `stacking` is ``MarkStackingMethod/unstacked``. Where there are many points in a column of pixels, their
/// edges are those of a ``LinePlot``.
///
/// A column of `[Double]` is referred to, and there is no mark for each of its values: modifiers
/// apply to the plot as a whole.
public struct AreaPlot: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a plot of two columns.
  ///
  /// - Parameters:
  ///   - x: the x values.
  ///   - y: the y values.
  ///   - stacking: the way in which it shares places with other plots of the kind.
  /// - Precondition: the columns have the same length.
  /// - Complexity: O(*n*).
  public init<X: PlottableColumnValue, Y: PlottableColumnNumber>(
    x: PlottableColumn<X>, y: PlottableColumn<Y>, stacking: MarkStackingMethod = .standard
  ) {
    record = MarkRecord(
      .area, PlotColumns(x, y), X.self, x: x.label, y: y.label, stacking: stacking)
  }

  /// Creates a plot of two properties of the elements of a collection, which are read once.
  ///
  /// - Parameters:
  ///   - data: the elements.
  ///   - x: the property that is the x value.
  ///   - y: the property that is the y value.
  ///   - stacking: the way in which it shares places with other plots of the kind.
  /// - Complexity: O(*n*).
  public init<Data: Collection, X: PlottableColumnValue, Y: PlottableColumnNumber>(
    _ data: Data, x: PlottableProjection<Data.Element, X>, y: PlottableProjection<Data.Element, Y>,
    stacking: MarkStackingMethod = .standard
  ) {
    self.init(x: x.column(of: data), y: y.column(of: data), stacking: stacking)
  }

  /// Creates a plot of the points that a series has now.
  ///
  /// - Parameters:
  ///   - series: the points.
  ///   - x: the name of the x values, which titles the axis.
  ///   - y: the name of the y values, which titles the axis.
  ///   - stacking: the way in which it shares places with other plots of the kind.
  /// - Complexity: O(1).
  public init<X: PlottableColumnValue>(
    _ series: ChartSeries<X>, x: String, y: String, stacking: MarkStackingMethod = .standard
  ) {
    record = MarkRecord(.area, series.columns, X.self, x: x, y: y, stacking: stacking)
  }
}
