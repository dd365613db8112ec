import LaminaTables

extension FuzzTarget {
  /// A table is read without more rows than the input is worth, or refused by an error; and a reader
  /// that gets the same bytes in pieces finds the same rows.
  ///
  /// The first byte chooses the options and the length of the pieces.
  package static let tables = FuzzTarget(name: "FuzzTables") { bytes in
    var input = FuzzInput(bytes)
    let choice = input.byte()
    let text = input.bytes(.max)
    var options = TableOptions()
    options.skipsBadRows = choice & 1 == 1
    options.decompressedLimit = 1 << 16
    if choice & 2 == 2 { options.timeFormat = "%d.%m.%Y %H:%M:%S %b %j %p" }
    var found = try? Table(bytes: text, name: "fuzz", options: options)
    if found == nil, options.timeFormat != nil {
      // Hardly any text has times of this form.
      options.timeFormat = nil
      found = try? Table(bytes: text, name: "fuzz", options: options)
    }
    guard let table = found else {
      var reader = TableReader(name: "fuzz", options: options)
      _ = try? reader.append(text.span)
      _ = try? reader.finish()
      return
    }
    try require(!table.description.isEmpty, "a table without a description")
    let limit = text.starts(with: [0x1F, 0x8B]) ? 1 << 16 : text.count
    try require(table.rowCount <= limit, "more rows than bytes")
    for column in table.columns {
      try require(column.count == table.rowCount, "a column with another number of rows")
      try require(column.gapCount <= column.count, "more gaps than rows")
    }
    try check(table, text, options, pieceLength: choice >> 2 + 1)
  }

  /// Reads the text in pieces, with the form that the whole of it has.
  private static func check(
    _ table: Table, _ text: [UInt8], _ options: TableOptions, pieceLength: Int
  ) throws {
    var options = options
    options.timeFormat = nil
    if case .separated(let separator, let usesDecimalComma) = table.format {
      options.format = .separated(separator)
      options.usesDecimalComma = usesDecimalComma
    } else {
      options.format = .json
    }
    // Every text is a category, so that the kinds cannot be others in the first piece.
    options.missingValues = []
    guard let first = try? Table(bytes: text, name: "fuzz", options: options) else { return }
    options.hasHeader = first.headerLine != nil
    options.leadingRowCount = first.leadingRowCount
    for column in first.columns { options.kinds[column.name] = .categories }
    options.columns = first.columns.map(\.name)
    guard let whole = try? Table(bytes: text, name: "fuzz", options: options) else { return }
    var reader = TableReader(name: "fuzz", options: options)
    var rest = text[...]
    do throws(TableError) {
      while !rest.isEmpty {
        _ = try reader.append(Array(rest.prefix(pieceLength)).span)
        rest = rest.dropFirst(pieceLength)
      }
      _ = try reader.finish()
    } catch {
      // The keys of objects are those of the first piece.
      switch error {
      case .unknownColumn: return
      case .badRow(let row): if row.reason == .unknownKey { return }
      default: break
      }
      throw FuzzFailure(description: "in pieces: \(error)")
    }
    guard let pieces = reader.table else { throw FuzzFailure(description: "no table of pieces") }
    try require(pieces.rowCount == whole.rowCount, "another number of rows in pieces")
    for (one, other) in zip(pieces.columns, whole.columns) {
      guard case .categories(let found) = one.values, case .categories(let expected) = other.values
      else { throw FuzzFailure(description: "a column that is not of categories") }
      try require(found.names == expected.names, "other categories in pieces")
      try require(found.codes == expected.codes, "other rows in pieces")
    }
  }
}
