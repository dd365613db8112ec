import ArgumentParser
import Foundation
import LaminaCharts
import LaminaTables

extension ChartPlan {
  /// The largest number of sectors: more could not be told apart by their colours.
  static let maximumSectorCount = 8

  /// The sectors of a pie: the sums of the rows of each category, and one for all the small ones if
  /// there are too many.
  var pie: Chart {
    let sectors = sectors
    let sum = sectors.reduce(0) { $0 + $1.value }
    return Chart {
      for sector in sectors {
        SectorMark(angle: .value(y[0].name, sector.value))
          .foregroundStyle(by: .value(x?.name ?? "", sector.name))
          .annotation(position: .overlay) {
            (sector.value / sum).formatted(.percent.precision(.significantDigits(2)))
          }
      }
    }
  }

  private var sectors: [(name: String, value: Double)] {
    let sums = sums
    guard sums.count > Self.maximumSectorCount else { return sums }
    let sorted = sums.sorted { $0.value > $1.value }
    let large = sorted.prefix(Self.maximumSectorCount - 1)
    let small = sorted.dropFirst(large.count)
    return large + [("\(small.count) others", small.reduce(0) { $0 + $1.value })]
  }

  /// The sums or counts above zero of the categories, in the order of the rows.
  private var sums: [(name: String, value: Double)] {
    guard case .categories(let categories)? = x?.values else { return [] }
    // The last sum is that of the rows without a category.
    var sums = [AggregatedValues](
      repeating: AggregatedValues(command.aggregate ?? .sum), count: categories.names.count + 1)
    for (row, value) in numbers(y[0]).enumerated() {
      let code = Int(categories.codes[row])
      sums[code < 0 ? categories.names.count : code].add(value)
    }
    return zip(categories.names + ["(none)"], sums).compactMap { name, sum in
      sum.result.flatMap { $0 > 0 ? (name, $0) : nil }
    }
  }

  /// Checks that the values can be the parts of a pie.
  ///
  /// - Throws: `ValidationError` if the columns do not suit, ``UnsuitableTable`` if a value does not.
  func checkPie() throws {
    guard kind == .pie else { return }
    guard x?.kind == .categories, y.count == 1 else {
      throw ValidationError("a pie has one column of categories (-x) and one of numbers (-y)")
    }
    if let aggregate = command.aggregate, ![.sum, .count].contains(aggregate) {
      throw ValidationError(
        "--aggregate \(aggregate.rawValue): the parts of a pie are sums or counts")
    }
    if command.aggregate != .count, let value = numbers(y[0]).first(where: { $0 < 0 }) {
      throw UnsuitableTable(
        description: "a pie has no part for \(value): the values of \(y[0].name) have to be "
          + "above zero")
    }
  }
}
