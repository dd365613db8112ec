/// A straight line, horizontal or vertical: a threshold, a moment, an interval.
public struct RuleMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a vertical line through the plot.
  public init<X: Plottable>(x: PlottableValue<X>) {
    var record = MarkRecord(.rule)
    record.x = .init(x)
    self.record = record
  }

  /// Creates a horizontal line through the plot.
  public init<Y: Plottable>(y: PlottableValue<Y>) {
    var record = MarkRecord(.rule)
    record.y = .init(y)
    self.record = record
  }

  /// Creates a vertical line between two values.
  public init<X: Plottable, Y: Plottable>(
    x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
  ) {
    var record = MarkRecord(.rule)
    record.x = .init(x)
    record.y = .init(yStart, yEnd)
    self.record = record
  }

  /// Creates a horizontal line between two values.
  public init<X: Plottable, Y: Plottable>(
    xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
  ) {
    var record = MarkRecord(.rule)
    record.x = .init(xStart, xEnd)
    record.y = .init(y)
    self.record = record
  }
}
