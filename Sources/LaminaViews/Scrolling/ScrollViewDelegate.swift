/// Who is told what a ``ScrollView`` does. Each method does nothing by default.
public protocol ScrollViewDelegate: AnyObject {
  /// The content offset has changed, for whatever reason.
  func scrollViewDidScroll(_ scrollView: ScrollView)
  /// Somebody begins to drag.
  func scrollViewWillBeginDragging(_ scrollView: ScrollView)
  /// The finger was lifted. Where it will decelerate, it moves on by itself: after a fling, or back
  /// from beyond an edge.
  func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool)
  /// It begins to move on by itself.
  func scrollViewWillBeginDecelerating(_ scrollView: ScrollView)
  /// It has come to rest, or was caught by a touch.
  func scrollViewDidEndDecelerating(_ scrollView: ScrollView)
  /// The animation of ``ScrollView/setContentOffset(_:animated:)`` has come to its end.
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
