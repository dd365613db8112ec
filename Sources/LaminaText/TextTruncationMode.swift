/// The part of a text that is replaced by an ellipsis if it does not fit.
public enum TextTruncationMode: String, Sendable, Hashable, CaseIterable {
  /// No part: text that does not fit is clipped at the edge.
  case none
  /// The beginning, so that the end is visible.
  case start
  /// The end.
  case end
  /// The middle.
  case middle
}

/// The alignment of lines that are shorter than the box.
public enum TextAlignmentMode: String, Sendable, Hashable, CaseIterable {
  /// The side at which the paragraph's first strongly directional character begins: the left in
  /// English, the right in Hebrew and Arabic.
  case natural
  /// The left side.
  case left
  /// The right side.
  case right
  /// The middle.
  case center
  /// Natural alignment, with the spaces of all lines of a paragraph but the last widened until the
  /// lines are as wide as the box.
  case justified
}
