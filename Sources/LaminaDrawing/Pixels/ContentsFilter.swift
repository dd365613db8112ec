/// The filter for sampling contents between the centres of their pixels.
public enum ContentsFilter: String, Sendable, Hashable, CaseIterable {
  /// The nearest pixel. If the centre of a pixel of the frame falls on the edge between two, the
  /// one further left or further up in the bitmap is taken, as in pixman.
  case nearest
  /// Bilinear filtering: a weighted mean of the four surrounding pixels. The default.
  case linear
  /// Trilinear filtering: if contents are drawn smaller than their size, a weighted mean of two
  /// levels of a mipmap chain, of which one is a little larger and one a little smaller than what
  /// is drawn. Otherwise the same as ``linear``.
  ///
  /// Each level is half as large as the one before, and each of its pixels is the mean of four.
  /// Levels are created when they are first drawn, take about a third of the memory of the
  /// contents, or half of it if the contents are only a few pixels wide, and are freed with them.
  /// If contents are 2, 4, 8… times as large as they are drawn, each drawn pixel is the mean of all
  /// pixels inside it.
  case trilinear
}
