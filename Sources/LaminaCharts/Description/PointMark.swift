/// A point, drawn as a symbol.
public struct PointMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a point.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    var record = MarkRecord(.point)
    record.x = .init(x)
    record.y = .init(y)
    self.record = record
  }

  /// Creates a point half-way up the plot.
  public init<X: Plottable>(x: PlottableValue<X>) {
    var record = MarkRecord(.point)
    record.x = .init(x)
    self.record = record
  }

  /// Creates a point half-way across the plot.
  public init<Y: Plottable>(y: PlottableValue<Y>) {
    var record = MarkRecord(.point)
    record.y = .init(y)
    self.record = record
  }
}
