/// How the pixels of contents are read between their centres.
public enum ContentsFilter: String, Sendable, Hashable, CaseIterable {
  /// The pixel that is nearest. Where the middle of a pixel of the frame falls on the edge between two,
  /// it is the one that is further left or further up in the bitmap, as pixman
  /// has it.
  case nearest
  /// A weighted mean of the four pixels around. The default.
  case linear
  /// Where contents are drawn smaller than they are, a weighted mean of two copies of them, each
  /// half as large as the one before, of which one is a little larger and one a little smaller than
  /// what is drawn. Elsewhere the same as ``linear``.
  ///
  /// A pixel of a copy is the mean of four. Copies are made when they are first drawn, take about a
  /// third of the memory of the contents, half of it for those a few pixels wide, and are freed with
  /// them. Of contents that are 2, 4, 8…
  /// times as large as they are drawn, each pixel drawn is the mean of all that lie in it.
  case trilinear
}
