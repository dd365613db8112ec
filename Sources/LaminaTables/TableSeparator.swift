/// The byte between the cells of a row.
public enum TableSeparator: Hashable, Sendable {
  /// `,`
  case comma
  /// `;`
  case semicolon
  /// The byte 9.
  case tab
  /// `|`
  case bar
  /// Any number of spaces and tabs; those around a row do not count.
  case whitespace
  /// The end of the line: there is one column, the whole line.
  case newline
}

extension TableSeparator {
  /// The byte as the scanner takes it.
  var byte: UInt8? {
    switch self {
    case .comma: UInt8(ascii: ",")
    case .semicolon: UInt8(ascii: ";")
    case .tab: UInt8(ascii: "\t")
    case .bar: UInt8(ascii: "|")
    case .whitespace: nil
    case .newline: UInt8(ascii: "\n")
    }
  }
}

extension TableSeparator: CustomStringConvertible {
  /// The words for a message: "separator ','".
  public var description: String {
    switch self {
    case .comma: "separator ','"
    case .semicolon: "separator ';'"
    case .tab: "separator tab"
    case .bar: "separator '|'"
    case .whitespace: "separated by spaces"
    case .newline: "one column"
    }
  }
}
