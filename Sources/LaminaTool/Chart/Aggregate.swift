import ArgumentParser

/// A function that makes one number of the values of an interval, a category or a cell.
enum Aggregate: String, CaseIterable, ExpressibleByArgument {
  case sum
  case mean
  case median
  case min
  case max
  case count

  static let list = allCases.map(\.rawValue).joined(separator: ", ")

  /// Returns the title of the values of a column: "mean of price".
  func title(of column: String) -> String { "\(rawValue) of \(column)" }
}

/// The values of an interval, a category or a cell, as far as an aggregate needs them.
struct AggregatedValues {
  let aggregate: Aggregate
  private(set) var count = 0
  private var sum = 0.0
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity
  /// All values, for a median; else empty.
  private var values: [Double] = []

  init(_ aggregate: Aggregate) { self.aggregate = aggregate }

  /// Adds a value. One that is not finite is a gap, and is left out.
  mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    sum += value
    low = Swift.min(low, value)
    high = Swift.max(high, value)
    if aggregate == .median { values.append(value) }
  }

  /// The result; nil without a value.
  ///
  /// - Complexity: O(1), and O(*n* log *n*) for the median of *n* values.
  var result: Double? {
    if count == 0 { return nil }
    switch aggregate {
    case .sum: return sum
    case .mean: return sum / Double(count)
    case .min: return low
    case .max: return high
    case .count: return Double(count)
    case .median:
      let sorted = values.sorted()
      let (lower, upper) = (sorted[(count - 1) / 2], sorted[count / 2])
      return lower + (upper - lower) / 2
    }
  }
}
