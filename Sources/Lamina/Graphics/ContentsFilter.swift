/// How the pixels of contents are read between their centres.
public enum ContentsFilter: String, Sendable, Hashable, CaseIterable {
  /// The pixel that is nearest.
  case nearest
  /// A weighted mean of the four pixels around. The default.
  case linear
}
