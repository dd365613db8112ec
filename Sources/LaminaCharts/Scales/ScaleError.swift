/// The reason that there is no scale for a domain.
package enum ScaleError: Error, Equatable, CustomStringConvertible {
  /// An end of the domain is NaN or infinite.
  case notFinite
  /// Both ends of the domain are the same.
  case emptyDomain(Double)
  /// The domain of a logarithmic scale contains zero or has two signs.
  case zeroOnLogarithmicScale(Double, Double)
  /// A scale of numbers for dates or categories.
  case notNumeric
  /// The domain is outside the years 1 to 9999.
  case dateOutOfRange

  package var description: String {
    switch self {
    case .notFinite: "the ends of the domain must be finite"
    case .emptyDomain(let value): "both ends of the domain are \(value)"
    case .zeroOnLogarithmicScale(let low, let high):
      "a logarithmic scale has no place for zero, which is in \(low)...\(high)"
    case .notNumeric: "numbers need a numeric scale"
    case .dateOutOfRange: "dates must be in the years 1 to 9999"
    }
  }
}
