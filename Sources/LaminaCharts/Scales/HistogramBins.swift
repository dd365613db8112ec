import Foundation
import LaminaBase

/// A rule that divides the values of a histogram into bins.
public enum HistogramBins: Sendable, Hashable {
  /// Sturges' rule: one more than the binary logarithm of the number of values. For few values that
  /// are nearly normally distributed.
  case sturges
  /// The rule of Freedman and Diaconis: bins as wide as twice the interquartile range over the cube
  /// root of the number of values.
  case freedmanDiaconis
  /// About so many bins, between round numbers.
  case count(Int)
  /// Bins of the given width; their edges are its multiples.
  case width(Double)

  /// The maximum number of bins; beyond it they are made wider.
  public static let maximumCount = 10_000

  /// Returns the edges of the bins of some values, rising; one more than there are bins. The values
  /// that are not finite are left out. Empty without values.
  ///
  /// A value that is at an edge belongs to the bin that begins there, and one at the last edge to the
  /// last bin.
  ///
  /// - Precondition: a count is more than 0, and a width finite and more than 0.
  /// - Complexity: O(*n* log *n*) in the number of values for Freedman and Diaconis, else O(*n*).
  public func edges(of values: [Double]) -> [Double] {
    let values = values.filter(\.isFinite)
    guard var low = values.min(), var high = values.max() else { return [] }
    if low == high {
      let half = max(0.5, abs(low) * 1e-6)
      return [low - half, high + half]
    }
    if case .width(let width) = self {
      require(width.isFinite && width > 0, "the width of bins must be more than 0, not \(width)")
      let first = (low / width).rounded(.down)
      let last = max(first + 1, (high / width).rounded(.up))
      if last - first <= Double(Self.maximumCount) {
        return (0...Int(last - first)).map { (first + Double($0)) * width }
      }
    }
    let count = min(Double(Self.maximumCount) / 2, targetCount(values, low, high))
    (low, high) = TickStep.nice(low, high, count: count, settles: true)
    var edges = TickStep.ticks(low, high, count: count)
    if edges.isEmpty { edges = [low, high] }
    if edges[0] > low { edges.insert(low, at: 0) }
    if edges[edges.count - 1] < high { edges.append(high) }
    return edges
  }

  private func targetCount(_ values: [Double], _ low: Double, _ high: Double) -> Double {
    let number = Double(values.count)
    switch self {
    case .count(let count):
      require(count > 0, "there must be more than 0 bins, not \(count)")
      return Double(count)
    case .width: return Double(Self.maximumCount)
    case .sturges: return log2(number).rounded(.up) + 1
    case .freedmanDiaconis:
      let sorted = values.sorted()
      let spread = Self.quantile(0.75, sorted) - Self.quantile(0.25, sorted)
      guard spread > 0 else { return 1 }
      let count = ((high - low) / (2 * spread * pow(number, -1.0 / 3))).rounded(.up)
      return count.isFinite ? max(1, count) : Double(Self.maximumCount)
    }
  }

  /// Returns a quantile of sorted values, interpolated (type 7 of Hyndman and Fan).
  static func quantile(_ part: Double, _ sorted: [Double]) -> Double {
    let place = Double(sorted.count - 1) * part
    let index = Int(place)
    guard index + 1 < sorted.count else { return sorted[sorted.count - 1] }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
  }
}
