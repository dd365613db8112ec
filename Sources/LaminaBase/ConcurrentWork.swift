import Dispatch

/// Calls `body` with each number below `count`, concurrently if there are several cores, and returns the
/// results in the order of the numbers.
///
/// The calling thread takes part and waits for the others. A single call is made on it alone.
package func concurrentMap<Result: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Result
) -> [Result] {
  if count == 1 { return [body(0)] }
  return Array(unsafeUninitializedCapacity: count) { results, initializedCount in
    // Each call initializes an element of its own.
    nonisolated(unsafe) let results = results
    DispatchQueue.concurrentPerform(iterations: count) { number in
      results.initializeElement(at: number, to: body(number))
    }
    initializedCount = count
  }
}
