import Foundation

// The stack belongs to a thread, and a suspended task gives its thread away. What it left open
// there then applies to the next task, and its own commit may happen on another thread, where it
// closes another task's transaction or none. `Transaction.begin()` cannot be called where a task
// can be suspended, but a synchronous function can hide the call, and `CATransaction` is open to
// all.

/// The place at which a task opened a transaction.
struct TransactionOrigin: Sendable {
  let file: StaticString
  let line: UInt
  /// Distinguishes the task from the others that exist.
  let task: Int
  /// True if it is the outermost transaction that the task opened on its thread.
  let isOutermost: Bool

  /// Distinguishes the current task from the others that exist; nil outside of tasks.
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  private struct Notes {
    /// The open outermost transactions, by their tasks.
    var open: [Int: TransactionOrigin] = [:]
    /// The reported call sites.
    var reported: Set<String> = []
  }
  private static let notes = Locked(Notes())

  /// Records that the transaction is open, and reports the one that its task left open on another
  /// thread.
  func noteOpen() {
    if let left = Self.notes.withLock({ $0.open.updateValue(self, forKey: task) }) { left.report() }
  }

  func noteClosed() {
    Self.notes.withLock { $0.open[task] = nil }
  }

  /// Returns the outermost transaction that a task has open, on any thread.
  static func open(by task: Int) -> TransactionOrigin? { notes.withLock { $0.open[task] } }

  /// Reports, once per call site, that a transaction opened there was left open.
  func report() {
    let place = "\(file):\(line)"
    guard Self.notes.withLock({ $0.reported.insert(place).inserted }) else { return }
    var text =
      "\(place): warning: a transaction opened here was left open across a suspension: its "
      + "settings apply to other tasks, and its commit may close theirs; commit before the next "
      + "await, or use Transaction.run\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension TransactionStack {
  /// Opens a transaction for a caller that can be suspended before the commit.
  func begin(file: StaticString, line: UInt) {
    guard let task = TransactionOrigin.currentTask else { return begin() }
    let origin = TransactionOrigin(
      file: file, line: line, task: task,
      isOutermost: !explicit.contains { $0.origin?.task == task })
    if origin.isOutermost { origin.noteOpen() }
    begin(origin)
  }

  /// Reports the transactions that other tasks have left open on this thread, and the one that this
  /// task has left open on another.
  @inline(never)
  func reportLeftOpen() {
    let task = TransactionOrigin.currentTask
    for case let origin? in explicit.lazy.map(\.origin) where origin.task != task {
      origin.report()
    }
    if let task, !explicit.contains(where: { $0.origin?.task == task }) {
      TransactionOrigin.open(by: task)?.report()
    }
  }
}
