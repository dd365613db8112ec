import Foundation
import Lamina

/// A rectangle with a layer of its own in a tree of views: what `UIView` is on Core Animation.
///
/// A view owns its ``layer`` and is that layer's delegate. It adds what layers leave to their
/// users: a place for layout code (``layoutSubviews()``), and geometry that changes at once,
/// because a view's own layer runs no implicit actions. Lengths are in points; x grows to the right
/// and y grows downwards.
///
/// A view is shown by a ``ViewHost``, which also brings it input, or, without input, by adding its
/// layer, or that of a view above it, to the tree of a `Renderer`. It belongs, with its subviews
/// and layers, to the isolation that created it.
open class View: LayerDelegate {
  /// The layer that shows the view. Its delegate is the view; do not change that.
  public let layer: Layer
  /// The view that holds this one, or nil.
  public internal(set) final weak var superview: View?
  /// The host that shows the view and brings it input; nil while the view is not in the tree of a
  /// host.
  public internal(set) final weak var host: ViewHost?
  /// A Boolean value indicating whether touches, the wheel and gestures reach the view and its
  /// subviews. True by default.
  public final var isUserInteractionEnabled = true
  var children: [View] = []
  var updateLinks: [UpdateLink] = []
  var recognizers: [GestureRecognizer] = []

  /// True if ``layoutSubviews()`` was requested since it last ran.
  private var isLayoutRequested = true
  /// The size for which ``layoutSubviews()`` last ran; nil before the first time.
  private var laidOutSize: CGSize?

  /// Creates a view.
  ///
  /// - Parameter frame: the frame in the superview's coordinate space, in points.
  /// - Precondition: all four numbers are finite.
  public init(frame: CGRect = .zero) {
    layer = Self.makeLayer()
    layer.delegate = self
    layer.frame = frame
    layer.setNeedsLayout()
  }

  /// Returns the layer for a new view. Override it to give a class of views another kind of layer:
  /// the counterpart of UIKit's `layerClass`.
  open class func makeLayer() -> Layer { Layer() }

  // MARK: - Geometry

  /// The view's rectangle in its superview's coordinate space, in points.
  ///
  /// A change of size leads to ``layoutSubviews()``, a change of position does not.
  ///
  /// - Precondition: all four numbers are finite.
  public final var frame: CGRect {
    get { layer.frame }
    set { layer.frame = newValue }
  }

  /// The view's rectangle in its own coordinate space, in points.
  ///
  /// - Precondition: all four numbers are finite.
  public final var bounds: CGRect {
    get { layer.bounds }
    set { layer.bounds = newValue }
  }

  /// The middle of the view's frame, or the layer's anchor point if that is elsewhere, in the
  /// superview's coordinate space, in points.
  ///
  /// - Precondition: both numbers are finite.
  public final var center: CGPoint {
    get { layer.position }
    set { layer.position = newValue }
  }

