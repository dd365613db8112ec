// Layers and animations have reference identity: two are equal only if they are the same object.

extension Layer: Hashable {
  public static func == (a: Layer, b: Layer) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Animation: Hashable {
  public static func == (a: Animation, b: Animation) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Layer {
  /// Returns a Boolean value indicating whether the delegate itself implements `question`, one of
  /// its methods. A default implementation calls ``noteDelegateDeclined()``.
  package final func isAnswered(by question: () -> Void) -> Bool {
    storage.status.remove(.delegateDeclined)
    question()
    return storage.status.remove(.delegateDeclined) == nil
  }

  /// Records that a default implementation was called in place of a method that the delegate does
  /// not implement.
  package final func noteDelegateDeclined() { storage.status.insert(.delegateDeclined) }
}
