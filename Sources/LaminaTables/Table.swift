import LaminaBase

/// Columns of values that were read from text.
///
/// ```swift
/// let table = try Table(bytes: bytes, name: "cpu.csv")
/// print(table)
/// if case .numbers(let load)? = table["load"]?.values { … }
/// ```
public struct Table: Sendable {
  /// The columns, in the order of the text.
  public internal(set) var columns: [TableColumn]
  /// The number of rows, bad ones among them.
  public let rowCount: Int
  /// The form of the text.
  public let format: TableFormat
  /// The line of the header, from 1; nil if there is none.
  public let headerLine: Int?
  /// The number of rows in front of the header that have other numbers of cells, such as a title, and are
  /// left out.
  public let leadingRowCount: Int
  /// True if there is a row of units below the header.
  private let hasUnitRow: Bool
  /// The rows that could not be read, if they were skipped.
  public let badRows: BadRows
  /// The number of lines that were comments: those that begin with `#`.
  public let commentCount: Int
  /// The names of the columns that are not in the table, because they hold JSON arrays and objects.
  public let omittedColumns: [String]
  /// The key of the member of a JSON object that has the rows, such as `data.items`; nil if the whole text
  /// has them.
  public let member: String?

  /// Reads a table from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: separated text, JSON, or either of them compressed by gzip.
  ///   - name: the name for messages.
  ///   - options: directions for what is not to be found out.
  /// - Throws: what keeps the table from being read: the first bad row, unless these are skipped.
  /// - Complexity: O(length). The columns take 8 bytes for each number and time, 4 for each category.
  public init(
    bytes: [UInt8], name: String, options: TableOptions = TableOptions()
  ) throws(TableError) {
    try self.init(inputs: [TableInput(name: name, bytes: bytes)], options: options)
  }

  /// Reads a table from several files that have the same columns, one after the other.
  ///
  /// The form is that of the first. A header in the others is skipped.
  ///
  /// - Throws: what keeps the table from being read: the first bad row, unless these are skipped; or
  ///   ``TableError/otherColumns(name:found:expected:)``.
  /// - Precondition: There is at least one input.
  public init(
    inputs: [TableInput], options: TableOptions = TableOptions()
  ) throws(TableError) {
    require(!inputs.isEmpty, "a table needs at least one input")
    var plain: [TableInput] = []
    for input in inputs {
      let decompressed = try input.withBytes { (bytes) throws(TableError) -> [UInt8]? in
        guard Gzip.isGzip(bytes) else { return nil }
        return try Gzip.decompress(bytes, name: input.name, limit: options.decompressedLimit)
      }
      plain.append(decompressed.map { TableInput(name: input.name, bytes: $0) } ?? input)
    }
    let parser = try plain[0].withBytes { (bytes) throws(TableError) -> TableParser in
      var consumed = 0
      let parser = try TableParser(
        bytes, isLast: true, name: plain[0].name, options: options,
        others: Array(plain.dropFirst()), consumed: &consumed)
      guard let parser else { throw .empty(name: plain[0].name) }
      return parser
    }
    if let failure = parser.failure { throw failure }
    self.init(parser)
  }

  /// The rows that a parser has read.
  init(_ parser: TableParser) {
    columns = parser.columns
    rowCount = parser.builder.rowCount
    format = parser.layout.format
    headerLine = parser.layout.headerLine
    leadingRowCount = parser.layout.leadingRowCount
    hasUnitRow = parser.layout.units != nil
    badRows = parser.builder.badRows
    commentCount = parser.commentCount
    omittedColumns = parser.layout.leftOut
    member = parser.layout.member
  }

  /// Returns a table of some of the rows. It counts the bad rows and the comments of all.
  ///
  /// - Precondition: The rows are among those of the table.
  /// - Complexity: O(rows of the result).
  public func rows(_ range: Range<Int>) -> Table {
    require(
      range.lowerBound >= 0 && range.upperBound <= rowCount,
      "the rows \(range) are not among those of a table of \(rowCount)")
    return range.count == rowCount ? self : Table(self, rows: range)
  }

  private init(_ whole: Table, rows: Range<Int>) {
    columns = whole.columns.map { $0.rows(rows) }
    rowCount = rows.count
    format = whole.format
    headerLine = whole.headerLine
    leadingRowCount = whole.leadingRowCount
    hasUnitRow = whole.hasUnitRow
    badRows = whole.badRows
    commentCount = whole.commentCount
    omittedColumns = whole.omittedColumns
    member = whole.member
  }

  /// Returns the column with a name; nil if there is none.
  public subscript(name: String) -> TableColumn? { columns.first { $0.name == name } }
}

extension Table: CustomStringConvertible {
  /// The form that was found, in one line: the number of rows, each column's kind and range, the
  /// separator, and the line of the header.
  ///
  /// - Complexity: O(rows).
  public var description: String {
    var parts = ["\(TextExcerpt.grouped(rowCount)) \(rowCount == 1 ? "row" : "rows")"]
    parts += columns.map(\.description)
    parts += omittedColumns.map {
      "\(TextExcerpt.shortened($0).escaped): arrays and objects, left out"
    }
    let part = member.map { ", only '\(TextExcerpt.shortened($0).escaped)'" } ?? ""
    parts.append("\(format)" + part)
    if let headerLine {
      let others =
        leadingRowCount > 0
        ? ", after \(leadingRowCount) \(leadingRowCount == 1 ? "row that is" : "rows that are") left out"
        : ""
      parts.append("header in line \(headerLine)" + (hasUnitRow ? ", units below it" : "") + others)
    } else if case .separated = format {
      parts.append("no header")
    }
    if commentCount > 0 {
      parts.append(
        "\(TextExcerpt.grouped(commentCount)) \(commentCount == 1 ? "line" : "lines") of comments")
    }
    if !badRows.isEmpty { parts.append(badRows.description) }
    return parts.joined(separator: "; ")
  }
}
