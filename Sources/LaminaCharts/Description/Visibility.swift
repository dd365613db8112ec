/// The visibility of a part of a chart.
public enum Visibility: Sendable, Hashable, CaseIterable {
  /// Visible where it says something.
  case automatic
  case visible
  case hidden
}
