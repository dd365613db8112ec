/// The kind of values that a column has.
public enum TableColumnKind: String, Hashable, Sendable, CaseIterable {
  /// Numbers.
  case numbers
  /// Moments, in seconds since 1970 in Greenwich.
  case times
  /// Strings.
  case categories
}
