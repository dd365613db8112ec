import Foundation

/// Reads the text of cells.
struct CellReader {
  /// The meaning of a cell, whatever the column it is in.
  enum Meaning {
    case missing
    case number(Double)
    case formattedNumber(FormattedNumber)
    case time(Double)
    /// Anything else.
    case text
    /// A number too large for a `Double`.
    case tooLarge
  }

  let decimal: UInt8
  let missing: MissingValues
  /// The form of times; nil for ISO 8601.
  let pattern: TimePattern?
  private var localTimes: LocalTimes

  /// - Throws: ``TableError/invalidTimeFormat(_:reason:)``.
  init(_ options: TableOptions, usesDecimalComma: Bool) throws(TableError) {
    decimal = usesDecimalComma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    missing = MissingValues(options.missingValues)
    localTimes = LocalTimes(options.timeZone)
    if let format = options.timeFormat {
      pattern = try TimePattern(format)
    } else {
      pattern = nil
    }
  }

  /// Reads a cell whose text is its bytes.
  mutating func meaning(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Meaning {
    if missing.contains(bytes, start, end) { return .missing }
    if let number = DecimalNumber.read(bytes, start, end, decimal: decimal) {
      guard number.isFinite || DecimalNumber.isInfinity(bytes, start, end) else { return .tooLarge }
      return .number(number)
    }
    if let time = isoTime(bytes, start, end) { return .time(time) }
    if let number = FormattedNumber(
      bytes, start, end, usesDecimalComma: decimal == UInt8(ascii: ","))
    {
      return .formattedNumber(number)
    }
    return .text
  }

  /// Reads a time of ISO 8601 as seconds since 1970.
  mutating func isoTime(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Double? {
    TimeText.read(bytes, start, end)?.seconds(&localTimes)
  }

  /// Reads a time of the form that the options give.
  mutating func patternTime(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Double? {
    pattern?.seconds(bytes, start, end, &localTimes)
  }
}
