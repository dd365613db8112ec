import Foundation
import LaminaBase

/// The values that an axis shows.
///
/// A closed range of numbers or dates, an array of categories, ``AutomaticScaleDomain`` or
/// ``LatestScaleDomain``.
public protocol ScaleDomain {
  /// The domain as a chart stores it.
  var domainValue: ScaleDomainValue { get }
}

/// A domain as a chart stores it.
public enum ScaleDomainValue: Sendable, Hashable {
  /// The values of the marks.
  case automatic(includesZero: Bool?, isReversed: Bool)
  /// The end of the marks' values, of a length in units of the axis, or in seconds.
  case latest(length: Double)
  /// An interval of numbers or dates. An axis whose lower value is the greater runs backwards.
  case interval(PlottedValue, PlottedValue)
  /// Categories in order.
  case categories([String])
}

/// A domain that follows from the values of the marks.
public struct AutomaticScaleDomain: ScaleDomain, Sendable, Hashable {
  /// The domain as a chart stores it.
  public let domainValue: ScaleDomainValue
}

extension ScaleDomain where Self == AutomaticScaleDomain {
  /// The values of the marks, with round numbers at the ends.
  public static var automatic: AutomaticScaleDomain { automatic() }

  /// The values of the marks, with round numbers at the ends.
  ///
  /// - Parameters:
  ///   - includesZero: true if zero is part of the domain, false if it need not be; nil for the
  ///     chart's choice: always for bars and areas, and for other marks if it is near.
  ///   - reversed: true if the axis runs backwards.
  public static func automatic(
    includesZero: Bool? = nil, reversed: Bool = false
  ) -> AutomaticScaleDomain {
    AutomaticScaleDomain(
      domainValue: .automatic(includesZero: includesZero, isReversed: reversed))
  }
}

/// A domain of a given length at the end of the marks' values.
public struct LatestScaleDomain: ScaleDomain, Sendable, Hashable {
  /// The domain as a chart stores it.
  public let domainValue: ScaleDomainValue
}

extension ScaleDomain where Self == LatestScaleDomain {
  /// The greatest values of the marks, for data that grow.
  ///
  /// The domain ends at a round number or date, and stays while the values fit. It then moves by
  /// whole steps of about a tenth of its length, so that most values that are appended change the
  /// picture where they are drawn only. Categories, which have no order, throw
  /// ``ChartError/unsuitableScale(axis:reason:)``.
  ///
  /// - Parameter length: the length of the domain in units of the axis, for dates in seconds.
  /// - Precondition: `length` is finite and more than 0.
  public static func latest(_ length: Double) -> LatestScaleDomain {
    require(
      length.isFinite && length > 0,
      "the length of an axis must be finite and more than 0, not \(length)")
    return LatestScaleDomain(domainValue: .latest(length: length))
  }
}

extension ClosedRange: ScaleDomain where Bound: Plottable {
  /// The interval from the lower to the upper bound.
  public var domainValue: ScaleDomainValue {
    .interval(
      lowerBound.primitivePlottable.plottedValue, upperBound.primitivePlottable.plottedValue)
  }
}

extension Array: ScaleDomain where Element: Plottable {
  /// Categories in order. Of numbers or dates, the first and the last are the ends of an interval, so
  /// that `[100, 0]` runs backwards.
  public var domainValue: ScaleDomainValue {
    let values = map { $0.primitivePlottable.plottedValue }
    let categories = values.compactMap(\.category)
    if categories.count == values.count { return .categories(categories) }
    return .interval(values.first ?? .missing, values.last ?? .missing)
  }
}
