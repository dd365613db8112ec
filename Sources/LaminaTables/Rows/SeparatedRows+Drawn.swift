// What is drawn around a table for people who read it: rules, bars at both ends of the rows, and the
// number of rows below them, as psql, MySQL, SQLite and Markdown have them.

extension SeparatedRows {
  /// Returns true for a line that is not a row: a rule, or the number of rows. A text in quotes is a cell.
  func isDrawn(_ row: Row, _ bytes: Span<UInt8>) -> Bool {
    switch separator {
    case UInt8(ascii: "|"), UInt8(ascii: "\n"), nil:
      (Self.isRule(row, bytes) || Self.isRowCount(row, bytes))
        && !row.cells.contains { $0.start > 0 && bytes[$0.start - 1] == UInt8(ascii: "\"") }
    default: false
    }
  }

  /// Removes the empty cells before the first and behind the last bar, if the table has bars around its rows.
  mutating func removeOuterBars(_ row: inout Row, _ bytes: Span<UInt8>) {
    guard separator == UInt8(ascii: "|"), row.cells.count > 1 else { return }
    let (first, last) = (row.cells[0], row.cells[row.cells.count - 1])
    if hasOuterBars == nil {
      hasOuterBars =
        first.start == first.end && last.start == last.end
        && row.cells.dropFirst().dropLast().contains { $0.start < $0.end }
    }
    if hasOuterBars == true, first.start == first.end, last.start == last.end {
      row.cells.removeLast()
      row.cells.removeFirst()
    }
  }

  /// Returns true for cells of hyphens, plus signs, bars, colons and spaces, one of which has three hyphens
  /// or more.
  private static func isRule(_ row: Row, _ bytes: Span<UInt8>) -> Bool {
    var longest = 0
    for cell in row.cells where cell.start < cell.end {
      var hyphens = 0
      for index in cell.start..<cell.end {
        switch bytes[index] {
        case UInt8(ascii: "-"): hyphens += 1
        case UInt8(ascii: "+"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: " "): break
        default: return false
        }
      }
      longest = max(longest, hyphens)
    }
    return longest >= 3
  }

  /// Returns true for `(3 rows)` and `3 rows in set (0.01 sec)`.
  private static func isRowCount(_ row: Row, _ bytes: Span<UInt8>) -> Bool {
    guard let start = row.cells.first?.start, let end = row.cells.last?.end, row.cells.count <= 6,
      end - start < 80
    else { return false }
    var index = start
    let isInParentheses = bytes[index] == UInt8(ascii: "(")
    if isInParentheses { index += 1 }
    let digits = index
    while index < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    guard index > digits, index + 2 < end, bytes[index] == UInt8(ascii: " "),
      bytes[index + 1] == UInt8(ascii: "r")
    else { return false }
    let words = String(decoding: (index..<end).map { bytes[$0] }, as: UTF8.self)
    return isInParentheses
      ? words == " row)" || words == " rows)"
      : words.hasPrefix(" row in set") || words.hasPrefix(" rows in set")
  }
}
