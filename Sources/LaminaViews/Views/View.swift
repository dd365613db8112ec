import Foundation
import Lamina

/// A rectangle with a layer of its own in a tree of views: what `UIView` is on Core Animation.
///
/// A view owns its ``layer`` and is that layer's delegate. It adds what layers leave to their
/// users: a place for layout code (``layoutSubviews()``), and geometry that changes at once,
/// because a view's own layer runs no implicit actions. Lengths are in points; x grows to the
/// right and y grows downwards.
///
/// A view is put on show by a ``ViewHost``, which also brings it input; or, as a picture alone, by
/// adding its layer, or that of a view above it, to the tree of a `Renderer`. It belongs, with its
/// subviews and layers, to the isolation that made it.
open class View: LayerDelegate {
  /// The layer that shows the view. Its delegate is the view; leave that as it is.
  public let layer: Layer
  /// The view that holds this one, or nil.
  public internal(set) final weak var superview: View?
  /// What shows the view and brings it input; nil while the view is in no tree that is shown so.
  public internal(set) final weak var host: ViewHost?
  /// Whether the view and its subviews are hit by touches, the wheel and gestures. True by default.
  public final var isUserInteractionEnabled = true
  var children: [View] = []
  var updateLinks: [UpdateLink] = []
  var recognizers: [GestureRecognizer] = []

  /// Whether ``layoutSubviews()`` was asked for since it last ran.
  private var isLayoutRequested = true
  /// The size for which ``layoutSubviews()`` last ran; nil before the first time.
  private var laidOutSize: CGSize?

  /// Creates a view.
  ///
  /// - Parameter frame: in the coordinate space of the superview, in points.
  /// - Precondition: all four numbers are finite.
  public init(frame: CGRect = .zero) {
    layer = Self.makeLayer()
    layer.delegate = self
    layer.frame = frame
    layer.setNeedsLayout()
  }

  /// Makes the layer of a new view. Override it to give a class of views another kind of layer;
  /// what `layerClass` is in UIKit.
  open class func makeLayer() -> Layer { Layer() }

  // MARK: - Geometry

  /// The view's rectangle in its superview's coordinate space, in points.
  ///
  /// Another size leads to ``layoutSubviews()``, another position does not.
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

  /// Device pixels per point in what the view draws; the same as the layer's `contentsScale`.
  /// 1 by default. A ``ViewHost`` sets it to its scale; elsewhere, set it to that of the renderer.
  ///
  /// - Precondition: finite, and greater than 0.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  /// How the view's frame follows the size of its superview's bounds: see the layer's property of
  /// this name. Not at all by default.
  public final var autoresizingMask: AutoresizingMask {
    get { layer.autoresizingMask }
    set { layer.autoresizingMask = newValue }
  }

  // MARK: - Looks

