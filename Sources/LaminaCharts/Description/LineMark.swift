/// A vertex of a line.
///
/// The marks of one series are joined in the order in which they are given. A missing value
/// interrupts the line; a vertex between two gaps is a dot. Marks are of one series if their
/// `series:`, and the values or colours that style them, are equal.
public struct LineMark: PrimitiveContent, Sendable {
  let record: MarkRecord

  /// Creates a vertex.
  public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
    var record = MarkRecord(.line)
    record.x = .init(x)
    record.y = .init(y)
    self.record = record
  }

  /// Creates a vertex of the line of a series.
  public init<X: Plottable, Y: Plottable, Series: Plottable>(
    x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<Series>
  ) {
    var record = Self(x: x, y: y).record
    record.series = series.plotted
    self.record = record
  }
}
