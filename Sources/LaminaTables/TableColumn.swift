import LaminaBase

/// A column of a table.
public struct TableColumn: Sendable {
  /// The values, in the order of the rows.
  public enum Values: Sendable {
    /// Numbers; NaN is a gap.
    case numbers([Double])
    /// Seconds since 1970 in Greenwich; NaN is a gap.
    ///
    /// A `Double` near the present has steps of a quarter of a microsecond.
    case times([Double])
    /// Strings.
    case categories(Categories)
  }

  /// The notation of times.
  @nonexhaustive
  public enum TimeNotation: Sendable, Equatable {
    case iso8601
    /// A form that ``TableOptions/timeFormat`` gave, or that was recognized, in the same notation.
    case format(String)
    /// Seconds since 1970, and parts of them.
    case seconds, milliseconds, microseconds, nanoseconds
  }

  /// The name in the header, made unique; "column 3" for a column without.
  public let name: String
  /// The values.
  public let values: Values
  /// The number of rows without a value.
  public let gapCount: Int
  /// The notation of times; nil for other kinds.
  public let timeNotation: TimeNotation?
  /// The percent sign, or the symbol of a currency, that numbers have in the table, or else their unit in a row
  /// below the header; nil for none. 45% is the number 45.
  public let unit: String?
  /// True for numbers that are the seconds of durations such as 1:02:03.
  package let isDuration: Bool

  /// Creates a column.
  package init(
    name: String, values: Values, gapCount: Int, timeNotation: TimeNotation?, unit: String?,
    isDuration: Bool = false
  ) {
    self.name = name
    self.values = values
    self.gapCount = gapCount
    self.timeNotation = timeNotation
    self.unit = unit
    self.isDuration = isDuration
  }

  /// The kind of the values.
  public var kind: TableColumnKind {
    switch values {
    case .numbers: .numbers
    case .times: .times
    case .categories: .categories
    }
  }

  /// True for times of day without a date, which are times of 1 January 1970.
  public var isTimeOfDay: Bool {
    guard case .format(let format)? = timeNotation else { return false }
    return (try? TimePattern(format))?.hasDate == false
  }

  /// The number of rows, gaps among them.
  public var count: Int {
    switch values {
    case .numbers(let numbers), .times(let numbers): numbers.count
    case .categories(let categories): categories.codes.count
    }
  }
}

extension TableColumn {
  /// Returns the column of some of the rows.
  func rows(_ range: Range<Int>) -> TableColumn {
    let values: Values
    let gapCount: Int
    switch self.values {
    case .numbers(let numbers):
      values = .numbers(Array(numbers[range]))
      gapCount = numbers[range].count { $0.isNaN }
    case .times(let times):
      values = .times(Array(times[range]))
      gapCount = times[range].count { $0.isNaN }
    case .categories(let categories):
      let codes = categories.codes[range]
      values = .categories(Categories(names: categories.names, codes: Array(codes)))
      gapCount = codes.count { $0 < 0 }
    }
    return TableColumn(
      name: name, values: values, gapCount: gapCount, timeNotation: timeNotation, unit: unit,
      isDuration: isDuration)
  }
}

extension TableColumn: CustomStringConvertible {
  /// The kind and range of the values: "cpu: numbers 0...97.5, 3 missing".
  ///
  /// - Complexity: O(rows).
  public var description: String {
    var parts: [String] = []
    switch values {
    case _ where gapCount == count: parts.append("no values")
    case .numbers(let numbers):
      let (low, high) = Self.extremes(numbers)
      let infiniteCount = numbers.count { $0.isInfinite }
      if let low, let high {
        parts.append("numbers " + (low == high ? "\(text(low))" : "\(text(low))...\(text(high))"))
      } else {
        parts.append("numbers")
      }
      if let unit { parts[0] += " in \(unit)" }
      if infiniteCount > 0 { parts.append("\(TextExcerpt.grouped(infiniteCount)) infinite") }
    case .times(let times):
      let (low, high) = Self.extremes(times)
      var words = notationWords
      let hasDate = !isTimeOfDay
      if let low, let high {
        words +=
          low == high
          ? ", all \(TimeLabel.text(low, hasDate: hasDate))"
          : " from \(TimeLabel.text(low, hasDate: hasDate)) to \(TimeLabel.text(high, hasDate: hasDate))"
      }
      parts.append(words)
    case .categories(let categories):
      let count = categories.names.count
      let names = categories.names.prefix(3).map { "'\(TextExcerpt.shortened($0))'" }
      parts.append(
        "\(TextExcerpt.grouped(count)) \(count == 1 ? "category" : "categories") "
          + names.joined(separator: ", ") + (count > 3 ? ", …" : ""))
    }
    if gapCount > 0 { parts.append("\(TextExcerpt.grouped(gapCount)) missing") }
    return "\(TextExcerpt.shortened(name)): ".escaped + parts.joined(separator: ", ").escaped
  }

  private var notationWords: String {
    switch timeNotation {
    case .iso8601, nil: "ISO 8601 times"
    case .format(let format): "times of the form '\(format)'"
    case .seconds: "seconds since 1970"
    case .milliseconds: "milliseconds since 1970"
    case .microseconds: "microseconds since 1970"
    case .nanoseconds: "nanoseconds since 1970"
    }
  }

  private func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The smallest and the largest finite value.
  private static func extremes(_ values: [Double]) -> (Double?, Double?) {
    var low = Double.infinity
    var high = -Double.infinity
    for value in values where value.isFinite {
      low = min(low, value)
      high = max(high, value)
    }
    return low <= high ? (low, high) : (nil, nil)
  }
}
