/// Switches for how frames are drawn. None but ``tint`` and ``contentsAlignment`` changes a picture;
/// each switches something off, to find out whether it is at fault or what it is worth.
public struct RenderOptions: Sendable, Equatable {
  /// Whether each frame is drawn whole. False by default: only what changed is.
  public var redrawsEverything = false
  /// Whether layers hidden by opaque ones, and instances of replicators of which nothing can be
  /// seen, are left out. True by default.
  public var culls = true
  /// Whether what did not change is not placed anew, nor drawn anew into the picture of a rasterized
  /// layer. True by default.
  public var usesCaches = true
  /// Whether every pixel goes through pixman, without the engine's own loops for plain colours
  /// and bitmaps. False by default.
  public var usesPixmanOnly = false
  /// Over how many bands of rows the drawing is spread, each on a core of its own where there
  /// is one. 1 by default; less counts as 1. Small frames are drawn in one band all the same.
  public var bands = 1
  /// The smallest number of pixels to be drawn that is worth a second band.
  public var bandThreshold = 65_536
  /// When contents are aligned to whole pixels: ``ContentsAlignment/automatic`` by default. After a
  /// change the next frame is drawn whole.
  public var contentsAlignment = ContentsAlignment.automatic
  /// A colour that is laid over what was redrawn, to see it. Nil by default.
  public var tint: Color?

  /// Whether frames say why pixels were drawn again: see ``Frame/explanation``. False by default.
  /// While it is on, each commit notes all layers of the tree, and changed ones at each begin and
  /// end of a transaction.
  public var explainsDamage = false

  /// Creates the default options.
  public init() {}
}
