/// A rule that finds the quartiles and other quantiles of numbers.
///
/// The first four interpolate between sorted numbers, and are types 7, 6, 5 and 8 of Hyndman and Fan
/// (*Sample Quantiles in Statistical Packages*, 1996). numpy's `percentile` has methods of the same
/// names.
public enum QuantileRule: Sendable, Hashable, CaseIterable {
  /// The rule of numpy, matplotlib, R, and the function QUARTILE.INC of spreadsheets.
  case linear
  /// The rule of Minitab, SPSS and QUARTILE.EXC.
  case weibull
  /// The middle of each step of the distribution.
  case hazen
  /// Estimates whose median is right whatever the distribution.
  case medianUnbiased
  /// Tukey's hinges: the medians of both halves, to which the median of an odd number of numbers
  /// belongs. As a quantile other than a quartile or the median it is that of ``linear``.
  case hinges

  /// Returns a quantile of rising numbers; nil without numbers.
  ///
  /// - Parameters:
  ///   - part: the part of the numbers below it, 0 to 1; it is clamped.
  ///   - sorted: finite numbers, rising.
  func quantile(_ part: Double, of sorted: [Double]) -> Double? {
    guard let first = sorted.first, let last = sorted.last else { return nil }
    let part = max(0, min(part, 1))
    let count = Double(sorted.count)
    // The place of the quantile is a + part * (count + b), counted from 0.
    let (a, b): (Double, Double)
    switch self {
    case .linear: (a, b) = (0, -1)
    case .weibull: (a, b) = (-1, 1)
    case .hazen: (a, b) = (-0.5, 0)
    case .medianUnbiased: (a, b) = (-2.0 / 3, 1.0 / 3)
    case .hinges:
      let half = (sorted.count + 1) / 2
      if part == 0.25 { return Self.linear.quantile(0.5, of: Array(sorted.prefix(half))) }
      if part == 0.75 { return Self.linear.quantile(0.5, of: Array(sorted.suffix(half))) }
      (a, b) = (0, -1)
    }
    let place = a + part * (count + b)
    if place <= 0 { return first }
    if place >= count - 1 { return last }
    let index = Int(place)
    let fraction = place - Double(index)
    return sorted[index] + (sorted[index + 1] - sorted[index]) * fraction
  }
}
