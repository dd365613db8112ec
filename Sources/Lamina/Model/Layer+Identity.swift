// Layers and animations are objects: two are equal only if they are the same.

extension Layer: Hashable {
  public static func == (a: Layer, b: Layer) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Animation: Hashable {
  public static func == (a: Animation, b: Animation) -> Bool { a === b }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Layer {
  /// Whether `question`, a method of the delegate, was answered by the delegate itself. A
  /// default in its place says that it is none by ``noteDelegateDeclined()``.
  package final func isAnswered(by question: () -> Void) -> Bool {
    core.pointee.status.remove(.delegateDeclined)
    question()
    return core.pointee.status.remove(.delegateDeclined) == nil
  }

  /// Called by what stands in for a method that a delegate does not have.
  package final func noteDelegateDeclined() { core.pointee.status.insert(.delegateDeclined) }
}
