/// Divides separated text into rows and cells.
///
/// Quotes are those of RFC 4180: they begin a cell, and two of them stand for one. Lines end in LF,
/// CRLF or CR. Blank lines, and those that begin with `#`, are not rows. Spaces and tabs around a cell do not
/// belong to it unless they are within quotes. What databases and Markdown add to a table is left out, as
/// `SeparatedRows+Drawn.swift` has it.
struct SeparatedRows {
  /// The byte between cells; nil for any number of spaces and tabs; a line feed if each line is one
  /// cell.
  let separator: UInt8?
  /// The decimal separator of numbers that are read at once; nil reads none.
  let decimal: UInt8?
  /// The offset of the next row in the bytes.
  var position = 0
  /// The line of the next row, from 1.
  var line = 1
  /// The number of lines that were comments.
  private(set) var commentCount = 0
  /// The last line before the first row that was a comment, without its `#`.
  private(set) var lastComment: (start: Int, end: Int, line: Int)?
  private var hasRows = false
  /// True if bars are around the rows, not only between cells; nil if the first row with several cells is to
  /// tell.
  var hasOuterBars: Bool?
  /// The number of blank lines since the last row.
  private var blankLineCount = 0

  init(separator: UInt8?, decimal: UInt8? = nil, hasOuterBars: Bool? = false) {
    self.hasOuterBars = hasOuterBars
    self.separator = separator
    self.decimal = decimal == separator ? nil : decimal
  }

  /// Reads the next row.
  ///
  /// - Parameter isLast: true if no bytes follow these. Otherwise a row that could go on in them is not
  ///   read, and the position remains at its beginning.
  /// - Returns: false if there is no complete row.
  mutating func next(
    _ bytes: Span<UInt8>, isLast: Bool, into row: inout Row
  ) throws(RowError) -> Bool {
    while true {
      let count = bytes.count
      guard position < count else { return false }
      if bytes[position] == UInt8(ascii: "#") {
        guard try skipComment(bytes, isLast: isLast) else { return false }
        continue
      }
      row.reset(line: line)
      var lines = 0
      let end =
        separator == nil
        ? try readSpaced(bytes, isLast: isLast, into: &row, lines: &lines)
        : try readSeparated(bytes, isLast: isLast, into: &row, lines: &lines)
      guard let end else { return false }
      position = end
      line += lines
      let isBlank =
        row.cells.isEmpty
        || row.cells.count == 1 && row.cells[0].start == row.cells[0].end
          && (row.cells[0].start == 0 || bytes[row.cells[0].start - 1] != UInt8(ascii: "\""))
      if isBlank {
        blankLineCount += 1
        continue
      }
      if isDrawn(row, bytes) { continue }
      removeOuterBars(&row, bytes)
      hasRows = true
      row.blankLineCount = blankLineCount
      blankLineCount = 0
      return true
    }
  }

  private mutating func skipComment(
    _ bytes: Span<UInt8>, isLast: Bool
  ) throws(RowError) -> Bool {
    var index = position
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n"),
      bytes[index] != UInt8(ascii: "\r")
    {
      if bytes[index] == 0 { throw .nulByte(line: line) }
      index += 1
    }
    let end = index
    guard let next = lineEnd(bytes, index, isLast: isLast) else { return false }
    if !hasRows { lastComment = (position + 1, end, line) }
    commentCount += 1
    position = next
    line += 1
    return true
  }

  /// Returns the offset after the end of the line that begins there; nil if more bytes may belong to
  /// it.
  private func lineEnd(_ bytes: Span<UInt8>, _ index: Int, isLast: Bool) -> Int? {
    guard index < bytes.count else { return isLast ? index : nil }
    if bytes[index] == UInt8(ascii: "\n") { return index + 1 }
    guard index + 1 < bytes.count else { return isLast ? index + 1 : nil }
    return bytes[index + 1] == UInt8(ascii: "\n") ? index + 2 : index + 1
  }

