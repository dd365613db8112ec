/// One of the two y axes of a chart.
public enum YAxis: Sendable, Hashable, CaseIterable {
  /// The axis at the left, unless the chart places it at the right.
  case primary
  /// The axis at the other side, with a scale of its own.
  case secondary
}
