import Foundation

/// The reason that there is no scale for a domain.
package enum ScaleError: Error, Equatable, CustomStringConvertible {
  /// An end of the domain is NaN or infinite.
  case notFinite
  /// An end of the range is NaN or infinite.
  case rangeNotFinite
  /// Both ends of the domain are the same.
  case emptyDomain(Double)
  /// Both ends of the domain are the same date.
  case emptyDates(Date)
  /// The scale has the same place for both ends of the domain.
  case tooNarrow(Double, Double)
  /// The length of the domain, or the power of an end, is beyond the largest number.
  case tooWide(Double, Double)
  /// The domain of a logarithmic scale contains zero or has two signs.
  case zeroOnLogarithmicScale(Double, Double)
  /// A scale of numbers for dates or categories.
  case notNumeric
  /// The domain is outside the years 1 to 9999.
  case dateOutOfRange

  package var description: String {
    switch self {
    case .notFinite: "the ends of the domain must be finite"
    case .rangeNotFinite: "the ends of the range must be finite"
    case .emptyDomain(let value): "both ends of the domain are \(value)"
    case .emptyDates(let date):
      "both ends of the domain are \(date.formatted(.iso8601))"
    case .tooNarrow(let low, let high):
      "the ends of the domain, \(low) and \(high), are too close to tell apart"
    case .tooWide(let low, let high): "the domain \(low)...\(high) is too wide"
    case .zeroOnLogarithmicScale(let low, let high):
      "a logarithmic scale has no place for zero, which is in \(low)...\(high)"
    case .notNumeric: "numbers need a numeric scale"
    case .dateOutOfRange: "dates must be in the years 1 to 9999"
    }
  }
}
