import Foundation
import Lamina

extension ViewHost {
  /// Brings one event of a touch to the recognizers and the view that it is for.
  func handleTouch(
    _ id: Int, _ phase: Touch.Phase, at place: CGPoint, time: TimeInterval,
    modifiers: KeyModifiers
  ) {
    let known = touches.first { $0.id == id }
    if phase == .began {
      if let known { end(known, .cancelled, time: time) }
      return begin(id, at: place, time: time, modifiers: modifiers)
    }
    guard let touch = known else { return }
    touch.previousPlace = touch.place
    touch.place = place
    touch.modifiers = modifiers
    if phase == .moved {
      touch.phase = .moved
      touch.timestamp = time
      tell(touch.recognizers, of: touch) { $0.touchesMoved([touch]) }
      if !touch.isCancelledInView { touch.view?.touchesMoved([touch]) }
    } else {
      end(touch, phase, time: time)
    }
  }

  private func begin(
    _ id: Int, at place: CGPoint, time: TimeInterval, modifiers: KeyModifiers
  ) {
    guard let view = view(at: place) else { return }
    let touch = Touch(id: id, view: view, place: place, time: time)
    touch.modifiers = modifiers
    touches.append(touch)
    lastTouchedView = view
    var next: View? = view
    while let current = next {
      for recognizer in current.recognizers where recognizer.takes(touch) {
        touch.recognizers.append(recognizer)
        recognizer.touches.append(touch)
      }
      next = current.superview
    }
    tell(touch.recognizers, of: touch) { $0.touchesBegan([touch]) }
    if !touch.isCancelledInView, touch.phase == .began { touch.view?.touchesBegan([touch]) }
  }

  private func end(_ touch: Touch, _ phase: Touch.Phase, time: TimeInterval) {
    touch.phase = phase
    touch.timestamp = time
    touches.removeAll { $0 === touch }
    let recognizers = touch.recognizers
    tell(recognizers, of: touch) {
      if phase == .ended { $0.touchesEnded([touch]) } else { $0.touchesCancelled([touch]) }
    }
    if !touch.isCancelledInView {
      if phase == .ended {
        touch.view?.touchesEnded([touch])
      } else {
        touch.view?.touchesCancelled([touch])
      }
    }
    for recognizer in recognizers { recognizer.forget(touch) }
    touch.recognizers = []
  }

  /// Tells those recognizers of a touch that still look at it.
  private func tell(
    _ recognizers: [GestureRecognizer], of touch: Touch, _ body: (GestureRecognizer) -> Void
  ) {
    for recognizer in recognizers
    where !recognizer.storedState.isTerminal && recognizer.touches.contains(where: { $0 === touch })
    {
      body(recognizer)
    }
  }

  // MARK: - What recognizers ask for

  /// Takes touches from their views.
  func cancelInViews(_ touches: [Touch]) {
    for touch in touches where !touch.isCancelledInView {
      touch.isCancelledInView = true
      touch.view?.touchesCancelled([touch])
    }
  }

  /// A view is about to leave the tree, with all below it: its touches are cancelled, and its
  /// gestures broken off.
  func viewWillLeave(_ view: View) {
    for touch in touches where touch.view?.isDescendant(of: view) == true {
      end(touch, .cancelled, time: time ?? touch.timestamp)
    }
    func breakOff(_ view: View) {
      for recognizer in view.recognizers { recognizer.breakOff() }
      for view in view.children { breakOff(view) }
    }
    breakOff(view)
  }
}
