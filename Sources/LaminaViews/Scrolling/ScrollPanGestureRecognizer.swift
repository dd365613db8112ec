import Foundation

/// The pan recognizer of a scroll view. It also reports touches that do not pan.
final class ScrollPanGestureRecognizer: PanGestureRecognizer {
  private var scrollView: ScrollView? { view as? ScrollView }
  /// True if the touches caught a scroll view that was moving.
  private var hasCaught = false

  /// The hysteresis: none after catching a moving view, which follows the finger at once.
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
