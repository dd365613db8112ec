/// The numbers of a box plot: quartiles, the ends of whiskers, and outliers.
///
/// The whiskers are Tukey's: they end at the outermost numbers that are no further from the box than
/// 1.5 times its length. All others are outliers. matplotlib and Vega-Lite do the same.
public struct BoxPlotSummary: Sendable, Hashable {
  /// The first quartile: the lower end of the box.
  public let lowerQuartile: Double
  /// The line in the box.
  public let median: Double
  /// The third quartile: the upper end of the box.
  public let upperQuartile: Double
  /// The end of the lower whisker; that of the box if no number is between it and the fence.
  public let lowerWhisker: Double
  /// The end of the upper whisker; that of the box if no number is between it and the fence.
  public let upperWhisker: Double
  /// The numbers beyond the whiskers, rising.
  public let outliers: [Double]

  /// Summarizes numbers, of which those that are not finite are left out. Nil without numbers.
  ///
  /// - Parameters:
  ///   - values: the numbers, in any order.
  ///   - rule: the rule for quartiles.
  /// - Complexity: O(*n* log *n*).
  public init?(_ values: [Double], rule: QuantileRule = .linear) {
    let sorted = values.filter(\.isFinite).sorted()
    guard let low = rule.quantile(0.25, of: sorted), let median = rule.quantile(0.5, of: sorted),
      let high = rule.quantile(0.75, of: sorted)
    else { return nil }
    (lowerQuartile, self.median, upperQuartile) = (low, median, high)
    let reach = 1.5 * (high - low)
    lowerWhisker = min(low, sorted.first { $0 >= low - reach } ?? low)
    upperWhisker = max(high, sorted.last { $0 <= high + reach } ?? high)
    outliers = sorted.filter { $0 < low - reach || $0 > high + reach }
  }
}
