/// An object that is told about the scrolling of a ``ScrollView``. Each method does nothing by
/// default.
public protocol ScrollViewDelegate: AnyObject {
  /// Tells the delegate that the content offset has changed, for any reason.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// Tells the delegate that a drag begins.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)
  /// Tells the delegate that a drag has ended. If `willDecelerate` is true, the view moves on by
  /// itself: after a fling, or back from beyond an edge.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool)
  /// Tells the delegate that the view begins to move on by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)
  /// Tells the delegate that the view has come to rest, or was caught by a touch.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
  /// Tells the delegate that the animation of ``ScrollView/setContentOffset(_:animated:)`` has
  /// ended.
  func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView)
}

extension ScrollViewDelegate {
  public func scrollViewDidScroll(_ scrollView: ScrollView) {}
  public func scrollViewWillBeginDragging(_ scrollView: ScrollView) {}
  public func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {}
  public func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) {}
  public func scrollViewDidEndDecelerating(_ scrollView: ScrollView) {}
  public func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {}
}
