/// Divides JSON into rows and cells.
///
/// An array of objects, of arrays or of numbers has a row for each element; an object of arrays, a row
/// for each place in them; and of several values one after the other (JSON lines), each is a row. A single
/// object of other values has the rows of its largest ``Member`` that is such an array or object.
///
/// The values of an object within an object have columns of their own, with the keys of both: `cpu.user`.
struct JSONRows {
  /// The arrangement of the rows.
  enum Shape: Equatable {
    /// One array, whose elements are the rows.
    case elements
    /// Values one after the other.
    case lines
    /// An object of arrays, which are the columns.
    case columns
  }

  /// The kind of value that a row is.
  enum RowForm: Equatable {
    case object, array, scalar
  }

  private(set) var shape: Shape?
  /// The key of the member of a single object that has the rows; nil if the whole input has them.
  private(set) var member: String?
  /// The offset of the next row in the bytes.
  var position = 0
  /// The line of the next row, from 1.
  var line = 1
  /// The keys of objects, in the order in which they first occur; each is a column.
  private(set) var keys = StringIndex()
  /// The kind of value that the first row is, and so all others are.
  private(set) var rowForm: RowForm?
  /// True if a key that no row before had makes a row bad, instead of a column.
  var hasFixedKeys = false
  /// True if such a key is left out instead.
  var ignoresOtherKeys = false
  /// The first of the keys that were left out, at most five.
  private(set) var ignoredKeys: [String] = []
  /// The next element of each column, for columns; nil after the last.
  private var cursors: [Int?] = []
  private var isFirst = true
  /// True if there was no input before, so that a member may be found that has the rows.
  private var isFirstInput = true
  private var objectCount = 0
  /// The number of the last object that had each key, which may occur once in an object.
  private var lastObjects: [Int] = []
  /// The keys of the objects around the present one, each with a point behind it.
  private var path: [UInt8] = []
  private var depth = 0

  /// A scanner for another input whose rows have the same columns.
  init(after other: JSONRows? = nil) {
    guard let other else { return }
    isFirstInput = false
    keys = other.keys
    member = other.member
    rowForm = other.rowForm
    hasFixedKeys = other.hasFixedKeys
    ignoresOtherKeys = other.ignoresOtherKeys
    ignoredKeys = other.ignoredKeys
  }

  /// Finds out how the rows of an input are arranged.
  ///
  /// - Parameter isLast: true if the bytes are the whole input.
  mutating func prepare(_ bytes: Span<UInt8>, isLast: Bool) throws(RowError) {
    guard shape == nil else { return }
    skipSpace(bytes)
    let (start, startLine) = (position, line)
    guard start < bytes.count else { return }
    let first = bytes[start]
    try skipValue(bytes, isLast: isLast)
    skipSpace(bytes)
    let isSingle = position == bytes.count && isLast
    (position, line) = (start, startLine)
    if isSingle, first == UInt8(ascii: "[") {
      shape = .elements
      position += 1
    } else if isSingle, first == UInt8(ascii: "{"), let found = try findTable(bytes) {
      shape = found
    } else if let member {
      throw .noMember(key: member)
    } else {
      (position, line) = (start, startLine)
      shape = .lines
    }
  }

  /// Finds the rows of an object that is not a row itself. The first input decides whether a member has them,
  /// and which.
  private mutating func findTable(_ bytes: Span<UInt8>) throws(RowError) -> Shape? {
    if member == nil {
      let (start, startLine, knownKeys) = (position, line, keys)
      if try findColumns(bytes) { return .columns }
      (position, line, keys) = (start, startLine, knownKeys)
      guard isFirstInput else { return nil }
    }
    guard let found = try largestMember(bytes, key: member) else { return nil }
    (position, line, member) = (found.position, found.line, found.key)
    if found.isArray {
      position += 1
      return .elements
    }
    return try findColumns(bytes) ? .columns : nil
  }

  /// Reads the next row.
  ///
  /// - Returns: false after the last.
  mutating func next(
    _ bytes: Span<UInt8>, isLast: Bool, into row: inout Row
  ) throws(RowError) -> Bool {
    try prepare(bytes, isLast: isLast)
    guard let shape else { return false }
    switch shape {
    case .lines:
      skipSpace(bytes)
      guard position < bytes.count else { return false }
      let (start, startLine) = (position, line)
      do {
        try readRow(bytes, isLast: isLast, into: &row)
      } catch {
        (position, line) = (start, startLine)
        throw error
      }
      return true
    case .elements:
      skipSpace(bytes)
      guard let byte = byte(bytes) else { throw .incomplete(line: line) }
      if byte == UInt8(ascii: "]") {
        position += 1
        skipSpace(bytes)
        position = bytes.count
        self.shape = .lines
        return false
      }
      if !isFirst { try expect(",", bytes) }
      isFirst = false
      skipSpace(bytes)
      try readRow(bytes, isLast: isLast, into: &row)
      return true
    case .columns:
      return try readAcross(bytes, into: &row)
    }
  }

