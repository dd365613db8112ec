/// Collects the values of a column.
struct ColumnBuilder {
  /// The way in which cells are read.
  enum Reading: Equatable {
    case numbers
    /// Times of ISO 8601.
    case times
    /// Times of the form that the options give.
    case patternTimes
    case categories
    /// Cells are not looked at.
    case ignored
  }

  /// The numbers of cells of each meaning, whatever the column is read as.
  struct Counts {
    var numbers = 0
    var times = 0
    var text = 0
    var nested = 0
    var missing = 0
  }

  let reading: Reading
  /// Numbers, or times in seconds; NaN is a gap.
  private(set) var numbers: [Double] = []
  /// The categories' codes; -1 is a gap.
  private(set) var codes: [Int32] = []
  private(set) var names = StringIndex()
  /// The meaning of each category.
  private var isNumber: [Bool?] = []
  private(set) var counts = Counts()
  /// The number of rows without a value, bad ones among them.
  private(set) var gapCount = 0
  /// The numbers of a second, if the numbers are times since 1970; nil where they are just numbers.
  private(set) var timeScale: Double?
  /// True if numbers are times, so that infinite ones are bad.
  private(set) var expectsTimes: Bool
  /// The percent sign or currency of numbers; nil if none has one.
  private(set) var unit: Unicode.Scalar?

  init(_ reading: Reading, expectsTimes: Bool = false) {
    self.reading = reading
    self.expectsTimes = expectsTimes || reading == .times || reading == .patternTimes
  }

  /// The number of values, gaps among them.
  var count: Int { reading == .categories ? codes.count : numbers.count }

  /// The strings of the categories.
  func categories() -> Categories {
    Categories(names: (0..<names.count).map { names[$0] }, codes: codes)
  }

  /// The bytes that the values of a row take.
  var bytesPerRow: Int {
    switch reading {
    case .ignored: 0
    case .categories: MemoryLayout<Int32>.stride
    case .numbers, .times, .patternTimes: MemoryLayout<Double>.stride
    }
  }

  mutating func reserve(_ count: Int) {
    switch reading {
    case .ignored: break
    case .categories: codes.reserveCapacity(count)
    case .numbers, .times, .patternTimes: numbers.reserveCapacity(count)
    }
  }

  /// Adds gaps.
  mutating func addGaps(_ count: Int) {
    switch reading {
    case .ignored: return
    case .categories: codes.append(contentsOf: repeatElement(-1, count: count))
    case .numbers, .times, .patternTimes:
      numbers.append(contentsOf: repeatElement(.nan, count: count))
    }
    gapCount += count
  }

  /// Removes the rows from a number on.
  mutating func truncate(to count: Int) {
    guard reading != .ignored, count < self.count else { return }
    let removed = self.count - count
    if reading == .categories {
      gapCount -= codes.suffix(removed).count { $0 < 0 }
      codes.removeLast(removed)
    } else {
      gapCount -= numbers.suffix(removed).count { $0.isNaN }
      numbers.removeLast(removed)
    }
  }

  /// Removes so many rows from the beginning.
  mutating func removeFirst(_ count: Int) {
    guard reading != .ignored else { return }
    if reading == .categories {
      gapCount -= codes.prefix(count).count { $0 < 0 }
      codes.removeFirst(count)
    } else {
      gapCount -= numbers.prefix(count).count { $0.isNaN }
      numbers.removeFirst(count)
    }
  }

  /// Divides the numbers so far, and those to come, so that they are seconds since 1970.
  mutating func setTimeScale(_ divisor: Double) {
    timeScale = divisor
    expectsTimes = true
    if divisor == 1 { return }
    for index in numbers.indices { numbers[index] /= divisor }
  }

  /// Adds a cell's value; a gap if it cannot be read.
  ///
  /// - Returns: the reason that it cannot be read, if there is one.
  mutating func add(
    _ cell: Cell, _ bytes: Span<UInt8>, _ reader: inout CellReader, _ scratch: inout [UInt8]
  ) -> BadRow.Reason? {
    if reading == .numbers, !cell.number.isNaN, !reader.missing.includesNumbers, unit != "%" {
      counts.numbers += 1
      numbers.append(timeScale.map { cell.number / $0 } ?? cell.number)
      return nil
    }
    return addSlowly(cell, bytes, &reader, &scratch)
  }

