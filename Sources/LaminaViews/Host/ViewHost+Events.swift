import Foundation
import Lamina

extension ViewHost {
  /// Brings an event to the view that it is for.
  ///
  /// A touch goes to the view that it came down on, the wheel to the view under the pointer, a key
  /// to the ``firstResponder``. Events that are not ``InputEvent/isValid`` are ignored, and so are
  /// those of touches that did not come down on a view. A touch that comes down while one of the
  /// same number is down cancels that.
  public func send(_ event: InputEvent) {
    guard event.isValid else { return }
    if event.time > time ?? -.infinity { step(to: event.time) }
    switch event.kind {
    case .touch(let id, let phase, let location):
      handleTouch(id, phase, at: location, time: event.time)
    case .scroll(let location, let translation):
      var next = view(at: location)
      while let view = next {
        if view.scrollWheel(translation, at: Touch.convert(location, to: view)) { return }
        next = view.superview
      }
    case .magnify: break
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

  /// The deepest view at a point of the picture.
  func view(at place: CGPoint) -> View? {
    rootView.hitTest(Touch.convert(place, to: rootView))
  }

  /// Whom keys go to first.
  private var responder: View {
    for view in [firstResponder, lastTouchedView] {
      if let view, view.host === self { return view }
    }
    return rootView
  }

  // MARK: - Touches

  private func handleTouch(
    _ id: Int, _ phase: TouchPhase, at place: CGPoint, time: TimeInterval
  ) {
    let known = touches.first { $0.id == id }
    if phase == .began {
      if let known { end(known, .cancelled, time: time) }
      guard let view = view(at: place) else { return }
      let touch = Touch(id: id, view: view, place: place, time: time)
      touches.append(touch)
      lastTouchedView = view
      view.touchesBegan([touch])
      return
    }
    guard let touch = known else { return }
    touch.previousPlace = touch.place
    touch.place = place
    if phase == .moved {
      touch.phase = .moved
      touch.timestamp = time
      touch.view?.touchesMoved([touch])
    } else {
      end(touch, phase, time: time)
    }
  }

  private func end(_ touch: Touch, _ phase: TouchPhase, time: TimeInterval) {
    touch.phase = phase
    touch.timestamp = time
    touches.removeAll { $0 === touch }
    if phase == .ended {
      touch.view?.touchesEnded([touch])
    } else {
      touch.view?.touchesCancelled([touch])
    }
  }

  /// A view is about to leave the tree, with all below it: its touches are cancelled.
  func viewWillLeave(_ view: View) {
    for touch in touches where touch.view?.isDescendant(of: view) == true {
      end(touch, .cancelled, time: time ?? touch.timestamp)
    }
  }
}
