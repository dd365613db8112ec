import Foundation
import LaminaBase

/// A rule that divides the values of a histogram into bins.
///
/// The bins are those of `bin` in d3-array 3.2.
public enum HistogramBins: Sendable, Hashable {
  /// Sturges' rule: one more than the binary logarithm of the number of values. For few values that
  /// are nearly normally distributed.
  case sturges
  /// The rule of Freedman and Diaconis: bins as wide as twice the interquartile range over the cube
  /// root of the number of values; one bin if that range is zero.
  case freedmanDiaconis
  /// About so many bins, between round numbers.
  case count(Int)
  /// Bins of the given width; their edges are its multiples.
  case width(Double)

  /// The maximum number of bins; beyond it they are made wider.
  public static let maximumCount = 10_000

  /// Returns the edges of the bins of some values, rising; one more than there are bins. The values
  /// that are not finite are left out. Empty without values; equal values have one bin around them.
  ///
  /// A value that is at an edge belongs to the bin that begins there, and one at the last edge to
  /// the last bin.
  ///
  /// - Precondition: a count is more than 0, and a width finite and more than 0.
  /// - Complexity: O(*n* log *n*) in the number of values for Freedman and Diaconis, else O(*n*).
  public func edges(of values: [Double]) -> [Double] {
    switch self {
    case .count(let count): require(count > 0, "there must be more than 0 bins, not \(count)")
    case .width(let width):
      require(width.isFinite && width > 0, "the width of bins must be more than 0, not \(width)")
    default: break
    }
    let values = values.filter(\.isFinite)
    guard let low = values.min(), let high = values.max() else { return [] }
    if case .width(let width) = self, let edges = Self.multiples(of: width, low, high) {
      return edges
    }
    if low == high {
      let half = max(0.5, abs(low) * 1e-6)
      return [low - half, low + half]
    }
    return Self.roundEdges(
      low, high, count: min(Double(Self.maximumCount) / 2, targetCount(values, low, high)))
  }

  /// Returns the numbers of values in the bins between rising edges, as many as there are bins.
  /// Values outside the edges, and NaN, are in none.
  ///
  /// - Precondition: the edges rise.
  /// - Complexity: O(*n* log *m*) for *n* values and *m* edges.
  public static func counts(of values: [Double], edges: [Double]) -> [Int] {
    require(
      zip(edges, edges.dropFirst()).allSatisfy(<), "the edges of bins must rise")
    guard edges.count > 1 else { return [] }
    var counts = [Int](repeating: 0, count: edges.count - 1)
    for value in values where value >= edges[0] && value <= edges[edges.count - 1] {
      let above = edges.partitioningIndex { $0 > value }
      counts[min(above, counts.count) - 1] += 1
    }
    return counts
  }

  /// Returns multiples of a width around an interval; nil if they are too many.
  private static func multiples(of width: Double, _ low: Double, _ high: Double) -> [Double]? {
    var first = (low / width).rounded(.down)
    var last = (high / width).rounded(.up)
    // Division may have rounded to a whole number from beyond it.
    if first * width > low { first -= 1 }
    if last * width < high || last == first { last += 1 }
    guard last - first <= Double(maximumCount), (first + 1) * width > first * width else {
      return nil
    }
    return (0...Int(last - first)).map { (first + Double($0)) * width }
  }

  private static func roundEdges(_ low: Double, _ high: Double, count: Double) -> [Double] {
    var (first, last) = TickStep.nice(low, high, count: count, settles: true)
    let ticks = TickStep.ticks(first, last, count: count)
    // A largest value at the last edge has a bin of its own, as wide as the others.
    if let end = ticks.last, end >= last, high >= last {
      let step = TickStep.increment(first, last, count: count)
      if step.isFinite, step > 0 {
        last = ((last / step).rounded(.down) + 1) * step
      } else if step.isFinite, step < 0 {
        last = ((last * -step).rounded(.up) + 1) / -step
      }
    }
    return [first] + ticks.filter { $0 > first && $0 < last } + [last]
  }

  private func targetCount(_ values: [Double], _ start: Double, _ end: Double) -> Double {
    let number = Double(values.count)
    switch self {
    case .count(let count): return Double(count)
    case .width: return Double(Self.maximumCount)
    case .sturges: return log2(number).rounded(.up) + 1
    case .freedmanDiaconis:
      let sorted = values.sorted()
      guard let low = QuantileRule.linear.quantile(0.25, of: sorted),
        let high = QuantileRule.linear.quantile(0.75, of: sorted), high > low
      else { return 1 }
      let count = ((end - start) / (2 * (high - low) * pow(number, -1.0 / 3))).rounded(.up)
      return count.isFinite ? max(1, count) : Double(Self.maximumCount)
    }
  }
}
