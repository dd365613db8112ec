import Foundation
import Lamina

extension ViewHost {
  /// Dispatches an event.
  ///
  /// A touch goes to the gesture recognizers of the view that it came down on and of the views
  /// above it, and then to that view itself; the wheel goes to the view under the pointer, with the
  /// control key to the ``PinchGestureRecognizer`` there; the pointer to each
  /// ``HoverGestureRecognizer`` there; a key goes to the ``firstResponder``.
  /// Ignores events that are not ``InputEvent/isValid``, and those of touches that did not come
  /// down on a view. A touch that comes down while one with the same identifier is down cancels the
  /// earlier one.
  public func send(_ event: InputEvent) {
    guard event.isValid else { return }
    now = event.time
    defer { now = nil }
    if event.time > time ?? -.infinity { step(to: event.time) }
    switch event.kind {
    case .touch(let id, let phase, let location):
      handleTouch(id, phase, at: location, time: event.time, modifiers: event.modifiers)
    case .hover(let location): handleHover(at: location, modifiers: event.modifiers)
    case .scroll(let location, let translation):
      var next = view(at: location)
      while let view = next {
        if view.scrollWheel(translation, at: Touch.convert(location, to: view)) { return }
        next = view.superview
      }
    case .magnify(let location, let factor):
      var next = view(at: location)
      while let view = next {
        for case let pinch as PinchGestureRecognizer in view.recognizers
        where pinch.magnify(by: factor, at: location) {
          return
        }
        next = view.superview
      }
    case .key(let key, let isDown, let modifiers):
      var next: View? = responder
      while let view = next {
        if isDown ? view.keyDown(key, modifiers: modifiers) : view.keyUp(key, modifiers: modifiers)
        {
          return
        }
        next = view.superview
      }
    }
  }

  /// Tells the recognizers of the views at a point of the picture, and those of the views that it
  /// was at before, where the pointer is.
  private func handleHover(at place: CGPoint?, modifiers: KeyModifiers) {
    var inside: [HoverGestureRecognizer] = []
    var next = place.flatMap { self.view(at: $0) }
    while let view = next {
      for case let hover as HoverGestureRecognizer in view.recognizers where hover.isEnabled {
        inside.append(hover)
      }
      next = view.superview
    }
    let left = hovering.filter { hover in !inside.contains { $0 === hover } }
    hovering = inside
    for hover in left { hover.leave() }
    for hover in inside {
      if let place { hover.move(to: place, modifiers) }
    }
  }

  /// Returns the deepest view at a point of the picture.
  func view(at place: CGPoint) -> View? {
    rootView.hitTest(Touch.convert(place, to: rootView))
  }

  /// The view that keys go to first.
  private var responder: View {
    for view in [firstResponder, lastTouchedView] {
      if let view, view.host === self { return view }
    }
    return rootView
  }
}
