/// Reads the rows of a table from its text: first a part of it from which everything is found out, and
/// then what follows.
struct TableParser {
  /// The longest row of separated text and JSON lines that arrive in parts, in bytes.
  static let rowLimit = 1 << 26

  /// The cells that there may be for each byte, and as many more: rows that are bad, and keys that are
  /// in few objects, make gaps that are not in the text.
  static let cellsOfByte = 16
  static let freeCellCount = 1 << 20

  private(set) var layout: TableLayout
  private(set) var builder: TableBuilder
  private(set) var commentCount = 0
  /// The first thing that cannot be read, after the rows so far.
  private(set) var failure: TableError?
  /// True while the first row of an input after the first one has not been read.
  private var isAtStart = false
  /// True if the next row may be the one of the units.
  private var mayHaveUnits = false
  /// The number of rows that may yet be left out at the beginning of an input.
  private var leadingRowsLeft = 0
  /// The number of bytes that were read before the present ones.
  private var byteCount = 0
  private let name: String
  private let skipsBadRows: Bool
  private let keepsBlankLines: Bool
  private let timeFormat: String?
  private var scanner: Scanner

  fileprivate enum Scanner {
    case separated(SeparatedRows)
    case json(JSONRows)
  }

  /// Reads the first part of a table, and other inputs that have the same columns.
  ///
  /// The kinds of columns are those of all rows in these. What the first rows look like is tried at
  /// first; if all rows together ask for something else, they are read again.
  ///
  /// - Parameters:
  ///   - isLast: true if the bytes are the whole of the first input.
  ///   - consumed: the number of bytes that were read.
  /// - Returns: nil if there are not enough rows yet to find anything out.
  init?(
    _ bytes: Span<UInt8>, isLast: Bool, name: String, options: TableOptions,
    others: [TableInput] = [], consumed: inout Int
  ) throws(TableError) {
    let start = try Self.start(of: bytes, name: name)
    let wantedTimeFormat = options.timeFormat
    var options = options
    guard
      var found = try TableLayout.find(
        bytes, start: start, isLast: isLast, name: name, options: options)
    else { return nil }
    if options.timeFormat == nil,
      let format = found.sample.commonTimeFormat(
        of: Self.possibleTimes(found.layout, options), found.layout.names, bytes,
        skipsFirst: found.layout.headerIsRow)
    {
      options.timeFormat = format
      guard
        let foundAgain = try TableLayout.find(
          bytes, start: start, isLast: isLast, name: name, options: options)
      else { return nil }
      found = foundAgain
    }
    var layout = found.layout
    let sample = found.sample
    self.name = name
    skipsBadRows = options.skipsBadRows
    keepsBlankLines = options.keepsBlankLines && layout.separator == .newline
    timeFormat = options.timeFormat

    var scanner: Scanner
    if layout.isJSON {
      var rows = JSONRows()
      if layout.hasKeys {
        rows = try Self.keys(bytes, start, isLast, name, others)
        layout.names = (0..<rows.keys.count).map { rows.keys[$0] }
        rows.ignoresOtherKeys = options.ignoresNewKeys
      }
      scanner = .json(rows)
    } else {
      scanner = .separated(
        SeparatedRows(
          separator: layout.separator.byte,
          decimal: UInt8(ascii: layout.usesDecimalComma ? "," : "."),
          hasOuterBars: layout.hasOuterBars))
    }
    guard !layout.names.isEmpty else { throw .empty(name: name) }
    guard layout.names.count <= TableLayout.columnLimit else {
      throw .tooManyColumns(name: name, limit: TableLayout.columnLimit)
    }

    let readings = sample.readings(layout.names.count, skipsFirst: layout.headerIsRow)
    var plans = try ColumnPlan.plans(readings, layout, options)
    if let format = wantedTimeFormat, !readings.contains(.patternTimes),
      !plans.contains(where: { $0.reading == .patternTimes }),
      let tried = sample.textOfOtherForm(
        layout.names.count, bytes, skipsFirst: layout.headerIsRow)
    {
      throw .noTimes(format: format, name: name, line: tried.line, text: tried.text)
    }
    let reader = try CellReader(
      options,
      usesDecimalComma: layout.usesDecimalComma)
    let byteCount = others.reduce(bytes.count) { $0 + $1.byteCount }
    var rowEstimate = 0
    if sample.byteCount > 0 {
      let rowsOfByte = Double(sample.rows.count) / Double(sample.byteCount) * 1.02
      // Nearly every cell is at least a byte.
      rowEstimate = min(
        Int(Double(byteCount) * rowsOfByte), byteCount / layout.names.count + 16)
    }
    self.layout = layout
    self.scanner = scanner
    builder = TableBuilder([], reader: reader, rowCount: 0)
    while true {
      let builders = plans.map(\.builder)
      try TableError.checkMemory(
        builders.reduce(0) { $0 + $1.bytesPerRow } * rowEstimate, for: name)
      builder = TableBuilder(builders, reader: reader, rowCount: rowEstimate)
      failure = nil
      commentCount = 0
      self.byteCount = 0
      self.scanner = scanner
      leadingRowsLeft = layout.leadingRowCount
      consumed = read(bytes, from: start, isLast: isLast, isFirst: true, stopsAtBadRow: false)
      for other in others where failure == nil {
        try other.withBytes { (bytes) throws(TableError) in
          let start = try Self.start(of: bytes, name: other.name)
          self.scanner = scanner.startingAgain
          leadingRowsLeft = layout.leadingRowCount
          _ = read(
            bytes, from: start, isLast: true, isFirst: true, stopsAtBadRow: false, name: other.name)
        }
      }
      let decided = zip(plans, builder.columns).map { $0.decided(by: $1.counts) }
      if decided == plans { break }
      plans = decided
      builder = TableBuilder([], reader: reader, rowCount: 0)
    }
    if !skipsBadRows, let badRow = builder.removeFromFirstBadRow() { failure = badRow }
    if builder.rowCount == 0, failure == nil {
      guard isLast else { return nil }
      failure = layout.headerLine == nil ? .empty(name: name) : .noRows(name: name)
    }
    self.layout.leftOut = zip(layout.names, plans).filter {
      $1.reading == .ignored && !$1.isFixed
    }.map(\.0)
    recognizeTimes(plans)
  }

