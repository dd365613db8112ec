/// Something that happens in the transactions of a thread, for whoever writes a log of it.
package enum TransactionEvent {
  /// A transaction was opened.
  case opened(isImplicit: Bool)
  /// The innermost transaction is closed.
  case closed(isImplicit: Bool)
  /// A property of a layer in a recorded tree has another value than when it was noted last.
  case changed(Layer, key: String, from: String, to: String)
  /// An action runs.
  case ran(any Action, key: String, Layer)
  /// An animation is added, by an action or by hand. It is the layer's own copy.
  case added(Animation, key: String?, Layer)
  /// An animation begins at a frame's time.
  case began(Animation, key: String?, Layer)
  /// An animation is over: it ran to its end, or was removed.
  case ended(Animation, key: String?, Layer, finished: Bool)
  /// A completion block was set in the innermost transaction.
  case completionBlockSet
  /// A completion block is called.
  case completionBlockCalled
}

package enum TransactionMonitor {
  /// Tells of everything that happens in this thread's transactions while `body` runs; whoever was
  /// told before is told again afterwards.
  package static func observe<Result, Failure: Error>(
    _ observer: @escaping (TransactionEvent) -> Void, during body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let stack = TransactionStack.current
    let outer = stack.observer
    stack.observer = observer
    defer { stack.observer = outer }
    return try body()
  }
}
