/// A property that holds for any bytes: what libFuzzer's programs and the tests of the kept inputs
/// check.
package struct FuzzTarget: Sendable {
  /// The name of the fuzzer's program, and of its file in `Tests/Fuzz/Corpus`.
  package let name: String
  /// Throws a ``FuzzFailure`` if the property does not hold for these bytes.
  package let check: @Sendable (UnsafeBufferPointer<UInt8>) throws -> Void

  /// Checks the bytes that libFuzzer passes, and traps if the property does not hold for them.
  package func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    try! check(UnsafeBufferPointer(start: start, count: count))
    return 0
  }
}

/// A property that does not hold for some bytes.
struct FuzzFailure: Error, CustomStringConvertible {
  let description: String
}

/// Throws a ``FuzzFailure`` with this message if the condition is false.
func require(_ condition: Bool, _ message: String) throws {
  if !condition { throw FuzzFailure(description: message) }
}
