extension MarkRecord {
  /// Creates the record of a plot. Its values are the least ones, which tell the types of the axes.
  init<X: PlottableColumnValue>(
    _ kind: Kind, _ columns: PlotColumns, _ type: X.Type, x: String, y: String,
    stacking: MarkStackingMethod? = nil
  ) {
    self.init(kind)
    self.x.label = x
    self.y.label = y
    self.x.value = X.plottedValue(columnNumber: columns.x.low)
    self.y.value = columns.y.low.plottedValue
    self.stacking = stacking
    self.columns = columns
  }
}
