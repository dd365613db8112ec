import Foundation
import Lamina

extension View {
  /// The subviews, back to front.
  public final var subviews: [View] { children }

  /// Adds a view in front of all subviews, removing it from its current superview.
  ///
  /// - Precondition: `view` is not this view and does not hold it.
  public final func addSubview(_ view: View) { insertSubview(view, at: children.count) }

  /// Inserts a view at an index among the subviews, clamped to the valid indices, removing it from
  /// its current superview.
  ///
  /// The index counts views; layers that you added to ``layer`` directly keep their places among
  /// those of the views.
  ///
  /// - Precondition: `view` is not this view and does not hold it.
  public final func insertSubview(_ view: View, at index: Int) {
    var ancestor: View? = self
    while let current = ancestor {
      require(
        current !== view, "a \(type(of: view)) cannot be a subview of itself or of its subviews")
      ancestor = current.superview
    }
    require(
      view.host?.rootView !== view,
      "a \(type(of: view)) that is the root view of a host cannot be a subview")
    // A view that stays in the tree keeps its touches.
    if let old = view.host, old !== host { old.viewWillLeave(view) }
    view.leaveSuperview()
    let place = max(0, min(index, children.count))
    if place < children.count {
      layer.insertSublayer(view.layer, below: children[place].layer)
    } else if let front = children.last {
      layer.insertSublayer(view.layer, above: front.layer)
    } else {
      layer.addSublayer(view.layer)
    }
    children.insert(view, at: place)
    view.superview = self
    setNeedsLayout()
    view.move(to: host)
    view.didMoveToSuperview()
  }

  /// Inserts a view directly behind `sibling`, or in front of all if `sibling` is not a subview.
  public final func insertSubview(_ view: View, below sibling: View) {
    insert(view, beside: sibling, offset: 0)
  }

  /// Inserts a view directly in front of `sibling`, or in front of all if `sibling` is not a
  /// subview.
  public final func insertSubview(_ view: View, above sibling: View) {
    insert(view, beside: sibling, offset: 1)
  }

  private func insert(_ view: View, beside sibling: View, offset: Int) {
    if view === sibling { return }
    if view.superview === self { view.leaveSuperview() }
    let place = children.firstIndex { $0 === sibling }
    insertSubview(view, at: place.map { $0 + offset } ?? children.count)
  }

  /// Moves a subview in front of the others. Does nothing if `view` is not a subview.
  public final func bringSubviewToFront(_ view: View) {
    if view.superview === self { insertSubview(view, at: children.count - 1) }
  }

  /// Moves a subview behind the others. Does nothing if `view` is not a subview.
  public final func sendSubviewToBack(_ view: View) {
    if view.superview === self { insertSubview(view, at: 0) }
  }

  /// Removes the view from its superview, if it has one.
  public final func removeFromSuperview() {
    guard let superview else { return }
    host?.viewWillLeave(self)
    leaveSuperview()
    superview.setNeedsLayout()
    move(to: nil)
    didMoveToSuperview()
  }

  private func leaveSuperview() {
    guard let parent = superview else { return }
    parent.children.removeAll { $0 === self }
    superview = nil
    layer.removeFromSuperlayer()
  }
}

extension View {
  /// Returns a Boolean value indicating whether this view is `view` or a descendant of it.
  public final func isDescendant(of view: View) -> Bool {
    var next: View? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Sets the host of the view and all its descendants.
  final func move(to host: ViewHost?) {
    if self.host === host { return }
    self.host?.remove(updateLinks)
    self.host = host
    if let host {
      contentScaleFactor = host.scale
      host.add(updateLinks)
    }
    didMoveToHost()
    for view in children { view.move(to: self.host) }
  }

  /// Tells the view and all its descendants that their host is gone.
  final func hostIsGone() {
    host = nil
    for recognizer in recognizers { recognizer.breakOff() }
    didMoveToHost()
    for view in children { view.hostIsGone() }
  }

  /// Sets the number of device pixels per point for the view and all its descendants.
  final func setScale(_ scale: CGFloat) {
    contentScaleFactor = scale
    for view in children { view.setScale(scale) }
  }
}

extension View {
  /// Converts a point from this view's coordinate space to that of another view in the same tree,
  /// or to that of the root if `view` is nil.
  public final func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    layer.convert(point, to: view?.layer)
  }

  /// Converts a point from the coordinate space of another view, or of the root if `view` is nil,
  /// to this view's.
  public final func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    layer.convert(point, from: view?.layer)
  }

  /// Converts a rectangle from this view's coordinate space to that of another view in the same
  /// tree, or to that of the root if `view` is nil.
  ///
  /// - Returns: the bounding box of the converted corners.
  public final func convert(_ rect: CGRect, to view: View?) -> CGRect {
    layer.convert(rect, to: view?.layer)
  }

  /// Converts a rectangle from the coordinate space of another view, or of the root if `view` is
  /// nil, to this view's.
  ///
  /// - Returns: the bounding box of the converted corners.
  public final func convert(_ rect: CGRect, from view: View?) -> CGRect {
    layer.convert(rect, from: view?.layer)
  }
}
