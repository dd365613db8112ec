import Foundation
import Lamina

extension GestureRecognizer {
  /// Returns true if the recognizer is to receive a touch that has come down.
  final func takes(_ touch: Touch) -> Bool {
    isEnabled && receivesTouches && !storedState.isTerminal && pendingState == nil
      && delegate?.gestureRecognizer(self, shouldReceive: touch) != false
  }

  /// True if the recognizer has touches, or waits for a deadline or for other recognizers.
  final var isInPlay: Bool { !touches.isEmpty || deadline != nil || pendingState != nil }

  final func transition(to new: State) {
    let old = storedState
    let isAllowed =
      switch (old, new) {
      case (.possible, .possible), (.possible, .began), (.possible, .ended), (.possible, .failed),
        (.began, .changed), (.changed, .changed):
        true
      case (.began, .ended), (.changed, .ended), (.began, .cancelled), (.changed, .cancelled): true
      default: old == new && old.isTerminal
      }
    guard isAllowed else {
      refuse("\(type(of: self)) cannot change its state from \(old.rawValue) to \(new.rawValue)")
    }
    if old == .possible {
      switch new {
      case .began, .ended: recognize(as: new)
      case .failed: fail()
      default: break
      }
    } else if !old.isTerminal {
      storedState = new
      callActions()
    }
  }

  /// Recognizes the gesture, unless another recognizer or the delegate prevents it. Waits while a
  /// required failure is undecided.
  private func recognize(as new: State) {
    let others = sharingRecognizers
    let isPrevented = others.contains {
      ($0.storedState.isActive || $0.storedState == .ended) && $0.prevents(self)
    }
    if isPrevented || requirements.contains(where: { $0.recognizer?.hasRecognized == true }) {
      return fail()
    }
    if requirements.contains(where: { $0.recognizer?.isUndecided == true }) {
      pendingState = new
      return
    }
    pendingState = nil
    guard shouldBegin(), delegate?.gestureRecognizerShouldBegin(self) != false else {
      return fail()
    }
    // The delegate may have made the gesture fail.
    guard storedState == .possible else { return }
    deadline = nil
    storedState = new
    for other in others where other.storedState == .possible && prevents(other) { other.fail() }
    if cancelsTouchesInView { view?.host?.cancelInViews(touches) }
    callActions()
    tellDependents()
    if touches.isEmpty, storedState.isTerminal { becomePossible() }
  }

  /// Fails the gesture if it is still possible.
  final func fail() {
    guard storedState == .possible else { return }
    storedState = .failed
    pendingState = nil
    deadline = nil
    tellDependents()
    if touches.isEmpty { becomePossible() }
  }

  /// Lets the recognizers that wait for this one to fail continue, or makes them fail.
  private func tellDependents() {
    for dependent in dependents { dependent.recognizer?.retry(after: self) }
  }

  /// Resumes a pending recognition after a gesture that it waits for was decided.
  final func retry(after other: GestureRecognizer) {
    guard let pendingState, requirements.contains(where: { $0.recognizer === other }) else {
      return
    }
    if other.hasRecognized { fail() } else { recognize(as: pendingState) }
  }

  /// Cancels whatever is in progress.
  final func breakOff() {
    guard isInPlay || storedState != .possible else { return }
    if storedState.isActive {
      storedState = .cancelled
      callActions()
    } else {
      fail()
    }
    for touch in touches { touch.recognizers.removeAll { $0 === self } }
    touches = []
    if storedState.isTerminal { becomePossible() }
  }

  /// Returns to the possible state: the touches are lifted, and a new gesture may begin.
  final func becomePossible() {
    storedState = .possible
    pendingState = nil
    deadline = nil
    reset()
  }

  /// Drops a touch that was lifted or taken away.
  final func forget(_ touch: Touch) {
    touches.removeAll { $0 === touch }
    guard touches.isEmpty else { return }
    if storedState.isTerminal {
      becomePossible()
    } else if storedState.isActive {
      // A subclass that does not handle its touches.
      storedState = .cancelled
      callActions()
      becomePossible()
    } else if !isInPlay {
      tellDependents()
      reset()
    }
  }

  private var hasRecognized: Bool { storedState.isActive || storedState == .ended }
  private var isUndecided: Bool { storedState == .possible && isEnabled && isInPlay }

  /// The other recognizers that track a touch of this one.
  private var sharingRecognizers: [GestureRecognizer] {
    var result: [GestureRecognizer] = []
    for touch in touches {
      for other in touch.recognizers
      where other !== self && !result.contains(where: { $0 === other }) {
        result.append(other)
      }
    }
    return result
  }

  /// Returns true if recognizing this gesture makes another one fail.
  private func prevents(_ other: GestureRecognizer) -> Bool {
    guard canPrevent(other), other.canBePrevented(by: self) else { return false }
    if delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) == true {
      return false
    }
    return other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self)
      != true
  }
}
