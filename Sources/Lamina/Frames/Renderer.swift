import Foundation

/// Holds the root of a layer tree, makes it live, and draws frames of it at times that you give.
/// The counterpart of `CARenderer` in Core Animation.
///
///     let renderer = try Renderer(size: CGSize(width: 320, height: 200))
///     renderer.layer.addSublayer(dot)
///     let frame = try renderer.render(at: 0)
///
/// It does not read a clock: time is an argument, in seconds, on any clock you like. Time may stand
/// still, jump, and run backwards. Rendering commits the thread's implicit transaction, so earlier
/// changes are visible. A renderer belongs, with its tree, to one isolation.
public final class Renderer {
  /// The root of the tree. Its superlayer's coordinate space has its origin at the top left of the
  /// frame, and one unit is ``scale`` pixels.
  public var layer: Layer {
    get { layerTree.root! }
    set { layerTree.setRoot(newValue) }
  }

  /// The frame's width in pixels.
  public var width: Int { compositor.width }
  /// The frame's height in pixels.
  public var height: Int { compositor.height }
  /// Device pixels per point.
  public var scale: CGFloat { compositor.scale }

  /// The options for drawing frames.
  public var options: RenderOptions {
    get { compositor.options }
    set {
      compositor.options = newValue
      guard newValue.explainsDamage != (layerTree.changeObserver != nil) else { return }
      layerTree.changeObserver = newValue.explainsDamage ? layerTree.makeChangeObserver() : nil
      lacksRecord = newValue.explainsDamage
      layerTree.isIdle = false
    }
  }

  let layerTree = LayerTree()
  private var compositor: Compositor
  /// The largest sizes that the operations of the last frame worked on.
  var drawnExtent: Executor.DrawnExtent { compositor.drawnExtent }
  private var tree: RenderTree?
  /// True if ``tree`` was published before change recording was enabled.
  private var lacksRecord = false
  /// True if no frame has been drawn since the size changed.
  private var isResized = false

  /// Creates a renderer with a root layer that fills the frame.
  ///
  /// - Parameters:
  ///   - size: the frame's size in points. Width and height times `scale`, rounded up, must be
  ///     1...``Bitmap/maximumSideLength`` pixels.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``.
  public convenience init(size: CGSize, scale: CGFloat = 1) throws(RenderError) {
    let root = Layer()
    try self.init(layer: root, size: size, scale: scale)
    root.frame = CGRect(origin: .zero, size: size)
  }

  /// Creates a renderer for a tree, with a frame of a size in points.
  ///
  /// - Parameters:
  ///   - layer: the root, which must not be in another tree. Its frame does not change.
  ///   - size: the frame's size in points. Width and height times `scale`, rounded up, must be
  ///     1...``Bitmap/maximumSideLength`` pixels.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``.
  public convenience init(layer: Layer, size: CGSize, scale: CGFloat = 1) throws(RenderError) {
    func pixels(_ points: CGFloat) -> Int {
      let pixels = (points * scale).rounded(.up)
      return pixels.isFinite && abs(pixels) < 1e9 ? Int(pixels) : -1
    }
    try self.init(
      layer: layer, width: pixels(size.width), height: pixels(size.height), scale: scale)
  }

  /// Creates a renderer for a tree, with a frame of a size in pixels.
  ///
  /// - Parameters:
  ///   - layer: the root, which must not be in another tree. Its frame does not change.
  ///   - width: the frame's width in pixels, 1...``Bitmap/maximumSideLength``.
  ///   - height: the frame's height in pixels, likewise.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``.
  public convenience init(layer: Layer, width: Int, height: Int, scale: CGFloat = 1)
    throws(RenderError)
  {
    self.init(
      layer: layer, compositor: try Compositor(width: width, height: height, scale: scale))
  }

  /// Creates a renderer that draws with a given compositor, for example into your own memory.
  ///
  /// - Precondition: `layer` has no superlayer and is not the root of another renderer.
  public init(layer: Layer, compositor: Compositor) {
    self.compositor = compositor
    layerTree.setRoot(layer)
    noteViewport()
  }

  deinit { layerTree.close() }

  /// Changes the size and scale of the frames, for example when a window is resized.
  ///
  /// The tree stays live: animations continue, and uncommitted changes stay uncommitted. The root
  /// layer's frame does not change. The next frame is drawn whole, into memory of the renderer's
  /// own, even if the compositor drew into yours. Earlier frames keep their contents.
  ///
  /// - Parameters:
  ///   - width: the frame's width in pixels, 1...``Bitmap/maximumSideLength``.
  ///   - height: the frame's height in pixels, likewise.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``, leaving the renderer unchanged.
  public func resize(width: Int, height: Int, scale: CGFloat) throws(RenderError) {
    let options = compositor.options
    // A compositor that is also held elsewhere keeps its memory.
    if isKnownUniquelyReferenced(&compositor) {
      compositor = try Compositor(
        width: width, height: height, scale: scale, replacing: compositor)
    } else {
      compositor = try Compositor(width: width, height: height, scale: scale)
    }
    compositor.options = options
    isResized = true
    noteViewport()
  }

