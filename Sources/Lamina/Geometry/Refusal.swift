/// Ends the program unless a caller kept its side of a contract.
///
/// Prints the sentence to standard error and traps, in debug and in release builds alike.
/// `precondition` would drop the sentence when the code is optimised. The test is inlined; the
/// sentence is put together only to be printed, in a function of its own, so that a contract that
/// is kept costs a comparison and a branch.
@inlinable @inline(__always)
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { refuse(message(), file: file, line: line) }
}

/// Ends the program for a mistake of the caller: prints the sentence to standard error and traps,
/// in debug and in release builds alike.
@inline(never) @usableFromInline
package func refuse(
  _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  fatalError(message(), file: file, line: line)
}
