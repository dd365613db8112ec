import Foundation
import Lamina

/// The series that marks belong to, numbered as they appear.
struct SeriesNumbers {
  private struct Key: Hashable {
    var kind: MarkRecord.Kind
    var series: PlottedValue?
    var color: Color?
    var gradient: LinearGradient?
    var colorCategory: String?
    var symbol: PlottedValue?
    var dashes: PlottedValue?
    var facet: PlottedValue?
    var isSecondary: Bool
  }

  private var numbers: [Key: Int] = [:]
  private var last: (key: Key, number: Int)?

  /// Returns the number of the series of a mark.
  mutating func number(of record: MarkRecord) -> Int {
    let key = Key(
      kind: record.kind, series: record.series, color: record.style.color,
      gradient: record.style.gradient,
      colorCategory: record.style.colorEncoding?.value.category,
      symbol: record.style.symbolEncoding?.value, dashes: record.style.dashEncoding?.value,
      facet: record.style.facetEncoding?.value, isSecondary: record.isSecondary)
    if let last, last.key == key { return last.number }
    let number = numbers[key] ?? numbers.count
    numbers[key] = number
    last = (key, number)
    return number
  }
}
