import Foundation

/// The categories that select a symbol, dashes or a place, in the order in which they appear.
package struct CategoryEncoding: Sendable, Equatable {
  /// The name of the quantity.
  package private(set) var label = ""
  package private(set) var categories: [String] = []
  private var numbers: [String: Int] = [:]

  /// Finds the categories of marks.
  ///
  /// - Parameters:
  ///   - domain: the categories in order; nil for those of the marks.
  ///   - first: categories before those of the marks.
  init(
    _ records: [MarkRecord], domain: [String]? = nil, first: [String] = [],
    _ encoding: (MarkRecord) -> MarkStyle.Encoding?
  ) {
    (domain ?? first).forEach { add($0) }
    for record in records {
      guard let encoding = encoding(record), let name = Self.name(encoding.value) else { continue }
      label = encoding.label
      if domain == nil { add(name) }
    }
  }

  private mutating func add(_ name: String) {
    guard numbers[name] == nil else { return }
    numbers[name] = categories.count
    categories.append(name)
  }

  /// Returns the number of a value's category; nil for none.
  package func index(of encoding: MarkStyle.Encoding?) -> Int? {
    encoding.flatMap { Self.name($0.value) }.flatMap { numbers[$0] }
  }

  /// Returns the name under which a number is a category.
  package static func name(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  /// Returns the name under which a value is a category; nil for no value.
  static func name(_ value: PlottedValue) -> String? {
    switch value {
    case .category(let name): name
    case .number(let number): name(number)
    case .date(let date):
      date.formatted(
        Date.ISO8601FormatStyle(
          includingFractionalSeconds: date.timeIntervalSince1970.rounded()
            != date.timeIntervalSince1970))
    case .missing: nil
    }
  }
}
