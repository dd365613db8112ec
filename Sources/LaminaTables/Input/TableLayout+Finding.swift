extension TableLayout {
  /// Finds out the form of some text from its beginning.
  ///
  /// - Parameters:
  ///   - isLast: true if the bytes are the whole text.
  /// - Returns: nil if there are not enough complete rows to tell.
  static func find(
    _ bytes: Span<UInt8>, start: Int, isLast: Bool, name: String, options: TableOptions
  ) throws(TableError) -> (layout: TableLayout, sample: Sample)? {
    if isJSON(bytes, start: start, options) {
      return try findJSON(bytes, start: start, isLast: isLast, name: name, options: options)
    }
    var text = bytes
    var isWhole = isLast
    if bytes.count > start + Sample.byteLimit {
      text = bytes.extracting(0..<start + Sample.byteLimit)
      isWhole = false
    }
    if let found = try findSeparated(text, start, isWhole, name, options) { return found }
    guard text.count < bytes.count else { return nil }
    // The first rows are longer than that.
    return try findSeparated(bytes, start, isLast, name, options)
  }

  /// True if some text is to be read as JSON.
  static func isJSON(_ bytes: Span<UInt8>, start: Int, _ options: TableOptions) -> Bool {
    switch options.format {
    case .json?: return true
    case .separated?: return false
    case nil: break
    }
    for index in start..<max(start, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): return true
      default: return false
      }
    }
    return false
  }

  // MARK: - Separated text

  /// A form that some text may have.
  private struct Candidate {
    var sample: Sample
    var separator: TableSeparator
    var usesDecimalComma: Bool
    var scanner: SeparatedRows
    /// The part of the rows that have the usual number of cells, and up to twice that if the cells
    /// can be read.
    var score: Double
  }

  private static func findSeparated(
    _ bytes: Span<UInt8>, _ start: Int, _ isWhole: Bool, _ name: String,
    _ options: TableOptions
  ) throws(TableError) -> (layout: TableLayout, sample: Sample)? {
    var separators: [TableSeparator] = [.comma, .tab, .semicolon, .bar, .whitespace, .newline]
    if case .separated(let separator?) = options.format { separators = [separator] }
    var best: Candidate?
    var failure: RowError?
    for separator in separators {
      for usesDecimalComma in [false, true]
      where isPossible(usesDecimalComma, separator, options, beside: best?.sample) {
        var reader = try CellReader(options, usesDecimalComma: usesDecimalComma)
        // Of a separator that is given, all cells are meant.
        var scanner = SeparatedRows(
          separator: separator.byte, hasOuterBars: separators.count == 1 ? false : nil)
        scanner.position = start
        do {
          let leadingRowCount = max(0, options.leadingRowCount ?? 0)
          var sample = try Sample(
            &scanner, bytes, isLast: isWhole, &reader,
            limit: Sample.rowLimit + min(leadingRowCount, 1 << 20))
          sample.removeFirst(leadingRowCount)
          let usual = sample.usualCellCount
          // Nearly all text has a separator somewhere: it must be in most rows.
          guard
            separators.count == 1 || separator == .newline || usual.count > 1 && usual.part > 0.5
          else { continue }
          // A space in times and words makes no column, but another separator in each row does.
          if separator == .newline, let found = best?.separator, found != .newline,
            found != .whitespace
          {
            continue
          }
          let score = usual.part * (1 + sample.readablePart)
          guard score > best?.score ?? -1 else { continue }
          if separator == .comma, usesDecimalComma, let plain = best?.sample,
            !sample.hasDecimalCommas(bytes, whereNot: plain)
          {
            continue
          }
          best = Candidate(
            sample: sample, separator: separator, usesDecimalComma: usesDecimalComma,
            scanner: scanner, score: score)
        } catch {
          failure = failure ?? error
        }
      }
    }
    guard let best else {
      guard let failure else { return nil }
      throw TableError(failure, name: name)
    }
    var sample = best.sample
    let leadingRowCount =
      options.hasHeader == false || options.leadingRowCount != nil ? 0 : sample.leadingRowCount
    if leadingRowCount > 0 {
      var table = sample
      table.removeFirst(leadingRowCount)
      if options.hasHeader == true || table.firstRowIsHeader(bytes) { sample = table }
    }
    let needed = isWhole || options.hasHeader == false || sample.firstRowIsNumbers ? 1 : 2
    guard sample.rows.count >= needed else {
      if isWhole { throw failure.map { TableError($0, name: name) } ?? .empty(name: name) }
      return nil
    }
    var layout = TableLayout(
      format: .separated(best.separator, usesDecimalComma: best.usesDecimalComma), names: [],
      headerLine: nil)
    layout.leadingRowCount =
      options.leadingRowCount.map { max(0, $0) } ?? best.sample.rows.count - sample.rows.count
    layout.hasOuterBars = best.scanner.hasOuterBars == true
    layout.hasGivenLeadingRows = options.leadingRowCount != nil
    try layout.nameColumns(sample, bytes, name: name, options: options)
    if layout.headerIsRow, !isWhole, sample.secondRowMayHaveUnits(bytes) { return nil }
    if layout.headerIsRow, sample.secondRowHasUnits(bytes) {
      layout.units = try strings(sample.rows[1], bytes, name: name)
      sample.removeSecondRow()
    }
    if layout.headerLine == nil, options.hasHeader == nil {
      try layout.takeNamesFromComment(best.scanner, sample, bytes, options: options)
    }
    return (layout, sample)
  }

  private static func isPossible(
    _ usesDecimalComma: Bool, _ separator: TableSeparator, _ options: TableOptions,
    beside plain: Sample?
  ) -> Bool {
    if let wanted = options.usesDecimalComma { return wanted == usesDecimalComma }
    // Between commas, cells with one are quoted.
    return !usesDecimalComma || separator != .comma || plain != nil
  }

  /// Names the columns after the first row if it is a header, and by their numbers if not.
  private mutating func nameColumns(
    _ sample: Sample, _ bytes: Span<UInt8>, name: String, options: TableOptions
  ) throws(TableError) {
    let first = sample.rows[0]
    guard options.hasHeader ?? sample.firstRowIsHeader(bytes) else {
      names = Self.names(Array(repeating: "", count: first.cells.count))
      return
    }
    if let problem = first.problem {
      throw .badRow(
        BadRow(
          file: name, line: first.line, row: 1, column: nil, columnName: nil,
          text: TextExcerpt.text(bytes, problem.start, problem.end), reason: problem.reason,
          isJSON: isJSON))
    }
    names = Self.names(
      try Self.strings(first, bytes, name: name))
    headerLine = first.line
    headerIsRow = true
  }

  /// The cells of a header as text.
  static func strings(
    _ row: Row, _ bytes: Span<UInt8>, name: String
  ) throws(TableError) -> [String] {
    var strings: [String] = []
    for cell in row.cells {
      guard let string = CellText.string(cell, bytes) else {
        throw .invalidHeader(name: name, line: row.line)
      }
      strings.append(string)
    }
    return strings
  }

  /// Names the columns after a comment in front of the rows that has as many cells as they have, none
  /// of them a number or a time.
  private mutating func takeNamesFromComment(
    _ scanner: SeparatedRows, _ sample: Sample, _ bytes: Span<UInt8>, options: TableOptions
  ) throws(TableError) {
    guard let comment = scanner.lastComment else { return }
    let text = bytes.extracting(comment.start..<comment.end)
    var commentScanner = SeparatedRows(separator: scanner.separator)
    var reader = try CellReader(options, usesDecimalComma: usesDecimalComma)
    guard
      let header = try? Sample(&commentScanner, text, isLast: true, &reader, limit: 1),
      let row = header.rows.first, row.cells.count == names.count, row.problem == nil,
      header.meanings[0].allSatisfy({ $0 == .text }),
      let strings = try? Self.strings(row, text, name: "")
    else { return }
    names = Self.names(strings)
    headerLine = comment.line
  }

  // MARK: - JSON

  private static func findJSON(
    _ bytes: Span<UInt8>, start: Int, isLast: Bool, name: String, options: TableOptions
  ) throws(TableError) -> (layout: TableLayout, sample: Sample)? {
    var reader = try CellReader(options, usesDecimalComma: false)
    var scanner = JSONRows()
    scanner.position = start
    let sample: Sample
    do {
      sample = try Sample(&scanner, bytes, isLast: isLast, &reader)
    } catch {
      if case .incomplete = error, !isLast { return nil }
      throw TableError(error, name: name)
    }
    guard !sample.rows.isEmpty else {
      if isLast { throw .empty(name: name) }
      return nil
    }
    var layout = TableLayout(format: .json, names: [], headerLine: nil)
    layout.member = scanner.member
    switch scanner.rowForm {
    case .object?, nil:
      layout.hasKeys = true
      layout.names = (0..<scanner.keys.count).map { scanner.keys[$0] }
    case .scalar?: layout.names = ["value"]
    case .array?: try layout.nameColumns(sample, bytes, name: name, options: options)
    }
    return (layout, sample)
  }
}

extension TableError {
  /// The error of an input with a name.
  init(_ error: RowError, name: String) {
    self =
      switch error {
      case .nulByte(let line): .nulByte(name: name, line: line)
      case .unclosedQuote(let line): .unclosedQuote(name: name, line: line)
      case .invalidJSON(let line, let reason):
        .invalidJSON(name: name, line: line, reason: reason)
      case .incomplete(let line):
        .invalidJSON(name: name, line: line, reason: "it ends within a value")
      case .noMember(let key): .noMember(name: name, key: key)
      }
  }
}
