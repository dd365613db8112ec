import Foundation

/// Holds the root of a layer tree, makes it live, and draws frames of it at times that you
/// give. What `CARenderer` is in Core Animation.
///
///     let renderer = try Renderer(width: 320, height: 200)
///     renderer.layer.addSublayer(dot)
///     let frame = try renderer.render(at: 0)
///
/// No clock is read: time is an argument, in seconds, on any clock you like. It may stand
/// still, jump, and run backwards. Rendering commits the implicit transaction of the thread,
/// so what was changed before is seen. It belongs, with its tree, to one isolation.
public final class Renderer {
  /// The root of the tree. Its superlayer's coordinate space has (0, 0) at the top left of the
  /// frame, and one unit is ``scale`` pixels.
  public var layer: Layer {
    get { host.root! }
    set { host.setRoot(newValue) }
  }

  /// The frame's width in pixels.
  public var width: Int { compositor.width }
  /// The frame's height in pixels.
  public var height: Int { compositor.height }
  /// Device pixels per point.
  public var scale: CGFloat { compositor.scale }

  /// Switches for how frames are drawn.
  public var options: RenderOptions {
    get { compositor.options }
    set {
      compositor.options = newValue
      guard newValue.explainsDamage != (host.recorder != nil) else { return }
      host.recorder = newValue.explainsDamage ? ChangeRecorder() : nil
      lacksNotes = newValue.explainsDamage
      host.state.pointee.isIdle = false
    }
  }

  let host = TreeHost()
  private var compositor: Compositor
  private var tree: RenderTree?
  /// Whether ``tree`` was published before changes were recorded.
  private var lacksNotes = false
  /// Whether no frame was drawn since the size changed.
  private var isResized = false

  /// Creates a renderer with a root layer that fills the frame.
  ///
  /// - Parameters:
  ///   - width: points; times `scale`, rounded up, it must be 1...``Bitmap/maximumSideLength``
  ///     pixels.
  ///   - height: points, likewise.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``.
  public convenience init(width: CGFloat, height: CGFloat, scale: CGFloat = 1)
    throws(RenderError)
  {
    let root = Layer()
    func pixels(_ points: CGFloat) -> Int {
      let pixels = (points * scale).rounded(.up)
      return pixels.isFinite && abs(pixels) < 1e9 ? Int(pixels) : -1
    }
    let compositor = try Compositor(
      width: pixels(width), height: pixels(height), scale: scale)
    root.frame = CGRect(x: 0, y: 0, width: width, height: height)
    self.init(layer: root, compositor: compositor)
  }

  /// Creates a renderer for a tree.
  ///
  /// - Parameters:
  ///   - layer: the root; not in another tree. Its frame is left as it is.
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

  /// Creates a renderer that draws with a compositor of yours, for example into your memory.
  ///
  /// - Precondition: `layer` has no superlayer and is not the root of another renderer.
  public init(layer: Layer, compositor: Compositor) {
    self.compositor = compositor
    host.setRoot(layer)
    noteViewport()
  }

  deinit { host.close() }

