import LaminaBase

/// Reads a table that arrives in parts, such as a file that grows.
///
/// ```swift
/// var reader = TableReader(name: "cpu.csv")
/// let added = try reader.append(bytes.span)   // the rows that are complete
/// let table = reader.table
/// ```
///
/// The format, the header and the kinds of columns are found out from the first part that has a
/// complete row of values, and do not change after it. A later cell that does not fit its column is a
/// bad row: an error, or a gap with ``TableOptions/skipsBadRows``. So is a JSON object with a key that
/// those of the first part did not have, without ``TableOptions/ignoresNewKeys``. A new category is none.
///
/// Gzip data and JSON that is one value are read when they are complete, at ``finish()``.
public struct TableReader: Sendable {
  /// The name for messages.
  public let name: String
  /// The directions that the reader was created with.
  public let options: TableOptions
  private var parser: TableParser?
  /// The bytes after the last complete row.
  private var pending: [UInt8] = []
  private var failure: TableError?
  private var isFinished = false
  /// True if the bytes are not looked at before the last has come.
  private var waitsForEnd = false
  private var isFirstPart = true

  /// Creates a reader.
  public init(name: String, options: TableOptions = TableOptions()) {
    self.name = name
    self.options = options
  }

  /// The table of the rows so far; nil before its columns are known.
  ///
  /// It shares memory with the reader. While it is kept, the next part copies the columns once.
  public var table: Table? { parser.map { Table($0) } }

  /// The keys of JSON objects that were left out because of ``TableOptions/ignoresNewKeys``, the first
  /// five of them.
  public var ignoredKeys: [String] { parser?.ignoredKeys ?? [] }

  /// The number of rows so far.
  public var rowCount: Int { parser?.builder.rowCount ?? 0 }

  /// Reads more bytes. The beginning of a row that is not complete is kept.
  ///
  /// - Returns: the rows that were added.
  /// - Throws: the first error, each time. The rows before it remain.
  /// - Precondition: The reader is not finished.
  @discardableResult
  public mutating func append(_ bytes: Span<UInt8>) throws(TableError) -> Range<Int> {
    require(!isFinished, "\(name): bytes were added to a table after its end")
    let start = rowCount
    if let failure { throw failure }
    // Without a line's end, no row can have become complete.
    let hasLineEnd = bytes.indices.contains { bytes[$0] == 0x0A || bytes[$0] == 0x0D }
    if parser == nil || !pending.isEmpty || !hasLineEnd {
      try keep(bytes)
      if hasLineEnd { try readPending() } else { try checkLength() }
    } else {
      let consumed = try read(bytes, isLast: false)
      try keep(bytes.extracting(consumed..<bytes.count))
    }
    if let failure { throw failure }
    return start..<rowCount
  }

  /// Begins another input with the same columns, such as the file that follows one that was renamed.
  ///
  /// The last row of the input before need not have a line's end. A header that names the same
  /// columns is skipped.
  ///
  /// - Returns: the rows that were added: the last of the input before.
  /// - Throws: the first error, as ``append(_:)`` does.
  /// - Precondition: The reader is not finished.
  @discardableResult
  public mutating func beginInput() throws(TableError) -> Range<Int> {
    require(!isFinished, "\(name): an input was begun after the end of a table")
    let start = rowCount
    if let failure { throw failure }
    // An error is in `failure`, too.
    try? readLast()
    switch failure {
    case .empty, .noRows:
      (parser, failure, isFirstPart, waitsForEnd) = (nil, nil, true, false)
    case let failure?: throw failure
    case nil: parser?.beginInput()
    }
    return start..<rowCount
  }

  /// Reads the last row, which need not have a line's end, and all that is read only when it is
  /// complete.
  ///
  /// - Returns: the rows that were added.
  /// - Throws: the first error, as ``append(_:)`` does; ``TableError/empty(name:)`` or
  ///   ``TableError/noRows(name:)`` if there are no rows.
  @discardableResult
  public mutating func finish() throws(TableError) -> Range<Int> {
    let start = rowCount
    if let failure { throw failure }
    if isFinished { return start..<start }
    isFinished = true
    try readLast()
    if let failure { throw failure }
    return start..<rowCount
  }

  /// Removes the oldest rows.
  ///
  /// - Precondition: There are as many.
  /// - Complexity: O(remaining rows).
  public mutating func removeFirst(_ count: Int) {
    require(
      count >= 0 && count <= rowCount,
      "\(name): \(count) rows cannot be removed from a table of \(rowCount)")
    parser?.removeFirst(count)
  }

  // MARK: - Parts

  /// Keeps bytes until the row that they belong to is complete.
  private mutating func keep(_ bytes: Span<UInt8>) throws(TableError) {
    if pending.count + bytes.count > pending.capacity {
      // An array grows to twice its size.
      do {
        try TableError.checkMemory(2 * (pending.count + bytes.count), for: name)
      } catch {
        failure = error
        throw error
      }
    }
    bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
  }

  /// Reads what is pending as far as it is complete.
  private mutating func readPending() throws(TableError) {
    if isFirstPart {
      // The first two bytes may be those of gzip data.
      guard pending.count >= 3 || pending.first != 0x1F else { return }
      isFirstPart = false
      waitsForEnd = Gzip.isGzip(pending.span)
    }
    if parser == nil, !waitsForEnd {
      guard let isOneValue = Self.isOneValue(pending.span, options) else { return }
      waitsForEnd = isOneValue
    }
    if waitsForEnd { return }
    var bytes = pending
    pending = []
    let consumed = try read(bytes.span, isLast: false)
    bytes.removeFirst(consumed)
    pending = bytes
    try checkLength()
  }

  /// Reads all that is pending.
  private mutating func readLast() throws(TableError) {
    var bytes = pending
    pending = []
    if waitsForEnd || isFirstPart, Gzip.isGzip(bytes.span) {
      do {
        bytes = try Gzip.decompress(bytes.span, name: name, limit: options.decompressedLimit)
      } catch {
        failure = error
        throw error
      }
    }
    _ = try read(bytes.span, isLast: true)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool
  ) throws(TableError) -> Int {
    if parser != nil {
      let consumed = parser!.read(bytes, isLast: isLast)
      failure = parser!.failure
      return consumed
    }
    var consumed = 0
    do {
      parser = try TableParser(
        bytes, isLast: isLast, name: name, options: options, consumed: &consumed)
    } catch {
      failure = error
      throw error
    }
    failure = parser?.failure
    return parser == nil ? 0 : consumed
  }

  private mutating func checkLength() throws(TableError) {
    guard pending.count > TableParser.rowLimit else { return }
    // Gzip data and JSON need not have lines.
    if parser == nil {
      let start = pending.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      guard !waitsForEnd, !Gzip.isGzip(pending.span),
        !TableLayout.isJSON(pending.span, start: start, options)
      else { return }
    }
    let error = TableError.rowTooLong(
      name: name, line: parser?.line ?? 1, limit: TableParser.rowLimit)
    failure = error
    throw error
  }

  /// Returns true if some bytes are JSON that is one value, false if they are lines or not JSON, and nil
  /// if that is not known yet.
  private static func isOneValue(_ bytes: Span<UInt8>, _ options: TableOptions) -> Bool? {
    let start = bytes.count >= 3 && bytes[0] == 0xEF ? 3 : 0
    guard TableLayout.isJSON(bytes, start: start, options) else { return false }
    return JSONRows.areLines(bytes).map { !$0 }
  }
}
