/// A histogram: a bar for each bin of some numbers, as long as there are numbers in it.
///
///     Chart {
///       HistogramMark(x: .values("Latency", milliseconds), countLabel: "Requests", bins: .width(5))
///     }
///
/// Histograms in one chart are stacked, or side by side with `position(by:)`; give them the same
/// edges: `HistogramBins.sturges.edges(of: all)`.
public struct HistogramMark: ChartContent, Sendable {
  private let list: MarkList

  /// Creates a histogram of vertical bars.
  ///
  /// - Parameters:
  ///   - x: the numbers.
  ///   - countLabel: the name of what is counted, which titles the y axis.
  ///   - bins: the rule that finds the bins.
  public init(
    x: PlottableValues, countLabel: String = "Count", bins: HistogramBins = .freedmanDiaconis
  ) {
    self.init(x: x, countLabel: countLabel, edges: bins.edges(of: x.values))
  }

  /// Creates a histogram of vertical bars with given bins.
  ///
  /// - Parameters:
  ///   - x: the numbers. Those outside the bins are not counted.
  ///   - countLabel: the name of what is counted, which titles the y axis.
  ///   - edges: the ends of the bins, rising.
  public init(x: PlottableValues, countLabel: String = "Count", edges: [Double]) {
    list = Self.list(x, edges) { bin, number in
      BarMark(x: .value(x.label, bin), y: .value(countLabel, number)).record
    }
  }

  /// Creates a histogram of horizontal bars.
  ///
  /// - Parameters:
  ///   - y: the numbers.
  ///   - countLabel: the name of what is counted, which titles the x axis.
  ///   - bins: the rule that finds the bins.
  public init(
    y: PlottableValues, countLabel: String = "Count", bins: HistogramBins = .freedmanDiaconis
  ) {
    self.init(y: y, countLabel: countLabel, edges: bins.edges(of: y.values))
  }

  /// Creates a histogram of horizontal bars with given bins.
  ///
  /// - Parameters:
  ///   - y: the numbers. Those outside the bins are not counted.
  ///   - countLabel: the name of what is counted, which titles the x axis.
  ///   - edges: the ends of the bins, rising.
  public init(y: PlottableValues, countLabel: String = "Count", edges: [Double]) {
    list = Self.list(y, edges) { bin, number in
      BarMark(x: .value(countLabel, number), y: .value(y.label, bin)).record
    }
  }

  public var body: some ChartContent { list }

  private static func list(
    _ values: PlottableValues, _ edges: [Double], _ record: (Range<Double>, Int) -> MarkRecord
  ) -> MarkList {
    MarkList(
      HistogramBins.counts(of: values.values, edges: edges).enumerated().map { bin, count in
        record(edges[bin]..<edges[bin + 1], count)
      })
  }
}
