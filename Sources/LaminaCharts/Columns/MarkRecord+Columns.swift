extension MarkRecord {
  /// Creates the record of a plot. Its values are the least ones, which tell the types of the axes.
  init<X: PlottableColumnValue>(
    _ kind: Kind, _ columns: PlotColumns, _ type: X.Type, x: String, y: String
  ) {
    self.init(kind)
    self.x.label = x
    self.y.label = y
    self.x.value = X.plottedValue(columnNumber: columns.x.low)
    self.y.value = columns.y.low.plottedValue
    if kind == .area || kind == .bar { stacking = .unstacked }
    self.columns = columns
  }
}