  /// Gives the frames another size or scale, for example when a window is resized.
  ///
  /// The tree stays live: animations run on, and what was changed is still to be committed. The
  /// root layer's frame is left as it is. The next frame is drawn whole, into memory of the
  /// renderer's own, also where the compositor was one with memory of yours. Frames that were drawn
  /// before stay as they are.
  ///
  /// - Parameters:
  ///   - width: the frame's width in pixels, 1...``Bitmap/maximumSideLength``.
  ///   - height: the frame's height in pixels, likewise.
  ///   - scale: device pixels per point.
  /// - Throws: ``RenderError``; nothing has changed then.
  public func resize(width: Int, height: Int, scale: CGFloat) throws(RenderError) {
    let options = compositor.options
    // One that somebody else holds, too, keeps its memory.
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

  /// Tells the tree for which frame it is drawn.
  private func noteViewport() {
    let scale = compositor.scale
    host.viewport = (
      CGSize(width: CGFloat(compositor.width) / scale, height: CGFloat(compositor.height) / scale),
      scale
    )
    host.state.pointee.isIdle = false
  }

  /// Publishes the tree as a value, to be drawn by a ``Compositor`` anywhere.
  ///
  /// Commits the implicit transaction, runs layout and display, and lets animations that were
  /// added begin at `time`. Completion blocks and animation delegates are called here. Within
  /// an explicit transaction, and in a layer's layout or drawing, nothing is committed, and the
  /// tree is the last one.
  ///
  /// - Parameter time: seconds.
  /// - Precondition: `time` is finite.
  /// - Complexity: O(changed layers); O(1) where nothing changed.
  @discardableResult
  public func commit(at time: Double) -> RenderTree {
    require(time.isFinite, "a commit at a time of \(time) s: it must be finite")
    let hot = TransactionStack.currentHot
    if host.state.pointee.isIdle, !hot.pointee.isOpen, !hot.pointee.hasEvents, let tree {
      host.state.pointee.time = time
      return tree
    }
    let stack = TransactionStack.current
    if !stack.explicit.isEmpty || stack.isPublishing, let tree {
      stack.openIfNeeded()
      return tree
    }
    host.state.pointee.time = time
    let wasEmpty = tree == nil
    if host.commit(at: time) || wasEmpty || lacksNotes {
      lacksNotes = false
      tree = RenderTree(
        storage: RenderTreeStorage(
          pages: host.rope.publish(), layout: host.rope.layout,
          spaceLimit: host.rope.spaceLimit, layerCount: host.rope.count, time: time,
          depthMotion: host.depthMotion(), notes: host.recorder?.makeNotes(of: host)))
      host.publishedTree = tree?.storage
    }
    host.noteIdleness()
    // What blocks and delegates change belongs to the next commit.
    stack.deliverEvents()
    return tree!
  }

  /// Commits, and draws what the tree shows at `time`.
  ///
  /// - Parameter time: seconds.
  /// - Throws: ``RenderError/invalidTime(_:)``, and ``RenderError/undrawnLayer(_:)`` as long as
  ///   a layer cannot draw its contents.
  /// - Complexity: follows what changed since the last frame and is seen.
  public func render(at time: Double) throws(RenderError) -> Frame {
    guard time.isFinite else { throw .invalidTime(time) }
    let tree = commit(at: time)
    if !host.state.pointee.isIdle, let error = host.drawingError { throw .undrawnLayer(error) }
    isResized = false
    return try compositor.render(tree, at: time)
  }

  /// Commits, and waits until all tiles that are seen of the tree's ``TiledLayer``s are drawn and
  /// committed. They are shown at once, and do not fade in. Does nothing within an explicit
  /// transaction.
  ///
  /// - Parameter time: seconds.
  /// - Precondition: `time` is finite.
  public func finishTiles(at time: Double) {
    host.tilesComeAtOnce = true
    defer { host.tilesComeAtOnce = false }
    var last: [ObjectIdentifier] = []
    while true {
      commit(at: time)
      let work = host.tileWork
      let names = work.map { ObjectIdentifier($0) }
      if names.isEmpty || names == last { return }
      last = names
      for tile in work { tile.finish() }
    }
  }

  /// When a frame would next look different from the one at `time`, as far as animations and
  /// uncommitted changes tell. Values that a discrete animation holds are at rest until its next
  /// step, unless they are in a group, shaped by a timing function, or run back.
  public func nextFrameTime(after time: Double) -> NextFrameTime {
    if isResized || !host.isClean || host.hasTileWork || TransactionStack.current.awaitsTurn {
      return .now
    }
    guard let next = host.animations.nextChange(after: time) else { return .never }
    return next <= time ? .now : .at(next)
  }

  /// Whether a commit would find something to publish or to tell.
  package var hasPendingChanges: Bool {
    !host.isClean || host.animations.isWaiting || TransactionStack.current.awaitsTurn
  }

  /// What the last commit published.
  package var publishedTree: RenderTree? { tree }

  /// Forgets the last frame: the next one is drawn whole.
  public func invalidate() { compositor.invalidate() }
}

/// When something is next to be drawn.
public enum NextFrameTime: Sendable, Equatable {
  /// Something is changing, or waits to be committed.
  case now
  /// Nothing changes before this time, in seconds.
  case at(Double)
  /// Nothing will change until somebody changes it.
  case never
}
