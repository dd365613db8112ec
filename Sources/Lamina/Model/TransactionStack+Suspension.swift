import Foundation

// The stack belongs to a thread, and a task that is suspended gives its thread away. What it left
// open there then holds for whoever comes next, and its own commit may happen on another thread,
// where it closes another's transaction or none. `Transaction.begin()` cannot be called where a
// task can be suspended, but a synchronous function can hide it, and `CATransaction` is open to all.

/// Where a task opened a transaction.
struct TransactionOrigin: Sendable {
  let file: StaticString
  let line: UInt
  /// Tells the task from the others that are there.
  let task: Int
  /// Whether it is the outermost that the task opened on its thread.
  let isOutermost: Bool

  /// Tells the current task from the others that are there; nil outside of tasks.
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  private struct Notes {
    /// The outermost transactions that are open, by their tasks.
    var open: [Int: TransactionOrigin] = [:]
    /// The places that were reported.
    var reported: Set<String> = []
  }
  private static let notes = Locked(Notes())

  /// Notes that the transaction is open. What its task left open on another thread is reported.
  func noteOpen() {
    if let left = Self.notes.withLock({ $0.open.updateValue(self, forKey: task) }) { left.report() }
  }

  func noteClosed() {
    Self.notes.withLock { $0.open[task] = nil }
  }

  /// The outermost transaction that a task has open, on any thread.
  static func open(by task: Int) -> TransactionOrigin? { notes.withLock { $0.open[task] } }

  /// Says once for each place that a transaction of it was left open.
  func report() {
    let place = "\(file):\(line)"
    guard Self.notes.withLock({ $0.reported.insert(place).inserted }) else { return }
    var text =
      "\(place): warning: a transaction that was opened here was left open across a suspension: "
      + "its settings hold for other tasks, and its commit may close another's. Commit before the "
      + "next await, or use Transaction.run.\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension TransactionStack {
  /// Opens a transaction for a caller that can be suspended before it commits.
  func begin(file: StaticString, line: UInt) {
    guard let task = TransactionOrigin.currentTask else { return begin() }
    let origin = TransactionOrigin(
      file: file, line: line, task: task,
      isOutermost: !explicit.contains { $0.origin?.task == task })
    if origin.isOutermost { origin.noteOpen() }
    begin(origin)
  }

  /// Reports transactions that other tasks have left open on this thread, and that this task has
  /// left open on another.
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
