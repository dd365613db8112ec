/// The form of the text that a table is read from.
public enum TableFormat: Hashable, Sendable {
  /// Lines of cells: CSV, TSV and their relatives.
  ///
  /// - Parameter usesDecimalComma: true if numbers are written as `1,5`.
  case separated(TableSeparator, usesDecimalComma: Bool)
  /// One JSON value, or several one after the other (JSON lines).
  case json
}

extension TableFormat: CustomStringConvertible {
  /// The words for a message: "separator ';', decimal comma".
  public var description: String {
    switch self {
    case .separated(let separator, let usesDecimalComma):
      "\(separator)" + (usesDecimalComma ? ", decimal comma" : "")
    case .json: "JSON"
    }
  }
}