  /// Informs the tree of the size and scale at which it is drawn.
  private func noteViewport() {
    let scale = compositor.scale
    layerTree.viewport = (
      CGSize(width: CGFloat(compositor.width) / scale, height: CGFloat(compositor.height) / scale),
      scale
    )
    layerTree.isIdle = false
  }

  /// Publishes the tree as a value, to be drawn by a ``Compositor`` anywhere.
  ///
  /// Commits the implicit transaction, runs layout and display, and lets animations that were added
  /// begin at `time`. Completion blocks and animation delegates are called here. Within an explicit
  /// transaction, and in a layer's layout or drawing, nothing is committed, and the last tree is
  /// returned.
  ///
  /// - Parameter time: seconds.
  /// - Precondition: `time` is finite.
  /// - Complexity: O(changed layers); O(1) if nothing changed.
  @discardableResult
  public func commit(at time: Double) -> RenderTree {
    require(time.isFinite, "the time of a commit must be finite, not \(time) s")
    if layerTree.isIdle, TransactionStack.isIdle, let tree {
      layerTree.time = time
      return tree
    }
    let stack = TransactionStack.current
    if !stack.explicit.isEmpty || stack.isLayingOut, let tree {
      stack.openIfNeeded()
      return tree
    }
    layerTree.time = time
    let wasEmpty = tree == nil
    if layerTree.commit(at: time) || wasEmpty || lacksRecord {
      lacksRecord = false
      tree = RenderTree(
        storage: RenderTreeStorage(
          pages: layerTree.rope.makePages(), layout: layerTree.rope.layout,
          spaceLimit: layerTree.rope.spaceLimit, layerCount: layerTree.rope.count, time: time,
          depthMotion: layerTree.depthMotion(),
          record: layerTree.changeObserver?.makeRecord(of: layerTree))
      )
      layerTree.publishedTree = tree?.storage
    }
    layerTree.noteIdleness()
    // Changes made by blocks and delegates belong to the next commit.
    stack.deliverEvents()
    return tree!
  }

  /// Commits, and draws the tree as it is at `time`.
  ///
  /// - Parameter time: seconds.
  /// - Throws: ``RenderError/invalidTime(_:)``, and ``RenderError/undrawnLayer(_:)`` as long as a
  ///   layer cannot draw its contents.
  /// - Complexity: grows with the visible changes since the last frame.
  public func render(at time: Double) throws(RenderError) -> Frame {
    let tree = try drawableTree(at: time)
    isResized = false
    return try compositor.render(tree, at: time)
  }

  /// Commits, and returns a tree whose layers have all drawn their contents.
  ///
  /// - Throws: as ``render(at:)`` does before it draws.
  @inline(__always)
  func drawableTree(at time: Double) throws(RenderError) -> RenderTree {
    guard time.isFinite else { throw .invalidTime(time) }
    let tree = commit(at: time)
    if !layerTree.isIdle, let error = layerTree.drawingError {
      throw .undrawnLayer(error)
    }
    return tree
  }

  /// Commits, and waits until all visible tiles of the tree's ``TiledLayer``s are drawn and
  /// committed. They appear at once, without fading in. Does nothing within an explicit
  /// transaction.
  ///
  /// - Parameter time: seconds.
  /// - Precondition: `time` is finite.
  public func finishTiles(at time: Double) {
    layerTree.tilesComeAtOnce = true
    defer { layerTree.tilesComeAtOnce = false }
    var last: [ObjectIdentifier] = []
    while true {
      commit(at: time)
      let work = layerTree.tileWork
      let names = work.map { ObjectIdentifier($0) }
      if names.isEmpty || names == last { return }
      last = names
      for tile in work { tile.finish() }
    }
  }

  /// Returns the time at which a frame may next differ from the one at `time`, judging by
  /// animations and uncommitted changes. A value that a discrete animation holds is at rest until
  /// the next step, unless the animation is in a group, has a timing function, or autoreverses.
  public func nextFrameTime(after time: Double) -> NextFrameTime {
    if isResized || !layerTree.isClean || layerTree.hasTileWork
      || TransactionStack.current.awaitsTurn
    {
      return .now
    }
    guard let next = layerTree.animations.nextChange(after: time) else { return .never }
    return next <= time ? .now : .at(next)
  }

  /// A Boolean value indicating whether a commit would have anything to publish or to report.
  package var hasPendingChanges: Bool {
    !layerTree.isClean || layerTree.animations.isWaiting || TransactionStack.current.awaitsTurn
  }

  /// The tree published by the last commit.
  package var publishedTree: RenderTree? { tree }

  /// Discards the last frame, so that the next one is drawn whole.
  public func invalidate() { compositor.invalidate() }
}

/// The time at which the next frame has to be drawn.
public enum NextFrameTime: Sendable, Equatable {
  /// Something is changing, or is waiting to be committed.
  case now
  /// Nothing changes before this time, in seconds.
  case at(Double)
  /// Nothing changes until something is modified.
  case never

  /// Returns the time at which to draw a frame if that cannot be before `earliest`, in seconds; nil
  /// if none is due.
  public func time(notBefore earliest: Double) -> Double? {
    switch self {
    case .now: earliest
    case .at(let time): max(time, earliest)
    case .never: nil
    }
  }
}
