/// Collects the rows of a table.
struct TableBuilder {
  var columns: [ColumnBuilder]
  let initialReader: CellReader
  private var reader: CellReader
  /// The number of rows.
  private(set) var rowCount = 0
  /// The rows that were removed from the beginning.
  private(set) var removedCount = 0
  /// The rows that could not be read, and became gaps.
  private(set) var badRows = BadRows()
  /// The number of the first bad row, from 0.
  private(set) var firstBadRow: Int?
  private var scratch: [UInt8] = []

  /// - Parameter rowCount: the number of rows that are expected.
  init(_ columns: [ColumnBuilder], reader: CellReader, rowCount: Int) {
    self.columns = columns
    for index in columns.indices { self.columns[index].reserve(rowCount) }
    self.reader = reader
    initialReader = reader
  }

  /// Adds a row: of values, or of gaps if it is bad.
  mutating func add(
    _ row: borrowing Row, _ bytes: Span<UInt8>, file: String, layout: borrowing TableLayout
  ) {
    let count = columns.count
    guard row.problem == nil, row.cells.count == count else {
      addBad(row, bytes, file: file, isJSON: layout.isJSON)
      return
    }
    var isBad = false
    for index in 0..<count {
      let cell = row.cells[index]
      if let reason = columns[index].add(cell, bytes, &reader, &scratch) {
        let bad = BadRow(
          file: file, line: row.line, row: removedCount + rowCount + 1, column: index + 1,
          columnName: layout.names[index],
          text: TextExcerpt.text(bytes, cell.start, cell.end), reason: reason,
          isJSON: layout.isJSON)
        note(bad, isFirstOfRow: !isBad)
        isBad = true
      }
    }
    rowCount += 1
  }

  /// Adds rows without values.
  mutating func addGaps(_ count: Int) {
    guard count > 0 else { return }
    for index in columns.indices { columns[index].addGaps(count) }
    rowCount += count
  }

  private mutating func addBad(
    _ row: borrowing Row, _ bytes: Span<UInt8>, file: String, isJSON: Bool
  ) {
    let first = row.cells.first?.start ?? 0
    let last = max(first, row.cells.last?.end ?? 0)
    let problem =
      row.problem
      ?? Row.Problem(
        reason: .cellCount(found: row.cells.count, expected: columns.count), start: first, end: last
      )
    note(
      BadRow(
        file: file, line: row.line, row: removedCount + rowCount + 1, column: nil, columnName: nil,
        text: TextExcerpt.text(bytes, problem.start, problem.end), reason: problem.reason,
        isJSON: isJSON),
      isFirstOfRow: true)
    addGaps(1)
  }

  private mutating func note(_ bad: BadRow, isFirstOfRow: Bool) {
    if isFirstOfRow { badRows.count += 1 }
    if badRows.first.count < BadRows.limit { badRows.first.append(bad) }
    if firstBadRow == nil { firstBadRow = rowCount }
  }

  /// Removes the first bad row and all after it.
  ///
  /// - Returns: the error that says what is bad.
  mutating func removeFromFirstBadRow() -> TableError? {
    guard let row = firstBadRow, let bad = badRows.first.first else { return nil }
    for index in columns.indices { columns[index].truncate(to: row) }
    rowCount = row
    badRows = BadRows()
    firstBadRow = nil
    return .badRow(bad)
  }

  /// Removes rows from the beginning.
  mutating func removeFirst(_ count: Int) {
    for index in columns.indices { columns[index].removeFirst(count) }
    rowCount -= count
    removedCount += count
  }
}
