extension View {
  /// The recognizers that look at the touches of this view and of those below it.
  public final var gestureRecognizers: [GestureRecognizer] { recognizers }

  /// Adds a recognizer, taking it from the view that it looked at before.
  public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    if recognizer.view === self { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.view = self
    recognizers.append(recognizer)
  }

  /// Removes a recognizer, and breaks off its gesture. One that is not the view's is left as it is.
  public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizer.breakOff()
    recognizers.removeAll { $0 === recognizer }
    recognizer.view = nil
  }
}
