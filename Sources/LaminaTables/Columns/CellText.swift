/// Makes text of cells.
enum CellText {
  /// Replaces the content of an array by the text of a cell.
  static func decode(_ cell: Cell, _ bytes: Span<UInt8>, into text: inout [UInt8]) {
    text.removeAll(keepingCapacity: true)
    switch cell.form {
    case .escapes: JSONString.append(bytes, cell.start, cell.end, to: &text)
    case .doubledQuotes:
      var index = cell.start
      while index < cell.end {
        text.append(bytes[index])
        index += bytes[index] == UInt8(ascii: "\"") ? 2 : 1
      }
    case .plain, .nested: for index in cell.start..<cell.end { text.append(bytes[index]) }
    case .absent: break
    }
  }

  /// Returns a cell's text; nil if it is not UTF-8.
  static func string(_ cell: Cell, _ bytes: Span<UInt8>) -> String? {
    var text: [UInt8] = []
    decode(cell, bytes, into: &text)
    return String(validating: text, as: UTF8.self)
  }

  /// Returns true if some bytes are text in UTF-8.
  static func isUTF8(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    for index in start..<end where bytes[index] >= 0x80 {
      return String(validating: (start..<end).map { bytes[$0] }, as: UTF8.self) != nil
    }
    return true
  }
}
