/// Ends the program unless a caller kept its side of a contract.
///
/// Prints the sentence to standard error and traps, in debug and in release builds alike;
/// `precondition` drops its sentence when the code is optimised. A contract that is kept costs a
/// comparison and a branch.
@inlinable
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID,
  line: UInt = #line
) {
  if !condition { trap(message, file, line) }
}

/// Ends the program for a mistake of the caller: prints the sentence to standard error and traps,
/// in debug and in release builds alike.
@inlinable
package func refuse(
  _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  trap(message, file, line)
}

/// Puts the sentence together, which the caller's code is kept free of: it passes the closure on as
/// it is, so that the optimizer hands over what the sentence needs in registers, and only when it is
/// needed.
@inline(never) @usableFromInline
package func trap(_ message: () -> String, _ file: StaticString, _ line: UInt) -> Never {
  fatalError(message(), file: file, line: line)
}
