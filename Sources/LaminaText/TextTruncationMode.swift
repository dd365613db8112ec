/// Which part of a text that does not fit is left out, with an ellipsis in its place.
public enum TextTruncationMode: String, Sendable, Hashable, CaseIterable {
  /// None: what does not fit is cut off at the edge.
  case none
  /// The beginning, so that the end is seen.
  case start
  /// The end.
  case end
  /// The middle.
  case middle
}

/// On which side lines stand that are shorter than the box.
public enum TextAlignmentMode: String, Sendable, Hashable, CaseIterable {
  /// Where the paragraph's first letter with a direction begins: the left in English, the right in
  /// Hebrew and Arabic.
  case natural
  /// The left.
  case left
  /// The right.
  case right
  /// The middle.
  case center
  /// As natural, and the spaces of all lines of a paragraph but the last are widened until the
  /// lines are as wide as the box.
  case justified
}
