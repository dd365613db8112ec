import Foundation

/// The pan of a scroll view: it tells of touches that have come down, also of those that do not pan.
final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  private var scrollView: ScrollView? { view as? ScrollView }
  /// Whether the touches caught a scroll view that was moving.
  private var hasCaught = false

  /// What moves follows the finger at once.
  override var presentHysteresis: CGFloat { hasCaught ? 0 : hysteresis }

  override func touchesBegan(_ touches: [Touch]) {
    if self.touches.count == touches.count { hasCaught = scrollView?.touchDidCome() ?? false }
    super.touchesBegan(touches)
  }

  override func shouldBegin() -> Bool { scrollView?.canScroll(along: travel) ?? false }

  override func reset() {
    super.reset()
    hasCaught = false
    scrollView?.touchesDidGo()
  }
}
