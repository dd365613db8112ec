/// The first rows of an input, from which its form is found out.
struct Sample {
  /// The most rows, and the most bytes, that are looked at.
  static let rowLimit = 200
  static let byteLimit = 1 << 18

  /// The types of cells, as numbers of them.
  enum CellType {
    case missing
    /// A number or a time.
    case number, time
    /// A ``FormattedNumber``.
    case formattedNumber
    /// A time of the form that the options give.
    case patternTime
    case text
    case nested
  }

  private(set) var rows: [Row] = []
  /// The meanings of the cells of each row.
  private(set) var meanings: [[CellType]] = []
  /// The end of the last row in the bytes.
  private(set) var byteCount = 0

  /// Reads the first rows; up to an error, which is met again when all rows are read.
  ///
  /// - Throws: an error in the first row.
  init(
    _ scanner: inout some RowScanner, _ bytes: Span<UInt8>, isLast: Bool,
    _ reader: inout CellReader,
    limit: Int = Self.rowLimit
  ) throws(RowError) {
    var row = Row()
    var scratch: [UInt8] = []
    while rows.count < limit {
      do {
        guard try scanner.next(bytes, isLast: isLast, into: &row) else { break }
      } catch {
        if rows.isEmpty { throw error }
        break
      }
      rows.append(row)
      meanings.append(row.cells.map { Self.meaning($0, bytes, &reader, &scratch) })
      byteCount = scanner.position
    }
  }

  /// True if cells that are text with decimal points are numbers with decimal commas, as these rows have
  /// them, and no number becomes another. One must have other than three digits after the comma, which
  /// might separate thousands.
  ///
  /// - Parameter plain: the same rows, read with decimal points.
  func hasDecimalCommas(_ bytes: Span<UInt8>, whereNot plain: Sample) -> Bool {
    var isCertain = false
    for (row, meanings) in meanings.enumerated() {
      for (column, meaning) in meanings.enumerated() {
        let plainMeaning = plain.meanings[row][column]
        if plainMeaning == .number, meaning != .number { return false }
        if plainMeaning == .formattedNumber, meaning == .text { return false }
        guard plainMeaning == .text, meaning == .number || meaning == .formattedNumber,
          let text = CellText.string(rows[row].cells[column], bytes),
          let fraction = text.split(separator: ",", omittingEmptySubsequences: false).last
        else { continue }
        isCertain = isCertain || fraction.prefix(while: \.isNumber).count != 3
      }
    }
    return isCertain
  }

