/// The way in which the bars or areas of several series share a place.
public enum MarkStackingMethod: Sendable, Hashable, CaseIterable {
  /// Each begins where the one before it ends. Negative values are stacked downwards from zero.
  case standard
  /// As ``standard``, as parts of a sum of 1.
  case normalized
  /// As ``standard``, centred about zero: a stream graph.
  case center
  /// Each begins at zero, over the ones before it.
  case unstacked
}
