/// Strings of a column, each kept once.
public struct Categories: Sendable, Equatable {
  /// The different strings, in the order in which they first occur.
  public internal(set) var names: [String]
  /// The index in ``names`` for each row; -1 is a gap.
  public internal(set) var codes: [Int32]

  /// Creates the column's strings.
  init(names: [String], codes: [Int32]) {
    self.names = names
    self.codes = codes
  }

  /// Creates a column's strings from different ones.
  package init(_ names: [String]) {
    self.init(names: names, codes: names.indices.map { Int32($0) })
  }

  /// The string of a row; nil for a gap.
  public subscript(row: Int) -> String? {
    let code = codes[row]
    return code < 0 ? nil : names[Int(code)]
  }
}
