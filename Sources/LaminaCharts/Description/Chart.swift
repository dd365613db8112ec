import Foundation
import Lamina

/// A chart: marks, and how they are scaled, titled and coloured.
///
///     let chart = Chart(samples) { sample in
///       LineMark(x: .value("Time", sample.time), y: .value("Load", sample.load))
///         .foregroundStyle(by: .value("Core", sample.core))
///     }
///     .chartTitle("Load of the processor")
///     try chart.write(to: "load.png", size: CGSize(width: 800, height: 400))
///
/// A chart is a value that describes; a ``ChartLayer`` shows it. The names are those of Swift Charts.
public struct Chart: Sendable, Equatable {
  package var records: [MarkRecord]
  package var options = ChartOptions()

  /// Creates a chart of marks.
  public init(@ChartContentBuilder content: () -> MarkList) { records = content().records }

  /// Creates a chart with the marks of each element of a collection.
  public init<Data: Sequence>(
    _ data: Data, @ChartContentBuilder content: (Data.Element) -> MarkList
  ) {
    records = []
    records.reserveCapacity(data.underestimatedCount)
    for element in data { records += content(element).records }
  }

  /// Creates a chart with the marks of each element of a collection. The identifiers have no effect:
  /// the order tells the elements apart.
  public init<Data: Sequence, ID: Hashable>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ChartContentBuilder content: (Data.Element) -> MarkList
  ) {
    self.init(data, content: content)
  }

  func with(_ change: (inout ChartOptions) -> Void) -> Chart {
    var chart = self
    change(&chart.options)
    return chart
  }
}
