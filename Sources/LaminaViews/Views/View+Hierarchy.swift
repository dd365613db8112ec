import Foundation
import Lamina

extension View {
  /// The views that this one carries, back to front.
  public final var subviews: [View] { children }

  /// Adds a view in front of all subviews, taking it from where it was.
  ///
  /// - Precondition: `view` is not this view and does not hold it.
  public final func addSubview(_ view: View) { insertSubview(view, at: children.count) }

  /// Inserts a view at an index among the subviews, clamped to those there are, taking it from
  /// where it was.
  ///
  /// The index counts views; layers that you added to ``layer`` yourself keep their places
  /// among those of the views.
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
  }

  /// Inserts a view directly behind `sibling`; in front of all if that is no subview.
  public final func insertSubview(_ view: View, below sibling: View) {
    insert(view, beside: sibling, offset: 0)
  }

  /// Inserts a view directly in front of `sibling`; in front of all if that is no subview.
  public final func insertSubview(_ view: View, above sibling: View) {
    insert(view, beside: sibling, offset: 1)
  }

  private func insert(_ view: View, beside sibling: View, offset: Int) {
    if view === sibling { return }
    if view.superview === self { view.leaveSuperview() }
    let place = children.firstIndex { $0 === sibling }
    insertSubview(view, at: place.map { $0 + offset } ?? children.count)
  }

  /// Takes the view out of its superview. A view without one is left as it is.
  public final func removeFromSuperview() {
    guard let superview else { return }
    host?.viewWillLeave(self)
    leaveSuperview()
    superview.setNeedsLayout()
    move(to: nil)
  }

  private func leaveSuperview() {
    guard let parent = superview else { return }
    parent.children.removeAll { $0 === self }
    superview = nil
    layer.removeFromSuperlayer()
  }
}

extension View {
  /// Whether the view is this one or a view above it.
  public final func isDescendant(of view: View) -> Bool {
    var next: View? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Tells the view and all below it which host they are in now.
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

  /// Tells the view and all below it that their host is gone.
  final func hostIsGone() {
    host = nil
    for recognizer in recognizers { recognizer.breakOff() }
    didMoveToHost()
    for view in children { view.hostIsGone() }
  }

  /// Tells the view and all below it how many pixels a point has now.
  final func setScale(_ scale: CGFloat) {
    contentScaleFactor = scale
    for view in children { view.setScale(scale) }
  }
}

extension View {
  /// A point of this view's coordinate space in that of another view in the same tree; in that
  /// of the root where `view` is nil.
  public final func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    layer.convert(point, to: view?.layer)
  }

  /// A point of another view's coordinate space, or of the root's where `view` is nil, in this
  /// view's.
  public final func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    layer.convert(point, from: view?.layer)
  }
}