  /// Reads a row whose cells a byte separates, and returns the offset after it.
  private func readSeparated(
    _ bytes: Span<UInt8>, isLast: Bool, into row: inout Row, lines: inout Int
  ) throws(RowError) -> Int? {
    let separator = separator ?? UInt8(ascii: ",")
    let count = bytes.count
    var index = position
    while true {
      while index < count, isSpace(bytes[index]), bytes[index] != separator { index += 1 }
      if index < count, bytes[index] == UInt8(ascii: "\"") {
        guard
          let end = try readQuoted(
            bytes, index, isLast: isLast, separator: separator, into: &row, lines: &lines)
        else { return nil }
        index = end
      } else {
        let start = index
        var number = Double.nan
        if let decimal {
          number = DecimalNumber.readPrefix(bytes, &index, decimal: decimal) ?? .nan
          if index < count, bytes[index] == separator || bytes[index] == UInt8(ascii: "\n") {
            row.append(Cell(start: start, end: index, form: .plain, number: number))
            if bytes[index] == separator, separator != UInt8(ascii: "\n") {
              index += 1
              continue
            }
            lines += 1
            return index + 1
          }
        }
        while index < count {
          let byte = bytes[index]
          number = .nan
          if byte > 0x0D {
            if byte == separator { break }
          } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == separator {
            break
          } else if byte == 0 {
            throw .nulByte(line: line + lines)
          }
          index += 1
        }
        var end = index
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        row.append(Cell(start: start, end: end, form: .plain))
      }
      if index < count, bytes[index] == separator, separator != UInt8(ascii: "\n") {
        index += 1
        continue
      }
      lines += 1
      return lineEnd(bytes, index, isLast: isLast)
    }
  }

  /// Reads a row whose cells are separated by spaces and tabs.
  private func readSpaced(
    _ bytes: Span<UInt8>, isLast: Bool, into row: inout Row, lines: inout Int
  ) throws(RowError) -> Int? {
    let count = bytes.count
    var index = position
    while true {
      while index < count, isSpace(bytes[index]) { index += 1 }
      guard index < count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r")
      else {
        lines += 1
        return lineEnd(bytes, index, isLast: isLast)
      }
      if bytes[index] == UInt8(ascii: "\"") {
        guard
          let end = try readQuoted(
            bytes, index, isLast: isLast, separator: UInt8(ascii: " "), into: &row, lines: &lines)
        else { return nil }
        index = end
        continue
      }
      let start = index
      var number = Double.nan
      if let decimal {
        number = DecimalNumber.readPrefix(bytes, &index, decimal: decimal) ?? .nan
      }
      let numberEnd = index
      while index < count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: "\n"),
        bytes[index] != UInt8(ascii: "\r")
      {
        if bytes[index] == 0 { throw .nulByte(line: line + lines) }
        index += 1
      }
      row.append(
        Cell(
          start: start, end: index, form: .plain, number: index == numberEnd ? number : .nan))
    }
  }

  /// Reads a cell in quotes, and returns the offset of the separator or the line's end after it.
  private func readQuoted(
    _ bytes: Span<UInt8>, _ quote: Int, isLast: Bool, separator: UInt8, into row: inout Row,
    lines: inout Int
  ) throws(RowError) -> Int? {
    let count = bytes.count
    let firstLine = line + lines
    var form = Cell.Form.plain
    var index = quote + 1
    while true {
      guard index < count else {
        if isLast { throw .unclosedQuote(line: firstLine) }
        return nil
      }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        guard index + 1 < count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
        form = .doubledQuotes
        index += 1
      } else if byte == UInt8(ascii: "\n") {
        lines += 1
      } else if byte == UInt8(ascii: "\r") {
        if index + 1 < count, bytes[index + 1] != UInt8(ascii: "\n") { lines += 1 }
      } else if byte == 0 {
        throw .nulByte(line: line + lines)
      }
      index += 1
    }
    // At the end of the bytes, the quote may be the first of two.
    if index + 1 == count, !isLast { return nil }
    row.append(Cell(start: quote + 1, end: index, form: form))
    index += 1
    let end = index
    while index < count, bytes[index] != separator, bytes[index] != UInt8(ascii: "\n"),
      bytes[index] != UInt8(ascii: "\r")
    {
      if bytes[index] == 0 { throw .nulByte(line: line + lines) }
      if !isSpace(bytes[index]), row.problem == nil {
        row.problem = Row.Problem(reason: .textAfterQuote, start: quote, end: end)
      } else if self.separator == nil, bytes[index] == UInt8(ascii: "\t") {
        break
      }
      index += 1
    }
    return index
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
