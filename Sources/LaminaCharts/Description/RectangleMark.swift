/// A rectangle: a cell of a heat map, or a band across the plot.
///
/// The edges of rectangles are on whole pixels, so that neighbours meet without a seam.
public struct RectangleMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a cell around a value of each dimension.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic
  ) {
    var record = MarkRecord(.rectangle)
    record.x = .init(x)
    record.y = .init(y)
    record.width = width
    record.height = height
    self.record = record
  }

  /// Creates a rectangle between values of both dimensions.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>,
    yEnd: PlottableValue<Y>
  ) {
    var record = MarkRecord(.rectangle)
    record.x = .init(xStart, xEnd)
    record.y = .init(yStart, yEnd)
    self.record = record
  }

  /// Creates a rectangle between two x values, as high as the place of a y value.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>,
    height: MarkDimension = .automatic
  ) {
    var record = MarkRecord(.rectangle)
    record.x = .init(xStart, xEnd)
    record.y = .init(y)
    record.height = height
    self.record = record
  }

  /// Creates a rectangle between two y values, as wide as the place of an x value.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>,
    width: MarkDimension = .automatic
  ) {
    var record = MarkRecord(.rectangle)
    record.x = .init(x)
    record.y = .init(yStart, yEnd)
    record.width = width
    self.record = record
  }

  /// Creates a vertical band through the plot.
  public init<X: Plottable>(xStart: PlottableValue<X>, xEnd: PlottableValue<X>) {
    var record = MarkRecord(.rectangle)
    record.x = .init(xStart, xEnd)
    self.record = record
  }

  /// Creates a horizontal band through the plot.
  public init<Y: Plottable>(yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>) {
    var record = MarkRecord(.rectangle)
    record.y = .init(yStart, yEnd)
    self.record = record
  }
}