  /// Returns true if the first complete lines are values of their own, false if they are a part of one,
  /// and nil if there are not enough lines to tell.
  ///
  /// A first line that is an array, or an object that has rows, may be a whole file as well as a row: the
  /// second line decides.
  static func areLines(_ bytes: Span<UInt8>) -> Bool? {
    var rows = JSONRows()
    if bytes.count >= 3, bytes[0] == 0xEF { rows.position = 3 }
    rows.skipSpace(bytes)
    var whole = rows
    let mayBeWhole =
      rows.byte(bytes) == UInt8(ascii: "[")
      || rows.byte(bytes) == UInt8(ascii: "{") && (try? whole.findTable(bytes)) != nil
    for number in 1...2 {
      let line = rows.line
      guard (rows.position..<bytes.count).contains(where: { bytes[$0] == UInt8(ascii: "\n") })
      else { return nil }
      guard (try? rows.skipValue(bytes, isLast: false)) != nil, rows.line == line else {
        return false
      }
      if number == 2 || !mayBeWhole { return true }
      rows.skipSpace(bytes)
      if rows.position == bytes.count { return nil }
    }
    return nil
  }

  // MARK: - Rows

  private mutating func readRow(
    _ bytes: Span<UInt8>, isLast: Bool, into row: inout Row
  ) throws(RowError) {
    row.reset(line: line)
    let start = position
    guard let first = byte(bytes) else { throw .incomplete(line: line) }
    let form = form(first)
    if let rowForm, form != rowForm {
      try skipValue(bytes, isLast: isLast)
      row.problem = Row.Problem(reason: .otherShape, start: start, end: position)
      return
    }
    switch form {
    case .scalar: row.cells.append(try readCell(bytes, isLast: isLast))
    case .array: try readArray(bytes, into: &row)
    case .object: try readObject(bytes, into: &row)
    }
    rowForm = form
  }

  private mutating func readArray(
    _ bytes: Span<UInt8>, into row: inout Row
  ) throws(RowError) {
    position += 1
    skipSpace(bytes)
    if byte(bytes) == UInt8(ascii: "]") {
      position += 1
      return
    }
    while true {
      skipSpace(bytes)
      row.append(try readCell(bytes, isLast: false))
      skipSpace(bytes)
      guard let byte = byte(bytes) else { throw .incomplete(line: line) }
      if byte == UInt8(ascii: "]") { break }
      try expect(",", bytes)
    }
    position += 1
  }

  private mutating func readObject(
    _ bytes: Span<UInt8>, into row: inout Row
  ) throws(RowError) {
    for _ in 0..<keys.count { row.cells.append(.absent) }
    objectCount += 1
    path.removeAll(keepingCapacity: true)
    depth = 0
    var place = 0
    try readMembers(bytes, into: &row, &place)
  }

  /// Reads the members of an object, and of those in it.
  ///
  /// - Parameter place: the column that the next value probably has.
  private mutating func readMembers(
    _ bytes: Span<UInt8>, into row: inout Row, _ place: inout Int
  ) throws(RowError) {
    position += 1
    skipSpace(bytes)
    if byte(bytes) == UInt8(ascii: "}") {
      position += 1
      return
    }
    while true {
      skipSpace(bytes)
      let key = try readString(bytes)
      skipSpace(bytes)
      try expect(":", bytes)
      skipSpace(bytes)
      if byte(bytes) == UInt8(ascii: "{") {
        try readNested(key, bytes, into: &row, &place)
      } else {
        let value = try readCell(bytes, isLast: false)
        set(value, for: key, bytes, in: &row, &place)
      }
      skipSpace(bytes)
      guard let byte = byte(bytes) else { throw .incomplete(line: line) }
      if byte == UInt8(ascii: "}") { break }
      try expect(",", bytes)
    }
    position += 1
  }

  private mutating func readNested(
    _ key: Cell, _ bytes: Span<UInt8>, into row: inout Row, _ place: inout Int
  ) throws(RowError) {
    guard depth + 1 < Self.depthLimit else { throw tooDeep }
    let length = path.count
    append(key, bytes, to: &path)
    path.append(UInt8(ascii: "."))
    depth += 1
    try readMembers(bytes, into: &row, &place)
    depth -= 1
    path.removeSubrange(length...)
  }