  /// Reads more of the input.
  ///
  /// - Returns: the number of bytes that were read; the others begin a row that is not complete.
  mutating func read(_ bytes: Span<UInt8>, isLast: Bool) -> Int {
    var start = 0
    if isAtStart {
      do {
        start = try Self.start(of: bytes, name: name)
      } catch {
        failure = error
        return 0
      }
    }
    let consumed = read(
      bytes, from: start, isLast: isLast, isFirst: isAtStart, stopsAtBadRow: !skipsBadRows,
      name: isAtStart ? name : nil)
    if !skipsBadRows, let badRow = builder.removeFromFirstBadRow() { failure = badRow }
    return consumed
  }

  /// Begins another input whose rows have the same columns.
  mutating func beginInput() {
    scanner = scanner.startingAgain
    isAtStart = true
    leadingRowsLeft = layout.leadingRowCount
  }

  /// The line of the next row, from 1.
  var line: Int {
    switch scanner {
    case .separated(let rows): rows.line
    case .json(let rows): rows.line
    }
  }

  /// The keys of objects that were left out.
  var ignoredKeys: [String] {
    if case .json(let rows) = scanner { rows.ignoredKeys } else { [] }
  }

  /// Removes rows from the beginning.
  mutating func removeFirst(_ count: Int) { builder.removeFirst(count) }

  /// The columns so far.
  var columns: [TableColumn] {
    zip(layout.names, builder.columns).enumerated().compactMap { index, element in
      let (name, column) = element
      let values: TableColumn.Values
      var notation: TableColumn.TimeNotation?
      switch column.reading {
      case .ignored: return nil
      case .numbers:
        if let scale = column.timeScale {
          values = .times(column.numbers)
          notation = EpochUnit(rawValue: scale)?.notation
        } else {
          values = .numbers(column.numbers)
        }
      case .times:
        values = .times(column.numbers)
        notation = .iso8601
      case .patternTimes:
        values = .times(column.numbers)
        notation = .format(timeFormat ?? "")
      case .categories: values = .categories(column.categories())
      }
      return TableColumn(
        name: name, values: values, gapCount: column.gapCount, timeNotation: notation,
        unit: column.reading == .numbers
          ? column.unit.map(String.init) ?? layout.unit(ofColumn: index) : nil)
    }
  }

