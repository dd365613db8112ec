/// The reason that an input cannot be divided into rows any further.
enum RowError: Error, Equatable {
  /// A NUL byte on a line.
  case nulByte(line: Int)
  /// A quote, opened on a line, that is never closed.
  case unclosedQuote(line: Int)
  /// JSON that violates its grammar.
  case invalidJSON(line: Int, reason: String)
  /// JSON that ends within a value. More bytes may complete it.
  case incomplete(line: Int)
  /// An object without the member that has the rows of the input before.
  case noMember(key: String)
}
