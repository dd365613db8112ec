import Foundation
import Lamina
import LaminaViews

/// Something of a fixed size that is scrolled and zoomed: the wheel and drags move it, two fingers or
/// the wheel with control make it larger and smaller, and so do the keys + and -; 0 is its own size.
final class CanvasView: View {
  /// How much larger or smaller than it is the content can be shown.
  static let zooms: ClosedRange<CGFloat> = 0.0625...64

  let scrollView = ScrollView()
  private let content: View
  private let size: CGSize
  private(set) var zoom: CGFloat = 1

  /// - Parameters:
  ///   - content: what is shown. Its frame is set.
  ///   - size: its size in points.
  init(content: View, size: CGSize, background: Color) {
    self.content = content
    self.size = size
    super.init()
    backgroundColor = background
    scrollView.alwaysBounceVertical = false
    content.bounds = CGRect(origin: .zero, size: size)
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

  /// Shows the content larger or smaller, so that what is at a point of the view stays there, as far
  /// as the edges let it.
  func setZoom(_ new: CGFloat, around point: CGPoint) {
    let new = min(max(new, Self.zooms.lowerBound), Self.zooms.upperBound)
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

  /// What is smaller than the view is in its middle.
  private func placeContent() {
    let shown = CGSize(width: size.width * zoom, height: size.height * zoom)
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
    case .character("0"): setZoom(1, around: middle)
    default: return scrollView.keyDown(key, modifiers: modifiers)
    }
    return true
  }
}
