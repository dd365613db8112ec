import ExampleScenes
import Foundation
import Lamina
import LaminaViews

/// A view that scrolls and zooms content of a fixed size. The wheel and drags scroll it; a pinch,
/// the wheel with control, and the keys + and - zoom it; the key 0 restores the initial zoom.
final class CanvasView: View {
  let scrollView = ScrollView()
  private let content: View
  private let canvas: Example.Canvas
  private(set) var zoom: CGFloat

  /// - Parameters:
  ///   - content: the view that is shown. Its bounds, anchor point, position and transform are set.
  ///   - canvas: the size of the content in points, and its zoom levels.
  init(content: View, canvas: Example.Canvas, background: Color) {
    self.content = content
    self.canvas = canvas
    zoom = canvas.zoom
    super.init()
    backgroundColor = background
    scrollView.alwaysBounceVertical = false
    content.bounds = CGRect(origin: .zero, size: canvas.size)
    content.layer.anchorPoint = .zero
    scrollView.addSubview(content)
    addSubview(scrollView)
    let pinch = PinchGestureRecognizer()
    pinch.addAction { [unowned self] pinch in
      setZoom(zoom * pinch.scale, around: pinch.location(in: self))
      pinch.scale = 1
    }
    addGestureRecognizer(pinch)
  }

  /// Zooms the content so that the point of it under a point of the view stays there, as far as the
  /// edges allow.
  func setZoom(_ new: CGFloat, around point: CGPoint) {
    let new = min(max(new, canvas.zooms.lowerBound), canvas.zooms.upperBound)
    guard new != zoom else { return }
    let place = convert(point, to: content)
    zoom = new
    placeContent()
    let moved = convert(place, from: content)
    let wanted = CGPoint(
      x: scrollView.contentOffset.x + moved.x - point.x,
      y: scrollView.contentOffset.y + moved.y - point.y)
    let (least, most) = (scrollView.minimumContentOffset, scrollView.maximumContentOffset)
    scrollView.contentOffset = CGPoint(
      x: min(max(wanted.x, least.x), most.x), y: min(max(wanted.y, least.y), most.y))
  }

  /// Scales the content, and centres it along an axis where it is smaller than the view.
  private func placeContent() {
    let shown = CGSize(width: canvas.size.width * zoom, height: canvas.size.height * zoom)
    content.layer.setAffineTransform(Transform2D(scaleX: zoom, y: zoom))
    content.layer.position = CGPoint(
      x: max(0, (bounds.width - shown.width) / 2), y: max(0, (bounds.height - shown.height) / 2))
    scrollView.contentSize = CGSize(
      width: max(shown.width, bounds.width), height: max(shown.height, bounds.height))
  }

  override func layoutSubviews() {
    scrollView.frame = bounds
    placeContent()
  }

  override func keyDown(_ key: Key, modifiers: KeyModifiers) -> Bool {
    let middle = CGPoint(x: bounds.midX, y: bounds.midY)
    switch key {
    case .plus, .character("="): setZoom(zoom * 1.25, around: middle)
    case .minus: setZoom(zoom / 1.25, around: middle)
    case .character("0"): setZoom(canvas.zoom, around: middle)
    default: return scrollView.keyDown(key, modifiers: modifiers)
    }
    return true
  }
}
