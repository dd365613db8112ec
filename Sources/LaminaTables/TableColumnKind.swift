/// The kind of values that a column has.
public enum TableColumnKind: String, Hashable, Sendable, CaseIterable {
  case numbers
  case times
  case categories
}