  @inline(never)
  private mutating func addSlowly(
    _ cell: Cell, _ bytes: Span<UInt8>, _ reader: inout CellReader, _ scratch: inout [UInt8]
  ) -> BadRow.Reason? {
    switch cell.form {
    case _ where reading == .ignored: return nil
    case .plain: return addText(bytes, cell.start, cell.end, &reader)
    case .absent:
      counts.missing += 1
      addGaps(1)
      return nil
    case .nested:
      counts.nested += 1
      addGaps(1)
      return .nested
    case .doubledQuotes, .escapes:
      CellText.decode(cell, bytes, into: &scratch)
      return addText(scratch.span, 0, scratch.count, &reader)
    }
  }

  private mutating func addText(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ reader: inout CellReader
  ) -> BadRow.Reason? {
    if reading == .categories { return addCategory(bytes, start, end, &reader) }
    if reading == .patternTimes {
      if reader.missing.contains(bytes, start, end) {
        counts.missing += 1
        addGaps(1)
        return nil
      }
      guard let time = reader.patternTime(bytes, start, end) else {
        counts.text += 1
        addGaps(1)
        return .notATime
      }
      counts.times += 1
      numbers.append(time)
      return nil
    }
    // A time is neither a number nor, unless it has digits, a missing value.
    if reading == .times, !reader.missing.includesNumbers,
      let time = reader.isoTime(bytes, start, end)
    {
      counts.times += 1
      numbers.append(time)
      return nil
    }
    switch reader.meaning(bytes, start, end) {
    case .missing:
      counts.missing += 1
      addGaps(1)
      return nil
    case .number(let number): return add(number, unit: nil)
    case .formattedNumber(let number): return add(number.value, unit: number.unit)
    case .time(let time):
      counts.times += 1
      guard reading == .times else { break }
      numbers.append(time)
      return nil
    case .text: counts.text += 1
    case .tooLarge:
      counts.numbers += 1
      guard reading == .numbers else { break }
      addGaps(1)
      return .tooLarge
    }
    return addBad()
  }

  /// Adds a gap for a cell that is neither a number nor a time where one of them is expected.
  private mutating func addBad() -> BadRow.Reason {
    addGaps(1)
    return expectsTimes ? .notATime : .notANumber
  }

  private mutating func add(_ number: Double, unit: Unicode.Scalar?) -> BadRow.Reason? {
    counts.numbers += 1
    // An infinite time has no place on an axis.
    guard reading == .numbers, number.isFinite || !expectsTimes else { return addBad() }
    if let reason = check(unit, of: number) {
      addGaps(1)
      return reason
    }
    numbers.append(timeScale.map { number / $0 } ?? number)
    return nil
  }

  /// Notes the unit of a number.
  ///
  /// - Returns: the reason that it cannot be with the other numbers, if there is one. A zero can, and so can
  ///   an amount without a currency.
  private mutating func check(_ unit: Unicode.Scalar?, of number: Double) -> BadRow.Reason? {
    if unit == self.unit { return nil }
    if unit == nil { return self.unit == "%" && number != 0 ? .otherUnit : nil }
    if self.unit != nil { return .otherUnit }
    if unit == "%", numbers.contains(where: { $0.isFinite && $0 != 0 }) { return .otherUnit }
    self.unit = unit
    return nil
  }

  private mutating func addCategory(
    _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ reader: inout CellReader
  ) -> BadRow.Reason? {
    if let code = names.find(bytes, start, end) {
      count(isNumber[code])
      codes.append(Int32(code))
      return nil
    }
    let isNumber: Bool?
    switch reader.meaning(bytes, start, end) {
    case .missing:
      counts.missing += 1
      addGaps(1)
      return nil
    case .number, .formattedNumber, .tooLarge: isNumber = true
    case .time: isNumber = false
    case .text: isNumber = nil
    }
    count(isNumber)
    guard CellText.isUTF8(bytes, start, end) else {
      addGaps(1)
      return .notUTF8
    }
    self.isNumber.append(isNumber)
    codes.append(Int32(names.add(bytes, start, end)))
    return nil
  }

  /// Counts a category: true for a number, false for a time, nil for other text.
  private mutating func count(_ isNumber: Bool?) {
    switch isNumber {
    case true?: counts.numbers += 1
    case false?: counts.times += 1
    case nil: counts.text += 1
    }
  }
}