  /// The opacity of the view with all its subviews, from 0 to 1. 1 by default. Below 0.01, the view
  /// is not hit.
  public final var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = .init(newValue) }
  }

  /// Whether subviews are cut off at the bounds. False by default.
  public final var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// Whether the view and its subviews are left out of the picture. False by default.
  public final var isHidden: Bool {
    get { layer.isHidden }
    set { layer.isHidden = newValue }
  }

  /// The colour behind everything in the view. Nil, none, by default.
  public final var backgroundColor: Color? {
    get { layer.backgroundColor }
    set { layer.backgroundColor = newValue }
  }

  // MARK: - Layout

  /// Asks for ``layoutSubviews()`` before the next frame.
  public final func setNeedsLayout() {
    isLayoutRequested = true
    layer.setNeedsLayout()
  }

  /// Runs at once the layout that this view, the views below it, and those above it that
  /// changed are waiting for.
  public final func layoutIfNeeded() { layer.layoutIfNeeded() }

  /// Places what the view shows. The default does nothing; override it.
  ///
  /// Called before the first frame of a live tree that the view is in, when the size of its
  /// bounds has changed since, after its subviews changed, and after ``setNeedsLayout()``.
  /// Another position alone, of the view or of its bounds, does not call it.
  open func layoutSubviews() {}

  /// Called when the layer is laid out: before a frame whenever something about the layer's
  /// size or sublayers changed or layout was asked for.
  ///
  /// The default runs ``layoutSubviews()`` where that is due. Override it to take part in
  /// every turn of layout, and call `super`.
  open func layoutSublayers(of layer: Layer) -> Bool {
    let size = bounds.size
    if isLayoutRequested || laidOutSize != size {
      isLayoutRequested = false
      laidOutSize = size
      layoutSubviews()
    }
    return true
  }

  // MARK: - Hit testing

  /// The deepest view at a point of this view's coordinate space, this one included; nil where
  /// nothing is hit.
  ///
  /// Of overlapping subviews the frontmost is hit. Hidden views, those less than 0.01 opaque,
  /// those that are not ``isUserInteractionEnabled``, and subviews outside of their superview's
  /// ``point(inside:)`` are not hit.
  open func hitTest(_ point: CGPoint) -> View? {
    guard !isHidden, isUserInteractionEnabled, layer.opacity >= 0.01, self.point(inside: point)
    else { return nil }
    for view in children.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self)) { return hit }
    }
    return self
  }

  /// Whether a point of this view's coordinate space is in the view. The default says whether it
  /// is in the bounds: the near edges are, the far edges are not.
  open func point(inside point: CGPoint) -> Bool { layer.contains(point) }

  // MARK: - Input

  /// Touches have come down on the view. The default passes them to the superview, as those of
  /// the next three do; override all four to take touches.
  ///
  /// All events of a touch go to the view that it came down on.
  open func touchesBegan(_ touches: [Touch]) { superview?.touchesBegan(touches) }
  /// Touches have moved.
  open func touchesMoved(_ touches: [Touch]) { superview?.touchesMoved(touches) }
  /// Touches were lifted.
  open func touchesEnded(_ touches: [Touch]) { superview?.touchesEnded(touches) }
  /// Touches are not the view's any more: a gesture was recognized, or the window took them.
  open func touchesCancelled(_ touches: [Touch]) { superview?.touchesCancelled(touches) }

  /// The wheel was turned, or two fingers moved on a trackpad, over the view.
  ///
  /// - Parameters:
  ///   - translation: how far what is under the pointer is to move, in points.
  ///   - point: where the pointer is, in the view's coordinate space.
  /// - Returns: whether the view did something; the superview is asked otherwise. The default
  ///   does nothing.
  open func scrollWheel(_ translation: CGPoint, at point: CGPoint) -> Bool { false }

  /// A key was pressed, or repeats.
  ///
  /// - Returns: whether the view did something; the superview is asked otherwise. The default
  ///   does nothing.
  open func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool { false }
  /// A key was released. Returns what ``keyDown(_:modifiers:)`` does.
  open func keyUp(_ key: Key, modifiers: KeyModifiers) -> Bool { false }

  /// The view has come into the tree of a host, or left it: ``host`` has changed. The default
  /// does nothing.
  ///
  /// Called for a view before its subviews.
  open func didMoveToHost() {}

  // MARK: - The layer's other questions

  /// No action: a view's own layer changes at once. Override it to animate.
  open func action(for layer: Layer, forKey key: String) -> (any Action)? { NoAction() }
  /// Called to give the layer contents; the default leaves it to ``draw(_:in:)``.
  open func display(_ layer: Layer) -> Bool { false }
  /// Called before ``draw(_:in:)``. The default does nothing.
  open func layerWillDraw(_ layer: Layer) {}
  /// Draws the layer's contents, in points of the view's coordinate space, and returns true;
  /// the default draws nothing and returns false.
  open func draw(_ layer: Layer, in context: DrawingContext) -> Bool { false }
}