  private mutating func set(
    _ value: Cell, for key: Cell, _ bytes: Span<UInt8>, in row: inout Row, _ place: inout Int
  ) {
    guard let column = column(of: key, bytes, at: place) else {
      if ignoresOtherKeys {
        ignore(key, bytes)
      } else if row.problem == nil {
        row.problem = Row.Problem(reason: .unknownKey, start: key.start, end: key.end)
      }
      return
    }
    while row.cells.count <= column { row.cells.append(.absent) }
    while lastObjects.count <= column { lastObjects.append(0) }
    if lastObjects[column] == objectCount, row.problem == nil {
      row.problem = Row.Problem(reason: .repeatedKey, start: key.start, end: key.end)
    }
    lastObjects[column] = objectCount
    row.cells[column] = value
    place = column + 1
  }

  private mutating func ignore(_ key: Cell, _ bytes: Span<UInt8>) {
    guard ignoredKeys.count < 5 else { return }
    var text = path
    append(key, bytes, to: &text)
    let name = String(decoding: text, as: UTF8.self)
    if !ignoredKeys.contains(name) { ignoredKeys.append(name) }
  }

  /// Appends a key without the escapes in it.
  func append(_ key: Cell, _ bytes: Span<UInt8>, to text: inout [UInt8]) {
    if key.form == .escapes {
      JSONString.append(bytes, key.start, key.end, to: &text)
    } else {
      for index in key.start..<key.end { text.append(bytes[index]) }
    }
  }

  /// Returns the column of a key; nil for one that may not be added.
  ///
  /// - Parameter place: the column that it probably is, as objects mostly have their keys in the same
  ///   order.
  private mutating func column(of key: Cell, _ bytes: Span<UInt8>, at place: Int) -> Int? {
    if key.form == .escapes || !path.isEmpty {
      var text = path
      append(key, bytes, to: &text)
      if place < keys.count, keys.isString(place, text.span, 0, text.count) { return place }
      return keyed(text.span, 0, text.count)
    }
    if place < keys.count, keys.isString(place, bytes, key.start, key.end) { return place }
    return keyed(bytes, key.start, key.end)
  }

  private mutating func keyed(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
    if let column = keys.find(bytes, start, end) { return column }
    return hasFixedKeys ? nil : keys.add(bytes, start, end)
  }

  // MARK: - Columns

  /// Notes where the columns begin, if the value is an object of arrays, one of which at least has values
  /// that hold no others.
  private mutating func findColumns(_ bytes: Span<UInt8>) throws(RowError) -> Bool {
    var starts: [Int?] = []
    var found: [Int] = []
    var hasValues = false
    position += 1
    skipSpace(bytes)
    while byte(bytes) != UInt8(ascii: "}") {
      if !found.isEmpty { try expect(",", bytes) }
      skipSpace(bytes)
      let key = try readString(bytes)
      skipSpace(bytes)
      try expect(":", bytes)
      skipSpace(bytes)
      guard byte(bytes) == UInt8(ascii: "[") else { return false }
      guard let column = column(of: key, bytes, at: found.count), !found.contains(column) else {
        throw .invalidJSON(
          line: line,
          reason: "the key '\(String(decoding: text(bytes, key), as: UTF8.self))' is not expected")
      }
      found.append(column)
      while starts.count <= column { starts.append(nil) }
      starts[column] = position + 1
      if let first = try skipArray(bytes).first, form(first) == .scalar { hasValues = true }
      skipSpace(bytes)
    }
    guard hasValues else { return false }
    cursors = starts
    while cursors.count < keys.count { cursors.append(nil) }
    rowForm = .object
    return true
  }

  private mutating func readAcross(
    _ bytes: Span<UInt8>, into row: inout Row
  ) throws(RowError) -> Bool {
    row.reset(line: line)
    var missing = 0
    for column in cursors.indices {
      guard let cursor = cursors[column] else {
        row.cells.append(.absent)
        missing += 1
        continue
      }
      position = cursor
      skipSpace(bytes)
      if !isFirst, byte(bytes) != UInt8(ascii: "]") {
        try expect(",", bytes)
        skipSpace(bytes)
      } else if byte(bytes) == UInt8(ascii: "]") {
        cursors[column] = nil
        row.cells.append(.absent)
        missing += 1
        continue
      }
      row.cells.append(try readCell(bytes, isLast: true))
      cursors[column] = position
    }
    isFirst = false
    if missing == cursors.count {
      position = bytes.count
      return false
    }
    if missing > 0 {
      row.problem = Row.Problem(
        reason: .cellCount(found: cursors.count - missing, expected: cursors.count), start: 0,
        end: 0)
    }
    return true
  }
}
