import Lamina

/// Changes that belong together; see ``Transaction``, whose thread's stack this is.
public enum CATransaction {
  /// Opens a transaction inside the current one. Commit before the next `await`: see
  /// ``Transaction/begin(file:line:)``, which is told where this one was opened.
  public static func begin(file: StaticString = #fileID, line: UInt = #line) {
    Transaction.begin(file: file, line: line)
  }

  /// Closes the innermost transaction that ``begin()`` opened; the outermost one publishes.
  public static func commit() { Transaction.commit() }

  /// Commits the implicit transaction.
  public static func flush() { Transaction.flush() }

  /// Takes the process-wide lock. A thread may take it several times.
  public static func lock() { Transaction.lock() }

  /// Gives back the lock once.
  public static func unlock() { Transaction.unlock() }

  /// How long animations last that have no duration of their own, in seconds; 0.25 by default.
  public static func animationDuration() -> CFTimeInterval { Transaction.animationDuration }

  /// Sets how long animations last, in seconds.
  ///
  /// - Precondition: not NaN.
  public static func setAnimationDuration(_ duration: CFTimeInterval) {
    Transaction.animationDuration = duration
  }

  /// The timing function of the animations that changes start; nil by default.
  public static func animationTimingFunction() -> CAMediaTimingFunction? {
    Transaction.animationTimingFunction
  }

  /// Sets the timing function of the animations that changes start.
  public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    Transaction.animationTimingFunction = function
  }

  /// Whether changes start no actions; false by default.
  public static func disableActions() -> Bool { Transaction.disableActions }

  /// Sets whether changes start no actions.
  public static func setDisableActions(_ flag: Bool) { Transaction.disableActions = flag }

  /// The block that runs once all animations of the transaction have ended; nil by default.
  public static func completionBlock() -> (() -> Void)? { Transaction.completionBlock }

  /// Sets the block that runs once all animations have ended that are added from here on.
  public static func setCompletionBlock(_ block: (() -> Void)?) {
    Transaction.completionBlock = block
  }

  /// The value stored under a key in the innermost transaction that has one, else nil.
  public static func value(forKey key: String) -> Any? { Transaction.value(forKey: key) }

  /// Stores a value under a key. A duration may be any number, a flag any number or Boolean;
  /// `NSNull` is nil.
  ///
  /// - Precondition: under one of the four keys of the properties, the value has the
  ///   property's type.
  public static func setValue(_ anObject: Any?, forKey key: String) {
    let value = anObject is NSNull ? nil : anObject
    switch key {
    case kCATransactionAnimationDuration:
      Transaction.setValue(number(value) ?? value, forKey: key)
    case kCATransactionDisableActions:
      Transaction.setValue(number(value).map { $0 != 0 } ?? value, forKey: key)
    default: Transaction.setValue(value, forKey: key)
    }
  }

  /// A number of any type, boxed or not; nil for everything else.
  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryFloatingPoint: Double(value)
    case let value as any BinaryInteger: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}
