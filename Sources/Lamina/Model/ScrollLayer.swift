import Foundation

/// A layer that shows a part of what it holds: what `CAScrollLayer` is in Core Animation.
///
/// Scrolling sets the origin of its ``Layer/bounds``; it animates as any change of them does.
/// A new scroll layer ``Layer/masksToBounds``. Nothing keeps it from scrolling past what it
/// holds: it does not know how large that is.
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

  /// Creates a layer of zero size that cuts off what reaches past its bounds.
  public override init() {
    super.init()
    core.pointee.values.flags.insert(.masksToBounds)
  }

  /// Creates the copy that ``Layer/presentation()`` hands out.
  public required init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? ScrollLayer { scrollMode = layer.scrollMode }
  }

  /// What a property of a new layer holds: `masksToBounds` is true, `scrollMode` is `both`.
  open override class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "masksToBounds": true
    case "scrollMode": Mode.both.rawValue
    default: super.defaultValue(forKey: key)
    }
  }

  /// Scrolls so that a point is at the top left of what is shown: it becomes the origin of the
  /// ``Layer/bounds``, along the axes of the ``scrollMode`` (semantics 15.1).
  ///
  /// - Parameter point: in the layer's own coordinate space, in points. It is not clamped.
  /// - Precondition: both numbers are finite.
  open func scroll(to point: CGPoint) {
    checkFinite(point, "the point to scroll to")
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = point.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = point.y }
    bounds.origin = origin
  }

  /// Scrolls as little as it takes to show a rectangle; along an axis on which it is shown
  /// already not at all, and where it is larger than the bounds to its smallest coordinate.
  ///
  /// - Parameter rect: in the layer's own coordinate space, in points. A negative size is
  ///   standardised; the null rectangle scrolls nowhere.
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

  /// Where a window of a length has to begin to show a stretch, nearest to where it begins now.
  private static func origin(
    showing start: CGFloat, _ length: CGFloat, from origin: CGFloat, _ window: CGFloat
  ) -> CGFloat {
    if length > window || start < origin { return start }
    return start + length > origin + window ? start + length - window : origin
  }
}

extension Layer {
  /// The part of the layer that the nearest ``ScrollLayer`` around it shows, itself included:
  /// its bounds, cut to the scroll layer's; all of them where there is none (semantics 15.2).
  ///
  /// In the layer's own coordinate space, in points; `.null` where nothing of it is in the
  /// scroll layer's bounds. Other layers in between that cut do not count.
  ///
  /// - Complexity: O(depth).
  public final var visibleRect: CGRect {
    guard let scrollLayer = nearestScrollLayer else { return bounds }
    return bounds.clipped(to: convert(scrollLayer.bounds, from: scrollLayer))
  }

  /// Has the nearest ``ScrollLayer`` around the layer, itself included, scroll to a point.
  /// Without one it does nothing.
  ///
  /// - Parameter point: in this layer's own coordinate space, in points.
  /// - Precondition: both numbers are finite, also in the scroll layer's space.
  public final func scroll(_ point: CGPoint) {
    guard let scrollLayer = nearestScrollLayer else { return }
    scrollLayer.scroll(to: convert(point, to: scrollLayer))
  }

  /// Has the nearest ``ScrollLayer`` around the layer, itself included, scroll as little as it
  /// takes to show a rectangle. Without one it does nothing.
  ///
  /// - Parameter rect: in this layer's own coordinate space, in points.
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
