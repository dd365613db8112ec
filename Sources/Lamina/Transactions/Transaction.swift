import Foundation

/// A group of changes: what `CATransaction` is in Core Animation.
///
/// A transaction determines the duration and timing function of the animations that its changes
/// start, and whether they start any. Transactions nest; an inner one inherits the settings that it
/// does not make. A change outside all of them opens an implicit transaction on its thread, which
/// ``flush()`` commits, and which a ``Renderer`` commits before each frame.
///
/// Transactions belong to a thread, and a suspended task may resume on another one: there must be
/// no `await` between ``begin(file:line:)`` and ``commit()``. The closure of
/// ``run(label:duration:timingFunction:disableActions:completion:_:)`` cannot contain one.
public enum Transaction {
  /// Opens a transaction inside the current one.
  ///
  /// A task that opens it and is suspended before the commit leaves it open on its thread. A line
  /// on standard error then reports the call site, once per call site, as soon as another task
  /// there opens or closes a transaction, changes a tree, adds an animation or draws a frame, or
  /// the task commits on another thread.
  ///
  /// - Parameters:
  ///   - file: the file of the call site; the caller's by default.
  ///   - line: the line of the call site.
  @available(*, noasync, message: "an await may continue on another thread; use Transaction.run")
  public static func begin(file: StaticString = #fileID, line: UInt = #line) {
    TransactionStack.current.begin(file: file, line: line)
  }

  /// Closes the innermost transaction opened by ``begin(file:line:)``. Closing the outermost one
  /// publishes the changes. Does nothing if none is open.
  @available(*, noasync, message: "an await may continue on another thread; use Transaction.run")
  public static func commit() { TransactionStack.current.commit() }

  /// Commits the implicit transaction. An open explicit one is left alone.
  @available(*, noasync, message: "an await may have changed threads; use Transaction.run")
  public static func flush() { TransactionStack.current.flush() }

  /// Ends a turn of this thread: commits the implicit transaction, then delivers animation starts,
  /// completion blocks and animation stops, in this order.
  ///
  /// Every commit of a ``Renderer`` does the same after it has begun and ended animations; call
  /// this if there is no renderer. Called from a block or delegate method that it is delivering, it
  /// delivers nothing: the resulting events wait for the next turn.
  public static func tick() {
    let stack = TransactionStack.current
    stack.flush()
    stack.deliverEvents()
  }

  private static let mutex = NSRecursiveLock()

  /// Acquires the process-wide lock, for code that changes one tree from several threads in turn.
  /// The lock is recursive: a thread that acquires it several times must release it as often.
  ///
  /// The engine itself never takes it.
  public static func lock() {
    mutex.lock()
    TransactionStack.current.lockDepth += 1
  }

  /// Releases the lock once. Does nothing on a thread that does not hold it.
  public static func unlock() {
    let stack = TransactionStack.current
    guard stack.lockDepth > 0 else { return }
    stack.lockDepth -= 1
    mutex.unlock()
  }

  /// Runs `changes` in a transaction of its own and commits it, even if `changes` throws.
  ///
  /// - Parameters:
  ///   - label: a name for explanations and logs; nil inherits.
  ///   - duration: seconds; nil inherits.
  ///   - timingFunction: nil inherits.
  ///   - disableActions: nil inherits.
  ///   - completion: called once when every animation that `changes` starts has ended.
  ///   - changes: the changes to group.
  @discardableResult
  public static func run<Result, Failure: Error>(
    label: String? = nil, duration: Double? = nil, timingFunction: TimingFunction? = nil,
    disableActions: Bool? = nil,
    completion: (() -> Void)? = nil, _ changes: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let stack = TransactionStack.current
    stack.begin()
    defer { stack.commit() }
    if let label { self.label = label }
    if let duration { animationDuration = duration }
    if let timingFunction { animationTimingFunction = timingFunction }
    if let disableActions { self.disableActions = disableActions }
    if let completion { completionBlock = completion }
    return try changes()
  }

  /// The duration of animations that have none of their own, in seconds. 0.25 by default. With 0 or
  /// less they end as soon as they have begun; with infinity they hold their first value forever.
  ///
  /// - Precondition: not NaN.
  public static var animationDuration: Double {
    get { TransactionStack.current.duration }
    set {
      require(!newValue.isNaN, "a transaction's animationDuration must not be NaN")
      TransactionStack.current.update { $0.duration = newValue }
    }
  }

  /// The timing function of the animations that changes start. Nil by default: implicit
  /// animations then use ``TimingFunction/default``.
  public static var animationTimingFunction: TimingFunction? {
    get { TransactionStack.current.timingFunction }
    set { TransactionStack.current.update { $0.timingFunction = .some(newValue) } }
  }

  /// A Boolean value indicating whether changes start no actions. False by default.
  public static var disableActions: Bool {
    get { TransactionStack.current.disablesActions }
    set { TransactionStack.current.update { $0.disablesActions = newValue } }
  }

  /// The name of the transaction in explanations and logs: see ``RecordedTransaction``. Nil by
  /// default; an inner transaction inherits it.
  public static var label: String? {
    get { TransactionStack.current.value(forKey: "label") as? String }
    set { TransactionStack.current.update { $0.values["label"] = newValue } }
  }

  /// The block called once after every animation that this transaction adds from now on has ended
  /// or been removed. Setting another one does not revoke an earlier one. Nil by default.
  public static var completionBlock: (() -> Void)? {
    get { TransactionStack.current.completion?.block }
    set { TransactionStack.current.setCompletion(newValue) }
  }

  /// Returns the value stored under `key` in the innermost transaction that has one, else nil.
  ///
  /// `animationDuration`, `animationTimingFunction`, `disableActions`, `completionBlock` and `label`
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
  /// - Precondition: under one of the five keys of the properties, the value has the
  ///   property's type.
  public static func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "animationDuration":
      guard let number = value as? Double else {
        refuse("animationDuration must be a Double, not \(String(describing: value))")
      }
      animationDuration = number
    case "animationTimingFunction":
      require(
        value == nil || value is TimingFunction,
        "animationTimingFunction must be a TimingFunction, not \(String(describing: value))")
      animationTimingFunction = value as? TimingFunction
    case "disableActions":
      guard let flag = value as? Bool else {
        refuse("disableActions must be a Bool, not \(String(describing: value))")
      }
      disableActions = flag
    case "completionBlock":
      require(
        value == nil || value is () -> Void,
        "completionBlock must be a () -> Void, not \(String(describing: value))")
      completionBlock = value as? () -> Void
    case "label":
      require(
        value == nil || value is String, "label must be a String, not \(String(describing: value))")
      label = value as? String
    default:
      TransactionStack.current.update { $0.values[key] = value }
    }
  }
}
