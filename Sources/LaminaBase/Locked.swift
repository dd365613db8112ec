import Foundation

/// A value that several threads share, one at a time.
///
/// The standard library's `Mutex` does the same. Thread Sanitizer does not see its lock on Linux
/// and reports every access, while it knows the one used here.
///
/// `@unchecked Sendable`: the value is touched only with the lock held.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Runs `body` with the value, while no other thread can touch it.
  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
