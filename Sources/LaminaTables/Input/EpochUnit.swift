/// A unit in which the time since 1970 is counted, recognized by the size of the numbers.
enum EpochUnit: Double, CaseIterable {
  case seconds = 1
  case milliseconds = 1e3
  case microseconds = 1e6
  case nanoseconds = 1e9

  /// The notation of times in this unit.
  var notation: TableColumn.TimeNotation {
    switch self {
    case .seconds: .seconds
    case .milliseconds: .milliseconds
    case .microseconds: .microseconds
    case .nanoseconds: .nanoseconds
    }
  }

  /// The unit of numbers that are known to be times: the first in which the largest is before the
  /// year 5138.
  init(ofTimes numbers: [Double]) {
    var largest = 0.0
    for number in numbers where number.magnitude > largest { largest = number.magnitude }
    self = Self.allCases.first { largest < 1e11 * $0.rawValue } ?? .nanoseconds
  }

  /// The unit of numbers if all of them are from March 1973 to 2128 in it.
  ///
  /// - Returns: nil if there is none, or not a single number.
  init?(recognizing numbers: [Double]) {
    guard let first = numbers.first(where: { !$0.isNaN }),
      let unit = Self.allCases.first(where: { $0.years.contains(first) }),
      numbers.allSatisfy({ $0.isNaN || unit.years.contains($0) })
    else { return nil }
    self = unit
  }

  /// True if all numbers are from 2000 to May 2033 in the unit: those of a column that nothing but its order
  /// tells to be times.
  func isLikely(_ numbers: [Double]) -> Bool {
    let years = 946_684_800 * rawValue..<2e9 * rawValue
    return numbers.allSatisfy { $0.isNaN || years.contains($0) }
  }

  private var years: Range<Double> { 1e8 * rawValue..<5e9 * rawValue }

  /// True if a column's name says that it holds times: one of its words is "time", "date" or alike.
  static func isTimeName(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter }
    return words.contains { timeWords.contains(String($0)) }
  }

  private static let timeWords: Set<String> = [
    "time", "timestamp", "ts", "date", "datetime", "epoch", "unix", "unixtime", "utc",
  ]

  /// True if numbers never decrease, and there are at least two of them.
  static func isOrdered(_ numbers: [Double]) -> Bool {
    var last: Double?
    var count = 0
    for number in numbers where !number.isNaN {
      if let last, number < last { return false }
      last = number
      count += 1
    }
    return count > 1
  }
}