  /// The transform of the view around its ``center``. The identity by default. With any other,
  /// ``frame`` is the bounding box of the transformed view.
  ///
  /// - Precondition: all six numbers are finite.
  public final var transform: Transform2D {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The number of device pixels per point in the view's drawing; the same as the layer's
  /// `contentsScale`. 1 by default. A ``ViewHost`` sets it to its scale; elsewhere, set it to that
  /// of the renderer.
  ///
  /// - Precondition: finite, and greater than 0.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  /// The way the view's frame follows the size of its superview's bounds: see the layer's property
  /// of this name. Not at all by default.
  public final var autoresizingMask: AutoresizingMask {
    get { layer.autoresizingMask }
    set { layer.autoresizingMask = newValue }
  }

  // MARK: - Appearance

  /// The opacity of the view with all its subviews, from 0 to 1. 1 by default. Below 0.01, hit
  /// testing ignores the view.
  public final var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = .init(newValue) }
  }

  /// A Boolean value indicating whether subviews are clipped to the bounds. False by default.
  public final var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// A Boolean value indicating whether the view and its subviews are hidden. False by default.
  public final var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// The background colour. Nil, none, by default.
  public final var backgroundColor: Color? {
    get { layer.backgroundColor }
    set { layer.backgroundColor = newValue }
  }

  // MARK: - Layout

  /// Requests a call of ``layoutSubviews()`` before the next frame.
  public final func setNeedsLayout() {
    isLayoutRequested = true
    layer.setNeedsLayout()
  }

  /// Runs the pending layout of this view, the views below it, and those above it that changed,
  /// immediately.
  public final func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Lays out the view's content. The default does nothing; override it.
  ///
  /// Called before the first frame of a live tree that contains the view, after a change of the
  /// size of its bounds, after a change of its subviews, and after ``setNeedsLayout()``. A change
  /// of position alone, of the view or of its bounds, does not call it.
  open func layoutSubviews() {}

  /// Lays out the layer. Called before a frame whenever the layer's size or sublayers have changed,
  /// or layout was requested.
  ///
  /// The default runs ``layoutSubviews()`` if that is due. Override it to take part in every layout
  /// pass, and call `super`.
  @discardableResult
  open func layoutSublayers(of layer: Layer) -> Bool {
    let size = bounds.size
    if isLayoutRequested || laidOutSize != size {
      isLayoutRequested = false
      laidOutSize = size
      layoutSubviews()
    }
    return true
  }

  /// Returns the size that fits the view's content best into a size in points. The default returns
  /// the size of the bounds; override it.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Resizes the bounds to the size that fits the view's content best.
  public final func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

  // MARK: - Hit testing

  /// Returns the deepest view at a point of this view's coordinate space, this one included; nil if
  /// there is none.
  ///
  /// Of overlapping subviews, the frontmost is hit. Hidden views, views with an opacity below 0.01,
  /// views whose ``isUserInteractionEnabled`` is false, and subviews outside of their superview's
  /// ``point(inside:)`` are not hit.
  open func hitTest(_ point: CGPoint) -> View? {
    guard !isHidden, isUserInteractionEnabled, layer.opacity >= 0.01, self.point(inside: point)
    else { return nil }
    for view in children.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self)) { return hit }
    }
    return self
  }

  /// Returns a Boolean value indicating whether a point of this view's coordinate space is in the
  /// view. The default tests the bounds: their near edges are inside, their far edges are not.
  open func point(inside point: CGPoint) -> Bool { layer.contains(point) }

  // MARK: - Superview

  /// Tells the view that its ``superview`` has changed, or its place among the subviews. The default
  /// does nothing; override it.
  open func didMoveToSuperview() {}

  // MARK: - Input

  /// Handles touches that have come down on the view. The default passes them to the superview, as
  /// the next three methods do; override all four to handle touches.
  ///
  /// All events of a touch go to the view that it came down on.
  open func touchesBegan(_ touches: [Touch]) { superview?.touchesBegan(touches) }
  /// Handles touches that have moved.
  open func touchesMoved(_ touches: [Touch]) { superview?.touchesMoved(touches) }
  /// Handles touches that were lifted.
  open func touchesEnded(_ touches: [Touch]) { superview?.touchesEnded(touches) }
  /// Handles touches that no longer belong to the view: a gesture was recognized, or the window
  /// took them away.
  open func touchesCancelled(_ touches: [Touch]) { superview?.touchesCancelled(touches) }

  /// Handles a turn of the wheel, or a movement of two fingers on a trackpad, over the view.
  ///
  /// - Parameters:
  ///   - translation: the distance that the content under the pointer is to move, in points.
  ///   - point: the location of the pointer, in the view's coordinate space.
  /// - Returns: true if the view handled it; otherwise the superview is asked. The default does
  ///   nothing and returns false.
  open func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool { false }

  /// Handles a key press or its repetition.
  ///
  /// - Returns: true if the view handled it; otherwise the superview is asked. The default does
  ///   nothing and returns false.
  open func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool { false }
  /// Handles a key release. Returns true if the view handled it, as ``keyDown(_:modifiers:)`` does.
  open func keyUp(_ key: Key, modifiers: KeyModifiers) -> Bool { false }

  /// Tells the view that it has entered or left the tree of a host: ``host`` has changed. The
  /// default does nothing.
  ///
  /// Called for a view before its subviews.
  open func didMoveToHost() {}

  // MARK: - Layer delegate

  /// Returns an action that does nothing: a view's own layer changes at once. Override it to
  /// animate.
  open func action(for layer: Layer, forKey key: String) -> (any Action)? { NoAction() }
  /// Provides the layer's contents. The default leaves it to ``draw(_:in:)``.
  open func display(_ layer: Layer) -> Bool { false }
  /// Prepares for ``draw(_:in:)``, before which it is called. The default does nothing.
  open func layerWillDraw(_ layer: Layer) {}
  /// Draws the layer's contents, in points of the view's coordinate space, and returns true. The
  /// default draws nothing and returns false.
  open func draw(_ layer: Layer, in context: DrawingContext) -> Bool { false }
}