  /// The most frequent number of cells, and the part of the rows that have it.
  var usualCellCount: (count: Int, part: Double) {
    var counts: [Int: Int] = [:]
    for row in rows { counts[row.cells.count, default: 0] += 1 }
    // Of two that are as frequent, the greater.
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
      return (0, 0)
    }
    return (usual.key, Double(usual.value) / Double(rows.count))
  }

  /// The number of rows in front of those with the most frequent number of cells, of which there are two or
  /// more in a row: a title, say. 0 if there are more of them than a header of a file would have.
  var leadingRowCount: Int {
    let usual = usualCellCount.count
    let count = rows.prefix { $0.cells.count != usual }.count
    let next = rows.dropFirst(count).prefix(2)
    guard usual > 1, count <= Self.leadingRowLimit, next.count == 2,
      next.allSatisfy({ $0.cells.count == usual })
    else { return 0 }
    return count
  }
  private static let leadingRowLimit = 50

  /// Removes so many of the first rows, or all.
  mutating func removeFirst(_ count: Int) {
    rows.removeFirst(min(count, rows.count))
    meanings.removeFirst(min(count, meanings.count))
  }

  /// The part of the cells that are numbers, times or missing, without the first row, which may be a
  /// header.
  var readablePart: Double {
    let cells = (meanings.count > 1 ? meanings[1...] : meanings[...]).joined()
    guard !cells.isEmpty else { return 0 }
    // Of two ways to read a number the plain one: 1,234 is between 1 and 2 where the comma may be decimal.
    let readable = cells.reduce(0) { sum, meaning in
      switch meaning {
      case .text: sum
      case .formattedNumber: sum + 0.99
      default: sum + 1
      }
    }
    return readable / Double(cells.count)
  }

  /// True if the first row has nothing but numbers, so that it is no header whatever follows.
  var firstRowIsNumbers: Bool { meanings.first?.allSatisfy { $0 == .number } == true }

  /// True if the first row names the columns.
  ///
  /// It does if one of its cells is text where most of the column below are numbers or times, and
  /// none is a number or a time there. Where no column has mostly numbers or times, it does if its
  /// cells are all different, not empty, and not found again below themselves. Years in a row name
  /// columns, too.
  func firstRowIsHeader(_ bytes: Span<UInt8>) -> Bool {
    guard let first = meanings.first, !first.isEmpty, rows[0].problem == nil else { return false }
    if meanings.count == 1 {
      return first.allSatisfy { $0 == .text }
    }
    if firstRowHasYears(bytes) { return true }
    var namesSome = false
    var hasReadableColumn = false
    for column in first.indices {
      let below = meanings.dropFirst().compactMap { $0.count > column ? $0[column] : nil }
        .filter { $0 != .missing }
      let readable = below.count { Self.isReadable($0) }
      guard readable * 2 > below.count else { continue }
      hasReadableColumn = true
      if Self.isReadable(first[column]) { return false }
      if first[column] == .text { namesSome = true }
    }
    if hasReadableColumn { return namesSome }
    guard first.allSatisfy({ $0 == .text }) else { return false }
    let names = rows[0].cells.map { CellText.string($0, bytes) }
    guard Set(names).count == names.count else { return false }
    return rows.dropFirst().allSatisfy { row in
      zip(names, row.cells).allSatisfy { $0 != CellText.string($1, bytes) }
    }
  }

  /// True if the row below the header may have units, and too few rows follow to tell.
  func secondRowMayHaveUnits(_ bytes: Span<UInt8>) -> Bool {
    (2...Self.rowsWithUnits - 1).contains(rows.count)
      && meanings[1].indices.allSatisfy { unit(ofColumn: $0, bytes) != nil }
  }
  /// The least number of rows of a table with a row of units.
  private static let rowsWithUnits = 4

  /// True if the row below the header has units: texts or nothing above columns of numbers and times, of which
  /// there are two or more with two or more rows, and nothing above others.
  func secondRowHasUnits(_ bytes: Span<UInt8>) -> Bool {
    guard rows.count >= Self.rowsWithUnits, rows[1].problem == nil,
      rows[1].cells.count == rows[0].cells.count
    else { return false }
    var (readableCount, unitCount) = (0, 0)
    for column in meanings[1].indices {
      let below = meanings[2...].compactMap { $0.count > column ? $0[column] : nil }
        .filter { $0 != .missing }
      let isReadable = below.count { Self.isReadable($0) } * 2 > below.count
      guard let unit = unit(ofColumn: column, bytes), isReadable || unit.isEmpty else {
        return false
      }
      readableCount += isReadable ? 1 : 0
      unitCount += unit.isEmpty ? 0 : 1
    }
    return readableCount > 1 && unitCount > 0
  }

  /// Returns the cell of a column below the header if it may be a unit; empty for a missing value, nil for what is
  /// no unit: a number, a time, or a text that is long or begins with a digit.
  private func unit(ofColumn column: Int, _ bytes: Span<UInt8>) -> String? {
    switch meanings[1][column] {
    case .missing: return ""
    case .text:
      guard let text = CellText.string(rows[1].cells[column], bytes), text.count <= 16,
        text.first?.isNumber != true || text.hasPrefix("1/")
      else { return nil }
      return text
    default: return nil
    }
  }

  /// Removes the row below the header.
  mutating func removeSecondRow() {
    rows.remove(at: 1)
    meanings.remove(at: 1)
  }

  /// True if the first row has years that rise or fall in all columns of numbers, at least two, with a text
  /// in front, and if most of the numbers below are no years.
  private func firstRowHasYears(_ bytes: Span<UInt8>) -> Bool {
    let first = rows[0].cells
    guard meanings[0][0] == .text || meanings[0][0] == .missing else { return false }
    func year(_ cell: Cell) -> Int? {
      guard let text = CellText.string(cell, bytes), text.utf8.count == 4, let year = Int(text),
        (1800...2199).contains(year)
      else { return nil }
      return year
    }
    let columns = first.indices.filter { meanings[0][$0] == .number }
    let years = columns.compactMap { year(first[$0]) }
    guard years.count >= 2, years.count == columns.count else { return false }
    let steps = zip(years, years.dropFirst()).map { $1 - $0 }
    guard steps.allSatisfy({ $0 > 0 }) || steps.allSatisfy({ $0 < 0 }) else { return false }
    var (yearCount, otherCount) = (0, 0)
    for row in rows.dropFirst() {
      for column in columns where column < row.cells.count {
        if year(row.cells[column]) == nil { otherCount += 1 } else { yearCount += 1 }
      }
    }
    return otherCount > yearCount
  }

  /// The way to read each column, as far as these rows tell.
  ///
  /// - Parameter skipsFirst: true if the first row is a header.
  func readings(_ count: Int, skipsFirst: Bool) -> [ColumnBuilder.Reading] {
    var patternColumn: Int?
    return (0..<count).map { column in
      var counts = ColumnBuilder.Counts()
      var patternTimes = 0
      for row in meanings.dropFirst(skipsFirst ? 1 : 0) where row.count > column {
        switch row[column] {
        case .missing: counts.missing += 1
        case .number, .formattedNumber: counts.numbers += 1
        case .time: counts.times += 1
        case .patternTime: patternTimes += 1
        case .text: counts.text += 1
        case .nested: counts.nested += 1
        }
      }
      let present = counts.numbers + counts.times + counts.text + counts.nested + patternTimes
      if patternColumn == nil, patternTimes * 2 > present {
        patternColumn = column
        return .patternTimes
      }
      return counts.reading
    }
  }

  /// The form of the times in the first of some columns that has one of the ``CommonTimeFormats``; nil if
  /// there is none, or if a column has times of ISO 8601.
  ///
  /// Numbers are times if all of them are days such as 20240531, and the name says so, or they rise in the
  /// first column.
  ///
  /// - Parameters:
  ///   - columns: the columns that may have it.
  ///   - names: the names of all columns.
  ///   - skipsFirst: true if the first row is a header.
  func commonTimeFormat(
    of columns: [Int], _ names: [String], _ bytes: Span<UInt8>, skipsFirst: Bool
  ) -> String? {
    func texts(_ column: Int) -> [[UInt8]] {
      var texts: [[UInt8]] = []
      var scratch: [UInt8] = []
      for row in rows.indices.dropFirst(skipsFirst ? 1 : 0)
      where meanings[row].count > column && meanings[row][column] != .missing {
        CellText.decode(rows[row].cells[column], bytes, into: &scratch)
        texts.append(scratch)
      }
      return texts
    }
    let readings = readings((columns.max() ?? -1) + 1, skipsFirst: skipsFirst)
    if readings.contains(.times) { return nil }
    for column in columns where readings[column] == .categories {
      if let format = CommonTimeFormats.find(in: texts(column)) { return format }
    }
    for column in columns where readings[column] == .numbers {
      let days = texts(column)
      guard EpochUnit.isTimeName(names[column]) || column == 0 && CommonTimeFormats.rise(days),
        CommonTimeFormats.areDays(days)
      else { continue }
      return CommonTimeFormats.day
    }
    return nil
  }

  /// The first cell that may have been meant as a time and is none of the form that the options give: text
  /// with a digit, or else other text, or else a number. Nil if a column has no values in these rows, as it
  /// may have times below them.
  ///
  /// - Parameters:
  ///   - count: the number of columns.
  ///   - skipsFirst: true if the first row is a header.
  func textOfOtherForm(
    _ count: Int, _ bytes: Span<UInt8>, skipsFirst: Bool
  ) -> (line: Int, text: String)? {
    var found: [(line: Int, text: String)?] = [nil, nil, nil]
    var columns: Set<Int> = []
    for row in rows.indices.dropFirst(skipsFirst ? 1 : 0) {
      for (column, cell) in rows[row].cells.enumerated() where column < count {
        let meaning = meanings[row][column]
        if meaning == .missing { continue }
        columns.insert(column)
        if meaning == .nested || meaning == .patternTime { continue }
        let text = TextExcerpt.text(bytes, cell.start, cell.end)
        let isNumber = meaning == .number || meaning == .formattedNumber
        let rank = isNumber ? 2 : text.contains(where: \.isNumber) ? 0 : 1
        if found[rank] == nil { found[rank] = (rows[row].line, text) }
      }
    }
    return columns.count < count ? nil : found.lazy.compactMap { $0 }.first
  }

  private static func isReadable(_ meaning: CellType) -> Bool {
    switch meaning {
    case .number, .formattedNumber, .time, .patternTime: true
    case .missing, .text, .nested: false
    }
  }

  private static func meaning(
    _ cell: Cell, _ bytes: Span<UInt8>, _ reader: inout CellReader, _ scratch: inout [UInt8]
  ) -> CellType {
    switch cell.form {
    case .absent: return .missing
    case .nested: return .nested
    case .plain, .doubledQuotes, .escapes: CellText.decode(cell, bytes, into: &scratch)
    }
    let text = scratch.span
    let meaning = reader.meaning(text, 0, text.count)
    if case .missing = meaning { return .missing }
    if reader.patternTime(text, 0, text.count) != nil { return .patternTime }
    switch meaning {
    case .missing: return .missing
    case .number, .tooLarge: return .number
    case .formattedNumber: return .formattedNumber
    case .time: return .time
    case .text: return .text
    }
  }
}

extension ColumnBuilder.Counts {
  /// The way to read a column with these cells: as what more than half of those with a value are,
  /// and else as categories.
  var reading: ColumnBuilder.Reading {
    let present = numbers + times + text + nested
    if nested * 2 > present { return .ignored }
    if numbers * 2 > present || present == 0 { return .numbers }
    return times * 2 > present ? .times : .categories
  }
}
