import Foundation

/// Changes that belong together: what `CATransaction` is in Core Animation.
///
/// A transaction says how long the animations last that its changes start, with what timing
/// function, and whether there are any. Transactions nest; an inner one inherits what it does
/// not set. A change outside all of them opens an implicit transaction on its thread, which
/// ``flush()`` commits, and which a ``Renderer`` commits before each frame.
public enum Transaction {
  /// Opens a transaction inside the current one.
  public static func begin() { TransactionStack.current.begin() }

  /// Closes the innermost transaction opened by ``begin()``. Closing the outermost one
  /// publishes the changes. Without an open one it does nothing.
  public static func commit() { TransactionStack.current.commit() }

  /// Commits the implicit transaction. An explicit one in progress is left alone.
  public static func flush() { TransactionStack.current.flush() }

  /// Runs `changes` in a transaction of its own and commits it, also when `changes` throws.
  ///
  /// - Parameters:
  ///   - duration: seconds; nil inherits.
  ///   - timingFunction: nil inherits.
  ///   - disableActions: nil inherits.
  ///   - completion: called once when every animation that `changes` starts has ended.
  @discardableResult
  public static func run<Result, Failure: Error>(
    duration: Double? = nil, timingFunction: TimingFunction? = nil, disableActions: Bool? = nil,
    completion: (() -> Void)? = nil, _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin()
    defer { commit() }
    if let duration { animationDuration = duration }
    if let timingFunction { animationTimingFunction = timingFunction }
    if let disableActions { self.disableActions = disableActions }
    if let completion { completionBlock = completion }
    return try changes()
  }

  /// The duration of animations that have none of their own, in seconds. 0.25 by default.
  public static var animationDuration: Double {
    get { TransactionStack.current.duration }
    set { TransactionStack.current.update { $0.duration = newValue } }
  }

  /// The timing function of the animations that changes start. Nil by default: implicit
  /// animations then use ``TimingFunction/default``.
  public static var animationTimingFunction: TimingFunction? {
    get { TransactionStack.current.timingFunction }
    set { TransactionStack.current.update { $0.timingFunction = .some(newValue) } }
  }

  /// Whether changes start no actions. False by default.
  public static var disableActions: Bool {
    get { TransactionStack.current.disablesActions }
    set { TransactionStack.current.update { $0.disablesActions = newValue } }
  }

  /// Called once, after every animation that this transaction adds from here on has ended or
  /// been removed. Setting another one does not take an earlier one back. Nil by default.
  public static var completionBlock: (() -> Void)? {
    get { TransactionStack.current.completion?.block }
    set { TransactionStack.current.setCompletion(newValue) }
  }

  /// The value stored under `key` in the innermost transaction that has one, else nil.
  ///
  /// `animationDuration`, `animationTimingFunction`, `disableActions` and `completionBlock`
  /// are the same storage as the properties.
  public static func value(forKey key: String) -> Any? {
    switch key {
    case "animationDuration": animationDuration
    case "animationTimingFunction": animationTimingFunction
    case "disableActions": disableActions
    case "completionBlock": completionBlock
    default: TransactionStack.current.value(forKey: key)
    }
  }

  /// Stores a value under `key` in the current transaction.
  ///
  /// - Precondition: under one of the four keys of the properties, the value has the
  ///   property's type.
  public static func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "animationDuration":
      guard let number = value as? Double else {
        preconditionFailure("animationDuration is a Double, not \(String(describing: value))")
      }
      animationDuration = number
    case "animationTimingFunction":
      precondition(
        value == nil || value is TimingFunction,
        "animationTimingFunction is a TimingFunction, not \(String(describing: value))")
      animationTimingFunction = value as? TimingFunction
    case "disableActions":
      guard let flag = value as? Bool else {
        preconditionFailure("disableActions is a Bool, not \(String(describing: value))")
      }
      disableActions = flag
    case "completionBlock":
      precondition(
        value == nil || value is () -> Void,
        "completionBlock is a () -> Void, not \(String(describing: value))")
      completionBlock = value as? () -> Void
    default:
      TransactionStack.current.update { $0.values[key] = value }
    }
  }
}
