import Foundation
import Lamina
import LaminaBase

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
  /// The charts of a grid, whose marks are those of the grid; empty for a single chart.
  package private(set) var cells: [Chart] = []
  /// The number of columns of a grid.
  package private(set) var columns = 1

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

  /// Creates a grid of charts, which may be unlike. Their plots are equally large and aligned in rows and
  /// columns.
  ///
  ///     Chart(grid: [load, memory, temperature, requests], columns: 2).chartTitle("The last hour")
  ///
  /// Titles, themes and footnotes are modifiers of the grid; axes, scales and legends of its charts. All
  /// have the theme of the grid.
  ///
  /// - Parameters:
  ///   - charts: the charts, row by row. The charts of a grid in it stand by themselves.
  ///   - columns: the number of charts side by side.
  /// - Precondition: `columns` is more than 0.
  public init(grid charts: [Chart], columns: Int) {
    require(columns > 0, "a grid of charts must have more than 0 columns, not \(columns)")
    cells = charts.flatMap { $0.cells.isEmpty ? [$0] : $0.cells }
    records = cells.flatMap(\.records)
    self.columns = columns
  }

  /// The chart without its marks and cells: what surrounds a grid.
  var frame: Chart {
    var chart = Chart {}
    chart.options = options
    return chart
  }

  /// The title; nil for none.
  public var title: String? { options.title }

  func with(_ change: (inout ChartOptions) -> Void) -> Chart {
    var chart = self
    change(&chart.options)
    return chart
  }
}
