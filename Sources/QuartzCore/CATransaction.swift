import Lamina

/// A group of changes that belong together; see `Transaction`, whose per-thread stack it uses.
public enum CATransaction {
  /// Begins a transaction inside the current one. Commit before the next `await`: see
  /// `Transaction.begin(file:line:)`, which receives the source location of this call.
  public static func begin(file: StaticString = #fileID, line: UInt = #line) {
    Transaction.begin(file: file, line: line)
  }

  /// Commits the innermost transaction that `begin()` opened; committing the outermost one
  /// publishes the changes.
  public static func commit() { Transaction.commit() }

  /// Commits the implicit transaction.
  public static func flush() { Transaction.flush() }

  /// Acquires the process-wide lock. The lock is recursive.
  public static func lock() { Transaction.lock() }

  /// Releases the lock once.
  public static func unlock() { Transaction.unlock() }

  /// Returns the duration of animations that have none of their own, in seconds; 0.25 by default.
  public static func animationDuration() -> CFTimeInterval { Transaction.animationDuration }

  /// Sets the duration of animations that have none of their own, in seconds.
  ///
  /// - Precondition: not NaN.
  public static func setAnimationDuration(_ duration: CFTimeInterval) {
    Transaction.animationDuration = duration
  }

  /// Returns the timing function of the animations that changes start; nil by default.
  public static func animationTimingFunction() -> CAMediaTimingFunction? {
    Transaction.animationTimingFunction
  }

  /// Sets the timing function of the animations that changes start.
  public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    Transaction.animationTimingFunction = function
  }

  /// Returns a Boolean value indicating whether changes start no actions; false by default.
  public static func disableActions() -> Bool { Transaction.disableActions }

  /// Sets a Boolean value indicating whether changes start no actions.
  public static func setDisableActions(_ flag: Bool) { Transaction.disableActions = flag }

  /// Returns the block that runs once all animations of the transaction have ended; nil by default.
  public static func completionBlock() -> (() -> Void)? { Transaction.completionBlock }

  /// Sets the block that runs once all animations that are added from now on have ended.
  public static func setCompletionBlock(_ block: (() -> Void)?) {
    Transaction.completionBlock = block
  }

  /// Returns the value for a key in the innermost transaction that has one, or nil.
  public static func value(forKey key: String) -> Any? { Transaction.value(forKey: key) }

  /// Sets the value for a key. A duration may be any number, a flag any number or Boolean; `NSNull`
  /// is nil.
  ///
  /// - Precondition: for one of the keys of the four properties, the value has the property's type.
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

  /// Returns the value of a number of any type, boxed or not; nil for anything else.
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
