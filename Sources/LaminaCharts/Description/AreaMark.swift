/// A vertex of an area.
///
/// With one value in each dimension, the area is between zero and the value, or stacked on the areas
/// of other series; with an interval it is between its two ends. A missing value interrupts it,
/// or counts as zero where another area of the stack has a value.
public struct AreaMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a vertex of an area from zero.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
  ) {
    var record = MarkRecord(.area)
    record.x = .init(x)
    record.y = .init(y)
    record.stacking = stacking
    self.record = record
  }

  /// Creates a vertex of the area of a series.
  public init<X: Plottable, Y: Plottable, Series: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<Series>,
    stacking: MarkStackingMethod = .standard
  ) {
    var record = Self(x: x, y: y, stacking: stacking).record
    record.series = series.plotted
    self.record = record
  }

  /// Creates a vertex of an area between two values.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    var record = MarkRecord(.area)
    record.x = .init(x)
    record.y = .init(yStart, yEnd)
    self.record = record
  }

  /// Creates a vertex of the area of a series, between two values.
  public init<X: Plottable, Y: Plottable, Series: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>,
    series: PlottableValue<Series>
  ) {
    var record = Self(x: x, yStart: yStart, yEnd: yEnd).record
    record.series = series.plotted
    self.record = record
  }

  /// Creates a vertex of an area between two values, which extends along the y axis.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    var record = MarkRecord(.area)
    record.x = .init(xStart, xEnd)
    record.y = .init(y)
    self.record = record
  }
}
