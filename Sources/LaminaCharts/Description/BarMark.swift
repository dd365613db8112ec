/// A bar.
///
/// Of two values, the number is the bar's length, and the category or date its place: a bar is
/// vertical unless only its x value is a number. Bars at one place are stacked, or side by side if
/// ``ChartContent/position(by:)`` tells them apart.
public struct BarMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a bar from zero.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic,
    height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
  ) {
    var record = MarkRecord(.bar)
    record.x = .init(x)
    record.y = .init(y)
    record.width = width
    record.height = height
    record.stacking = stacking
    self.record = record
  }

  /// Creates a vertical bar between two values.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>,
    width: MarkDimension = .automatic
  ) {
    var record = MarkRecord(.bar)
    record.x = .init(x)
    record.y = .init(yStart, yEnd)
    record.width = width
    self.record = record
  }

  /// Creates a horizontal bar between two values, for example in a Gantt chart.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>,
    height: MarkDimension = .automatic
  ) {
    var record = MarkRecord(.bar)
    record.x = .init(xStart, xEnd)
    record.y = .init(y)
    record.height = height
    self.record = record
  }

  /// Creates a part of a single horizontal bar.
  public init<X: Plottable>(
    x: PlottableValue<X>, height: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) {
    var record = MarkRecord(.bar)
    record.x = .init(x)
    record.height = height
    record.stacking = stacking
    self.record = record
  }

  /// Creates a part of a single vertical bar.
  public init<Y: Plottable>(
    y: PlottableValue<Y>, width: MarkDimension = .automatic,
    stacking: MarkStackingMethod = .standard
  ) {
    var record = MarkRecord(.bar)
    record.y = .init(y)
    record.width = width
    record.stacking = stacking
    self.record = record
  }
}