  // MARK: - Steps

  /// The columns that may have times: those that the options call times, and if there are none, those of
  /// which they say nothing.
  private static func possibleTimes(
    _ layout: TableLayout, _ options: TableOptions
  ) -> [Int] {
    var (times, others): ([Int], Set<Int>) = ([], [])
    for (name, kind) in options.kinds {
      // Objects may have more keys than the first ones.
      guard let column = try? layout.column(name) else { continue }
      if kind == .times { times.append(column) } else { others.insert(column) }
    }
    return times.isEmpty
      ? layout.names.indices.filter { !others.contains($0) } : times.sorted()
  }

  /// The place after the byte order mark, if there is one.
  ///
  /// - Throws: ``TableError/utf16(name:)`` or ``TableError/utf32(name:)``.
  private static func start(
    of bytes: Span<UInt8>, name: String
  ) throws(TableError) -> Int {
    guard bytes.count >= 2 else { return 0 }
    let (first, second) = (bytes[0], bytes[1])
    if bytes.count >= 4 {
      // The little-endian mark begins with that of UTF-16.
      let mark = [first, second, bytes[2], bytes[3]]
      if mark == [0xFF, 0xFE, 0, 0] || mark == [0, 0, 0xFE, 0xFF] { throw .utf32(name: name) }
    }
    let hasMark = first == 0xFF && second == 0xFE || first == 0xFE && second == 0xFF
    // Without a mark, every other one of the first bytes is zero; a single zero is a bad cell.
    let alternates =
      (first == 0) != (second == 0)
      && (bytes.count < 4
        || (first == 0) == (bytes[2] == 0) && (second == 0) == (bytes[3] == 0))
    if hasMark || alternates { throw .utf16(name: name) }
    return bytes.count >= 3 && first == 0xEF && second == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// Finds all keys of objects, in the first input and then in the others.
  private static func keys(
    _ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool, _ name: String, _ others: [TableInput]
  ) throws(TableError) -> JSONRows {
    func collect(
      _ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool, _ rows: inout JSONRows
    ) {
      var row = Row()
      rows.position = start
      // An error is met again, and told, when the rows themselves are read.
      while (try? rows.next(bytes, isLast: isLast, into: &row)) == true {}
    }
    var rows = JSONRows()
    collect(bytes, start, isLast, &rows)
    for other in others {
      try other.withBytes { (bytes) throws(TableError) in
        var next = JSONRows(after: rows)
        collect(bytes, try Self.start(of: bytes, name: other.name), true, &next)
        rows = next
      }
    }
    var result = JSONRows(after: rows)
    result.hasFixedKeys = true
    return result
  }

  private mutating func read(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool, isFirst: Bool, stopsAtBadRow: Bool,
    name: String? = nil
  ) -> Int {
    let isFirstInput = name == nil
    let name = name ?? self.name
    switch scanner {
    case .separated(var rows):
      let comments = rows.commentCount
      rows.position = start
      readRows(
        &rows, bytes, isLast: isLast, skipsHeader: isFirst && layout.headerLine != nil,
        isFirstInput: isFirstInput, stopsAtBadRow: stopsAtBadRow, name: name)
      commentCount += rows.commentCount - comments
      scanner = .separated(rows)
      byteCount += rows.position
      return rows.position
    case .json(var rows):
      rows.position = start
      readRows(
        &rows, bytes, isLast: isLast, skipsHeader: isFirst && layout.headerIsRow,
        isFirstInput: isFirstInput, stopsAtBadRow: stopsAtBadRow, name: name)
      scanner = .json(rows)
      byteCount += rows.position
      return rows.position
    }
  }

  /// Adds all rows that are complete.
  private mutating func readRows(
    _ rows: inout some RowScanner, _ bytes: Span<UInt8>, isLast: Bool, skipsHeader: Bool,
    isFirstInput: Bool, stopsAtBadRow: Bool, name: String
  ) {
    var row = Row()
    var mayBeHeader = skipsHeader
    while true {
      do {
        guard try rows.next(bytes, isLast: isLast, into: &row) else { return }
      } catch {
        if case .incomplete = error, !isLast { return }
        failure = TableError(error, name: name)
        return
      }
      if leadingRowsLeft > 0,
        layout.hasGivenLeadingRows || row.cells.count != layout.names.count
      {
        leadingRowsLeft -= 1
        continue
      }
      leadingRowsLeft = 0
      isAtStart = false
      if mayBeHeader {
        mayBeHeader = false
        do {
          if try isHeader(row, bytes, isFirstInput: isFirstInput, name: name) {
            mayHaveUnits = layout.units != nil
            continue
          }
        } catch {
          failure = error
          return
        }
      }
      if mayHaveUnits {
        mayHaveUnits = false
        if row.cells.compactMap({ CellText.string($0, bytes) }) == layout.units { continue }
      }
      if keepsBlankLines { builder.addGaps(row.blankLineCount) }
      builder.add(row, bytes, file: name, layout: layout)
      let cellCount = builder.rowCount * builder.columns.count
      if cellCount > Self.freeCellCount + Self.cellsOfByte * (byteCount + rows.position) {
        failure = .tooManyGaps(
          name: name, rows: builder.rowCount, columns: builder.columns.count)
        return
      }
      if stopsAtBadRow, !builder.badRows.isEmpty { return }
    }
  }

  /// True if the first row of an input is the header.
  ///
  /// - Throws: ``TableError/otherColumns(name:found:expected:)`` for a header with other names, which
  ///   is a row without a number or a time where there are columns of these.
  private func isHeader(
    _ row: Row, _ bytes: Span<UInt8>, isFirstInput: Bool, name: String
  ) throws(TableError) -> Bool {
    if layout.headerIsRow, isFirstInput { return true }
    let strings = row.cells.map { CellText.string($0, bytes) }
    guard !strings.contains(nil), row.problem == nil else { return false }
    let names = TableLayout.names(strings.compactMap { $0 })
    if names == layout.names { return true }
    guard layout.headerIsRow else { return false }
    var reader = builder.initialReader
    var scratch: [UInt8] = []
    var hasValue = false
    for cell in row.cells {
      CellText.decode(cell, bytes, into: &scratch)
      let text = scratch.span
      if case .text = reader.meaning(text, 0, text.count) {
        hasValue = hasValue || reader.patternTime(text, 0, text.count) != nil
      } else {
        hasValue = true
      }
    }
    let expectsValue = builder.columns.contains {
      $0.reading != .categories && $0.reading != .ignored
    }
    if expectsValue, !hasValue {
      throw .otherColumns(name: name, found: names, expected: layout.names)
    }
    return false
  }

  /// Finds the columns of numbers that are times since 1970.
  ///
  /// They are those that the options say and, if there is no other column of times, the first one
  /// whose name says so; or the very first, if its numbers never decrease and are likely times.
  private mutating func recognizeTimes(_ plans: [ColumnPlan]) {
    var hasTimes = false
    for (index, plan) in plans.enumerated() {
      if plan.kind == .times, plan.reading == .numbers {
        builder.columns[index].setTimeScale(
          EpochUnit(ofTimes: builder.columns[index].numbers).rawValue)
      }
      hasTimes = hasTimes || plan.kind == .times || [.times, .patternTimes].contains(plan.reading)
    }
    if hasTimes { return }
    for (index, plan) in plans.enumerated() where plan.reading == .numbers && plan.kind == nil {
      let numbers = builder.columns[index].numbers
      guard let unit = EpochUnit(recognizing: numbers),
        EpochUnit.isTimeName(layout.names[index])
          || index == 0 && EpochUnit.isOrdered(numbers) && unit.isLikely(numbers)
      else { continue }
      builder.columns[index].setTimeScale(unit.rawValue)
      return
    }
  }
}

extension TableParser.Scanner {
  /// A scanner for another input whose rows have the same columns.
  fileprivate var startingAgain: Self {
    switch self {
    case .separated(let rows):
      .separated(
        SeparatedRows(
          separator: rows.separator, decimal: rows.decimal, hasOuterBars: rows.hasOuterBars))
    case .json(let rows): .json(JSONRows(after: rows))
    }
  }
}
