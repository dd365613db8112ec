import Foundation

/// A layer that shows a scrollable part of its content: what `CAScrollLayer` is in Core Animation.
///
/// Scrolling sets the origin of its ``Layer/bounds``; it animates as any change of them does. A new
/// scroll layer ``Layer/masksToBounds``. Nothing keeps it from scrolling past its content, whose
/// extent it does not know.
///
///     let window = ScrollLayer()
///     window.frame = CGRect(x: 0, y: 0, width: 100, height: 60)
///     window.addSublayer(content)
///     window.scroll(to: CGPoint(x: 20, y: 0))   // What is at (20, 0) is at the top left now.
open class ScrollLayer: Layer {
  /// The axes along which a scroll layer scrolls.
  public enum Mode: String, Sendable, CaseIterable {
    case none, vertically, horizontally, both
  }

  /// The axes along which ``scroll(to:)-(CGPoint)`` and ``scroll(to:)-(CGRect)`` scroll. Both by
  /// default. Not animatable.
  public final var scrollMode = Mode.both {
    willSet { requireModel("scrollMode") }
  }

  /// Creates a layer of zero size that clips its content to its bounds.
  public override init() { super.init() }

  /// Creates the copy that ``Layer/presentation()`` returns.
  public required init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? ScrollLayer { scrollMode = layer.scrollMode }
  }

  class override var initialValues: LayerValues { LayerValues(flags: .masksToBounds) }

  /// Scrolls a point to the top left corner of the visible area: along the axes of the
  /// ``scrollMode``, it becomes the origin of the ``Layer/bounds`` (rule 15.1).
  ///
  /// - Parameter point: a point in the layer's own coordinate space, in points. It is not clamped.
  /// - Precondition: both numbers are finite.
  open func scroll(to point: CGPoint) {
    checkFinite(point, "the point to scroll to")
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = point.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = point.y }
    bounds.origin = origin
  }

  /// Scrolls by the smallest amount that makes a rectangle visible: not at all along an axis on
  /// which it is already visible, and to its smallest coordinate along one on which it exceeds the
  /// bounds.
  ///
  /// - Parameter rect: a rectangle in the layer's own coordinate space, in points. A negative size
  ///   is standardised; the null rectangle does not scroll.
  /// - Precondition: all four numbers are finite, unless the rectangle is null.
  open func scroll(to rect: CGRect) {
    if rect.isNull { return }
    checkFinite(rect, "the rectangle to scroll to")
    let rect = rect.standardized
    let shown = bounds
    scroll(
      to: CGPoint(
        x: Self.origin(showing: rect.minX, rect.width, from: shown.minX, shown.width),
        y: Self.origin(showing: rect.minY, rect.height, from: shown.minY, shown.height)))
  }

  /// Returns the origin nearest to the current one at which a window of the given length shows as
  /// much as possible of an interval.
  private static func origin(
    showing start: CGFloat, _ length: CGFloat, from origin: CGFloat, _ window: CGFloat
  ) -> CGFloat {
    if length > window || start < origin { return start }
    return start + length > origin + window ? start + length - window : origin
  }
}

extension Layer {
  /// The part of the layer that its nearest enclosing ``ScrollLayer``, which may be the layer
  /// itself, shows: the bounds clipped to the scroll layer's, or all of them without one (rule
  /// 15.2).
  ///
  /// In the layer's own coordinate space, in points; `.null` if no part of it is in the scroll
  /// layer's bounds. The clipping of layers in between is ignored.
  ///
  /// - Complexity: O(depth).
  public final var visibleRect: CGRect {
    guard let scrollLayer = nearestScrollLayer else { return bounds }
    return bounds.clipped(to: convert(scrollLayer.bounds, from: scrollLayer))
  }

  /// Scrolls the nearest enclosing ``ScrollLayer``, which may be the layer itself, to a point. Does
  /// nothing without one.
  ///
  /// - Parameter point: a point in this layer's own coordinate space, in points.
  /// - Precondition: both numbers are finite, also in the scroll layer's space.
  public final func scroll(_ point: CGPoint) {
    guard let scrollLayer = nearestScrollLayer else { return }
    scrollLayer.scroll(to: convert(point, to: scrollLayer))
  }

  /// Scrolls the nearest enclosing ``ScrollLayer``, which may be the layer itself, by the smallest
  /// amount that makes a rectangle visible. Does nothing without one.
  ///
  /// - Parameter rect: a rectangle in this layer's own coordinate space, in points.
  /// - Precondition: all four numbers are finite, unless the rectangle is null.
  public final func scrollRectToVisible(_ rect: CGRect) {
    guard let scrollLayer = nearestScrollLayer, !rect.isNull else { return }
    scrollLayer.scroll(to: convert(rect, to: scrollLayer))
  }

  private final var nearestScrollLayer: ScrollLayer? {
    var layer: Layer? = self
    while let current = layer {
      if let found = current as? ScrollLayer { return found }
      layer = current.superlayer
    }
    return nil
  }
}
