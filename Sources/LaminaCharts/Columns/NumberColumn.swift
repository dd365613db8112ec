import LaminaGraphs

/// Numbers in a row: an array that is referred to, or a row that grows.
package struct NumberColumn: Sendable {
  private enum Storage: Sendable {
    case array([Double])
    case row(NumberRow<Double>)
  }

  private var storage: Storage
  package private(set) var count: Int

  package init(_ array: [Double] = []) {
    storage = .array(array)
    count = array.count
  }

  /// Appends numbers. Copies of the column do not change.
  ///
  /// - Complexity: O(number of new ones), amortised; the first time O(``count``).
  package mutating func append(_ numbers: UnsafeBufferPointer<Double>) {
    guard let start = numbers.baseAddress, numbers.count > 0 else { return }
    var row: NumberRow<Double>
    switch storage {
    case .row(let known):
      row = known
    case .array(let array):
      row = NumberRow(capacity: max(16, array.count + max(array.count / 2, numbers.count)))
      if !array.isEmpty {
        let place = row.append(array.count)
        array.withUnsafeBufferPointer {
          if let first = $0.baseAddress { place.initialize(from: first, count: $0.count) }
        }
      }
    }
    row.append(numbers.count).initialize(from: start, count: numbers.count)
    storage = .row(row)
    count += numbers.count
  }

  /// Calls `body` with all numbers.
  package func withNumbers<Result>(_ body: (UnsafeBufferPointer<Double>) -> Result) -> Result {
    switch storage {
    case .array(let array): array.withUnsafeBufferPointer(body)
    case .row(let row):
      row.withUnsafePointer { body(UnsafeBufferPointer(start: $0, count: count)) }
    }
  }

  subscript(index: Int) -> Double { withNumbers { $0[index] } }
}

extension NumberColumn: Equatable {
  /// Equal if all bits are, so that NaN is equal to itself.
  package static func == (left: Self, right: Self) -> Bool {
    guard left.count == right.count else { return false }
    return left.withNumbers { left in
      right.withNumbers { right in
        left.baseAddress == right.baseAddress
          || UnsafeRawBufferPointer(left).elementsEqual(UnsafeRawBufferPointer(right))
      }
    }
  }
}

extension Double {
  /// True for a whole number: a number to which 1.5 x 2^52 can be added and taken away again. Those
  /// from 2^51 on count as whole.
  var isWhole: Bool { (self + 0x1.8p52) - 0x1.8p52 == self || magnitude >= 0x1p51 }
}
