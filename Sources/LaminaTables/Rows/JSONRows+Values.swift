/// Reads the values of JSON.
extension JSONRows {
  mutating func readCell(
    _ bytes: Span<UInt8>, isLast: Bool
  ) throws(RowError) -> Cell {
    guard let first = byte(bytes) else { throw .incomplete(line: line) }
    switch first {
    case UInt8(ascii: "\""): return try readString(bytes)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let start = position
      try skipValue(bytes, isLast: isLast)
      return Cell(start: start, end: position, form: .nested)
    default:
      let start = position
      let number = try skipWord(bytes, isLast: isLast)
      let isNull = matches("null", bytes, start, position)
      return Cell(start: start, end: position, form: isNull ? .absent : .plain, number: number)
    }
  }

  mutating func readString(_ bytes: Span<UInt8>) throws(RowError) -> Cell {
    try expect("\"", bytes)
    let start = position
    var form = Cell.Form.plain
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return Cell(start: start, end: position - 1, form: form)
      }
      if byte == UInt8(ascii: "\\") {
        form = .escapes
        let length = JSONString.escapeLength(bytes, position)
        guard let length else {
          if position + 6 > bytes.count { throw .incomplete(line: line) }
          throw .invalidJSON(line: line, reason: "an escape in a string is not one of JSON's")
        }
        position += length
        continue
      }
      guard byte >= 0x20 else {
        if byte == 0 { throw .nulByte(line: line) }
        throw .invalidJSON(line: line, reason: "a string has a control character")
      }
      position += 1
    }
    throw .incomplete(line: line)
  }

  /// Skips a number or one of JSON's words; those that Python writes, too.
  ///
  /// - Returns: the number; NaN for a word, and for a number that is not quickly read.
  @discardableResult
  private mutating func skipWord(
    _ bytes: Span<UInt8>, isLast: Bool
  ) throws(RowError) -> Double {
    let start = position
    let number = DecimalNumber.readPrefix(bytes, &position, decimal: UInt8(ascii: "."))
    if let number, position < bytes.count, !isWordByte(bytes[position]) { return number }
    position = start
    while position < bytes.count, isWordByte(bytes[position]) { position += 1 }
    if position == bytes.count, !isLast { throw .incomplete(line: line) }
    let isWord =
      matches("null", bytes, start, position) || matches("true", bytes, start, position)
      || matches("false", bytes, start, position) || matches("NaN", bytes, start, position)
      || DecimalNumber.read(bytes, start, position, decimal: UInt8(ascii: ".")) != nil
    guard isWord else {
      guard position < bytes.count || position > start else { throw .incomplete(line: line) }
      let end = max(position, start + 1)
      let found = String(
        decoding: text(bytes, Cell(start: start, end: end, form: .plain)), as: UTF8.self)
      if bytes[start] == 0 { throw .nulByte(line: line) }
      throw .invalidJSON(
        line: line, reason: "'\(TextExcerpt.shortened(found))' is not a value")
    }
    return .nan
  }

  /// Skips a value of any kind, whose brackets must match.
  mutating func skipValue(_ bytes: Span<UInt8>, isLast: Bool) throws(RowError) {
    var open: [UInt8] = []
    repeat {
      skipSpace(bytes)
      guard let byte = byte(bytes) else { throw .incomplete(line: line) }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < Self.depthLimit else { throw tooDeep }
        open.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard open.popLast() == byte else {
          throw .invalidJSON(
            line: line,
            reason: "'\(Character(Unicode.Scalar(byte)))' closes what was not opened")
        }
        position += 1
      case UInt8(ascii: "\""): _ = try readString(bytes)
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard !open.isEmpty else {
          throw .invalidJSON(
            line: line, reason: "'\(Character(Unicode.Scalar(byte)))' is not a value")
        }
        position += 1
      default: try skipWord(bytes, isLast: isLast)
      }
    } while !open.isEmpty
  }

  /// The most values that may lie within each other.
  static let depthLimit = 512

  var tooDeep: RowError {
    .invalidJSON(
      line: line, reason: "more than \(Self.depthLimit) values lie within each other")
  }

  // MARK: - Bytes

  func byte(_ bytes: Span<UInt8>) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  mutating func skipSpace(_ bytes: Span<UInt8>) {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
      default: return
      }
      position += 1
    }
  }

  mutating func expect(
    _ letter: Unicode.Scalar, _ bytes: Span<UInt8>
  ) throws(RowError) {
    guard let found = byte(bytes) else { throw .incomplete(line: line) }
    guard found == UInt8(ascii: letter) else {
      if found == 0 { throw .nulByte(line: line) }
      let character = found < 0x80 ? "'\(Character(Unicode.Scalar(found)))'" : "a character"
      throw .invalidJSON(line: line, reason: "\(character) is where '\(letter)' must be")
    }
    position += 1
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }

  private func matches(
    _ word: StaticString, _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) -> Bool {
    guard end - start == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { letters in
      letters.indices.allSatisfy { bytes[start + $0] == letters[$0] }
    }
  }

  func text(_ bytes: Span<UInt8>, _ cell: Cell) -> [UInt8] {
    (cell.start..<cell.end).map { bytes[$0] }
  }
}
