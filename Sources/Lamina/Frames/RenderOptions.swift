/// Options for drawing frames. None but ``damageTint`` and ``contentsAlignment`` changes the
/// picture. Most disable an optimization, to find out whether it is at fault or what it is worth.
public struct RenderOptions: Sendable, Equatable {
  /// A Boolean value indicating whether each frame is drawn whole. False by default: only changes
  /// are drawn.
  public var redrawsEverything = false
  /// A Boolean value indicating whether layers hidden by opaque ones, and invisible instances of
  /// replicators, are left out. True by default.
  public var cullsHiddenLayers = true
  /// A Boolean value indicating whether unchanged layers are neither evaluated again nor drawn
  /// again into the picture of a rasterized layer, and scrolled pixels are moved instead of drawn.
  /// True by default.
  public var usesCaches = true
  /// A Boolean value indicating whether plain colours and unscaled bitmaps are drawn by pixman
  /// instead of the engine's own loops. The pixels are the same. False by default.
  public var usesReferenceLoops = false
  /// The number of bands of rows that are drawn concurrently, each on a core of its own if
  /// available. 1 by default; less counts as 1. Small frames are drawn in one band anyway.
  public var bands = 1
  /// The number of damaged pixels up to which a frame is drawn in one band. 32,768 by default.
  public var bandThreshold = 32_768
  /// The mode for aligning contents to whole pixels: ``ContentsAlignment/automatic`` by default.
  /// After a change the next frame is drawn whole.
  public var contentsAlignment = ContentsAlignment.automatic
  /// A colour laid over the redrawn pixels, to make them visible. Nil by default.
  public var damageTint: Color?

  /// A Boolean value indicating whether frames explain why pixels were redrawn: see
  /// ``Frame/explanation``. False by default. While it is on, each commit records all layers of the
  /// tree, and each start and end of a transaction the changed ones.
  public var explainsDamage = false

  /// A Boolean value indicating whether a frame that leaves layers out because of their numbers
  /// traps with the first of ``FrameReport/omissions``, in every build. False by default. Helps to
  /// find the change that leads to it.
  public var trapsOnOmissions = false

  /// Creates the default options.
  public init() {}
}
